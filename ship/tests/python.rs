//! The wheel, and the pre-commit hook that installs it.

use std::fs;

use crate::documents::Example;
use crate::packages::{are_there, find, folder, unpack};
use crate::scratch::{Scratch, root};

/// A directory whose commands install the built Python packages, without an index.
fn offline(name: &str) -> Option<Scratch> {
    if !are_there(&["python3"]) {
        return None;
    }
    find("padstone-", ".whl")?;
    let mut scratch = Scratch::new(name);
    let wheels = std::env::var("PADSTONE_WHEELS").unwrap_or_else(|_| root().join("target/ship/wheels").display().to_string());
    scratch.set("PIP_NO_INDEX", "1");
    scratch.set("PIP_DISABLE_PIP_VERSION_CHECK", "1");
    scratch.set("PIP_FIND_LINKS", &format!("{} {wheels}", folder().display()));
    Some(scratch)
}

#[test]
fn the_page_installs_the_wheel() {
    let Some(scratch) = offline("page python") else { return };
    Example::of("python").check(&scratch);
    // The wheel contains the program of the archive, and no Python code.
    let Some(prefix) = unpack(&scratch) else { return };
    let installed = fs::read(scratch.path.join("venv/bin/padstone")).expect("the program");
    assert!(
        installed == fs::read(prefix.join("bin/padstone")).expect("the program"),
        "the wheel and the archive contain different programs"
    );
}

#[test]
fn the_page_runs_the_hook() {
    if !are_there(&["git", "pre-commit"]) {
        return;
    }
    let Some(hooks) = offline("hooks") else { return };
    // The files of the repository that pre-commit and pip read.
    for name in [".pre-commit-hooks.yaml", "pyproject.toml"] {
        hooks.write(name, &fs::read_to_string(root().join(name)).expect("a file of the repository"));
    }
    hooks.commit();
    hooks.run("git", &["tag", &format!("v{}", crate::packages::VERSION)]);

    let Some(mut scratch) = offline("page pre-commit") else { return };
    // The page has the address of the project; git replaces it by the local repository.
    let settings = format!("[user]\nname = somebody\nemail = somebody@example.com\n[url \"{}\"]\n", hooks.path.display());
    let settings = format!("{settings}insteadOf = https://github.com/padstone/padstone\n");
    let file = scratch.home.join(".gitconfig");
    fs::write(&file, settings).expect("the settings can be written");
    scratch.set("GIT_CONFIG_GLOBAL", &file.display().to_string());
    scratch.run("git", &["init", "--quiet"]);
    Example::of("pre-commit").check(&scratch);
}
