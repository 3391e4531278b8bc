//! Access modes of pointers into `storage`: in 2020 they had the access mode of the variable; in current WGSL `ptr<storage, T>` is
//! read-only.

use padstone_wgsl::body::TypedBody;
use padstone_wgsl::tree::{Body, ExprId, ExpressionKind};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::Unit;
use crate::passes::specialize::forwards::{Parameter, PointerArgument, PointerOrigins, arguments};

/// The parameters that receive pointers to read-only variables, and those that receive pointers to writable ones.
pub(super) struct Accesses {
    reads: FxHashSet<Parameter>,
    writes: FxHashSet<Parameter>,
}

impl Accesses {
    pub(super) fn of(unit: &Unit<'_>) -> Self {
        let spaces: Vec<_> = (0..unit.tree.declarations.len()).map(|position| unit.checker.pointer_parameters(position)).collect();
        let (mut reads, mut writes) = (Vec::new(), Vec::new());
        let mut passed_to: FxHashMap<Parameter, Vec<Parameter>> = FxHashMap::default();
        for (position, body, typed) in unit.functions() {
            for PointerArgument { value, to, from, .. } in
                arguments(unit, position, body, typed, &spaces).into_iter().filter(|argument| argument.space == "storage")
            {
                match from {
                    Some((parameter, _)) => passed_to.entry((position, parameter)).or_default().push(to),
                    None if is_writable(unit, typed, value) => writes.push(to),
                    None => reads.push(to),
                }
            }
        }
        let reached = |mut pending: Vec<Parameter>| {
            let mut found = FxHashSet::default();
            while let Some(parameter) = pending.pop() {
                if found.insert(parameter) {
                    pending.extend(passed_to.get(&parameter).into_iter().flatten());
                }
            }
            found
        };
        Accesses { reads: reached(reads), writes: reached(writes) }
    }

    /// Whether a parameter receives pointers to writable variables only.
    pub(super) fn is_writable(&self, parameter: Parameter) -> bool {
        !self.reads.contains(&parameter)
    }

    /// Whether a parameter receives pointers of both kinds, which have no common type in current WGSL.
    pub(super) fn are_mixed(&self) -> bool {
        self.reads.intersection(&self.writes).next().is_some()
    }

    /// Whether a pointer in the body of a function is writable.
    pub(super) fn is_pointer_writable(&self, unit: &Unit<'_>, function: usize, body: &Body, typed: &TypedBody, pointer: ExprId) -> bool {
        match PointerOrigins::new(unit, function, body, typed).parameter(pointer) {
            Some((parameter, _)) => self.is_writable((function, parameter)),
            None => is_writable(unit, typed, pointer),
        }
    }
}

fn is_writable(unit: &Unit<'_>, typed: &TypedBody, pointer: ExprId) -> bool {
    unit.checker.type_name(typed, pointer).is_some_and(|name| name.ends_with(", read_write>"))
}

/// The `T` of a type written `ptr<storage, T>`.
pub(super) fn storage_pointee(unit: &Unit<'_>, nodes: &padstone_wgsl::tree::Nodes, ty: ExprId) -> Option<padstone_source::Span> {
    let ExpressionKind::Template { name, arguments } = nodes[ty].kind else { return None };
    let [space, store] = nodes[arguments] else { return None };
    let is_storage = unit.text(nodes[name].span) == "ptr" && unit.text(nodes[space].span) == "storage";
    is_storage.then(|| nodes[store].span)
}
