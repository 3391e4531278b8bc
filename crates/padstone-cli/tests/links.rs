//! Links of the pages are valid: relative ones refer to a file of the repository, and their fragments to a heading in it.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// Directories with pages.
const FOLDERS: &[&str] = &["", "docs", "docs/diagnostics", "tests/golden", "tests/oracle", "tests/validation", "integrations", "examples"];

#[test]
fn relative_links_and_their_anchors_exist() {
    let mut anchors = HashMap::new();
    let mut wrong = Vec::new();
    let mut count = 0;
    for page in pages() {
        let text = fs::read_to_string(&page).expect("a page can be read");
        for (line, target) in links(&text).into_iter().filter(|(_, target)| !target.contains("://") && !target.starts_with("mailto:")) {
            count += 1;
            let (path, fragment) = target.split_once('#').unwrap_or((&target, ""));
            let to = match path {
                "" => page.clone(),
                path => page.parent().expect("a page is in a folder").join(path),
            };
            let is_there = match fragment {
                "" => to.exists(),
                fragment => anchors.entry(to.clone()).or_insert_with(|| anchors_of(&to)).iter().any(|anchor| anchor == fragment),
            };
            if !is_there {
                wrong.push(format!("{}:{line}: {target}", page.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "broken links:\n{}", wrong.join("\n"));
    assert!(count > 400, "only {count} links were found");
}

#[test]
fn anchors_are_those_of_github() {
    let page = "# `padstone layout`: a, b\n## Twice\n```\n# not one\n```\n## Twice\n### `[[vk::offset]]` & co.\n";
    assert_eq!(anchors_in(page), ["padstone-layout-a-b", "twice", "twice-1", "vkoffset--co"]);
    assert_eq!(links("[a](b.md#c) `[d](e)` [`f`](g)\n```\n[h](i)\n```\n"), [(1, "b.md#c".to_owned()), (1, "g".to_owned())]);
}

fn pages() -> Vec<PathBuf> {
    let folders = FOLDERS.iter().map(|folder| Path::new(ROOT).join(folder));
    let entries = folders.filter_map(|folder| fs::read_dir(folder).ok()).flat_map(Iterator::flatten);
    entries.map(|entry| entry.path()).filter(|path| path.extension().is_some_and(|extension| extension == "md")).collect()
}

/// The lines of a page outside fences, with their numbers.
fn prose(text: &str) -> Vec<(usize, &str)> {
    let mut is_fenced = false;
    let lines = text.lines().enumerate().filter(move |(_, line)| {
        let is_fence = line.trim_start().starts_with("```");
        is_fenced ^= is_fence;
        !is_fenced && !is_fence
    });
    lines.map(|(index, line)| (index + 1, line)).collect()
}

/// The targets of the inline links of a page, with their lines.
fn links(text: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    for (number, line) in prose(text) {
        // Pieces with odd numbers are code.
        let without_code: String = line.split('`').step_by(2).collect::<Vec<_>>().join("code");
        for piece in without_code.split("](").skip(1) {
            found.extend(piece.split_once(')').map(|(target, _)| (number, target.to_owned())));
        }
    }
    found
}

fn anchors_of(path: &Path) -> Vec<String> {
    fs::read_to_string(path).map(|text| anchors_in(&text)).unwrap_or_default()
}

/// The anchors that GitHub generates for headings: letters, digits, `-` and `_` stay, spaces become `-`, and a repeated one is numbered.
fn anchors_in(text: &str) -> Vec<String> {
    let mut seen: HashMap<String, usize> = HashMap::new();
    let headings = prose(text).into_iter().filter_map(|(_, line)| {
        let title = line.trim_start_matches('#');
        (title.len() < line.len() && title.starts_with(' ')).then(|| title.trim())
    });
    let anchors = headings.map(|title| {
        let letters = title.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
        let anchor: String = letters.map(|c| if c == ' ' { '-' } else { c.to_ascii_lowercase() }).collect();
        let repeated = seen.entry(anchor.clone()).or_insert(0);
        *repeated += 1;
        if *repeated == 1 { anchor } else { format!("{anchor}-{}", *repeated - 1) }
    });
    anchors.collect()
}
