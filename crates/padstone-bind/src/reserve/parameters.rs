//! Reserves the explicit bindings of the parameters of a file.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use padstone_diag::{Diagnostic, Diagnostics, codes};
use padstone_model::{Annotation, Direction, Field, Module, Parameter, Register, RegisterClass, ResourceClass, Stage, Type, TypeId};
use padstone_source::Span;

use super::Used;
use crate::collect::parameters::is_globals;
use crate::layout_unit::{Amount, LayoutUnit};
use crate::measure::parameters::{Claim, ClaimRole, Claims};
use crate::{AutoSpace, BindingSource, OF_CFAMILY, Options, ParameterRules, PixelOutputs, RenderTargets};

/// A slot space, in which each slot is assigned at most once: a register class in a space, or a descriptor set.
pub(crate) type SlotSpace = (u32, LayoutUnit);

/// The upper bound of the slots.
const END: u64 = 1 << 32;

/// The slots of the explicit bindings, and all used slots.
pub(crate) struct Reservations {
    /// One for each explicit binding.
    pub(crate) all: Vec<Reservation>,
    used: Used,
    /// For each slot space, the explicit binding of an unbounded array.
    pub(crate) unbounded: BTreeMap<SlotSpace, usize>,
    /// The number of `u` registers that render targets take.
    pub(crate) target_registers: u64,
}

/// The slots of a claim.
#[derive(Clone, Debug)]
pub(crate) struct Reservation {
    pub(crate) slot_space: SlotSpace,
    /// `None` before allocation, and afterwards if no slots are free.
    pub(crate) range: Option<RangeInclusive<u32>>,
    /// The span of the explicit binding; otherwise that of the declaration.
    pub(crate) at: Span,
    /// Whether it is to be allocated.
    pub(crate) is_implicit: bool,
    /// The explicit binding, if there is one.
    pub(crate) explicit: Option<ExplicitOrigin>,
}

/// The origin of an explicit binding, and the slots that it reserves.
#[derive(Clone, Debug)]
pub(crate) struct ExplicitOrigin {
    pub(crate) source: BindingSource,
    /// The number that `-fvk-*-shift` added.
    pub(crate) shift: i64,
    /// The slots that no other parameter gets.
    pub(crate) reserved: Option<RangeInclusive<u32>>,
}

impl Reservations {
    /// Takes the first free slots of a slot space.
    pub(crate) fn take(&mut self, (space, kind): SlotSpace, amount: Amount) -> Option<RangeInclusive<u32>> {
        let ranges = self.used.ranges(space.into(), kind);
        let first = match amount {
            Amount::Finite(amount) => ranges.fit(None, amount),
            Amount::Unbounded | Amount::Unknown => ranges.fit_unbounded(None),
        };
        range(first?, amount)
    }
}

/// The range of an amount from `start` on, or `None` if it exceeds 2^32 - 1.
pub(crate) fn range(start: u64, amount: Amount) -> Option<RangeInclusive<u32>> {
    let end = match amount {
        Amount::Finite(amount) => start.checked_add(amount)?,
        Amount::Unbounded | Amount::Unknown => END,
    };
    Some(u32::try_from(start).ok()?..=u32::try_from(end.checked_sub(1)?).ok()?)
}

pub(crate) fn reserve(
    module: &Module,
    rules: &ParameterRules,
    options: &Options,
    claims: &Claims,
    diagnostics: &mut Diagnostics,
) -> Reservations {
    let outputs = match rules.pixel_outputs() {
        PixelOutputs::Separate => None,
        PixelOutputs::ReserveUnorderedAccess(targets) => Some((render_targets(module, &targets), targets.conflict)),
    };
    let mut reservations = Reservations {
        all: Vec::with_capacity(claims.all.len()),
        used: Used::before(END),
        unbounded: BTreeMap::new(),
        target_registers: outputs.map_or(0, |(outputs, _)| outputs),
    };
    if let Some((outputs, _)) = outputs {
        reservations.used.ranges(0, rules.numbering.kind(ResourceClass::UnorderedAccess)).take(None, 0, outputs);
    }
    let mut registers = (None, ParameterRegisters::default());
    for (index, claim) in claims.all.iter().enumerate() {
        if registers.0 != Some(claim.parameter) {
            registers = (Some(claim.parameter), ParameterRegisters::of(&module.parameters[claim.parameter]));
        }
        let stated = stated_binding(module, rules, options, claim, &registers.1);
        let slot_space = (stated.space, rules.numbering.kind(claim.class));
        let Some(explicit) = stated.number else {
            if OF_CFAMILY && stated.lacks_number && claim.counted {
                let space = DefaultSpaces::new(rules, options).explicit;
                diagnostics.push(without_bound_register(module, claims, claim, &registers.1, space));
            }
            let is_implicit = claim.counted && rules.fills() && !stated.lacks_number;
            let at = claims.describe(module, claim).1;
            reservations.all.push(Reservation { slot_space, range: None, at, is_implicit, explicit: None });
            continue;
        };
        let is_unbounded = claim.amount.finite().is_none();
        let range = range(explicit.number, claim.amount);
        if let Some((outputs, code)) = outputs.filter(|_| claim.counted && claim.class == ResourceClass::UnorderedAccess)
            && explicit.number < outputs
        {
            diagnostics.push(on_a_render_target(module, claims, claim, explicit, (outputs, code)));
        }
        match &range {
            None if claim.counted => diagnostics.push(beyond_the_end(module, rules, claims, claim, explicit)),
            Some(_) if is_unbounded && reservations.unbounded.contains_key(&slot_space) => {
                diagnostics.push(unbounded_twice(module, claims, claim, &claims.all[reservations.unbounded[&slot_space]], slot_space));
            }
            Some(range) => {
                if explicit.reserves {
                    let (first, last) = (u64::from(*range.start()), u64::from(*range.end()));
                    reservations.used.ranges(slot_space.0.into(), slot_space.1).take(None, first, last + 1);
                }
                if is_unbounded {
                    reservations.unbounded.insert(slot_space, index);
                }
            }
            None => {}
        }
        let reserved = range.clone().filter(|_| explicit.reserves);
        let origin = ExplicitOrigin { source: explicit.source, shift: explicit.shift, reserved };
        let range = range.filter(|_| claim.counted);
        reservations.all.push(Reservation { slot_space, range, at: explicit.at, is_implicit: false, explicit: Some(origin) });
    }
    reservations
}

/// The number of render targets of the pixel shaders of a file.
fn render_targets(module: &Module, targets: &RenderTargets) -> u64 {
    let target_of = |field: &Field| {
        field.annotations.iter().find_map(|annotation| match annotation {
            Annotation::Semantic { name, index, .. } if targets.semantics.contains(&module.name(*name)) => Some(u64::from(*index)),
            _ => None,
        })
    };
    let pixel = module.entry_points.iter().filter(|entry| entry.stage == Some(Stage::Fragment));
    let signatures = pixel.filter_map(|entry| Some(&module.program.signatures[entry.signature?]));
    let is_out =
        |field: &&Field| field.annotations.iter().any(|noted| matches!(noted, Annotation::Direction(Direction::Out | Direction::InOut)));
    let mut is_implicit: Vec<(TypeId, Option<u64>)> = Vec::new();
    for signature in signatures {
        let outputs = signature.result.iter().chain(signature.parameters.iter().filter(is_out));
        is_implicit.extend(outputs.map(|field| (field.ty, target_of(field))));
    }
    let mut end = 0;
    while let Some((ty, target)) = is_implicit.pop() {
        match module.types[ty] {
            Type::Struct(id) => is_implicit.extend(module.structs[id].fields.iter().map(|field| (field.ty, target_of(field).or(target)))),
            Type::Array { element, count } if target.is_some() => {
                let last = count.known().unwrap_or(1).saturating_sub(1);
                is_implicit.push((element, target.map(|first| first.saturating_add(last))));
            }
            Type::Array { element, .. } => is_implicit.push((element, target)),
            _ => end = end.max(target.map_or(0, |target| target.saturating_add(1))),
        }
    }
    end.min(targets.limit)
}

/// The explicit binding of a claim.
struct StatedBinding {
    space: u32,
    number: Option<ExplicitSlot>,
    /// Whether the options require a number that is missing.
    lacks_number: bool,
}

impl StatedBinding {
    fn new(space: u32, number: Option<ExplicitSlot>) -> StatedBinding {
        StatedBinding { space, number, lacks_number: false }
    }
}

#[derive(Clone, Copy)]
struct ExplicitSlot {
    number: u64,
    /// The span of the binding; the declaration if it comes from the command line.
    at: Span,
    /// Whether the slot is reserved.
    reserves: bool,
    source: BindingSource,
    /// The number that `-fvk-*-shift` added.
    shift: i64,
}

fn stated_binding(
    module: &Module,
    rules: &ParameterRules,
    options: &Options,
    claim: &Claim,
    registers: &ParameterRegisters,
) -> StatedBinding {
    let parameter = &module.parameters[claim.parameter];
    let spaces = DefaultSpaces::new(rules, options);
    rules
        .sources()
        .iter()
        .find_map(|source| match source {
            BindingSource::BindRegister => by_bound_register(module, parameter, registers, claim, spaces, options),
            BindingSource::Binding => by_vk_binding(parameter, claim, spaces),
            BindingSource::LastRegister => by_last_register(registers, claim, spaces),
            BindingSource::FirstRegisterShifted => by_first_register(registers, claim, spaces, options),
            BindingSource::BindGlobals => {
                let slot = options.bind_globals.filter(|_| is_globals(module, parameter))?;
                let number = ExplicitSlot {
                    number: slot.binding.into(),
                    at: parameter.span,
                    reserves: false,
                    source: BindingSource::BindGlobals,
                    shift: 0,
                };
                Some(StatedBinding::new(slot.set, Some(number)))
            }
        })
        .unwrap_or(StatedBinding::new(spaces.implicit, None))
}

/// The default spaces of parameters without an explicit space.
#[derive(Clone, Copy)]
struct DefaultSpaces {
    implicit: u32,
    explicit: u32,
}

impl DefaultSpaces {
    fn new(rules: &ParameterRules, options: &Options) -> DefaultSpaces {
        let implicit = options.auto_binding_space.unwrap_or(0);
        let explicit = match rules.auto_space() {
            AutoSpace::ImplicitOnly => 0,
            AutoSpace::AllUnnamed => implicit,
        };
        DefaultSpaces { implicit, explicit }
    }
}

fn by_vk_binding(parameter: &Parameter, claim: &Claim, spaces: DefaultSpaces) -> Option<StatedBinding> {
    let of_set = |set: Option<u32>, number| StatedBinding::new(set.unwrap_or(spaces.explicit), number);
    let explicit = |binding: u32, position| {
        Some(ExplicitSlot { number: binding.into(), at: position, reserves: true, source: BindingSource::Binding, shift: 0 })
    };
    let binding = parameter.binding;
    match (claim.role, parameter.counter_binding) {
        // A counter is in the set of its buffer: DeclResultIdMapper.cpp, decorateResourceBindings, "mX * c1".
        (ClaimRole::Counter, Some(counter)) => {
            let set = match binding {
                Some(binding) => binding.set,
                None => parameter.registers.first().and_then(|register| register.space),
            };
            Some(of_set(set, explicit(counter.binding, counter.span)))
        }
        (ClaimRole::Counter, None) => binding.map(|binding| of_set(binding.set, None)),
        _ => binding.map(|binding| of_set(binding.set, explicit(binding.binding, binding.span))),
    }
}

/// DXC (`decorateResourceBindings`): with one `-fvk-bind-register`, only these options bind resources, except `$Globals`.
fn by_bound_register(
    module: &Module,
    parameter: &Parameter,
    registers: &ParameterRegisters,
    claim: &Claim,
    spaces: DefaultSpaces,
    options: &Options,
) -> Option<StatedBinding> {
    if !OF_CFAMILY || options.registers.is_empty() || options.bind_globals.is_some() && is_globals(module, parameter) {
        return None;
    }
    let bound = registers.first.filter(|_| claim.role != ClaimRole::Counter).and_then(|register| {
        let (class, number) = register.slot?;
        let (class, space) = (resource_class(class)?, register.space.unwrap_or(spaces.explicit));
        let slot = options.registers.iter().find(|bound| (bound.class, bound.number, bound.space) == (class, number, space))?.slot;
        let before = match claim.role {
            ClaimRole::Member { before } => before,
            ClaimRole::Whole | ClaimRole::Counter => 0,
        };
        let number = u64::from(slot.binding).saturating_add(before);
        let explicit = ExplicitSlot { number, at: register.span, reserves: false, source: BindingSource::BindRegister, shift: 0 };
        Some(StatedBinding::new(slot.set, Some(explicit)))
    });
    Some(bound.unwrap_or(StatedBinding { space: spaces.implicit, number: None, lacks_number: true }))
}

/// A resource that no `-fvk-bind-register` binds, although there are such options.
fn without_bound_register(
    module: &Module,
    claims: &Claims,
    claim: &Claim,
    registers: &ParameterRegisters,
    default_space: u32,
) -> Diagnostic {
    let (name, span) = claims.describe(module, claim);
    let (message, help) =
        match registers.first.and_then(|register| register.slot.map(|slot| (slot, register.space.unwrap_or(default_space)))) {
            _ if claim.role == ClaimRole::Counter => (
                format!("`-fvk-bind-register` cannot bind the counter of `{name}`"),
                "DXC does not implement it: bind registers with `-fvk-u-shift`, or with `[[vk::binding]]`".to_owned(),
            ),
            _ if is_globals(module, &module.parameters[claim.parameter]) => (
                format!("`{name}` has no binding: `-fvk-bind-register` requires one for every resource"),
                "pass `-fvk-bind-globals N SET`".to_owned(),
            ),
            Some(((class, number), space)) => (
                format!("`{name}` has no binding: `-fvk-bind-register` requires one for every resource"),
                format!("pass `-fvk-bind-register {}{number} {space} N SET`", class.letter()),
            ),
            None => (
                format!("`{name}` has no `register`, which `-fvk-bind-register` requires on every resource"),
                "write its `register`".to_owned(),
            ),
        };
    Diagnostic::error(&codes::REGISTER_UNBOUND, message, span).help(help)
}

fn by_last_register(registers: &ParameterRegisters, claim: &Claim, spaces: DefaultSpaces) -> Option<StatedBinding> {
    let numbered = match claim.role {
        ClaimRole::Member { .. } => registers.last_of_class[claim.class as usize],
        ClaimRole::Whole | ClaimRole::Counter => registers.last,
    };
    let space = registers.space_only.and_then(|register| register.space);
    match numbered {
        Some((number, register)) => Some(StatedBinding::new(
            register.space.or(space).unwrap_or(spaces.explicit),
            Some(at_register(claim, number, (0, BindingSource::LastRegister), register)),
        )),
        None => space.map(|space| StatedBinding::new(space, None)),
    }
}

fn by_first_register(registers: &ParameterRegisters, claim: &Claim, spaces: DefaultSpaces, options: &Options) -> Option<StatedBinding> {
    let register = registers.first?;
    let space = register.space.unwrap_or(spaces.explicit);
    let number = match register.slot {
        Some((class, number)) if claim.role != ClaimRole::Counter => {
            let shift = LayoutUnit::of_letter(class).and_then(|kind| options.shift(kind, space.into())).unwrap_or(0);
            Some(at_register(claim, number, (shift, BindingSource::FirstRegisterShifted), register))
        }
        _ => None,
    };
    Some(StatedBinding::new(space, number))
}

/// The registers of a parameter, without those of class `c`, which place constants. On a struct, each resource has the register of its
/// class. Elsewhere DXC uses only the number; a wrong letter is reported separately.
#[derive(Clone, Copy, Default)]
struct ParameterRegisters {
    first: Option<Register>,
    last: Option<(u32, Register)>,
    last_of_class: [Option<(u32, Register)>; 4],
    space_only: Option<Register>,
}

impl ParameterRegisters {
    fn of(parameter: &Parameter) -> ParameterRegisters {
        let mut found = ParameterRegisters::default();
        for &register in &parameter.registers {
            match register.slot {
                None => found.space_only = Some(register),
                Some((class, number)) => {
                    let Some(class) = resource_class(class) else { continue };
                    found.last = Some((number, register));
                    found.last_of_class[class as usize] = Some((number, register));
                }
            }
            found.first = found.first.or(Some(register));
        }
        found
    }
}

fn at_register(claim: &Claim, number: u32, (shift, source): (i64, BindingSource), register: Register) -> ExplicitSlot {
    let before = match claim.role {
        ClaimRole::Member { before } => before,
        ClaimRole::Whole | ClaimRole::Counter => 0,
    };
    let number = u64::from(number).saturating_add_signed(shift).saturating_add(before);
    ExplicitSlot { number, at: register.span, reserves: true, source, shift }
}

/// The resource class of a letter; `None` for `c` and `i`.
fn resource_class(class: RegisterClass) -> Option<ResourceClass> {
    match class {
        RegisterClass::B => Some(ResourceClass::ConstantBuffer),
        RegisterClass::T => Some(ResourceClass::ShaderResource),
        RegisterClass::U => Some(ResourceClass::UnorderedAccess),
        RegisterClass::S => Some(ResourceClass::Sampler),
        RegisterClass::C | RegisterClass::I => None,
    }
}

/// `outputs`: the number of registers of render targets, and the compiler's error code.
fn on_a_render_target(module: &Module, claims: &Claims, claim: &Claim, explicit: ExplicitSlot, (outputs, code): (u64, &str)) -> Diagnostic {
    let (name, _) = claims.describe(module, claim);
    let number = explicit.number;
    let message = format!("u{number} of `{name}` belongs to a render target: `u` registers of this pixel shader start at u{outputs}");
    Diagnostic::error(&codes::RENDER_TARGET_REGISTER, message, explicit.at)
        .label(explicit.at, "a render target")
        .note(format!("FXC reports {code} before shader model 5.1: render targets and `u` registers share one array of slots"))
        .help(format!("use u{outputs} or higher, or compile for shader model 5.1"))
}

fn beyond_the_end(module: &Module, rules: &ParameterRules, claims: &Claims, claim: &Claim, explicit: ExplicitSlot) -> Diagnostic {
    let (name, _) = claims.describe(module, claim);
    let (slots_noun, amount) = (rules.numbering.word(), claim.amount.finite().unwrap_or(1));
    let message = format!("`{name}` requires {amount} {slots_noun}, starting at {}; the highest is 4294967295", explicit.number);
    let found = Diagnostic::error(&codes::BINDING_RANGE, message, explicit.at).label(explicit.at, "starts too high");
    match (1_u64 << 32).checked_sub(amount) {
        Some(highest) => found.help(format!("start at {highest} or lower")),
        None => found.help("shorten the array"),
    }
}

/// "more than one unbounded resource (A and B) in space 0", DxilCondenseResources.cpp.
pub(crate) fn unbounded_twice(module: &Module, claims: &Claims, claim: &Claim, first: &Claim, slot_space: SlotSpace) -> Diagnostic {
    let ((name, position), (first, first_at)) = (claims.describe(module, claim), claims.describe(module, first));
    let message = format!("`{name}` and `{first}` are both unbounded arrays in space{}", slot_space.0);
    Diagnostic::error(&codes::UNBOUNDED_TWICE, message, position)
        .label(position, "second unbounded array")
        .label(first_at, "first unbounded array")
        .help(format!(
            "move `{name}` to another space, such as `register({}0, space{})`",
            claim.class.letter(),
            slot_space.0.wrapping_add(1)
        ))
}
