//! `padstone check host`, on a program that gcc made.

use std::path::Path;
use std::process::Command;

use padstone_testing::Oracle;

const SHADER: &str = "cbuffer Camera { float4x4 view; float3 eye; float weights[2]; float exposure; };\n";

/// Compiles a struct and holds it against the shader; gives what is printed, and the exit code.
fn check(name: &str, members: &str) -> Option<(String, Option<i32>)> {
    Oracle::find("gcc", "padstone check host")?;
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::create_dir_all(&folder).expect("the folder can be made");
    std::fs::write(folder.join("camera.hlsl"), SHADER).expect("the shader can be written");
    let program =
        format!("typedef struct {{ {members} }} CameraUniforms;\nfloat use_it(const CameraUniforms *x) {{ return *(const float *)x; }}\n");
    std::fs::write(folder.join("app.c"), program).expect("the program can be written");
    let compiled = Command::new("gcc").args(["-c", "-g", "app.c", "-o", "app.o"]).current_dir(&folder).status().expect("gcc starts");
    assert!(compiled.success());
    let output = Command::new(env!("CARGO_BIN_EXE_padstone"))
        .args(["check", "host", "app.o", "--struct", "CameraUniforms=camera.hlsl:Camera"])
        .current_dir(&folder)
        .output()
        .expect("padstone starts");
    let text = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    Some((text, output.status.code()))
}

#[test]
fn a_struct_that_lies_alike_is_said_to() {
    let members = "float m_view[4][4]; float m_eye[3]; float _pad0; struct { float value; float _pad[3]; } m_weights[1]; float last; float m_exposure;";
    let Some((text, code)) = check("alike", members) else { return };
    // One element with padding and one without is no array of two.
    assert_eq!(code, Some(1), "{text}");
    let members = "float m_view[4][4]; float m_eye[3]; float _pad0; struct { struct { float value, _pad[3]; } head[1]; float last; } m_weights; float m_exposure;";
    let Some((text, code)) = check("alike", members) else { return };
    assert_eq!(code, Some(0), "{text}");
    assert_eq!(text, "CameraUniforms in app.o and Camera in camera.hlsl, dxc\n  all 4 members agree\n");
}

#[test]
fn differences_are_listed_with_what_to_change() {
    let Some((text, code)) = check("apart", "float m_view[16]; float m_eye[3]; float m_weights[2]; double m_exposure; int m_frame;") else {
        return;
    };
    assert_eq!(code, Some(1), "{text}");
    let expected = "\
CameraUniforms in app.o and Camera in camera.hlsl, dxc
  weights: byte 80 in the shader, and byte 76 in the program
    program: 4 bytes of padding before it: `uint8_t _pad[4];`
    shader:  4 bytes less before it: what stands there is longer or aligned to more than in the program
  weights: elements lie 16 bytes apart in the shader, and 4 in the program
    program: a struct of the element and 12 bytes of padding for each
    shader:  4 of them in each vector of four: `weights[i / 4][i % 4]`
  exposure: byte 100 in the shader, and byte 88 in the program
    program: mend `weights` first, behind which it lies
    shader:  mend `weights` first, behind which it lies
  exposure: float in the shader, of numbers of 4 bytes, and of 8 in the program
    program: a type with one number of 4 bytes in 4 bytes
    shader:  a type of numbers of 8 bytes
  only in the program: m_frame
  2 places differ; 4 members were compared
";
    assert_eq!(text, expected);
}

/// The structs that `padstone emit` writes agree, compiled by gcc, those of 16 bits of floating point and of bools of one byte among them.
#[test]
fn what_is_emitted_agrees() {
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
    for (file, text, rules, members) in [
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
            let said = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
            assert!(output.status.success(), "{file} under {rules}: {said}");
            said
        };
        let padstone = env!("CARGO_BIN_EXE_padstone");
        let bits: &[&str] = if file.ends_with(".hlsl") { &["--", "-enable-16bit-types"] } else { &[] };
        run(padstone, &[&["emit", "c", file, "--rules", rules, "-o", "scene.h"], bits].concat());
        std::fs::write(folder.join("scene.c"), "#include \"scene.h\"\nScene used;\n").expect("the program can be written");
        run("gcc", &["-c", "-g", "scene.c", "-o", "scene.o"]);
        let pair = format!("Scene={file}:Scene");
        let said = run(padstone, &[&["check", "host", "scene.o", "--struct", &pair, "--rules", rules], bits].concat());
        assert!(said.ends_with(&format!("  all {members} members agree\n")), "{file} under {rules}: {said}");
    }
}

#[test]
fn what_is_not_there_is_said() {
    let Some((text, code)) = check("missing", "float m_view[16]; float m_eye[3];") else { return };
    assert_eq!(code, Some(1), "{text}");
    assert!(text.contains("the program has no such member"), "{text}");
    let padstone = |arguments: &[&str]| Command::new(env!("CARGO_BIN_EXE_padstone")).args(arguments).output().expect("padstone starts");
    assert_eq!(padstone(&["check", "host", "x", "--struct", "Camera"]).status.code(), Some(2));
    let unreadable = padstone(&["check", "host", env!("CARGO_MANIFEST_DIR"), "--struct", "A=b.hlsl:C"]);
    assert!(String::from_utf8_lossy(&unreadable.stderr).contains("error[P1302]"));
}
