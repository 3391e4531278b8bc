//! The tree of a WGSL file, in either edition: the parsed declarations, with their spans.
//!
//! A [`Tree`] contains the declarations of a file, without function bodies: a [`Function`] has the span of its body, and
//! [`parse_body`](crate::parse::parse_body) parses it into a separate [`Body`]. Nodes live in flat vectors and refer to each other by
//! four-byte ids; a list of nodes is a [`List`], with which its owner is indexed:
//!
//! ```text
//! for declaration in &tree.declarations {
//!     if let DeclarationKind::Struct(body) = declaration.kind {
//!         for member in &tree[body.members] { tree.nodes[member.ty]; tree.nodes[member.attributes]; }
//!     }
//! }
//! ```
//!
//! WGSL writes types as expressions (`array<vec4<f32>, N + 1>` is a name with a template list), and so does this tree. An expression comes
//! after its operands, so that a traversal of [`Nodes::expressions`] in order visits operands first.
//!
//! The tree preserves all syntax (parentheses, both forms of attributes), so that it can be printed again. Spacing and comments are only in
//! the text, between the spans.

mod declarations;
mod edit;
mod expressions;
mod list;
mod print;
mod statements;

use padstone_source::{SourceFile, Span};

pub use declarations::{
    Alias, Declaration, DeclarationKind, Directive, DirectiveKind, Function, Member, Parameter, RuleName, Struct, Tree,
};
pub use edit::{EditError, apply};
pub use expressions::{Attribute, BinaryOp, ExprId, Expression, ExpressionKind, Ident, Literal, LiteralValue, Nodes, UnaryOp};
pub use list::List;
pub use print::print;
pub use statements::{
    Block, BlockId, Body, CaseSelector, IfClause, Statement, StatementId, StatementKind, StatementPart, SwitchClause, Variable,
    VariableKind,
};

/// The two languages that are called WGSL.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Edition {
    /// The W3C's WGSL: `@group(0) @binding(0) var<uniform> u: T;`.
    #[default]
    Current,
    /// The draft of 2020: `[[group(0), binding(0)]] var<uniform> u : [[access(read)]] T;`.
    Draft2020,
}

/// A text to parse, its position in the source map, and its edition.
#[derive(Clone, Copy, Debug)]
pub struct Source<'a> {
    /// The whole text of the file.
    pub text: &'a str,
    /// The position of the first byte in the source map.
    pub base: u32,
    /// The edition of the language.
    pub edition: Edition,
}

impl<'a> Source<'a> {
    /// The text of a file of a source map.
    pub fn new(file: &'a SourceFile, edition: Edition) -> Self {
        Source { text: &file.text, base: file.base(), edition }
    }

    /// The text of a span; empty if the span is outside this text.
    pub fn text(self, span: Span) -> &'a str {
        let range = span.start.checked_sub(self.base).zip(span.end.checked_sub(self.base));
        range.and_then(|(start, end)| self.text.get(start as usize..end as usize)).unwrap_or("")
    }
}
