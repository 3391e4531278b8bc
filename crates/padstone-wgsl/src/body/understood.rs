//! Uses of variables that padstone does not understand, because an operand depends on a name of an extension that it does not support. A
//! rewrite would not change them, so they are errors.

use padstone_diag::codes;
use padstone_source::Symbol;
use rustc_hash::FxHashSet;

use crate::predeclared::Entity;
use crate::resolve::{BodyTypes, Resolver};
use crate::tree::{Body, ExprId, Expression, ExpressionKind, UnaryOp};
use crate::types::Type;

impl Resolver<'_> {
    /// Reports the first such use in a body.
    pub(super) fn check_understood(&mut self, body: &Body, found: &BodyTypes) {
        let Some(extension) = self.unsupported_extension().filter(|_| !self.has_errors()) else { return };
        let read: FxHashSet<u32> = found.uses.iter().map(|(name, _)| name.span.start).collect();
        let locals: FxHashSet<Symbol> = found.locals.iter().map(|local| local.name.symbol).collect();
        let is_declared = |name| locals.contains(&name) || matches!(self.scope.lookup(name), Some(Entity::Global(_)));
        let is_misunderstood = |id: &ExprId| {
            let Expression { kind, span } = body.nodes[*id];
            match kind {
                ExpressionKind::Name(name) => !read.contains(&span.start) && is_declared(name),
                // A step into memory.
                ExpressionKind::Member { base, .. }
                | ExpressionKind::Index { base, .. }
                | ExpressionKind::Unary { op: UnaryOp::AddressOf | UnaryOp::Indirection, operand: base } => {
                    found.types[id.index()].is_none() && self.is_of_memory(body, found, base)
                }
                _ => false,
            }
        };
        if let Some(id) = body.nodes.ids().find(is_misunderstood) {
            let span = body.nodes[id].span;
            let message = format!("`{}` depends on a name of `{extension}`, which padstone does not know", self.source.text(span));
            self.error(&codes::EXTENSION_UNKNOWN, message, span);
        }
    }

    /// Whether an expression refers or points to memory.
    fn is_of_memory(&self, body: &Body, found: &BodyTypes, mut id: ExprId) -> bool {
        while let ExpressionKind::Paren(inner) = body.nodes[id].kind {
            id = inner;
        }
        let ty = found.types[id.index()];
        ty.is_some_and(|ty| ty.place.is_some() || matches!(self.types[ty.ty], Type::Pointer(_)))
    }
}
