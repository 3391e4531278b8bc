//! Implicit bindings displaced by explicit ones: libslang moves them silently.

use std::collections::BTreeMap;

use padstone_diag::{Diagnostic, Diagnostics, Severity, codes};
use padstone_source::Span;

use crate::diagnose::shared_places::GLOBALS;
use crate::kind::Kind;
use crate::measure::program::Required;
use crate::measure::types::Types;
use crate::reserve::Ranges;
use crate::target::Explicit;

/// Who gets implicit bindings.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Who {
    /// The implicit buffer of the global constants.
    Globals,
    /// A global parameter.
    Parameter(usize),
    /// An entry point, for its uniform parameters.
    Entry(usize),
}

/// The implicit bindings without the explicit ones, one after the other; and the displaced ones.
#[derive(Default)]
pub(crate) struct WithoutExplicit {
    /// How many of each kind are taken.
    taken: BTreeMap<Kind, u64>,
    moved: Vec<Moved>,
}

/// A displaced parameter.
struct Moved {
    who: Who,
    kind: Kind,
    from: u64,
    to: u64,
    /// The first of its bindings that another parameter has explicitly, and which.
    by: Option<(u64, usize)>,
}

impl WithoutExplicit {
    /// Space 0 is for what names none.
    pub(crate) fn keep_default_space(&mut self) {
        self.taken.insert(Kind::SubElementRegisterSpace, 1);
    }

    /// So many of a kind were assigned from `to` on; `ranges`: all that are taken.
    pub(crate) fn note(&mut self, who: Who, (kind, count): (Kind, u64), to: u64, ranges: &Ranges, required: &Required) {
        if count == 0 || !(kind.is_slot() || kind == Kind::SubElementRegisterSpace) {
            return;
        }
        let taken = self.taken.entry(kind).or_default();
        let from = *taken;
        *taken = taken.saturating_add(count);
        if from != to {
            let is_given = |owner: usize| kind == Kind::SubElementRegisterSpace || required.parameters[owner].explicit(kind).is_some();
            let taken = ranges.first_taken(from, from.saturating_add(count));
            let by = taken.and_then(|(given, owner)| Some((given, owner.filter(|&owner| is_given(owner))?)));
            self.moved.push(Moved { who, kind, from, to, by });
        }
    }

    /// Reports each displaced parameter, together with all others displaced for the same reason.
    pub(crate) fn report(&self, types: &Types<'_>, required: &Required, diagnostics: &mut Diagnostics) {
        for (at, moved) in self.moved.iter().enumerate() {
            let Some((given, by)) = moved.by else { continue };
            let behind = self.moved[at + 1..].iter().filter(|other| other.kind == moved.kind).take_while(|other| other.by.is_none());
            let with: Vec<Who> = behind.map(|other| other.who).collect();
            diagnostics.push(note(types, required, moved, (given, by), &with));
        }
    }
}

fn note(types: &Types<'_>, required: &Required, moved: &Moved, (given, by): (u64, usize), with: &[Who]) -> Diagnostic {
    let (subject, span) = subject(types, required, moved.who);
    let (other, other_span) = self::subject(types, required, Who::Parameter(by));
    let (here, there) = (written(types, moved.kind, moved.to), written(types, moved.kind, moved.from));
    let verb = if matches!(moved.who, Who::Entry(_)) { "get" } else { "gets" };
    let also = match with {
        [] => String::new(),
        [one @ Who::Entry(_)] => format!("; {} move with it", self::subject(types, required, *one).0),
        [one] => format!("; {} moves with it", self::subject(types, required, *one).0),
        [first, others @ ..] => format!("; {} and {} more move with it", self::subject(types, required, *first).0, others.len()),
    };
    let given = written(types, moved.kind, given);
    let message = format!("{subject} {verb} {here}, not {there}: {other} is explicitly bound to {given}{also}");
    let help = match moved.who {
        Who::Parameter(_) => "bind it explicitly to keep it there".to_owned(),
        Who::Globals | Who::Entry(_) => format!("bind {other} after all others to keep this there"),
    };
    Diagnostic::new(Severity::Note, &codes::MOVED_BY_EXPLICIT, message, span)
        .label(span, format!("no explicit {}", counted(types, moved.kind)))
        .label(other_span, format!("explicitly bound to {given}"))
        .help(help)
}

/// What it is called, and where it is declared.
fn subject(types: &Types<'_>, required: &Required, who: Who) -> (String, Span) {
    match who {
        Who::Globals => {
            let first = required.parameters.iter().find(|parameter| parameter.usage.get(Kind::Uniform).is_some());
            (GLOBALS.to_owned(), first.map_or(Span::default(), |parameter| parameter.span))
        }
        Who::Parameter(index) => {
            let parameter = &required.parameters[index];
            let name = parameter.declaration(types.module).map_or("", |field| types.module.name(field.name));
            (format!("`{name}`"), parameter.span)
        }
        Who::Entry(index) => {
            let entry = &types.module.entry_points[required.entries[index].index];
            (format!("the uniform parameters of `{}`", types.module.name(entry.name)), entry.span)
        }
    }
}

/// `t3`, `binding 3`, `set 3`.
fn written(types: &Types<'_>, kind: Kind, index: u64) -> String {
    match kind.letter() {
        Some(letter) => format!("{letter}{index}"),
        None => format!("{} {index}", counted(types, kind)),
    }
}

/// `t register`, `binding`, `set`.
fn counted(types: &Types<'_>, kind: Kind) -> String {
    match (kind.letter(), kind) {
        (Some(letter), _) => format!("{letter} register"),
        (None, Kind::SubElementRegisterSpace) if types.request.target.explicit == Explicit::Bindings => "set".to_owned(),
        (None, Kind::SubElementRegisterSpace) => "space".to_owned(),
        (None, _) => "binding".to_owned(),
    }
}
