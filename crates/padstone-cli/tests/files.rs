//! The command's handling of files and pipes.

use std::fs;
use std::io::Write;
use std::process::{Command, Stdio};

use crate::folder::Folder;

const FINE: &str = "#include \"inc/my types.hlsli\"\ncbuffer C { T a; };\n";
const BROKEN: &str = "cbuffer C { Missing a; };\n";

/// A directory with a shader, an include and a broken shader.
fn shaders(name: &str) -> Folder {
    let folder = Folder::new(name);
    folder.write("fine.hlsl", FINE);
    folder.write("broken.hlsl", BROKEN);
    folder.write("inc/my types.hlsli", "typedef float4 T;\n");
    folder
}

fn read(folder: &Folder, name: &str) -> String {
    fs::read_to_string(folder.path.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// The names of all files, to check that none is left over.
fn names(folder: &Folder) -> Vec<String> {
    let entries = fs::read_dir(&folder.path).expect("the folder can be listed");
    let mut names: Vec<_> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

/// A line feed, a carriage return, and both together end a line in every language.
#[test]
fn all_line_ends_give_the_same_layout() {
    let folder = Folder::new("line ends");
    for (name, text) in [
        ("a.hlsl", "// a\ncbuffer C { // b\nfloat a; \\\nfloat b;\n#define N 3\nfloat c[N]; };\n"),
        ("a.slang", "// a\ncbuffer C { // b\nfloat a; \\\nfloat b;\n#define N 3\nfloat c[N]; };\n"),
        ("a.comp", "#version 450\nlayout(binding = 0) uniform C { // b\nfloat a;\n#define N 3\nfloat c[N]; };\nvoid main() {}\n"),
        ("a.wgsl", "// a\nstruct S { a: f32, // b\nb: vec2f }\n@group(0) @binding(0) var<uniform> s: S;\n"),
    ] {
        folder.write(name, text);
        let expected = folder.run(0, &["layout", name, "--format", "json"]).stdout;
        // The positions of CRLF are others.
        let printed = folder.run(0, &["layout", name]).stdout;
        folder.write(name, &text.replace('\n', "\r"));
        assert_eq!(folder.run(0, &["layout", name, "--format", "json"]).stdout, expected, "{name}");
        folder.write(name, &text.replace('\n', "\r\n"));
        assert_eq!(folder.run(0, &["layout", name]).stdout, printed, "{name}");
    }
    for (name, main) in [
        ("b.hlsl", "#include \"b.h\"\ncbuffer C { S s; };\n"),
        ("b.slang", "#include \"b.h\"\nConstantBuffer<S> s;\n"),
        (
            "b.comp",
            "#version 450\n#extension GL_GOOGLE_include_directive : require\n#include \"b.h\"\nlayout(binding = 0) uniform C { S s; };\nvoid main() {}\n",
        ),
    ] {
        let included = "#pragma once\n// a\n#ifndef B\n#define B\n#define N 3\nstruct S { // b\nfloat a; float b[N]; };\n#endif\n";
        folder.write(name, main);
        folder.write("b.h", included);
        let expected = folder.run(0, &["layout", name]).stdout;
        folder.write("b.h", &included.replace('\n', "\r"));
        assert_eq!(folder.run(0, &["layout", name]).stdout, expected, "{name}");
    }
}

#[test]
fn an_output_file_equals_standard_output() {
    let folder = shaders("output");
    let printed = folder.run(0, &["layout", "fine.hlsl", "--format", "json"]).stdout;
    let silent = folder.run(0, &["layout", "fine.hlsl", "--format", "json", "-o", "out.json"]).stdout;
    assert_eq!((read(&folder, "out.json").into_bytes(), silent.len()), (printed, 0));
    assert_eq!(names(&folder), ["broken.hlsl", "fine.hlsl", "inc", "out.json"]);
}

#[test]
fn an_output_file_is_unchanged_after_an_error() {
    let folder = shaders("kept");
    folder.write("out.json", "precious");
    folder.run(1, &["layout", "broken.hlsl", "--format", "json", "-o", "out.json"]);
    folder.run(1, &["layout", "missing.hlsl", "-o", "out.json"]);
    folder.run(2, &["layout", "fine.hlsl", "--rules", "nonsense", "-o", "out.json"]);
    folder.run(2, &["layout", "fine.hlsl", "-o", "./fine.hlsl"]);
    folder.run(1, &["layout", "fine.hlsl", "-o", "no/such/folder.json"]);
    assert_eq!((read(&folder, "out.json").as_str(), read(&folder, "fine.hlsl").as_str()), ("precious", FINE));
    assert_eq!(names(&folder), ["broken.hlsl", "fine.hlsl", "inc", "out.json"]);
}

#[test]
fn outputs_never_replace_inputs_or_other_outputs() {
    let folder = shaders("replaced");
    let wgsl = "struct S { a: f32 }\n@group(0) @binding(0) var<uniform> s: S;\n";
    folder.write("a.wgsl", wgsl);
    for arguments in [
        &["layout", "fine.hlsl", "-o", "inc/my types.hlsli"][..],
        &["layout", "fine.hlsl", "-MD", "-MF", "fine.hlsl"],
        &["layout", "fine.hlsl", "-o", "out.txt", "-MD", "-MF", "./out.txt"],
        &["rewrite", "pin", "a.wgsl", "--map", "inc/../a.wgsl"],
        &["rewrite", "pin", "a.wgsl", "-o", "out.wgsl", "--map", "out.wgsl"],
    ] {
        let output = folder.run(1, arguments);
        assert!(String::from_utf8_lossy(&output.stderr).contains("cannot write `"), "{arguments:?}");
    }
    assert_eq!((read(&folder, "fine.hlsl"), read(&folder, "inc/my types.hlsli")), (FINE.into(), "typedef float4 T;\n".into()));
    assert_eq!(read(&folder, "a.wgsl"), wgsl);
    // A directory is not a file.
    folder.run(0, &["layout", "fine.hlsl", "-o", "/dev/null", "-MD", "-MF", "/dev/null"]);
}

#[cfg(unix)]
#[test]
fn write_protected_files_stay_unchanged() {
    use std::os::unix::fs::PermissionsExt;
    let folder = shaders("protected");
    folder.write("out.txt", "precious");
    folder.write("edited.hlsl", "cbuffer C { float a[2]; float b; };\n");
    for name in ["out.txt", "edited.hlsl"] {
        fs::set_permissions(folder.path.join(name), fs::Permissions::from_mode(0o444)).unwrap();
    }
    let stderr = |arguments: &[&str]| String::from_utf8(folder.run(1, arguments).stderr).unwrap();
    assert!(stderr(&["layout", "fine.hlsl", "-o", "out.txt"]).contains("cannot write `out.txt`: permission denied"));
    assert!(
        stderr(&["compare", "edited.hlsl", "--rules", "dxc,std140", "--fix"]).contains("cannot write `edited.hlsl`: permission denied")
    );
    assert_eq!(read(&folder, "out.txt"), "precious");
    assert!(read(&folder, "edited.hlsl").starts_with("cbuffer C { float a[2]; float b; };"));
}

#[test]
fn an_unchanged_output_file_is_not_written() {
    let folder = shaders("untouched");
    let time = |name: &str| fs::metadata(folder.path.join(name)).unwrap().modified().unwrap();
    folder.run(0, &["layout", "fine.hlsl", "-o", "out.txt"]);
    let first = time("out.txt");
    std::thread::sleep(std::time::Duration::from_millis(20));
    folder.run(0, &["layout", "fine.hlsl", "-o", "out.txt"]);
    assert_eq!(time("out.txt"), first);
    folder.run(0, &["layout", "fine.hlsl", "--rules", "std430", "-o", "out.txt"]);
    assert_ne!(time("out.txt"), first);
}

#[cfg(unix)]
#[test]
fn links_and_permissions_of_an_output_file_are_preserved() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = shaders("links");
    folder.write("real.txt", "old");
    fs::set_permissions(folder.path.join("real.txt"), fs::Permissions::from_mode(0o640)).unwrap();
    symlink("real.txt", folder.path.join("link.txt")).unwrap();
    folder.run(0, &["layout", "fine.hlsl", "-o", "link.txt"]);
    assert!(read(&folder, "real.txt").contains("cbuffer C"));
    assert!(fs::symlink_metadata(folder.path.join("link.txt")).unwrap().is_symlink());
    assert_eq!(fs::metadata(folder.path.join("real.txt")).unwrap().permissions().mode() & 0o777, 0o640);
}

#[test]
fn dependencies_are_written_in_the_same_run() {
    let folder = shaders("dependencies");
    let output = folder.run(0, &["layout", "fine.hlsl", "-o", "a b.json", "--", "-MD", "-MF", "deps.d"]);
    assert!(output.stdout.is_empty() && read(&folder, "a b.json").contains("cbuffer C"));
    assert_eq!(read(&folder, "deps.d"), "a\\ b.json: \\\n  fine.hlsl \\\n  inc/my\\ types.hlsli\n");
    let printed = folder.run(0, &["layout", "fine.hlsl", "-MD"]).stdout;
    assert!(!printed.is_empty());
    assert_eq!(read(&folder, "fine.d"), "fine.d: \\\n  fine.hlsl \\\n  inc/my\\ types.hlsli\n");
    folder.run(1, &["layout", "broken.hlsl", "-MD"]);
    assert!(!folder.path.join("broken.d").exists());
}

#[test]
fn standard_input_is_a_file_too() {
    let folder = shaders("stdin");
    let mut child = folder.command(&["layout", "-", "--format", "json"]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(b"cbuffer C { float a; };").unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    assert!(String::from_utf8(output.stdout).unwrap().contains("\"file\":\"<stdin>\",\"name\":\"C\""));
    // Each compiler reads it anew.
    let arguments = ["compare", "-", "--lang", "hlsl", "--rules", "dxc,clang-22"];
    let mut child = folder.command(&arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(b"cbuffer C { float a; };").unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(String::from_utf8(output.stdout).unwrap().contains("member matches"));
}

#[test]
fn a_closed_pipe_ends_the_command_quietly() {
    let folder = shaders("pipe");
    let members: String = (0..20_000).map(|number| format!("float4 member{number};\n")).collect();
    folder.write("large.hlsl", &format!("struct S {{\n{members}}};\n"));
    let mut child = folder.command(&["layout", "large.hlsl"]).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), String::from_utf8_lossy(&output.stderr).as_ref()), (Some(0), ""));
}

#[test]
fn text_in_other_encodings_is_read() {
    let folder = shaders("encodings");
    let check = |bytes: &[u8]| {
        fs::write(folder.path.join("other.hlsl"), bytes).unwrap();
        let output = folder.run(0, &["layout", "other.hlsl", "--format", "json"]);
        assert!(String::from_utf8(output.stdout).unwrap().contains("\"path\":\"a\""), "{bytes:?}");
    };
    let text = "cbuffer C { float a; }; // é\n";
    check(&[b"\xEF\xBB\xBF", text.as_bytes()].concat());
    check(&text.chars().map(|c| c as u8).collect::<Vec<u8>>());
    check(&[0xFEFF].into_iter().chain(text.encode_utf16()).flat_map(u16::to_le_bytes).collect::<Vec<u8>>());
    check(&[0xFEFF].into_iter().chain(text.encode_utf16()).flat_map(u16::to_be_bytes).collect::<Vec<u8>>());
}

/// A program in WGSL is UTF-8; tint and naga reject other encodings.
#[test]
fn wgsl_in_utf_16_is_rejected() {
    let folder = shaders("wgsl-encodings");
    let text = "struct S { a: vec2f, b: vec2f }\n@group(0) @binding(0) var<uniform> s: S;\n";
    for bytes_of in [u16::to_le_bytes, u16::to_be_bytes] {
        let bytes: Vec<u8> = [0xFEFF].into_iter().chain(text.encode_utf16()).flat_map(bytes_of).collect();
        fs::write(folder.path.join("s.wgsl"), &bytes).unwrap();
        for arguments in [&["layout", "s.wgsl"][..], &["rewrite", "pack", "-i", "s.wgsl"]] {
            let output = folder.run(1, arguments);
            let message = "error[P0100]: the file is UTF-16, which tint and naga reject";
            assert!(String::from_utf8(output.stderr).unwrap().contains(message), "{arguments:?}");
        }
        assert_eq!(fs::read(folder.path.join("s.wgsl")).unwrap(), bytes);
    }
}

/// tint, naga and glslang reject byte order marks and UTF-16, whatever the name of the file is.
#[test]
fn the_encoding_of_a_file_is_checked_for_its_language() {
    let folder = shaders("language-encodings");
    folder.write("use.wgsl", "import package::common::S;\n@group(0) @binding(0) var<uniform> s: S;\n");
    let wgsl = "struct S { a: vec2f, b: vec2f }\n";
    let glsl = "#version 450\nlayout(binding = 0) uniform U { vec4 a; };\nvoid main() {}\n";
    let marked = |text: &str| [b"\xEF\xBB\xBF", text.as_bytes()].concat();
    let utf16 = |text: &str| [0xFEFF].into_iter().chain(text.encode_utf16()).flat_map(u16::to_be_bytes).collect::<Vec<u8>>();
    let check = |name: &str, bytes: &[u8], code: i32, arguments: &[&str], expected: &str| {
        fs::write(folder.path.join(name), bytes).unwrap();
        let mut child = folder.command(arguments);
        child.stdin(fs::File::open(folder.path.join(name)).unwrap());
        let output = child.output().unwrap();
        let errors = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(code), "{arguments:?}: {errors}");
        assert!(if expected.is_empty() { errors.is_empty() } else { errors.contains(expected) }, "{arguments:?}: {errors}");
    };
    let mark = "warning[P0100]: the file begins with a byte order mark, which tint and naga reject";
    check("s.wgsl", &marked(wgsl), 0, &["layout", "s.wgsl"], mark);
    check("s.txt", &marked(wgsl), 0, &["layout", "s.txt", "--lang", "wgsl"], mark);
    check("s.txt", &marked(wgsl), 0, &["layout", "-", "--lang", "wgsl"], mark);
    check("common.wgsl", &marked(wgsl), 0, &["layout", "use.wgsl"], mark);
    let other = "error[P0100]: the file is UTF-16, which tint and naga reject";
    check("s.txt", &utf16(wgsl), 1, &["layout", "s.txt", "--lang", "wgsl"], other);
    check("s.txt", &utf16(wgsl), 1, &["layout", "-", "--lang", "wgsl"], other);
    check("common.wgsl", &utf16(wgsl), 1, &["layout", "use.wgsl"], other);
    check("u.frag", &marked(glsl), 0, &["layout", "u.frag"], "byte order mark, which glslang rejects");
    check("u.txt", &utf16(glsl), 1, &["layout", "-", "--lang", "glsl"], "the file is UTF-16, which glslang rejects");
    check("u.hlsl", &utf16("cbuffer A { float4 a; };"), 0, &["layout", "u.hlsl"], "");
    check("u.slang", &marked("cbuffer A { float4 a; };"), 0, &["layout", "u.slang"], "");
}

#[test]
fn a_rewritten_file_keeps_its_byte_order_mark() {
    let folder = shaders("mark");
    let text = "struct S { a: vec2f, b: vec2f }\n@group(0) @binding(0) var<uniform> s: S;\n";
    for start in ["", "\u{FEFF}"] {
        folder.write("s.wgsl", &format!("{start}{text}"));
        let printed = folder.run(0, &["rewrite", "pack", "s.wgsl"]).stdout;
        assert!(String::from_utf8(printed).unwrap().starts_with(&format!("{start}struct S {{ ab: vec4<f32> }}")), "{start:?}");
    }
}

#[test]
fn git_applies_a_printed_patch() {
    let folder = Folder::new("patches");
    for (start, end) in [("", "\n"), ("\u{FEFF}", "\n"), ("", "\r\n"), ("\u{FEFF}", "\r\n"), ("", "")] {
        let before = format!("{start}cbuffer C {{ float3 a;{end} float2 b;{end} float c; float2 d; }};{end}");
        folder.write("c.hlsl", &before);
        let patch = folder.run(0, &["optimize", "c.hlsl", "C"]).stdout;
        let patch = String::from_utf8(patch).expect("text");
        folder.write("c.patch", patch.split_once("\n\n").map_or("", |(_, patch)| patch));
        let status =
            Command::new("git").args(["apply", "--unsafe-paths", "c.patch"]).current_dir(&folder.path).output().expect("git starts");
        assert!(status.status.success(), "{start:?} {end:?}: {}\n{patch}", String::from_utf8_lossy(&status.stderr));
        let after = read(&folder, "c.hlsl");
        assert!(after != before && after.starts_with(&format!("{start}cbuffer C {{")) && after.ends_with(end), "{after:?}");
    }
}

#[test]
fn colors_are_used_only_if_requested() {
    let folder = shaders("colours");
    let escapes = |output: &[u8]| output.contains(&0x1B);
    let output = folder.run(1, &["layout", "broken.hlsl", "fine.hlsl", "--color", "always"]);
    assert!(escapes(&output.stdout) && escapes(&output.stderr));
    for arguments in [&["layout", "broken.hlsl", "fine.hlsl"][..], &["layout", "broken.hlsl", "fine.hlsl", "--color", "never"]] {
        let output = folder.run(1, arguments);
        assert!(!escapes(&output.stdout) && !escapes(&output.stderr));
    }
    folder.run(0, &["layout", "fine.hlsl", "--color", "always", "-o", "plain.txt"]);
    assert!(!escapes(read(&folder, "plain.txt").as_bytes()));
}

/// `check` compares host files with what it generates, and reads the lock file, also a new one.
#[test]
fn host_and_lock_files_are_dependencies() {
    let folder = Folder::new("files: dependencies of check");
    folder.write("padstone.toml", "files = [\"*.hlsl\"]\n[[host]]\nlanguage = \"c\"\nfile = \"a.h\"\nshader = \"a.hlsl\"\n");
    folder.write("a.hlsl", "cbuffer A { float4 a; };\n");
    folder.run(0, &["check", "--write"]);
    folder.run(0, &["check", "--accept", "-MD", "-MF", "a.d", "-o", "stamp"]);
    let rule = std::fs::read_to_string(folder.path.join("a.d")).expect("it is written");
    assert_eq!(rule, "stamp: \\\n  a.h \\\n  a.hlsl \\\n  padstone.lock \\\n  padstone.toml\n");
}
