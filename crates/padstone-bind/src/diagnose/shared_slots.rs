//! Overlapping bindings after allocation. libslang checks only explicit bindings (E39001), each layout unit separately, and
//! for a parameter with only a `register` it reserves one Vulkan binding; it accepts all other overlaps.

use std::collections::{BTreeMap, HashMap, HashSet};

use padstone_diag::{Diagnostic, Diagnostics, Severity, codes};
use padstone_model::{Module, Type, TypeId};
use padstone_source::Span;

use crate::layout::{LayoutId, TypeStructure};
use crate::layout_unit::LayoutUnit;
use crate::leaves::{Leaf, LeafKind, UNKNOWN_SPACE, entry_objects, globals_leaf, objects};
use crate::measure::program::{ExplicitRange, Parameter, Required};
use crate::program_layout::ProgramLayout;
use crate::reserve::explicit::binding;
use crate::target::ExplicitSource;

/// The name of the implicit buffer of the global constants.
pub(crate) const GLOBALS: &str = "the implicit constant buffer";

/// The maximum number of resources to compare. Nested structs can multiply them.
const MAX_OBJECTS: u64 = 1 << 17;

/// The facts about the allocation that the checks of a finished layout need.
pub(crate) struct MeasuredProgram {
    parameters: Vec<MeasuredParameter>,
    /// For each entry point, the parameters that the source binds, by name.
    of_entries: HashMap<usize, HashMap<Box<str>, usize>>,
    /// The pairs of parameters that overlap because of a shift.
    shifted_onto: HashSet<(usize, usize)>,
    /// Whether there are shifts.
    shifts: bool,
}

struct MeasuredParameter {
    span: Span,
    explicit: Vec<ExplicitRange>,
    /// Whether its binding is inferred from a `register`, which reserves only one slot.
    inferred: bool,
    has_bytes: bool,
}

impl MeasuredProgram {
    pub(crate) fn new(module: &Module, required: &Required, shifts: bool) -> MeasuredProgram {
        let parameter = |parameter: &Parameter| {
            let has_binding = parameter.placed_by.field(module).is_some_and(|field| binding(field).is_some());
            MeasuredParameter {
                span: parameter.span,
                explicit: parameter.explicit.clone(),
                inferred: !has_binding && parameter.explicit(LayoutUnit::DescriptorTableSlot).is_some(),
                has_bytes: parameter.usage.get(LayoutUnit::Uniform).is_some(),
            }
        };
        let parameters = required.parameters.iter().map(parameter).collect();
        let mut of_entries: HashMap<usize, HashMap<Box<str>, usize>> = HashMap::new();
        for (index, parameter) in required.parameters.iter().enumerate() {
            if let (Some((entry, _)), Some(field)) = (parameter.entry, parameter.declaration(module)) {
                of_entries.entry(entry).or_default().insert(module.name(field.name).into(), index);
            }
        }
        MeasuredProgram { parameters, of_entries, shifted_onto: required.shifted_onto.iter().copied().collect(), shifts }
    }
}

/// The owner of an object.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
enum SlotOwner {
    Globals,
    Parameter(usize),
    Entry(usize),
}

/// An object, or all elements of an array.
struct SlotRange {
    space: u64,
    /// The layout unit whose numbers are compared: on Vulkan one for all, on D3D each register class.
    class: LayoutUnit,
    first: u64,
    end: u64,
    owner: SlotOwner,
    kind: LayoutUnit,
    path: Box<str>,
}

pub(crate) fn report(module: &Module, layout: &ProgramLayout, measured: &MeasuredProgram) -> Diagnostics {
    let mut check = SharedSlotCheck {
        module,
        layout,
        measured,
        objects: Vec::new(),
        blocks: BTreeMap::new(),
        reported: HashSet::new(),
        found: Diagnostics::new(),
    };
    if layout.target.explicit != ExplicitSource::None {
        check.collect();
        check.whole_spaces();
        check.check_overlaps();
    }
    check.found
}

struct SharedSlotCheck<'a> {
    module: &'a Module,
    layout: &'a ProgramLayout,
    measured: &'a MeasuredProgram,
    objects: Vec<SlotRange>,
    /// Spaces that the source assigns to blocks: the parameter, and the path of the block.
    blocks: BTreeMap<u64, (usize, Box<str>)>,
    /// The parameters that were reported.
    reported: HashSet<(SlotOwner, SlotOwner)>,
    found: Diagnostics,
}

impl SharedSlotCheck<'_> {
    fn collect(&mut self) {
        let (module, layout) = (self.module, self.layout);
        if let Some(leaf) = layout.globals_buffer.as_ref().and_then(globals_leaf) {
            self.add(SlotOwner::Globals, &leaf);
        }
        let counts = object_counts(layout);
        let mut left = MAX_OBJECTS;
        for (index, variable) in layout.globals.iter().enumerate() {
            if self.may_look(SlotOwner::Parameter(index), counts[variable.layout.index()], &mut left) {
                objects(module, layout, variable, &mut |leaf| self.add(SlotOwner::Parameter(index), &leaf));
            }
        }
        for (index, entry) in layout.entries.iter().enumerate() {
            let count = entry.parameters.iter().fold(0, |sum: u64, variable| sum.saturating_add(counts[variable.layout.index()]));
            if self.may_look(SlotOwner::Entry(index), count, &mut left) {
                entry_objects(module, layout, entry, &mut |leaf| self.add(SlotOwner::Entry(index), &leaf));
            }
        }
    }

    /// Whether the number of objects is below the maximum.
    fn may_look(&mut self, owner: SlotOwner, count: u64, left: &mut u64) -> bool {
        let rest = left.checked_sub(count);
        *left = rest.unwrap_or(*left);
        if rest.is_none() {
            let message = format!("{} has {count} resources; padstone checks overlaps of at most {MAX_OBJECTS}", self.owner_name(owner));
            let found = Diagnostic::without_place(&codes::TOO_MANY_ROWS, message);
            self.found.push(Diagnostic { severity: Severity::Note, ..found });
        }
        rest.is_some()
    }

    fn add(&mut self, owner: SlotOwner, leaf: &Leaf<'_>) {
        let slot = match leaf.kind {
            LeafKind::Object(slot) if self.is_descriptor(slot.kind) && self.is_bound(leaf.ty) => slot,
            LeafKind::Space(space) => {
                if let SlotOwner::Parameter(index) = owner
                    && self.explicit(index, LayoutUnit::SubElementRegisterSpace).is_some()
                {
                    self.blocks.entry(space).or_insert_with(|| (index, leaf.path.into()));
                }
                return;
            }
            _ => return,
        };
        let Some(first) = slot.index.finite().filter(|_| slot.space != UNKNOWN_SPACE) else { return };
        let end = slot.count.end(first);
        if end > first {
            let class = if self.layout.target.explicit == ExplicitSource::Bindings { LayoutUnit::DescriptorTableSlot } else { slot.kind };
            self.objects.push(SlotRange { space: slot.space, class, first, end, owner, kind: slot.kind, path: leaf.path.into() });
        }
    }

    /// Whether a layout unit counts descriptors. Bindings that libslang 2026.12 infers from registers for Metal have no effect.
    fn is_descriptor(&self, kind: LayoutUnit) -> bool {
        kind.is_slot() && (kind != LayoutUnit::DescriptorTableSlot || self.layout.target.explicit == ExplicitSource::Bindings)
    }

    /// Whether a resource is bound. A global constant with a register for D3D takes a binding that remains empty (libslang 2026.12).
    fn is_bound(&self, ty: Option<TypeId>) -> bool {
        let Some(ty) = ty else { return true };
        let ty = self.module.types.peel_arrays(ty);
        matches!(self.module.types[ty], Type::Resource(_) | Type::Handle(_))
    }

    fn explicit(&self, parameter: usize, kind: LayoutUnit) -> Option<&ExplicitRange> {
        self.measured.parameters[parameter].explicit.iter().find(|place| place.kind == kind && !place.count.is_zero())
    }

    /// Whole spaces that contain other parameters: `[[vk::binding(0, 0)]] ParameterBlock<S> b; Texture2D t;`.
    fn whole_spaces(&mut self) {
        if self.blocks.is_empty() {
            return;
        }
        for object in &self.objects {
            let Some((index, path)) = self.blocks.get(&object.space) else { continue };
            let block = SlotOwner::Parameter(*index);
            let is_new = object.owner != block && self.reported.insert(pair(block, object.owner));
            if !is_new || self.is_space_explicit(*index, object) {
                continue;
            }
            let noun = self.layout.target.space_noun();
            let space_text = if noun == "space" { format!("space{}", object.space) } else { format!("{noun} {}", object.space) };
            let (name, explicit_owner) = (self.name(object), self.parameter_name(*index));
            let message = if **path == *explicit_owner {
                format!("{name} is assigned to {space_text}, which is reserved for `{explicit_owner}`")
            } else {
                format!("{name} is assigned to {space_text}, which is reserved for `{path}` by the explicit {noun} of `{explicit_owner}`")
            };
            let (position, block_span) = (self.span(object), self.measured.parameters[*index].span);
            self.found.push(
                Diagnostic::warning(&codes::WHOLE_SET_SHARED, message, position)
                    .label(position, format!("gets {}", self.layout.target.slot_text(object.class, object.first)))
                    .label(block_span, format!("reserves {space_text}"))
                    .help(format!("bind `{explicit_owner}` to another {noun}")),
            );
        }
    }

    /// Whether a parameter in the space of a block was reported: both locations are explicit, and the block is second.
    fn is_space_explicit(&self, block: usize, object: &SlotRange) -> bool {
        let SlotOwner::Parameter(index) = object.owner else { return false };
        let is_explicit = |place: &ExplicitRange| match place.kind {
            LayoutUnit::SubElementRegisterSpace => place.index == object.space,
            kind => kind.is_slot() && place.space == object.space && index < block,
        };
        let block_is_there = self.explicit(block, LayoutUnit::SubElementRegisterSpace).is_some_and(|place| place.index == object.space);
        block_is_there && self.measured.parameters[index].explicit.iter().any(is_explicit)
    }

    /// Two objects at one register or binding. Entry points of the same stage are in different pipelines, so overlaps between them are
    /// allowed.
    fn check_overlaps(&mut self) {
        let mut objects = std::mem::take(&mut self.objects);
        objects.sort_by_key(|object| (object.space, object.class, object.first, object.owner));
        for group in objects.chunk_by(|left, right| (left.space, left.class) == (right.space, right.class)) {
            let mut of_program: Option<&SlotRange> = None;
            let mut of_entries: Option<&SlotRange> = None;
            let mut of_entry: HashMap<SlotOwner, &SlotRange> = HashMap::new();
            for object in group {
                let is_own = matches!(object.owner, SlotOwner::Entry(_));
                let others = if is_own { of_entry.get(&object.owner).copied() } else { of_entries };
                for right in [of_program, others].into_iter().flatten().filter(|right| right.end > object.first) {
                    self.overlap(right, object);
                }
                let farther = |known: Option<&SlotRange>| known.is_none_or(|known| known.end < object.end);
                if !is_own && farther(of_program) {
                    of_program = Some(object);
                }
                if is_own && farther(of_entries) {
                    of_entries = Some(object);
                }
                if is_own && farther(of_entry.get(&object.owner).copied()) {
                    of_entry.insert(object.owner, object);
                }
            }
        }
    }

    fn overlap(&mut self, later: &SlotRange, earlier: &SlotRange) {
        if self.is_reported(later, earlier) || !self.reported.insert(pair(later.owner, earlier.owner)) {
            return;
        }
        let position = later.first.max(earlier.first);
        let (first, second) = if later.owner <= earlier.owner { (later, earlier) } else { (earlier, later) };
        let (first_name, second_name) = (self.name(first), self.name(second));
        let (first_span, span) = (self.span(first), self.span(second));
        let slot_text = match (self.layout.target.slot_text(later.class, position), later.class.letter()) {
            (text, Some(_)) if later.space == 0 => text,
            (text, Some(_)) => format!("{text} of space{}", later.space),
            (text, None) => format!("{text} of {} {}", self.layout.target.space_noun(), later.space),
        };
        let by_shifts = self.measured.shifts && later.kind != earlier.kind;
        let (code, verb) = if by_shifts { (&codes::KINDS_OVERLAP, "both become") } else { (&codes::EXPLICIT_OVERLAP, "are both at") };
        let message = format!("{first_name} and {second_name} {verb} {slot_text}");
        let beyond = [first, second].into_iter().find(|object| self.is_after_reserved_slots(object));
        let (location, other_location, help) = match beyond {
            _ if by_shifts => ("becomes this binding", "becomes the same binding", self.help_on_shifts([first, second])),
            Some(object) => {
                let name = self.owner_name(object.owner);
                let help = format!("bind {name} with `[[vk::binding]]`, which reserves all its bindings");
                let reason = "reserves one binding by its `register`, but takes more";
                if std::ptr::eq(object, first) { ("gets the same binding", reason, help) } else { (reason, "gets the same binding", help) }
            }
            None if first.owner == second.owner => {
                ("contains two members at one binding", "", "declare them as separate parameters".to_owned())
            }
            None => ("second binding", "first binding", "bind them differently".to_owned()),
        };
        let found = Diagnostic::warning(code, message, span).label(span, location);
        let found = if first_span == span { found } else { found.label(first_span, other_location) };
        self.found.push(found.help(help));
    }

    fn help_on_shifts(&self, ranges: [&SlotRange; 2]) -> String {
        let is_moved = |object: &&SlotRange| match object.owner {
            SlotOwner::Parameter(index) => self.layout.globals[index].places.space(object.kind) == object.space,
            SlotOwner::Globals => true,
            SlotOwner::Entry(_) => false,
        };
        if ranges.iter().all(is_moved) {
            "shift the register classes far enough that their bindings do not overlap".to_owned()
        } else {
            "declare it as a global parameter, or omit the options: they start each register class at 0, and shift neither parameter \
             blocks nor entry points"
                .to_owned()
        }
    }

    /// Whether a resource is after all bindings that its parameter reserves.
    fn is_after_reserved_slots(&self, object: &SlotRange) -> bool {
        let SlotOwner::Parameter(index) = object.owner else { return false };
        let inferred_binding = self.explicit(index, LayoutUnit::DescriptorTableSlot).filter(|_| self.measured.parameters[index].inferred);
        inferred_binding.is_some_and(|place| place.space == object.space && object.end > place.count.end(place.index))
    }

    /// Whether an overlap was reported already: both bindings are explicit (E39001), or a shift causes it.
    fn is_reported(&self, left: &SlotRange, right: &SlotRange) -> bool {
        let explicit = |object: &SlotRange| {
            let parameter = self.bound_parameter(object)?;
            Some((parameter, self.explicit(parameter, object.kind)?))
        };
        let both_explicit = left.kind == right.kind
            && explicit(left).zip(explicit(right)).is_some_and(|((first, left), (second, right))| {
                let end = |place: &ExplicitRange| place.count.end_of_explicit(place.index);
                first != second && left.space == right.space && left.index < end(right) && right.index < end(left)
            });
        let (SlotOwner::Parameter(first), SlotOwner::Parameter(second)) = (left.owner, right.owner) else { return both_explicit };
        let onto = &self.measured.shifted_onto;
        both_explicit || onto.contains(&(first, second)) || onto.contains(&(second, first))
    }

    /// The parameter that an object belongs to, if that is bound by itself.
    fn bound_parameter(&self, object: &SlotRange) -> Option<usize> {
        match object.owner {
            SlotOwner::Globals => None,
            SlotOwner::Parameter(index) => Some(index),
            SlotOwner::Entry(entry) => {
                self.measured.of_entries.get(&entry)?.get(object.path.split(['.', '[']).next().unwrap_or("")).copied()
            }
        }
    }

    fn parameter_name(&self, index: usize) -> &str {
        self.layout.name(self.module, &self.layout.globals[index])
    }

    /// The name of the owner of an object.
    fn owner_name(&self, owner: SlotOwner) -> String {
        match owner {
            SlotOwner::Globals => GLOBALS.to_owned(),
            SlotOwner::Parameter(index) => format!("`{}`", self.parameter_name(index)),
            SlotOwner::Entry(index) => {
                let entry = &self.module.entry_points[self.layout.entries[index].index];
                format!("the buffer of the uniform parameters of `{}`", self.module.name(entry.name))
            }
        }
    }

    fn name(&self, object: &SlotRange) -> String {
        if object.path.is_empty() { self.owner_name(object.owner) } else { format!("`{}`", object.path) }
    }

    fn span(&self, object: &SlotRange) -> Span {
        match object.owner {
            SlotOwner::Globals => {
                self.measured.parameters.iter().find(|parameter| parameter.has_bytes).map_or(Span::default(), |first| first.span)
            }
            SlotOwner::Parameter(index) => self.measured.parameters[index].span,
            SlotOwner::Entry(index) => {
                let layout = &self.layout.entries[index];
                let name = object.path.split(['.', '[']).next().unwrap_or("");
                let parameter =
                    layout.parameters.iter().find(|variable| !name.is_empty() && self.layout.name(self.module, variable) == name);
                let field = parameter.and_then(|variable| variable.source.field(self.module));
                field.map_or(self.module.entry_points[layout.index].span, |field| field.span)
            }
        }
    }
}

/// For each layout, the number of objects and separate blocks in it, where an array counts as one. The contents of a type precede it.
fn object_counts(layout: &ProgramLayout) -> Vec<u64> {
    let mut counts: Vec<u64> = Vec::with_capacity(layout.types.len());
    for ty in &layout.types {
        let count_of = |id: LayoutId| counts.get(id.index()).copied().unwrap_or(1);
        let count = match &ty.shape {
            _ if ty.usage.iter().all(|counter| counter.kind == LayoutUnit::Uniform) => 0,
            TypeStructure::Struct(fields) => fields.iter().fold(0, |sum: u64, field| sum.saturating_add(count_of(field.layout))),
            TypeStructure::Array { element, .. } => count_of(*element),
            TypeStructure::Group(group) => group.argument_buffer.map_or(0, count_of).max(count_of(group.element.layout)).saturating_add(1),
            TypeStructure::Leaf | TypeStructure::Vector { .. } | TypeStructure::Matrix { .. } | TypeStructure::Elements(_) => 1,
        };
        counts.push(count);
    }
    counts
}

fn pair(left: SlotOwner, right: SlotOwner) -> (SlotOwner, SlotOwner) {
    (left.min(right), left.max(right))
}
