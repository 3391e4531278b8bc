//! Temporary directories.

use tempfile::{Builder, TempDir};

/// A directory that is removed when it is dropped, whether the test passed or failed. It is in cargo's target directory, so that `cargo
/// clean` removes the directories of killed tests.
///
/// # Panics
///
/// If the directory cannot be created.
pub fn scratch(name: &str) -> TempDir {
    let prefix = format!("{name}-");
    let mut folder = Builder::new();
    let folder = folder.prefix(&prefix);
    let program = std::env::current_exe().unwrap_or_default();
    // Tests and benchmarks are in `target/PROFILE/deps`; `target/tmp` is meant for their files.
    let target_tmp = program.ancestors().nth(3).map(|target| target.join("tmp")).filter(|tmp| tmp.is_dir());
    target_tmp.map_or_else(|| folder.tempdir(), |tmp| folder.tempdir_in(tmp)).expect("a temporary directory can be created")
}
