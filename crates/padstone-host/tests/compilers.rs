//! Structs of real compilers: objects and programs of gcc, clang and rustc, with their debug information.

use std::path::{Path, PathBuf};
use std::process::Command;

use padstone_host::{HostComparison, ReadError, Structs, check};
use padstone_read::emit::host::{self, HostOptions, HostTypes};
use padstone_read::layout;
use padstone_read::model::Language;
use padstone_read::source::MemoryLoader;
use padstone_read::{Options, Unit};
use padstone_testing::{Oracle, amount, is_full};

/// The shader to compare the programs with.
const SHADER: &str = "
    struct Light { float3 position; float range; float2 cone[2]; float intensity; };
    cbuffer Camera {
        float4x4 view;
        float3 eye; float exposure;
        float weights[3];
        float3x3 normal_matrix;
        Light lights[2];
        int count; bool enabled; float2 jitter;
    };";

/// A way to build an object or a program.
struct Compiler {
    /// A description, also used as file name.
    name: &'static str,
    program: &'static str,
    arguments: &'static [&'static str],
    source: Source,
    /// The file with the debug information, if it is not the output.
    debug_file: Option<&'static str>,
    /// Further steps, such as linking; `{}` is the file.
    then: &'static [(&'static str, &'static [&'static str])],
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Source {
    C,
    Cpp,
    Rust,
}

const fn compiler(name: &'static str, program: &'static str, arguments: &'static [&'static str], source: Source) -> Compiler {
    Compiler { name, program, arguments, source, debug_file: None, then: &[] }
}

const COMPILERS: &[Compiler] = &[
    compiler("gcc-dwarf4.o", "gcc", &["-c", "-O2", "-gdwarf-4"], Source::C),
    compiler("gcc-dwarf5.o", "gcc", &["-c", "-O2", "-gdwarf-5"], Source::C),
    compiler("gcc-compressed.o", "gcc", &["-c", "-g", "-gz"], Source::C),
    compiler("gxx-dwarf4.o", "g++", &["-c", "-O2", "-gdwarf-4"], Source::Cpp),
    compiler("gxx-program", "g++", &["-O2", "-gdwarf-5"], Source::Cpp),
    compiler("clang-dwarf4.o", "clang-22", &["-c", "-O2", "-gdwarf-4"], Source::C),
    compiler("clang-dwarf5.o", "clang-22", &["-c", "-O2", "-gdwarf-5"], Source::C),
    compiler("clangxx-dwarf5.o", "clang-22", &["-x", "c++", "-std=c++17", "-c", "-O2", "-gdwarf-5"], Source::Cpp),
    compiler(
        "rustc-dwarf4.o",
        "rustc",
        &["--crate-name=camera", "--edition=2024", "--crate-type=lib", "--emit=obj", "-O", "-g", "-Cdwarf-version=4"],
        Source::Rust,
    ),
    compiler(
        "rustc-dwarf5.o",
        "rustc",
        &["--crate-name=camera", "--edition=2024", "--crate-type=lib", "--emit=obj", "-O", "-g", "-Cdwarf-version=5"],
        Source::Rust,
    ),
    Compiler { debug_file: Some("dwo"), ..compiler("split4", "gcc", &["-O2", "-gdwarf-4", "-gsplit-dwarf"], Source::C) },
    Compiler { debug_file: Some("dwo"), ..compiler("split5", "clang-22", &["-c", "-O2", "-gdwarf-5", "-gsplit-dwarf"], Source::C) },
    compiler("types4.o", "gcc", &["-c", "-O2", "-gdwarf-4", "-fdebug-types-section"], Source::C),
    compiler("types5.o", "gcc", &["-c", "-O2", "-gdwarf-5", "-fdebug-types-section"], Source::C),
    compiler("types4-clang", "clang-22", &["-O2", "-gdwarf-4", "-fdebug-types-section"], Source::C),
    compiler("types5xx.o", "g++", &["-c", "-O2", "-gdwarf-5", "-fdebug-types-section"], Source::Cpp),
    Compiler {
        debug_file: Some("dwo"),
        ..compiler("types-split", "clang-22", &["-c", "-O2", "-gdwarf-5", "-gsplit-dwarf", "-fdebug-types-section"], Source::C)
    },
    Compiler {
        debug_file: Some("dwp"),
        then: &[("dwp", &["-e", "{}", "-o", "{}.dwp"])],
        ..compiler("package4", "gcc", &["-O2", "-gdwarf-4", "-gsplit-dwarf"], Source::C)
    },
    Compiler {
        debug_file: Some("dwp"),
        then: &[("llvm-dwp-22", &["-e", "{}", "-o", "{}.dwp"])],
        ..compiler("package5", "clang-22", &["-O2", "-gdwarf-5", "-gsplit-dwarf"], Source::C)
    },
    Compiler {
        debug_file: Some("dwp"),
        then: &[("llvm-dwp-22", &["-e", "{}", "-o", "{}.dwp"])],
        ..compiler("package-types4", "g++", &["-O2", "-gdwarf-4", "-gsplit-dwarf", "-fdebug-types-section"], Source::Cpp)
    },
    Compiler {
        debug_file: Some("dwp"),
        then: &[("llvm-dwp-22", &["-e", "{}", "-o", "{}.dwp"])],
        ..compiler("package-types5", "clang-22", &["-O2", "-gdwarf-5", "-gsplit-dwarf", "-fdebug-types-section"], Source::C)
    },
    Compiler {
        debug_file: Some("fat"),
        then: &[
            ("clang-22", &["--target=x86_64-apple-macos13", "-ffreestanding", "-c", "-g", "-o", "{}.x86", "{}.c"]),
            ("llvm-lipo-22", &["-create", "{}", "{}.x86", "-output", "{}.fat"]),
        ],
        ..compiler("universal", "clang-22", &["--target=arm64-apple-macos13", "-ffreestanding", "-c", "-O2", "-g"], Source::C)
    },
    Compiler {
        debug_file: Some("a"),
        then: &[("llvm-ar-22", &["rcs", "{}.a", "{}"])],
        ..compiler("library", "gcc", &["-c", "-O2", "-g"], Source::C)
    },
    compiler(
        "codeview.obj",
        "clang-22",
        &["--target=x86_64-pc-windows-msvc", "-ffreestanding", "-c", "-O2", "-g", "-gcodeview"],
        Source::C,
    ),
    Compiler {
        debug_file: Some("dylib.dSYM/Contents/Resources/DWARF/linked.dylib"),
        then: &[
            (
                "ld64.lld-22",
                &[
                    "-dylib",
                    "-arch",
                    "arm64",
                    "-platform_version",
                    "macos",
                    "13",
                    "13",
                    "-undefined",
                    "dynamic_lookup",
                    "-o",
                    "{}.dylib",
                    "{}",
                ],
            ),
            ("dsymutil-22", &["{}.dylib"]),
        ],
        ..compiler("linked", "clang-22", &["--target=arm64-apple-macos13", "-ffreestanding", "-c", "-O2", "-g"], Source::C)
    },
    compiler("mach-o.o", "clang-22", &["--target=arm64-apple-macos13", "-ffreestanding", "-c", "-O2", "-g"], Source::C),
    compiler("mingw.o", "clang-22", &["--target=x86_64-w64-windows-gnu", "-ffreestanding", "-c", "-O2", "-g"], Source::C),
    Compiler {
        debug_file: Some("pdb"),
        then: &[(
            "lld-link-22",
            &["/debug", "/nodefaultlib", "/force:unresolved", "/entry:use_it", "/subsystem:console", "/out:{}.exe", "{}"],
        )],
        ..compiler("windows.obj", "clang-22", &["--target=x86_64-pc-windows-msvc", "-ffreestanding", "-c", "-O2", "-g"], Source::C)
    },
];

fn shader() -> Unit {
    let unit =
        Unit::read("camera.hlsl", SHADER.into(), &MemoryLoader::default(), &Options { language: Language::Hlsl, ..Options::default() });
    assert!(!unit.diagnostics.has_errors());
    unit
}

/// The struct that padstone itself writes for the shader, which matches.
fn generated(unit: &Unit, source: Source, namespace: Option<&str>) -> String {
    let name = match source {
        Source::C => "c",
        Source::Cpp => "cpp",
        Source::Rust => "rust",
    };
    let language = host::LANGUAGES.iter().find(|language| language.name == name).expect("a language");
    let mut text = Vec::new();
    let options = HostOptions { file: "camera.hlsl", namespace, ..HostOptions::default() };
    host::write(&mut text, &HostTypes::new(language, None, &[]).expect("the first"), &unit.module, &unit.layout(&layout::DXC), &options)
        .expect("writing to a vector never fails");
    let text = String::from_utf8(text).expect("UTF-8");
    // Debug information contains only used types.
    match source {
        Source::Rust => format!("{text}\n#[unsafe(no_mangle)] pub fn use_it(x: &Camera) -> f32 {{ x.eye[0] }}\n"),
        Source::C => format!("{text}\nfloat use_it(const Camera *x) {{ return x->eye[0]; }}\nint main(void) {{ return 0; }}\n"),
        Source::Cpp => format!(
            "{text}\nfloat use_it(const Camera *x) {{ return x->eye[0]; }}\nint main() {{ Camera c{{}}; return use_it(&c) > 1; }}\n"
        ),
    }
}

/// A hand-written struct, with its mismatches.
fn by_hand(source: Source) -> String {
    let c = "
        typedef struct { float position[3]; float range; float cone[2][2]; float intensity; } Light;
        struct Camera_ {
            float m_view[16];
            float m_eye[4]; float m_exposure;
            float m_weights[3];
            float m_normalMatrix[9];
            Light m_lights[2];
            float m_count; unsigned char m_enabled; float m_jitter[2];
            int m_frame;
        };
        typedef struct Camera_ Camera;
        float use_it(const Camera *x) { return x->m_eye[0]; }
        int main(void) { Camera c = {0}; return use_it(&c) > 1; }
    ";
    match source {
        Source::C => c.to_owned(),
        Source::Cpp => c.replace("main(void)", "main()").replace("{0}", "{}"),
        Source::Rust => "
            pub struct Light { position: [f32; 3], range: f32, cone: [[f32; 2]; 2], intensity: f32 }
            #[repr(C)]
            pub struct Camera {
                view: [f32; 16], eye: [f32; 4], exposure: f32, weights: [f32; 3], normal_matrix: [f32; 9],
                lights: [Light; 2], count: f32, enabled: bool, jitter: [f32; 2], frame: i32,
            }
            #[unsafe(no_mangle)] pub fn use_it(x: &Camera) -> f32 { x.eye[0] }
        "
        .to_owned(),
    }
}

impl Compiler {
    /// The bytes of the file with the debug information; `None` if a tool is missing.
    fn run(&self, text: &str, folder: &str) -> Option<Vec<u8>> {
        let message = format!("structs in {}", self.name);
        let tools = std::iter::once(self.program).chain(self.then.iter().map(|(program, _)| *program));
        if tools.filter(|tool| Oracle::find(tool, &message).is_none()).count() > 0 {
            return None;
        }
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(folder);
        std::fs::create_dir_all(&folder).expect("the folder can be made");
        let extension = match self.source {
            Source::C => "c",
            Source::Cpp => "cpp",
            Source::Rust => "rs",
        };
        let (input, output) = (folder.join(format!("{}.{extension}", self.name)), folder.join(self.name));
        std::fs::write(&input, text.replace("#pragma once", "").replace("#include <assert.h>", "#define static_assert _Static_assert"))
            .expect("the file can be written");
        run(Command::new(self.program).args(self.arguments).arg("-o").arg(&output).arg(&input));
        for (program, arguments) in self.then {
            let arguments = arguments.iter().map(|argument| argument.replace("{}", &output.display().to_string()));
            run(Command::new(program).args(arguments));
        }
        let read = self.debug_file.map_or(output.clone(), |extension| PathBuf::from(format!("{}.{extension}", output.display())));
        Some(std::fs::read(read).expect("the compiler wrote it"))
    }
}

fn run(command: &mut Command) {
    let output = command.output().expect("the program can be started");
    assert!(output.status.success(), "{command:?}\n{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
}

fn report(bytes: &[u8]) -> HostComparison {
    let unit = shader();
    let layouts = unit.layout(&layout::DXC);
    let layout = &layouts.layouts[0];
    let structs = Structs::read(bytes, "Camera").expect("it has debug information");
    let found = structs.named("Camera");
    assert_eq!(found.len(), 1, "{found:?}");
    check(&unit.module, &layouts, layout, found[0])
}

#[test]
fn emitted_structs_match_the_shader() {
    let unit = shader();
    for compiler in COMPILERS {
        let Some(bytes) = compiler.run(&generated(&unit, compiler.source, None), "generated") else { continue };
        let report = report(&bytes);
        assert!(report.differences.is_empty(), "{}: {:#?}", compiler.name, report.differences);
        assert!(report.compared >= 9, "{}: {}", compiler.name, report.compared);
    }
}

/// A struct is found by its qualified name without the inline namespace, even if another struct has the same last name component.
#[test]
fn emitted_structs_are_found_by_their_names() {
    let unit = shader();
    let other = "namespace other { struct Camera { float x; }; Camera unused; }\n";
    let text =
        generated(&unit, Source::Cpp, Some("engine")).replace("float use_it", &format!("using namespace engine;\n{other}float use_it"));
    for compiler in COMPILERS.iter().filter(|compiler| compiler.source == Source::Cpp) {
        let Some(bytes) = compiler.run(&text, "qualified") else { continue };
        let structs = Structs::read(&bytes, "engine::Camera").expect("it has debug information");
        let found: Vec<(&str, u64)> = structs.named("engine::Camera").iter().map(|found| (&*found.name, found.size)).collect();
        assert!(
            matches!(found[..], [(_, size)] if size == unit.layout(&layout::DXC).layouts[0].size.bytes()),
            "{}: {found:?}",
            compiler.name
        );
    }
}

#[test]
fn handwritten_structs_are_compared_with_the_shader() {
    for compiler in COMPILERS {
        let Some(bytes) = compiler.run(&by_hand(compiler.source), "by-hand") else { continue };
        let report = report(&bytes);
        let differ = |path: &str| report.differences.iter().find(|difference| difference.path == path);
        let check = |path: &str, message: &str| {
            let found = report.differences.iter().any(|difference| difference.path == path && difference.message.contains(message));
            assert!(found, "{}: `{path}`, {message}: {:#?}", compiler.name, report.differences);
        };
        assert_eq!(differ("view"), None, "{}", compiler.name);
        assert_eq!(differ("eye"), None, "{}", compiler.name);
        check("exposure", "offset 76 in the shader, 80 in the program");
        check("weights", "stride 16 in the shader, 4 in the program");
        check("normal_matrix", "has a scalar");
        check("lights", "stride");
        check("count", "");
        check("enabled", "has scalars of 4 bytes in the shader, 1 byte in the program");
        // A member that moves with the preceding one is not a separate cause.
        let causes: Vec<&str> = report.causes().map(|cause| cause.path.as_str()).collect();
        // The matrix ends 4 bytes before `lights`, and the elements need padding even with the shader's `cone`.
        let mut expected = vec!["exposure", "weights", "normal_matrix", "lights", "lights[].cone", "lights", "count", "enabled"];
        if compiler.source == Source::Rust {
            // rustc reorders the members of `Light`, so that `cone` also has another offset.
            expected.insert(4, "lights[].cone");
        }
        assert_eq!(causes, expected, "{}: {causes:?}", compiler.name);
        let consequences = report.consequences();
        assert!(consequences.contains(&"jitter") && consequences.contains(&""), "{}: {consequences:?}", compiler.name);
        let frame = if compiler.source == Source::Rust { "frame" } else { "m_frame" };
        assert!(report.only_host.iter().any(|name| name == frame), "{}: {:?}", compiler.name, report.only_host);
    }
}

/// A file without structs says where they are.
#[test]
fn files_without_debug_information_get_a_help() {
    let check = |compiler: Compiler, expected: &str| {
        let Some(bytes) = compiler.run(&by_hand(compiler.source), "without") else { return };
        let why = Structs::read(&bytes, "Camera").err().map(|error| error.to_string()).unwrap_or_default();
        assert!(why.contains(expected), "{}: {why}", compiler.name);
    };
    check(compiler("stripped", "gcc", &["-O2", "-s"], Source::C), "no debug information: compile with -g");
    check(compiler("skeleton", "gcc", &["-O2", "-g", "-gsplit-dwarf"], Source::C), "skeleton.dwo`");
    check(compiler("lto.o", "gcc", &["-c", "-O2", "-g", "-flto"], Source::C), "link-time optimization (-flto)");
    check(compiler("lto-clang.o", "clang-22", &["-c", "-O2", "-g", "-flto"], Source::C), "link-time optimization (-flto)");
    let linked = |then| Compiler { then, ..compiler("stripped-link", "gcc", &["-O2", "-g"], Source::C) };
    check(
        linked(&[
            ("objcopy", &["--only-keep-debug", "{}", "{}.debug"]),
            ("objcopy", &["--strip-debug", "--add-gnu-debuglink={}.debug", "{}"]),
        ]),
        "stripped-link.debug`",
    );
    let thin = Compiler {
        debug_file: Some("a"),
        then: &[("llvm-ar-22", &["rcsT", "{}.a", "{}"])],
        ..compiler("thin.o", "gcc", &["-c", "-g"], Source::C)
    };
    check(thin, "thin.o");
}

/// Zig's compiler, as installed by `cargo xtask test`.
const ZIG: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../target/oracles/zig/ziglang/zig");

#[test]
fn zig_structs_are_read() {
    if Oracle::find(ZIG, "structs in objects of Zig").is_none() {
        return;
    }
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("zig");
    std::fs::create_dir_all(&folder).expect("the folder can be made");
    let source = "
        const Light = extern struct { position: [3]f32, range: f32, cone: [2]extern struct { value: [2]f32, pad: [2]f32 }, intensity: f32, pad: [3]f32 };
        const Element = extern struct { value: f32, pad: [3]f32 };
        const Camera = extern struct {
            view: [16]f32, eye: [3]f32, exposure: f32, weights: [3]Element, normal_matrix: [3][4]f32,
            lights: [2]Light, count: i32, enabled: u32, jitter: [2]f32,
        };
        export fn use_it(x: *const Camera) f32 { return x.eye[0]; }";
    std::fs::write(folder.join("camera.zig"), source).expect("the file can be written");
    for mode in ["Debug", "ReleaseFast"] {
        run(Command::new(ZIG).args(["build-obj", "camera.zig", "-O", mode, "-fno-strip", "-femit-bin=camera.o"]).current_dir(&folder));
        let report = report(&std::fs::read(folder.join("camera.o")).expect("the compiler wrote it"));
        // All except the small array that starts after the padding of the preceding one.
        let differ: Vec<&str> = report.differences.iter().map(|difference| difference.path.as_str()).collect();
        assert!(report.compared >= 9 && !differ.contains(&"exposure") && !differ.contains(&"weights"), "{mode}: {:#?}", report.differences);
    }
}

#[test]
fn damaged_files_are_errors() {
    let is_unreadable = |bytes: &[u8]| matches!(Structs::read(bytes, "Camera"), Err(ReadError::Unreadable(_)));
    assert!(is_unreadable(b"nothing"));
    assert!(is_unreadable(b"Microsoft C/C++ MSF 7.00\r\n\x1aDS\0\0\0"));
    // Truncated and modified files never cause a panic: they are errors, or contain other structs.
    for name in ["gcc-dwarf5.o", "gcc-compressed.o", "codeview.obj", "windows.obj", "library", "universal"] {
        let compiler = COMPILERS.iter().find(|compiler| compiler.name == name).expect("a compiler");
        let Some(bytes) = compiler.run(&by_hand(compiler.source), "broken") else { continue };
        spliced(&bytes, amount(25, 6000)).for_each(|bytes| _ = Structs::read(&bytes, "Camera"));
        // Modifies only bytes near data: empty pages would only take time.
        let written: Vec<usize> = (0..bytes.len())
            .filter(|&index| bytes[index.saturating_sub(8)..bytes.len().min(index + 8)].iter().any(|byte| *byte != 0))
            .collect();
        let step = (written.len() / usize::try_from(amount(100, 4000)).expect("it is small")).max(1);
        for &index in written.iter().step_by(step) {
            let _ = Structs::read(&bytes[..index], "Camera");
            for value in [bytes[index] ^ 0xff, bytes[index] ^ 1, 0, 0x80, 0xff] {
                let mut changed = bytes.clone();
                changed[index] = value;
                let _ = Structs::read(&changed, "Camera");
            }
        }
    }
}

/// Copies of a file with a range moved over another, removed, or doubled.
fn spliced(bytes: &[u8], count: u64) -> impl Iterator<Item = Vec<u8>> + '_ {
    // Multiplicative steps visit all positions and lengths in an irregular order (Knuth, "The Art of Computer Programming", 6.4).
    let number = |seed: u64, below: usize| (seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 33) as usize % below.max(1);
    (0..count).map(move |seed| {
        let length = 1 << number(seed * 5, 10);
        let (from, to) = (number(seed * 5 + 1, bytes.len()), number(seed * 5 + 2, bytes.len()));
        let range = &bytes[from..bytes.len().min(from + length)];
        let rest = bytes.len().min(to + if seed % 3 == 0 { 0 } else { range.len() });
        let inserted = if seed % 3 == 1 { &[] } else { range };
        [&bytes[..to], inserted, &bytes[rest..]].concat()
    })
}

/// A section that is much larger than the file: an attack on memory.
#[test]
fn sections_far_larger_than_the_file_are_errors() {
    if Oracle::find("gcc", "large compressed sections").is_none() {
        return;
    }
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("bomb");
    std::fs::create_dir_all(&folder).expect("the folder can be made");
    let zeros = "    .section .debug_info,\"\",@progbits\n    .zero 16\n    .section .debug_str,\"\",@progbits\n    .zero 30000000\n";
    std::fs::write(folder.join("bomb.s"), zeros).expect("the file can be written");
    run(Command::new("gcc").args(["-c", "bomb.s", "-o", "bomb.o", "-Wa,--compress-debug-sections=zlib"]).current_dir(&folder));
    let bytes = std::fs::read(folder.join("bomb.o")).expect("the compiler wrote it");
    assert!(bytes.len() < 1_000_000, "the section is compressed");
    let error = Structs::read(&bytes, "Camera").err().expect("it is an error");
    assert!(error.to_string().contains("much larger than the file"), "{error}");
}

/// An object of MSVC with some records of types, each with its kind.
fn object_of_records(records: &[(u16, Vec<u8>)]) -> Vec<u8> {
    let mut types = 4_u32.to_le_bytes().to_vec();
    for (kind, data) in records {
        types.extend(u16::try_from(data.len() + 2).expect("a record is small").to_le_bytes());
        types.extend(kind.to_le_bytes());
        types.extend(data);
    }
    let size = u32::try_from(types.len()).expect("a small section").to_le_bytes();
    // The header (machine, one section), and that of the section (name, size and position of its data, flags).
    let mut file = [&0x8664_u16.to_le_bytes()[..], &1_u16.to_le_bytes(), &[0; 16]].concat();
    file.extend([b".debug$T", &[0; 8][..], &size, &60_u32.to_le_bytes(), &[0; 12], &0x4200_0040_u32.to_le_bytes()].concat());
    file.extend(types);
    file
}

/// Two field lists that continue each other, and members that are all of one large struct: few bytes say endlessly many members.
#[test]
fn endless_members_are_an_error() {
    let member = |ty: u32| [&0x150d_u16.to_le_bytes()[..], &3_u16.to_le_bytes(), &ty.to_le_bytes(), &[0, 0], b"m\0"].concat();
    let next = |list: u32| [&0x1404_u16.to_le_bytes()[..], &[0; 2], &list.to_le_bytes()].concat();
    let record = |fields: u32| [&[0; 4][..], &fields.to_le_bytes(), &[0; 8], &[4, 0], b"Camera\0"].concat();
    let start = std::time::Instant::now();
    // 0x1000 and 0x1001 are lists, 0x1002 is the struct.
    let cycle = [(0x1203, [member(0x40).repeat(5000), next(0x1001)].concat()), (0x1203, next(0x1000)), (0x1505, record(0x1000))];
    // Each struct has 100 members of the one before it.
    let nested: Vec<(u16, Vec<u8>)> = (0..40_u32)
        .flat_map(|level| {
            let inner = if level == 0 { 0x40 } else { 0x1000 + 2 * level - 1 };
            [(0x1203, member(inner).repeat(100)), (0x1505, record(0x1000 + 2 * level))]
        })
        .collect();
    for records in [&cycle[..], &nested] {
        let error = Structs::read(&object_of_records(records), "Camera").err().expect("it is an error");
        assert!(error.to_string().contains("too many types"), "{error}");
    }
    assert!(start.elapsed().as_secs() < 60, "it takes {:?}", start.elapsed());
    let one = [(0x1203, member(0x40)), (0x1505, record(0x1000))];
    assert_eq!(Structs::read(&object_of_records(&one), "Camera").expect("a struct").named("Camera").len(), 1);
}

/// Records of types with every byte and word modified in turn: of an object, and of a PDB file.
#[test]
fn damaged_type_records_are_errors_or_other_structs() {
    for name in ["codeview.obj", "windows.obj"] {
        let compiler = COMPILERS.iter().find(|compiler| compiler.name == name).expect("a compiler");
        let Some(bytes) = compiler.run(&by_hand(compiler.source), "broken-records") else { continue };
        let name = b"m_normalMatrix\0";
        let index = bytes.windows(name.len()).position(|found| found == name).expect("the records have the name of a member");
        let mut found = 0;
        let step = if is_full() { 1 } else { 5 };
        for index in (index.saturating_sub(2000)..bytes.len().min(index + 1000)).step_by(step) {
            for word in [[0xff, 0xff], [0x00, 0x00], [0xf1, 0xf1], [0x03, 0x12], [0x0d, 0x15], [0x0a, 0x80], [0x03, 0x80]] {
                let mut changed = bytes.clone();
                changed[index..bytes.len().min(index + 2)].copy_from_slice(&word[..2.min(bytes.len() - index)]);
                found += Structs::read(&changed, "Camera").map_or(0, |structs| structs.named("Camera").len());
            }
        }
        assert!(found > 1000 / step, "{}: only {found} structs", compiler.name);
    }
}
