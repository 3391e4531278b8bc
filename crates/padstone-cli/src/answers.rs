//! Answers of the library, for `--format json`.

use std::io::{self, Write};

use padstone::schema::{self, Answer, PositionEncoding, Response};
use padstone::{Compiler, Diagnostics, Error, Input as Files, Layouts, Options, Unit, Workspace};
use padstone_read::input::Input;
use padstone_read::selection::RuleSelection;
use padstone_read::source::Encoding;
use padstone_repair::ChangedFile;

use crate::Failure;
use crate::reporter::Reporter;

impl From<Error> for Failure {
    fn from(error: Error) -> Failure {
        Failure::Usage(error.to_string())
    }
}

/// A file of the command line as the library reads it.
pub(crate) fn unit(workspace: &Workspace, input: &Input) -> Result<Unit, Error> {
    let options = Options::of_command(input.options.clone()).with_language(input.language).with_bodies(input.bodies);
    workspace.unit(Files::from(&input.path), &options)
}

/// The compilers that `--rules` selects, for the library.
pub(crate) fn compilers(choices: &[RuleSelection]) -> Result<Vec<Compiler>, Error> {
    choices.iter().map(|selection| Compiler::named(selection.profile.name)).collect()
}

/// Reports the diagnostics of layouts.
pub(crate) fn report(reporter: &mut Reporter, layouts: &Layouts) {
    let (read, found) = (layouts.unit().inner(), layouts.inner());
    reporter.report(read, &[&read.diagnostics, &found.diagnostics]);
}

/// A change by the library, as replacements of files.
pub(crate) fn changed(change: &padstone::Change) -> Vec<ChangedFile> {
    let changed = |(file, after): (padstone::File, String)| ChangedFile {
        path: file.path().to_owned(),
        before: file.text().into(),
        after: after.into(),
        encoding: Encoding::default(),
    };
    change.files().into_iter().map(changed).collect()
}

/// Writes an answer, with the missing files of some units for some compilers.
pub(crate) fn write(answer: Answer, diagnostics: Diagnostics, units: &[(Unit, Vec<Compiler>)], out: &mut dyn Write) -> io::Result<()> {
    let missing = units.iter().flat_map(|(unit, compilers)| schema::missing(unit, compilers)).collect();
    out.write_all(schema::json(&Response::new(answer, PositionEncoding::Utf8, diagnostics, missing)).as_bytes())
}
