//! The public items, listed in `api.txt`, so that changes are visible in the diff.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// The maximum number of modules, types, traits and functions.
const MAX_ITEMS: usize = 150;

#[test]
fn the_public_api_matches_the_list() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = Vec::new();
    collect(&root.join("src"), &mut files);
    let mut listing = String::new();
    for file in files {
        let text = std::fs::read_to_string(&file).expect("sources are text");
        let items = items(&text);
        if !items.is_empty() {
            let name = file.strip_prefix(root).expect("it is below").to_string_lossy().replace('\\', "/");
            let _ = writeln!(listing, "# {name}");
            items.iter().for_each(|item| _ = writeln!(listing, "{item}"));
        }
    }
    // A macro generates them.
    listing.push_str("# compilers\n");
    padstone::Compiler::all().for_each(|compiler| _ = writeln!(listing, "{compiler}"));
    let path = root.join("api.txt");
    if std::env::var_os("PADSTONE_OVERWRITE").is_some() {
        std::fs::write(&path, &listing).expect("it can be written");
    }
    let known = std::fs::read_to_string(&path).unwrap_or_default();
    let count = listing.lines().filter(|line| is_counted(line)).count();
    assert!(count <= MAX_ITEMS, "the public API has {count} items: at most {MAX_ITEMS} can be learned");
    assert!(known == listing, "the public API differs from api.txt: run with PADSTONE_OVERWRITE=1 and read the diff");
}

/// Whether a line is of a module, type, trait or function. Empty enums replace types in builds without a feature.
fn is_counted(line: &str) -> bool {
    let kinds = ["pub mod ", "pub struct ", "pub enum ", "pub trait ", "pub fn "];
    kinds.iter().any(|kind| line.contains(kind)) && !line.ends_with("{}")
}

fn collect(folder: &Path, into: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> =
        std::fs::read_dir(folder).expect("a crate has sources").map(|entry| entry.expect("it can be listed").path()).collect();
    entries.sort();
    for entry in entries {
        if entry.is_dir() {
            collect(&entry, into);
        } else {
            into.push(entry);
        }
    }
}

/// The public items of a file, one per line, methods with their type, without hidden items.
fn items(text: &str) -> Vec<String> {
    let (mut items, mut owner, mut hidden) = (Vec::new(), String::new(), false);
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        let trimmed = line.trim();
        if let Some(rest) = line.strip_prefix("impl") {
            owner = rest.trim_end_matches(" {").trim().to_owned();
        } else if line == "}" {
            owner.clear();
        }
        hidden |= trimmed == "#[doc(hidden)]";
        if !trimmed.starts_with("pub ") {
            hidden &= trimmed.starts_with('#') || trimmed.starts_with("//");
            continue;
        }
        let mut item = trimmed.to_owned();
        let count = |item: &str, bracket: char| item.matches(bracket).count();
        let is_open = |item: &str| count(item, '(') > count(item, ')') || item.starts_with("pub use ") && !item.ends_with(';');
        while !item.ends_with(['{', ';', ',', '}']) || is_open(&item) {
            let Some(next) = lines.next() else { break };
            item.push(' ');
            item.push_str(next.trim());
        }
        let item = item.trim_end_matches(['{', ',', ';']).trim().replace("( ", "(").replace(", )", ")");
        if !std::mem::take(&mut hidden) {
            let owner = if owner.is_empty() { String::new() } else { format!("{owner}: ") };
            items.push(format!("{owner}{item}"));
        }
    }
    items
}
