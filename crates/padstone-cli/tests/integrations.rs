//! Runs each integration with its tool.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use crate::folder::Folder;
use padstone_testing::Oracle;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
const PADSTONE: &str = env!("CARGO_BIN_EXE_padstone");

/// Whether all these programs are installed. Reports missing ones.
fn are_there(programs: &[&str]) -> bool {
    programs.iter().all(|program| Oracle::find(program, "the integrations").is_some())
}

/// Runs a program in a directory, with padstone in PATH.
fn output(folder: &Folder, program: &str, arguments: &[&str]) -> Output {
    let path = std::env::var("PATH").unwrap_or_default();
    let program_directory = Path::new(PADSTONE).parent().expect("the program is in a folder").display();
    let mut command = Command::new(program);
    command.args(arguments).current_dir(&folder.path).env("PATH", format!("{program_directory}:{path}"));
    // Git must use only the settings of the directory.
    command.env("GIT_CONFIG_GLOBAL", "/dev/null").env("GIT_CONFIG_NOSYSTEM", "1").env("PRE_COMMIT_HOME", folder.path.join(".cache"));
    for name in ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE"] {
        command.env_remove(name);
    }
    command.output().unwrap_or_else(|error| panic!("{program}: {error}"))
}

/// Runs a program that must succeed, and returns its output.
fn run(folder: &Folder, program: &str, arguments: &[&str]) -> String {
    let output = output(folder, program, arguments);
    let printed = format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{program} {arguments:?}\n{printed}");
    printed
}

const CMAKE: &str = r#"
cmake_minimum_required(VERSION 3.21)
project(app LANGUAGES CXX)
list(APPEND CMAKE_MODULE_PATH "${PADSTONE_MODULES}")
include(Padstone)
add_executable(app main.cpp)
target_compile_features(app PRIVATE cxx_std_17)
padstone_generate(TARGET app SHADERS "shaders/scene.hlsl" LANGUAGE cpp RULES dxc BUFFERS Scene OPTIONS -D LIGHTS=2)
"#;

const MAIN: &str = r#"
#include "scene.hlsl.hpp"
#include <cstdio>
int main() { std::printf("%zu\n", sizeof(Scene)); }
"#;

#[test]
fn cmake_regenerates_changed_files() {
    if !are_there(&["cmake", "ninja", "g++"]) {
        return;
    }
    let folder = Folder::new("cmake project");
    folder.write("CMakeLists.txt", CMAKE);
    folder.write("main.cpp", MAIN);
    folder.write("padstone.toml", "include-dirs = [\"inc\"]\n");
    folder.write("shaders/scene.hlsl", "#include \"my light.hlsli\"\ncbuffer Scene { Light lights[LIGHTS]; };\n");
    folder.write("inc/my light.hlsli", "struct Light { float4 color; };\n");
    let (modules, padstone) = (format!("-DPADSTONE_MODULES={ROOT}/integrations/cmake"), format!("-DPADSTONE_EXECUTABLE={PADSTONE}"));
    run(&folder, "cmake", &["-G", "Ninja", "-S", ".", "-B", "build", &modules, &padstone]);
    let build = || run(&folder, "cmake", &["--build", "build", "--verbose"]);
    let size = || run(&folder, "./build/app", &[]).trim().to_owned();
    build();
    assert_eq!(size(), "32");
    assert!(build().contains("no work to do"));

    // An include changes the generated file.
    folder.write("inc/my light.hlsli", "struct Light { float4 color; float4 place; };\n");
    build();
    assert_eq!(size(), "64");
    assert!(build().contains("no work to do"));

    // A comment does not change the header, so nothing is compiled.
    folder.write("inc/my light.hlsli", "struct Light { float4 color; float4 place; }; // in lumen\n");
    let printed = build();
    assert!(printed.contains("emit cpp") && !printed.contains("main.cpp"), "{printed}");
    assert!(build().contains("no work to do"));

    // The settings of the project do too.
    folder.write("padstone.toml", "include-dirs = [\"inc\"]\ndefines = [\"UNUSED\"]\n");
    assert!(build().contains("emit cpp"));
}

/// Creates a git repository of a directory with all of its files.
fn initialize(folder: &Folder) {
    run(folder, "git", &["init", "--quiet"]);
    run(folder, "git", &["config", "user.name", "somebody"]);
    run(folder, "git", &["config", "user.email", "somebody@example.com"]);
    commit(folder, "first");
}

fn commit(folder: &Folder, message: &str) {
    run(folder, "git", &["add", "."]);
    run(folder, "git", &["commit", "--quiet", "--message", message]);
}

/// A repository with a valid project and an up-to-date lock file.
fn repository(name: &str) -> Folder {
    let folder = Folder::new(name);
    folder.write("padstone.toml", "files = [\"*.hlsl\"]\n");
    folder.write("a.hlsl", "cbuffer A { float3 tint; float exposure; };\n");
    folder.run(0, &["check", "--accept"]);
    initialize(&folder);
    folder
}

/// A part of a Slang module is compared with its module, unless it is passed by name.
#[test]
fn changes_in_parts_of_a_module_are_reported_for_the_module() {
    if !are_there(&["git"]) {
        return;
    }
    let folder = Folder::new("diff-parts");
    folder.write("padstone.toml", "files = [\"*.slang\"]\nrules = \"slang-hlsl\"\n");
    folder.write("lighting.slang", "module lighting;\n__include \"shadows\";\nConstantBuffer<Shadow> shadow;\n");
    folder.write("shadows.slang", "implementing lighting;\npublic struct Shadow { float bias; float scale; }\n");
    initialize(&folder);
    folder.write("shadows.slang", "implementing lighting;\npublic struct Shadow { float2 bias; float scale; }\n");
    let changes = folder.run(1, &["diff", "HEAD"]);
    let (printed, errors) = (String::from_utf8_lossy(&changes.stdout), String::from_utf8_lossy(&changes.stderr));
    assert!(errors.is_empty() && printed.contains("lighting.slang") && !printed.contains("shadows.slang"), "{errors}{printed}");
    let alone = folder.run(1, &["diff", "HEAD", "shadows.slang"]);
    assert!(String::from_utf8_lossy(&alone.stderr).contains("error[P1170]"));
}

#[test]
fn the_git_hook_rejects_abi_breaks() {
    if !are_there(&["git"]) {
        return;
    }
    let folder = repository("hook");
    fs::copy(format!("{ROOT}/integrations/pre-commit/pre-commit"), folder.path.join(".git/hooks/pre-commit")).expect("a copy");
    folder.write("a.hlsl", "cbuffer A { float2 tint; float exposure; };\n");
    let rejected = output(&folder, "git", &["commit", "--quiet", "--all", "--message", "second"]);
    let printed = String::from_utf8_lossy(&rejected.stderr).into_owned();
    assert!(!rejected.status.success() && printed.contains("`exposure` moved from 12 to 8"), "{printed}");
    folder.run(0, &["check", "--accept"]);
    run(&folder, "git", &["commit", "--quiet", "--all", "--message", "second"]);
    // Names in other scripts, and every extension that padstone reads.
    for name in ["sh\u{e9}/a b.hlsl", "b.slangh", "c.wesl", "d.cginc", "e.vs"] {
        folder.write(name, "");
        run(&folder, "git", &["add", name]);
        folder.write("a.hlsl", "cbuffer A { float4 tint; float exposure; };\n");
        let rejected = output(&folder, "git", &["commit", "--quiet", "--message", name]);
        assert!(!rejected.status.success(), "{name} was committed without a check");
        run(&folder, "git", &["reset", "--quiet", "--hard"]);
    }
    // Files that are not shaders are ignored.
    folder.write("a.hlsl", "cbuffer A { float4 tint; float exposure; };\n");
    folder.write("notes.txt", "notes");
    run(&folder, "git", &["add", "notes.txt"]);
    run(&folder, "git", &["commit", "--quiet", "--message", "third"]);
}

#[test]
fn the_pre_commit_hook_rejects_abi_breaks() {
    if !are_there(&["git", "pre-commit"]) {
        return;
    }
    let folder = repository("pre-commit");
    let hooks = Folder::new("pre-commit-hooks");
    hooks.write(".pre-commit-hooks.yaml", &fs::read_to_string(format!("{ROOT}/.pre-commit-hooks.yaml")).expect("the hooks"));
    initialize(&hooks);
    let from = hooks.path.to_str().expect("a path that is text");
    let try_it = ["try-repo", from, "padstone-check-system", "--all-files", "--color", "never"];
    assert!(run(&folder, "pre-commit", &try_it).contains("Passed"));
    folder.write("a.hlsl", "cbuffer A { float2 tint; float exposure; };\n");
    let rejected = output(&folder, "pre-commit", &try_it);
    let printed = String::from_utf8_lossy(&rejected.stdout).into_owned();
    assert!(!rejected.status.success() && printed.contains("`exposure` moved from 12 to 8"), "{printed}");
}

#[test]
fn revisions_are_compared_with_their_own_includes() {
    if !are_there(&["git"]) {
        return;
    }
    let folder = Folder::new("revisions");
    folder.write("padstone.toml", "files = [\"shaders/*.hlsl\"]\ninclude-dirs = [\"inc\"]\n");
    folder.write("shaders/a.hlsl", "#include \"types.hlsli\"\ncbuffer A { T tint; float exposure; };\n");
    folder.write("inc/types.hlsli", "typedef float2 T;\n");
    initialize(&folder);
    folder.write("inc/types.hlsli", "typedef float3 T;\n");
    folder.write("shaders/b.hlsl", "cbuffer B { float b; };\n");
    commit(&folder, "second");
    folder.write("inc/types.hlsli", "typedef float4 T;\n");

    let check = |code: i32, arguments: &[&str], expected: &str| {
        let printed = folder.run(code, &[&["diff"], arguments].concat()).stdout;
        assert_eq!(String::from_utf8_lossy(&printed), expected, "{arguments:?}");
    };
    let a = |from: &str, to: &str, sizes: &str, places: &str| {
        format!(
            "shaders/a.hlsl\n  A\n    breaks  `A` grew from {sizes} bytes\n    breaks  `tint` is now `{to}` instead of `{from}`\n    \
             breaks  `exposure` moved from {places} because `tint` is now `{to}`\n\n"
        )
    };
    let (then, now) = (a("float2", "float3", "12 to 16", "8 to 12"), a("float3", "float4", "16 to 20", "12 to 16"));
    let b = "shaders/b.hlsl\n  B\n    breaks  `B`, a cbuffer at b0, was added\n\n";
    let three = "incompatible: 3 of 3 changes break the ABI\n";
    check(1, &["HEAD~1", "HEAD", "--", "shaders/a.hlsl"], &format!("{then}{three}"));
    check(1, &["HEAD~1:shaders/a.hlsl", "HEAD:shaders/a.hlsl"], &format!("{then}{three}"));
    check(1, &["HEAD~1", "HEAD"], &format!("{then}{b}incompatible: 4 of 4 changes break the ABI\n"));
    check(0, &["HEAD", "HEAD"], "no layout or binding changed\n");
    check(1, &["HEAD", "shaders/a.hlsl"], &format!("{now}{three}"));
    check(1, &["HEAD"], &format!("{now}{three}"));
    folder.run(2, &["diff", "no-such-revision", "HEAD"]);

    // The position of a change may be in an include.
    let json: serde_json::Value = serde_json::from_slice(&folder.run(1, &["diff", "HEAD", "--format", "json"]).stdout).expect("JSON");
    let changes = json["files"][0]["changes"].as_array().expect("changes");
    let sources: Vec<_> = changes.iter().map(|change| (change["source"].as_str(), change["line"].as_u64())).collect();
    assert_eq!(sources, [(None, Some(2)); 3]);
    folder.write("inc/types.hlsli", "struct T { float4 warm; float4 cold; };\n");
    let json: serde_json::Value = serde_json::from_slice(&folder.run(1, &["diff", "HEAD", "--format", "json"]).stdout).expect("JSON");
    let changes = json["files"][0]["changes"].as_array().expect("changes");
    assert!(changes.iter().any(|change| change["source"] == "inc/types.hlsli" && change["line"] == 1), "{json}");
    // In a subdirectory, a file has one path.
    let output = folder.command(&["diff", "HEAD"]).current_dir(folder.path.join("shaders")).output().expect("padstone starts");
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(printed.lines().filter(|line| line.ends_with("a.hlsl")).collect::<Vec<_>>(), ["a.hlsl"], "{printed}");
}
