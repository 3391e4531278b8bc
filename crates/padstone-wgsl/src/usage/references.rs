//! The declarations that a function body names, local names aside.

use padstone_source::Symbol;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::predeclared::{Entity, Scope};
use crate::tree::{BlockId, Body, CaseSelector, ExprId, ExpressionKind, Ident, StatementId, StatementKind, Variable};

/// Positions of declarations, each once, in the order in which the body names them first.
pub(super) fn references(body: &Body, scope: &Scope, parameters: impl Iterator<Item = Symbol>) -> Vec<u32> {
    let (mut found, mut seen) = (Vec::new(), FxHashSet::default());
    free_names(body, parameters, |name| {
        if let Some(Entity::Global(at)) = scope.lookup(name.symbol)
            && seen.insert(at)
        {
            found.push(at);
        }
    });
    found
}

/// Calls `each` with every name in a body that is not that of a parameter or local variable.
pub(crate) fn free_names(body: &Body, parameters: impl Iterator<Item = Symbol>, each: impl FnMut(Ident)) {
    let mut walk = Walk { body, locals: Vec::new(), hidden: FxHashMap::default(), each };
    parameters.for_each(|name| walk.declare(name));
    walk.block(body.root);
}

struct Walk<'a, F> {
    body: &'a Body,
    /// The local names in scope, outermost first.
    locals: Vec<Symbol>,
    /// How many of them hide a name.
    hidden: FxHashMap<Symbol, u32>,
    each: F,
}

/// Statements nest no deeper than the parser lets them.
impl<F: FnMut(Ident)> Walk<'_, F> {
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

    fn statement(&mut self, statement: StatementId) {
        let body = self.body;
        match body[statement].kind {
            StatementKind::Block(block) | StatementKind::Loop(block) | StatementKind::Continuing(block) => self.block(block),
            StatementKind::Variable(variable) => self.variable(&variable),
            StatementKind::Assign { left, right, .. } => {
                left.into_iter().for_each(|left| self.expression(left));
                self.expression(right);
            }
            StatementKind::Increment(expression)
            | StatementKind::Decrement(expression)
            | StatementKind::Call(expression)
            | StatementKind::BreakIf(expression)
            | StatementKind::ConstAssert(expression)
            | StatementKind::Return(Some(expression)) => self.expression(expression),
            StatementKind::If { clauses, otherwise } => {
                for clause in &body[clauses] {
                    self.expression(clause.condition);
                    self.block(clause.block);
                }
                otherwise.into_iter().for_each(|block| self.block(block));
            }
            StatementKind::Switch { selector, clauses, .. } => {
                self.expression(selector);
                for clause in &body[clauses] {
                    for selector in &body[clause.selectors] {
                        if let CaseSelector::Value(value) = *selector {
                            self.expression(value);
                        }
                    }
                    self.block(clause.block);
                }
            }
            StatementKind::While { condition, body } => {
                self.expression(condition);
                self.block(body);
            }
            StatementKind::For { init, condition, update, body } => {
                let outer = self.locals.len();
                init.into_iter().for_each(|init| self.statement(init));
                condition.into_iter().for_each(|condition| self.expression(condition));
                self.block(body);
                update.into_iter().for_each(|update| self.statement(update));
                self.leave(outer);
            }
            StatementKind::Break
            | StatementKind::Continue
            | StatementKind::Return(None)
            | StatementKind::Discard
            | StatementKind::Fallthrough
            | StatementKind::Error => {}
        }
    }

    /// A variable is not in scope in its own initialiser.
    fn variable(&mut self, variable: &Variable) {
        for expression in [variable.ty, variable.value].into_iter().flatten() {
            self.expression(expression);
        }
        self.declare(variable.name.symbol);
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
