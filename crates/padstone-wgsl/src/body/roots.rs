//! The memory that the names and pointers of a body refer to.

use rustc_hash::FxHashMap;

use crate::predeclared::Entity;
use crate::resolve::{BodyTypes, LocalKind, Resolver};
use crate::tree::{Body, ExprId, ExpressionKind, Ident, Variable};
use crate::types::{Type, TypeId};

/// The root identifier of memory.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Root {
    /// The variable of the module at this position.
    Global(u32),
    /// The pointee of the parameter with this index.
    Parameter(u32),
    /// A variable of the function.
    Local(u32),
}

/// A body that has been checked, and the roots of its pointers, for the part visited so far.
pub(super) struct Roots<'a, 'r> {
    pub(super) resolver: &'a Resolver<'r>,
    pub(super) body: &'a Body,
    pub(super) found: &'a BodyTypes,
    /// The number of parameters; they are the first locals.
    pub(super) parameters: usize,
    /// The roots of `let`s.
    lets: FxHashMap<u32, Root>,
}

impl<'a, 'r> Roots<'a, 'r> {
    pub(super) fn new(resolver: &'a Resolver<'r>, body: &'a Body, found: &'a BodyTypes, parameters: usize) -> Self {
        Roots { resolver, body, found, parameters, lets: FxHashMap::default() }
    }

    /// Visits a declaration: its pointer is known from here on.
    pub(super) fn declare(&mut self, variable: &Variable) {
        let root = variable.value.and_then(|value| self.pointer_root(value));
        if let (Some(root), Some(local)) = (root, self.local_named(variable.name)) {
            self.lets.insert(local, root);
        }
    }

    /// Whether an expression refers to memory.
    pub(super) fn is_place(&self, id: ExprId) -> bool {
        self.found.types.get(id.index()).copied().flatten().is_some_and(|found| found.place.is_some())
    }

    /// The type of an expression, or of the memory that it refers to.
    pub(super) fn ty(&self, id: ExprId) -> Option<TypeId> {
        Some(self.found.types.get(id.index()).copied().flatten()?.ty)
    }

    /// The root of a pointer.
    pub(super) fn pointer_root(&self, id: ExprId) -> Option<Root> {
        if matches!(self.resolver.types[self.ty(id)?], Type::Pointer(_)) { self.root(id) } else { None }
    }

    /// The root of the memory that an expression refers or points to.
    pub(super) fn root(&self, id: ExprId) -> Option<Root> {
        let nodes = &self.body.nodes;
        let mut id = id;
        loop {
            id = match nodes[id].kind {
                ExpressionKind::Name(symbol) => return self.root_of_name(Ident { symbol, span: nodes[id].span }),
                ExpressionKind::Paren(inner)
                | ExpressionKind::Member { base: inner, .. }
                | ExpressionKind::Index { base: inner, .. }
                | ExpressionKind::Unary { operand: inner, .. } => inner,
                // `bufferView<T>(&buffer, 0)`
                ExpressionKind::Call { arguments, .. } => *nodes[arguments].first()?,
                _ => return None,
            };
        }
    }

    fn root_of_name(&self, name: Ident) -> Option<Root> {
        match self.entity(name)? {
            Entity::Global(position) => Some(Root::Global(position)),
            Entity::Local(position) => match self.found.locals[position as usize].kind {
                LocalKind::Variable(_) => Some(Root::Local(position)),
                LocalKind::Value(_) if (position as usize) < self.parameters => Some(Root::Parameter(position)),
                LocalKind::Value(_) => self.lets.get(&position).copied(),
                LocalKind::Failed | LocalKind::Const(_) => None,
            },
            Entity::Predeclared(_) => None,
        }
    }

    /// The function that a callee expression names.
    pub(super) fn callee(&self, callee: ExprId) -> Option<Entity> {
        let nodes = &self.body.nodes;
        let name = match nodes[callee].kind {
            ExpressionKind::Template { name, .. } => name,
            _ => callee,
        };
        let ExpressionKind::Name(symbol) = nodes[name].kind else { return None };
        self.entity(Ident { symbol, span: nodes[name].span })
    }

    /// The meaning of a name in the body. Call it in source order.
    pub(super) fn entity(&self, name: Ident) -> Option<Entity> {
        let uses = &self.found.uses;
        let index = uses.binary_search_by_key(&name.span.start, |(used, _)| used.span.start).ok()?;
        Some(uses[index].1)
    }

    /// The local declared by this name.
    pub(super) fn local_named(&self, name: Ident) -> Option<u32> {
        let position = self.found.locals.binary_search_by_key(&name.span.start, |local| local.name.span.start).ok()?;
        Some(position as u32)
    }
}
