//! Assigns the first free slots to the parameters of a file without a binding, in order.

use std::collections::BTreeMap;

use padstone_diag::{Diagnostic, Diagnostics, codes};
use padstone_layout::ConstantRegisters;
use padstone_model::{BufferKind, Module};

use crate::ParameterRules;
use crate::layout_unit::Amount;
use crate::measure::parameters::{Claim, Claims};
use crate::reserve::parameters::{Reservation, Reservations, SlotSpace, unbounded_twice};

pub(crate) fn allocate(
    module: &Module,
    rules: &ParameterRules,
    claims: &Claims,
    reservations: &mut Reservations,
    diagnostics: &mut Diagnostics,
) {
    for (index, claim) in claims.all.iter().enumerate() {
        if !reservations.all[index].is_implicit || claim.after_unknown {
            continue;
        }
        let slot_space = reservations.all[index].slot_space;
        let is_unbounded = claim.amount.finite().is_none();
        if let Some(&first) = reservations.unbounded.get(&slot_space).filter(|_| is_unbounded) {
            diagnostics.push(unbounded_twice(module, claims, claim, &claims.all[first], slot_space));
            continue;
        }
        match reservations.take(slot_space, claim.amount) {
            Some(range) => {
                reservations.all[index].range = Some(range);
                if is_unbounded {
                    reservations.unbounded.insert(slot_space, index);
                }
            }
            None => diagnostics.push(exhausted(module, rules, claims, claim, reservations, slot_space)),
        }
    }
    if rules.is_by_use() {
        numbered_by_use(module, rules, claims, reservations, diagnostics);
    }
}

/// Reports nested resources without a register, if a slot space has more than one: their order is unknown.
fn numbered_by_use(module: &Module, rules: &ParameterRules, claims: &Claims, reservations: &Reservations, diagnostics: &mut Diagnostics) {
    // On a global struct with constants, DXC uses any register as their offset too (P0416).
    let places_constants = rules.profile.explicit.constant_registers == ConstantRegisters::Old;
    let is_numbered = |claim: &Claim, reservation: &Reservation| claim.inner && reservation.is_implicit && !claim.after_unknown;
    let inner = || claims.all.iter().zip(&reservations.all).filter(|(claim, reservation)| is_numbered(claim, reservation));
    let mut by_slot_space: BTreeMap<SlotSpace, u64> = BTreeMap::new();
    for (claim, reservation) in inner() {
        let amount = claim.amount.finite().unwrap_or(1);
        let total = by_slot_space.entry(reservation.slot_space).or_default();
        *total = total.saturating_add(amount);
    }
    let mut is_implicit = inner().filter(|(_, reservation)| by_slot_space[&reservation.slot_space] > 1).peekable();
    while let Some((claim, reservation)) = is_implicit.next() {
        let mut registers = vec![(claim.class, reservation)];
        while let Some((other, reservation)) = is_implicit.next_if(|(other, _)| other.parameter == claim.parameter) {
            if registers.iter().all(|&(class, _)| class != other.class) {
                registers.push((other.class, reservation));
            }
        }
        let registers: Vec<String> = registers
            .iter()
            .filter_map(|(class, reservation)| Some(format!("register({}{})", class.letter(), reservation.range.as_ref()?.start())))
            .collect();
        let parameter = &module.parameters[claim.parameter];
        let name = module.name(parameter.name);
        let in_globals = parameter.member_of.is_some_and(|(buffer, _)| module.buffers[buffer].kind == BufferKind::Globals);
        let help = if in_globals && places_constants {
            "declare its resources outside the struct, each with a register".to_owned()
        } else {
            format!("bind it explicitly: `{name} : {}`", registers.join(" : "))
        };
        diagnostics.push(
            Diagnostic::warning(
                &codes::REGISTERS_BY_USE,
                format!("the registers in `{name}` depend on the code: DXC assigns registers to resources in structs and buffers in order of use"),
                parameter.span,
            )
            .label(parameter.span, "has no register")
            .note("padstone lists them in declaration order, as if the shader used all of them")
            .help(help),
        );
    }
}

/// "resource A could not be allocated", DxilCondenseResources.cpp.
fn exhausted(
    module: &Module,
    rules: &ParameterRules,
    claims: &Claims,
    claim: &Claim,
    reservations: &Reservations,
    slot_space: SlotSpace,
) -> Diagnostic {
    let (name, position) = claims.describe(module, claim);
    let needs = match claim.amount {
        Amount::Finite(1) => "it needs one".to_owned(),
        Amount::Finite(amount) => format!("it requires {amount} contiguous slots"),
        Amount::Unbounded | Amount::Unknown => "it needs all after the highest used one".to_owned(),
    };
    let message =
        format!("no {} are free for `{name}` in {}: {needs}", rules.numbering.numbers(claim.class), rules.numbering.space(slot_space.0));
    let found = Diagnostic::error(&codes::REGISTERS_EXHAUSTED, message, position).label(position, "not assigned");
    let found = match reservations.unbounded.get(&slot_space) {
        Some(&unbounded) => {
            let (unbounded, unbounded_at) = claims.describe(module, &claims.all[unbounded]);
            found.label(unbounded_at, format!("`{unbounded}` is unbounded and takes all free {}", rules.numbering.numbers(claim.class)))
        }
        None => found,
    };
    found.help("move one of them to another space: `register(space1)`")
}
