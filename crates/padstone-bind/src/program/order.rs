//! Step 1: in which order parameters get what they take, and which of them are one.

use padstone_diag::{Diagnostic, Diagnostics, codes};
use padstone_model::{Annotation, Field, Module, Origin};

use super::policy::{ItemOrder, ProgramPolicy, SameName};

/// A global parameter or an entry point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Item {
    /// By its position in [`padstone_model::Program::globals`].
    Global(usize),
    /// By its position in [`Module::entry_points`].
    Entry(usize),
}

pub(crate) fn order(module: &Module, policy: &ProgramPolicy, diagnostics: &mut Diagnostics) -> Vec<Item> {
    let globals = match policy.same_name {
        SameName::Different => (0..module.program.globals.len()).collect(),
        SameName::One => merged(module, diagnostics),
    };
    let mut items: Vec<(u64, Item)> =
        globals.into_iter().map(|index| (turn(module.program.globals[index].origin), Item::Global(index))).collect();
    let entries = module.entry_points.iter().enumerate().filter_map(|(index, entry)| {
        let signature = &module.program.signatures[entry.signature?];
        let turn = match policy.order {
            ItemOrder::GlobalsFirst => u64::MAX,
            ItemOrder::ByUnit => turn(signature.origin),
        };
        Some((turn, Item::Entry(index)))
    });
    items.extend(entries);
    // Stable: what has one turn keeps its order, globals before entry points.
    items.sort_by_key(|&(turn, _)| turn);
    items.into_iter().map(|(_, item)| item).collect()
}

fn turn(origin: Origin) -> u64 {
    match origin {
        Origin::Unit(unit) => unit.into(),
        Origin::Import(module) => (1 << 32) + u64::from(module),
    }
}

/// The globals, but of those of one name in different units only the first.
fn merged(module: &Module, diagnostics: &mut Diagnostics) -> Vec<usize> {
    let globals = &module.program.globals;
    let mut kept: Vec<usize> = Vec::new();
    let mut by_name = std::collections::HashMap::new();
    for (index, global) in globals.iter().enumerate() {
        let is_unit = matches!(global.origin, Origin::Unit(_));
        match by_name.get(&global.variable.name) {
            Some(&first) if is_unit => {
                let first: &padstone_model::Global = &globals[first];
                if first.origin == global.origin {
                    kept.push(index);
                } else {
                    mismatch(module, &first.variable, &global.variable, diagnostics);
                }
            }
            _ => {
                if is_unit {
                    by_name.insert(global.variable.name, index);
                }
                kept.push(index);
            }
        }
    }
    kept
}

/// Parameters of one name have to be of one type, and cannot have different places.
fn mismatch(module: &Module, first: &Field, second: &Field, diagnostics: &mut Diagnostics) {
    let name = module.name(first.name);
    let what = if first.ty != second.ty {
        "are of different types"
    } else if places(first).zip(places(second)).is_some_and(|(one, other)| one != other) {
        "have different places"
    } else {
        return;
    };
    diagnostics.push(
        Diagnostic::error(&codes::SAME_NAME_MISMATCH, format!("two parameters named `{name}` are one, but {what}"), second.span)
            .label(second.span, "declared here")
            .label(first.span, "and here")
            .help("rename one of the two, or declare both alike"),
    );
}

/// A place as it is written: class and number, and the space.
type Written = (Option<(char, u32)>, u32);

/// What the source says about the place of a parameter, if it says anything.
fn places(field: &Field) -> Option<Vec<Written>> {
    let places: Vec<_> = field
        .annotations
        .iter()
        .filter_map(|annotation| match annotation {
            Annotation::Register(register) => {
                let slot = register.slot.map(|(class, number)| (crate::annotations::letter(class), number));
                Some((slot, register.space.unwrap_or(0)))
            }
            Annotation::Binding(binding) => Some((Some(('#', binding.binding)), binding.set.unwrap_or(0))),
            _ => None,
        })
        .collect();
    (!places.is_empty()).then_some(places)
}
