//! Attributes that preserve the offsets of 2020 under the current rules.
//!
//! In 2020 a struct was aligned to 16 bytes, and its size was not rounded up. In current WGSL it has the alignment of its most aligned
//! member, and its size is rounded up to it, so that a member in the tail padding of a struct cannot keep its offset: then the struct must
//! be inlined.

use std::collections::BTreeSet;

use padstone_diag::{Diagnostic, Diagnostics, codes};
use padstone_layout::Shape;
use padstone_model::{Align, BufferKind, Count, Field, StructId, Type, TypeId};
use padstone_source::Span;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::Unit;
use crate::engine::buffers;

/// The attributes of members, by the span of their names.
pub(super) type AttributesByMember = FxHashMap<Span, String>;

/// The attributes that the current rules require.
pub(super) struct NeededAttributes {
    pub(super) by_member: AttributesByMember,
    /// Structs and arrays with the next member in their tail padding: the containing struct, and the index of the member.
    pub(super) unplaceable: BTreeSet<(StructId, usize)>,
}

pub(super) fn attributes(unit: &Unit<'_>, found: &mut Diagnostics) -> NeededAttributes {
    let (structs, needed) =
        (FxHashMap::default(), NeededAttributes { by_member: AttributesByMember::default(), unplaceable: BTreeSet::new() });
    let contained = |is_written: bool| {
        let chosen = buffers(unit, |kind, writes, _| (kind == BufferKind::Storage && writes) == is_written);
        unit.structs_within(&chosen.into_iter().filter_map(|position| unit.struct_within(unit.content(position)?)).collect())
    };
    let (written, read_only) = (contained(true), contained(false));
    let mut current = CurrentRules { unit, structs, elements: elements(unit), written, read_only, needed };
    for id in unit.structs_in_buffers() {
        current.structure(id, found);
    }
    current.needed
}

/// Structs that are array elements.
fn elements(unit: &Unit<'_>) -> FxHashSet<StructId> {
    let element = |ty: &Type| match *ty {
        Type::Array { element, .. } => match unit.module.types[element] {
            Type::Struct(id) => Some(id),
            _ => None,
        },
        _ => None,
    };
    unit.module.types.iter().filter_map(|(_, ty)| element(ty)).collect()
}

/// The size and alignment of a type under the current rules. naga does not add `@align` to the alignment of a struct.
#[derive(Clone, Copy)]
struct SizeAndAlign {
    size: u64,
    align: Align,
    naga_align: Align,
}

struct CurrentRules<'a, 'u> {
    unit: &'u Unit<'a>,
    structs: FxHashMap<StructId, SizeAndAlign>,
    elements: FxHashSet<StructId>,
    /// Structs in storage that is not read-only, which `pack` does not change.
    written: BTreeSet<StructId>,
    /// Structs in other buffers, of which `scalarize` changes only those with atomics.
    read_only: BTreeSet<StructId>,
    needed: NeededAttributes,
}

impl CurrentRules<'_, '_> {
    fn structure(&mut self, id: StructId, found: &mut Diagnostics) {
        let module = self.unit.module;
        let types = self.unit.layouts.standard();
        let Some(ty) = module.structs[id].ty else { return };
        let Ok(layout) = types.get(ty) else { return };
        let fields: Vec<(&Field, u64)> = types.fields(module, ty).map(|(field, placed)| (field, placed.offset.bytes())).collect();
        let (mut end, mut align, mut naga_align) = (0, Align::ONE, Align::ONE);
        for (position, &(field, offset)) in fields.iter().enumerate() {
            let Some(of_type) = self.extent(field.ty) else { return };
            let (mut own_align, mut text) = (of_type.align, String::new());
            let places = |align: Align| next_multiple(end, align) == offset;
            if !(places(of_type.align) && places(of_type.naga_align)) {
                own_align = Align::SIXTEEN;
                if !places(own_align) {
                    found.push(self.unplaceable(id, field, offset, of_type.align));
                    self.needed.unplaceable.extend(position.checked_sub(1).map(|before| (id, before)));
                    return;
                }
                text.push_str("@align(16) ");
            }
            (align, naga_align) = (align.max(own_align), naga_align.max(of_type.naga_align));
            end = offset + of_type.size;
            // Arrays have the stride of 2020.
            let stride = next_multiple(layout.size.bytes(), Align::SIXTEEN);
            if position + 1 == fields.len() && self.elements.contains(&id) && next_multiple(end, align) < stride {
                text.push_str(&format!("@size({}) ", stride - offset));
                end = stride;
            }
            if !text.is_empty() {
                self.needed.by_member.insert(field.span, text);
            }
        }
        self.structs.insert(id, SizeAndAlign { size: next_multiple(end, align), align, naga_align });
    }

    fn extent(&self, ty: TypeId) -> Option<SizeAndAlign> {
        let module = self.unit.module;
        match module.types[ty] {
            Type::Struct(id) => self.structs.get(&id).copied(),
            Type::Array { element, count } => {
                let element = self.extent(element)?;
                let count = if let Count::Known(count) = count { count } else { 1 };
                let stride = next_multiple(element.size, element.align);
                Some(SizeAndAlign { size: stride.checked_mul(count)?, ..element })
            }
            _ => {
                let layout = self.unit.layouts.standard().get(ty).ok()?;
                let size = match layout.shape {
                    Shape::Matrix { stride, vectors, .. } => stride.bytes() * u64::from(vectors),
                    _ => layout.size.bytes(),
                };
                Some(SizeAndAlign { size, align: layout.align, naga_align: layout.align })
            }
        }
    }

    fn unplaceable(&self, id: StructId, field: &Field, offset: u64, align: Align) -> Diagnostic {
        let (name, ty) = (self.unit.module.name(field.name), self.unit.module.type_name(field.ty));
        let message = format!("`{name}` is at offset {offset}, which today's WGSL cannot express");
        let found = Diagnostic::error(&codes::NOT_PLACEABLE, message, field.span);
        if !offset.is_multiple_of(align.bytes()) {
            let found = found.label(field.span, format!("`{ty}` requires a multiple of {}", align.bytes()));
            let types = &self.unit.module.types;
            let is_matrix = matches!(types[types.peel_arrays(field.ty)], Type::Matrix { .. });
            return found.help(match (self.written.contains(&id), self.read_only.contains(&id)) {
                (true, _) if is_matrix => "declare its scalars as members: no pass changes a matrix in storage that is not read-only",
                (true, true) => {
                    "run `scalarize` and `pack` first (`scalarize,pack,modernize`): the one changes storage that is not read-only, the other the rest"
                }
                (true, false) => "run `scalarize` first (`scalarize,modernize`): the storage is not read-only, so `pack` does not change it",
                (false, _) => "run `pack` first (`pack,modernize`)",
            });
        }
        found
            .label(field.span, "tail padding in today's WGSL")
            .note("today's WGSL rounds a struct up to its alignment and places nothing in its tail padding")
            .help("declare both in one struct; the preceding struct cannot be inlined")
    }
}

fn next_multiple(bytes: u64, align: Align) -> u64 {
    bytes.next_multiple_of(align.bytes())
}
