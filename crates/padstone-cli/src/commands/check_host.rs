//! `padstone check host`: compares structs of a compiled program with buffers.

use std::borrow::Cow;
use std::io::{self, Write};
use std::path::Path;

use padstone_host::{FieldMismatch, HostComparison, HostType, Structs, check};
use padstone_read::Unit;
use padstone_read::diag::{Diagnostic, Diagnostics, Severity, codes};
use padstone_read::emit::lookup;
use padstone_read::layout::{HlslCompiler, Layout, Profile, Subject};
use padstone_read::model::ResourceKind;
use padstone_read::source::printable;

use crate::arguments::{BufferApi, CheckHostArguments};
use crate::files::reason;
use crate::regular_files;
use crate::session::Session;
use crate::{Failure, subject};

pub(crate) fn run(mut session: Session, arguments: &CheckHostArguments) -> Result<u8, Failure> {
    let pairs = arguments.structs.iter().map(|pair| parse_pair(pair)).collect::<Result<Vec<_>, String>>()?;
    let paths: Vec<String> = pairs.iter().map(|pair| pair.file.to_owned()).collect();
    let inputs = session.inputs(&paths, arguments.reading.lang.as_deref())?;
    let choices = session.choices(&inputs, &arguments.reading.rules)?;
    let has_output = session.output(None)?.is_some();
    let code = session.write(&inputs, None, |session, out| {
        let mut different = 0;
        let mut reports = Vec::new();
        let bytes = match read(Path::new(&arguments.binary), session.files.limit.bytes()) {
            Ok(bytes) => {
                session.files.record(&arguments.binary);
                bytes
            }
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
            let mut compared: Vec<(Unit, HostComparison, &str)> = Vec::new();
            for choice in choices {
                let unit = session.load(input, choice.reader);
                let layouts = unit.layout(choice.profile);
                session.reporter.report(&unit, &[&unit.diagnostics, &layouts.diagnostics]);
                let layout = match lookup::find(&unit.module, &layouts, pair.buffer) {
                    Ok(index) => layouts.named(&unit.module, &layouts.layouts[index]),
                    Err(error) => {
                        session.reporter.report_one(&subject::not_one(pair.file, pair.buffer, &error));
                        continue;
                    }
                };
                subject::report_other_layouts(&mut session.reporter, &unit, &layouts, layout);
                let report = check(&unit.module, &layouts, layout, host);
                different += usize::from(!report.agrees());
                if let Some(found) = buffer_size(&unit, layout, host, arguments.device, choice.profile) {
                    session.reporter.report(&unit, &[&found]);
                }
                compared.push((unit, report, choice.profile.name));
            }
            let names = [host.name.as_str(), &arguments.binary, pair.buffer, pair.file].map(printable);
            if session.reporter.is_for_machines() {
                for index in 0..compared.len() {
                    session.reporter.report(&compared[index].0, &[&diagnostics(&compared, index, &names)]);
                }
                continue;
            }
            let [host, binary, buffer, file] = &names;
            for (_, report, profile) in &compared {
                writeln!(reports, "{host} in {binary} and {buffer} in {file}, {profile}")?;
                report.write(&mut reports)?;
            }
        }
        if different == 0 {
            return out.write_all(&reports);
        }
        session.reporter.fail();
        // A build system may use the output as a stamp, so that it must not exist after a mismatch.
        if has_output { io::stdout().write_all(&reports) } else { out.write_all(&reports) }
    })?;
    Ok(code)
}

/// Reports the differences under one of the profiles at the members in the shader: the causes with their consequences. One that several profiles
/// have is reported for the first of them.
fn diagnostics(compared: &[(Unit, HostComparison, &str)], index: usize, [host, binary, buffer, _]: &[Cow<'_, str>; 4]) -> Diagnostics {
    let mut found = Diagnostics::new();
    for (cause, consequence) in compared[index].1.causes_with_consequences() {
        let is_same = |other: &FieldMismatch| FieldMismatch { span: cause.span, ..other.clone() } == *cause;
        let with_same = compared.iter().filter(|(_, report, _)| report.causes().any(is_same));
        let profiles: Vec<&str> = with_same.map(|(.., profile)| *profile).collect();
        if profiles.first() != Some(&compared[index].2) {
            continue;
        }
        let rules = if compared.len() > 1 { format!(" ({})", profiles.join(", ")) } else { String::new() };
        let subject = if cause.path.is_empty() { buffer.to_string() } else { format!("{buffer}.{}", cause.path) };
        let message = format!("`{subject}` differs from `{host}` in `{binary}`: {}{rules}", cause.message);
        let mut diagnostic = Diagnostic { span: cause.span, ..Diagnostic::without_place(&codes::HOST_DIFFERS, message) };
        if let Some(consequence) = consequence {
            diagnostic = diagnostic.note(format!("as a consequence, these also differ: {consequence}"));
        }
        diagnostic = diagnostic.note(format!("the shader is laid out under `{}`", profiles.join("`, `")));
        found.push(diagnostic.help(format!("in the program: {}", cause.host_fix)).help(format!("in the shader: {}", cause.shader_fix)));
    }
    found
}

/// Reports a struct for a constant buffer of D3D11 whose size is not a multiple of 16 bytes, as D3D11 requires ("D3D11_BUFFER_DESC",
/// `ByteWidth`): an error for that API, a note for FXC, whose shaders D3D12 also accepts.
fn buffer_size(unit: &Unit, layout: &Layout, host: &HostType, device: Option<BufferApi>, profile: &Profile) -> Option<Diagnostics> {
    let severity = match device {
        Some(BufferApi::D3d11) => Severity::Error,
        None if profile.hlsl == HlslCompiler::Fxc => Severity::Note,
        None => return None,
    };
    let Subject::Buffer(id) = layout.subject else { return None };
    let buffer = &unit.module.buffers[id];
    let missing = host.size.next_multiple_of(16) - host.size;
    if buffer.resource != ResourceKind::ConstantBuffer || missing == 0 {
        return None;
    }
    let message = format!("`{}` is {} bytes; the size of a D3D11 constant buffer must be a multiple of 16", host.name, host.size);
    let help =
        format!("create the buffer with {} bytes, or add {missing} bytes of padding at the end of `{}`", host.size + missing, host.name);
    let found = Diagnostic { severity, ..Diagnostic::error(&codes::HOST_BUFFER_SIZE, message, buffer.span) };
    let mut all = Diagnostics::new();
    all.push(found.note("D3D11 rejects constant buffers of other sizes (D3D11_BUFFER_DESC, ByteWidth)").help(help));
    Some(all)
}

/// The bytes of a file, or of the file in a bundle of debug information of macOS.
fn read(path: &Path, limit: u64) -> io::Result<Vec<u8>> {
    if !path.is_dir() {
        return regular_files::read(path, limit);
    }
    let inside = path.join("Contents/Resources/DWARF");
    let first = std::fs::read_dir(&inside).ok().and_then(|mut files| files.next());
    let first = first.ok_or_else(|| io::Error::other("a directory that is not a bundle of debug information (`.dSYM`)"))??;
    regular_files::read(&first.path(), limit)
}

/// Parses `CameraUniforms=camera.hlsl:Camera`.
struct Pair<'a> {
    name: &'a str,
    file: &'a str,
    buffer: &'a str,
}

fn parse_pair(text: &str) -> Result<Pair<'_>, String> {
    let parts = text.split_once('=').and_then(|(name, rest)| {
        let (file, buffer) = subject::split(rest);
        Some(Pair { name, file, buffer: buffer? })
    });
    let complete = parts.filter(|pair| ![pair.name, pair.file, pair.buffer].contains(&""));
    complete.ok_or_else(|| format!("`--struct {text}`: expected NAME=FILE:BUFFER, as in CameraUniforms=camera.hlsl:Camera"))
}

/// The only struct with a name.
fn the_struct<'s>(session: &mut Session, structs: &'s Structs, name: &str, binary: &str) -> Option<&'s HostType> {
    let found = structs.named(name);
    let message = match found[..] {
        [candidate] => return Some(candidate),
        [] => format!("the debug information of `{binary}` has no struct `{name}`"),
        _ => format!("`{binary}` has {} different structs `{name}`", found.len()),
    };
    let mut diagnostic = Diagnostic::without_place(&codes::HOST_STRUCT_UNKNOWN, message);
    diagnostic = match found[..] {
        [] if !structs.names().is_empty() => diagnostic.help(format!("specify one of {}", structs.names().join(", "))),
        [] => diagnostic.help("use the struct in the program: compilers omit unused structs from debug information"),
        // Several structs come from objects of a library, or processors of a universal file.
        [first, ..] if found.iter().all(|ty| ty.name == first.name) => {
            let sizes = found.iter().map(|ty| format!("{} bytes", ty.size)).collect::<Vec<_>>().join(", ");
            diagnostic.help(format!("extract one object (`ar x`, `lipo -thin`) and pass it: their sizes are {sizes}"))
        }
        _ => diagnostic.help(format!("specify one of {}", found.iter().map(|ty| ty.name.as_str()).collect::<Vec<_>>().join(", "))),
    };
    session.reporter.report_one(&diagnostic);
    None
}

fn unreadable(session: &mut Session, binary: &str, message: &str) {
    let message = format!("cannot read `{binary}`: {message}");
    session.reporter.report_one(&Diagnostic::without_place(&codes::HOST_UNREADABLE, message));
}
