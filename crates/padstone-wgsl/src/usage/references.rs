//! The declarations that a function body names, local names aside.

use padstone_source::Symbol;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::predeclared::{Entity, Scope};
use crate::tree::{BlockId, Body, CaseSelector, ExprId, ExpressionKind, StatementId, StatementKind, Variable};

/// Positions of declarations, each once, in the order in which the body names them first.
pub(super) fn references(body: &Body, scope: &Scope, parameters: impl Iterator<Item = Symbol>) -> Vec<u32> {
    let mut walk = Walk { body, scope, locals: Vec::new(), hidden: FxHashMap::default(), found: Vec::new(), seen: FxHashSet::default() };
    parameters.for_each(|name| walk.declare(name));
    walk.block(body.root);
    walk.found
}

struct Walk<'a> {
    body: &'a Body,
    scope: &'a Scope,
    /// The local names in scope, outermost first.
    locals: Vec<Symbol>,
    /// How many of them hide a name.
    hidden: FxHashMap<Symbol, u32>,
    found: Vec<u32>,
    seen: FxHashSet<u32>,
}

/// Statements nest no deeper than the parser lets them.
impl Walk<'_> {
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
                ExpressionKind::Name(name) => self.name(name),
                ExpressionKind::Template { arguments, .. } => pending.extend(&nodes[arguments]),
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

    fn name(&mut self, name: Symbol) {
        if self.hidden.get(&name).is_some_and(|&count| count > 0) {
            return;
        }
        if let Some(Entity::Global(at)) = self.scope.lookup(name)
            && self.seen.insert(at)
        {
            self.found.push(at);
        }
    }
}
