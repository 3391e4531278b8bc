//! Locations that depend on an array whose count is a link-time constant.
//!
//! libslang 2026.12 assigns locations after such an array nevertheless: in a struct it adds the number that represents "unknown", a parameter
//! takes nothing, and a constant buffer of unknown size gets no register. [`Variable::places`](crate::Variable) contains these numbers,
//! because libslang's reflection does; [`leaves`](crate::leaves()) returns "unknown" instead.

use padstone_model::{Count, Field, Module, Type};
use rustc_hash::FxHashMap;

use crate::layout::{Group, LayoutId, TypeStructure, Variable};
use crate::layout_unit::{Amount, LayoutUnit};
use crate::measure::program::AllocationStep;
use crate::program_layout::ProgramLayout;
use crate::target::ExplicitSource;
use crate::unknowns::Unknowns;

impl ProgramLayout {
    /// Whether a type contains an array whose count is a link-time constant.
    pub fn has_link_time_count(&self, id: LayoutId) -> bool {
        self.get(id).ty.is_some_and(|ty| self.link_time.get(ty.index()).is_some_and(|&link_time| link_time))
    }

    /// The unknown parts of a type.
    pub fn unknown_of(&self, id: LayoutId) -> Unknowns {
        let layout = self.get(id);
        let unknown = layout.ty.and_then(|ty| self.unknowns.get(ty.index())).copied().unwrap_or_default();
        // Parts with their own space or argument buffer do not displace others.
        let is_separate = |group: &Group| {
            group.container.get(LayoutUnit::SubElementRegisterSpace).is_some() || self.target.explicit == ExplicitSource::RegistersOfMetal
        };
        match &layout.shape {
            TypeStructure::Group(group) if is_separate(group) => Unknowns { slots: false, ..unknown },
            _ => unknown,
        }
    }

    /// The unknown parts of a variable.
    pub(crate) fn unknown_of_variable(&self, module: &Module, variable: &Variable) -> Unknowns {
        let unknown = self.unknown_of(variable.layout);
        let Some(field) = variable.source.field(module) else { return unknown };
        // It may have any binding, and so may all that are bound implicitly after it.
        if field.has_unknown_place() { Unknowns::ALL } else { unknown.of_variable(field) }
    }

    /// Adds the layout units in which locations after a variable are unknown.
    pub(crate) fn add_displaced_units(&self, module: &Module, variable: &Variable, into: &mut Vec<LayoutUnit>) {
        self.add_link_time_units(variable.layout, into);
        for kind in self.unknown_of_variable(module, variable).kinds() {
            if !into.contains(&kind) {
                into.push(kind);
            }
        }
    }

    /// Adds bytes, if the size of a type is unknown: a parameter is then placed at the start of its buffer.
    pub(crate) fn add_link_time_bytes(&self, id: LayoutId, into: &mut Vec<LayoutUnit>) {
        let is_unknown = self.has_link_time_count(id) && self.get(id).usage.get(LayoutUnit::Uniform) == Some(Amount::Unknown);
        if (is_unknown || self.unknown_of(id).bytes) && !into.contains(&LayoutUnit::Uniform) {
            into.push(LayoutUnit::Uniform);
        }
    }

    /// Adds the layout units of which a type takes a link-time amount.
    pub(crate) fn add_link_time_units(&self, id: LayoutId, into: &mut Vec<LayoutUnit>) {
        for &kind in self.open_kinds.get(id.index()).into_iter().flatten() {
            if !into.contains(&kind) {
                into.push(kind);
            }
        }
    }

    /// Computes for each layout the units of which it takes a link-time amount. A layout follows those that it consists of.
    pub(crate) fn note_link_time_units(&mut self, module: &Module) {
        if self.link_time.is_empty() {
            return;
        }
        let mut known: Vec<Vec<LayoutUnit>> = Vec::with_capacity(self.types.len());
        for id in (0..self.types.len()).map_while(LayoutId::new) {
            let mut kinds = if self.has_link_time_count(id) { self.link_time_units_of(module, id, &known) } else { Vec::new() };
            kinds.sort_unstable();
            kinds.dedup();
            known.push(kinds);
        }
        self.open_kinds = known;
    }

    /// The layout units of which a layout takes a link-time amount, from those of the layouts before it.
    fn link_time_units_of(&self, module: &Module, id: LayoutId, known: &[Vec<LayoutUnit>]) -> Vec<LayoutUnit> {
        let layout = self.get(id);
        let units_of = |inner: LayoutId| known.get(inner.index()).into_iter().flatten().copied();
        let mut kinds: Vec<LayoutUnit> = Vec::new();
        kinds.extend(layout.usage.iter().filter(|counter| counter.amount == Amount::Unknown).map(|counter| counter.kind));
        match &layout.shape {
            TypeStructure::Array { element, .. } => {
                let is_counted_later = layout.ty.is_some_and(|ty| matches!(module.types[ty], Type::Array { count: Count::LinkTime, .. }));
                if !is_counted_later {
                    kinds.extend(units_of(*element));
                }
            }
            TypeStructure::Struct(fields) => kinds.extend(fields.iter().flat_map(|field| units_of(field.layout))),
            TypeStructure::Group(group) => {
                kinds.extend(self.missing_buffer(group));
                let inside = units_of(group.element.layout);
                kinds.extend(inside.filter(|&kind| kind != LayoutUnit::Uniform && layout.usage.get(kind).is_some()));
            }
            TypeStructure::Leaf | TypeStructure::Vector { .. } | TypeStructure::Matrix { .. } | TypeStructure::Elements(_) => {}
        }
        // An unbounded amount has its own space, which displaces all other spaces.
        if layout.usage.iter().any(|counter| counter.amount == Amount::Unbounded) {
            kinds.extend(layout.usage.iter().map(|counter| counter.kind));
        }
        kinds
    }

    /// The layout unit of the missing buffer of a constant buffer whose size is unknown.
    pub(crate) fn missing_buffer(&self, group: &Group) -> Option<LayoutUnit> {
        let bytes = self.get(group.element.layout).usage.get(LayoutUnit::Uniform)?;
        let element = group.element.layout;
        let is_unknown = bytes == Amount::Unknown && (self.has_link_time_count(element) || self.unknown_of(element).bytes);
        let buffer = self.target.family.constants.objects.constant_buffer.first()?.kind;
        let has_buffer = group.container.iter().any(|counter| counter.kind != LayoutUnit::SubElementRegisterSpace);
        (is_unknown && !has_buffer).then_some(buffer)
    }

    /// Records the locations that are unknown until linking: those assigned from the first free slot after an unknown count.
    pub(crate) fn note_unsettled(&mut self, module: &Module, required: &[AllocationStep], explicit: &[Vec<LayoutUnit>]) {
        let has_unknown_place = |variable: &Variable| variable.source.field(module).is_some_and(Field::has_unknown_place);
        let all = self.globals.iter().chain(self.entries.iter().flat_map(|entry| &entry.parameters));
        if self.link_time.is_empty() && self.unknowns.is_empty() && !all.into_iter().any(has_unknown_place) {
            return;
        }
        let mut link_time = self.displaced_by_globals(module);
        let mut unsettled = FxHashMap::default();
        for step in required {
            match *step {
                AllocationStep::Parameter(index) => {
                    let variable = &self.globals[index];
                    self.add_link_time_bytes(variable.layout, &mut link_time);
                    let mut moved: Vec<LayoutUnit> = link_time.iter().copied().filter(|kind| !explicit[index].contains(kind)).collect();
                    self.add_displaced_units(module, variable, &mut link_time);
                    if has_unknown_place(variable) {
                        let own = self.get(variable.layout).usage.iter().map(|counter| counter.kind);
                        own.for_each(|kind| {
                            if !link_time.contains(&kind) {
                                link_time.push(kind)
                            }
                        });
                        moved.clone_from(&link_time);
                    }
                    if !moved.is_empty() {
                        unsettled.insert(variable.source, moved);
                    }
                }
                AllocationStep::Entry(index) => {
                    self.note_unsettled_in_entry(module, index, &link_time);
                    for parameter in &self.entries[index].parameters {
                        self.add_displaced_units(module, parameter, &mut link_time);
                    }
                }
            }
        }
        self.unsettled = unsettled;
    }

    /// Records the locations in an entry point that are unknown until linking, after `link_time` units before it. Its bytes start at 0 in
    /// their own buffer.
    fn note_unsettled_in_entry(&mut self, module: &Module, index: usize, link_time: &[LayoutUnit]) {
        let before: Vec<LayoutUnit> = link_time.iter().copied().filter(|&kind| kind != LayoutUnit::Uniform).collect();
        let mut displaced = before.clone();
        let mut unsettled = FxHashMap::default();
        let entry = &self.entries[index];
        for parameter in entry.parameters.iter().filter(|parameter| parameter.semantic.is_none()) {
            self.add_link_time_bytes(parameter.layout, &mut displaced);
            let is_explicit = |kind| entry.explicit.contains(&(parameter.source, kind));
            let moved: Vec<LayoutUnit> = displaced.iter().copied().filter(|&kind| !is_explicit(kind)).collect();
            self.add_displaced_units(module, parameter, &mut displaced);
            if !moved.is_empty() {
                unsettled.insert(parameter.source, moved);
            }
        }
        let entry = &mut self.entries[index];
        entry.unsettled = before;
        entry.unsettled_parameters = unsettled;
    }

    /// Clears the sizes of implicit buffers that contain types of unknown size.
    pub(crate) fn forget_unknown_bytes(&mut self) {
        let is_unknown =
            |layout: &ProgramLayout, variables: &[Variable]| variables.iter().any(|variable| layout.unknown_of(variable.layout).bytes);
        if is_unknown(self, &self.globals)
            && let Some(buffer) = &mut self.globals_buffer
        {
            buffer.bytes = Amount::Unknown;
        }
        for index in 0..self.entries.len() {
            if is_unknown(self, &self.entries[index].parameters) {
                self.entries[index].bytes = Amount::Unknown;
            }
        }
    }

    /// The layout units that the implicit buffer of the globals displaces, because it precedes all parameters: a global that was not
    /// understood may be the only one with bytes.
    fn displaced_by_globals(&self, module: &Module) -> Vec<LayoutUnit> {
        let buffer = self.target.family.constants.objects.constant_buffer.first();
        let has_bytes = |variable: &Variable| {
            let amount = self.get(variable.layout).usage.get(LayoutUnit::Uniform);
            amount.is_some_and(|amount| amount.finite().is_none_or(|bytes| bytes > 0))
        };
        let unknown = |variable: &Variable| self.unknown_of_variable(module, variable);
        let is_certain = |variable: &Variable| has_bytes(variable) || unknown(variable).bytes && !unknown(variable).slots;
        let is_possible = self.globals.iter().any(|variable| unknown(variable).bytes) && !self.globals.iter().any(is_certain);
        buffer.filter(|_| is_possible).map(|counter| counter.kind).into_iter().collect()
    }
}
