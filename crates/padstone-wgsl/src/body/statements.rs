//! Statements (WGSL, section 9).

use padstone_diag::{Diagnostic, codes};
use padstone_model::Stage;
use padstone_source::Span;

use super::flow::Behavior;
use crate::resolve::{CallResult, EnclosingStatement, Resolver, StageRestriction};
use crate::tree::{BinaryOp, BlockId, ExprId, ExpressionKind, IfClause, List, StatementId, StatementKind};
use crate::types::{Traits, Type, TypeId};

/// The depth of statements is limited by the parser.
impl Resolver<'_> {
    pub(super) fn block(&mut self, block: BlockId) -> Behavior {
        self.scoped(|this| this.statements(block))
    }

    /// The statements of a block, in the current scope.
    pub(super) fn statements(&mut self, block: BlockId) -> Behavior {
        let body = self.frame().body;
        let block = body[block];
        self.statement_attributes(block.attributes);
        let mut behavior = Behavior::NEXT;
        let last = body[block.statements].last().copied();
        for &statement in &body[block.statements] {
            if matches!(body[statement].kind, StatementKind::BreakIf(_)) && Some(statement) != last {
                self.error(&codes::JUMP, "`break if` must be the last statement of a `continuing` block", body[statement].span);
            }
            let next = self.statement(statement);
            behavior = behavior.then(next);
        }
        behavior
    }

    fn statement(&mut self, id: StatementId) -> Behavior {
        let body = self.frame().body;
        let statement = body[id];
        let span = statement.span;
        self.statement_attributes(statement.attributes);
        match statement.kind {
            StatementKind::Block(block) => return self.block(block),
            StatementKind::Variable(variable) => self.local_variable(&variable),
            StatementKind::Assign { left, op, right } => self.assignment(left, op, right, span).unwrap_or(()),
            StatementKind::Increment(target) | StatementKind::Decrement(target) => self.increment(target).unwrap_or(()),
            StatementKind::Call(call) => self.call_statement(call),
            StatementKind::If { clauses, else_block } => return self.branches(clauses, else_block),
            StatementKind::Switch { selector, attributes, clauses } => {
                self.statement_attributes(attributes);
                return self.switch(selector, clauses, span);
            }
            StatementKind::Loop(block) => return self.loop_statement(block, span),
            // It was checked with the loop that it ends.
            StatementKind::Continuing(_) => {}
            StatementKind::While { condition, body } => {
                self.condition(condition, "loop condition");
                let repeated = self.in_statement(EnclosingStatement::Loop(None), |this| this.block(body));
                return repeated.looped().or(Behavior::NEXT);
            }
            StatementKind::For { init, condition, update, body } => {
                return self.scoped(|this| this.for_statement(init, condition, update, body, span));
            }
            StatementKind::Break => {
                self.check_break(span);
                return Behavior::BREAK;
            }
            StatementKind::BreakIf(condition) => {
                self.condition(condition, "condition of `break if`");
                return Behavior::BREAK.or(Behavior::NEXT);
            }
            StatementKind::Continue => {
                self.check_continue(span);
                return Behavior::CONTINUE;
            }
            StatementKind::Return(value) => {
                self.check_return(span);
                self.return_statement(value, span);
                return Behavior::RETURN;
            }
            StatementKind::Discard => {
                let limit = StageRestriction { operation: "`discard`".to_owned(), stages: &[Stage::Fragment], span };
                self.frame().found.limits.push(limit);
            }
            StatementKind::Fallthrough => {}
            StatementKind::ConstAssert(condition) => self.assert_true(condition, span).unwrap_or(()),
            StatementKind::Error => {}
        }
        Behavior::NEXT
    }

    fn in_statement<T>(&mut self, level: EnclosingStatement, inside: impl FnOnce(&mut Self) -> T) -> T {
        self.frame().levels.push(level);
        let result = inside(self);
        self.frame().levels.pop();
        result
    }

    /// Checks a condition.
    fn condition(&mut self, id: ExprId, role: &str) {
        let Some(operand) = self.value(id) else { return };
        let ty = operand.value.ty();
        if ty != TypeId::BOOL && ty != TypeId::UNKNOWN {
            let message = format!("expected `bool`, found `{}`", self.type_name(ty));
            let span = self.nodes[id].span;
            self.report(Diagnostic::error(&codes::TYPE_MISMATCH, message, span).label(span, role));
        }
    }

    fn branches(&mut self, clauses: List<IfClause>, else_block: Option<BlockId>) -> Behavior {
        let body = self.frame().body;
        let mut behavior = Behavior::NONE;
        for clause in &body[clauses] {
            self.condition(clause.condition, "condition of `if`");
            behavior = behavior.or(self.block(clause.block));
        }
        match else_block {
            Some(block) => behavior.or(self.block(block)),
            None => behavior.or(Behavior::NEXT),
        }
    }

    /// `loop { … continuing { … } }`: declarations of the body are in scope in the `continuing` block.
    fn loop_statement(&mut self, block: BlockId, span: Span) -> Behavior {
        let body = self.frame().body;
        let continuing = body[body[block].statements].last().and_then(|&last| match body[last].kind {
            StatementKind::Continuing(continuing) => Some((last, continuing)),
            _ => None,
        });
        let repeated = self.scoped(|this| {
            this.frame().levels.push(EnclosingStatement::Loop(None));
            let repeated = this.statements(block);
            let level = this.frame().levels.pop();
            let Some((_, continuing)) = continuing else { return repeated };
            let frame = this.frame();
            let end = frame.found.locals.len() as u32;
            let bypassed = if let Some(EnclosingStatement::Loop(Some(first))) = level { first..end } else { 0..0 };
            let before = std::mem::replace(&mut frame.bypassed, bypassed);
            let at_end = this.in_statement(EnclosingStatement::Continuing, |this| this.block(continuing));
            this.frame().bypassed = before;
            // Unreachable statements have no behavior.
            if repeated.has(Behavior::NEXT.or(Behavior::CONTINUE)) { repeated.or(at_end) } else { repeated }
        });
        let behavior = repeated.looped();
        self.check_exit(behavior, span);
        behavior
    }

    fn for_statement(
        &mut self,
        init: Option<StatementId>,
        condition: Option<ExprId>,
        update: Option<StatementId>,
        body: BlockId,
        span: Span,
    ) -> Behavior {
        if let Some(init) = init {
            self.statement(init);
        }
        if let Some(condition) = condition {
            self.condition(condition, "loop condition");
        }
        if let Some(update) = update {
            self.statement(update);
        }
        let behavior = self.in_statement(EnclosingStatement::Loop(None), |this| this.block(body)).looped();
        if condition.is_some() {
            return behavior.or(Behavior::NEXT);
        }
        self.check_exit(behavior, span);
        behavior
    }

    fn assignment(&mut self, left: Option<ExprId>, op: Option<BinaryOp>, right: ExprId, span: Span) -> Option<()> {
        let Some(left) = left else {
            self.value(right)?;
            return Some(());
        };
        let target = self.expression(left);
        let target_span = self.nodes[left].span;
        let (Some(op), Some(current)) = (op, &target) else {
            let value = self.value(right);
            let assignee = self.target(&target?, target_span)?;
            self.convert(value?, assignee.memory.store, self.nodes[right].span, "assigned value")?;
            return Some(());
        };
        let assignee = self.target(current, target_span)?;
        let current = self.load(target?, target_span)?;
        let value = self.binary(op, current, right, span)?;
        self.convert(value, assignee.memory.store, span, "assigned value")?;
        Some(())
    }

    /// `target++;`
    fn increment(&mut self, id: ExprId) -> Option<()> {
        let span = self.nodes[id].span;
        let operand = self.expression(id)?;
        let assignee = self.target(&operand, span)?;
        if !matches!(assignee.memory.store, TypeId::I32 | TypeId::U32) {
            let message = format!("`++` and `--` require `i32` or `u32`, found `{}`", self.type_name(assignee.memory.store));
            self.error_help(&codes::TYPE_MISMATCH, message, span, "write `+= 1`");
        }
        Some(())
    }

    fn call_statement(&mut self, id: ExprId) {
        let mut call = id;
        while let ExpressionKind::Paren(inner) = self.nodes[call].kind {
            call = inner;
        }
        let expression = self.nodes[call];
        let ExpressionKind::Call { callee, arguments } = expression.kind else { return };
        let must_use = self.must_use(callee);
        let Some(CallResult::Value(operand)) = self.call(callee, arguments, expression.span) else { return };
        self.note(call, &operand);
        if must_use {
            let name = self.source.text(self.nodes[callee].span);
            let message = format!("the result of `{name}` must be used");
            self.error_help(&codes::RESULT_UNUSED, message, expression.span, format!("write `_ = {name}(…);` if it is not needed"));
        }
    }

    fn return_statement(&mut self, value: Option<ExprId>, span: Span) {
        let result = self.frame().result;
        match (value, result) {
            (None, None) => {}
            (Some(id), Some(result)) => {
                if let Some(operand) = self.value(id) {
                    self.convert(operand, result, self.nodes[id].span, "returned value");
                }
            }
            (Some(id), None) => {
                self.value(id);
                self.error(&codes::TYPE_MISMATCH, "the function has no return type", self.nodes[id].span);
            }
            (None, Some(result)) => {
                let message = format!("expected `{}`, found no value", self.type_name(result));
                self.error(&codes::TYPE_MISMATCH, message, span);
            }
        }
    }

    /// Whether a value can be declared with `let`: it is constructible, or a pointer, texture or sampler.
    pub(super) fn can_be_named(&self, ty: TypeId) -> bool {
        let is_opaque = matches!(self.types[ty], Type::Pointer(_) | Type::Texture(_) | Type::Sampler { .. } | Type::Parts { .. });
        is_opaque || self.types.properties(ty).has(Traits::CONSTRUCTIBLE)
    }

    pub(super) fn check_end(&mut self, behavior: Behavior, braces: Span) {
        let Some(result) = self.frame().result else { return };
        if behavior.has(Behavior::NEXT) {
            let end = Span { start: braces.end.saturating_sub(1), end: braces.end };
            let message = format!("the function can end here without a value of type `{}`", self.type_name(result));
            self.report(Diagnostic::error(&codes::RETURN_MISSING, message, end).label(end, "").help("end it with `return`"));
        }
    }
}
