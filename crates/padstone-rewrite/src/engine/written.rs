//! Value types as written in the module: in naga 30, arrays of a type and of an alias of it are different types, so a constructed value has
//! the written type of its memory.

use padstone_model::{Count, Type};
use padstone_wgsl::tree::{DeclarationKind, ExprId, ExpressionKind};

use super::Engine;
use super::cursor::{ChainRoot, ChainStep, MemoryCursor};

impl Engine<'_, '_> {
    /// The type of the value of this memory.
    pub(super) fn value_type(&self, cursor: &MemoryCursor) -> String {
        match self.declared_type(cursor) {
            Some(written) => self.written_type(written, cursor.ty),
            None => self.unit.type_text(cursor.ty),
        }
    }

    /// The type expression of this memory.
    fn declared_type(&self, cursor: &MemoryCursor) -> Option<ExprId> {
        let mut written = match cursor.root {
            ChainRoot::Variable(index) => match self.unit.tree.declarations[index].kind {
                DeclarationKind::Variable(variable) => variable.ty,
                _ => None,
            },
            ChainRoot::Local(_) => None,
        };
        for step in &cursor.steps {
            written = match step {
                ChainStep::Member(id, index) => match self.unit.tree.declarations[*self.declared.get(id)?].kind {
                    DeclarationKind::Struct(body) => Some(self.unit.tree[body.members].get(*index)?.ty),
                    _ => None,
                },
                ChainStep::Index(_) => written.and_then(|array| self.element(array)),
                ChainStep::Swizzle(_) => None,
            };
        }
        written
    }

    /// The type expression of the elements of an array.
    fn element(&self, array: ExprId) -> Option<ExprId> {
        let node = self.unit.tree.nodes[array];
        match node.kind {
            ExpressionKind::Name(name) => self.element(*self.aliases.get(&name)?),
            ExpressionKind::Attributed { inner, .. } => self.element(inner),
            ExpressionKind::Template { arguments, .. } if self.unit.text(node.span).starts_with("array") => {
                self.unit.tree.nodes[arguments].first().copied()
            }
            _ => None,
        }
    }

    fn written_type(&self, written: ExprId, ty: Type) -> String {
        let alias = match self.unit.tree.nodes[written].kind {
            ExpressionKind::Name(name) => self.aliases.contains_key(&name).then(|| self.unit.names.resolve(name)),
            _ => None,
        };
        match (alias, ty, self.element(written)) {
            (Some(alias), ..) => alias.to_owned(),
            (None, Type::Array { element, count: Count::Known(count) }, Some(written)) => {
                format!("array<{}, {count}>", self.written_type(written, self.unit.module.types[element]))
            }
            _ => self.unit.type_text(ty),
        }
    }
}
