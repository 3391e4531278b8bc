//! The files of a project whose language is unknown. They do not stop the check of the others.

use std::path::Path;

use padstone_read::diag::{Diagnostic, Diagnostics, codes};
use padstone_read::source::{Interner, SourceMap, Span};

use crate::Failure;
use crate::project::Project;
use crate::session::Session;

/// The files to read, and those of the project whose language is unknown. Its settings cannot tell the language of a file outside it, nor of a directory.
pub(super) fn split(
    session: &mut Session,
    project: Option<&Project>,
    paths: Vec<String>,
    lang: Option<&str>,
) -> Result<(Vec<String>, Vec<String>), Failure> {
    let (mut known, mut unknown) = (Vec::new(), Vec::new());
    for path in paths {
        let is_of_project = project.is_some_and(|project| project.inner(&path).is_some()) && !Path::new(&path).is_dir();
        let has_language = !is_of_project || session.has_language(&path, lang)?;
        if has_language { known.push(path) } else { unknown.push(path) }
    }
    Ok((known, unknown))
}

/// Reports files of a project whose language is unknown.
pub(super) fn report(session: &mut Session, project: &Project, files: &[String]) {
    for path in files {
        let mut sources = SourceMap::new();
        let mut diagnostic = unknown(project, path);
        // Other formats than text require a location: the start of the file, of which nothing is shown, for it may be a picture.
        if session.reporter.is_for_machines() {
            let base = sources.add_file(path, "".into()).ok().map(|file| sources.file(file).base());
            diagnostic.span = base.map(|base| Span { start: base, end: base });
        }
        let mut found = Diagnostics::new();
        found.push(diagnostic);
        session.reporter.report_in(&sources, &Interner::new(), &[&found]);
    }
}

fn unknown(project: &Project, path: &str) -> Diagnostic {
    let is_listed = project.inner(path).is_some_and(|inner| project.config.files.matches(&inner));
    let exclude = if is_listed { ", or exclude it in `files` with `!`" } else { "" };
    let help = format!("set its language in `[languages]` of padstone.toml{exclude}");
    Diagnostic::without_place(&codes::FILE_LANGUAGE_UNKNOWN, format!("cannot infer the language of `{path}`")).help(help)
}
