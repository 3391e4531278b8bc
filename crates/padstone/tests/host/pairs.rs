//! Two generated files in one program: structs in both are defined once, and others do not conflict, whatever their
//! names are.

use std::path::Path;
use std::process::Command;

use padstone_generate::wgsl::{ModuleFeatures, module};
use padstone_generate::{Choices, bytes};
use padstone_read::emit::host::{self, HostOptions, HostTypes};
use padstone_read::layout::{self, Profile};
use padstone_read::model::Language;
use padstone_read::source::MemoryLoader;
use padstone_read::{Options, Unit};
use padstone_testing::{Oracle, sampled, seeds};

/// Programs that share a struct, its buffer, arrays of numbers and halves.
const SHARED: &str = "struct Light { float3 position; float radius; };
StructuredBuffer<Light> lights;
struct Pair { float3 a; float3 b; };
";
const PAIRS: [(&str, &str, &str); 3] = [
    ("the same", "cbuffer A { float w[4]; Light sun; float16_t h; };", "cbuffer A { float w[4]; Light sun; float16_t h; };"),
    (
        "structs and arrays",
        "cbuffer A { float w[4]; Light sun; float16_t h; };",
        "cbuffer B { float w[4]; float v[3]; Light moon; float16_t h[2]; };",
    ),
    ("two structured buffers", "StructuredBuffer<Pair> a;", "StructuredBuffer<Pair> b; cbuffer C { float x[2]; };"),
];
/// `Pair` has 24 bytes in one and 28 in the other.
const DIFFERENT: [&str; 2] = ["StructuredBuffer<Pair> pairs;", "cbuffer C { Pair pair; };"];

/// The command lines of the compilers of a language, and the text of a program that includes two files. The everyday run uses only the first.
struct Consumer {
    language: &'static str,
    extension: &'static str,
    commands: &'static [&'static [&'static str]],
    main: (&'static str, &'static str),
}

/// The generated headers after standard ones with many macros.
const C_INCLUDES: &str = "#include <complex.h>\n#include <errno.h>\n#include <fenv.h>\n#include <float.h>\n#include <inttypes.h>\n#include <limits.h>\n\
    #include <locale.h>\n#include <math.h>\n#include <signal.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <time.h>\n#include <wchar.h>\n\
    #include \"a.h\"\n#include \"b.h\"\nint main(void) { return 0; }\n";
const CPP_INCLUDES: &str = "#include <cerrno>\n#include <cfenv>\n#include <cfloat>\n#include <cinttypes>\n#include <climits>\n#include <clocale>\n\
    #include <cmath>\n#include <csignal>\n#include <cstdio>\n#include <cstdlib>\n#include <ctime>\n#include <cwchar>\n\
    #include \"a.h\"\n#include \"b.h\"\nint main(void) { return 0; }\n";
/// The generated modules, and the type of glam that they use, with its size and alignment; `padstone-hosts` compiles generated files with glam.
const RUST_MODULES: &str = "mod a;\nmod b;\nextern crate self as glam;\n\
    #[repr(C)]\n#[derive(Clone, Copy, Debug)]\npub struct Vec3([f32; 3]);\nimpl Vec3 { pub const ZERO: Self = Self([0.0; 3]); }\n\
    fn main() { let _ = Vec3::ZERO.0; }\n";
/// The TypeScript compiler, as installed by `cargo xtask test`: esbuild does not check types.
const TSC: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../target/oracles/typescript/package/bin/tsc");
const CONSUMERS: [Consumer; 4] = [
    Consumer {
        language: "c",
        extension: "h",
        commands: &[
            &["gcc", "-std=gnu11", "-Wall", "-Wextra", "-Werror", "-fsyntax-only", "main.c"],
            &["clang-22", "-std=c11", "-Wall", "-Wextra", "-Werror", "-Wno-unused-function", "-fsyntax-only", "main.c"],
        ],
        main: ("main.c", C_INCLUDES),
    },
    Consumer {
        language: "cpp",
        extension: "h",
        commands: &[
            &["g++", "-std=gnu++17", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-fsyntax-only", "main.cpp"],
            &["clang++-22", "-std=c++17", "-Wall", "-Wextra", "-Werror", "-fsyntax-only", "main.cpp"],
        ],
        main: ("main.cpp", CPP_INCLUDES),
    },
    Consumer {
        language: "rust",
        extension: "rs",
        commands: &[&["rustc", "--edition=2021", "-Dwarnings", "--emit=metadata", "main.rs"]],
        main: ("main.rs", RUST_MODULES),
    },
    Consumer {
        language: "typescript",
        extension: "ts",
        commands: &[
            &["esbuild", "main.ts", "--bundle", "--platform=node", "--log-level=warning", "--outfile=main.js"],
            &["node", "main.js"],
            &[
                TSC,
                "--noEmit",
                "--strict",
                "--noUnusedLocals",
                "--noUncheckedIndexedAccess",
                "--verbatimModuleSyntax",
                "--erasableSyntaxOnly",
                "--target",
                "es2022",
                "--module",
                "es2022",
                "--moduleResolution",
                "bundler",
                "--lib",
                "es2022",
                // Only TypeScript's own files, which take most of the time.
                "--skipLibCheck",
                "main.ts",
            ],
        ],
        main: (
            "main.ts",
            "import * as a from \"./a\";\nimport * as b from \"./b\";\nexport const names = [Object.keys(a), Object.keys(b)];\n",
        ),
    },
];
const PYTHON: Consumer = Consumer {
    language: "python",
    extension: "py",
    commands: &[&["/usr/bin/python3", "-W", "error", "main.py"]],
    main: ("main.py", "import a\nimport b\n"),
};

fn unit(source: &str) -> Unit {
    let mut options = Options { language: Language::Hlsl, ..Options::default() };
    options.hlsl.native_16bit = true;
    Unit::read("main", format!("{SHARED}{source}").into(), &MemoryLoader::default(), &options)
}

fn text(language: &str, types: Option<&str>, sources: &[&str], namespace: Option<&str>) -> String {
    let units: Vec<Unit> = sources.iter().map(|source| unit(source)).collect();
    text_of(language, types, &units, &layout::DXC, namespace)
}

fn text_of(language: &str, types: Option<&str>, units: &[Unit], profile: &'static Profile, namespace: Option<&str>) -> String {
    let language = host::LANGUAGES.iter().find(|known| known.name == language).expect("a language");
    let types = HostTypes::new(language, types, &[]).expect("types of the language");
    let layouts: Vec<_> = units.iter().map(|unit| unit.layout(profile)).collect();
    let modules: Vec<_> = units.iter().zip(&layouts).map(|(unit, layouts)| (&unit.module, layouts)).collect();
    let mut out = Vec::new();
    let options = HostOptions { file: "main", namespace, ..HostOptions::default() };
    host::write_all(&mut out, &types, &modules, &options).expect("a vector takes all");
    String::from_utf8(out).expect("the text is UTF-8")
}

/// The output of each command for two files, everyday only of the first; empty if it accepts them silently.
fn outputs(consumer: &Consumer, name: &str, files: [&str; 2]) -> Vec<String> {
    // Tests run at the same time, and some use the same `name`: each has its own folder.
    let test = std::thread::current().name().expect("a test has a name").replace("::", "-");
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(test).join(format!("{}-{}", consumer.language, name.replace(' ', "-")));
    std::fs::create_dir_all(&folder).expect("the folder can be made");
    for (stem, text) in ["a", "b"].into_iter().zip(files) {
        std::fs::write(folder.join(format!("{stem}.{}", consumer.extension)), text).expect("the file can be written");
    }
    std::fs::write(folder.join(consumer.main.0), consumer.main.1).expect("the file can be written");
    let mut all = Vec::new();
    for command in sampled(consumer.commands, consumer.commands.len()) {
        if Oracle::find(command[0], &format!("pairs of generated files: {name}")).is_some() {
            let output = Command::new(command[0]).args(&command[1..]).current_dir(&folder).output().expect("it starts");
            // tsc writes errors to its standard output, and nothing else.
            let errors = if command[0] == TSC { &output.stdout } else { &output.stderr };
            let errors = String::from_utf8_lossy(errors).into_owned();
            all.push(if output.status.success() && errors.is_empty() { String::new() } else { format!("{}: {errors}", command[0]) });
        }
    }
    all
}

/// Files of two generated programs, which have many names in common, with other layouts.
#[test]
fn files_of_generated_programs_meet_in_one_program() {
    for seed in seeds(1, 4) {
        let programs = [seed, seed + 100_000].map(|seed| {
            let text = module(&mut Choices::new(&bytes(seed, 3_000)), ModuleFeatures { bodies: false, ..ModuleFeatures::everywhere() });
            Unit::read("main.wgsl", text.into(), &MemoryLoader::default(), &Options { language: Language::Wgsl, ..Options::default() })
        });
        for consumer in CONSUMERS.iter().chain([&PYTHON]) {
            // C has no namespaces: a prefix separates the names.
            let prefixes = if consumer.language == "c" { [Some("first"), Some("second")] } else { [None; 2] };
            let files: Vec<String> = programs
                .iter()
                .zip(prefixes)
                .map(|(unit, prefix)| text_of(consumer.language, None, std::slice::from_ref(unit), &layout::WGSL, prefix))
                .collect();
            let all = outputs(consumer, "generated", [&files[0], &files[1]]);
            assert!(all.iter().all(String::is_empty), "seed {seed}: {all:?}\n{}\n{}", files[0], files[1]);
        }
    }
}

/// The elements of an array that is a buffer have no class, so nothing converts 16-bit floats.
#[test]
fn typescript_functions_are_declared_only_if_called() {
    let source = "enable f16; @group(0) @binding(0) var<storage> a: array<vec3<f16>, 5>;";
    let options = Options { language: Language::Wgsl, ..Options::default() };
    let unit = Unit::read("main.wgsl", source.into(), &MemoryLoader::default(), &options);
    let text = text_of("typescript", None, &[unit], &layout::WGSL, None);
    assert!(text.contains("export const A_SIZE = 40;") && !text.contains("function"), "{text}");
}

#[test]
fn two_generated_files_compile_in_one_program() {
    for consumer in CONSUMERS.iter().chain([&PYTHON]) {
        for types in all_types(consumer.language) {
            let check = |name: &str, files: [&str; 2]| {
                let name = types.map_or(name.to_owned(), |types| format!("{name} {types}"));
                let program_outputs = outputs(consumer, &name, files);
                assert!(program_outputs.iter().all(String::is_empty), "{name}: {program_outputs:?}\n{}\n{}", files[0], files[1]);
            };
            for (name, a, b) in PAIRS {
                let files = [a, b].map(|source| text(consumer.language, types, &[source], None));
                check(name, [&files[0], &files[1]]);
                let one = text(consumer.language, types, &[a, b], None);
                check(&format!("{name}, one file"), [&one, &one]);
                // Files with other types of members also meet.
                if types.is_some() {
                    check(&format!("{name}, default types"), [&text(consumer.language, None, &[a], None), &files[1]]);
                }
            }
            let [a, b] = DIFFERENT;
            let one = text(consumer.language, types, &[a, b], None);
            check("two layouts, one file", [&one, &one]);
        }
    }
}

/// Names that the text itself could use: those of its types, constants, functions and macros, and words that compilers add to their language.
const NAMES: [(Language, &str); 3] = [
    (
        Language::Wgsl,
        "struct Lights { count: u32, items: array<vec3f> }\nstruct lights_tail { a: vec3f }\n\
        @group(0) @binding(0) var<storage> lights: Lights;\n@group(0) @binding(1) var<storage> other: array<lights_tail, 2>;\n\
        @group(0) @binding(2) var<storage> Lights_tail: array<vec3f>;\n",
    ),
    (
        Language::Hlsl,
        "struct S { uint ZERO : 3; uint Count : 4; int self : 5; };\nstruct S_get_Count { float x; };\nstruct S_FILE { float y; };\n\
        struct F { float _Pragma; float _Float16; float _Float32x; float _Nullable; float _Accum; float _Sat; float16_t padstone_half; };\n\
        struct _Fract { float _Float128; };\n\
        cbuffer X { S s; S_get_Count get; S_FILE file; F f; _Fract fract; };\ncbuffer X_FILE { float z; };\n",
    ),
    (Language::Hlsl, "struct A { float x; };\ncbuffer A_SIZE { A a; };\ncbuffer LAYOUT_A { float b; };\ncbuffer FILE_A { float c; };\n"),
];

#[test]
fn generated_names_do_not_conflict() {
    for (language, source) in NAMES {
        let mut options = Options { language, ..Options::default() };
        options.hlsl.native_16bit = true;
        let unit = Unit::read("main", source.into(), &MemoryLoader::default(), &options);
        let profile = if language == Language::Wgsl { &layout::WGSL } else { &layout::DXC };
        for consumer in CONSUMERS.iter().chain([&PYTHON]) {
            for types in all_types(consumer.language) {
                let text = text_of(consumer.language, types, std::slice::from_ref(&unit), profile, None);
                let program_outputs = outputs(consumer, "names", [&text, &text]);
                assert!(program_outputs.iter().all(String::is_empty), "{program_outputs:?}\n{text}");
            }
        }
    }
}

/// DXC pads the constants of a `ConstantBuffer<T>` with 16-bit matrices beyond their last component.
#[test]
fn structs_have_the_size_of_their_constant_buffer() {
    let text = text("c", None, &["struct Half { float16_t3x4 m[1]; }; ConstantBuffer<Half> half_buffer;"], None);
    assert!(text.contains("static_assert(sizeof(Half) == 60,") && text.contains("#define HALF_BUFFER_SIZE 60u"), "{text}");
}

/// Namespaces are scopes: `a::b` is not `a_b`.
#[test]
fn nested_namespaces_are_separate_scopes() {
    let files = ["a::b", "a_b"].map(|namespace| text("cpp", None, &[DIFFERENT[0]], Some(namespace)));
    let uses = Consumer {
        main: ("main.cpp", "#include \"a.h\"\n#include \"b.h\"\nstatic_assert(sizeof(a::b::Pair) == sizeof(a_b::Pair), \"\");\n"),
        ..cpp()
    };
    let program_outputs = outputs(&uses, "nested namespaces", [&files[0], &files[1]]);
    assert!(program_outputs.iter().all(String::is_empty), "{program_outputs:?}\n{}", files[0]);
}

/// Of one record, of a row of records, and of a table of them.
#[test]
fn numpy_functions_access_elements_of_each_record() {
    let check = "import numpy as np\nimport a\n\
        for shape in [(), (2,), (2, 3)]:\n    values = np.zeros(shape, a.A)[()]\n    weights = values[\"w\"]\n\
        \x20   name = next(name for name in dir(a) if name.endswith(\"_set\"))\n    get, set = getattr(a, name[:-3] + \"get\"), getattr(a, name)\n\
        \x20   for index in range(4):\n        set(weights, index, np.full(shape + (3,), index + 1))\n\
        \x20   got = [get(weights, index) for index in range(4)]\n\
        \x20   assert all((got[index] == index + 1).all() and got[index].shape == shape + (3,) for index in range(4)), (shape, got)\n";
    let consumer = Consumer { main: ("main.py", check), ..PYTHON };
    let text = text("python", None, &["cbuffer A { float3 w[4]; float last; };"], None);
    let program_outputs = outputs(&consumer, "numpy functions", [&text, &text]);
    assert!(program_outputs.iter().all(String::is_empty), "{program_outputs:?}\n{text}");
}

const fn cpp() -> Consumer {
    let Consumer { language, extension, commands, main } = CONSUMERS[1];
    Consumer { language, extension, commands, main }
}

/// The types of members that a program may choose, everyday only the default ones.
fn all_types(language: &str) -> impl Iterator<Item = Option<&'static str>> {
    let other = other_types(language);
    sampled(std::iter::once(None).chain(other.iter().copied().map(Some)), other.len() + 1)
}

/// The types of members that a program may choose, in addition to the default ones.
fn other_types(language: &str) -> &'static [&'static str] {
    match language {
        "cpp" if Path::new("/usr/include/glm/glm.hpp").is_file() => &["glm"],
        "rust" => &["glam"],
        "python" => &["ctypes"],
        _ => &[],
    }
}

/// C has one definition of a name in a unit: the error names both shaders.
#[test]
fn one_name_with_two_layouts_is_an_error_in_c() {
    let consumer = &CONSUMERS[0];
    let [a, b] = DIFFERENT.map(|source| text(consumer.language, None, &[source], None));
    let (a, b) = (a.replace("\"main\"", "\"a.hlsl\""), b.replace("Pair of main", "Pair of b.hlsl"));
    for outputs in outputs(consumer, "two layouts", [&a, &b]) {
        assert!(
            outputs.contains("Pair of b.hlsl has a different layout from that of a.hlsl; generate one of them with --namespace"),
            "{outputs}"
        );
    }
}

#[test]
fn namespaces_separate_two_layouts_of_a_name() {
    for consumer in &CONSUMERS[..2] {
        let [a, b] = [("first", DIFFERENT[0]), ("second", DIFFERENT[1])]
            .map(|(namespace, source)| text(consumer.language, None, &[source], Some(namespace)));
        let program_outputs = outputs(consumer, "two namespaces", [&a, &b]);
        assert!(program_outputs.iter().all(String::is_empty), "{program_outputs:?}\n{a}\n{b}");
    }
}

/// In C++ two definitions of a name are two entities: a unit can include both headers, and linkers do not merge their types, functions and constants.
#[test]
fn two_layouts_of_a_name_are_two_cpp_types() {
    let consumer = &CONSUMERS[1];
    let pairs = [
        ("two sizes", DIFFERENT[0], DIFFERENT[1]),
        ("padding at the end", "StructuredBuffer<Pair> a;", "cbuffer B { Pair pairs[2]; };"),
        ("one buffer", "cbuffer A { float x; };", "cbuffer A { float4 x; float y; };"),
        ("aliases", "StructuredBuffer<float4> A;", "StructuredBuffer<float3> A;"),
        ("other members", "struct M { float x; }; cbuffer A { M m; };", "struct M { int y; }; cbuffer B { M m[2]; };"),
    ];
    for namespace in [None, Some("engine::gfx")] {
        for (name, a, b) in pairs {
            let [a, b] = [a, b].map(|source| text("cpp", None, &[source], namespace));
            let program_outputs = outputs(consumer, name, [&a, &b]);
            assert!(program_outputs.iter().all(String::is_empty), "{name}: {program_outputs:?}\n{a}\n{b}");
        }
    }
    let bits =
        |width: u32| format!("struct Flags {{ uint low : {width}; uint high : 8; }}; cbuffer A {{ float4 x[{width}]; Flags flags; }};");
    let files = [4, 12].map(|width| text("cpp", None, &[&bits(width)], None));
    let [a, b] = ["a", "b"].map(|name| {
        format!(
            "#include \"{name}.h\"\n#include <cstddef>\nunsigned low_{name}(unsigned x) {{ Flags f{{}}; f.bits = x; return f.get_low(); }}\n\
            const std::size_t *size_{name}() {{ return &A_SIZE; }}\nconst A *at_{name} = nullptr;\n"
        )
    });
    let main = "#include <cstddef>\n#include <cstdio>\nunsigned low_a(unsigned), low_b(unsigned);\nconst std::size_t *size_a(), *size_b();\n\
        int main() { std::printf(\"%x %x %zu %zu\\n\", low_a(0xfffff), low_b(0xfffff), *size_a(), *size_b()); }\n";
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("pairs-units");
    std::fs::create_dir_all(&folder).expect("the folder can be made");
    for (name, text) in [("a.h", &*files[0]), ("b.h", &*files[1]), ("a.cpp", &*a), ("b.cpp", &*b), ("main.cpp", main)] {
        std::fs::write(folder.join(name), text).expect("the file can be written");
    }
    let compilers: [&[&str]; 4] = [
        &["g++", "-std=c++17", "-O0"],
        &["g++", "-std=c++17", "-O1", "-flto", "-Wodr", "-Werror"],
        &["clang++-22", "-std=c++17", "-O0"],
        &["clang++-22", "-std=c++17", "-O1", "-flto", "-fuse-ld=lld-22"],
    ];
    for command in sampled(compilers, 3) {
        if Oracle::find(command[0], "two layouts of a name in two units").is_none() {
            continue;
        }
        let files = ["a.cpp", "b.cpp", "main.cpp", "-o", "main"];
        let output = Command::new(command[0]).args(&command[1..]).args(files).current_dir(&folder).output().expect("it starts");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success() && errors.is_empty(), "{command:?}: {errors}");
        let output = Command::new("./main").current_dir(&folder).output().expect("it starts");
        assert_eq!(String::from_utf8_lossy(&output.stdout), "f fff 68 196\n", "{command:?}");
    }
}

#[test]
fn structs_that_files_share_are_written_once() {
    for language in ["rust", "c", "cpp", "python", "typescript"] {
        let (_, a, b) = PAIRS[1];
        let text = text(language, None, &[a, b], None);
        let definitions = ["struct Light {", "} Light;", "class Light {", "Light = np.dtype"].map(|start| text.matches(start).count());
        assert_eq!(definitions.iter().sum::<usize>(), 1, "{language}: {text}");
    }
}

/// Names with another meaning in a host language: its reserved words, and the macros that the compilers define.
fn names(language: &str) -> Vec<String> {
    let known = host::LANGUAGES.iter().find(|known| known.name == language).expect("a language");
    let mut names: Vec<String> = known.reserved().map(str::to_owned).collect();
    names.extend(["NULL", "linux", "unix", "std", "__S", "__linux__", "_S", "Float32Array", "Number", "Array", "Error"].map(str::to_owned));
    if matches!(language, "c" | "cpp") {
        let of_headers = ["BUFSIZ", "DBL_MAX", "ENOENT", "EXIT_SUCCESS", "I", "INFINITY", "M_PI", "NAN", "RAND_MAX", "SIGINT", "complex"];
        names.extend(of_headers.map(str::to_owned));
        let output = Command::new("gcc")
            .args(["-std=gnu11", "-dM", "-E", "-include", "assert.h", "-include", "stdint.h", "-xc", "/dev/null"])
            .output();
        let text = output.map(|output| String::from_utf8_lossy(&output.stdout).into_owned()).unwrap_or_default();
        let defined = text.lines().filter_map(|line| line.strip_prefix("#define ")).filter_map(|line| line.split([' ', '(']).next());
        names.extend(defined.map(str::to_owned));
    }
    names.sort();
    names.dedup();
    // An HLSL keyword cannot be a member.
    let is_name = |name: &str| !unit(&format!("struct {name} {{ float {name}; }}; cbuffer A {{ {name} x; }};")).diagnostics.has_errors();
    names.retain(|name| is_name(name));
    names
}

#[test]
fn reserved_host_names_are_escaped() {
    for consumer in sampled(CONSUMERS.iter().chain([&PYTHON]), 2) {
        let names = names(consumer.language);
        assert!(names.len() > 15, "{}: {names:?}", consumer.language);
        let members: String = names.iter().map(|name| format!("float {name}; ")).collect();
        let types: String = names.iter().map(|name| format!("struct {name} {{ float x; int y; }};\n")).collect();
        let used: String = names.iter().enumerate().map(|(index, name)| format!("{name} m{index}[2]; ")).collect();
        let source =
            format!("struct AllMembers {{ {members} }};\nStructuredBuffer<AllMembers> all;\n{types}cbuffer AllTypes {{ {used} }};");
        for types in if consumer.language == "python" { vec![Some("numpy"), Some("ctypes")] } else { vec![None] } {
            let file = text(consumer.language, types, &[&source], None);
            let program_outputs = outputs(consumer, "names", [&file, &file]);
            assert!(program_outputs.iter().all(String::is_empty), "{program_outputs:?}\n{file}");
        }
    }
}

/// The headers of MinGW-w64, as installed by `cargo xtask test`.
const MINGW: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../target/oracles/zig/ziglang/lib/libc/include/any-windows-any");

/// Members can have the names of all macros of `<windows.h>` in capitals or small letters and without an underscore, which would replace them.
#[test]
fn headers_compile_after_windows_headers() {
    let purpose = "generated headers after those of Windows";
    if Oracle::find("clang-22", purpose).is_none() || Oracle::find(&format!("{MINGW}/windows.h"), purpose).is_none() {
        return;
    }
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("pairs-windows");
    std::fs::create_dir_all(&folder).expect("the folder can be made");
    let write = |name: &str, text: &str| std::fs::write(folder.join(name), text).expect("the file can be written");
    let clang = |arguments: &[&str]| {
        let mut command = Command::new("clang-22");
        command.args(["--target=x86_64-w64-mingw32", "-isystem", MINGW]).args(arguments).current_dir(&folder);
        command.output().expect("clang starts")
    };
    write("macros.c", "#include <windows.h>\n");
    let macros = String::from_utf8(clang(&["-dM", "-E", "macros.c"]).stdout).expect("text");
    let names = macros.lines().filter_map(|line| line.strip_prefix("#define ")?.split_once(' ')).map(|(name, _)| name);
    let is_name = |name: &&str| {
        let (has_small, has_capital) = (name.contains(|c: char| c.is_ascii_lowercase()), name.contains(|c: char| c.is_ascii_uppercase()));
        has_small != has_capital && !name.contains(['_', '(']) && !unit(&format!("cbuffer A {{ float {name}; }};")).diagnostics.has_errors()
    };
    let members: Vec<String> = names.filter(is_name).map(|name| format!("float {name};")).collect();
    assert!(members.len() > 600, "{} macros", members.len());
    let source = format!("struct S {{ {} }};\nStructuredBuffer<S> all;", members.join(" "));
    // C++ escapes the same names; its library is not among these headers.
    write("a.h", &text("c", None, &[&source], None));
    write("main.c", "#include <windows.h>\n#include \"a.h\"\n");
    let output = clang(&["-fsyntax-only", "main.c"]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn halves_convert_to_floats() {
    let file = text("cpp", None, &["cbuffer A { float16_t h; };"], None);
    let main = "#include \"a.h\"\n#include <cstdio>\nint main() { A a; const float xs[] = {0.5f, -2.0f, 65504.0f, 65520.0f, 6.1e-5f, 5.9604645e-8f, 0.1f}; for (float x : xs) { a.h = x; std::printf(\"%04x %g\\n\", a.h.bits, static_cast<double>(static_cast<float>(a.h))); } }\n";
    let expected = "3800 0.5\nc000 -2\n7bff 65504\n7c00 inf\n03ff 6.09756e-05\n0001 5.96046e-08\n2e66 0.0999756\n";
    run(&file, "a.h", main, "main.cpp", &[&["g++", "-std=c++17", "-Wall", "-Werror", "-o", "main", "main.cpp"], &["./main"]], expected);
    let file = text("typescript", None, &["cbuffer A { float16_t h; };"], None);
    let main = "import { A } from \"./a\";\nconst v = new DataView(new ArrayBuffer(16)), a = new A(v);\nfor (const x of [0.5, -2, 65504, 65520, 6.1e-5, 5.9604645e-8, 0.1]) { a.h = x; console.log(v.getUint16(0, true).toString(16).padStart(4, \"0\"), a.h === Infinity ? \"inf\" : String(Number(a.h.toPrecision(6)))); }\n";
    let expected = "3800 0.5\nc000 -2\n7bff 65504\n7c00 inf\n03ff 0.0000609756\n0001 5.96046e-8\n2e66 0.0999756\n";
    let bundle: &[&str] = &["esbuild", "main.ts", "--bundle", "--platform=node", "--log-level=warning", "--outfile=main.js"];
    run(&file, "a.ts", main, "main.ts", &[bundle, &["node", "main.js"]], expected);
}

fn run(file: &str, name: &str, main: &str, main_name: &str, commands: &[&[&str]], expected: &str) {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("halves");
    std::fs::create_dir_all(&folder).expect("the folder can be made");
    std::fs::write(folder.join(name), file).expect("the file can be written");
    std::fs::write(folder.join(main_name), main).expect("the file can be written");
    if Oracle::find(commands[0][0], "conversion of 16 bits of floating point").is_none() {
        return;
    }
    let mut printed = String::new();
    for command in commands {
        let output = Command::new(command[0]).args(&command[1..]).current_dir(&folder).output().expect("it starts");
        assert!(output.status.success(), "{}\n{file}", String::from_utf8_lossy(&output.stderr));
        printed = String::from_utf8_lossy(&output.stdout).into_owned();
    }
    assert_eq!(printed, expected, "{name}");
}
