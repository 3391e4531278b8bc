//! The dependencies of the library, and the items that it must not use: it runs in a browser.

use std::path::Path;
use std::process::Command;

/// The crates that the library depends on, as `cargo tree` prints them.
fn dependencies(features: &str) -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let arguments = ["tree", "-p", "padstone", "-e", "normal", "--prefix", "none", "--offline", "--locked", "--features", features];
    let output = Command::new(env!("CARGO")).args(arguments).current_dir(root).output().expect("cargo starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let tree = String::from_utf8(output.stdout).expect("names are UTF-8");
    let mut names: Vec<String> = tree.lines().filter_map(|line| line.split(' ').next()).map(str::to_owned).collect();
    names.sort();
    names.dedup();
    names
}

#[test]
fn features_enable_their_dependencies() {
    let heavy =
        ["clap", "anstream", "annotate-snippets", "toml", "globset", "ignore", "gimli", "object", "pdb", "rspirv", "similar", "rustix"];
    let brought = |features: &str| -> Vec<String> { dependencies(features).into_iter().filter(|name| heavy.contains(&&**name)).collect() };
    assert_eq!(brought(""), Vec::<String>::new());
    assert_eq!(brought("edits"), ["similar"]);
    assert_eq!(brought("spirv"), ["rspirv"]);
    assert!(dependencies("").iter().any(|name| name == "padstone-layout"));
}

#[test]
fn the_library_uses_no_files_threads_clocks_or_environment() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let words = ["std::fs", "std::env", "env::var", "std::thread", "thread::spawn", "std::process", "std::net", "Instant", "SystemTime"];
    let mut seen = 0;
    for name in dependencies("edits,spirv").iter().filter(|name| name.starts_with("padstone")) {
        let mut folders = vec![crates.join(name).join("src")];
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(&folder).expect("a crate has sources").map(|entry| entry.expect("it can be listed").path()) {
                if entry.is_dir() {
                    folders.push(entry);
                    continue;
                }
                let text = std::fs::read_to_string(&entry).expect("sources are text");
                // Tests may use them.
                let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
                let lines = text.lines().enumerate().filter(|(_, line)| !line.trim_start().starts_with("//"));
                let found: Vec<_> = lines.filter(|(_, line)| words.iter().any(|word| mentions(line, word))).collect();
                assert_eq!(found, [], "{}", entry.display());
                seen += 1;
            }
        }
    }
    assert!(seen > 300, "only {seen} files");
}

/// Whether a line contains a word that is not part of another.
fn mentions(line: &str, word: &str) -> bool {
    line.match_indices(word).any(|(position, _)| {
        let part = |c: char| c.is_alphanumeric() || c == '_';
        !line[..position].ends_with(part) && !line[position + word.len()..].starts_with(part)
    })
}
