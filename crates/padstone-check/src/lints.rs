//! Lints: code that compilers accept but that often causes bugs. One file each, and one line in [`LINTS`].
//!
//! A lint has a level, which a project sets, and a name, which never changes. Some check each layout, one compares
//! the layouts of all targets, and some set the level of warnings that are reported elsewhere under the compilers' rules.

mod bool_in_host_shared;
mod buffer_over_limit;
mod context;
mod field_after_generic;
mod implicit_padding;
mod matrix_majorness_unspecified;
mod padding_fits_member;
mod straddling_double;
mod tail_reuse;
mod targets_differ;
mod uniform_array_stride;
mod vec3_in_array;

use std::collections::{BTreeMap, BTreeSet};

use padstone_diag::{Code, Diagnostic, Diagnostics, Severity, codes};
use padstone_source::Span;

use crate::Level;
pub use context::LintContext;

/// A lint.
#[derive(Clone, Copy)]
pub struct Lint {
    /// The name, which never changes.
    pub name: &'static str,
    /// The default level.
    pub level: Level,
    /// The input.
    run: LintCheck,
    /// Other warnings that have its level.
    pub covers: &'static [&'static Code],
}

#[derive(Clone, Copy)]
enum LintCheck {
    /// The layouts of a file for one target.
    PerTarget(fn(&LintContext<'_>, &mut LintFindings)),
    /// The layouts of a file for all targets; diagnostics refer to the first.
    BetweenTargets(fn(&[LintContext<'_>], &mut LintFindings)),
    /// No input: other code reports the warnings.
    ByLayout,
}

/// The key of the level of all lints that have no key of their own, in `[lints]` of `padstone.toml`.
pub const ALL: &str = "all";

/// All lints.
pub const LINTS: &[Lint] = &[
    Lint::per_target(&codes::IMPLICIT_PADDING, Level::Allow, implicit_padding::check),
    Lint::per_target(&codes::TAIL_REUSE, Level::Allow, tail_reuse::check),
    Lint::per_target(&codes::VEC3_IN_ARRAY, Level::Allow, vec3_in_array::check),
    Lint::per_target(&codes::BOOL_IN_HOST_SHARED, Level::Allow, bool_in_host_shared::check),
    Lint::per_target(&codes::STRADDLING_DOUBLE, Level::Warn, straddling_double::check),
    Lint { name: codes::TARGETS_DIFFER.name, level: Level::Warn, run: LintCheck::BetweenTargets(targets_differ::check), covers: &[] },
    Lint { covers: &[&codes::UNIFORM_STRIDE], ..Lint::per_target(&codes::UNIFORM_ARRAY_STRIDE, Level::Allow, uniform_array_stride::check) },
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
    Lint::per_target(&codes::MATRIX_MAJORNESS_UNSPECIFIED, Level::Allow, matrix_majorness_unspecified::check),
    Lint {
        covers: &[&codes::CBUFFER_TOO_LARGE, &codes::PUSH_CONSTANTS_TOO_LARGE, &codes::BINDING_TOO_LARGE],
        ..Lint::per_target(&codes::BUFFER_OVER_LIMIT, Level::Warn, buffer_over_limit::check)
    },
    Lint::per_target(&codes::PADDING_FITS_MEMBER, Level::Allow, padding_fits_member::check),
    Lint::per_target(&codes::FIELD_AFTER_GENERIC, Level::Warn, field_after_generic::check),
];

impl Lint {
    const fn per_target(code: &'static Code, level: Level, check: fn(&LintContext<'_>, &mut LintFindings)) -> Lint {
        Lint { name: code.name, level, run: LintCheck::PerTarget(check), covers: &[] }
    }

    const fn reported(name: &'static str, covers: &'static [&'static Code]) -> Lint {
        Lint { name, level: Level::Warn, run: LintCheck::ByLayout, covers }
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

    /// The severity of a diagnostic that is not a lint: errors stay errors, and warnings get the level of their own name, otherwise that of
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
        self.0.get(lint.name).or_else(|| self.0.get(ALL)).copied()
    }
}

/// Runs the lints on the layouts of one file for all targets. The diagnostics are by view, in the order of the views.
pub fn run(contexts: &[LintContext<'_>], levels: &Levels) -> LintResult {
    let mut linted = LintResult { contexts: vec![Diagnostics::new(); contexts.len()], between_targets: Diagnostics::new() };
    for lint in LINTS {
        let Some(severity) = levels.of(lint).severity() else { continue };
        let Some(code) = codes::ALL.iter().flat_map(|area| area.iter()).find(|code| code.name == lint.name) else { continue };
        let mut findings = LintFindings { code, severity, seen: BTreeSet::new(), found: Diagnostics::new() };
        match lint.run {
            LintCheck::ByLayout => {}
            LintCheck::PerTarget(check) => {
                for (context, all) in contexts.iter().zip(&mut linted.contexts) {
                    check(context, &mut findings);
                    findings.seen.clear();
                    all.append(std::mem::take(&mut findings.found));
                }
            }
            LintCheck::BetweenTargets(check) => {
                check(contexts, &mut findings);
                linted.between_targets.append(std::mem::take(&mut findings.found));
            }
        }
    }
    linted
}

/// The findings of all lints.
#[derive(Clone, Debug)]
pub struct LintResult {
    /// By view.
    pub contexts: Vec<Diagnostics>,
    /// From the comparison of the views, with spans in the first.
    pub between_targets: Diagnostics,
}

/// The findings of one lint.
struct LintFindings {
    code: &'static Code,
    severity: Severity,
    seen: BTreeSet<(Span, String)>,
    found: Diagnostics,
}

impl LintFindings {
    /// Reports a finding once, although a struct may be in several buffers.
    fn report(&mut self, span: Span, message: String, more: impl FnOnce(Diagnostic) -> Diagnostic) {
        if self.seen.insert((span, message.clone())) {
            let found = Diagnostic::new(self.severity, self.code, message, span);
            // Diagnostics that are only counted need no details.
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
        for lint in LINTS.iter().filter(|lint| !matches!(lint.run, LintCheck::ByLayout)) {
            assert!(with_code(&lint), "{} reports, but has no code", lint.name);
        }
    }

    #[test]
    fn a_warnings_own_setting_takes_precedence_over_that_of_its_lint() {
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
