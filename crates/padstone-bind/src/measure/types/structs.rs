//! Structs: a counter for each layout unit, and the fields in order.

use padstone_layout::FieldLayout;
use padstone_model::{Field, FieldRole, ResourceKind, StructId, Type, TypeId};

use super::TypeMeasurer;
use crate::content_rules::ContentRules;
use crate::layout::{LayoutId, TypeStructure, UnitLayout, Variable, VariableDeclaration};
use crate::layout_unit::{Amount, LayoutUnit, UnitCounters, UnitOffsets};

impl TypeMeasurer<'_> {
    pub(super) fn structure(&mut self, ty: TypeId, id: StructId, rules: &'static ContentRules) -> LayoutId {
        let module = self.module;
        let declared = &module.structs[id];
        let offsets: Vec<Amount> = match rules.rule_set() {
            Some(set) => {
                let types = self.layouts_under(set);
                let offset_of = |placed: &FieldLayout| Amount::Finite(placed.offset.bytes());
                match types.get(ty) {
                    Ok(_) => types.fields(module, ty).map(|(_, placed)| offset_of(placed)).collect(),
                    Err(_) => types.known_fields(module, ty).map(|(_, placed)| placed.map_or(Amount::Unknown, offset_of)).collect(),
                }
            }
            None => Vec::new(),
        };
        let mut usage = UnitCounters::default();
        let mut fields = Vec::with_capacity(declared.fields.len());
        // Offsets after these bytes are unknown: those of an unbounded array, or of one whose length is unknown.
        let mut after = None;
        // Slots that take bytes: pointers and interface values in Metal argument buffers.
        let mut among_slots = Amount::Finite(0);
        for index in order(&declared.fields) {
            let layout = self.of(declared.fields[index].ty, rules);
            let mut field = Variable::new(VariableDeclaration::Field(id, index), layout);
            let offset = offsets.get(index).copied().unwrap_or(among_slots);
            let offset = after.filter(|_| declared.fields[index].packoffset().is_none()).unwrap_or(offset);
            field.places = self.place_field(layout, offset, &mut usage);
            among_slots = among_slots.plus(self.get(layout).usage.amount(LayoutUnit::Uniform));
            after = Some(self.get(layout).usage.amount(LayoutUnit::Uniform)).filter(|bytes| bytes.finite().is_none()).or(after);
            fields.push(field);
        }
        let mut align = 1;
        if let Some(set) = rules.rule_set() {
            let (size, aligned) = self.bytes(ty, set);
            usage.add(LayoutUnit::Uniform, after.unwrap_or(size));
            align = aligned;
        } else {
            usage.add(LayoutUnit::Uniform, among_slots);
        }
        self.push(UnitLayout { ty: Some(ty), usage, align, shape: TypeStructure::Struct(fields) })
    }

    /// Places a field after the preceding ones, in every layout unit that it takes. Its bytes are already placed.
    fn place_field(&self, layout: LayoutId, offset: Amount, usage: &mut UnitCounters) -> UnitOffsets {
        let mut places = UnitOffsets::default();
        let used = self.used_by_field(layout);
        if used.get(LayoutUnit::Uniform).is_some() {
            places.set(LayoutUnit::Uniform, offset, 0);
        }
        for counter in used.iter().filter(|counter| counter.kind != LayoutUnit::Uniform) {
            if counter.amount == Amount::Unbounded {
                // An unbounded array has its own space.
                let space = usage.entry(LayoutUnit::SubElementRegisterSpace);
                places.set(LayoutUnit::RegisterSpace, space.finite().unwrap_or(0), 0);
                *space = space.plus(Amount::Finite(1));
                places.set(counter.kind, 0, 0);
            } else {
                let before = usage.entry(counter.kind);
                let index = *before;
                *before = index.slots_after(counter.amount);
                places.set(counter.kind, index, 0);
                if counter.kind == LayoutUnit::SubElementRegisterSpace && self.opens_a_space(layout) {
                    places.set(LayoutUnit::RegisterSpace, index, 0);
                }
            }
        }
        places
    }

    /// If the content of a buffer is not visible outside, the usage of the buffer is that of its container, unless that is a space.
    fn used_by_field(&self, layout: LayoutId) -> &UnitCounters {
        let layout = self.get(layout);
        match &layout.shape {
            TypeStructure::Group(group)
                if layout.usage.is_empty() && group.container.get(LayoutUnit::SubElementRegisterSpace).is_none() =>
            {
                &group.container
            }
            _ => &layout.usage,
        }
    }

    fn opens_a_space(&self, layout: LayoutId) -> bool {
        let layout = self.get(layout);
        let is_block = layout.ty.is_some_and(|ty| match self.module.types[ty] {
            Type::Resource(resource) => resource.kind == ResourceKind::ParameterBlock,
            _ => false,
        });
        is_block
            || matches!(layout.shape, TypeStructure::Array { .. }) && layout.usage.iter().any(|counter| counter.amount == Amount::Unbounded)
    }
}

/// The order in which fields are placed: the base, those with a `packoffset`, then the others.
fn order(fields: &[Field]) -> Vec<usize> {
    let rank = |&index: &usize| match fields[index].role {
        FieldRole::Base => 0,
        _ if fields[index].packoffset().is_some() => 1,
        _ => 2,
    };
    let mut order: Vec<usize> = (0..fields.len()).collect();
    if !order.is_sorted_by_key(rank) {
        order.sort_by_key(rank);
    }
    order
}
