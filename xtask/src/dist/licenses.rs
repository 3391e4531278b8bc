//! The licenses of dependencies, which require that copies include their text.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::{Build, printed};
use crate::command::cargo;

/// A page that lists every dependency of the program, and contains each license text once.
pub(super) fn of_dependencies(build: &Build) -> io::Result<String> {
    let mut page = String::from("# Licenses of the packages in this program\n\n");
    let mut texts: BTreeMap<String, Vec<String>> = BTreeMap::new();
    // The directories are only in the metadata; the packages linked for this target are only in the tree.
    let metadata = printed(cargo(&["metadata", "--locked", "--format-version", "1", "--filter-platform", &build.target]))?;
    let tree =
        ["tree", "--locked", "-p", "padstone-cli", "-e", "normal", "--prefix", "none", "--format", "{p}|{l}", "--target", &build.target];
    let tree = printed(cargo(&tree))?;
    let mut packages: Vec<&str> = tree.lines().map(|line| line.trim_end_matches(" (*)")).collect();
    packages.sort_unstable();
    packages.dedup();
    for (package, license) in packages.iter().filter_map(|line| line.split_once('|')) {
        // Packages of this repository have a path.
        let Some((name, version)) = package.split_once(" v").filter(|_| !package.contains('(')) else { continue };
        let folder =
            folder_of(name, version, &metadata).ok_or_else(|| io::Error::other(format!("no folder of {name} {version} is known")))?;
        let found = texts_in(&folder)?;
        let note = if found.is_empty() { " (the package has no text of it)" } else { "" };
        writeln!(page, "- {name} {version}: {license}{note}").expect("writing to a string never fails");
        for text in found {
            texts.entry(text).or_default().push(format!("{name} {version}"));
        }
    }
    for (text, packages) in texts {
        write!(page, "\n## {}\n\n```text\n{}\n```\n", packages.join(", "), text.trim()).expect("a string takes everything");
    }
    Ok(page)
}

/// The directory of a package, from the path of its manifest in the output of `cargo metadata`.
fn folder_of(name: &str, version: &str, metadata: &str) -> Option<PathBuf> {
    let ends = ["/", r"\\"].map(|separator| format!("{separator}{name}-{version}{separator}Cargo.toml\""));
    let (end, length) = ends.iter().find_map(|end| Some((metadata.find(end)?, end.len())))?;
    let start = metadata[..end].rfind('"')? + 1;
    let manifest = metadata[start..end + length - 1].replace(r"\\", r"\");
    Path::new(&manifest).parent().map(Path::to_owned)
}

/// The license texts in the directory of a package.
fn texts_in(folder: &Path) -> io::Result<Vec<String>> {
    let mut paths: Vec<_> = fs::read_dir(folder)?.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    let is_license = |path: &Path| {
        let name = path.file_name().map(|name| name.to_string_lossy().to_uppercase()).unwrap_or_default();
        path.is_file() && ["LICENSE", "LICENCE", "COPYING", "NOTICE", "UNLICENSE"].iter().any(|start| name.starts_with(start))
    };
    paths.into_iter().filter(|path| is_license(path)).map(fs::read_to_string).collect()
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::folder_of;

    #[test]
    fn folders_of_packages() {
        let metadata = r#"{"manifest_path":"/a/ab-1.0.0/Cargo.toml"},{"manifest_path":"/a/b-1.0.0/Cargo.toml"},{"manifest_path":"C:\\x\\c-2.1.0\\Cargo.toml"}"#;
        assert_eq!(folder_of("b", "1.0.0", metadata).as_deref(), Some(Path::new("/a/b-1.0.0")));
        assert!(folder_of("c", "2.1.0", metadata).is_some());
        assert_eq!(folder_of("c", "2.1.1", metadata), None);
    }
}
