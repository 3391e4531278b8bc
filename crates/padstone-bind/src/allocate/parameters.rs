//! The first free numbers for all parameters of a file that have none yet, in their order.

use std::collections::BTreeMap;

use padstone_diag::{Diagnostic, Diagnostics, codes};
use padstone_model::Module;

use crate::ParameterRules;
use crate::kind::Amount;
use crate::measure::parameters::{Claim, Claims};
use crate::reserve::parameters::{Line, Place, Places, unbounded_twice};

pub(crate) fn allocate(module: &Module, rules: &ParameterRules, claims: &Claims, places: &mut Places, diagnostics: &mut Diagnostics) {
    for (index, claim) in claims.all.iter().enumerate() {
        if !places.all[index].open || claim.after_unknown {
            continue;
        }
        let line = places.all[index].line;
        let is_rest = claim.amount.finite().is_none();
        if let Some(&first) = places.rest.get(&line).filter(|_| is_rest) {
            diagnostics.push(unbounded_twice(module, claims, claim, &claims.all[first], line));
            continue;
        }
        match places.take(line, claim.amount) {
            Some(range) => {
                places.all[index].range = Some(range);
                if is_rest {
                    places.rest.insert(line, index);
                }
            }
            None => diagnostics.push(exhausted(module, rules, claims, claim, places, line)),
        }
    }
    if rules.is_by_use() {
        numbered_by_use(module, claims, places, diagnostics);
    }
}

/// Inner resources without a register, where there is more than one on a line: which of them comes first is not known.
fn numbered_by_use(module: &Module, claims: &Claims, places: &Places, diagnostics: &mut Diagnostics) {
    let is_numbered = |claim: &Claim, place: &Place| claim.inner && place.open && !claim.after_unknown;
    let inner = || claims.all.iter().zip(&places.all).filter(|(claim, place)| is_numbered(claim, place));
    let mut of_line: BTreeMap<Line, u64> = BTreeMap::new();
    for (claim, place) in inner() {
        let amount = claim.amount.finite().unwrap_or(1);
        let total = of_line.entry(place.line).or_default();
        *total = total.saturating_add(amount);
    }
    let mut open = inner().filter(|(_, place)| of_line[&place.line] > 1).peekable();
    while let Some((claim, place)) = open.next() {
        let mut registers = vec![(claim.class, place)];
        while let Some((other, place)) = open.next_if(|(other, _)| other.parameter == claim.parameter) {
            if registers.iter().all(|&(class, _)| class != other.class) {
                registers.push((other.class, place));
            }
        }
        let registers: Vec<String> = registers
            .iter()
            .filter_map(|(class, place)| Some(format!("register({}{})", class.letter(), place.range.as_ref()?.start())))
            .collect();
        let parameter = &module.parameters[claim.parameter];
        let name = module.name(parameter.name);
        diagnostics.push(
            Diagnostic::warning(
                &codes::REGISTERS_BY_USE,
                format!("the registers in `{name}` depend on the code: DXC assigns registers to resources in structs and buffers in order of use"),
                parameter.span,
            )
            .label(parameter.span, "has no register")
            .note("listed in declaration order, as if all were used")
            .help(format!("bind it explicitly: `{name} : {}`", registers.join(" : "))),
        );
    }
}

/// "resource A could not be allocated", DxilCondenseResources.cpp.
fn exhausted(module: &Module, rules: &ParameterRules, claims: &Claims, claim: &Claim, places: &Places, line: Line) -> Diagnostic {
    let (name, at) = claims.describe(module, claim);
    let needs = match claim.amount {
        Amount::Finite(1) => "it needs one".to_owned(),
        Amount::Finite(amount) => format!("it needs {amount} contiguous ones"),
        Amount::Infinite | Amount::Unknown => "it needs all after the highest used one".to_owned(),
    };
    let message =
        format!("no {} are free for `{name}` in {}: {needs}", rules.numbering.numbers(claim.class), rules.numbering.space(line.0));
    let found = Diagnostic::error(&codes::REGISTERS_EXHAUSTED, message, at).label(at, "not assigned");
    let found = match places.rest.get(&line) {
        Some(&rest) => {
            let (rest, rest_at) = claims.describe(module, &claims.all[rest]);
            found.label(rest_at, format!("`{rest}` is unbounded and takes all that are free"))
        }
        None => found,
    };
    found.help("move one of them to another space: `register(space1)`")
}
