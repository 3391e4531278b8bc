//! The documents are correct: their console blocks are run, and their tables list every rule set and profile.

use std::path::Path;
use std::process::Command;

use padstone_read::bind;
use padstone_read::layout::{self, Sources};

use crate::cases::run_in;

/// Runs every console block in the root directory of the repository.
///
/// `PADSTONE_OVERWRITE=1 cargo test -p padstone-cli --test tests documents` renews the expected output.
#[test]
fn documents_show_the_current_output() {
    run_in(Path::new(ROOT), "documents::repository_documents");
}

#[test]
#[ignore = "the process of `documents_show_the_current_output`"]
fn repository_documents() {
    trycmd::TestCases::new().case("README.md").case("docs/*.md");
}

#[test]
fn the_picture_of_the_documents_is_drawn() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_padstone"));
    command.current_dir(format!("{ROOT}/docs/pictures")).args(["layout", "scene.hlsl", "--rules", "dxc,std140", "--format", "svg"]);
    let drawn = String::from_utf8(command.output().expect("it runs").stdout).expect("a picture is text");
    assert!(drawn == read("docs/pictures/scene.svg"), "docs/pictures/scene.svg is outdated: draw it and the screenshots again");
}

#[test]
fn every_rule_set_and_profile_is_documented() {
    let rules = read("docs/rules.md");
    for rule_set in layout::rule_sets().iter().chain(layout::slang_rule_sets()) {
        let section = rules.split("\n### ").find(|section| section.starts_with(&format!("`{}`\n", rule_set.name)));
        let section = section.unwrap_or_else(|| panic!("docs/rules.md has no section on {}", rule_set.name));
        let Sources { vectors, matrices, arrays, structs, placement, bitfields, explicit } = rule_set.sources;
        for source in [vectors, matrices, arrays, structs, placement, bitfields, explicit] {
            assert!(section.contains(&format!("| {source} |\n")), "docs/rules.md on {}: lacks: {source}", rule_set.name);
        }
    }
    for profile in layout::profiles().iter().chain(layout::slang_profiles()) {
        let is_listed = rules.lines().any(|line| line.starts_with(&format!("| `{}` |", profile.name)));
        assert!(is_listed, "the tables of docs/rules.md lack {}", profile.name);
    }
}

#[test]
fn every_policy_and_target_is_documented() {
    let binding = read("docs/binding.md");
    let rules = bind::BINDING_RULES.iter().map(|rules| rules.name);
    // `as-compiled` imitates no compiler: its layout is that of a compiled file.
    let is_own = |name: &str| name == bind::binding_rules::AS_COMPILED.name;
    let targets = ["hlsl", "dxil", "spirv", "glsl", "wgsl", "metal", "cuda", "cpp"];
    for name in rules.filter(|name| !is_own(name)).chain(targets) {
        assert!(binding.contains(&format!("`{name}`")), "docs/binding.md lacks {name}");
    }
}

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

fn read(path: &str) -> String {
    std::fs::read_to_string(format!("{ROOT}/{path}")).expect("a document of the repository")
}
