//! The findings of a project. The same finding in several files (by an include) or for several targets is reported once, with their number. Findings whose
//! labels, notes or help differ, because a compiler of another target has other offsets, are several.

use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;

use padstone_read::Unit;
use padstone_read::diag::{Diagnostic, Diagnostics, Severity, codes};
use padstone_read::layout::find;
use padstone_read::source::Span;

use crate::session::Session;

/// A finding in a unit, with its targets; no targets for lints that compare targets.
pub(super) struct UnitFindings {
    pub(super) unit: usize,
    pub(super) targets: Vec<String>,
    pub(super) diagnostics: Diagnostics,
}

/// File, line and column.
type FileLocation = (String, u32, u32);

/// The code, the texts and the location of a finding.
type FindingKey = (&'static str, Vec<String>, Option<FileLocation>);

/// A finding, with the files and targets that have it.
struct Finding {
    unit: Rc<Unit>,
    /// Its message is without the rules at its end.
    diagnostic: Diagnostic,
    /// The rules that the messages name at their ends.
    rules: Vec<String>,
    files: BTreeSet<String>,
    targets: Vec<String>,
}

/// Findings in the order of their first occurrence.
#[derive(Default)]
pub(super) struct Findings {
    all: Vec<Finding>,
    by_key: HashMap<FindingKey, usize>,
    /// The number of diagnostics of a file that were only counted, and whether it has an error.
    dropped: Vec<(String, usize, bool)>,
    /// All targets of the files.
    targets: BTreeSet<String>,
}

impl Findings {
    /// Adds the diagnostics of a file, in source order.
    pub(super) fn add(&mut self, file: &str, units: &[Rc<Unit>], found: Vec<UnitFindings>) {
        for (index, unit) in units.iter().enumerate() {
            let of_unit = found.iter().filter(|found| found.unit == index);
            let mut all: Vec<(&Diagnostic, &[String])> =
                of_unit.flat_map(|found| found.diagnostics.iter().map(|diagnostic| (diagnostic, &*found.targets))).collect();
            all.sort_by_key(|(diagnostic, _)| diagnostic.span.map(|span| unit.sources.call_site(span).start));
            all.into_iter().for_each(|(diagnostic, targets)| self.insert(file, unit, diagnostic, targets));
        }
        self.targets.extend(found.iter().flat_map(|found| found.targets.iter().cloned()));
        let dropped: usize = found.iter().map(|found| found.diagnostics.dropped()).sum();
        if dropped > 0 {
            self.dropped.push((file.to_owned(), dropped, found.iter().any(|found| found.diagnostics.has_errors())));
        }
    }

    fn insert(&mut self, file: &str, unit: &Rc<Unit>, diagnostic: &Diagnostic, targets: &[String]) {
        let located = |span: Span| {
            let position = unit.sources.locate(span.start);
            (position.name, position.line, position.column)
        };
        let (message, rules) = without_rules(&diagnostic.message);
        // One missing file is one cause, wherever it is included.
        let (texts, location): (Vec<&String>, _) = match &diagnostic.missing {
            Some(missing) => (missing.tried.iter().collect(), None),
            None => {
                let labels = diagnostic.labels.iter().map(|label| &label.text);
                (labels.chain(&diagnostic.notes).chain(&diagnostic.helps).collect(), diagnostic.span.map(located))
            }
        };
        let texts = std::iter::once(message.to_owned()).chain(texts.into_iter().cloned()).collect();
        let next = self.all.len();
        let index = *self.by_key.entry((diagnostic.code.id, texts, location)).or_insert(next);
        if index == next {
            let (unit, diagnostic) = (Rc::clone(unit), Diagnostic { message: message.to_owned(), ..diagnostic.clone() });
            self.all.push(Finding { unit, diagnostic, rules: Vec::new(), files: BTreeSet::new(), targets: Vec::new() });
        }
        let finding = &mut self.all[index];
        finding.files.insert(file.to_owned());
        finding.rules.extend(rules.filter(|rules| !finding.rules.iter().any(|known| known == rules)).map(str::to_owned));
        for target in targets {
            if !finding.targets.contains(target) {
                finding.targets.push(target.clone());
            }
        }
    }

    pub(super) fn report(self, session: &mut Session) {
        // With one target, its name is omitted.
        let named = self.targets.iter().filter(|target| !target.is_empty()).count() > 1;
        for Finding { unit, mut diagnostic, rules, files, targets } in self.all {
            let targets = if named { &targets[..] } else { &[] };
            diagnostic.message += &rules_targets_and_files(&rules, targets, files.len());
            let mut found = Diagnostics::new();
            found.push(diagnostic);
            session.reporter.report(&unit, &[&found]);
        }
        for (file, dropped, has_errors) in self.dropped {
            let severity = if has_errors { Severity::Error } else { Severity::Note };
            let message = format!("{dropped} more errors and warnings in `{file}` are not shown");
            session.reporter.report_one(&Diagnostic { severity, ..Diagnostic::without_place(&codes::MORE_DIAGNOSTICS, message) });
        }
    }
}

/// A message without the name of rules in parentheses at its end, and that name.
fn without_rules(message: &str) -> (&str, Option<&str>) {
    let named = message.strip_suffix(')').and_then(|message| message.rsplit_once(" ("));
    match named.filter(|(_, rules)| find(rules).is_some()) {
        Some((start, rules)) => (start, Some(rules)),
        None => (message, None),
    }
}

/// In one pair of parentheses: the rules, the targets and the number of files.
fn rules_targets_and_files(rules: &[String], targets: &[String], files: usize) -> String {
    let others = targets_and_files(targets, files);
    // Without targets in the project, the rules name the targets.
    if rules.iter().all(|rules| targets.contains(rules)) {
        return others;
    }
    let rules = rules.join(", ");
    match others.strip_prefix(" (") {
        Some(others) => format!(" ({rules}; {others}"),
        None => format!(" ({rules})"),
    }
}

/// ` (d3d12, vulkan; 12 files)`: the targets and the number of files of a finding.
pub(crate) fn targets_and_files(targets: &[String], files: usize) -> String {
    let files = if files > 1 { Some(format!("{files} files")) } else { None };
    // A project without targets has one unnamed target.
    let targets: Vec<&str> = targets.iter().map(String::as_str).filter(|target| !target.is_empty()).collect();
    let parts: Vec<String> = (!targets.is_empty()).then(|| targets.join(", ")).into_iter().chain(files).collect();
    if parts.is_empty() { String::new() } else { format!(" ({})", parts.join("; ")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_end_with_one_pair_of_parentheses() {
        let check = |message: &str, targets: &[&str], files: usize, expected: &str| {
            let targets: Vec<String> = targets.iter().map(|&target| target.to_owned()).collect();
            let (start, rules) = without_rules(message);
            let rules: Vec<String> = rules.into_iter().map(str::to_owned).collect();
            assert_eq!(start.to_owned() + &rules_targets_and_files(&rules, &targets, files), expected);
        };
        check("`b` at t0 overlaps `a` at t0, in space0 (dxc)", &["d3d12"], 1, "`b` at t0 overlaps `a` at t0, in space0 (dxc; d3d12)");
        check("`b` overlaps `a` (dxc)", &["dxc", "xbox"], 3, "`b` overlaps `a` (dxc, xbox; 3 files)");
        check("`b` overlaps `a` (dxc)", &[], 2, "`b` overlaps `a` (dxc; 2 files)");
        check("`b` overlaps `a` (dxc)", &[], 1, "`b` overlaps `a` (dxc)");
        check("`b` has no size", &["d3d12", "vulkan"], 1, "`b` has no size (d3d12, vulkan)");
        check("`b` has no size", &[""], 1, "`b` has no size");
        check("`b` is at texture(3)", &["metal"], 1, "`b` is at texture(3) (metal)");
    }
}
