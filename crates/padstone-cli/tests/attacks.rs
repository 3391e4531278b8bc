//! Attacks: endless files, names that are code, outputs that would replace files of the user. Each line of a table is an attack, and
//! the expected result is the same for all: a diagnostic within a short time, and no loss of data.

#![cfg(unix)]

use std::fs;
use std::io::Write;
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use crate::folder::Folder;
use padstone_testing::{Oracle, sampled};

const FINE: &str = "cbuffer C { float4 a; };\n";

/// Runs padstone, which must end soon, and returns its output.
fn soon(folder: &Folder, arguments: &[&str]) -> Output {
    let mut child =
        folder.command(arguments).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("padstone starts");
    let start = Instant::now();
    while child.try_wait().expect("it can be waited for").is_none() {
        if start.elapsed() > Duration::from_secs(60) {
            let _ = child.kill();
            panic!("{arguments:?} does not end");
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    child.wait_with_output().expect("it has ended")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn fifo(folder: &Folder, name: &str) {
    let made = Command::new("mkfifo").arg(folder.path.join(name)).status().expect("mkfifo starts");
    assert!(made.success());
}

/// Every kind of input: reading a file that is not regular, or is endless, is an error.
#[test]
fn only_regular_files_of_a_limited_size_are_read() {
    let folder = Folder::new("attack: reading");
    folder.write("fine.hlsl", FINE);
    let targets = ["/dev/zero", "/dev/tty", "/proc/self/mem", "/proc/self/status", "/proc/kmsg", "fifo", "."];
    fifo(&folder, "fifo");
    for target in targets {
        let link = |name: &str| {
            let _ = fs::remove_file(folder.path.join(name));
            let target = if target == "fifo" { folder.path.join("fifo") } else { target.into() };
            symlink(target, folder.path.join(name)).expect("a link can be made");
        };
        link("a.hlsl");
        link("a.spv");
        link("a.slang");
        link("a.rsp");
        folder.write("includes.hlsl", &format!("#include \"a.hlsl\"\n{FINE}"));
        folder.write("imports.slang", "#include \"a.hlsl\"\nimport a;\n");
        for arguments in [
            &["layout", "a.hlsl"][..],
            &["layout", "a.spv"],
            &["layout", "includes.hlsl"],
            &["reflect", "imports.slang"],
            &["check", "--no-project", "a.hlsl"],
            &["check", "host", "a.spv", "--struct", "A=fine.hlsl:C"],
            &["diff", "a.hlsl", "fine.hlsl"],
            &["rewrite", "pin", "a.hlsl", "--lang", "wgsl"],
            &["layout", "fine.hlsl", "@a.rsp"],
            &["layout", "fine.hlsl", "--project", "a.rsp"],
        ] {
            let output = soon(&folder, arguments);
            let stderr = text(&output.stderr);
            assert!(matches!(output.status.code(), Some(1 | 2)), "{target}, {arguments:?}: {:?} {stderr}", output.status.code());
            assert!(output.stderr.len() < 4000, "{target}, {arguments:?}: {stderr}");
        }
    }
}

/// Macros that double at each of 40 levels are reported, with their names.
#[test]
fn macros_that_expand_without_end_are_reported() {
    let folder = Folder::new("macro bomb");
    let levels: String = (0..40).map(|level| format!("#define M{level} M{} M{}\n", level + 1, level + 1)).collect();
    folder.write("m.hlsl", &format!("{levels}cbuffer C {{ M0 a; }};\n"));
    folder.write("m.frag", &format!("#version 450\n{levels}layout(binding = 0) uniform C {{ M0 a; }};\n"));
    folder.write("m.slang", &format!("{levels}cbuffer C {{ M0 a; }};\n"));
    let files = ["m.hlsl", "m.frag", "m.slang"];
    let commands = files.into_iter().flat_map(|file| {
        [vec!["layout", file], vec!["layout", file, "--message-format", "json"], vec!["emit", "c", file], vec!["reflect", file]]
    });
    for arguments in sampled(commands, 5) {
        let output = soon(&folder, &arguments);
        let messages = text(&output.stderr);
        assert!(output.status.code() == Some(1) && messages.contains("P0118"), "{arguments:?}: {messages}");
    }
}

/// The ignore files of git are read too.
#[test]
fn lists_of_ignored_files_are_regular_files() {
    for name in [".gitignore", "sub/.gitignore", "sub/deep/.gitignore"] {
        for target in ["/dev/zero", "pipe"] {
            let folder = Folder::new("attack: ignored");
            folder.write("padstone.toml", "files = [\"**/*.hlsl\"]\n");
            folder.write("sub/deep/a.hlsl", FINE);
            fifo(&folder, "pipe");
            let target = if target == "pipe" { folder.path.join("pipe") } else { target.into() };
            symlink(target, folder.path.join(name)).expect("a link can be made");
            let output = soon(&folder, &["check"]);
            assert!(output.status.code() == Some(2) && text(&output.stderr).contains("not a regular file"), "{name}: {output:?}");
        }
    }
}

/// Standard input is not a file, but it is limited too.
#[test]
fn standard_input_is_limited() {
    let folder = Folder::new("attack: standard input");
    let zero = fs::File::open("/dev/zero").expect("the device is there");
    let output = folder.command(&["layout", "-", "--max-file-size", "1"]).stdin(zero).output().expect("padstone starts");
    assert!(output.status.code() == Some(1) && text(&output.stderr).contains("it exceeds 1 MiB"), "{output:?}");
}

#[test]
fn settings_and_lock_files_are_regular_files() {
    for (name, target) in [("zero", "/dev/zero"), ("pipe", "pipe"), ("nothing", "nothing")] {
        let folder = Folder::new(&format!("attack: settings {name}"));
        folder.write("a.hlsl", FINE);
        if name == "pipe" {
            fifo(&folder, "pipe");
        }
        symlink(target, folder.path.join("padstone.toml")).expect("a link can be made");
        let output = soon(&folder, &["layout", "a.hlsl"]);
        assert!(
            output.status.code() == Some(1) && text(&output.stderr).contains("error[P0001]: cannot read `padstone.toml`"),
            "{output:?}"
        );

        let folder = Folder::new(&format!("attack: lock {name}"));
        folder.write("padstone.toml", "files = [\"*.hlsl\"]\n");
        folder.write("a.hlsl", FINE);
        if name == "pipe" {
            fifo(&folder, "pipe");
        }
        symlink(target, folder.path.join("padstone.lock")).expect("a link can be made");
        // `--accept` writes the file that the link names.
        let accepted = i32::from(name != "nothing");
        for (arguments, expected) in [(&["check"][..], 1), (&["check", "--accept"], accepted)] {
            let output = soon(&folder, arguments);
            assert_eq!(output.status.code(), Some(expected), "{name}, {arguments:?}: {output:?}");
        }
    }
}

#[test]
fn large_files_are_read_only_if_a_setting_allows_it() {
    let folder = Folder::new("attack: size");
    folder.write("a.hlsl", FINE);
    let large = format!("{FINE}//{}\n", " ".repeat(3 << 20));
    folder.write("large.hlsl", &large);
    let stderr = text(&folder.run(1, &["layout", "large.hlsl", "--max-file-size", "2"]).stderr);
    assert!(stderr.contains("cannot read `large.hlsl`: it exceeds 2 MiB"), "{stderr}");
    folder.run(0, &["layout", "large.hlsl", "--max-file-size", "4"]);
    folder.write("padstone.toml", "files = [\"*.hlsl\"]\nmax-file-size = 1\n");
    let stderr = text(&folder.run(1, &["layout", "large.hlsl"]).stderr);
    assert!(stderr.contains("it exceeds 1 MiB"), "{stderr}");
    folder.run(0, &["layout", "large.hlsl", "--max-file-size", "4"]);
    folder.write("padstone.toml", "files = [\"*.hlsl\"]\nmax-file-size = 4\n");
    folder.run(0, &["layout", "large.hlsl"]);
    fs::remove_file(folder.path.join("padstone.toml")).expect("it is there");
    let sparse = fs::File::create(folder.path.join("sparse.hlsl")).expect("a file can be made");
    sparse.set_len(65 << 20).expect("the length can be set");
    let stderr = text(&folder.run(1, &["layout", "sparse.hlsl"]).stderr);
    assert!(stderr.contains("it exceeds 64 MiB"), "{stderr}");
    folder.write("padstone.toml", "files = [\"*.hlsl\"]\nmax-file-size = 0\n");
    assert!(text(&folder.run(1, &["layout", "a.hlsl"]).stderr).contains("error[P1404]: `max-file-size` must be at least 1"));
}

/// `check --write` replaces generated files, and nothing else.
#[test]
fn generated_files_replace_only_generated_files() {
    let folder = Folder::new("attack: write");
    let outside = Folder::new("attack: write outside");
    outside.write("precious.h", "int precious;\n");
    let head = "files = [\"*.hlsl\"]\n";
    let host = |file: &str| format!("[[host]]\nlanguage = \"c\"\nfile = \"{file}\"\nshader = \"a.hlsl\"\n");
    let check = |settings: &str, code: i32, expected: &str| {
        folder.write("padstone.toml", settings);
        folder.write("a.hlsl", FINE);
        folder.write("b.hlsl", "cbuffer B { float b; };\n");
        folder.write("mine.h", "int mine;\n");
        folder.write("empty.h", "");
        let output = soon(&folder, &["check", "--write", "--accept"]);
        let stderr = text(&output.stderr);
        assert!(output.status.code() == Some(code) && stderr.contains(expected), "{settings}: {stderr}");
        assert_eq!(fs::read_to_string(folder.path.join("padstone.toml")).expect("text"), settings);
        assert_eq!(fs::read_to_string(folder.path.join("a.hlsl")).expect("text"), FINE);
        assert_eq!(fs::read_to_string(folder.path.join("mine.h")).expect("text"), "int mine;\n");
        assert_eq!(fs::read_to_string(outside.path.join("precious.h")).expect("text"), "int precious;\n");
    };
    symlink("mine.h", folder.path.join("link.h")).expect("a link can be made");
    symlink(&outside.path, folder.path.join("out")).expect("a link can be made");
    symlink("/dev/null", folder.path.join("null.h")).expect("a link can be made");
    for file in ["a.hlsl", "b.hlsl", "./x/../a.hlsl", "padstone.toml", "padstone.lock", "mine.h", "link.h", "null.h"] {
        check(&(head.to_owned() + &host(file)), 1, "error[P1423]");
    }
    let outside_path = outside.path.display().to_string();
    // A link to a missing file is followed when it is written.
    symlink(outside.path.join("new.h"), folder.path.join("dangling.h")).expect("a link can be made");
    for file in ["../attack: write outside/new.h", "out/new.h", "out/precious.h", "dangling.h", &format!("{outside_path}/new/new.h")] {
        check(&(head.to_owned() + &host(file)), 1, "it is outside the directory of padstone.toml");
        assert!(!outside.path.join("new.h").exists() && !outside.path.join("new").exists(), "{file}");
    }
    check(&(head.to_owned() + &host("x.h") + &host("./x.h")), 1, "`./x.h` is generated for two hosts");
    assert!(!folder.path.join("x.h").exists());
    // Two names of one file: each host would replace the output of the other.
    let generated = "// Generated by padstone from a.hlsl. Do not edit.\n";
    folder.write("one.h", generated);
    fs::hard_link(folder.path.join("one.h"), folder.path.join("two.h")).expect("a file may have two names");
    symlink("two.h", folder.path.join("three.h")).expect("a link can be made");
    for other in ["two.h", "three.h"] {
        check(&(head.to_owned() + &host("one.h") + &host(other)), 1, &format!("`{other}` is generated for two hosts"));
        assert_eq!(fs::read_to_string(folder.path.join("one.h")).expect("text"), generated);
    }
    // The files that `check --write` may replace.
    let allowed = format!("{head}output-dirs = [\"../attack: write outside\"]\n");
    check(&(allowed + &host("out/new.h")), 0, "");
    assert!(outside.path.join("new.h").exists());
    for file in ["empty.h", "fresh/x.h"] {
        check(&(head.to_owned() + &host(file)), 0, "");
        assert!(fs::read_to_string(folder.path.join(file)).expect("text").contains(" by padstone from a.hlsl"), "{file}");
    }
    // Generated files of other padstone versions may be replaced too.
    for line in ["// Made by padstone from a.hlsl. Changes are lost.\n", "\u{feff}// Generated by padstone from a.hlsl. Do not edit.\n"] {
        folder.write("old.h", line);
        check(&(head.to_owned() + &host("old.h")), 0, "");
        assert!(fs::read_to_string(folder.path.join("old.h")).expect("text").contains("#pragma once"));
    }
}

/// An input file is protected under each of its names.
#[test]
fn outputs_never_replace_host_files() {
    let folder = Folder::new("host outputs");
    folder.write("padstone.toml", "files = [\"*.hlsl\"]\n[[host]]\nlanguage = \"c\"\nfile = \"a.h\"\nshader = \"a.hlsl\"\n");
    folder.write("a.hlsl", FINE);
    for arguments in [&["check", "--write", "-o", "a.h"][..], &["check", "--write", "-MD", "-MF", "./a.h"], &["check", "-o", "a.h"]] {
        let output = soon(&folder, arguments);
        let messages = text(&output.stderr);
        assert!(output.status.code() == Some(1) && messages.contains("it is a host file of the project"), "{arguments:?}: {messages}");
        let written = fs::read_to_string(folder.path.join("a.h")).expect("it was generated");
        assert!(written.starts_with("// Generated by padstone"), "{arguments:?}: {written}");
    }
}

#[test]
fn outputs_never_replace_inputs_under_another_name() {
    let folder = Folder::new("attack: other names");
    let path = |name: &str| folder.path.join(name);
    let check = |arguments: &[&str]| {
        folder.write("padstone.toml", "files = [\"a.hlsl\"]\n");
        folder.write("a.hlsl", FINE);
        for (name, link) in [("hard.h", true), ("soft.h", false), ("padstone.lock", false)] {
            let _ = fs::remove_file(path(name));
            let made = if link { fs::hard_link(path("a.hlsl"), path(name)) } else { symlink("a.hlsl", path(name)) };
            made.expect("a link can be made");
        }
        let output = soon(&folder, arguments);
        assert!(matches!(output.status.code(), Some(1 | 2)), "{arguments:?}: {}", text(&output.stderr));
        assert_eq!(fs::read_to_string(path("a.hlsl")).expect("text"), FINE, "{arguments:?}");
    };
    for name in ["hard.h", "soft.h"] {
        check(&["layout", "a.hlsl", "-o", name]);
        check(&["emit", "c", "a.hlsl", "-o", name]);
        check(&["layout", "a.hlsl", "-o", "out.txt", "-MD", "-MF", name]);
    }
    check(&["check", "--accept"]);
    check(&["check"]);
    // A lock file at an unexpected path.
    fs::remove_file(path("padstone.lock")).expect("it is there");
    let outside = folder.path.with_file_name("attack: elsewhere.lock");
    let _ = fs::remove_file(&outside);
    symlink("../attack: elsewhere.lock", path("padstone.lock")).expect("a link can be made");
    let output = soon(&folder, &["check", "--accept"]);
    assert!(output.status.code() == Some(1) && text(&output.stderr).contains("error[P1423]"), "{output:?}");
    assert!(!outside.exists());
}

/// File names that contain code, or escape sequences for terminals, wherever names are printed.
#[test]
fn control_characters_in_names_are_escaped() {
    let folder = Folder::new("attack: names");
    let hostile = "a\nint evil;\u{2028}\u{202e}\u{200b}\u{9b}31m\u{1b}[2J.hlsl";
    let source = format!("{FINE}#line 1 \"{}\"\nnonsense \u{202e}\u{9b} \u{1b}[2J;\n", "\u{1b}]0;x\u{7}\u{9b}");
    folder.write(hostile, &source);
    folder.write("fine.hlsl", FINE);
    fs::copy(folder.path.join("fine.hlsl"), folder.path.join(format!("fine{hostile}"))).expect("it can be copied");
    let fine = format!("fine{hostile}");
    let wgsl = "struct A { a: vec3f, b: f32 }\n@group(0) @binding(0) var<uniform> u: A;\n";
    let (shader, old_shader) = (format!("a{fine}.wgsl"), format!("b{fine}.wgsl"));
    folder.write(&shader, wgsl);
    folder.write(&old_shader, "[[block]] struct A { a: vec3<f32>; b: f32; };\n[[group(0), binding(0)]] var<uniform> u: A;\n");
    let is_obeyed = |c: char| (c.is_control() && c != '\n') || matches!(c, '\u{2028}' | '\u{202e}' | '\u{200b}');
    let check = |code: i32, arguments: &[&str]| {
        let output = soon(&folder, arguments);
        assert_eq!(output.status.code(), Some(code), "{arguments:?}: {}", text(&output.stderr));
        for (stream, bytes) in [("output", &output.stdout), ("error", &output.stderr)] {
            let text = text(bytes);
            assert!(!text.contains(is_obeyed), "{arguments:?}, {stream}: {text:?}");
            assert!(!text.lines().any(|line| line.trim_start().starts_with("int evil")), "{arguments:?}, {stream}: {text:?}");
        }
        output.stdout
    };
    let (fine, hostile) = (fine.as_str(), hostile);
    for format in &folder.values(&["layout"], "--message-format") {
        for (file, code) in [(fine, 0), (hostile, 1)] {
            check(code, &["layout", file, "--message-format", format]);
            check(code, &["check", "--no-project", file, "--message-format", format]);
            check(code, &["compare", file, "--rules", "dxc,std140", "--message-format", format]);
            check(code, &["reflect", file, "--message-format", format]);
            check(code, &["explain", file, "C.a", "--message-format", format]);
        }
    }
    let has_python = Oracle::find("python3", "outputs of hostile names").is_some();
    for (command, arguments) in [
        ("layout", &[fine][..]),
        ("layout", &[fine, "--rules", "dxc,std140"]),
        ("compare", &[fine, "--rules", "dxc,std140"]),
        ("explain", &[fine, "C.a"]),
        ("reflect", &[fine]),
        ("optimize", &[fine, "C"]),
        ("diff", &["fine.hlsl", fine]),
    ] {
        for format in &folder.values(&[command], "--format") {
            let output = check(0, &[&[command], arguments, &["--format", format]].concat());
            // Pictures are valid XML, and pages valid HTML, for any name.
            let parser = match format.as_str() {
                "svg" => "import sys, xml.dom.minidom as m; m.parseString(sys.stdin.buffer.read())",
                "html" => "import sys, html.parser as h; p = h.HTMLParser(); p.feed(sys.stdin.buffer.read().decode()); p.close()",
                "json" | "slang-json" | "sarif" => "import sys, json; json.load(sys.stdin.buffer)",
                _ => continue,
            };
            if has_python {
                let mut python = Command::new("python3").args(["-c", parser]).stdin(Stdio::piped()).spawn().expect("python starts");
                python.stdin.take().expect("it is piped").write_all(&output).expect("it reads");
                assert!(python.wait().expect("it ends").success(), "{command}, {format}");
            }
        }
    }
    for kind in &folder.listed(&["emit"], "Commands:") {
        let more: &[&str] = match kind.as_str() {
            // Binary modules are not text.
            "spirv" => &["--asm"],
            "copy-plan" => &["--from", "dxc", "--to", "std140"],
            _ => &[],
        };
        check(0, &[&["emit", kind, fine], more].concat());
        for option in ["--as", "--form", "--target"] {
            for form in &folder.values(&["emit", kind], option) {
                check(0, &[&["emit", kind, fine, option, form], more].concat());
            }
        }
    }
    check(0, &["emit", "llvm", fine, "--index-map"]);
    for form in &folder.values(&["optimize"], "--as") {
        check(0, &["optimize", fine, "C", "--as", form]);
    }
    check(0, &["emit", "wgpu-layout", &shader]);
    for pass in &folder.listed(&["rewrite"], "Passes:") {
        let (file, more): (&str, &[&str]) = if pass == "modernize" { (&old_shader, &["--lang", "wgsl-2020"]) } else { (&shader, &[]) };
        check(0, &[&["rewrite", pass, file, "--map", "map.json"], more].concat());
        let map = fs::read_to_string(folder.path.join("map.json")).expect("it was written");
        assert!(map.contains("evil") && !map.contains(is_obeyed), "{pass}: {map:?}");
    }
    // Source text that a patch repeats.
    let moved = format!("p{hostile}");
    folder.write(&moved, "cbuffer C {\n  float a[2]; // \u{1b}[2J\u{9b}\u{202e}\n  float b; float3 c; float d[2]; float e;\n};\n");
    check(1, &["compare", &moved, "--rules", "dxc,std140"]);
    check(0, &["optimize", &moved, "C"]);
    // Names in debug information.
    if Oracle::find("gcc", "names in debug information").is_some() {
        folder.write(
            "app.c",
            "typedef struct { float m_a[4]; float xxxxyyyyzzzz; } Hostxxxx;\nfloat use_it(const Hostxxxx *x) { return x->m_a[0]; }\n",
        );
        let compiled =
            Command::new("gcc").args(["-c", "-g", "app.c", "-o", "app.o"]).current_dir(&folder.path).status().expect("gcc starts");
        assert!(compiled.success());
        let mut bytes = fs::read(folder.path.join("app.o")).expect("it was written");
        for (from, to) in [(&b"xxxxyyyyzzzz"[..], &b"\x1b[2J\xc2\x9b\xe2\x80\xae\x0a!x"[..]), (b"Hostxxxx", b"Host\x1b[2J")] {
            for position in 0..bytes.len() - from.len() {
                if bytes[position..].starts_with(from) {
                    bytes[position..position + from.len()].copy_from_slice(to);
                }
            }
        }
        fs::write(folder.path.join("evil.o"), bytes).expect("it can be written");
        for format in &folder.values(&["check", "host"], "--message-format") {
            check(0, &["check", "host", "evil.o", "--struct", "Host\u{1b}[2J=fine.hlsl:C", "--message-format", format]);
            check(1, &["check", "host", "evil.o", "--struct", "host=fine.hlsl:C", "--message-format", format]);
        }
    }
    check(2, &["layout", "\u{1b}[2J\u{9b}.txt"]);
    check(1, &["layout", "missing\u{1b}[2J\n\u{9b}.hlsl"]);
}

#[test]
fn hostile_names_do_not_end_comments_of_generated_code() {
    let folder = Folder::new("attack: generated");
    let name = "a\nint evil;\r\u{2028}\u{2029}throw 1; \u{85}.hlsl";
    folder.write(name, FINE);
    let emitted = |kind: &str| text(&folder.run(0, &["emit", kind, name]).stdout);
    for kind in ["c", "cpp", "rust", "python", "typescript"] {
        let code = emitted(kind);
        let head = code.split(['\n', '\r', '\u{2028}', '\u{2029}', '\u{85}']).next().unwrap_or_default();
        assert!(head.contains("evil") && head.contains("throw"), "{kind}: {code}");
    }
}

/// Links in a revision lead to files of the revision, and links that lead outside are reported.
#[test]
fn links_in_revisions_are_resolved_within_the_revision() {
    if Oracle::find("git", "links in revisions").is_none() {
        return;
    }
    let folder = Folder::new("attack: revisions");
    let git = |arguments: &[&str]| {
        let mut git = Command::new("git");
        git.args(["-c", "user.name=somebody", "-c", "user.email=somebody@example.com"]).args(arguments).current_dir(&folder.path);
        let output = git.env("GIT_CONFIG_GLOBAL", "/dev/null").env("GIT_CONFIG_NOSYSTEM", "1").output().expect("git starts");
        assert!(output.status.success(), "{arguments:?}: {}", text(&output.stderr));
    };
    git(&["init", "--quiet"]);
    folder.write("inc/types.hlsli", "typedef float4 T;\n");
    folder.write("a.hlsl", "#include \"link/types.hlsli\"\ncbuffer C { T a; };\n");
    symlink("inc", folder.path.join("link")).expect("a link can be made");
    symlink("a.hlsl", folder.path.join("b.hlsl")).expect("a link can be made");
    symlink("/etc/passwd", folder.path.join("out.hlsl")).expect("a link can be made");
    symlink("nowhere.hlsl", folder.path.join("dangling.hlsl")).expect("a link can be made");
    symlink("there.hlsl", folder.path.join("back.hlsl")).expect("a link can be made");
    symlink("back.hlsl", folder.path.join("there.hlsl")).expect("a link can be made");
    git(&["add", "."]);
    git(&["commit", "--quiet", "--message", "one"]);
    folder.write("inc/types.hlsli", "typedef float2 T;\n");
    git(&["add", "."]);
    git(&["commit", "--quiet", "--message", "two"]);
    for file in ["a.hlsl", "b.hlsl"] {
        let stderr = text(&folder.run(1, &["diff", "HEAD~1", "HEAD", "--", file]).stdout);
        assert!(stderr.contains("`a` is now `float2` instead of `float4`"), "{file}: {stderr}");
    }
    for (arguments, expected) in [
        (&["diff", "HEAD~1", "HEAD", "--", "out.hlsl"][..], "it is a link to `/etc/passwd`, outside the revision"),
        (&["diff", "HEAD~1", "HEAD", "--", "missing.hlsl"], "`missing.hlsl` is neither in HEAD~1 nor in HEAD"),
        (&["diff", "HEAD~1", "HEAD", "--", "link/missing.hlsl"], "`link/missing.hlsl` is neither in HEAD~1 nor in HEAD"),
        (&["diff", "HEAD~1", "HEAD", "--", "dangling.hlsl"], "`dangling.hlsl` in HEAD~1: it is a link to a file that does not exist"),
        (&["diff", "HEAD~1", "HEAD", "--", "back.hlsl"], "cannot read `back.hlsl` in HEAD~1: it is a link that leads to itself"),
        (&["diff", "a.hlsl", "dangling.hlsl"], "`dangling.hlsl` in the working tree: it is a link to a file that does not exist"),
        (&["diff", "a.hlsl", "back.hlsl"], "cannot read `back.hlsl`: "),
        (&["diff", "HEAD:missing.hlsl", "a.hlsl"], "`missing.hlsl` is not in HEAD"),
        (&["diff", "HEAD~1", "HEAD", "--max-file-size", "1", "--", "missing.hlsl"], "`missing.hlsl` is neither"),
    ] {
        let stderr = text(&folder.run(1, arguments).stderr);
        assert!(stderr.contains(expected), "{arguments:?}: {stderr}");
    }
}

/// Dependency files contain only names that make and ninja can parse.
#[test]
fn make_and_ninja_can_read_dependency_files() {
    let folder = Folder::new("attack: dependencies");
    let read = |name: &str| -> bool {
        let path = format!("{name}.hlsl");
        folder.write(&path, FINE);
        let result = folder.path.join("out.txt");
        let _ = fs::remove_file(&result);
        let output = soon(&folder, &["layout", &path, "-o", "out.txt", "-MD", "-MF", "out.d"]);
        let stderr = text(&output.stderr);
        assert_eq!(result.exists(), output.status.success(), "{name:?}: without dependencies it would count as up to date");
        assert_eq!(output.status.success(), stderr.is_empty(), "{name:?}: {stderr}");
        assert!(output.status.success() || stderr.contains("make and ninja cannot read the file name"), "{name:?}: {stderr}");
        output.status.success()
    };
    for name in ["plain", "a b", "a#b", "a$b", "a,b+c@d!e", "é", "a(b)c", "a%b", "x/../y"] {
        if name.contains('/') {
            fs::create_dir_all(folder.path.join("x")).expect("a folder can be made");
        }
        assert!(read(name), "{name:?}");
        let file = format!("{name}.hlsl");
        if Oracle::find("make", "dependency files").is_some() {
            folder.write("Makefile", "out.txt:\n\ttouch out.txt\n-include out.d\n");
            let make = |old: &str| {
                let output =
                    Command::new("make").args(["-q", "-W", old, "out.txt"]).current_dir(&folder.path).output().expect("make starts");
                output.status.code()
            };
            assert_eq!((make(&file), make("Makefile")), (Some(1), Some(0)), "{name:?}");
        }
        if Oracle::find("ninja", "dependency files").is_some() {
            fs::copy(folder.path.join("out.d"), folder.path.join("known.d")).expect("it can be copied");
            folder.write(
                "build.ninja",
                "rule r\n command = cp known.d n.d && cp out.txt n.txt\n depfile = n.d\n deps = gcc\nbuild out.txt: r\n",
            );
            let _ = fs::remove_dir_all(folder.path.join(".ninja_deps"));
            let ninja =
                |arguments: &[&str]| Command::new("ninja").args(arguments).current_dir(&folder.path).output().expect("ninja starts");
            fs::remove_file(folder.path.join("out.txt")).expect("it is there");
            folder.write(
                "build.ninja",
                "rule r\n command = cp known.d n.d && touch out.txt\n depfile = n.d\n deps = gcc\nbuild out.txt: r\n",
            );
            let built = ninja(&[]);
            assert!(built.status.success(), "{name:?}: {}", text(&built.stdout));
            let deps = text(&ninja(&["-t", "deps", "out.txt"]).stdout);
            let expected = file.replace("x/../", "");
            assert!(deps.lines().any(|line| line.trim_start() == expected || line.trim_start() == file), "{name:?}: {deps}");
        }
    }
    for name in ["a;b", "a:b", "a|b", "a\tb", "a\nb", "a*b", "a?b", "a[b]", "a=b", "a\\b", "a&b", "a'b", "a\"b", "~a", " a", "a\u{1b}b"] {
        assert!(!read(name), "{name:?}");
    }
    // A name that is fine alone, and one that ends the archive that make sees in it.
    folder.write("a(b.hlsl", &format!("#include \"inc)\"\n{FINE}"));
    folder.write("inc)", "");
    let output = soon(&folder, &["layout", "a(b.hlsl", "-o", "out.txt", "-MD", "-MF", "out.d"]);
    assert!(text(&output.stderr).contains("make and ninja cannot read the file name `a(b.hlsl`"), "{}", text(&output.stderr));
    // A target may contain several names.
    folder.run(1, &["layout", "plain.hlsl", "-o", "a%b.txt", "-MD", "-MF", "out.d"]);
}

/// An output file keeps its owner, its mode, its hard links, and the target of a symbolic link.
#[test]
fn output_files_keep_their_type() {
    let folder = Folder::new("attack: outputs");
    folder.write("a.hlsl", FINE);
    let path = |name: &str| folder.path.join(name);
    folder.write("one.txt", "old");
    fs::hard_link(path("one.txt"), path("two.txt")).expect("a file may have two names");
    folder.run(0, &["layout", "a.hlsl", "-o", "one.txt"]);
    assert!(fs::read_to_string(path("two.txt")).expect("text").contains("cbuffer C"));
    assert_eq!(fs::metadata(path("one.txt")).expect("it is there").nlink(), 2);

    symlink("new.txt", path("link.txt")).expect("a link can be made");
    folder.run(0, &["layout", "a.hlsl", "-o", "link.txt"]);
    assert!(fs::symlink_metadata(path("link.txt")).expect("it is there").is_symlink() && path("new.txt").is_file());

    folder.write("mode.txt", "old");
    fs::set_permissions(path("mode.txt"), fs::Permissions::from_mode(0o4750)).expect("the test owns the file");
    // Without the permission to change owners, the file is overwritten in place.
    let is_permitted = std::os::unix::fs::chown(path("mode.txt"), Some(1234), Some(4321)).is_ok();
    fs::set_permissions(path("mode.txt"), fs::Permissions::from_mode(0o750)).expect("it is ours");
    folder.run(0, &["layout", "a.hlsl", "-o", "mode.txt"]);
    let known = fs::metadata(path("mode.txt")).expect("it is there");
    assert_eq!(known.mode() & 0o7777, 0o750);
    assert!(!is_permitted || (known.uid(), known.gid()) == (1234, 4321));

    let edited = "\u{feff}cbuffer C { float a[2]; float b; };\n";
    folder.write("edited.hlsl", edited);
    folder.run(0, &["compare", "edited.hlsl", "--rules", "dxc,std140", "--fix"]);
    let fixed = fs::read_to_string(path("edited.hlsl")).expect("text");
    assert!(fixed != edited && fixed.starts_with('\u{feff}') && fixed.matches('\u{feff}').count() == 1, "{fixed:?}");
}

/// A killed process leaves no files, and leftover files of other processes have no effect.
#[test]
fn no_temporary_file_remains() {
    let folder = Folder::new("attack: signals");
    let members: String = (0..30_000).map(|number| format!("float4 member{number};\n")).collect();
    folder.write("large.hlsl", &format!("cbuffer S {{\n{members}}};\n"));
    for signal in ["INT", "TERM", "KILL"] {
        for wait in [5, 30, 80, 150, 250] {
            let mut child = folder.command(&["layout", "large.hlsl", "-o", "out.txt"]).spawn().expect("padstone starts");
            std::thread::sleep(Duration::from_millis(wait));
            let killed = Command::new("kill").args([&format!("-{signal}"), &child.id().to_string()]).output();
            killed.expect("kill starts");
            child.wait().expect("it ends");
            let names = fs::read_dir(&folder.path)
                .expect("the folder can be listed")
                .map(|entry| text(entry.expect("an entry").file_name().as_encoded_bytes()));
            let names: Vec<String> = names.filter(|name| name != "large.hlsl" && name != "out.txt").collect();
            assert!(names.is_empty(), "{signal} after {wait} ms: {names:?}");
        }
    }
}

#[test]
fn unprintable_output_is_an_error() {
    let folder = Folder::new("attack: full");
    folder.write("a.hlsl", FINE);
    for arguments in [
        &["--help"][..],
        &["layout", "--help"],
        &["--version"],
        &["schema", "layout"],
        &["layout", "a.hlsl"],
        &["check", "a.hlsl", "--no-project"],
    ] {
        let full = fs::File::options().write(true).open("/dev/full").expect("the device is there");
        let output = folder.command(arguments).stdout(full).stderr(Stdio::piped()).output().expect("padstone starts");
        assert_eq!(output.status.code(), Some(1), "{arguments:?}: {}", text(&output.stderr));
        assert!(text(&output.stderr).contains("no space left on device"), "{arguments:?}: {}", text(&output.stderr));
    }
    let _ = std::io::stdout().flush();
}

/// A check whose messages are lost must not succeed. Without messages, nothing is lost.
#[test]
fn unprintable_messages_are_an_error() {
    let folder = Folder::new("attack: full messages");
    folder.write("a.hlsl", FINE);
    // A warning, since only one member has a packoffset.
    folder.write("w.hlsl", "cbuffer C { float a : packoffset(c0); float4 b; };\n");
    let code = |arguments: &[&str], stderr: Stdio| {
        let output = folder.command(arguments).stdout(Stdio::null()).stderr(stderr).output().expect("padstone starts");
        output.status.code()
    };
    let full = || Stdio::from(fs::File::options().write(true).open("/dev/full").expect("the device is there"));
    for format in &folder.values(&["check"], "--message-format") {
        for (arguments, has_messages) in [
            (&["layout", "w.hlsl"][..], true),
            (&["layout", "w.hlsl", "-o", "out.txt"], true),
            (&["check", "w.hlsl", "--no-project", "--allow-warnings"], true),
            (&["compare", "w.hlsl", "--rules", "dxc,std140"], true),
            (&["explain", "w.hlsl", "C.b"], true),
            (&["reflect", "w.hlsl"], true),
            (&["emit", "c", "w.hlsl"], true),
            (&["layout", "a.hlsl"], false),
            (&["emit", "c", "a.hlsl"], false),
        ] {
            let arguments = [arguments, &["--message-format", format]].concat();
            let succeeds = code(&arguments, Stdio::null());
            // A log is written even if it has no results.
            let is_lost = has_messages || format == "sarif";
            assert_eq!(code(&arguments, full()), if is_lost { Some(1) } else { succeeds }, "{arguments:?}");
        }
    }
}

/// Each command would replace a file that it reads, or another file that it writes.
#[test]
fn outputs_never_replace_files_that_commands_read_in_other_ways() {
    let folder = Folder::new("attack: other inputs");
    let repository = |arguments: &[&str]| {
        let identity = ["-c", "user.name=a", "-c", "user.email=a@b"];
        let status = Command::new("git").args(identity).args(arguments).current_dir(&folder.path).output().expect("git starts").status;
        assert!(status.success(), "{arguments:?}");
    };
    folder.write("a.hlsl", FINE);
    folder.write("m.wgsl", "struct S { a: vec3f, b: f32 }\n@group(0) @binding(0) var<uniform> s: S;\n");
    folder.write("padstone.toml", "[[target]]\nname = \"d3d12\"\nfiles = [\"*.hlsl\"]\nrules = \"dxc\"\n");
    folder.write("r.rsp", "layout a.hlsl\n");
    folder.write("a.o", "an object file\n");
    repository(&["init", "-q"]);
    repository(&["add", "."]);
    repository(&["commit", "-q", "-m", "a"]);
    folder.run(0, &["check", "--accept", "a.hlsl"]);
    symlink("padstone.lock", folder.path.join("soft")).expect("a link can be made");
    fs::hard_link(folder.path.join("padstone.lock"), folder.path.join("hard")).expect("a link can be made");
    symlink("padstone.toml", folder.path.join("settings")).expect("a link can be made");
    let files = ["a.hlsl", "r.rsp", "a.o", "padstone.lock", "padstone.toml"];
    let contents = || files.map(|name| fs::read_to_string(folder.path.join(name)).expect("it is there"));
    let before = contents();
    for arguments in [
        &["@r.rsp", "-o", "r.rsp"][..],
        &["diff", "HEAD", "HEAD", "-o", "a.hlsl", "--", "a.hlsl"],
        &["check", "host", "a.o", "--struct", "C=a.hlsl:C", "-o", "a.o"],
        &["check", "host", "a.o", "--struct", "C=a.hlsl:C", "-MD", "-MF", "a.o"],
        &["layout", "a.hlsl", "-o", "soft"],
        &["layout", "a.hlsl", "-o", "hard"],
        &["layout", "a.hlsl", "-o", "settings"],
        &["layout", "a.hlsl", "-o", "new", "-MD", "-MF", "hard"],
    ] {
        let output = soon(&folder, arguments);
        assert!(!output.status.success() && output.stderr.starts_with(b"error"), "{arguments:?}: {}", text(&output.stderr));
        assert_eq!(contents(), before, "{arguments:?}");
    }
    let output = soon(&folder, &["rewrite", "pin", "m.wgsl", "-o", "m.out", "--map", "x.json", "-MD", "-MF", "x.json"]);
    assert!(text(&output.stderr).contains("cannot write `x.json`: it is another output file"), "{}", text(&output.stderr));
}

/// An edit of two files is applied to both or to none.
#[test]
fn no_half_of_an_edit_is_applied() {
    let folder = Folder::new("attack: half an edit");
    let (hlsl, glsl) = (
        "cbuffer C { float a[4]; float b; };\n",
        "#version 450\nlayout(std430, binding = 0) buffer C { float a[4]; float b; } c;\nvoid main() {}\n",
    );
    folder.write("a.hlsl", hlsl);
    folder.write("b.comp", glsl);
    let second = folder.path.join("b.comp");
    fs::set_permissions(&second, fs::Permissions::from_mode(0o444)).expect("it can be made read-only");
    let output = soon(&folder, &["compare", "a.hlsl", "b.comp", "--fix"]);
    assert!(text(&output.stderr).contains("cannot write `b.comp`"), "{}", text(&output.stderr));
    let read = |name: &str| fs::read_to_string(folder.path.join(name)).expect("it is there");
    assert_eq!((read("a.hlsl").as_str(), read("b.comp").as_str()), (hlsl, glsl));
    fs::set_permissions(&second, fs::Permissions::from_mode(0o644)).expect("it can be made writable");
    soon(&folder, &["compare", "a.hlsl", "b.comp", "--fix"]);
    assert!(read("a.hlsl").contains("float4 a[4]") && read("b.comp").contains("vec4 a[4]"));
}

/// Each response file names the next one twenty times.
#[test]
fn response_files_that_multiply_are_reported() {
    let folder = Folder::new("attack: response files");
    folder.write("a.hlsl", FINE);
    for level in 0..14 {
        folder.write(&format!("r{level}"), &format!("@r{} ", level + 1).repeat(20));
    }
    folder.write("r14", "a.hlsl");
    let output = soon(&folder, &["layout", "@r0"]);
    assert!(text(&output.stderr).contains("more than 1000 response files"), "{}", text(&output.stderr));
}

/// Messages about the command line quote arguments.
#[test]
fn arguments_in_messages_are_escaped() {
    let folder = Folder::new("attack: arguments");
    folder.write("a.hlsl", FINE);
    let name = "x\n::error file=README.md,line=1::\u{9b}\u{202e}\u{2028}";
    for arguments in [
        &["layout", name][..],
        &["layout", "a.hlsl", "--rules", name],
        &["layout", "a.hlsl", "--lang", name],
        &["layout", "a.hlsl", "--format", name],
        &["layout", "a.hlsl", &format!("--{name}")],
        &["explain", "a.hlsl", name],
        &["check", name, "--message-format", "github"],
        &["check", "--message-format", "github", "--rules", name, "a.hlsl"],
        &[name],
    ] {
        let output = soon(&folder, arguments);
        let messages = text(&output.stderr) + &text(&output.stdout);
        assert!(!output.status.success() && !messages.is_empty(), "{arguments:?}");
        let is_raw = messages.contains(['\u{9b}', '\u{202e}', '\u{2028}']) || messages.contains("\n::error file=README.md");
        assert!(!is_raw, "{arguments:?}: {messages}");
    }
}

/// Commands that only print do not ignore `-o`.
#[test]
fn output_options_are_not_ignored() {
    let folder = Folder::new("attack: ignored output");
    for arguments in [&["schema", "layout"][..], &["layout", "--rules", "help"], &["check", "--init"]] {
        let output = soon(&folder, &[arguments, &["-o", "new.txt"]].concat());
        assert!(output.status.code() == Some(2) && text(&output.stderr).contains("does not write `new.txt`"), "{}", text(&output.stderr));
        assert!(fs::read_dir(&folder.path).expect("it can be listed").next().is_none(), "{arguments:?}");
    }
}
