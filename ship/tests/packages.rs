//! The built packages.

use std::fs;
use std::path::PathBuf;

use padstone_testing::{Oracle, report_unchecked};

use crate::scratch::Scratch;

/// The version of all packages.
pub(crate) const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The directory of the packages.
pub(crate) fn folder() -> PathBuf {
    std::env::var_os("PADSTONE_DIST").map_or_else(|| crate::scratch::root().join("target/packages"), PathBuf::from)
}

/// The package whose name has this prefix and suffix. Reports a missing one.
pub(crate) fn find(start: &str, end: &str) -> Option<PathBuf> {
    let names = fs::read_dir(folder()).into_iter().flatten().flatten().map(|entry| entry.path());
    let is_package = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        name.starts_with(start) && name.ends_with(end)
    };
    let found = names.filter(is_package).min();
    if found.is_none() {
        report_unchecked(&format!("packages: no {start}*{end} was built"), true);
    }
    found
}

/// Whether all these programs are installed. Reports missing ones.
pub(crate) fn are_there(programs: &[&str]) -> bool {
    programs.iter().all(|program| Oracle::find(program, "packages").is_some())
}

/// Unpacks the archive for this machine into a directory, and returns its prefix.
pub(crate) fn unpack(scratch: &Scratch) -> Option<PathBuf> {
    let archive = find("padstone-", ".tar.gz")?;
    scratch.run("tar", &["-xzf", archive.to_str().expect("a path in UTF-8")]);
    let name = archive.file_name()?.to_str()?.strip_suffix(".tar.gz")?.to_owned();
    Some(scratch.path.join(name))
}

/// A shader, and the end of the first line of its layout.
pub(crate) const SHADER: &str = "struct Light { position: vec3f, power: f32 }\n@group(0) @binding(0) var<uniform> light: Light;\n";
pub(crate) const LAYOUT: &str = "uniform light: Light  group 0, binding 0  x.wgsl:2  wgsl";
