//! The names that functions declare.

use padstone_source::Span;
use padstone_wgsl::tree::{Body, DeclarationKind, StatementId, StatementKind, Variable};

use crate::Unit;

/// The names of the parameters and variables of a function.
pub(crate) fn locals<'u>(unit: &'u Unit<'_>, declaration: usize, body: &'u Body) -> impl Iterator<Item = Span> + 'u {
    let parameters = match unit.tree.declarations[declaration].kind {
        DeclarationKind::Function(function) => &unit.tree[function.parameters],
        _ => &[],
    };
    parameters.iter().map(|parameter| parameter.name.span).chain(variables(body).map(|(_, variable)| variable.name.span))
}

/// The statements of a body that declare variables.
pub(crate) fn variables(body: &Body) -> impl Iterator<Item = (StatementId, Variable)> + '_ {
    body.statement_ids().filter_map(|id| match body[id].kind {
        StatementKind::Variable(variable) => Some((id, variable)),
        _ => None,
    })
}
