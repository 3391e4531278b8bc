//! Statements that write to what is stored anew.

use padstone_wgsl::tree::{ExprId, ExpressionKind, Statement, StatementKind};

use super::cursor::{Cursor, Part, Repeats, Spot};
use super::function::Function;
use super::obstacles::Obstacle;
use super::types::vector_name;
use super::{Engine, RewriteBlocked};

impl Engine<'_, '_> {
    /// Rewrites assignments. What they read has been rewritten.
    pub(crate) fn statements(&mut self, function: &mut Function<'_>) -> Result<(), Obstacle> {
        let body = function.body;
        for statement in &body.statements {
            let (target, value) = match statement.kind {
                StatementKind::Assign { left: Some(target), op, right } => (target, Value::Given(op.map(|op| op.text()), right)),
                StatementKind::Increment(target) => (target, Value::One("+")),
                StatementKind::Decrement(target) => (target, Value::One("-")),
                _ => continue,
            };
            let Some(cursor) = function.cursors[target.index()].clone() else { continue };
            self.write(function, statement, &cursor, target, value).map_err(|RewriteBlocked| self.obstacle(function, target))?;
        }
        Ok(())
    }

    fn write(
        &mut self,
        function: &mut Function<'_>,
        statement: &Statement,
        to: &Cursor,
        target: ExprId,
        value: Value,
    ) -> Result<(), RewriteBlocked> {
        if to.spot == Spot::Whole && to.part == Part::Whole && !self.is_stored_anew(to) {
            if !to.same {
                function.replace(function.body.nodes[target].span, to.text.clone());
            }
            return Ok(());
        }
        let given = self.given(function, to, value)?;
        let text = if function.is_in_head(statement) {
            let twice = !matches!(value, Value::Given(None, _)) && to.repeats() < Repeats::Here;
            if to.part != Part::Whole || twice {
                return Err(RewriteBlocked);
            }
            self.call_storer(to, &given)?
        } else if matches!(value, Value::Given(None, right) if is_local_name(function, right)) && to.repeats() >= Repeats::Here {
            self.store(to, &given)?.join(&self.between(statement.span))
        } else {
            self.block(function, statement, to, value)?
        };
        function.replace(statement.span, text);
        Ok(())
    }

    /// What is written, as an expression.
    fn given(&mut self, function: &Function<'_>, to: &Cursor, value: Value) -> Result<String, RewriteBlocked> {
        let text = |this: &Self, id: ExprId| function.text(this, function.body.nodes[id].span);
        Ok(match value {
            Value::Given(None, right) => text(self, right),
            Value::Given(Some(op), right) => {
                let is_operation = matches!(function.body.nodes[right].kind, ExpressionKind::Binary { .. });
                let right = text(self, right);
                let right = if is_operation { format!("({right})") } else { right };
                format!("{} {op} {right}", self.load(to)?.into_text())
            }
            Value::One(op) => format!("{} {op} 1", self.load(to)?.into_text()),
        })
    }

    /// `{ let value = …; u.a0 = value.x; u.a1 = value.y; }`: everything is computed once, in the order in which it was written.
    fn block(&mut self, function: &mut Function<'_>, statement: &Statement, to: &Cursor, value: Value) -> Result<String, RewriteBlocked> {
        let acts = matches!(value, Value::Given(_, right) if self.repeats(function, right) == Repeats::Never);
        let enough = if acts { Repeats::Nearby } else { Repeats::Here };
        let (mut lines, to) = if to.indices().all(|index| index.repeats >= enough) {
            (Vec::new(), to.clone())
        } else {
            let (again, lets) = self.name_indices(function, to, "at", enough)?;
            (lets, again)
        };
        let given = self.given(function, &to, value)?;
        let name = self.name_here("value");
        let ty = match (&to.part, to.vector()) {
            (Part::Component(_), Some((scalar, _))) => vector_name(scalar, 1),
            (Part::Swizzle(components), Some((scalar, _))) => vector_name(scalar, components.len() as u8),
            _ => self.value_type(&to),
        };
        if let Some(id) = self.unit.struct_within(to.ty) {
            self.needs_value(id);
        }
        lines.push(format!("{} {name}{}{ty} = {given};", self.let_word(), self.colon()));
        lines.extend(self.store(&to, &name)?);
        let indent = self.indent(statement.span);
        let lines: String = lines.iter().map(|line| format!("{indent}    {line}\n")).collect();
        Ok(format!("{{\n{lines}{indent}}}"))
    }
}

/// What is written.
#[derive(Clone, Copy)]
enum Value {
    /// An expression, or what an operator makes of it and what was there.
    Given(Option<&'static str>, ExprId),
    /// What was there and one, and the operator between them.
    One(&'static str),
}

/// Whether an expression is the name of something of the function that is not itself stored anew.
fn is_local_name(function: &Function<'_>, id: ExprId) -> bool {
    matches!(function.body.nodes[id].kind, ExpressionKind::Name(_)) && function.is_local(id) && function.cursors[id.index()].is_none()
}
