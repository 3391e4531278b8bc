//! Reports implicit bindings that explicit ones displace: libslang moves them silently.

use std::collections::BTreeMap;

use padstone_diag::{Diagnostic, Diagnostics, Severity, codes};
use padstone_source::Span;

use crate::diagnose::shared_slots::GLOBALS;
use crate::layout::VariableDeclaration;
use crate::layout_unit::LayoutUnit;
use crate::measure::program::Required;
use crate::measure::types::TypeMeasurer;
use crate::reserve::Ranges;

/// The owner of implicit bindings.
#[derive(Clone, Copy, Debug)]
pub(crate) enum ImplicitOwner {
    /// The implicit buffer of the global constants.
    Globals,
    /// A global parameter.
    Parameter(usize),
    /// An entry point, for its uniform parameters.
    Entry(usize),
}

/// The implicit bindings that would result without the explicit ones, and the displaced ones.
#[derive(Default)]
pub(crate) struct BaselineAllocation {
    /// The number of slots in use, by layout unit.
    used: BTreeMap<LayoutUnit, u64>,
    displaced: Vec<Displacement>,
}

/// A displaced parameter.
struct Displacement {
    owner: ImplicitOwner,
    kind: LayoutUnit,
    from: u64,
    to: u64,
    /// The first of its slots that another parameter binds explicitly, and that parameter.
    by: Option<(u64, usize)>,
}

impl BaselineAllocation {
    /// Reserves space 0 for parameters without an explicit space.
    pub(crate) fn reserve_default_space(&mut self) {
        self.used.insert(LayoutUnit::SubElementRegisterSpace, 1);
    }

    /// Records that slots of a unit were assigned, starting at `to`; `ranges` contains all used slots.
    pub(crate) fn note(&mut self, owner: ImplicitOwner, (kind, count): (LayoutUnit, u64), to: u64, ranges: &Ranges, required: &Required) {
        if count == 0 || !(kind.is_slot() || kind == LayoutUnit::SubElementRegisterSpace) {
            return;
        }
        let used = self.used.entry(kind).or_default();
        let from = *used;
        *used = used.saturating_add(count);
        if from != to {
            let is_explicit =
                |owner: usize| kind == LayoutUnit::SubElementRegisterSpace || required.parameters[owner].explicit(kind).is_some();
            let used = ranges.first_used(from, from.saturating_add(count));
            let by = used.and_then(|(explicit_slot, owner)| Some((explicit_slot, owner.filter(|&owner| is_explicit(owner))?)));
            self.displaced.push(Displacement { owner, kind, from, to, by });
        }
    }

    /// Reports each displaced parameter, together with all others displaced for the same reason.
    pub(crate) fn report(&self, types: &TypeMeasurer<'_>, required: &Required, diagnostics: &mut Diagnostics) {
        for (index, displaced) in self.displaced.iter().enumerate() {
            let Some((explicit_slot, by)) = displaced.by else { continue };
            let following =
                self.displaced[index + 1..].iter().filter(|other| other.kind == displaced.kind).take_while(|other| other.by.is_none());
            let with: Vec<ImplicitOwner> = following.map(|other| other.owner).collect();
            diagnostics.push(note(types, required, displaced, (explicit_slot, by), &with));
        }
    }
}

fn note(
    types: &TypeMeasurer<'_>,
    required: &Required,
    displaced: &Displacement,
    (explicit_slot, by): (u64, usize),
    with: &[ImplicitOwner],
) -> Diagnostic {
    let by = ImplicitOwner::Parameter(by);
    // Parameters in several namespaces may have one name.
    let naming = match subject(types, required, displaced.owner, Naming::Simple).0 == subject(types, required, by, Naming::Simple).0 {
        true => Naming::Qualified,
        false => Naming::Simple,
    };
    let (subject, span) = subject(types, required, displaced.owner, naming);
    let (displacing, displacing_span) = self::subject(types, required, by, naming);
    let (actual, baseline) = (slot_text(types, displaced.kind, displaced.to), slot_text(types, displaced.kind, displaced.from));
    let verb = if matches!(displaced.owner, ImplicitOwner::Entry(_)) { "get" } else { "gets" };
    let also = match with {
        [] => String::new(),
        [owner @ ImplicitOwner::Entry(_)] => format!("; {} move with it", self::subject(types, required, *owner, naming).0),
        [owner] => format!("; {} moves with it", self::subject(types, required, *owner, naming).0),
        [first, others @ ..] => format!("; {} and {} more move with it", self::subject(types, required, *first, naming).0, others.len()),
    };
    let explicit_slot = slot_text(types, displaced.kind, explicit_slot);
    let message = format!("{subject} {verb} {actual}, not {baseline}: {displacing} is explicitly bound to {explicit_slot}{also}");
    let help = match displaced.owner {
        ImplicitOwner::Parameter(_) => format!("bind {subject} explicitly to keep it at {actual}"),
        ImplicitOwner::Globals | ImplicitOwner::Entry(_) => {
            format!("bind {displacing} after all others to keep {subject} at {baseline}")
        }
    };
    Diagnostic::new(Severity::Note, &codes::MOVED_BY_EXPLICIT, message, span)
        .label(span, format!("no explicit {}", unit_name(types, displaced.kind)))
        .label(displacing_span, format!("explicitly bound to {explicit_slot}"))
        .help(help)
}

/// Whether names include namespaces.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Naming {
    Simple,
    Qualified,
}

/// The name of an owner, and its span.
fn subject(types: &TypeMeasurer<'_>, required: &Required, owner: ImplicitOwner, naming: Naming) -> (String, Span) {
    match owner {
        ImplicitOwner::Globals => {
            let first = required.parameters.iter().find(|parameter| parameter.usage.get(LayoutUnit::Uniform).is_some());
            (GLOBALS.to_owned(), first.map_or(Span::default(), |parameter| parameter.span))
        }
        ImplicitOwner::Parameter(index) => {
            let parameter = &required.parameters[index];
            let module = types.module;
            let name = match (naming, parameter.variable.source) {
                (Naming::Qualified, VariableDeclaration::Global(index)) => {
                    module.name(module.parameters[module.program.globals[index].parameter].qualified_name)
                }
                _ => parameter.declaration(module).map_or("", |field| module.name(field.name)),
            };
            (format!("`{name}`"), parameter.span)
        }
        ImplicitOwner::Entry(index) => {
            let entry = &types.module.entry_points[required.entries[index].index];
            (format!("the uniform parameters of `{}`", types.module.name(entry.name)), entry.span)
        }
    }
}

/// `t3`, `texture(3)`, `binding 3`, `set 3`.
fn slot_text(types: &TypeMeasurer<'_>, kind: LayoutUnit, index: u64) -> String {
    match kind {
        LayoutUnit::SubElementRegisterSpace => format!("{} {index}", unit_name(types, kind)),
        _ => types.request.target.slot_text(kind, index),
    }
}

/// `t register`, `texture`, `binding`, `set`.
fn unit_name(types: &TypeMeasurer<'_>, kind: LayoutUnit) -> String {
    match (kind.letter(), kind) {
        (Some(letter), _) => types.request.target.metal_attribute(kind).map_or_else(|| format!("{letter} register"), str::to_owned),
        (None, LayoutUnit::SubElementRegisterSpace) => types.request.target.space_noun().to_owned(),
        (None, _) => "binding".to_owned(),
    }
}
