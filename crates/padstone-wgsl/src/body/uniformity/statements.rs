//! Control flow through statements, and the values of variables on its paths (WGSL, sections 15.2.5 and 15.2.6).

use super::FunctionAnalysis;
use super::graph::{Graph, Node};
use crate::body::flow::Behavior;
use crate::body::roots::Root;
use crate::tree::{BlockId, CaseSelector, ExprId, IfClause, List, StatementId, StatementKind, SwitchClause, Variable};

/// A loop or a switch, with the values of variables where it is left, and where a loop continues.
pub(super) struct LoopOrSwitch {
    is_loop: bool,
    breaks: Vec<Vec<Node>>,
    continues: Vec<Vec<Node>>,
}

/// Control after a statement.
#[derive(Clone, Copy)]
struct Flow {
    control: Node,
    behavior: Behavior,
}

impl Flow {
    fn next(control: Node) -> Flow {
        Flow { control, behavior: Behavior::NEXT }
    }
}

/// The depth of statements is limited by the parser.
impl FunctionAnalysis<'_, '_> {
    pub(super) fn function(&mut self) {
        let body = self.roots.body;
        let flow = self.statements(Graph::START, &body[body[body.root].statements]);
        if flow.behavior.has(Behavior::NEXT) {
            self.leave();
        }
    }

    /// The pointees of parameters at a return.
    fn leave(&mut self) {
        let first = self.roots.found.locals.len();
        for number in 0..self.left.len() {
            self.graph.edge(self.left[number], self.values[first + number]);
        }
    }

    fn statements(&mut self, control: Node, statements: &[StatementId]) -> Flow {
        let mut flow = Flow::next(control);
        for &statement in statements {
            if *self.steps == 0 {
                break;
            }
            let behavior = self.statement(flow.control, statement);
            flow = Flow { control: behavior.control, behavior: flow.behavior.then(behavior.behavior) };
            // Unreachable statements have no effect.
            if !behavior.behavior.has(Behavior::NEXT) {
                break;
            }
        }
        flow
    }

    fn block(&mut self, control: Node, block: BlockId) -> Flow {
        let body = self.roots.body;
        let outer = self.filters;
        self.filters = outer.with(self.roots.resolver, &body.nodes, body[block].attributes);
        let flow = self.statements(control, &body[body[block].statements]);
        self.filters = outer;
        flow
    }

    fn statement(&mut self, control: Node, statement: StatementId) -> Flow {
        let body = self.roots.body;
        let outer = self.filters;
        self.filters = outer.with(self.roots.resolver, &body.nodes, body[statement].attributes);
        let flow = match body[statement].kind {
            StatementKind::Block(block) | StatementKind::Continuing(block) => self.block(control, block),
            StatementKind::Variable(variable) => Flow::next(self.variable(control, &variable)),
            StatementKind::Assign { left, op, right } => Flow::next(self.assign(control, left, op.is_some(), right)),
            StatementKind::Increment(place) | StatementKind::Decrement(place) => {
                let (control, address) = self.memory_node(control, place);
                let value = self.load(address, place);
                self.store(place, address, value);
                Flow::next(control)
            }
            StatementKind::Call(call) => Flow::next(self.value(control, call).0),
            StatementKind::If { clauses, else_block } => self.branch(control, clauses, else_block),
            StatementKind::Switch { selector, attributes, clauses } => {
                self.filters = self.filters.with(self.roots.resolver, &body.nodes, attributes);
                self.switch(control, selector, clauses)
            }
            StatementKind::Loop(block) => self.repeat(control, None, block, None),
            StatementKind::While { condition, body } => self.repeat(control, Some(condition), body, None),
            StatementKind::For { init, condition, update, body } => {
                let control = init.map_or(control, |init| self.statement(control, init).control);
                self.repeat(control, condition, body, update)
            }
            StatementKind::BreakIf(condition) => {
                let (_, value) = self.value(control, condition);
                self.leave_level(false);
                Flow { control: value, behavior: Behavior::BREAK.or(Behavior::NEXT) }
            }
            StatementKind::Break => {
                self.leave_level(false);
                Flow { control, behavior: Behavior::BREAK }
            }
            StatementKind::Continue => {
                self.leave_level(true);
                Flow { control, behavior: Behavior::CONTINUE }
            }
            StatementKind::Return(value) => {
                let control = value.map_or(control, |value| {
                    let (control, value) = self.value(control, value);
                    self.graph.edge(self.result, value);
                    control
                });
                self.leave();
                Flow { control, behavior: Behavior::RETURN }
            }
            StatementKind::ConstAssert(_) | StatementKind::Discard | StatementKind::Fallthrough | StatementKind::Error => {
                Flow::next(control)
            }
        };
        self.filters = outer;
        flow
    }

    fn variable(&mut self, control: Node, variable: &Variable) -> Node {
        let (control, value) = variable.value.map_or((control, control), |value| self.value(control, value));
        if let Some(local) = self.roots.local_named(variable.name) {
            self.values[local as usize] = value;
        }
        self.roots.declare(variable);
        control
    }

    fn assign(&mut self, control: Node, left: Option<ExprId>, is_compound: bool, right: ExprId) -> Node {
        let Some(left) = left else { return self.value(control, right).0 };
        let (control, address) = self.memory_node(control, left);
        let before = is_compound.then(|| self.load(address, left));
        let (control, value) = self.value(control, right);
        let value = self.graph.node([value, address].into_iter().chain(before));
        self.store(left, address, value);
        control
    }

    /// Stores a value to memory, or to a part of it.
    fn store(&mut self, place: ExprId, address: Node, value: Node) {
        let Some(slot) = self.roots.root(place).and_then(|root| self.slot(root)) else { return };
        let before = (!self.is_whole(place)).then_some(self.values[slot]);
        self.values[slot] = self.graph.node([value, address].into_iter().chain(before));
    }

    /// The node of the value in memory that the analysis tracks.
    pub(super) fn slot(&self, root: Root) -> Option<usize> {
        match root {
            Root::Global(_) => None,
            Root::Local(local) => Some(local as usize),
            Root::Parameter(number) => Some(self.roots.found.locals.len() + number as usize),
        }
    }

    fn branch(&mut self, control: Node, clauses: List<IfClause>, else_block: Option<BlockId>) -> Flow {
        let body = self.roots.body;
        let mut ends = Vec::new();
        // Each `else if` is a statement in the preceding `else`.
        let mut inner = control;
        let mut thens = Vec::new();
        for clause in &body[clauses] {
            let (_, condition) = self.value(inner, clause.condition);
            let before = self.snapshot();
            let clause_behavior = self.block(condition, clause.block);
            self.end(clause_behavior, &mut ends);
            self.values = before;
            thens.push((inner, clause_behavior));
            inner = condition;
        }
        let mut flow = else_block.map_or(Flow::next(inner), |block| self.block(inner, block));
        self.end(flow, &mut ends);
        for (before, clause_behavior) in thens.into_iter().rev() {
            let behavior = clause_behavior.behavior.or(flow.behavior);
            flow = Flow { control: self.rejoin(before, behavior, [clause_behavior.control, flow.control]), behavior };
        }
        self.join(ends);
        flow
    }

    fn switch(&mut self, control: Node, selector: ExprId, clauses: List<SwitchClause>) -> Flow {
        let body = self.roots.body;
        let (_, value) = self.value(control, selector);
        self.levels.push(LoopOrSwitch { is_loop: false, breaks: Vec::new(), continues: Vec::new() });
        let (mut ends, mut controls, mut behavior) = (Vec::new(), Vec::new(), Behavior::NONE);
        for clause in &body[clauses] {
            for selector in &body[clause.selectors] {
                if let CaseSelector::Value(selector) = *selector {
                    self.value(control, selector);
                }
            }
            let before = self.snapshot();
            let flow = self.block(value, clause.block);
            self.end(flow, &mut ends);
            self.values = before;
            controls.push(flow.control);
            behavior = behavior.or(flow.behavior);
        }
        ends.extend(self.levels.pop().map(|level| level.breaks).unwrap_or_default());
        self.join(ends);
        if behavior.has(Behavior::BREAK) {
            behavior = behavior.without(Behavior::BREAK).or(Behavior::NEXT);
        }
        Flow { control: self.rejoin(control, behavior, controls), behavior }
    }

    /// `loop`, and `while` and `for`, which leave the loop when their condition is false.
    fn repeat(&mut self, control: Node, condition: Option<ExprId>, block: BlockId, update: Option<StatementId>) -> Flow {
        let body = self.roots.body;
        let head = self.graph.node([control]);
        let values = self.snapshot();
        let heads: Vec<Node> = values.into_iter().map(|value| self.graph.node([value])).collect();
        self.values.clone_from(&heads);
        let mut level = LoopOrSwitch { is_loop: true, breaks: Vec::new(), continues: Vec::new() };
        let mut inner = head;
        if let Some(condition) = condition {
            inner = self.value(head, condition).1;
            level.breaks.push(self.snapshot());
        }
        self.levels.push(level);
        let outer = self.filters;
        self.filters = outer.with(self.roots.resolver, &body.nodes, body[block].attributes);
        let statements = &body[body[block].statements];
        let (statements, continuing) = match statements.split_last() {
            Some((&last, statements)) if matches!(body[last].kind, StatementKind::Continuing(_)) => (statements, Some(last)),
            _ => (statements, update),
        };
        let flow = self.statements(inner, statements);
        let (mut end, mut behavior) = (flow.control, flow.behavior);
        let mut ends = self.levels.last_mut().map(|level| std::mem::take(&mut level.continues)).unwrap_or_default();
        self.end(flow, &mut ends);
        if !ends.is_empty() {
            self.join(ends);
            if let Some(continuing) = continuing {
                let end_behavior = self.statement(end, continuing);
                (end, behavior) = (end_behavior.control, behavior.or(end_behavior.behavior));
            }
            for (head, slot) in heads.into_iter().zip(0..) {
                self.graph.edge(head, self.values[slot]);
            }
            self.graph.edge(head, end);
        }
        self.filters = outer;
        let breaks = self.levels.pop().map(|level| level.breaks).unwrap_or_default();
        self.join(breaks);
        if condition.is_some() {
            behavior = behavior.or(Behavior::BREAK);
        }
        let behavior = behavior.looped();
        Flow { control: if behavior == Behavior::NEXT { control } else { head }, behavior }
    }

    /// Control where paths join: as before the statement, if all of them continue after it.
    fn rejoin(&mut self, before: Node, behavior: Behavior, ends: impl IntoIterator<Item = Node>) -> Node {
        if behavior == Behavior::NEXT { before } else { self.graph.node(ends) }
    }

    fn snapshot(&mut self) -> Vec<Node> {
        *self.steps = self.steps.saturating_sub(self.values.len() + 1);
        self.values.clone()
    }

    /// Records the values of variables at the end of a path that continues after the statement.
    fn end(&mut self, flow: Flow, ends: &mut Vec<Vec<Node>>) {
        if flow.behavior.has(Behavior::NEXT) {
            ends.push(self.snapshot());
        }
    }

    fn leave_level(&mut self, is_continue: bool) {
        let values = self.snapshot();
        let level = self.levels.iter_mut().rev().find(|level| level.is_loop || !is_continue);
        level
            .into_iter()
            .for_each(|level| if is_continue { level.continues.push(values.clone()) } else { level.breaks.push(values.clone()) });
    }

    /// Merges the values of variables where paths join.
    fn join(&mut self, paths: Vec<Vec<Node>>) {
        let Some((first, others)) = paths.split_first() else { return };
        for slot in 0..self.values.len() {
            let differs = others.iter().any(|other| other[slot] != first[slot]);
            self.values[slot] = if differs { self.graph.node(paths.iter().map(|path| path[slot])) } else { first[slot] };
        }
    }
}
