//! Names of types, each formatted once for all rows that print it.

use std::fmt::Write;
use std::ops::Range;

use padstone_model::{Module, TypeId};

/// The names of the types of a module.
pub(crate) struct TypeNames<'m> {
    module: &'m Module,
    /// All names so far, concatenated.
    text: String,
    /// The range of each type's name; empty if it was not formatted yet.
    known: Vec<Range<usize>>,
}

impl<'m> TypeNames<'m> {
    pub(crate) fn new(module: &'m Module) -> TypeNames<'m> {
        TypeNames { module, text: String::new(), known: vec![0..0; module.types.len()] }
    }

    /// The name of a type in the syntax of its language.
    #[inline]
    pub(crate) fn of(&mut self, ty: TypeId) -> &str {
        if self.known[ty.index()].is_empty() {
            self.make(ty);
        }
        &self.text[self.known[ty.index()].clone()]
    }

    #[cold]
    fn make(&mut self, ty: TypeId) {
        let start = self.text.len();
        // Writing to a string cannot fail.
        let _ = write!(self.text, "{}", self.module.type_name(ty));
        self.known[ty.index()] = start..self.text.len();
    }
}
