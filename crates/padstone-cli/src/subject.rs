//! Buffers and structs that arguments name: `scene.hlsl:Camera`, `scene.hlsl:gfx::Camera`, `scene.hlsl:struct Camera`.

use std::path::Path;

use padstone_read::Unit;
use padstone_read::diag::{Diagnostic, Diagnostics, codes};
use padstone_read::emit::lookup::{self, LookupError};
use padstone_read::layout::{Layout, ModuleLayout};
use padstone_read::source::printable;

use crate::reporter::Reporter;

/// The file and the name of an argument; only the file if it has no name. A path may contain a colon, and a name has those of `::`.
pub(crate) fn split(argument: &str) -> (&str, Option<&str>) {
    let is_separator = |&(at, _): &(usize, &str)| !argument[..at].ends_with(':') && !argument[at + 1..].starts_with(':');
    match argument.rmatch_indices(':').find(is_separator).map(|(at, _)| (&argument[..at], &argument[at + 1..])) {
        Some((path, name)) if !path.is_empty() && !name.is_empty() && !name.contains(['/', '\\']) && !Path::new(argument).is_file() => {
            (path, Some(name))
        }
        _ => (argument, None),
    }
}

/// The error about a name that does not select one buffer or struct of a file.
pub(crate) fn not_one(file: &str, name: &str, error: &LookupError) -> Diagnostic {
    match error {
        LookupError::Unknown(similar) => {
            let message = format!("`{}` has no buffer or struct `{name}`", printable(file));
            let found = Diagnostic::without_place(&codes::BUFFER_UNKNOWN, message);
            if similar.is_empty() { found } else { found.help(format!("a similar name exists: `{}`", similar.join("` or `"))) }
        }
        LookupError::Ambiguous(found) => ambiguous(file, &found.message(name), &found.names),
    }
}

/// Reports that buffers lay out the selected struct under several rule sets, if they do.
pub(crate) fn report_other_layouts(reporter: &mut Reporter, unit: &Unit, layouts: &ModuleLayout, layout: &Layout) {
    let mut found = Diagnostics::new();
    found.extend(lookup::other_layouts(&unit.module, layouts, layout));
    reporter.report(unit, &[&found]);
}

/// The error about a name that several buffers or structs of a file have, with names that each select only one; empty if there are none.
pub(crate) fn ambiguous(file: &str, problem: &str, names: &[String]) -> Diagnostic {
    let found = Diagnostic::without_place(&codes::BUFFER_AMBIGUOUS, format!("in `{}`, {problem}", printable(file)));
    match names {
        [] => found.help("rename one of them"),
        names => found.help(format!("specify `{}`", names.join("` or `"))),
    }
}
