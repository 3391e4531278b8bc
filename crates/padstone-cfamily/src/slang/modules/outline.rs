//! Which modules there are and what each imports, for those who look at what is wrong with them.

use padstone_model::Origin;
use padstone_source::{FileId, Span};

/// All modules of a program.
pub(in crate::slang) struct Outline {
    pub(in crate::slang) modules: Vec<ModuleOutline>,
    /// The module that each file belongs to, by its number.
    pub(in crate::slang) files: Vec<usize>,
}

/// A module by what it imports and where.
pub(in crate::slang) struct ModuleOutline {
    pub(in crate::slang) origin: Origin,
    pub(in crate::slang) imports: Vec<(Imported, Span)>,
}

/// What an `import` leads to.
#[derive(Clone, PartialEq, Eq)]
pub(in crate::slang) enum Imported {
    /// A module by its number.
    Module(usize),
    /// Nothing, under this name.
    Missing(String),
}

impl Outline {
    pub(in crate::slang) fn module_of(&self, file: FileId) -> usize {
        self.files.get(file.index()).copied().unwrap_or(0)
    }
}
