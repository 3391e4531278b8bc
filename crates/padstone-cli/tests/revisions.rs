//! `padstone diff` with revisions of git.

use std::process::Command;

use padstone_testing::Oracle;

use crate::folder::Folder;

/// A repository with one commit of a project; `None` without git.
fn repository(name: &str, settings: &str, files: &[(&str, &str)]) -> Option<Folder> {
    Oracle::find("git", "revisions")?;
    let folder = Folder::new(name);
    git(&folder, &["init", "--quiet"]);
    folder.write("padstone.toml", settings);
    files.iter().for_each(|(file, text)| folder.write(file, text));
    commit(&folder);
    Some(folder)
}

fn commit(folder: &Folder) {
    git(folder, &["add", "."]);
    git(folder, &["-c", "user.name=somebody", "-c", "user.email=somebody@example.com", "commit", "--quiet", "--message", "a change"]);
}

fn git(folder: &Folder, arguments: &[&str]) {
    let status = Command::new("git").args(arguments).current_dir(&folder.path).status().expect("git starts");
    assert!(status.success(), "{arguments:?}");
}

const PROJECT: &str = "files = [\"shaders/**/*.hlsl\"]\nrules = [\"dxc\", \"dxc-spirv\"]\n";

/// A renamed file is compared with its old version: its path is not a part of the ABI.
#[test]
fn renamed_files_are_compared_with_their_old_version() {
    let files = [
        ("shaders/a.hlsl", "cbuffer A {\n    float4 a;\n    float b;\n};\n"),
        ("shaders/b.hlsl", "cbuffer B {\n    float2 a;\n    float3 b;\n    float4 c;\n};\n"),
        ("shaders/c.hlsl", "Texture2D c;\n"),
    ];
    let Some(folder) = repository("renamed", PROJECT, &files) else { return };
    folder.write("shaders/deep/a2.hlsl", files[0].1);
    folder.write("shaders/deep/b.hlsl", &files[1].1.replace("float2 a", "float4 a"));
    folder.write("shaders/d.hlsl", "SamplerState d;\n");
    ["a", "b", "c"].iter().for_each(|name| std::fs::remove_file(folder.path.join(format!("shaders/{name}.hlsl"))).expect("it exists"));
    let text = |code: i32, arguments: &[&str]| String::from_utf8(folder.run(code, arguments).stdout).expect("text");
    let only_moved = ["diff", "HEAD", "--", "shaders/a.hlsl", "shaders/deep/a2.hlsl"];
    assert_eq!(text(0, &only_moved), "shaders/deep/a2.hlsl, renamed from shaders/a.hlsl\n\nno layout or binding changed\n");
    let json: serde_json::Value =
        serde_json::from_str(&text(0, &[&["diff", "--format", "json"], &only_moved[1..]].concat())).expect("JSON");
    let expected = serde_json::json!([{"file": "shaders/deep/a2.hlsl", "renamedFrom": "shaders/a.hlsl", "changes": []}]);
    assert_eq!((&json["compatible"], &json["files"]), (&true.into(), &expected));
    let all = text(1, &["diff", "HEAD"]);
    assert!(all.contains("shaders/deep/a2.hlsl, renamed from shaders/a.hlsl\n\n"), "{all}");
    assert!(all.contains("shaders/deep/b.hlsl (dxc, dxc-spirv), renamed from shaders/b.hlsl\n  B\n    breaks  `a`"), "{all}");
    assert!(all.contains("`a` is now `float4` instead of `float2`"), "{all}");
    // Files without common lines are others.
    assert!(all.contains("shaders/c.hlsl (dxc, dxc-spirv)\n  c\n    fits    `c` was removed\n"), "{all}");
    assert!(all.contains("shaders/d.hlsl (dxc)\n  d\n    breaks  `d`, a SamplerState at s0, was added\n"), "{all}");
}

/// A shell expands globs to the files of the working tree; a glob in quotation marks also matches files that only a revision has.
#[test]
fn globs_select_files_of_both_versions() {
    let files = [("shaders/a.hlsl", "cbuffer A { float a; };\n"), ("shaders/b.hlsl", "cbuffer B { float b; };\n"), ("c.txt", "")];
    let Some(folder) = repository("globs", PROJECT, &files) else { return };
    std::fs::remove_file(folder.path.join("shaders/b.hlsl")).expect("it exists");
    folder.write("shaders/deep/c.hlsl", "cbuffer C { float c; };\n");
    let text = |code: i32, arguments: &[&str]| String::from_utf8(folder.run(code, arguments).stdout).expect("text");
    let removed = "shaders/b.hlsl (dxc, dxc-spirv)\n  B\n    fits    `B` was removed\n\ncompatible: no change breaks the ABI\n";
    for arguments in [&["diff", "HEAD", "shaders/*.hlsl"][..], &["diff", "HEAD", "--", "shaders/a.hlsl", "shaders/[!a]*"]] {
        assert_eq!(text(0, arguments), removed, "{arguments:?}");
    }
    let all = text(1, &["diff", "HEAD", "./shaders/**"]);
    assert!(all.contains("`B` was removed") && all.contains("`C`, a cbuffer at b0, was added"), "{all}");
    let none = folder.run(1, &["diff", "HEAD", "shaders/*.hlsl", "shaders/*.txt"]);
    let none = String::from_utf8(none.stderr).expect("text");
    assert!(none.contains("`shaders/*.txt` is neither in HEAD nor in the working tree"), "{none}");
}

/// A file that cannot be compared is an error in every format: without it, the output would look clean.
#[test]
fn files_that_cannot_be_compared_are_errors_in_all_formats() {
    let files = [("shaders/a.hlsl", "cbuffer A { float4 a; };\n"), ("shaders/b.hlsl", "Texture2D b;\n")];
    let Some(folder) = repository("uncompared", PROJECT, &files) else { return };
    folder.write("shaders/a.hlsl", "cbuffer A { float4 a; Missing m; };\n");
    folder.write("shaders/b.hlsl", "// nothing\n");
    let text = |arguments: &[&str]| String::from_utf8(folder.run(1, arguments).stdout).expect("text");
    let github = text(&["diff", "HEAD", "--format", "github", "--", "shaders/a.hlsl", "shaders/b.hlsl", "shaders/none.hlsl"]);
    let expected = [
        "::notice title=padstone P1413 abi-changed::shaders/b.hlsl: b: `b` was removed (dxc, dxc-spirv)",
        "::error file=shaders/a.hlsl,line=1,endLine=1,col=23,endColumn=30,title=padstone P0301 unknown-type::unknown type `Missing`%0A`shaders/a.hlsl` in the working tree cannot be compared%0Adeclare it first, or include the file that declares it",
        "::error title=padstone P0001 file-unreadable::`shaders/none.hlsl` is neither in HEAD nor in the working tree",
    ];
    assert_eq!(github.lines().collect::<Vec<_>>(), expected);
    let sarif: serde_json::Value =
        serde_json::from_str(&text(&["diff", "HEAD", "HEAD", "--format", "sarif", "--", "shaders/none.hlsl"])).expect("JSON");
    assert_eq!(sarif["runs"][0]["results"][0]["level"], "error", "{sarif:#}");
    let sarif: serde_json::Value = serde_json::from_str(&text(&["diff", "HEAD", "--format", "sarif"])).expect("JSON");
    let error = &sarif["runs"][0]["results"][1];
    let place = &error["locations"][0]["physicalLocation"];
    assert_eq!((&error["ruleId"], &place["artifactLocation"]["uri"]), (&"P0301".into(), &"shaders/a.hlsl".into()), "{sarif:#}");
    let not_compared = |arguments: &[&str]| {
        let json: serde_json::Value = serde_json::from_str(&text(&[&["diff", "--format", "json"], arguments].concat())).expect("JSON");
        assert_eq!(json["compatible"], false, "{json:#}");
        json["notCompared"].clone()
    };
    let message = "unknown type `Missing`";
    let of_file = serde_json::json!({"file": "shaders/a.hlsl", "code": "P0301", "message": message, "line": 1, "column": 23});
    let none = "`shaders/none.hlsl` is neither in HEAD nor in the working tree";
    let of_none = serde_json::json!({"file": "shaders/none.hlsl", "code": "P0001", "message": none});
    assert_eq!(not_compared(&["HEAD", "--", "shaders/a.hlsl", "shaders/none.hlsl"]), serde_json::json!([of_file, of_none]));
    // An error of the old version, with its revision; the same error of several files, by an include, is printed once.
    folder.write("shaders/lib.hlsli", "Missing m;\n");
    folder.write("shaders/a.hlsl", "#include \"lib.hlsli\"\n");
    folder.write("shaders/b.hlsl", "#include \"lib.hlsli\"\n");
    git(&folder, &["add", "."]);
    git(&folder, &["-c", "user.name=somebody", "-c", "user.email=somebody@example.com", "commit", "--quiet", "--message", "second"]);
    folder.write("shaders/lib.hlsli", "float m;\n");
    let github = text(&["diff", "HEAD", "--format", "github"]);
    let expected = "title=padstone P0301 unknown-type::unknown type `Missing` (2 files)%0A`shaders/a.hlsl` in HEAD cannot be compared%0A";
    assert!(github.contains("::error file=shaders/lib.hlsli,line=1,") && github.contains(expected), "{github}");
    assert_eq!(github.lines().count(), 1, "{github}");
    let of_include = |file: &str| {
        let place = ("shaders/lib.hlsli", 1, 1);
        serde_json::json!({
            "file": file, "revision": "HEAD", "code": "P0301", "message": message, "source": place.0, "line": place.1, "column": place.2,
        })
    };
    assert_eq!(not_compared(&["HEAD"]), serde_json::json!([of_include("shaders/a.hlsl"), of_include("shaders/b.hlsl")]));
}

/// A link that a revision cannot follow is a file of the project that was not compared.
#[cfg(unix)]
#[test]
fn links_out_of_revisions_are_errors() {
    for target in ["/dev/zero", "../../elsewhere.hlsl", "gone.hlsl", "link.hlsl"] {
        let Some(folder) = repository("links of revisions", PROJECT, &[("shaders/a.hlsl", "Texture2D a;\n")]) else { return };
        std::os::unix::fs::symlink(target, folder.path.join("shaders/link.hlsl")).expect("a link can be made");
        git(&folder, &["add", "."]);
        git(&folder, &["-c", "user.name=somebody", "-c", "user.email=somebody@example.com", "commit", "--quiet", "--message", "second"]);
        for revisions in [["HEAD~1", "HEAD"], ["HEAD", "HEAD~1"]] {
            let errors = String::from_utf8(folder.run(1, &["diff", revisions[0], revisions[1]]).stderr).expect("text");
            assert!(errors.contains("error[P0001]") && errors.contains("shaders/link.hlsl"), "{target}: {errors}");
        }
    }
}

/// The change of an include is printed once, with all files and targets that have it; JSON lists it for each.
#[test]
fn the_change_of_an_include_is_printed_once() {
    let files = [
        ("shaders/common.hlsli", "cbuffer A { float3 a; float2 b; };\n"),
        ("shaders/a.hlsl", "#include \"common.hlsli\"\n"),
        ("shaders/b.hlsl", "#include \"common.hlsli\"\n"),
    ];
    let Some(folder) = repository("changed include", PROJECT, &files) else { return };
    folder.write("shaders/common.hlsli", "cbuffer A { float2 a; float2 b; };\n");
    let text = |arguments: &[&str]| String::from_utf8(folder.run(1, arguments).stdout).expect("text");
    let of_include = "  A
    fits    `A` shrank from 24 to 16 bytes
    breaks  `a` is now `float2` instead of `float3`
    breaks  `b` moved from 16 to 8 because `a` is now `float2`
";
    // A file that is named twice is compared once.
    let same = text(&["diff", "HEAD", "--", "shaders/a.hlsl", "shaders/a.hlsl"]);
    assert_eq!(same, format!("shaders/a.hlsl (dxc, dxc-spirv)\n{of_include}\nincompatible: 2 of 3 changes break the ABI\n"));
    let same = text(&["diff", "HEAD"]);
    let expected = format!("shaders/a.hlsl, shaders/b.hlsl (dxc, dxc-spirv)\n{of_include}\nincompatible: 2 of 3 changes break the ABI\n");
    assert_eq!(same, expected);
    let github = text(&["diff", "HEAD", "--format", "github"]);
    let messages: Vec<&str> = github.lines().filter_map(|line| line.rsplit_once("::")).map(|(_, message)| message).collect();
    let consequences = "as a consequence, `A` shrank from 24 to 16 bytes; `b` moved from 16 to 8 because `a` is now `float2`";
    assert_eq!(messages, [format!("A: `a` is now `float2` instead of `float3` (dxc, dxc-spirv; 2 files)%0A{consequences}")]);
    let json: serde_json::Value = serde_json::from_str(&text(&["diff", "HEAD", "--format", "json"])).expect("JSON");
    assert_eq!(json["files"].as_array().map(Vec::len), Some(4), "{json}");
}

/// As in git, `HEAD:shaders/a.hlsl` starts at the root of the repository, and `HEAD:./a.hlsl` at the working directory.
/// An include has no buffers of its own: the files of the project that read it are compared, also if only one version reads it.
#[test]
fn the_files_that_read_a_specified_include_are_compared() {
    let files = [
        ("shaders/lib/light.hlsli", "struct Light { float3 color; float range; };\n"),
        ("shaders/a.hlsl", "#include \"lib/light.hlsli\"\ncbuffer A { Light a; };\n"),
        ("shaders/b.hlsl", "cbuffer B { float4 b; };\n"),
        ("shaders/c.hlsl", "cbuffer C { float4 c; };\n"),
    ];
    let Some(folder) = repository("includes", PROJECT, &files) else { return };
    let diff = |code: i32, arguments: &[&str]| {
        String::from_utf8(folder.run(code, &[&["diff", "HEAD"], arguments].concat()).stdout).expect("it is text")
    };
    assert_eq!(diff(0, &["--", "shaders/lib/light.hlsli"]), "no layout or binding changed\n");
    folder.write("shaders/lib/light.hlsli", "struct Light { float range; float3 color; };\n");
    folder.write("shaders/b.hlsl", "#include \"lib/light.hlsli\"\ncbuffer B { float4 b; Light light; };\n");
    folder.write("shaders/c.hlsl", "cbuffer C { float2 c; };\n");
    for arguments in [&["--", "shaders/lib/light.hlsli"][..], &["shaders/lib/light.hlsli", "shaders/a.hlsl"]] {
        let text = diff(1, arguments);
        for expected in ["shaders/a.hlsl", "shaders/b.hlsl", "`a.range` moved from 12 to 0"] {
            assert!(text.contains(expected), "{arguments:?}: {text}");
        }
        assert!(!text.contains("shaders/c.hlsl"), "{arguments:?}: {text}");
    }
}

#[test]
fn files_of_revisions_are_found_below_the_root() {
    let shader = "cbuffer A { float4 a; };\n";
    let files = [("shaders/a.hlsl", shader), ("root.hlsl", shader), ("both.hlsl", shader), ("shaders/both.hlsl", shader)];
    let Some(folder) = repository("below the root", PROJECT, &files) else { return };
    let below = Folder { path: folder.path.join("shaders") };
    let check = |folder: &Folder, code: i32, old: &str, new: &str, expected: &str| {
        let output = folder.run(code, &["diff", old, new, "--rules", "dxc"]);
        let text = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
        assert!(text.contains(expected), "{old}: {text}");
    };
    let same = "no layout or binding changed\n";
    check(&folder, 0, "HEAD:shaders/a.hlsl", "shaders/a.hlsl", same);
    check(&folder, 0, "HEAD:both.hlsl", "both.hlsl", same);
    check(&below, 0, "HEAD:shaders/a.hlsl", "a.hlsl", same);
    check(&below, 0, "HEAD:./a.hlsl", "a.hlsl", same);
    check(&below, 0, "HEAD:a.hlsl", "a.hlsl", same);
    check(&below, 0, "HEAD:root.hlsl", "../root.hlsl", same);
    check(&below, 0, "HEAD:../both.hlsl", "../both.hlsl", same);
    check(&below, 2, "HEAD:both.hlsl", "both.hlsl", "`HEAD:both.hlsl` may be `HEAD:./both.hlsl`, or `HEAD:../both.hlsl` from the root");
    check(&below, 1, "HEAD:other.hlsl", "a.hlsl", "`other.hlsl` is not in HEAD");
}

/// Settings that match no file in either version: nothing was compared.
#[test]
fn settings_that_match_no_file_are_errors() {
    let files = [("shaders/a.hlsl", "cbuffer A { float4 a; };\n")];
    let Some(folder) = repository("unmatched", PROJECT, &files) else { return };
    let target = "[[target]]\nname = \"metal\"\nrules = \"slang-metal\"\nfiles = [\"metal/*\"]\n";
    for (settings, message) in [
        ("files = [\"gone.hlsl\"]\n".to_owned(), "error[P1406]: `gone.hlsl` matches no file"),
        ("files = [\"gone/*.hlsl\", \"shaders/*.hlsl\"]\n".to_owned(), "error[P1406]: `gone/*.hlsl` matches no file"),
        ("files = []\n".to_owned(), "error[P1406]: the project has no files to check"),
        (format!("files = [\"shaders/*.hlsl\"]\n{target}"), "error[P1422]: target `metal` matches no file"),
    ] {
        folder.write("padstone.toml", &settings);
        let output = folder.run(1, &["diff", "HEAD"]);
        let (text, errors) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        assert!(errors.contains(message) && !text.contains("no layout or binding changed"), "{settings}\n{text}{errors}");
    }
}

/// Without an answer from git, the gate does not pass files that it left out.
#[test]
fn ignored_files_are_errors_if_git_does_not_answer() {
    let Some(folder) = repository("silent git", PROJECT, &[("shaders/a.hlsl", "float4 a;\n"), ("shaders/b.hlsl", "garbage((\n")]) else {
        return;
    };
    let check = |expected: i32, text: &str| {
        let output = folder.command(&["check"]).env("PATH", "nowhere").output().expect("padstone starts");
        let messages = String::from_utf8(output.stderr).expect("text");
        assert!(output.status.code() == Some(expected) && messages.contains(text), "{messages}");
    };
    check(1, "shaders/b.hlsl");
    folder.write(".gitignore", "b.hlsl\n");
    check(2, "an ignore file matches `shaders/b.hlsl`, and git does not say whether it tracks it (cannot run git:");
    folder.write("padstone.toml", &PROJECT.replace("]\nrules", ", \"!**/b.hlsl\"]\nrules"));
    check(0, "");
}

/// Hidden files do not belong to a project, in any version.
#[test]
fn hidden_files_of_revisions_are_not_compared() {
    let settings = "files = [\"**/*.hlsl\"]\n";
    let files = [("a.hlsl", "float4 a;\n"), (".hidden/b.hlsl", "float b;\n"), ("sub/.c.hlsl", "float c;\n")];
    let Some(folder) = repository("hidden", settings, &files) else { return };
    folder.write(".hidden/b.hlsl", "float4 b;\n");
    folder.write("sub/.c.hlsl", "float3 c;\n");
    commit(&folder);
    for arguments in [&["diff", "HEAD~1", "HEAD"][..], &["diff", "HEAD~1"]] {
        assert_eq!(String::from_utf8(folder.run(0, arguments).stdout).expect("text"), "no layout or binding changed\n");
    }
}

/// The files of a submodule are those of the commit that the revision names.
#[test]
fn files_of_submodules_are_compared() {
    let settings = "files = [\"**/*.hlsl\"]\n";
    let Some(library) = repository("library", settings, &[("l.hlsl", "cbuffer L { float3 l; };\n")]) else { return };
    let Some(folder) = repository("with submodule", settings, &[("a.hlsl", "float4 a;\n")]) else { return };
    let url = library.path.to_str().expect("a path of letters");
    git(&folder, &["-c", "protocol.file.allow=always", "submodule", "--quiet", "add", url, "lib"]);
    commit(&folder);
    folder.write("lib/l.hlsl", "cbuffer L { float l; float4 q; };\n");
    git(&folder, &["-C", "lib", "-c", "user.name=somebody", "-c", "user.email=somebody@example.com", "commit", "--quiet", "-am", "other"]);
    commit(&folder);
    let text = |code: i32, arguments: &[&str]| String::from_utf8(folder.run(code, arguments).stdout).expect("text");
    let changed = text(1, &["diff", "HEAD~1", "HEAD"]);
    assert!(changed.starts_with("lib/l.hlsl\n  L\n    breaks  `L` grew from 12 to 32 bytes\n"), "{changed}");
    assert_eq!(text(1, &["diff", "HEAD~1"]), changed);
    assert_eq!(text(0, &["diff", "HEAD"]), "no layout or binding changed\n");
    git(&folder, &["submodule", "--quiet", "deinit", "--force", "lib"]);
    let unknown = String::from_utf8(folder.run(1, &["diff", "HEAD~1", "HEAD"]).stderr).expect("text");
    assert!(unknown.contains("cannot compare the submodule `lib`"), "{unknown}");
}

/// A file that git tracks is checked, although an ignore file matches it. Ignore files of other programs do not matter.
#[test]
fn tracked_files_are_part_of_the_project() {
    let Some(folder) = repository("tracked", PROJECT, &[("shaders/a.hlsl", "float4 a;\n"), ("shaders/b.hlsl", "garbage((\n")]) else {
        return;
    };
    folder.write(".gitignore", "b.hlsl\nc.hlsl\n");
    folder.write(".ignore", "a.hlsl\n");
    folder.write("shaders/c.hlsl", "garbage((\n");
    let output = folder.run(1, &["check", "--allow-warnings"]);
    let (messages, summary) = (String::from_utf8_lossy(&output.stderr).into_owned(), String::from_utf8_lossy(&output.stdout).into_owned());
    assert!(messages.contains("shaders/b.hlsl:1") && !messages.contains("shaders/c.hlsl"), "{messages}");
    assert!(summary.contains("checked 2 files"), "{summary}");
}
