//! What names mean at the top level, the only scope that layouts see.

use padstone_diag::{Diagnostic, codes};
use padstone_model::TypeId;
use padstone_source::{Span, Symbol};
use rustc_hash::FxHashMap;

use super::Parser;
use super::constants::Constant;
use crate::reader::Reader;

/// What a name stands for.
#[derive(Clone, Debug)]
pub(super) enum Entity {
    /// A struct.
    Type(TypeId),
    /// A block that references point to, and the type of those. It may be announced before it is defined.
    Reference {
        ty: TypeId,
        defined: bool,
    },
    Constant(Constant),
    /// A variable, the instance of a block, or a member of one without.
    Variable,
    /// An array without a size, which may be declared again with one.
    Sizeless,
    Function,
    /// A block, with the interfaces that have one of the name.
    Block(Interfaces),
}

/// The interfaces that blocks belong to: in each a name stands for one block (section 4.3.9).
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Interfaces(u8);

impl Interfaces {
    pub(super) const UNIFORM: Interfaces = Interfaces(1);
    pub(super) const BUFFER: Interfaces = Interfaces(2);
    pub(super) const IN: Interfaces = Interfaces(4);
    pub(super) const OUT: Interfaces = Interfaces(8);
    pub(super) const OTHER: Interfaces = Interfaces(16);
}

struct Declared {
    entity: Entity,
    span: Span,
}

/// All names of the shader.
#[derive(Default)]
pub(super) struct Names {
    declared: FxHashMap<Symbol, Declared>,
}

impl Names {
    pub(super) fn lookup(&self, name: Symbol) -> Option<&Entity> {
        self.declared.get(&name).map(|declared| &declared.entity)
    }

    /// The type that a name stands for, if it does.
    pub(super) fn type_of(&self, name: Symbol) -> Option<TypeId> {
        match self.lookup(name) {
            Some(&(Entity::Type(ty) | Entity::Reference { ty, .. })) => Some(ty),
            _ => None,
        }
    }

    /// Where a name is declared.
    pub(super) fn place(&self, name: Symbol) -> Option<Span> {
        self.declared.get(&name).map(|declared| declared.span)
    }

    /// Gives a name that is declared another meaning.
    pub(super) fn change(&mut self, name: Symbol, entity: Entity) {
        if let Some(declared) = self.declared.get_mut(&name) {
            declared.entity = entity;
        }
    }

    /// Gives a name a meaning, whatever it meant before.
    pub(super) fn set(&mut self, name: Symbol, span: Span, entity: Entity) {
        self.declared.insert(name, Declared { entity, span });
    }

    /// All names that stand for types, in no order, to suggest one from.
    pub(super) fn type_names(&self) -> impl Iterator<Item = Symbol> + '_ {
        let types = self.declared.iter().filter(|(_, declared)| matches!(declared.entity, Entity::Type(_) | Entity::Reference { .. }));
        types.map(|(&name, _)| name)
    }
}

impl Parser<'_> {
    /// Gives a name a meaning. Reports it if the name has one already that cannot stand beside it, and returns whether the
    /// new one holds.
    pub(super) fn declare(&mut self, name: Symbol, span: Span, entity: Entity) -> bool {
        if name.is_empty() {
            return true;
        }
        let Some(before) = self.names.declared.get_mut(&name) else {
            self.names.declared.insert(name, Declared { entity, span });
            return true;
        };
        match (&mut before.entity, &entity) {
            (Entity::Function, Entity::Function) => return true,
            (Entity::Sizeless, Entity::Variable | Entity::Sizeless) => {
                before.entity = entity;
                return true;
            }
            (Entity::Block(known), Entity::Block(new)) if known.0 & new.0 == 0 => {
                known.0 |= new.0;
                return true;
            }
            _ => {}
        }
        let first = before.span;
        let message = match entity {
            Entity::Block(_) if matches!(before.entity, Entity::Block(_)) => format!("redeclaration of block `{}`", self.text(name)),
            _ => format!("redeclaration of `{}`", self.text(name)),
        };
        self.report(Diagnostic::error(&codes::NAME_CONFLICT, message, span).label(span, "").label(first, "first declared here"));
        false
    }

    /// Reports a name that the language keeps to itself (section 3.6).
    pub(super) fn check_name(&mut self, name: Symbol, span: Span) {
        let text = self.text(name);
        let message = if text.starts_with("gl_") {
            format!("`{text}` begins with `gl_`, which is reserved for the language")
        } else if text.chars().all(|character| character.is_ascii_alphanumeric() || character == '_') {
            return;
        } else {
            format!("`{text}` contains characters that GLSL does not allow in names")
        };
        self.error(&codes::NAME_RESERVED, message, span);
    }
}
