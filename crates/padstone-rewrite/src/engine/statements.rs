//! Statements that write memory whose storage changes.

use padstone_wgsl::tree::{ExprId, ExpressionKind, Statement, StatementKind};

use super::cursor::{Duplicability, MemoryCursor, MemoryPosition, VectorPart};
use super::function::FunctionRewrite;
use super::obstacles::Obstacle;
use super::types::vector_name;
use super::{Engine, RewriteBlocked};

impl Engine<'_, '_> {
    /// Rewrites assignments. Their operands have been rewritten.
    pub(crate) fn statements(&mut self, function: &mut FunctionRewrite<'_>) -> Result<(), Obstacle> {
        let body = function.body;
        for statement in &body.statements {
            let (target, value) = match statement.kind {
                StatementKind::Assign { left: Some(target), op, right } => (target, StoredValue::Expression(op.map(|op| op.text()), right)),
                StatementKind::Increment(target) => (target, StoredValue::IncrementBy("+")),
                StatementKind::Decrement(target) => (target, StoredValue::IncrementBy("-")),
                _ => continue,
            };
            let Some(cursor) = function.cursors[target.index()].clone() else { continue };
            self.write(function, statement, &cursor, target, value).map_err(|RewriteBlocked| self.obstacle(function, target))?;
        }
        Ok(())
    }

    fn write(
        &mut self,
        function: &mut FunctionRewrite<'_>,
        statement: &Statement,
        to: &MemoryCursor,
        target: ExprId,
        value: StoredValue,
    ) -> Result<(), RewriteBlocked> {
        if to.position == MemoryPosition::Whole && to.part == VectorPart::Whole && !self.is_stored_anew(to) {
            if !to.same {
                function.replace(function.body.nodes[target].span, to.text.clone());
            }
            return Ok(());
        }
        let value_text = self.value_text(function, to, value)?;
        let text = if function.is_in_head(statement) {
            let twice = !matches!(value, StoredValue::Expression(None, _)) && to.repeats() < Duplicability::Here;
            if to.part != VectorPart::Whole || twice {
                return Err(RewriteBlocked);
            }
            self.call_storer(to, &value_text)?
        } else if matches!(value, StoredValue::Expression(None, right) if is_local_name(function, right))
            && to.repeats() >= Duplicability::InStores
        {
            self.store(to, &value_text)?.join(&self.text_between(statement.span))
        } else {
            self.block(function, statement, to, value)?
        };
        function.replace(statement.span, text);
        Ok(())
    }

    /// The written value as an expression.
    fn value_text(&mut self, function: &FunctionRewrite<'_>, to: &MemoryCursor, value: StoredValue) -> Result<String, RewriteBlocked> {
        let text = |this: &Self, id: ExprId| function.text(this, function.body.nodes[id].span);
        Ok(match value {
            StoredValue::Expression(None, right) => text(self, right),
            StoredValue::Expression(Some(op), right) => {
                let is_operation = matches!(function.body.nodes[right].kind, ExpressionKind::Binary { .. });
                let right = text(self, right);
                let right = if is_operation { format!("({right})") } else { right };
                format!("{} {op} {right}", self.load(to)?.into_text())
            }
            StoredValue::IncrementBy(op) => format!("{} {op} 1", self.load(to)?.into_text()),
        })
    }

    /// `{ let value = …; u.a0 = value.x; u.a1 = value.y; }`: evaluates each operand once, in the original order.
    fn block(
        &mut self,
        function: &mut FunctionRewrite<'_>,
        statement: &Statement,
        to: &MemoryCursor,
        value: StoredValue,
    ) -> Result<String, RewriteBlocked> {
        let acts = matches!(value, StoredValue::Expression(_, right) if self.repeats(function, right) == Duplicability::Never);
        // A store of one part may write memory that an index reads.
        let enough = if acts { Duplicability::Nearby } else { Duplicability::InStores };
        let (mut lines, to) = if to.indices().all(|index| index.repeats >= enough) {
            (Vec::new(), to.clone())
        } else {
            let (named, lets) = self.name_indices(function, to, "at", enough)?;
            (lets, named)
        };
        let value_text = self.value_text(function, &to, value)?;
        let name = self.name_here("value");
        let ty = match (&to.part, to.vector()) {
            (VectorPart::Component(_), Some((scalar, _))) => vector_name(scalar, 1),
            (VectorPart::Swizzle(components), Some((scalar, _))) => vector_name(scalar, components.len() as u8),
            _ => self.value_type(&to),
        };
        if let Some(id) = self.unit.struct_within(to.ty) {
            self.needs_value(id);
        }
        lines.push(format!("{} {name}{}{ty} = {value_text};", self.let_word(), self.colon()));
        lines.extend(self.store(&to, &name)?);
        let indent = self.indent(statement.span);
        let lines: String = lines.iter().map(|line| format!("{indent}    {line}\n")).collect();
        Ok(format!("{{\n{lines}{indent}}}"))
    }
}

/// The written value.
#[derive(Clone, Copy)]
enum StoredValue {
    /// An expression, or the result of an operator on the old value and an expression.
    Expression(Option<&'static str>, ExprId),
    /// The old value plus or minus one.
    IncrementBy(&'static str),
}

/// Whether an expression is a local name whose storage does not change.
fn is_local_name(function: &FunctionRewrite<'_>, id: ExprId) -> bool {
    matches!(function.body.nodes[id].kind, ExpressionKind::Name(_)) && function.is_local(id) && function.cursors[id.index()].is_none()
}
