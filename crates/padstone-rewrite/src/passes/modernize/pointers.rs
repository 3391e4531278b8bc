//! Access modes of pointers into `storage`: in 2020 they had the access mode of the variable; in current WGSL `ptr<storage, T>` is
//! read-only.

use padstone_source::{Span, Symbol};
use padstone_wgsl::body::TypedBody;
use padstone_wgsl::tree::{Body, Declaration, DeclarationKind, ExprId, ExpressionKind, Nodes};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::locals::variables;
use crate::passes::specialize::forwards::{Parameter, PointerArgument, PointerOrigins, arguments};
use crate::{Edits, Unit};

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

/// The aliases of pointers into `storage`. An alias is a pointer to writable memory if no use of it is a pointer to read-only memory; otherwise the
/// uses that are pointers to writable memory do not use it.
pub(super) struct PointerAliases {
    /// The `T` of each alias of `ptr<storage, T>`, or of another such alias.
    pointees: FxHashMap<Symbol, Span>,
    /// Aliases that are the type of a pointer to read-only memory.
    read_only: FxHashSet<Symbol>,
}

impl PointerAliases {
    pub(super) fn of(unit: &Unit<'_>, accesses: &Accesses) -> PointerAliases {
        let nodes = &unit.tree.nodes;
        let declared: FxHashMap<Symbol, ExprId> = unit.tree.declarations.iter().filter_map(alias).collect();
        let next = |symbol: &Symbol| named(nodes, *declared.get(symbol)?).filter(|next| declared.contains_key(next));
        // An invalid module has cycles.
        let chain = |symbol: Symbol| std::iter::successors(Some(symbol), next).take(declared.len());
        let pointee = |symbol: Symbol| storage_pointee(unit, nodes, declared[&chain(symbol).last()?]);
        let pointees: FxHashMap<Symbol, Span> = declared.keys().filter_map(|&symbol| Some((symbol, pointee(symbol)?))).collect();
        let mut read_only = FxHashSet::default();
        for (index, declaration) in unit.tree.declarations.iter().enumerate() {
            let DeclarationKind::Function(function) = &declaration.kind else { continue };
            for (position, parameter) in unit.tree[function.parameters].iter().enumerate() {
                let used = named(nodes, parameter.ty).filter(|_| !accesses.is_writable((index, position)));
                used.into_iter().for_each(|used| read_only.extend(chain(used)));
            }
        }
        for (function, body, typed) in unit.functions() {
            for (_, variable) in variables(body) {
                let (Some(ty), Some(value)) = (variable.ty, variable.value) else { continue };
                let used = named(&body.nodes, ty).filter(|used| pointees.contains_key(used));
                let used = used.filter(|_| !accesses.is_pointer_writable(unit, function, body, typed, value));
                used.into_iter().for_each(|used| read_only.extend(chain(used)));
            }
        }
        PointerAliases { pointees, read_only }
    }

    /// Whether an alias is a pointer to writable memory.
    pub(super) fn is_writable(&self, alias: Symbol) -> bool {
        !self.read_only.contains(&alias)
    }

    /// Writes the type of a pointer to writable memory with its access mode.
    pub(super) fn write_access(&self, unit: &Unit<'_>, nodes: &Nodes, ty: ExprId, edits: &mut Edits) {
        if let Some(pointee) = storage_pointee(unit, nodes, ty) {
            edits.insert_after(pointee, ", read_write");
        } else if let Some(alias) = named(nodes, ty).filter(|alias| !self.is_writable(*alias))
            && let Some(pointee) = self.pointees.get(&alias)
        {
            edits.replace(nodes[ty].span, format!("ptr<storage, {}, read_write>", unit.text(*pointee)));
        }
    }
}

/// The name and type of an alias.
fn alias(declaration: &Declaration) -> Option<(Symbol, ExprId)> {
    match &declaration.kind {
        DeclarationKind::Alias(alias) => Some((alias.name.symbol, alias.ty)),
        _ => None,
    }
}

/// The name that a type is.
fn named(nodes: &Nodes, ty: ExprId) -> Option<Symbol> {
    match nodes[ty].kind {
        ExpressionKind::Name(symbol) => Some(symbol),
        _ => None,
    }
}

/// The `T` of a type written `ptr<storage, T>`.
pub(super) fn storage_pointee(unit: &Unit<'_>, nodes: &Nodes, ty: ExprId) -> Option<Span> {
    let ExpressionKind::Template { name, arguments } = nodes[ty].kind else { return None };
    let [space, store] = nodes[arguments] else { return None };
    let is_storage = unit.text(nodes[name].span) == "ptr" && unit.text(nodes[space].span) == "storage";
    is_storage.then(|| nodes[store].span)
}
