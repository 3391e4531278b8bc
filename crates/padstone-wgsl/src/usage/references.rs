//! The declarations that a function body references, without local names.

use padstone_source::Symbol;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::predeclared::{Entity, Scope};
use crate::tree::{BlockId, Body, ExprId, ExpressionKind, Ident, StatementId, StatementKind, StatementPart};

/// Positions of declarations, each once, in the order of the first reference.
pub(super) fn references(body: &Body, scope: &Scope, parameters: impl Iterator<Item = Symbol>) -> Vec<u32> {
    let (mut found, mut seen) = (Vec::new(), FxHashSet::default());
    free_names(body, parameters, |name| {
        if let Some(Entity::Global(position)) = scope.lookup(name.symbol)
            && seen.insert(position)
        {
            found.push(position);
        }
    });
    found
}

/// Calls `each` with every name in a body that is not a parameter or local variable.
pub(crate) fn free_names(body: &Body, parameters: impl Iterator<Item = Symbol>, each: impl FnMut(Ident)) {
    let mut walk = ReferenceWalk { body, locals: Vec::new(), hidden: FxHashMap::default(), each };
    parameters.for_each(|name| walk.declare(name));
    walk.block(body.root);
}

struct ReferenceWalk<'a, F> {
    body: &'a Body,
    /// The local names in scope, outermost first.
    locals: Vec<Symbol>,
    /// The number of them that hide a name.
    hidden: FxHashMap<Symbol, u32>,
    each: F,
}

/// The depth of statements is limited by the parser.
impl<F: FnMut(Ident)> ReferenceWalk<'_, F> {
    fn declare(&mut self, name: Symbol) {
        self.locals.push(name);
        *self.hidden.entry(name).or_default() += 1;
    }

    fn leave(&mut self, outer: usize) {
        for name in self.locals.drain(outer..) {
            if let Some(count) = self.hidden.get_mut(&name) {
                *count -= 1;
            }
        }
    }

    fn block(&mut self, block: BlockId) {
        let (outer, body) = (self.locals.len(), self.body);
        for &statement in &body[body[block].statements] {
            self.statement(statement);
        }
        self.leave(outer);
    }

    /// A variable is not in scope in its own initializer; that of a `for` is in scope until its end.
    fn statement(&mut self, statement: StatementId) {
        let (outer, body) = (self.locals.len(), self.body);
        body.parts(statement, &mut |part| match part {
            StatementPart::Expression(expression) => self.expression(expression),
            StatementPart::Statement(inner) => self.statement(inner),
            StatementPart::Block(block) => self.block(block),
        });
        match body[statement].kind {
            StatementKind::Variable(variable) => self.declare(variable.name.symbol),
            _ => self.leave(outer),
        }
    }

    fn expression(&mut self, root: ExprId) {
        let nodes = &self.body.nodes;
        let mut pending = vec![root];
        while let Some(id) = pending.pop() {
            match nodes[id].kind {
                ExpressionKind::Name(symbol) => self.name(Ident { symbol, span: nodes[id].span }),
                ExpressionKind::Template { name, arguments } => {
                    pending.push(name);
                    pending.extend(&nodes[arguments]);
                }
                ExpressionKind::Call { callee, arguments } => {
                    pending.push(callee);
                    pending.extend(&nodes[arguments]);
                }
                ExpressionKind::Index { base, index } => pending.extend([base, index]),
                ExpressionKind::Member { base: inner, .. }
                | ExpressionKind::Unary { operand: inner, .. }
                | ExpressionKind::Paren(inner)
                | ExpressionKind::Attributed { inner, .. } => pending.push(inner),
                ExpressionKind::Binary { left, right, .. } => pending.extend([left, right]),
                ExpressionKind::Literal(_) | ExpressionKind::Error => {}
            }
        }
    }

    fn name(&mut self, name: Ident) {
        if self.hidden.get(&name.symbol).is_none_or(|&count| count == 0) {
            (self.each)(name);
        }
    }
}
