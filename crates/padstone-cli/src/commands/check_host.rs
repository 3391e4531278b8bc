//! `padstone check host`: structs of a compiled program against buffers.

use std::io::{self, Write};
use std::path::Path;

use padstone::Unit;
use padstone::diag::{Diagnostic, codes};
use padstone::layout::ModuleLayout;
use padstone_host::{HostType, Report, Structs, check};

use crate::arguments::CheckHostArguments;
use crate::files::reason;
use crate::session::{Session, did_you_mean};
use crate::{ERRORS, Failure};

pub(crate) fn run(mut session: Session, arguments: &CheckHostArguments) -> Result<u8, Failure> {
    let pairs = arguments.structs.iter().map(|pair| split(pair)).collect::<Result<Vec<_>, String>>()?;
    let paths: Vec<String> = pairs.iter().map(|pair| pair.file.to_owned()).collect();
    let inputs = session.inputs(&paths, arguments.reading.lang.as_deref())?;
    let choices = session.choices(&inputs, &arguments.reading.rules)?;
    let mut apart = 0;
    let code = session.write(&inputs, None, |session, out| {
        let bytes = match read(Path::new(&arguments.binary)) {
            Ok(bytes) => bytes,
            Err(error) => {
                unreadable(session, &arguments.binary, &reason(&error));
                return Ok(());
            }
        };
        for ((pair, input), choices) in pairs.iter().zip(&inputs).zip(&choices) {
            let structs = match Structs::read(&bytes, pair.name) {
                Ok(structs) => structs,
                Err(error) => {
                    unreadable(session, &arguments.binary, &error.to_string());
                    return Ok(());
                }
            };
            let Some(host) = the_struct(session, &structs, pair.name, &arguments.binary) else { continue };
            for choice in choices {
                let unit = session.load(input, choice.spirv);
                let layouts = unit.layout(choice.profile);
                session.reporter.report(&unit, &[&unit.diagnostics, &layouts.diagnostics]);
                let Some(report) = held_against(&unit, &layouts, pair.buffer, host) else {
                    let message = format!("`{}` has no buffer or struct `{}`", pair.file, pair.buffer);
                    let mut found = Diagnostic::without_place(&codes::BUFFER_UNKNOWN, message);
                    if let Some(hint) = did_you_mean(&unit, &layouts, pair.buffer) {
                        found = found.help(hint);
                    }
                    session.reporter.report_one(&found);
                    continue;
                };
                apart += usize::from(!report.agrees());
                writeln!(out, "{} in {} and {} in {}, {}", host.name, arguments.binary, pair.buffer, pair.file, choice.profile.name)?;
                report.write(out)?;
            }
        }
        Ok(())
    })?;
    Ok(if apart > 0 { ERRORS } else { code })
}

/// The bytes of a file, or of the one in a bundle of debug information of macOS.
fn read(path: &Path) -> io::Result<Vec<u8>> {
    if !path.is_dir() {
        return std::fs::read(path);
    }
    let inside = path.join("Contents/Resources/DWARF");
    let first = std::fs::read_dir(&inside).ok().and_then(|mut files| files.next());
    let first = first.ok_or_else(|| io::Error::other("it is a folder, and no bundle of debug information (`.dSYM`)"))??;
    std::fs::read(first.path())
}

/// `CameraUniforms=camera.hlsl:Camera`.
struct Pair<'a> {
    name: &'a str,
    file: &'a str,
    buffer: &'a str,
}

fn split(text: &str) -> Result<Pair<'_>, String> {
    let parts = text.split_once('=').and_then(|(name, rest)| rest.rsplit_once(':').map(|(file, buffer)| Pair { name, file, buffer }));
    let complete = parts.filter(|pair| ![pair.name, pair.file, pair.buffer].contains(&""));
    complete.ok_or_else(|| format!("`--struct {text}`: expected NAME=FILE:BUFFER, as in CameraUniforms=camera.hlsl:Camera"))
}

fn held_against(unit: &Unit, layouts: &ModuleLayout, buffer: &str, host: &HostType) -> Option<Report> {
    let layout = layouts.layouts.iter().find(|layout| layout.name(&unit.module) == buffer)?;
    Some(check(&unit.module, layouts, layout, host))
}

/// The one struct of a name.
fn the_struct<'s>(session: &mut Session, structs: &'s Structs, name: &str, binary: &str) -> Option<&'s HostType> {
    let found = structs.named(name);
    let message = match found[..] {
        [one] => return Some(one),
        [] => format!("the debug information of `{binary}` has no struct `{name}`"),
        _ => format!("`{binary}` has {} different structs `{name}`", found.len()),
    };
    let mut diagnostic = Diagnostic::without_place(&codes::HOST_STRUCT_UNKNOWN, message);
    diagnostic = match found[..] {
        [] => diagnostic.help("a compiler leaves out what is not used: is the struct used in this file?"),
        // Objects of a library, or processors of a universal file.
        [first, ..] if found.iter().all(|ty| ty.name == first.name) => {
            let sizes = found.iter().map(|ty| format!("{} bytes", ty.size)).collect::<Vec<_>>().join(", ");
            diagnostic.help(format!("it has {sizes}: give one of the objects that it is made of (`ar x`, `lipo -thin`)"))
        }
        _ => diagnostic.help(format!("say which: {}", found.iter().map(|ty| ty.name.as_str()).collect::<Vec<_>>().join(", "))),
    };
    session.reporter.report_one(&diagnostic);
    None
}

fn unreadable(session: &mut Session, binary: &str, why: &str) {
    let message = format!("`{binary}`: {why}");
    session.reporter.report_one(&Diagnostic::without_place(&codes::HOST_UNREADABLE, message));
}
