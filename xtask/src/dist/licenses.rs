//! The licenses of what is linked into the program: each asks that its text come with copies.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::io;
use std::path::Path;

use super::{Build, printed};
use crate::command::cargo;

/// A page with every package of others that the program is made of, and each text once.
pub(super) fn of_dependencies(build: &Build) -> io::Result<String> {
    let mut page = String::from("# Licenses of the packages in this program\n\n");
    let mut texts: BTreeMap<String, Vec<String>> = BTreeMap::new();
    // Only the metadata names folders; which packages are linked for this target, only the tree.
    let metadata = printed(cargo(&["metadata", "--locked", "--format-version", "1", "--filter-platform", &build.target]))?;
    let tree =
        ["tree", "--locked", "-p", "padstone-cli", "-e", "normal", "--prefix", "none", "--format", "{p}|{l}", "--target", &build.target];
    let tree = printed(cargo(&tree))?;
    let mut packages: Vec<&str> = tree.lines().map(|line| line.trim_end_matches(" (*)")).collect();
    packages.sort_unstable();
    packages.dedup();
    for (package, license) in packages.iter().filter_map(|line| line.split_once('|')) {
        // Those of this repository have a path.
        let Some((name, version)) = package.split_once(" v").filter(|_| !package.contains('(')) else { continue };
        writeln!(page, "- {name} {version}: {license}").expect("a string takes everything");
        let manifest = format!("/{name}-{version}/Cargo.toml");
        let Some(end) = metadata.find(&manifest) else { continue };
        let start = metadata[..end].rfind('"').map_or(0, |quote| quote + 1);
        let folder = format!("{}/{name}-{version}", metadata[start..end].replace(r"\\", r"\"));
        for text in texts_in(Path::new(&folder))? {
            texts.entry(text).or_default().push(format!("{name} {version}"));
        }
    }
    for (text, packages) in texts {
        write!(page, "\n## {}\n\n```text\n{}\n```\n", packages.join(", "), text.trim()).expect("a string takes everything");
    }
    Ok(page)
}

/// The texts of licenses in the folder of a package.
fn texts_in(folder: &Path) -> io::Result<Vec<String>> {
    let mut paths: Vec<_> = fs::read_dir(folder)?.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    let is_license = |path: &Path| {
        let name = path.file_name().map(|name| name.to_string_lossy().to_uppercase()).unwrap_or_default();
        path.is_file() && ["LICENSE", "LICENCE", "COPYING", "NOTICE", "UNLICENSE"].iter().any(|start| name.starts_with(start))
    };
    paths.into_iter().filter(|path| is_license(path)).map(fs::read_to_string).collect()
}
