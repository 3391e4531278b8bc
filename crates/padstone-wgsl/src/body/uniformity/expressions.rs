//! Control flow through expressions, and the dependencies of their values (WGSL, sections 15.2.7 and 15.2.8).

use super::FunctionAnalysis;
use super::graph::Node;
use crate::body::roots::Root;
use crate::predeclared::Entity;
use crate::resolve::{LocalKind, ResolvedGlobal};
use crate::tree::{BinaryOp, ExprId, ExpressionKind, Ident, UnaryOp};
use crate::types::{AccessMode, AddressSpace, Type};

/// The depth of expressions is limited by the parser.
impl FunctionAnalysis<'_, '_> {
    /// Control after an expression, and its value: that in memory, if it is a reference.
    pub(super) fn value(&mut self, control: Node, id: ExprId) -> (Node, Node) {
        *self.steps = self.steps.saturating_sub(1);
        if self.roots.is_place(id) {
            let (control, address) = self.memory_node(control, id);
            return (control, self.load(address, id));
        }
        let nodes = &self.roots.body.nodes;
        match nodes[id].kind {
            ExpressionKind::Name(symbol) => (control, self.name(control, Ident { symbol, span: nodes[id].span })),
            ExpressionKind::Call { callee, arguments } => self.call(control, id, callee, &nodes[arguments]),
            ExpressionKind::Index { base, index } => {
                let (control, base) = self.value(control, base);
                let (control, index) = self.value(control, index);
                (control, self.graph.node([base, index]))
            }
            ExpressionKind::Unary { op: UnaryOp::AddressOf, operand } => self.memory_node(control, operand),
            ExpressionKind::Member { base: inner, .. }
            | ExpressionKind::Paren(inner)
            | ExpressionKind::Attributed { inner, .. }
            | ExpressionKind::Unary { operand: inner, .. } => self.value(control, inner),
            ExpressionKind::Binary { op, left, right } => {
                let (control, left) = self.value(control, left);
                if matches!(op, BinaryOp::LogicalAnd | BinaryOp::LogicalOr) {
                    // Only the invocations that need the right side evaluate it.
                    return (control, self.value(left, right).1);
                }
                let (control, right) = self.value(control, right);
                (control, self.graph.node([left, right]))
            }
            ExpressionKind::Literal(_) | ExpressionKind::Template { .. } | ExpressionKind::Error => (control, control),
        }
    }

    fn name(&mut self, control: Node, name: Ident) -> Node {
        match self.roots.entity(name) {
            Some(Entity::Local(local)) if matches!(self.roots.found.locals[local as usize].kind, LocalKind::Value(_)) => {
                let value = self.values[local as usize];
                self.graph.node([control, value])
            }
            _ => control,
        }
    }

    /// Control after a reference expression, and the node that its address depends on.
    pub(super) fn memory_node(&mut self, control: Node, id: ExprId) -> (Node, Node) {
        *self.steps = self.steps.saturating_sub(1);
        let nodes = &self.roots.body.nodes;
        if !self.roots.is_place(id) {
            return self.value(control, id);
        }
        match nodes[id].kind {
            ExpressionKind::Member { base: inner, .. } | ExpressionKind::Paren(inner) => self.memory_node(control, inner),
            ExpressionKind::Unary { operand, .. } => self.value(control, operand),
            ExpressionKind::Index { base, index } => {
                let (control, base) = self.memory_node(control, base);
                let (control, index) = self.value(control, index);
                (control, self.graph.node([base, index]))
            }
            _ => (control, control),
        }
    }

    /// The value in memory.
    pub(super) fn load(&mut self, address: Node, id: ExprId) -> Node {
        match self.roots.root(id) {
            Some(Root::Global(position)) if self.may_differ(position) => {
                let varying = self.graph.varying(self.roots.body.nodes[id].span);
                self.graph.node([address, varying])
            }
            Some(root) => {
                let value = self.slot(root).map(|slot| self.values[slot]);
                self.graph.node([address].into_iter().chain(value))
            }
            None => address,
        }
    }

    /// Whether a variable of the module may have another value in another invocation, or change during the shader.
    fn may_differ(&self, position: u32) -> bool {
        match &self.roots.resolver.globals[position as usize] {
            ResolvedGlobal::Variable(memory) => match memory.space {
                AddressSpace::Uniform | AddressSpace::Handle | AddressSpace::Immediate => false,
                AddressSpace::Storage => memory.access != AccessMode::Read,
                _ => true,
            },
            _ => false,
        }
    }

    /// Whether an expression refers to a whole variable, or to the whole pointee of a parameter.
    pub(super) fn is_whole(&self, id: ExprId) -> bool {
        let root_value = match self.roots.root(id) {
            Some(Root::Local(local)) => match &self.roots.found.locals[local as usize].kind {
                LocalKind::Variable(memory) => Some(memory.store),
                _ => None,
            },
            Some(Root::Parameter(number)) => match &self.roots.found.locals[number as usize].kind {
                LocalKind::Value(ty) => match self.roots.resolver.types[*ty] {
                    Type::Pointer(memory) => Some(memory.store),
                    _ => None,
                },
                _ => None,
            },
            _ => None,
        };
        let stored = self.roots.ty(id).map(|ty| match self.roots.resolver.types[ty] {
            Type::Pointer(memory) => memory.store,
            _ => ty,
        });
        root_value.is_some() && root_value == stored
    }
}
