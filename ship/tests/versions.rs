//! All manifests have the same version.

use std::fs;

use crate::packages::VERSION;
use crate::scratch::root;

#[test]
fn manifests_have_one_version() {
    let read = |path: &str| fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"));
    for (path, expected) in [
        ("pyproject.toml", format!("version = \"{VERSION}\"")),
        ("pyproject.toml", format!("\"padstone=={VERSION}\"")),
        ("action.yml", format!("default: \"{VERSION}\"")),
        ("docs/install/pre-commit.md", format!("rev: v{VERSION}")),
        ("docs/install/github.md", format!("padstone/padstone@v{VERSION}")),
    ] {
        assert!(read(path).contains(&expected), "{path} lacks {expected}");
    }
}

/// `cargo binstall padstone-cli` looks for the archive at the address of the release.
#[test]
fn binstall_finds_the_archive() {
    let Some(archive) = crate::packages::find("padstone-", ".tar.gz") else { return };
    let name = archive.file_name().expect("a name").to_string_lossy().into_owned();
    let manifest = fs::read_to_string(root().join("crates/padstone-cli/Cargo.toml")).expect("the manifest");
    let value = |key: &str| {
        let line = manifest.lines().find_map(|line| line.strip_prefix(&format!("{key} = \""))).unwrap_or_else(|| panic!("no {key}"));
        let target = name.trim_start_matches(&format!("padstone-{VERSION}-")).trim_end_matches(".tar.gz");
        let filled = line.trim_end_matches('"').replace("{ version }", VERSION).replace("{ target }", target);
        filled.replace("{ bin }", "padstone").replace("{ binary-ext }", "")
    };
    assert!(value("pkg-url").ends_with(&format!("/releases/download/v{VERSION}/{name}")), "{}", value("pkg-url"));
    let scratch = crate::scratch::Scratch::new("binstall");
    crate::packages::unpack(&scratch);
    assert!(scratch.path.join(value("bin-dir")).is_file(), "{}", value("bin-dir"));
}
