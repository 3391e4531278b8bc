//! The order in which the parameters of a program are bound, and which declarations form one parameter.

use std::collections::{HashMap, HashSet};

use padstone_diag::{Diagnostic, Diagnostics, codes};
use padstone_model::{Annotation, Field, Global, Module, Origin, Pointee, PointerTarget, ResourceType, Type, TypeId};
use padstone_source::Symbol;

use crate::binding_rules::{ProgramOrder, SameName, TypeRules};
use crate::target::{ExplicitSource, Target};

/// A global parameter or an entry point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum GlobalOrEntry {
    /// The index in [`padstone_model::Program::globals`].
    Global {
        /// The first declaration.
        index: usize,
        /// The declaration that determines its location: the first with an explicit binding, otherwise the first.
        placed_by: usize,
    },
    /// The index in [`Module::entry_points`].
    Entry(usize),
}

pub(crate) fn order(module: &Module, target: &Target, rules: &TypeRules, diagnostics: &mut Diagnostics) -> Vec<GlobalOrEntry> {
    let globals = match rules.same_name {
        SameName::Different => (0..module.program.globals.len()).map(|index| (index, index)).collect(),
        SameName::One => merged(module, target.explicit, diagnostics),
    };
    let global = |(index, placed_by): (usize, usize)| {
        let declared = &module.program.globals[index];
        let position = match rules.order {
            ProgramOrder::GlobalsFirst => index,
            ProgramOrder::ByUnit => declared.source_order,
        };
        ((origin_rank(declared.origin), position), GlobalOrEntry::Global { index, placed_by })
    };
    let mut items: Vec<((u64, usize), GlobalOrEntry)> = globals.into_iter().map(global).collect();
    let entries = module.entry_points.iter().enumerate().filter_map(|(index, entry)| {
        let signature = &module.program.signatures[entry.signature?];
        if signature.implied && !target.thread_groups_are_entries {
            return None;
        }
        let origin_rank = match rules.order {
            ProgramOrder::GlobalsFirst => u64::MAX,
            ProgramOrder::ByUnit => origin_rank(signature.origin),
        };
        Some(((origin_rank, usize::MAX), GlobalOrEntry::Entry(index)))
    });
    items.extend(entries);
    // The sort is stable: entry points remain in their order.
    items.sort_by_key(|&(rank, _)| rank);
    items.into_iter().map(|(_, item)| item).collect()
}

fn origin_rank(origin: Origin) -> u64 {
    match origin {
        Origin::Unit(unit) => unit.into(),
        Origin::Import(module) => (1 << 32) + u64::from(module),
    }
}

/// The globals; of those with one qualified name in different units only the first, with the declaration that determines its location.
fn merged(module: &Module, source: ExplicitSource, diagnostics: &mut Diagnostics) -> Vec<(usize, usize)> {
    let globals = &module.program.globals;
    let mut merged_globals: Vec<(usize, usize)> = Vec::new();
    let mut by_name: HashMap<Symbol, usize> = HashMap::new();
    for (index, global) in globals.iter().enumerate() {
        let is_unit = matches!(global.origin, Origin::Unit(_));
        match by_name.get(&qualified_name(module, global)).map(|&position| &mut merged_globals[position]) {
            Some((first, placed_by)) if is_unit && globals[*first].origin != global.origin => {
                let explicit = [&globals[*placed_by], global].map(|global| explicit_registers(&global.variable, source));
                let has_other_binding = matches!(&explicit, [Some(placed), Some(other)] if placed != other);
                let placed = has_other_binding.then_some(&globals[*placed_by].variable);
                mismatch(module, &globals[*first], placed, &global.variable, diagnostics);
                if let [None, Some(_)] = explicit {
                    *placed_by = index;
                }
            }
            known => {
                if is_unit && known.is_none() {
                    by_name.insert(qualified_name(module, global), merged_globals.len());
                }
                merged_globals.push((index, index));
            }
        }
    }
    merged_globals
}

fn qualified_name(module: &Module, global: &Global) -> Symbol {
    module.parameters[global.parameter].qualified_name
}

/// Reports parameters with one name that have different types, or another binding than the declaration `placed`.
fn mismatch(module: &Module, first: &Global, placed: Option<&Field>, second: &Field, diagnostics: &mut Diagnostics) {
    let (name, first) = (module.name(qualified_name(module, first)), &first.variable);
    let (difference, conflicting) = if !same_type(module, first.ty, second.ty) {
        ("have different types", first)
    } else if let Some(placed) = placed {
        ("have different bindings", placed)
    } else {
        return;
    };
    diagnostics.push(
        Diagnostic::error(&codes::SAME_NAME_MISMATCH, format!("two declarations of the parameter `{name}` {difference}"), second.span)
            .label(second.span, "declared here")
            .label(conflicting.span, "other declaration")
            .help("rename one of them, or make the declarations equal"),
    );
}

/// Whether two types have equal declarations. Each unit has its own structs, even if all units include one file.
fn same_type(module: &Module, left: TypeId, right: TypeId) -> bool {
    let mut seen = HashSet::new();
    let mut pending = vec![(left, right)];
    while let Some((left, right)) = pending.pop() {
        if left == right || !seen.insert((left, right)) {
            continue;
        }
        match (module.types[left], module.types[right]) {
            (Type::Struct(left), Type::Struct(right)) => {
                let (left, right) = (&module.structs[left], &module.structs[right]);
                if left.fields.len() != right.fields.len() || (left.kind, left.name) != (right.kind, right.name) {
                    return false;
                }
                for (left, right) in left.fields.iter().zip(&right.fields) {
                    if left.name != right.name
                        || left.packoffset().map(|position| position.bytes()) != right.packoffset().map(|position| position.bytes())
                    {
                        return false;
                    }
                    pending.push((left.ty, right.ty));
                }
            }
            (Type::Array { element: left, count }, Type::Array { element: right, count: other_count }) if count == other_count => {
                pending.push((left, right));
            }
            (Type::Resource(left), Type::Resource(right)) => {
                let without = |resource| ResourceType::without_element(resource);
                if without(left) != without(right) || left.element.is_some() != right.element.is_some() {
                    return false;
                }
                pending.extend(left.element.zip(right.element));
            }
            (Type::Handle(left), Type::Handle(right)) => pending.push((left, right)),
            (Type::Pointer(left), Type::Pointer(right)) if (left.name, left.declaration) == (right.name, right.declaration) => {
                pending.extend(pointed_struct(module, left).zip(pointed_struct(module, right)));
            }
            (Type::Enum(left), Type::Enum(right)) => {
                let (left, right) = (&module.enums[left], &module.enums[right]);
                if (left.name, left.scalar) != (right.name, right.scalar) {
                    return false;
                }
            }
            (Type::Interface(left), Type::Interface(right)) => {
                let interfaces = &module.program.interfaces;
                if interfaces[left].name != interfaces[right].name {
                    return false;
                }
            }
            _ => return false,
        }
    }
    true
}

fn pointed_struct(module: &Module, pointee: Pointee) -> Option<TypeId> {
    match module.pointer_targets[pointee.target?] {
        PointerTarget::Struct(id) => module.structs[id].ty,
        PointerTarget::Buffer(_) | PointerTarget::Undefined => None,
    }
}

/// An explicit location: the class and number of a register, and the space.
type ExplicitRegister = (Option<(char, u32)>, u32);

/// The explicit location of a parameter in the source, if there is one that applies to the target.
fn explicit_registers(field: &Field, source: ExplicitSource) -> Option<Vec<ExplicitRegister>> {
    let uses_registers = matches!(source, ExplicitSource::Registers | ExplicitSource::RegistersOfMetal);
    let explicit_registers: Vec<_> = field
        .annotations
        .iter()
        .filter_map(|annotation| match annotation {
            Annotation::Register(register) if uses_registers => {
                let slot = register.slot.map(|(class, number)| (class.letter(), number));
                Some((slot, register.space.unwrap_or(0)))
            }
            Annotation::Binding(binding) if source == ExplicitSource::Bindings => {
                Some((Some(('#', binding.binding)), binding.set.unwrap_or(0)))
            }
            _ => None,
        })
        .collect();
    (!explicit_registers.is_empty()).then_some(explicit_registers)
}
