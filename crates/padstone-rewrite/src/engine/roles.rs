//! How statements use their expressions.

use padstone_wgsl::tree::{Body, ExprId, StatementKind};
use rustc_hash::{FxHashMap, FxHashSet};

/// The use of an expression by a statement; expressions that are read have no entry.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ExpressionUse {
    /// The statement at this position names it.
    Let(usize),
    /// The statement writes it.
    Target,
    /// The statement discards its value: `_ = …`.
    Unused,
}

/// The roles of the expressions of a body.
pub(crate) fn roles(body: &Body) -> FxHashMap<ExprId, ExpressionUse> {
    let mut roles = FxHashMap::default();
    for (index, statement) in body.statements.iter().enumerate() {
        match statement.kind {
            StatementKind::Variable(variable) => {
                if let Some(value) = variable.value {
                    roles.insert(value, ExpressionUse::Let(index));
                }
            }
            StatementKind::Assign { left: Some(target), .. } | StatementKind::Increment(target) | StatementKind::Decrement(target) => {
                roles.insert(target, ExpressionUse::Target);
            }
            StatementKind::Assign { left: None, right, .. } => {
                roles.insert(right, ExpressionUse::Unused);
            }
            _ => {}
        }
    }
    roles
}

/// The starts of the statements in loop headers.
pub(crate) fn heads(body: &Body) -> FxHashSet<u32> {
    let mut heads = FxHashSet::default();
    for statement in &body.statements {
        if let StatementKind::For { init, update, .. } = statement.kind {
            heads.extend(init.into_iter().chain(update).map(|inside| body[inside].span.start));
        }
    }
    heads
}
