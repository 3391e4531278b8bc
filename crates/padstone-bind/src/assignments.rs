//! How every slot was assigned: the findings of each step of the engine, as plain data.

use padstone_model::{Annotation, BufferKind, Field, Module, Parameter, ParameterId, ParameterKind, ResourceClass};
use padstone_source::Span;
use rustc_hash::FxHashSet;

use crate::allocate::program::GlobalsBuffer;
use crate::binding_rules::{BindingSource, ParameterGroup, ParameterRules};
use crate::bindings::{Binding, Bindings};
use crate::collect::parameters::is_skipped;
use crate::layout::{Variable, VariableDeclaration};
use crate::layout_unit::{Amount, LayoutUnit, UnitOffset};
use crate::measure::parameters::{Claim, ClaimPart, ClaimRole, Claims};
use crate::measure::program::{AllocationStep, Parameter as ProgramParameter, Required};
use crate::program_layout::{EntryLayout, ProgramLayout};
use crate::reserve::parameters::{Reservation, Reservations};

/// The assignments of a program.
#[derive(Clone, Debug, Default)]
pub struct Assignments {
    /// The assignments in the order in which the engine makes them, those of the stage inputs and outputs of entry points last.
    pub all: Vec<Assignment>,
    /// The parameters that get no slot.
    pub excluded: Vec<Excluded>,
}

/// The slots of one layout unit that a parameter, or a part of it, gets.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Assignment {
    /// The kind of the item that gets the slots.
    pub role: AssignmentRole,
    /// The path, starting with the name of the parameter. Empty for implicit buffers and render targets.
    pub path: Box<str>,
    /// The declaration, if it has one.
    pub span: Option<Span>,
    /// The index of the entry point in the module, if the parameter is one of an entry point.
    pub entry: Option<usize>,
    /// Step "collect": its group, under rules that have groups.
    pub group: Option<ParameterGroup>,
    /// Step "collect": whether no entry point reaches it, so that it gets no slot, but reserves its explicit one.
    pub reserves_only: bool,
    /// Step "collect": its position in the order of assignment. Parts of one parameter that are bound together have one position.
    pub position: usize,
    /// The layout unit.
    pub kind: LayoutUnit,
    /// Step "measure": the number of slots that are assigned together.
    pub amount: Amount,
    /// Step "measure": the number of these slots before those of this part.
    pub before: u64,
    /// Step "reserve": the explicit binding, if there is one.
    pub explicit: Option<Explicit>,
    /// Step "allocate": the first of the slots that are assigned together; `None` if the rules assign none, or none were free. Unknown if it
    /// depends on an unresolved declaration, or on linking.
    pub first: Option<UnitOffset>,
}

/// The kinds of items that get slots.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum AssignmentRole {
    /// A global parameter, or a uniform one of an entry point that is bound by itself.
    Parameter,
    /// A resource in a struct or buffer.
    Member,
    /// The counter of a buffer.
    Counter,
    /// The implicit buffer of the global constants.
    DefaultBuffer,
    /// The uniform parameters of an entry point, as one item.
    EntryPoint,
    /// A stage input or output.
    Varying,
    /// The render targets of a pixel shader.
    RenderTargets,
    /// The space of all parameters that have no explicit space.
    DefaultSpace,
    /// A D3D descriptor heap, as a variable for Vulkan.
    Heap,
}

/// An explicit binding.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Explicit {
    /// The span of the binding in the source; `None` if an option specifies it.
    pub span: Option<Span>,
    /// The option that specifies the binding: of `$Globals`, or of the register at `span`.
    pub option: Option<&'static str>,
    /// The number that `-fvk-*-shift` added.
    pub shift: i64,
    /// The slots that it reserves: first slot and one past the last. `None` if it reserves none.
    pub reserved: Option<(u64, u64)>,
}

/// A parameter that gets no slot.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Excluded {
    /// The name.
    pub name: Box<str>,
    /// The declaration.
    pub span: Span,
    /// The reason why it gets no slot.
    pub exclusion: Exclusion,
}

/// The reason why a parameter gets no slot.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Exclusion {
    /// No entry point reaches it.
    Unused,
    /// The parameter is a constant buffer without constants.
    NoConstants,
    /// The parameter is passed without a binding: as push constants, a shader record, or immediate data.
    OtherMeans(BufferKind),
    /// The parameter takes no slot for another reason: it has errors, or no contents.
    Nothing,
}

impl Assignment {
    /// The slots that are assigned together: first slot and one past the last, `u64::MAX` if they are unbounded.
    pub fn range(&self) -> Option<(u64, u64)> {
        let first = self.first?.index.finite()?;
        Some((first, self.amount.end(first)))
    }

    /// The first slot of this part, if known.
    pub fn first_slot_of_part(&self) -> Option<u64> {
        self.first?.index.finite()?.checked_add(self.before)
    }

    /// Whether it takes a whole space.
    pub fn is_space(&self) -> bool {
        matches!(self.kind, LayoutUnit::SubElementRegisterSpace | LayoutUnit::RegisterSpace)
    }
}

impl Assignments {
    /// The slots of the same layout unit and space that are in use before an assignment: those of explicit bindings, and those
    /// of earlier assignments. Parts that are assigned together are listed once.
    pub fn in_use<'a>(&'a self, assignment: &'a Assignment) -> impl Iterator<Item = (&'a Assignment, (u64, u64))> {
        let space = assignment.first.map_or(0, |first| first.space);
        let is_in_slot_space = move |other: &Assignment| {
            let same_scope = assignment.role == AssignmentRole::Varying || other.role == AssignmentRole::Varying;
            other.kind == assignment.kind
                && other.first.is_some_and(|first| first.space == space)
                && (!same_scope || (other.role, other.entry) == (assignment.role, assignment.entry))
        };
        let mut last = None;
        self.all.iter().filter_map(move |other| {
            let is_own = other.position == assignment.position && other.role == assignment.role;
            if is_own || !is_in_slot_space(other) || last == Some(other.position) {
                return None;
            }
            let range = match other.explicit {
                Some(explicit) => explicit.reserved,
                None if other.position < assignment.position => other.range(),
                None => None,
            }?;
            last = Some(other.position);
            Some((other, range))
        })
    }
}

impl Assignments {
    /// The spaces in use before an assignment, under rules for the types of a program: those of explicit bindings, the one of
    /// parameters without an explicit space, and those of earlier assignments.
    pub fn spaces_in_use<'a>(&'a self, assignment: &'a Assignment) -> impl Iterator<Item = (&'a Assignment, u64)> {
        self.all.iter().filter_map(move |other| {
            let first = other.first?;
            let takes_space = other.is_space() || other.amount == Amount::Unbounded;
            let is_before = other.role != AssignmentRole::Varying && other.position < assignment.position && takes_space;
            let space = if other.is_space() { first.index.finite()? } else { first.space };
            (other.explicit.is_some() || is_before).then_some((other, space)).filter(|_| other.position != assignment.position)
        })
    }
}

/// The assignments under rules for the parameters of one file.
pub(crate) fn of_parameters(
    module: &Module,
    rules: &ParameterRules,
    claims: &Claims,
    reservations: &Reservations,
    bindings: &Bindings,
) -> Assignments {
    let mut assignments = Assignments::default();
    let targets = reservations.target_registers;
    if targets > 0 {
        assignments.all.push(render_targets(rules.numbering.kind(ResourceClass::UnorderedAccess), (0, targets)));
    }
    for (position, (claim, reservation)) in claims.all.iter().zip(&reservations.all).enumerate() {
        let parts = claims.parts(claim);
        assignments.all.extend(parts.iter().map(|part| part_assignments(module, rules, (position + 1, claim), reservation, part)));
    }
    for (heap, binding) in &bindings.heaps {
        let Binding::Vulkan { set, binding, .. } = *binding else { continue };
        let (kind, position) = (LayoutUnit::DescriptorTableSlot, assignments.all.len() + 1);
        let first = UnitOffset { kind, index: Amount::Finite(binding.into()), space: set.into() };
        let amount = Amount::Finite(1);
        assignments.all.push(Assignment {
            path: heap.path.clone(),
            position,
            first: Some(first),
            ..unowned(AssignmentRole::Heap, kind, amount)
        });
    }
    let taking_part: FxHashSet<ParameterId> = claims.all.iter().map(|claim| claim.parameter).collect();
    let excluded = module.parameters.iter().filter(|(id, _)| !taking_part.contains(id));
    assignments.excluded = excluded.map(|(_, parameter)| excluded_parameter(module, rules, parameter)).collect();
    assignments
}

fn part_assignments(
    module: &Module,
    rules: &ParameterRules,
    (position, claim): (usize, &Claim),
    reservation: &Reservation,
    part: &ClaimPart,
) -> Assignment {
    let kind = rules.numbering.kind(claim.class);
    let path = match &part.inner {
        Some(inner) => inner.path.clone(),
        None => module.name(module.parameters[claim.parameter].name).into(),
    };
    let role = match (claim.role, claim.group) {
        (ClaimRole::Counter, _) => AssignmentRole::Counter,
        _ if part.inner.is_some() => AssignmentRole::Member,
        (_, ParameterGroup::DefaultBuffer) => AssignmentRole::DefaultBuffer,
        _ => AssignmentRole::Parameter,
    };
    let index = match &reservation.range {
        Some(range) => Some(Amount::Finite((*range.start()).into())),
        None if claim.after_unknown && reservation.is_implicit => Some(Amount::Unknown),
        None => None,
    };
    let explicit = reservation.explicit.as_ref().map(|explicit| Explicit {
        span: (explicit.source != BindingSource::BindGlobals).then_some(reservation.at),
        option: match explicit.source {
            BindingSource::BindGlobals => Some("-fvk-bind-globals"),
            BindingSource::BindRegister => Some("-fvk-bind-register"),
            BindingSource::Binding | BindingSource::LastRegister | BindingSource::FirstRegisterShifted => None,
        },
        shift: explicit.shift,
        reserved: explicit.reserved.as_ref().map(|range| (u64::from(*range.start()), u64::from(*range.end()) + 1)),
    });
    // The explicit binding of a parameter that gets no slot is reserved nevertheless.
    let index = index.or_else(|| explicit.and_then(|explicit| explicit.reserved).map(|(first, _)| Amount::Finite(first)));
    Assignment {
        path,
        span: Some(part.span),
        group: Some(claim.group),
        reserves_only: !claim.counted,
        position,
        before: part.offset,
        explicit,
        first: index.map(|index| UnitOffset { kind, index, space: reservation.slot_space.0.into() }),
        ..unowned(role, kind, claim.amount)
    }
}

fn excluded_parameter(module: &Module, rules: &ParameterRules, parameter: &Parameter) -> Excluded {
    let exclusion = match parameter.kind {
        _ if is_skipped(parameter, rules.unused()) => Exclusion::Unused,
        ParameterKind::Buffer(id) => match module.buffers[id].kind {
            BufferKind::CBuffer | BufferKind::TBuffer | BufferKind::Globals | BufferKind::EntryUniforms => Exclusion::NoConstants,
            kind @ (BufferKind::PushConstant | BufferKind::ShaderRecord | BufferKind::Immediate) => Exclusion::OtherMeans(kind),
            _ => Exclusion::Nothing,
        },
        _ => Exclusion::Nothing,
    };
    Excluded { name: module.name(parameter.name).into(), span: parameter.span, exclusion }
}

/// The assignments under rules for the types of a program. The locations are those in its layout, after all shifts.
pub(crate) fn of_program(module: &Module, required: &Required, buffer: &GlobalsBuffer, layout: &ProgramLayout) -> Assignments {
    let mut assignments = Assignments::default();
    let all = &mut assignments.all;
    all.extend(required.target_registers.iter().map(|&range| render_targets(LayoutUnit::UnorderedAccess, range)));
    let mut position = 1;
    if buffer.has_default_space {
        let kind = LayoutUnit::SubElementRegisterSpace;
        let first = UnitOffset { kind, index: Amount::Finite(0), space: 0 };
        all.push(Assignment { first: Some(first), ..unowned(AssignmentRole::DefaultSpace, kind, Amount::Finite(1)) });
    }
    if let Some(place) = buffer.place {
        let explicit = buffer.is_explicit.then_some(Explicit {
            span: None,
            option: Some("-fvk-bind-globals"),
            shift: 0,
            reserved: place.index.finite().map(|first| (first, first.saturating_add(1))),
        });
        let default_buffer = unowned(AssignmentRole::DefaultBuffer, place.kind, Amount::Finite(1));
        all.push(Assignment { position, explicit, first: Some(place), ..default_buffer });
        position += 1;
    }
    let mut bound = required.parameters.iter().filter_map(|parameter| Some((parameter, parameter.entry?))).peekable();
    for &step in &required.order {
        match step {
            AllocationStep::Parameter(index) => {
                all.extend(of_parameter(module, layout, (position, &required.parameters[index]), (&layout.globals[index], None)));
            }
            AllocationStep::Entry(index) => {
                let entry = &layout.entries[index];
                all.extend(of_entry(module, position, entry));
                while let Some((parameter, (_, own))) = bound.next_if(|(_, (entry, _))| *entry == index) {
                    position += 1;
                    let found = of_parameter(module, layout, (position, parameter), (&entry.parameters[own], Some(entry)));
                    all.extend(found.map(|assignment| Assignment { entry: Some(entry.index), ..assignment }));
                }
            }
        }
        position += 1;
    }
    assignments
}

/// The layout units of a parameter that is bound by itself.
fn of_parameter<'a>(
    module: &'a Module,
    layout: &'a ProgramLayout,
    (position, parameter): (usize, &'a ProgramParameter),
    (variable, entry): (&'a Variable, Option<&'a EntryLayout>),
) -> impl Iterator<Item = Assignment> + use<'a> {
    parameter.usage.iter().map(move |counter| {
        let explicit = parameter.explicit(counter.kind).map(|explicit| Explicit {
            span: Some(explicit.span),
            option: None,
            shift: 0,
            reserved: Some((explicit.index, explicit.count.end_of_explicit(explicit.index))),
        });
        let is_unsettled = layout.is_unsettled(variable, entry, counter.kind);
        let first = variable
            .places
            .get(counter.kind)
            .map(|place| if is_unsettled { UnitOffset { index: Amount::Unknown, ..place } } else { place });
        Assignment {
            path: layout.name(module, variable).into(),
            span: Some(parameter.span),
            position,
            explicit,
            first,
            ..unowned(AssignmentRole::Parameter, counter.kind, counter.amount)
        }
    })
}

/// The layout units of an entry point in the program.
fn of_entry<'a>(module: &'a Module, position: usize, entry: &'a EntryLayout) -> impl Iterator<Item = Assignment> + use<'a> {
    let declared = &module.entry_points[entry.index];
    entry.usage.iter().map(move |counter| {
        let first = entry.places.get(counter.kind).map(|place| match entry.unsettled.contains(&counter.kind) {
            true => UnitOffset { index: Amount::Unknown, ..place },
            false => place,
        });
        Assignment {
            path: module.name(declared.name).into(),
            span: Some(declared.span),
            entry: Some(entry.index),
            position,
            first,
            ..unowned(AssignmentRole::EntryPoint, counter.kind, counter.amount)
        }
    })
}

/// The stage inputs and outputs of the entry points of a program.
pub(crate) fn add_varyings(module: &Module, layout: &ProgramLayout, assignments: &mut Assignments) {
    for entry in &layout.entries {
        for (position, variable) in entry.parameters.iter().chain(&entry.result).enumerate() {
            let declared = variable.source.field(module);
            let result = matches!(variable.source, VariableDeclaration::Result(_));
            for counter in layout.get(variable.layout).usage.iter().filter(|counter| is_varying(counter.kind)) {
                let explicit = declared.and_then(location).map(|span| Explicit {
                    span: Some(span),
                    option: None,
                    shift: 0,
                    reserved: variable.places.get(counter.kind).and_then(|place| {
                        let first = place.index.finite()?;
                        Some((first, counter.amount.end(first)))
                    }),
                });
                assignments.all.push(Assignment {
                    path: if result { "(result)".into() } else { layout.name(module, variable).into() },
                    span: declared.map(|field| field.span),
                    entry: Some(entry.index),
                    position: position + 1,
                    explicit,
                    first: variable.places.get(counter.kind),
                    ..unowned(AssignmentRole::Varying, counter.kind, counter.amount)
                });
            }
        }
    }
}

fn is_varying(kind: LayoutUnit) -> bool {
    matches!(
        kind,
        LayoutUnit::VaryingInput
            | LayoutUnit::VaryingOutput
            | LayoutUnit::RayPayload
            | LayoutUnit::HitAttributes
            | LayoutUnit::CallablePayload
    )
}

fn location(field: &Field) -> Option<Span> {
    field.annotations.iter().find_map(|annotation| match annotation {
        Annotation::Location { span, .. } => Some(*span),
        _ => None,
    })
}

fn render_targets(kind: LayoutUnit, (first, end): (u64, u64)) -> Assignment {
    let unit_offset = UnitOffset { kind, index: Amount::Finite(first), space: 0 };
    let amount = Amount::Finite(end.saturating_sub(first));
    Assignment { first: Some(unit_offset), ..unowned(AssignmentRole::RenderTargets, kind, amount) }
}

/// An assignment with only these properties.
fn unowned(role: AssignmentRole, kind: LayoutUnit, amount: Amount) -> Assignment {
    Assignment {
        role,
        path: "".into(),
        span: None,
        entry: None,
        group: None,
        reserves_only: false,
        position: 0,
        kind,
        amount,
        before: 0,
        explicit: None,
        first: None,
    }
}
