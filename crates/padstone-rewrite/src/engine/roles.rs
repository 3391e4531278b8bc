//! How statements use their expressions.

use padstone_wgsl::tree::{Body, ExprId, StatementKind};
use rustc_hash::{FxHashMap, FxHashSet};

/// What a statement does with an expression; nothing is said of those that are read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ExpressionUse {
    /// It is given a name, by the statement at that position.
    Let(usize),
    /// It is written.
    Target,
    /// Nothing is done with its value: `_ = …`.
    Unused,
}

/// The roles of the expressions of a body.
pub(crate) fn roles(body: &Body) -> FxHashMap<ExprId, ExpressionUse> {
    let mut roles = FxHashMap::default();
    for (at, statement) in body.statements.iter().enumerate() {
        match statement.kind {
            StatementKind::Variable(variable) => {
                if let Some(value) = variable.value {
                    roles.insert(value, ExpressionUse::Let(at));
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

/// Where the statements in the heads of loops start.
pub(crate) fn heads(body: &Body) -> FxHashSet<u32> {
    let mut heads = FxHashSet::default();
    for statement in &body.statements {
        if let StatementKind::For { init, update, .. } = statement.kind {
            heads.extend(init.into_iter().chain(update).map(|inside| body[inside].span.start));
        }
    }
    heads
}
