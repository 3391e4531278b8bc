//! The shaders of this repository, as inputs for commands.

use std::path::{Path, PathBuf};

/// Every file of the examples and of the cases of this crate with one of these extensions.
pub(crate) fn shaders(extensions: &[&str]) -> Vec<PathBuf> {
    let manifest_dir = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut folders = vec![manifest_dir.join("../../examples"), manifest_dir.join("tests/cases")];
    let mut shaders = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("the folder is there") {
            let path = entry.expect("it can be listed").path();
            if path.is_dir() {
                folders.push(path);
            } else if extension(&path).is_some_and(|extension| extensions.contains(&extension)) {
                shaders.push(path);
            }
        }
    }
    shaders.sort();
    shaders
}

pub(crate) fn extension(path: &Path) -> Option<&str> {
    path.extension()?.to_str()
}
