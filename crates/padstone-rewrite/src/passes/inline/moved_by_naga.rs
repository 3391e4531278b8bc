//! Members that naga places elsewhere, because it ignores the attributes inside their types.

use std::collections::{BTreeMap, BTreeSet};

use padstone_diag::{Diagnostic, codes};
use padstone_layout::{ModuleLayout, NAGA, layout};
use padstone_model::{StructId, Type};

use crate::Unit;
use crate::engine::{MemberKind, StoragePlan};

/// The structs in buffers, as naga lays them out.
pub(super) struct MovedByNaga<'u, 'a> {
    unit: &'u Unit<'a>,
    layouts: ModuleLayout,
    /// The structs that remain as they are declared.
    unchanged: BTreeSet<StructId>,
    /// The elements of arrays, and the structs of members: what follows depends on their size.
    inner: BTreeSet<StructId>,
}

impl<'u, 'a> MovedByNaga<'u, 'a> {
    /// `plan`: the changes that the pass would make. A struct that it declares again states the alignments of its members.
    pub(super) fn of(unit: &'u Unit<'a>, plan: Option<&StoragePlan>) -> Self {
        let (mut unchanged, mut inner) = (BTreeSet::new(), BTreeSet::new());
        let mut reached = BTreeSet::new();
        let mut pending: Vec<(Type, bool)> =
            unit.module.buffers.iter().map(|(_, buffer)| (unit.module.types[buffer.content], false)).collect();
        while let Some((ty, is_inner)) = pending.pop() {
            let Some(id) = unit.struct_within(ty) else { continue };
            if is_inner || matches!(ty, Type::Array { .. }) {
                inner.insert(id);
            }
            if !reached.insert(id) {
                continue;
            }
            match plan.and_then(|plan| plan.stores.get(&id)) {
                Some(store) => pending.extend(store.members.iter().filter_map(|member| match member.kind {
                    MemberKind::Object { ty, .. } => Some((ty, true)),
                    MemberKind::Words { .. } | MemberKind::Scalars { .. } => None,
                })),
                None => {
                    unchanged.insert(id);
                    pending.extend(unit.members(id).map(|(field, _)| (unit.module.types[field.ty], true)));
                }
            }
        }
        MovedByNaga { unit, layouts: layout(unit.module, &NAGA), unchanged, inner }
    }

    /// The errors for the members of a struct, by position: those that naga moves, or if none of them does, those whose alignment the size of
    /// the struct lacks in naga.
    pub(super) fn members(&self, id: StructId) -> BTreeMap<usize, Diagnostic> {
        let (unit, declared) = (self.unit, &self.unit.module.structs[id]);
        let (ours, theirs) = (unit.layouts.standard(), self.layouts.standard());
        let mut found = BTreeMap::new();
        let Some(ty) = declared.ty.filter(|_| self.unchanged.contains(&id)) else { return found };
        let (Ok(our_size), Ok(their_size)) = (ours.get(ty).map(|ty| ty.size.bytes()), theirs.get(ty).map(|ty| ty.size.bytes())) else {
            return found;
        };
        let offsets = theirs.fields(unit.module, ty).map(|(_, placed)| placed.offset.bytes());
        let members = unit.members(id).zip(offsets).map(|((field, placed), theirs)| (field, placed.offset.bytes(), theirs));
        let is_moved = members.clone().any(|(_, ours, theirs)| ours != theirs);
        let is_short = !is_moved && our_size != their_size && self.inner.contains(&id);
        let outer = unit.struct_name(id);
        for (position, (field, ours, theirs)) in members.enumerate() {
            let Some(align) = unit.unstated_align(field).filter(|_| ours != theirs || is_short) else { continue };
            let message = match ours == theirs {
                true => format!("`{outer}` has {our_size} bytes; it has {their_size} in naga"),
                false => format!("`{}` is at offset {ours} in `{outer}`; naga puts it at {theirs}", unit.names.resolve(field.name)),
            };
            let label = format!("aligned to {align} by an attribute inside, which naga ignores");
            let error = Diagnostic::error(&codes::REWRITE_UNFIT, message, field.span).label(field.span, label);
            found.insert(position, error.help("run `padstone rewrite pin --for naga`; `inline` cannot change it"));
        }
        found
    }
}
