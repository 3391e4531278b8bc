//! The preprocessor (being written). This file fixes what the parser may call.

use padstone_diag::Diagnostics;
use padstone_model::Major;
use padstone_source::{Interner, Loader, SourceMap, Span, Symbol};

use crate::Token;

/// What one translation unit is read with and into.
pub struct Unit<'a> {
    /// All files and expansions.
    pub sources: &'a mut SourceMap,
    /// All names.
    pub names: Interner,
    /// Everything that was found wrong.
    pub diagnostics: &'a mut Diagnostics,
    /// Where included files come from.
    pub loader: &'a dyn Loader,
    /// Folders to look for includes in, after the folder of the including file (`-I`).
    pub include_dirs: &'a [String],
}

/// Gives the tokens of a translation unit one after another, macros expanded, directives obeyed.
pub struct Preprocessor<'a> {
    /// The unit; the parser interns names and reports through it too.
    pub unit: Unit<'a>,
}

impl<'a> Preprocessor<'a> {
    /// Starts on the main file. `defines` are (name, value) pairs of `-D` and built-in macros; a value of `None` is `1`.
    pub fn new(unit: Unit<'a>, file: padstone_source::FileId, defines: &[(String, Option<String>)]) -> Self {
        let _ = (file, defines);
        Preprocessor { unit }
    }

    /// The next token; [`crate::TokenKind::End`] for ever once the unit is at its end.
    pub fn next(&mut self) -> Token {
        unreachable!("being written")
    }

    /// Skips to behind the `}` that closes a `{` just returned by [`Self::next`], as fast as can be: directives are
    /// obeyed, but macros are expanded only if one that is defined has a brace in its body. Names in the body are
    /// added to `names_used` if it is given (macros are then expanded). Returns the span of the closing brace,
    /// or `None` if the unit ended first.
    pub fn skip_body(&mut self, names_used: Option<&mut Vec<Symbol>>) -> Option<Span> {
        let _ = names_used;
        unreachable!("being written")
    }

    /// The majorness that `#pragma pack_matrix` asks for at this point, if it does.
    pub fn pack_matrix(&self) -> Option<Major> {
        None
    }
}
