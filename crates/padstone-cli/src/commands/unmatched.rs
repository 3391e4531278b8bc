//! Settings of a project that match no file: what they were written for would not be checked.

use padstone_check::config::{Patterns, Spanned};
use padstone_read::diag::{Diagnostic, Diagnostics, codes};
use padstone_read::source::{Interner, Span};

use crate::project::Project;
use crate::session::Session;

/// Reports entries of `files`, and targets, that match none of the project's files; these are relative to its directory.
pub(super) fn report(session: &mut Session, project: &Project, files: &[String], with_targets: bool) {
    let mut found = Diagnostics::new();
    if with_targets && !files.is_empty() {
        targets(project, files, &mut found);
    }
    globs(project, files, &mut found);
    if files.is_empty() && found.iter().next().is_none() {
        let message = "the project has no files to check";
        // Other formats require a location: the start of the settings.
        let empty = match project.sources.files().next() {
            Some((_, file)) => Diagnostic::error(&codes::PROJECT_EMPTY, message, Span { start: file.base(), end: file.base() }),
            None => Diagnostic::without_place(&codes::PROJECT_EMPTY, message),
        };
        found.push(empty.help("list globs of the files in `files` of padstone.toml"));
    }
    session.reporter.report_in(&project.sources, &Interner::new(), &[&found]);
}

/// Targets whose globs match no file, and single globs of others that do not.
fn targets(project: &Project, files: &[String], found: &mut Diagnostics) {
    for target in &project.config.targets {
        let name = &target.name.value;
        if !files.iter().any(|file| target.files.allows(file)) {
            let message = format!("target `{name}` matches no file of the project");
            let help = "change its `files`, or those of the project: both are globs relative to the directory of padstone.toml";
            found.push(Diagnostic::error(&codes::TARGET_EMPTY, message, target.name.span).help(help));
            continue;
        }
        for glob in unmatched(&target.globs, files) {
            let message = format!("`{}` of target `{name}` matches no file of the project", glob.value);
            let help = "correct the path, remove the entry, or add the files to `files` of the project";
            found.push(Diagnostic::error(&codes::TARGET_EMPTY, message, glob.span).help(help));
        }
    }
}

/// Entries of the project's `files` that match no file.
fn globs(project: &Project, files: &[String], found: &mut Diagnostics) {
    for glob in unmatched(&project.config.globs, files) {
        let message = format!("`{}` matches no file of the project", glob.value);
        let help =
            "correct the path, or remove the entry: hidden files, linked directories, and files that git ignores are not part of a project";
        found.push(Diagnostic::error(&codes::PROJECT_EMPTY, message, glob.span).help(help));
    }
}

/// The globs that name a file or directory and match no file. One that starts with a wildcard is for all files of a kind, and may match none while
/// others match some.
fn unmatched<'g>(globs: &'g [Spanned<String>], files: &[String]) -> impl Iterator<Item = &'g Spanned<String>> {
    let can_be_empty = |glob: &str| glob.starts_with('!') || glob.starts_with('*') && !files.is_empty();
    globs.iter().filter(move |glob| {
        let mut patterns = Patterns::default();
        // The settings have reported invalid globs.
        !can_be_empty(&glob.value) && patterns.add(&glob.value).is_ok() && !files.iter().any(|file| patterns.matches(file))
    })
}
