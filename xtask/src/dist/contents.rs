//! The contents of an archive: a prefix like `/usr/local`, into which it can be unpacked.

use std::fs;
use std::io;
use std::path::Path;

use super::{Build, VERSION, copy, licenses, printed};
use crate::command::{program, root};

/// Documents, in addition to the licenses of dependencies.
const DOCUMENTS: &[&str] = &["README.md", "CHANGELOG.md", "LICENSE-APACHE", "LICENSE-MIT"];

/// The CMake package.
const CMAKE: &[&str] = &["Padstone.cmake", "padstone-config.cmake"];

/// Writes the program and its files below `prefix`.
pub(super) fn write(build: &Build, prefix: &Path) -> io::Result<()> {
    let installed = prefix.join("bin").join(build.file_name());
    copy(&build.path(), &installed)?;
    printed(program(&installed, &["pages", &prefix.to_string_lossy()]))?;

    let documents = prefix.join("share/doc/padstone");
    for name in DOCUMENTS {
        copy(&root().join(name), &documents.join(name))?;
    }
    fs::write(documents.join("LICENSES-OF-DEPENDENCIES.md"), licenses::of_dependencies(build)?)?;

    let cmake = prefix.join("lib/cmake/padstone");
    for name in CMAKE {
        copy(&root().join("integrations/cmake").join(name), &cmake.join(name))?;
    }
    let version = fs::read_to_string(root().join("integrations/cmake/padstone-config-version.cmake.in"))?;
    fs::write(cmake.join("padstone-config-version.cmake"), version.replace("@VERSION@", VERSION))
}
