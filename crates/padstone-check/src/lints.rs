//! Lints: code that compilers accept but that often causes bugs. One file each, and one line in [`LINTS`].
//!
//! A lint has a name that never changes and a level, which a project sets. Some look at each layout, one compares
//! the layouts of all targets, and some set the level of warnings that the compilers' rules report anyway.

mod bool_in_host_shared;
mod buffer_over_limit;
mod field_after_generic;
mod implicit_padding;
mod matrix_majorness_unspecified;
mod padding_fits_member;
mod straddling_double;
mod tail_reuse;
mod targets_differ;
mod uniform_array_stride;
mod vec3_in_array;
mod view;

use std::collections::{BTreeMap, BTreeSet};

use padstone_diag::{Code, Diagnostic, Diagnostics, Severity, codes};
use padstone_source::Span;

use crate::Level;
use crate::config::ALL_LINTS;
pub use view::View;

/// A lint.
#[derive(Clone, Copy)]
pub struct Lint {
    /// Its name, which never changes.
    pub name: &'static str,
    /// Its default level.
    pub level: Level,
    /// What it looks at.
    run: Run,
    /// Warnings that have its level too.
    pub covers: &'static [&'static Code],
}

#[derive(Clone, Copy)]
enum Run {
    /// The layouts of a file for one target.
    View(fn(&View<'_>, &mut Findings)),
    /// Those of all targets; what is found is about the first.
    Views(fn(&[View<'_>], &mut Findings)),
    /// Nothing: others report.
    Nothing,
}

/// All lints.
pub const LINTS: &[Lint] = &[
    Lint::of_view(&codes::IMPLICIT_PADDING, Level::Allow, implicit_padding::check),
    Lint::of_view(&codes::TAIL_REUSE, Level::Allow, tail_reuse::check),
    Lint::of_view(&codes::VEC3_IN_ARRAY, Level::Allow, vec3_in_array::check),
    Lint::of_view(&codes::BOOL_IN_HOST_SHARED, Level::Allow, bool_in_host_shared::check),
    Lint::of_view(&codes::STRADDLING_DOUBLE, Level::Warn, straddling_double::check),
    Lint { name: codes::TARGETS_DIFFER.name, level: Level::Warn, run: Run::Views(targets_differ::check), covers: &[] },
    Lint { covers: &[&codes::UNIFORM_STRIDE], ..Lint::of_view(&codes::UNIFORM_ARRAY_STRIDE, Level::Allow, uniform_array_stride::check) },
    Lint::reported("naga-deviation", &[&codes::PLACED_ELSEWHERE]),
    Lint::reported(
        "dxc-reads-elsewhere",
        &[
            &codes::READ_FROM_ROW_START,
            &codes::READ_WIDE_MATRIX,
            &codes::READ_HALF_MATRIX,
            &codes::READ_BEYOND_BUFFER,
            &codes::READ_CRASHES,
        ],
    ),
    Lint::of_view(&codes::MATRIX_MAJORNESS_UNSPECIFIED, Level::Allow, matrix_majorness_unspecified::check),
    Lint {
        covers: &[&codes::CBUFFER_TOO_LARGE, &codes::PUSH_CONSTANTS_TOO_LARGE, &codes::BINDING_TOO_LARGE],
        ..Lint::of_view(&codes::BUFFER_OVER_LIMIT, Level::Warn, buffer_over_limit::check)
    },
    Lint::of_view(&codes::PADDING_FITS_MEMBER, Level::Allow, padding_fits_member::check),
    Lint::of_view(&codes::FIELD_AFTER_GENERIC, Level::Warn, field_after_generic::check),
];

impl Lint {
    const fn of_view(code: &'static Code, level: Level, check: fn(&View<'_>, &mut Findings)) -> Lint {
        Lint { name: code.name, level, run: Run::View(check), covers: &[] }
    }

    const fn reported(name: &'static str, covers: &'static [&'static Code]) -> Lint {
        Lint { name, level: Level::Warn, run: Run::Nothing, covers }
    }
}

/// The levels of a project, by the names of lints and of other diagnostics.
#[derive(Clone, Debug, Default)]
pub struct Levels(pub BTreeMap<String, Level>);

impl Levels {
    /// The level of a lint.
    pub fn of(&self, lint: &Lint) -> Level {
        self.named(lint).unwrap_or(lint.level)
    }

    /// The severity of a diagnostic that is not a lint: errors keep theirs, and warnings get the level of their own name, else that of
    /// the lint that covers them. `None` if it is not reported.
    pub fn severity(&self, diagnostic: &Diagnostic) -> Option<Severity> {
        if diagnostic.severity != Severity::Warning {
            return Some(diagnostic.severity);
        }
        let lint = || LINTS.iter().find(|lint| lint.covers.contains(&diagnostic.code));
        let level = self.0.get(diagnostic.code.name).copied().or_else(|| self.named(lint()?));
        level.map_or(Some(Severity::Warning), Level::severity)
    }

    fn named(&self, lint: &Lint) -> Option<Level> {
        self.0.get(lint.name).or_else(|| self.0.get(ALL_LINTS)).copied()
    }
}

/// Runs the lints on the layouts of one file for all targets. The diagnostics are by view, in the order of the views.
pub fn run(views: &[View<'_>], levels: &Levels) -> Linted {
    let mut linted = Linted { views: vec![Diagnostics::new(); views.len()], across: Diagnostics::new() };
    for lint in LINTS {
        let Some(severity) = levels.of(lint).severity() else { continue };
        let Some(code) = codes::ALL.iter().flat_map(|area| area.iter()).find(|code| code.name == lint.name) else { continue };
        let mut findings = Findings { code, severity, seen: BTreeSet::new(), found: Diagnostics::new() };
        match lint.run {
            Run::Nothing => {}
            Run::View(check) => {
                for (view, all) in views.iter().zip(&mut linted.views) {
                    check(view, &mut findings);
                    findings.seen.clear();
                    all.append(std::mem::take(&mut findings.found));
                }
            }
            Run::Views(check) => {
                check(views, &mut findings);
                linted.across.append(std::mem::take(&mut findings.found));
            }
        }
    }
    linted
}

/// What lints found.
#[derive(Clone, Debug)]
pub struct Linted {
    /// In each view.
    pub views: Vec<Diagnostics>,
    /// By comparing the views, in the text of the first.
    pub across: Diagnostics,
}

/// What a lint has found.
struct Findings {
    code: &'static Code,
    severity: Severity,
    seen: BTreeSet<(Span, String)>,
    found: Diagnostics,
}

impl Findings {
    /// Reports something once, although a struct may be in many buffers.
    fn report(&mut self, span: Span, message: String, more: impl FnOnce(Diagnostic) -> Diagnostic) {
        if self.seen.insert((span, message.clone())) {
            let found = Diagnostic::new(self.severity, self.code, message, span);
            // Nobody reads the details of what is only counted.
            let detailed = self.found.dropped() == 0;
            self.found.push(if detailed { more(found) } else { found });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_have_codes() {
        let names: BTreeSet<&str> = LINTS.iter().map(|lint| lint.name).collect();
        assert_eq!(names.len(), LINTS.len());
        let with_code = |lint: &&Lint| codes::ALL.iter().flat_map(|area| area.iter()).any(|code| code.name == lint.name);
        for lint in LINTS.iter().filter(|lint| !matches!(lint.run, Run::Nothing)) {
            assert!(with_code(&lint), "{} reports, but has no code", lint.name);
        }
    }

    #[test]
    fn warnings_go_by_their_own_name_then_by_the_lint_that_covers_them() {
        let levels = |pairs: &[(&str, Level)]| Levels(pairs.iter().map(|&(name, level)| (name.to_owned(), level)).collect());
        let check = |pairs: &[(&str, Level)], severity, expected| {
            let found = Diagnostic::new(severity, &codes::PLACED_ELSEWHERE, "", Span::default());
            assert_eq!(levels(pairs).severity(&found), expected, "{pairs:?}");
        };
        check(&[], Severity::Warning, Some(Severity::Warning));
        check(&[("naga-deviation", Level::Allow)], Severity::Warning, None);
        check(&[("naga-deviation", Level::Allow), ("placed-elsewhere", Level::Error)], Severity::Warning, Some(Severity::Error));
        check(&[("all", Level::Error)], Severity::Warning, Some(Severity::Error));
        check(&[("placed-elsewhere", Level::Allow)], Severity::Error, Some(Severity::Error));
    }
}
