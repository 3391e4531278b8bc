//! `padstone check host` on a program compiled by gcc.

use std::path::{Path, PathBuf};
use std::process::Command;

use padstone_testing::Oracle;

const SHADER: &str = "cbuffer Camera { float4x4 view; float3 eye; float weights[2]; float exposure; };\n";

/// Compiles a struct and compares it with the shader. Returns the output and the exit code.
fn check(name: &str, members: &str) -> Option<(String, Option<i32>)> {
    Some(run(&compile(name, members)?, &[]))
}

/// Compiles a struct, in a folder with the shader.
fn compile(name: &str, members: &str) -> Option<PathBuf> {
    Oracle::find("gcc", "padstone check host")?;
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::create_dir_all(&folder).expect("the folder can be made");
    std::fs::write(folder.join("camera.hlsl"), SHADER).expect("the shader can be written");
    let program =
        format!("typedef struct {{ {members} }} CameraUniforms;\nfloat use_it(const CameraUniforms *x) {{ return *(const float *)x; }}\n");
    std::fs::write(folder.join("app.c"), program).expect("the program can be written");
    let compiled = Command::new("gcc").args(["-c", "-g", "app.c", "-o", "app.o"]).current_dir(&folder).status().expect("gcc starts");
    assert!(compiled.success());
    Some(folder)
}

/// Compares the compiled struct with the shader.
fn run(folder: &Path, more: &[&str]) -> (String, Option<i32>) {
    let output = Command::new(env!("CARGO_BIN_EXE_padstone"))
        .args(["check", "host", "app.o", "--struct", "CameraUniforms=camera.hlsl:Camera"])
        .args(more)
        .current_dir(folder)
        .output()
        .expect("padstone starts");
    let text = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    (text, output.status.code())
}

#[test]
fn a_matching_struct_is_reported() {
    let members = "float m_view[4][4]; float m_eye[3]; float _pad0; struct { float value; float _pad[3]; } m_weights[1]; float last; float m_exposure;";
    let Some((text, code)) = check("alike", members) else { return };
    // An element with padding and one without do not form an array of two.
    assert_eq!(code, Some(1), "{text}");
    let members = "float m_view[4][4]; float m_eye[3]; float _pad0; struct { struct { float value, _pad[3]; } head[1]; float last; } m_weights; float m_exposure;";
    let Some((text, code)) = check("alike", members) else { return };
    assert_eq!(code, Some(0), "{text}");
    assert_eq!(text, "CameraUniforms in app.o and Camera in camera.hlsl, dxc\n  all 4 members match\n");
}

#[test]
fn differences_are_listed_with_fixes() {
    let Some((text, code)) = check("apart", "float m_view[16]; float m_eye[3]; float m_weights[2]; double m_exposure; int m_frame;") else {
        return;
    };
    assert_eq!(code, Some(1), "{text}");
    let expected = "\
CameraUniforms in app.o and Camera in camera.hlsl, dxc
  weights: offset 80 in the shader, 76 in the program
    program: add 4 bytes of padding before it: `uint8_t _pad[4];`
    shader:  no member takes the 4 bytes before it: move another member there, or change the program
  weights: stride 16 in the shader, 4 in the program
    program: replace the array by a struct: `head`, 1 element in a struct with 12 bytes of padding: `uint8_t _pad[12];`; and `last`, the last element, without padding
    shader:  pack 4 elements into each four-component vector: `weights[i / 4][i % 4]`
  exposure: float has scalars of 4 bytes in the shader, 8 bytes in the program
    program: declare it `float`
    shader:  use a type with scalars of 8 bytes
  only in the program: m_frame
  3 mismatches in 4 members
";
    assert_eq!(text, expected);
}

/// The structs that `padstone emit` writes match when compiled by gcc, including 16-bit floating point and one-byte bools.
#[test]
fn emitted_structs_match() {
    if Oracle::find("gcc", "padstone check host").is_none() {
        return;
    }
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("emitted");
    std::fs::create_dir_all(&folder).expect("the folder can be made");
    let half = "cbuffer Scene { float16_t4 soft; float16_t one; float3x2 turn; int16_t2 ids[3]; double time; float last[2]; };\n";
    let view = "struct Light { float3 at; bool on; half4 colour; }\n\
        struct View { float4x4 of; bool3 flags; Light lights[3]; half2 jitter; }\nConstantBuffer<View> Scene;\n";
    let wgsl = "enable f16;\nstruct View { a: vec3h, b: f32, c: mat3x3f, d: array<vec3f, 2>, @align(32) e: vec2h }\n\
        @group(0) @binding(0) var<storage> Scene: View;\n";
    // A base class is a member of its own in generated structs, and a runtime-sized array is none.
    let derived = "struct Base { float3 p; float b; }; struct Middle : Base { float m; }; struct Item : Middle { float q; };\n\
        StructuredBuffer<Item> Scene;\n";
    let tail = "#version 450\nlayout(std430, binding = 0) buffer Scene { uint n; vec4 rest[]; };\nvoid main() {}\n";
    // Without padding after the last row, so an element of a buffer is a struct of its own around the one with the base.
    let wrapped = "struct Row { row_major float1x3 at[3]; }; struct Item : Row { float on; Row last; };\nRWStructuredBuffer<Item> Scene;\n";
    // Only the host knows how it writes a texture of an argument buffer.
    let argument =
        "struct Inner { Texture2D map; }\nstruct Data { Inner inner; float3 tint; Texture2D other; }\nParameterBlock<Data> Scene;\n";
    for (file, text, rules, members) in [
        ("wrapped.hlsl", wrapped, "dxc-spirv", 4),
        ("argument.slang", argument, "slang-metal", 4),
        ("derived.hlsl", derived, "dxc", 4),
        ("tail.comp", tail, "glslang", 2),
        ("half.hlsl", half, "dxc", 6),
        ("half.hlsl", half, "dxc-spirv-scalar", 6),
        ("view.slang", view, "slang-spirv", 7),
        ("view.slang", view, "slang-cpp", 7),
        ("view.slang", view, "slang-metal", 7),
        ("view.wgsl", wgsl, "wgsl", 5),
    ] {
        std::fs::write(folder.join(file), text).expect("the shader can be written");
        let run = |program: &str, arguments: &[&str]| {
            let output = Command::new(program).args(arguments).current_dir(&folder).output().expect("it starts");
            let printed = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
            assert!(output.status.success(), "{file} under {rules}: {printed}");
            printed
        };
        let padstone = env!("CARGO_BIN_EXE_padstone");
        let bits: &[&str] = if file.ends_with(".hlsl") { &["--", "-enable-16bit-types"] } else { &[] };
        run(padstone, &[&["emit", "c", file, "--rules", rules, "-o", "scene.h"], bits].concat());
        let host = if text == derived { "Item" } else { "Scene" };
        std::fs::write(folder.join("scene.c"), format!("#include \"scene.h\"\n{host} used;\n")).expect("the program can be written");
        run("gcc", &["-c", "-g", "scene.c", "-o", "scene.o"]);
        let pair = format!("{host}={file}:Scene");
        let printed = run(padstone, &[&["check", "host", "scene.o", "--struct", &pair, "--rules", rules], bits].concat());
        assert!(printed.ends_with(&format!("  all {members} members match\n")), "{file} under {rules}: {printed}");
    }
}

#[test]
fn a_mismatch_leaves_no_stamp() {
    for (name, members, code, is_written) in [
        ("stamp-different", "float m_view[16]; float m_eye[3]; float m_exposure;", Some(1), false),
        (
            "stamp-alike",
            "float m_view[4][4]; float m_eye[3]; float _pad0; struct { struct { float value, _pad[3]; } head[1]; float last; } m_weights; float m_exposure;",
            Some(0),
            true,
        ),
    ] {
        let Some(folder) = compile(name, members) else { return };
        let _ = std::fs::remove_file(folder.join("stamp"));
        let (text, found) = run(&folder, &["-o", "stamp"]);
        assert_eq!(found, code, "{text}");
        assert_eq!(folder.join("stamp").exists(), is_written, "{text}");
        assert_eq!(text.contains("1 mismatch in 4 members"), !is_written, "the report is printed instead: {text}");
    }
}

#[test]
fn missing_members_are_reported() {
    let Some((text, code)) = check("missing", "float m_view[16]; float m_eye[3];") else { return };
    assert_eq!(code, Some(1), "{text}");
    assert!(text.contains("missing in the program"), "{text}");
    let padstone = |arguments: &[&str]| Command::new(env!("CARGO_BIN_EXE_padstone")).args(arguments).output().expect("padstone starts");
    assert_eq!(padstone(&["check", "host", "x", "--struct", "Camera"]).status.code(), Some(2));
    let unreadable = padstone(&["check", "host", env!("CARGO_MANIFEST_DIR"), "--struct", "A=b.hlsl:C"]);
    assert!(String::from_utf8_lossy(&unreadable.stderr).contains("error[P1302]"));
}

/// Machine-readable formats have one result for each cause, at the member in the shader.
#[test]
fn mismatches_are_findings_in_machine_formats() {
    let members = "float m_view[16]; float m_eye[3]; float m_weights[2]; double m_exposure; int m_frame;";
    if check("formats", members).is_none() {
        return;
    }
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("formats");
    let printed = |format: &str| {
        let arguments = ["check", "host", "app.o", "--struct", "CameraUniforms=camera.hlsl:Camera", "--message-format", format];
        let output = Command::new(env!("CARGO_BIN_EXE_padstone")).args(arguments).current_dir(&folder).output().expect("padstone starts");
        assert_eq!((output.status.code(), String::from_utf8_lossy(&output.stdout).as_ref()), (Some(1), ""), "{format}");
        String::from_utf8(output.stderr).expect("text")
    };
    let json: Vec<serde_json::Value> = printed("json").lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let places: Vec<_> = json.iter().map(|line| (line["code"].as_str(), line["location"]["column"].as_u64())).collect();
    assert_eq!(places, [(Some("P1303"), Some(51)), (Some("P1303"), Some(51)), (Some("P1303"), Some(69))], "{json:#?}");
    assert_eq!(printed("github").lines().filter(|line| line.starts_with("::error file=camera.hlsl,line=1,")).count(), 3);
    let sarif: serde_json::Value = serde_json::from_str(&printed("sarif")).expect("JSON");
    assert_eq!(sarif["runs"][0]["results"].as_array().map(Vec::len), Some(3), "{sarif:#}");
}

/// A finding under several rule sets names them; advice that differs is not lost.
#[test]
fn machine_formats_name_the_rule_sets_of_each_mismatch() {
    let shader = "cbuffer A { float3 a[2]; int b; float c; };\n";
    let program = "struct Host { float a[2][3]; long long b; float c; } use;\n";
    let rules = ["--rules", "dxc,dxc-spirv,dxc-spirv-scalar", "--message-format", "json"];
    let Some((text, _)) = check_program("rules of findings", shader, GCC, "app.c", program, &rules) else { return };
    let lines: Vec<serde_json::Value> = text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let messages: Vec<&str> = lines.iter().filter_map(|line| line["message"].as_str()).collect();
    let expected = [
        "`A.a` differs from `Host` in `app.o`: stride 16 in the shader, 12 in the program (dxc)",
        "`A.b` differs from `Host` in `app.o`: int has scalars of 4 bytes in the shader, 8 bytes in the program (dxc, dxc-spirv, dxc-spirv-scalar)",
        "`A.a` differs from `Host` in `app.o`: stride 16 in the shader, 12 in the program (dxc-spirv)",
    ];
    assert_eq!(messages, expected, "{text}");
    assert!(text.contains("declare it `int32_t`"), "{text}");
}

/// Compiles a program and compares its struct `Host` with a shader.
fn check_program(folder: &str, shader: &str, compiler: &[&str], file: &str, program: &str, more: &[&str]) -> Option<(String, Option<i32>)> {
    check_struct(folder, shader, compiler, (file, program), "Host", more)
}

/// Compiles a program and compares a struct of it with a shader.
fn check_struct(
    folder: &str,
    shader: &str,
    compiler: &[&str],
    (file, program): (&str, &str),
    name: &str,
    more: &[&str],
) -> Option<(String, Option<i32>)> {
    Oracle::find(compiler[0], "padstone check host")?;
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(folder);
    std::fs::create_dir_all(&folder).expect("the folder can be made");
    std::fs::write(folder.join("a.hlsl"), shader).expect("the shader can be written");
    std::fs::write(folder.join(file), program).expect("the program can be written");
    let compiled = Command::new(compiler[0]).args(&compiler[1..]).arg(file).args(["-o", "app.o"]).current_dir(&folder).status();
    assert!(compiled.expect("the compiler starts").success());
    let output = Command::new(env!("CARGO_BIN_EXE_padstone"))
        .args(["check", "host", "app.o", "--struct", &format!("{name}=a.hlsl:A")])
        .args(more)
        .current_dir(&folder)
        .output()
        .expect("padstone starts");
    let text = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    Some((text, output.status.code()))
}

const GCC: &[&str] = &["gcc", "-c", "-g"];

/// The offset of a virtual base is known only at run time, so that its members are not where the shader has them.
#[test]
fn members_of_a_virtual_base_do_not_match() {
    let program = "struct Base { float pos[3]; }; struct Host : virtual Base {}; Host host; float read() { return host.pos[0]; }\n";
    let shader = "cbuffer A { float3 pos; };\n";
    let Some((text, code)) = check_program("virtual", shader, &["g++", "-c", "-g"], "app.cpp", program, &[]) else { return };
    assert_eq!(code, Some(1), "{text}");
    assert!(text.contains("pos: offset 0 in the shader, missing in the program"), "{text}");
}

/// A consequence is listed with its cause, and is not itself a cause.
#[test]
fn consequences_are_listed_without_explanations() {
    let shader = "cbuffer A { float3 a; float b; float3 c; float4 d; float e; float f; float4 g; float h; };\n";
    let program = "typedef struct { float a[3]; float b; float c[3]; float d[4]; float e, f; float _more[5]; float g[4]; float h; } Host;\n\
        float use_it(const Host *x) { return x->b; }\n";
    let Some((text, code)) = check_program("causes", shader, GCC, "app.c", program, &[]) else { return };
    let expected = "\
Host in app.o and A in a.hlsl, dxc
  d: offset 32 in the shader, 28 in the program
    program: add 4 bytes of padding before it: `uint8_t _pad[4];`
    shader:  no member takes the 4 bytes before it: move another member there, or change the program
  g: offset 64 in the shader, 72 in the program, or 76 once the members before it are fixed
    program: remove 12 bytes before it: padding, or a preceding member that is larger or more aligned
    shader:  add 12 bytes of padding before it
  as a consequence: e, f, h
  only in the program: _more
  2 mismatches in 8 members, 3 as a consequence
";
    assert_eq!((text.as_str(), code), (expected, Some(1)));
    // Missing padding between them hides neither another kind of scalar nor a missing end.
    let program = "typedef struct { float a[3]; int b; } Host;\nfloat use_it(const Host *x) { return x->a[0]; }\n";
    let Some((text, _)) = check_program("kinds", "cbuffer A { float3 a; float b; float4 c; };\n", GCC, "app.c", program, &[]) else {
        return;
    };
    assert!(text.contains("  b: a floating-point number in the shader, an integer in the program"), "{text}");
    assert!(text.contains("  c: offset 16 in the shader, missing in the program"), "{text}");
}

/// A member that the program lacks, and one that it declares later, move the members between.
#[test]
fn missing_and_reordered_members_are_the_causes() {
    let check = |name: &str, members: &str, expected: &str| {
        let shader = "cbuffer A { float4 a; float4 b; float4 c; float4 d; };\n";
        let program = format!("typedef struct {{ {members} }} Host;\nHost used;\n");
        let Some((text, _)) = check_program(name, shader, GCC, "app.c", &program, &[]) else { return };
        assert_eq!(text, format!("Host in app.o and A in a.hlsl, dxc\n{expected}"), "{name}");
    };
    check(
        "missing",
        "float a[4], c[4], d[4];",
        "  b: offset 16 in the shader, missing in the program
    program: add a member `b` at offset 16
    shader:  remove it, or rename it to match the program
  as a consequence: c, d, the whole struct
  1 mismatch in 4 members, 3 as a consequence
",
    );
    check(
        "reordered",
        "float c[4], a[4], b[4], d[4];",
        "  c: offset 32 in the shader, 0 in the program
    program: move `c` after `b`
    shader:  declare `c` in the order of the program
  as a consequence: a, b
  1 mismatch in 4 members, 2 as a consequence
",
    );
}

/// An array of scalars may represent one of vectors, and elements of another type need more than padding.
#[test]
fn arrays_are_compared_by_their_scalars() {
    let check = |name: &str, shader: &str, members: &str, expected: &str| {
        let (shader, program) = (format!("cbuffer A {{ {shader} }};\n"), format!("typedef struct {{ {members} }} Host;\nHost used;\n"));
        let Some((text, code)) = check_program(name, &shader, GCC, "app.c", &program, &[]) else { return };
        assert_eq!((code, text.contains(expected)), (Some(i32::from(!expected.is_empty())), true), "{name}: {text}");
    };
    check("flat", "float4 planes[6];", "float planes[24];", "");
    check("flat-matrices", "float4x4 m[2];", "float m[2][16];", "");
    check(
        "flat-short",
        "float4 planes[6];",
        "float planes[20];",
        "planes: stride 16 in the shader, 4 in the program\n    program: declare its elements `float[4]`",
    );
    check(
        "flat-integers",
        "float4 planes[2];",
        "int planes[8];",
        "planes: stride 16 in the shader, 4 in the program\n    program: declare its elements `float[4]`",
    );
    check("wrapped", "float3 w[2];", "float w[2][3];", "program: wrap each element in a struct with 4 bytes of padding");
    check(
        "bytes",
        "float w[2];",
        "char w[2];",
        "w: stride 16 in the shader, 1 in the program\n    program: wrap elements of type `float` in structs with 12 bytes of padding: `uint8_t _pad[12];`",
    );
}

/// A pointer is an address: an integer of its size, and no other value.
#[test]
fn pointers_are_integers() {
    let check = |name: &str, shader: &str, members: &str, expected: &str| {
        let program = format!("struct Light {{ float x; }}; struct Host {{ {members} }} used;\n");
        let (shader, program) = (format!("struct Light {{ float x; }};\ncbuffer A {{ {shader} }};\n"), ("app.cpp", &*program));
        let Some((text, code)) = check_struct(name, &shader, &["g++", "-c", "-g"], program, "Host", &[]) else { return };
        assert_eq!((code, text.contains(expected)), (Some(i32::from(!expected.is_empty())), true), "{name}: {text}");
    };
    check("pointer", "uint64_t at; float x;", "float *at; float x;", "");
    check(
        "pointer-vector",
        "uint2 at; float x;",
        "void *at; float x;",
        "at: uint2 in the shader, a pointer of 8 bytes in the program\n    program: declare it `uint32_t[2]`\n    shader:  use an integer of 8 bytes\n  1 mismatch in 2 members\n",
    );
    check("pointer-struct", "Light at;", "Light *at;", "at: Light in the shader, a pointer of 8 bytes in the program");
    check("pointer-array", "Light at[2];", "Light *at;", "at: an array in the shader, a pointer of 8 bytes in the program");
    check("member-pointer", "uint2 at;", "int Light::*at;", "at: uint2 in the shader, a type without numbers in the program");
}

/// A name may lack outer namespaces, but has no other ones.
#[test]
fn qualified_names_select_a_struct() {
    let program = "struct Host { float x; } global;\n\
        namespace a { namespace b { struct Host { float y; }; } b::Host used; }\n\
        namespace c { namespace d { struct Host { float z; }; } d::Host used; }\n\
        namespace e { namespace d { struct Host { float w; }; } d::Host used; }\n";
    let check = |name: &str, member: &str, expected: &str| {
        let shader = format!("cbuffer A {{ float {member}; }};\n");
        let Some((text, _)) = check_struct("names", &shader, &["g++", "-c", "-g"], ("app.cpp", program), name, &[]) else { return };
        assert!(text.starts_with(expected), "{name}: {text}");
    };
    check("Host", "x", "Host in app.o and A in a.hlsl, dxc\n  the one member matches\n");
    check("::Host", "x", "Host in app.o and A in a.hlsl, dxc\n  the one member matches\n");
    check("b::Host", "y", "a::b::Host in app.o and A in a.hlsl, dxc\n  the one member matches\n");
    check("c::d::Host", "z", "c::d::Host in app.o and A in a.hlsl, dxc\n  the one member matches\n");
    check("d::Host", "z", "error[P1301]: `app.o` has 2 different structs `d::Host`\n |\n = help: specify one of c::d::Host, e::d::Host\n");
    check(
        "f::Host",
        "z",
        "error[P1301]: the debug information of `app.o` has no struct `f::Host`\n |\n = help: specify one of Host, a::b::Host, c::d::Host, e::d::Host\n",
    );
}

/// Messages about Rust structs use Rust's terms.
#[test]
fn padding_is_spelled_in_the_language_of_the_program() {
    let shader = "cbuffer A { float3 a; float4 b; };\n";
    let program =
        "#[repr(C)] pub struct Host { a: [f32; 3], b: [f32; 4] }\n#[unsafe(no_mangle)] pub fn use_it(x: &Host) -> f32 { x.b[0] }\n";
    let rustc = &["rustc", "--crate-name=app", "--edition=2024", "--crate-type=lib", "--emit=obj", "-g"];
    let Some((text, code)) = check_program("rust", shader, rustc, "app.rs", program, &[]) else { return };
    assert!(code == Some(1) && text.contains("add 4 bytes of padding before it: `_pad: [u8; 4],`") && !text.contains("uint8_t"), "{text}");
}

/// Following all moves gives the order of the shader, and what remains is padding.
#[test]
fn moves_restore_the_order() {
    let shader = "cbuffer A { float4 x; uint y; double z; float4x4 m; float2 w; float3 q; };\n";
    let program = "typedef struct { float x[4]; unsigned y; double z; float w[2], m[16], q[3]; } Host;\nfloat use_it(const Host *x) { return x->w[0]; }\n";
    let Some((text, code)) = check_program("moves", shader, GCC, "app.c", program, &[]) else { return };
    let expected = "  w: offset 96 in the shader, 32 in the program
    program: move `w` after `m`
    shader:  declare `w` in the order of the program
  q: offset 112 in the shader, 104 in the program
    program: add 8 bytes of padding before it: `uint8_t _pad[8];`
    shader:  no member takes the 8 bytes before it: move another member there, or change the program
  as a consequence: m, the whole struct
";
    assert!(code == Some(1) && text.contains(expected), "{text}");
}

/// A bit-field at the end does not hide what has to change before it.
#[test]
fn members_before_a_bit_field_are_compared_once_fixed() {
    let shader = "cbuffer A { bool on; uint kind; float4 color; uint bits; };\n";
    let program = "typedef struct { unsigned char on, kind; float color[4]; unsigned bits : 4; } Host;\nfloat use_it(const Host *x) { return x->color[0]; }\n";
    let Some((text, code)) = check_program("before-bits", shader, GCC, "app.c", program, &[]) else { return };
    let expected = "color: offset 16 in the shader, 4 in the program, or 8 once the members before it are fixed";
    let advice = "shader:  the language has no scalar of 1 byte: change the program";
    assert!(code == Some(1) && text.contains(expected) && text.contains(advice), "{text}");
}

/// Rust has no bit-fields.
#[test]
fn bit_fields_are_one_integer_in_rust() {
    let shader = "struct S { uint flags : 5; uint kind : 27; };\nStructuredBuffer<S> A;\n";
    let program = "#[repr(C)] pub struct Host { pub flags: u32 }\n#[unsafe(no_mangle)] pub fn use_it(x: &Host) -> u32 { x.flags }\n";
    let rustc = &["rustc", "--crate-name=app", "--edition=2024", "--crate-type=lib", "--emit=obj", "-g"];
    let Some((text, code)) = check_program("rust-bits", shader, rustc, "app.rs", program, &[]) else { return };
    let advice = "Rust has no bit-fields: declare one member of 4 bytes for all of them, with another name";
    assert!(code == Some(1) && text.contains(advice), "{text}");
}

/// The size of constant buffers of D3D11 is a multiple of 16 bytes.
#[test]
fn d3d11_buffer_sizes_must_be_multiples_of_16() {
    let shader = "cbuffer A { float4x4 view; float4 eye; float time; };\nStructuredBuffer<float4x4> B;\n";
    let program =
        |members: &str| format!("typedef struct {{ {members} }} Host;\nfloat use_it(const Host *x) {{ return *(const float *)x; }}\n");
    let (short, long) = (program("float view[16], eye[4], time;"), program("float view[16], eye[4], time, _pad[3];"));
    let message = "`Host` is 84 bytes; the size of a D3D11 constant buffer must be a multiple of 16";
    let check = |program: &str, more: &[&str], code: i32, expected: Option<&str>| {
        let Some((text, found)) = check_program("d3d11", shader, GCC, "app.c", program, more) else { return };
        let has_message = text.contains("P1304") && text.contains(message) && text.contains("96 bytes, or add 12 bytes of padding");
        assert_eq!((found, expected.is_some(), text.contains("P1304")), (Some(code), has_message, expected.is_some()), "{more:?}: {text}");
        assert!(expected.is_none_or(|severity| text.contains(severity)), "{more:?}: {text}");
    };
    check(&short, &[], 0, None);
    check(&short, &["--rules", "fxc"], 0, Some("note[P1304]"));
    check(&short, &["--rules", "fxc-9"], 0, Some("note[P1304]"));
    check(&short, &["--rules", "fxc", "--device", "d3d11"], 1, Some("error[P1304]"));
    check(&short, &["--device", "d3d11"], 1, Some("error[P1304]"));
    check(&long, &["--rules", "fxc", "--device", "d3d11"], 0, None);
}

/// Compilers with each encoding of bit-fields: from the highest bit of the storage unit, from the start of the struct, and CodeView's.
const ENCODINGS: &[(&str, &[&str])] = &[
    ("dwarf2", &["gcc", "-c", "-gdwarf-2", "-gstrict-dwarf"]),
    ("dwarf3", &["clang-22", "-c", "-gdwarf-3"]),
    ("dwarf4", &["gcc", "-c", "-gdwarf-4", "-gstrict-dwarf"]),
    ("dwarf5", &["gcc", "-c", "-gdwarf-5"]),
    ("codeview", &["clang-22", "--target=x86_64-pc-windows-msvc", "-ffreestanding", "-c", "-g", "-gcodeview"]),
];

/// Compares a struct with a structured buffer `A` for each encoding of bit-fields; `expected` are parts of the messages, none for a match.
fn check_bits(name: &str, shader: &str, members: &str, expected: &[&str]) {
    for (encoding, compiler) in ENCODINGS {
        let program = format!(
            "typedef unsigned uint; typedef unsigned char u8; typedef unsigned short u16; typedef unsigned long long u64;\n\
             typedef struct {{ {members} }} Host;\nint use_it(const Host *x) {{ return *(const int *)x; }}\n"
        );
        let shader = format!("struct S {{ {shader} }};\nStructuredBuffer<S> A;\n");
        let Some((text, code)) = check_program(&format!("bits-{name}-{encoding}"), &shader, compiler, "app.c", &program, &[]) else {
            continue;
        };
        assert_eq!(code, Some(i32::from(!expected.is_empty())), "{name}, {encoding}: {text}");
        for message in expected {
            assert!(text.contains(message), "{name}, {encoding}: {message}: {text}");
        }
        let mismatches = text.lines().filter(|line| line.starts_with("  ") && line.contains(" in the program")).count();
        assert_eq!(mismatches, expected.len(), "{name}, {encoding}: {text}");
        assert!(!text.contains("only in the program"), "{name}, {encoding}: {text}");
    }
}

#[test]
fn bit_fields_have_the_same_bits() {
    const SHADER: &str = "uint flags : 5; uint kind : 3; uint id;";
    check_bits("same", SHADER, "uint flags : 5, kind : 3; uint id;", &[]);
    check_bits("pair", "uint a : 16; uint b : 16;", "uint a : 16, b : 16;", &[]);
    check_bits("whole", "uint a : 16; uint b : 16;", "u16 a, b;", &[]);
    check_bits("integer", "uint id;", "uint id : 32;", &[]);
    check_bits("wide", "uint64_t c : 33; uint64_t d : 31; int e : 7;", "u64 c : 33, d : 31; int e : 7;", &[]);
    check_bits(
        "swapped",
        SHADER,
        "uint kind : 3, flags : 5; uint id;",
        &["kind: bits 5..8 at offset 0 in the shader, bits 0..3 at offset 0 in the program"],
    );
    // A wider bit-field moves those after it, and the allocation unit moves them all.
    check_bits(
        "pushed",
        "uint flags : 5; uint kind : 3; uint last : 4;",
        "uint flags : 7, kind : 3, last : 4;",
        &["flags: bits 0..5 at offset 0 in the shader, bits 0..7 at offset 0 in the program"],
    );
    check_bits(
        "unit-moved",
        SHADER,
        "u64 _pad; uint flags : 5, kind : 3; uint id;",
        &["flags: bits 0..5 at offset 0 in the shader, bits 0..5 at offset 8 in the program\n    program: remove 8 bytes before it"],
    );
    check_bits(
        "widths",
        SHADER,
        "uint flags : 2, kind : 6; uint id;",
        &[
            "flags: bits 0..5 at offset 0 in the shader, bits 0..2 at offset 0 in the program",
            "kind: bits 5..8 at offset 0 in the shader, bits 2..8 at offset 0 in the program",
        ],
    );
    check_bits(
        "wider",
        SHADER,
        "uint flags : 5, kind : 20; uint id;",
        &["kind: bits 5..8 at offset 0 in the shader, bits 5..25 at offset 0 in the program"],
    );
    check_bits("narrow", "uint a;", "uint a : 24;", &["a: bits 0..32 at offset 0 in the shader, bits 0..24 at offset 0 in the program"]);
    check_bits("float", "float a;", "uint a : 32;", &["a: float in the shader, a bit-field in the program"]);
    check_bits("kinds", "uint a : 32;", "float a;", &["a: a bit-field in the shader, but not in the program"]);
    check_bits(
        "moved",
        "uint a : 4; uint b : 4;",
        "uint a : 4; uint : 2; uint b : 4;",
        &["b: bits 4..8 at offset 0 in the shader, bits 6..10 at offset 0 in the program"],
    );
}

/// A host may have the allocation unit of bit-fields as one integer, as `padstone emit` writes it.
#[test]
fn an_integer_may_be_the_allocation_unit_of_bit_fields() {
    const SHADER: &str = "uint flags : 5; uint kind : 3; uint id;";
    check_bits("unit", SHADER, "uint bits; uint id;", &[]);
    check_bits("signed-unit", SHADER, "int anything; uint id;", &[]);
    check_bits("array-unit", SHADER, "u8 anything[4]; uint id;", &[]);
    let missing = [
        "flags: bits 0..5 at offset 0 in the shader, missing in the program",
        "kind: bits 5..8 at offset 0 in the shader, missing in the program",
    ];
    check_bits("padding-unit", SHADER, "uint _pad; uint id;", &missing);
    for host in ["float bits; uint id;", "u16 bits; u16 id;"] {
        let program = format!("typedef unsigned uint; typedef unsigned short u16; typedef struct {{ {host} }} Host;\nHost used;\n");
        let shader = format!("struct S {{ {SHADER} }};\nStructuredBuffer<S> A;\n");
        let Some((text, code)) = check_program("no-unit", &shader, GCC, "app.c", &program, &[]) else { continue };
        assert!(code == Some(1) && missing.iter().all(|message| text.contains(message)), "{text}");
    }
}

/// Scalars match at their offsets, and not at those of padding; named components are in the order of the shader.
#[test]
fn values_in_elements_are_at_the_offset_of_the_element() {
    let check = |name: &str, shader: &str, program: &str, expected: &str| {
        let (shader, program) = (format!("cbuffer A {{ {shader} }};\n"), format!("{program}\nHost used;\n"));
        let Some((text, code)) = check_program(name, &shader, GCC, "app.c", &program, &[]) else { return };
        assert_eq!((code, text.contains(expected)), (Some(i32::from(!expected.is_empty())), true), "{name}: {text}");
    };
    let host = |element: &str, member: &str| format!("typedef struct {{ {element} }} E; typedef struct {{ {member} }} Host;");
    check("element-after", "float w[3];", &host("float v, pad[3];", "E w[3];"), "");
    check(
        "element-before",
        "float w[3];",
        &host("float pad[3]; float v;", "E w[3];"),
        "w[]: float has a scalar at offset 0 in the shader; the 16 bytes in the program have none there",
    );
    check(
        "vector-before",
        "float3 v[2];",
        &host("float pad; float x, y, z;", "E v[2];"),
        "v[]: float3 has a scalar at offset 0 in the shader; the 16 bytes in the program have none there",
    );
    check("ordered", "float3 v;", &host("float x, y, z;", "E v;"), "");
    check("other-names", "float3 v;", &host("float pitch, yaw, roll;", "E v;"), "");
    check("union", "float3 v;", &host("union { float x, b; }; union { float y, g; }; union { float z, r; };", "E v;"), "");
    check(
        "reversed",
        "float3 v;",
        &host("float z, y, x;", "E v;"),
        "v: float3 in the shader, components `z`, `y`, `x` in the program\n    program: declare them in the order `x`, `y`, `z`\n    shader:  read it as `.zyx`",
    );
    check("bgra", "float4 v[2];", &host("float b, g, r, a;", "E v[2];"), "v[]: float4 in the shader, components `b`, `g`, `r`, `a`");
    check(
        "rows",
        "row_major float2x4 m;",
        &host("float w, x, y, z;", "E m[2];"),
        "m: float2x4 in the shader, components `w`, `x`, `y`, `z`",
    );
}

/// The last element of an array may be a separate member; its bit-fields are compared too.
#[test]
fn bit_fields_of_a_separate_last_element_are_compared() {
    let shader = "struct E { float3 c; uint a : 5; uint b : 27; float d; };\ncbuffer A { E e[2]; };\n";
    for (last, expected) in [("a : 5, b : 27", 0), ("bits", 0), ("b : 27, a : 5", 1)] {
        let element = |bits: &str| format!("struct {{ float c[3]; unsigned {bits}; float d; }}");
        let array = format!("struct {{ struct {{ {} value; float _pad[3]; }} head[1]; {} last; }} e", element("bits"), element(last));
        let program = format!("typedef struct {{ {array}; }} Host;\nHost used;\n");
        let Some((text, code)) = check_program("separate-element", shader, GCC, "app.c", &program, &[]) else { return };
        assert_eq!(code, Some(expected), "{last}: {text}");
    }
}
