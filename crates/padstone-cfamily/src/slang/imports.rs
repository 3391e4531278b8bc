//! The module declarations of one file: its imports and includes, and the module that it belongs to.

use padstone_source::Span;

/// An `import` or `__include` of a file.
pub(super) struct ImportRequest {
    /// The path in the source, with `/` as its separator.
    pub(super) path: String,
    pub(super) span: Span,
    /// `__exported import`: importers of this module also see the imported declarations.
    pub(super) exported: bool,
    /// `__include`: the file is a part of the same module.
    pub(super) is_include: bool,
}

/// The module declarations of a file.
#[derive(Default)]
pub(super) struct Imports {
    pub(super) requests: Vec<ImportRequest>,
    /// `module name;`
    pub(super) declared: Option<String>,
    /// `implementing name;`: the keyword, and the first name after it.
    pub(super) implementing: Option<(Span, String)>,
    pub(super) begins: ModuleHeader,
    /// The language version that the file requires, as a year; 0 if it requires none.
    pub(super) version: u32,
}

/// The first declaration of a file.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum ModuleHeader {
    /// The file is empty.
    #[default]
    Empty,
    Implementing,
    Module,
    Other,
}
