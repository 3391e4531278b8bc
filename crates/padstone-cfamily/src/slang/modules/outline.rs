//! The modules and their imports, for selecting the errors to report.

use padstone_model::Origin;
use padstone_source::{FileId, Span};

/// All modules of a program.
pub(in crate::slang) struct Outline {
    pub(in crate::slang) modules: Vec<ModuleOutline>,
    /// The module of each file, by file index.
    pub(in crate::slang) files: Vec<usize>,
}

/// A module: its imports and their positions.
pub(in crate::slang) struct ModuleOutline {
    pub(in crate::slang) origin: Origin,
    pub(in crate::slang) imports: Vec<(Imported, Span)>,
}

/// The target of an `import`.
#[derive(Clone, PartialEq, Eq)]
pub(in crate::slang) enum Imported {
    /// A module, by index.
    Module(usize),
    /// A missing module with this name.
    Missing(String),
}

impl Outline {
    pub(in crate::slang) fn module_of(&self, file: FileId) -> usize {
        self.files.get(file.index()).copied().unwrap_or(0)
    }
}
