//! Finds pointer parameters into `private` from which a function derives a pointer argument: the parameter itself is always allowed, the derived pointer is not.

use padstone_source::Span;
use padstone_wgsl::body::{NameMeaning, TypedBody};
use padstone_wgsl::tree::{Body, DeclarationKind, ExprId, ExpressionKind};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::Unit;
use crate::locals::variables;

/// A parameter: the position of its function's declaration, and its index.
pub(crate) type Parameter = (usize, usize);

/// The parameters into `private` of which parts are passed on, by their functions or by callees. `spaces` contains the address spaces of
/// parameters, by declaration.
pub(super) fn forwards(unit: &Unit<'_>, spaces: &[Vec<Option<&'static str>>]) -> FxHashSet<Parameter> {
    let (mut found, mut pending) = (FxHashSet::default(), Vec::new());
    let mut passed_to: FxHashMap<Parameter, Vec<Parameter>> = FxHashMap::default();
    for (index, body, typed) in unit.functions() {
        if !spaces[index].contains(&Some("private")) {
            continue;
        }
        let private = arguments(unit, index, body, typed, spaces).into_iter().filter(|argument| argument.space == "private");
        for PointerArgument { from, to, .. } in private {
            let Some((parameter, is_part)) = from else { continue };
            if is_part {
                pending.push((index, parameter));
            } else {
                passed_to.entry(to).or_default().push((index, parameter));
            }
        }
    }
    while let Some(parameter) = pending.pop() {
        if found.insert(parameter) {
            pending.extend(passed_to.get(&parameter).into_iter().flatten());
        }
    }
    found
}

/// A pointer argument.
pub(crate) struct PointerArgument {
    pub(crate) value: ExprId,
    pub(crate) to: Parameter,
    /// The address space.
    pub(crate) space: &'static str,
    /// The parameter that it is derived from, and whether it points to a part of the parameter's pointee.
    pub(crate) from: Option<(usize, bool)>,
}

/// The pointer arguments in a function. `spaces` contains the address spaces of parameters, by declaration.
pub(crate) fn arguments(
    unit: &Unit<'_>,
    function: usize,
    body: &Body,
    typed: &TypedBody,
    spaces: &[Vec<Option<&'static str>>],
) -> Vec<PointerArgument> {
    let origins = PointerOrigins::new(unit, function, body, typed);
    let mut found = Vec::new();
    for id in body.nodes.ids() {
        let ExpressionKind::Call { callee, arguments } = body.nodes[id].kind else { continue };
        let Some(&NameMeaning::Declaration(called)) = origins.meanings.get(&body.nodes[callee].span.start) else { continue };
        let pointers = body.nodes[arguments].iter().zip(&spaces[called]).enumerate();
        found.extend(pointers.filter_map(|(position, (&value, space))| {
            Some(PointerArgument { value, to: (called, position), space: (*space)?, from: origins.parameter(value) })
        }));
    }
    found
}

/// The origins of the pointers in a function.
pub(crate) struct PointerOrigins<'u> {
    body: &'u Body,
    meanings: FxHashMap<u32, NameMeaning>,
    /// By the span of the declaration.
    lets: FxHashMap<Span, ExprId>,
    parameters: FxHashMap<Span, usize>,
}

impl<'u> PointerOrigins<'u> {
    pub(crate) fn new(unit: &Unit<'_>, function: usize, body: &'u Body, typed: &TypedBody) -> Self {
        let parameters = match unit.tree.declarations[function].kind {
            DeclarationKind::Function(function) => &unit.tree[function.parameters],
            _ => &[],
        };
        PointerOrigins {
            body,
            meanings: typed.uses().map(|(name, meaning)| (name.span.start, meaning)).collect(),
            lets: variables(body).filter_map(|(_, variable)| Some((variable.name.span, variable.value?))).collect(),
            parameters: parameters.iter().enumerate().map(|(position, parameter)| (parameter.name.span, position)).collect(),
        }
    }

    /// The parameter that a pointer is derived from, and whether it points to a part of the parameter's pointee.
    pub(crate) fn parameter(&self, mut id: ExprId) -> Option<(usize, bool)> {
        let mut is_part = false;
        loop {
            id = match self.body.nodes[id].kind {
                ExpressionKind::Member { base, .. } | ExpressionKind::Index { base, .. } => {
                    is_part = true;
                    base
                }
                ExpressionKind::Paren(inner) | ExpressionKind::Unary { operand: inner, .. } => inner,
                ExpressionKind::Name(_) => match self.meanings.get(&self.body.nodes[id].span.start) {
                    Some(NameMeaning::Local(declared)) => match self.parameters.get(declared) {
                        Some(&parameter) => return Some((parameter, is_part)),
                        None => *self.lets.get(declared)?,
                    },
                    _ => return None,
                },
                _ => return None,
            }
        }
    }
}
