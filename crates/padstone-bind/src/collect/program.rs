//! The order in which the parameters of a program are bound, and which declarations form one parameter.

use std::collections::{HashMap, HashSet};

use padstone_diag::{Diagnostic, Diagnostics, codes};
use padstone_model::{Annotation, Field, Module, Origin, ResourceType, Type, TypeId};
use padstone_source::Symbol;

use crate::binding_rules::{ProgramOrder, SameName, TypeRules};
use crate::target::Target;

/// A global parameter or an entry point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum GlobalOrEntry {
    /// Its index in [`padstone_model::Program::globals`].
    Global {
        /// Its first declaration.
        index: usize,
        /// The declaration that determines its location: the first with an explicit binding, otherwise the first.
        placed_by: usize,
    },
    /// Its index in [`Module::entry_points`].
    Entry(usize),
}

pub(crate) fn order(module: &Module, target: &Target, rules: &TypeRules, diagnostics: &mut Diagnostics) -> Vec<GlobalOrEntry> {
    let globals = match rules.same_name {
        SameName::Different => (0..module.program.globals.len()).map(|index| (index, index)).collect(),
        SameName::One => merged(module, diagnostics),
    };
    let global = |(index, placed_by): (usize, usize)| {
        (origin_rank(module.program.globals[index].origin), GlobalOrEntry::Global { index, placed_by })
    };
    let mut items: Vec<(u64, GlobalOrEntry)> = globals.into_iter().map(global).collect();
    let entries = module.entry_points.iter().enumerate().filter_map(|(index, entry)| {
        let signature = &module.program.signatures[entry.signature?];
        if signature.implied && !target.thread_groups_are_entries {
            return None;
        }
        let origin_rank = match rules.order {
            ProgramOrder::GlobalsFirst => u64::MAX,
            ProgramOrder::ByUnit => origin_rank(signature.origin),
        };
        Some((origin_rank, GlobalOrEntry::Entry(index)))
    });
    items.extend(entries);
    // The sort is stable: globals remain before entry points.
    items.sort_by_key(|&(origin_rank, _)| origin_rank);
    items.into_iter().map(|(_, item)| item).collect()
}

fn origin_rank(origin: Origin) -> u64 {
    match origin {
        Origin::Unit(unit) => unit.into(),
        Origin::Import(module) => (1 << 32) + u64::from(module),
    }
}

/// The globals; of those with one name in different units only the first, with the declaration that determines its location.
fn merged(module: &Module, diagnostics: &mut Diagnostics) -> Vec<(usize, usize)> {
    let globals = &module.program.globals;
    let mut merged_globals: Vec<(usize, usize)> = Vec::new();
    let mut by_name: HashMap<Symbol, usize> = HashMap::new();
    for (index, global) in globals.iter().enumerate() {
        let is_unit = matches!(global.origin, Origin::Unit(_));
        match by_name.get(&global.variable.name).map(|&at| &mut merged_globals[at]) {
            Some((first, placed_by)) if is_unit && globals[*first].origin != global.origin => {
                mismatch(module, &globals[*first].variable, &globals[*placed_by].variable, &global.variable, diagnostics);
                if explicit_registers(&globals[*placed_by].variable).is_none() && explicit_registers(&global.variable).is_some() {
                    *placed_by = index;
                }
            }
            known => {
                if is_unit && known.is_none() {
                    by_name.insert(global.variable.name, merged_globals.len());
                }
                merged_globals.push((index, index));
            }
        }
    }
    merged_globals
}

/// Reports parameters with one name that have different types or bindings.
fn mismatch(module: &Module, first: &Field, placed: &Field, second: &Field, diagnostics: &mut Diagnostics) {
    let name = module.name(first.name);
    let (difference, other) = if !same_type(module, first.ty, second.ty) {
        ("have different types", first)
    } else if explicit_registers(placed).zip(explicit_registers(second)).is_some_and(|(one, other)| one != other) {
        ("have different bindings", placed)
    } else {
        return;
    };
    diagnostics.push(
        Diagnostic::error(&codes::SAME_NAME_MISMATCH, format!("two declarations of the parameter `{name}` {difference}"), second.span)
            .label(second.span, "declared here")
            .label(other.span, "and here")
            .help("rename one of them, or make the declarations equal"),
    );
}

/// Whether two types have equal declarations. Each unit has its own structs, even if all units include one file.
fn same_type(module: &Module, one: TypeId, other: TypeId) -> bool {
    let mut seen = HashSet::new();
    let mut pending = vec![(one, other)];
    while let Some((one, other)) = pending.pop() {
        if one == other || !seen.insert((one, other)) {
            continue;
        }
        match (module.types[one], module.types[other]) {
            (Type::Struct(one), Type::Struct(other)) => {
                let (one, other) = (&module.structs[one], &module.structs[other]);
                if one.fields.len() != other.fields.len() || (one.kind, one.name) != (other.kind, other.name) {
                    return false;
                }
                for (one, other) in one.fields.iter().zip(&other.fields) {
                    if one.name != other.name || one.packoffset().map(|at| at.bytes()) != other.packoffset().map(|at| at.bytes()) {
                        return false;
                    }
                    pending.push((one.ty, other.ty));
                }
            }
            (Type::Array { element: one, count }, Type::Array { element: other, count: again }) if count == again => {
                pending.push((one, other));
            }
            (Type::Resource(one), Type::Resource(other)) => {
                let without = |resource| ResourceType::without_element(resource);
                if without(one) != without(other) || one.element.is_some() != other.element.is_some() {
                    return false;
                }
                pending.extend(one.element.zip(other.element));
            }
            (Type::Handle(one), Type::Handle(other)) => pending.push((one, other)),
            (Type::Enum(one), Type::Enum(other)) => {
                let (one, other) = (&module.enums[one], &module.enums[other]);
                if (one.name, one.scalar) != (other.name, other.scalar) {
                    return false;
                }
            }
            (Type::Interface(one), Type::Interface(other)) => {
                let interfaces = &module.program.interfaces;
                if interfaces[one].name != interfaces[other].name {
                    return false;
                }
            }
            _ => return false,
        }
    }
    true
}

/// An explicit location: the class and number of a register, and the space.
type ExplicitRegister = (Option<(char, u32)>, u32);

/// The explicit location of a parameter in the source, if there is one.
fn explicit_registers(field: &Field) -> Option<Vec<ExplicitRegister>> {
    let explicit_registers: Vec<_> = field
        .annotations
        .iter()
        .filter_map(|annotation| match annotation {
            Annotation::Register(register) => {
                let slot = register.slot.map(|(class, number)| (class.letter(), number));
                Some((slot, register.space.unwrap_or(0)))
            }
            Annotation::Binding(binding) => Some((Some(('#', binding.binding)), binding.set.unwrap_or(0))),
            _ => None,
        })
        .collect();
    (!explicit_registers.is_empty()).then_some(explicit_registers)
}
