//! Arrays, and the splitting of arrays of structs with resources: `Pair pairs[8]` becomes `pairs_a[8]` and `pairs_b[8]`, so `b` begins at
//! 8.

use padstone_layout::{RuleSet, Shape};
use padstone_model::{Count, TypeId};

use super::TypeMeasurer;
use crate::content_rules::{ContentRules, OrdinaryData};
use crate::layout::{LayoutId, TypeStructure, UnitLayout};
use crate::layout_unit::{Amount, LayoutUnit, UnitCounters, UnitOffsets};
use crate::target::ExplicitSource;
use crate::targets::ARGUMENT_BUFFER;

impl TypeMeasurer<'_> {
    pub(super) fn array(&mut self, ty: TypeId, element_type: TypeId, count: Count, rules: &'static ContentRules) -> LayoutId {
        let amount = match count {
            Count::Known(count) => Amount::Finite(count),
            Count::Runtime => Amount::Unbounded,
            Count::LinkTime => Amount::Unknown,
        };
        let element = self.of(element_type, rules);
        let mut usage = UnitCounters::default();
        let (mut align, mut stride) = (1, 0);
        let each_in_bytes = self.get(element).usage.amount(LayoutUnit::Uniform);
        if each_in_bytes.finite().is_none() {
            // The element stride is unknown too (libslang 2026.12 throws an exception).
            usage.add(LayoutUnit::Uniform, each_in_bytes);
            return self.leaf(ty, usage, self.get(element).align);
        }
        if let Some(set) = rules.rule_set() {
            let (size, aligned) = self.bytes(ty, set);
            let is_handle = matches!(set.unsized_arrays, padstone_layout::UnsizedArrays::Handle(_));
            let size = match amount {
                Amount::Unbounded if !is_handle && !size.is_zero() => Amount::Unbounded,
                Amount::Unknown if !size.is_zero() => Amount::Unknown,
                _ => size,
            };
            usage.add(LayoutUnit::Uniform, size);
            align = aligned;
            stride = self.array_stride(ty, set);
        } else if matches!(rules.ordinary, OrdinaryData::Slots { kind: LayoutUnit::MetalArgumentBufferElement, .. }) {
            // The stride of the elements of an argument buffer is the size of its content (libslang 2026.12).
            stride = ARGUMENT_BUFFER.rule_set().map_or(0, |set| self.array_stride(ty, set));
        }
        if rules.rule_set().is_none() {
            // Slots that take bytes, as in structs.
            let total = if each_in_bytes.is_zero() { Amount::Finite(0) } else { each_in_bytes.times(amount) };
            usage.add(LayoutUnit::Uniform, total);
        }
        // In libslang 2026.12, an unknown number of elements without bytes has an unknown number of bytes, unless they are scalars or
        // objects.
        let has_parts = matches!(self.get(element).shape, TypeStructure::Struct(_) | TypeStructure::Array { .. });
        if amount == Amount::Unknown && has_parts && usage.get(LayoutUnit::Uniform).is_none() {
            usage.add(LayoutUnit::Uniform, Amount::Unknown);
        }
        let (split, spaces) = self.split(element, count);
        for counter in self.get(element).usage.clone().iter().filter(|counter| counter.kind != LayoutUnit::Uniform) {
            let each = counter.amount;
            let used = match counter.kind {
                // An array takes one binding.
                kind if self.is_binding(kind) => each,
                // All elements have one type, which conforms to the interface.
                LayoutUnit::ExistentialTypeParam => each,
                // Each field is in its own space.
                kind if amount == Amount::Unbounded && split != element && is_split(kind) => Amount::Finite(0),
                _ => each.times(amount),
            };
            usage.add(counter.kind, used);
        }
        if split != element {
            usage.add(LayoutUnit::SubElementRegisterSpace, Amount::Finite(spaces));
        }
        self.push(UnitLayout { ty: Some(ty), usage, align, shape: TypeStructure::Array { element: split, stride } })
    }

    fn array_stride(&mut self, ty: TypeId, set: &'static RuleSet) -> u64 {
        match self.layouts_under(set).get(ty).map(|layout| layout.shape) {
            Ok(Shape::Array { stride }) => stride.bytes(),
            _ => 0,
        }
    }

    /// Whether an array takes no more of a layout unit than one element.
    fn is_binding(&self, kind: LayoutUnit) -> bool {
        kind == LayoutUnit::DescriptorTableSlot || self.request.options.shifts_kind(kind)
    }

    /// The element of a split array, and the number of spaces that its fields have for themselves.
    fn split(&mut self, element: LayoutId, count: Count) -> (LayoutId, u64) {
        let key = (element, count);
        if let Some(&known) = self.adjusted.get(&key) {
            return known;
        }
        let layout = self.get(element).clone();
        let found = if layout.usage.iter().any(|counter| is_split(counter.kind)) {
            self.split_layout(element, layout, count)
        } else {
            (element, 0)
        };
        self.adjusted.insert(key, found);
        found
    }

    fn split_layout(&mut self, id: LayoutId, layout: UnitLayout, count: Count) -> (LayoutId, u64) {
        match layout.shape {
            TypeStructure::Array { element, stride } => {
                let (inner, spaces) = self.split(element, count);
                if inner == element {
                    return (id, spaces);
                }
                (self.push(UnitLayout { shape: TypeStructure::Array { element: inner, stride }, ..layout }), spaces)
            }
            TypeStructure::Struct(mut fields) if !fields.is_empty() => {
                let (mut next_space, mut additional) = (0_u64, 0_u64);
                for field in &mut fields {
                    let field_spaces = self.get(field.layout).usage.amount(LayoutUnit::SubElementRegisterSpace).finite().unwrap_or(0);
                    let (inner, spaces) = self.split(field.layout, count);
                    field.layout = inner;
                    let space = next_space;
                    next_space = next_space.saturating_add(field_spaces).saturating_add(spaces);
                    additional = additional.saturating_add(spaces);
                    let is_split = multiply(&mut field.places, count);
                    if is_split && count == Count::Runtime {
                        field.places.set(LayoutUnit::RegisterSpace, space, 0);
                    }
                }
                (self.push(UnitLayout { shape: TypeStructure::Struct(fields), ..layout }), additional)
            }
            // For Metal, libslang reports the binding of one element.
            TypeStructure::Group(mut group) if count != Count::Runtime && self.request.target.explicit == ExplicitSource::Registers => {
                let (inner, spaces) = self.split(group.element.layout, count);
                group.element.layout = inner;
                multiply(&mut group.element.places, count);
                (self.push(UnitLayout { shape: TypeStructure::Group(group), ..layout }), spaces)
            }
            _ => (id, u64::from(count == Count::Runtime)),
        }
    }
}

/// The locations of a field after an array of its struct is split. Returns whether any location is.
fn multiply(places: &mut UnitOffsets, count: Count) -> bool {
    let mut any = false;
    for place in places.iter_mut().filter(|place| is_split(place.kind)) {
        any = true;
        match count {
            Count::Known(count) => place.index = place.index.times(Amount::Finite(count)),
            Count::LinkTime => place.index = Amount::Unknown,
            Count::Runtime => (place.index, place.space) = (Amount::Finite(0), 0),
        }
    }
    any
}

/// Whether arrays of structs with this unit are split: each field becomes one array.
fn is_split(kind: LayoutUnit) -> bool {
    matches!(kind, LayoutUnit::ConstantBuffer | LayoutUnit::ShaderResource | LayoutUnit::UnorderedAccess | LayoutUnit::SamplerState)
}
