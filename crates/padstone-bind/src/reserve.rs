//! Step 3: the numbers that the source or the command line gives.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use padstone_diag::{Diagnostic, Diagnostics, codes};
use padstone_model::{Module, Parameter, Register, RegisterClass, ResourceClass};
use padstone_source::Span;

use crate::numbers::{Gaps, Line, range};
use crate::order::is_globals;
use crate::require::{Amount, Claim, Claims, Role};
use crate::{AutoSpace, ExplicitSource, Missing, Model, Options, Policy};

/// Where claims lie, and what is free beside them.
pub(crate) struct Places {
    /// By claim.
    pub(crate) all: Vec<Place>,
    gaps: BTreeMap<Line, Gaps>,
    /// The claim that has the rest of a line.
    pub(crate) rest: BTreeMap<Line, usize>,
}

/// Where a claim lies.
#[derive(Clone, Debug)]
pub(crate) struct Place {
    pub(crate) line: Line,
    /// `None` until step 4, and for good where there is no room.
    pub(crate) range: Option<RangeInclusive<u32>>,
    /// What gives the number; the declaration where nothing does.
    pub(crate) at: Span,
    /// Whether step 4 is to find a range.
    pub(crate) open: bool,
}

impl Places {
    pub(crate) fn gaps(&mut self, line: Line) -> &mut Gaps {
        self.gaps.entry(line).or_insert_with(|| Gaps::between(Vec::new()))
    }
}

pub(crate) fn reserve(module: &Module, policy: &Policy, options: &Options, claims: &Claims, diagnostics: &mut Diagnostics) -> Places {
    let mut all: Vec<Place> = Vec::with_capacity(claims.all.len());
    let mut taken: BTreeMap<Line, Vec<RangeInclusive<u32>>> = BTreeMap::new();
    let mut rest = BTreeMap::new();

    let mut registers = (None, Registers::default());
    for (index, claim) in claims.all.iter().enumerate() {
        if registers.0 != Some(claim.parameter) {
            registers = (Some(claim.parameter), Registers::of(&module.parameters[claim.parameter]));
        }
        let said = what_is_said(module, policy, options, claim, &registers.1);
        let class = (policy.model == Model::D3d).then_some(claim.class);
        let line = Line { class, space: said.space };
        let Some(explicit) = said.number else {
            let open = claim.counted && policy.missing == Missing::FirstFree;
            all.push(Place { line, range: None, at: claims.describe(module, claim).1, open });
            continue;
        };
        let range = range(explicit.number, claim.amount);
        match &range {
            None if claim.counted => diagnostics.push(beyond_the_end(module, policy, claims, claim, explicit)),
            Some(_) if claim.amount == Amount::Rest && rest.contains_key(&line) => {
                diagnostics.push(unbounded_twice(module, claims, claim, &claims.all[rest[&line]], line));
            }
            Some(range) => {
                if explicit.reserves {
                    taken.entry(line).or_default().push(range.clone());
                }
                if claim.amount == Amount::Rest {
                    rest.insert(line, index);
                }
            }
            None => {}
        }
        all.push(Place { line, range: range.filter(|_| claim.counted), at: explicit.at, open: false });
    }

    let gaps = taken.into_iter().map(|(line, taken)| (line, Gaps::between(taken))).collect();
    Places { all, gaps, rest }
}

/// What is said about the place of a claim.
struct Said {
    space: u32,
    number: Option<Explicit>,
}

#[derive(Clone, Copy)]
struct Explicit {
    number: u64,
    /// What says so; the declaration if it is the command line.
    at: Span,
    /// Whether nobody else gets the number.
    reserves: bool,
}

fn what_is_said(module: &Module, policy: &Policy, options: &Options, claim: &Claim, registers: &Registers) -> Said {
    let parameter = &module.parameters[claim.parameter];
    let spaces = Spaces::new(policy, options);
    policy
        .explicit
        .iter()
        .find_map(|source| match source {
            ExplicitSource::ExplicitBinding => by_vk_binding(parameter, claim, spaces),
            ExplicitSource::LastRegister => by_last_register(registers, claim, spaces),
            ExplicitSource::FirstRegisterShifted => by_first_register(registers, claim, spaces, options),
            ExplicitSource::BindGlobals => {
                let slot = options.bind_globals.filter(|_| is_globals(module, parameter))?;
                let number = Explicit { number: slot.binding.into(), at: parameter.span, reserves: false };
                Some(Said { space: slot.set, number: Some(number) })
            }
        })
        .unwrap_or(Said { space: spaces.implicit, number: None })
}

/// The spaces of what names none.
#[derive(Clone, Copy)]
struct Spaces {
    implicit: u32,
    explicit: u32,
}

impl Spaces {
    fn new(policy: &Policy, options: &Options) -> Spaces {
        let implicit = options.auto_binding_space.unwrap_or(0);
        let explicit = match policy.auto_space {
            AutoSpace::Implicit => 0,
            AutoSpace::All => implicit,
        };
        Spaces { implicit, explicit }
    }
}

fn by_vk_binding(parameter: &Parameter, claim: &Claim, spaces: Spaces) -> Option<Said> {
    let of_set = |set: Option<u32>, number| Said { space: set.unwrap_or(spaces.explicit), number };
    let explicit = |binding: u32, at| Some(Explicit { number: binding.into(), at, reserves: true });
    let binding = parameter.binding;
    match (claim.role, parameter.counter_binding) {
        // A counter lies in the set of its buffer: DeclResultIdMapper.cpp, decorateResourceBindings, "mX * c1".
        (Role::Counter, Some(counter)) => {
            let set = match binding {
                Some(binding) => binding.set,
                None => parameter.registers.first().and_then(|register| register.space),
            };
            Some(of_set(set, explicit(counter.binding, counter.span)))
        }
        (Role::Counter, None) => binding.map(|binding| of_set(binding.set, None)),
        _ => binding.map(|binding| of_set(binding.set, explicit(binding.binding, binding.span))),
    }
}

fn by_last_register(registers: &Registers, claim: &Claim, spaces: Spaces) -> Option<Said> {
    let numbered = match claim.role {
        Role::Member { .. } => registers.last_of_class[claim.class as usize],
        Role::Whole | Role::Counter => registers.last,
    };
    let space = registers.space_only.and_then(|register| register.space);
    match numbered {
        Some((number, register)) => {
            Some(Said { space: register.space.or(space).unwrap_or(spaces.explicit), number: Some(at_register(claim, number, 0, register)) })
        }
        None => space.map(|space| Said { space, number: None }),
    }
}

fn by_first_register(registers: &Registers, claim: &Claim, spaces: Spaces, options: &Options) -> Option<Said> {
    let register = registers.first?;
    let space = register.space.unwrap_or(spaces.explicit);
    let number = match register.slot {
        Some((class, number)) if claim.role != Role::Counter => {
            let shift = resource_class(class).map_or(0, |class| options.shift(class, space));
            Some(at_register(claim, number, shift, register))
        }
        _ => None,
    };
    Some(Said { space, number })
}

/// The registers of a parameter, but for those of class `c`, which place constants. On a struct each resource has that
/// of its own class; elsewhere DXC looks at the number only, and a wrong letter is an error of its own.
#[derive(Clone, Copy, Default)]
struct Registers {
    first: Option<Register>,
    last: Option<(u32, Register)>,
    last_of_class: [Option<(u32, Register)>; 4],
    space_only: Option<Register>,
}

impl Registers {
    fn of(parameter: &Parameter) -> Registers {
        let mut found = Registers::default();
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

fn at_register(claim: &Claim, number: u32, shift: i64, register: Register) -> Explicit {
    let before = match claim.role {
        Role::Member { before } => before,
        Role::Whole | Role::Counter => 0,
    };
    Explicit { number: u64::from(number).saturating_add_signed(shift).saturating_add(before), at: register.span, reserves: true }
}

/// The class that a letter stands for; none for `c` and `i`.
fn resource_class(class: RegisterClass) -> Option<ResourceClass> {
    match class {
        RegisterClass::B => Some(ResourceClass::ConstantBuffer),
        RegisterClass::T => Some(ResourceClass::ShaderResource),
        RegisterClass::U => Some(ResourceClass::UnorderedAccess),
        RegisterClass::S => Some(ResourceClass::Sampler),
        RegisterClass::C | RegisterClass::I => None,
    }
}

fn beyond_the_end(module: &Module, policy: &Policy, claims: &Claims, claim: &Claim, explicit: Explicit) -> Diagnostic {
    let (name, _) = claims.describe(module, claim);
    let what = match policy.model {
        Model::D3d => "registers",
        Model::Vulkan | Model::OpenGl | Model::WebGpu => "bindings",
    };
    let amount = match claim.amount {
        Amount::Finite(amount) => amount,
        Amount::Rest => 1,
    };
    let message =
        format!("`{name}` does not fit: it needs {amount} of the {what} from {} on, and the last one is 4294967295", explicit.number);
    let found = Diagnostic::error(&codes::BINDING_RANGE, message, explicit.at).label(explicit.at, "given here");
    match (1_u64 << 32).checked_sub(amount) {
        Some(highest) => found.help(format!("the highest number at which it fits is {highest}")),
        None => found.help("make the array smaller"),
    }
}

/// "more than one unbounded resource (A and B) in space 0", DxilCondenseResources.cpp.
pub(crate) fn unbounded_twice(module: &Module, claims: &Claims, claim: &Claim, first: &Claim, line: Line) -> Diagnostic {
    let ((name, at), (first, first_at)) = (claims.describe(module, claim), claims.describe(module, first));
    let message = format!("`{name}` and `{first}` both take all registers of space{} that are left", line.space);
    Diagnostic::error(&codes::UNBOUNDED_TWICE, message, at).label(at, "an array of unbounded size").label(first_at, "the first one").help(
        format!("put `{name}` into a space of its own, such as `register({}0, space{})`", claim.class.letter(), line.space.wrapping_add(1)),
    )
}
