//! `padstone rewrite`: runs passes on WGSL files.

use std::io::Write;
use std::path::Path;

use padstone_read::Unit;
use padstone_read::diag::{Diagnostics, codes};
use padstone_read::model::Language;
use padstone_read::options::OptionKey;
use padstone_read::selection::HlslReader;
use padstone_read::source::{FileId, Loader};
use padstone_read::wgsl::composed_text;
use padstone_read::wgsl::tree::Edition;
use padstone_rewrite::{self as rewrite, Backend, Options, Pass, Rewritten};

use crate::Failure;
use crate::arguments::{BackendName, RewriteArguments};
use crate::files::STDIN;
use crate::output::OutputTarget;
use crate::session::Session;
use padstone_read::input::Input;

pub(crate) fn run(mut session: Session, arguments: &RewriteArguments) -> Result<u8, Failure> {
    let is_standard = arguments.files.iter().any(|file| file == STDIN.0);
    if arguments.in_place && is_standard {
        return Err(Failure::Usage("`--in-place` cannot change standard input".to_owned()));
    }
    if arguments.files.len() > 1 && !(arguments.in_place || arguments.check) {
        return Err(Failure::Usage("pass `--in-place` or `--check` for several files".to_owned()));
    }
    // They are also options of compilers, which clap does not see.
    let outputs = [("-o", OptionKey::Output), ("-MD", OptionKey::Dependencies), ("-MF", OptionKey::DependencyFile)];
    if let Some((option, _)) = outputs.iter().find(|(_, key)| (arguments.in_place || arguments.check) && session.options.has(key)) {
        let with = if arguments.check { "--check" } else { "--in-place" };
        return Err(Failure::Usage(format!("`{option}` cannot be used with `{with}`")));
    }
    let lang = arguments.lang.as_deref().or(is_standard.then_some("wgsl"));
    let inputs = session.inputs(&arguments.files, lang)?;
    let mut files = Vec::new();
    for input in &inputs {
        files.push((input, edition(input)?));
    }
    let passes: Vec<&'static Pass> = arguments.passes.iter().filter_map(|name| rewrite::find(name)).collect();
    let options = Options {
        target: arguments.target.map(backend),
        check: arguments.check,
        padding_members: arguments.padding_members,
        vector_names: arguments.vector_names.clone(),
        max_clones: arguments.max_clones,
    };
    let [(input, edition)] = files[..] else { return Ok(rewrite_each(session, &files, &passes, &options)) };
    if arguments.in_place {
        return Ok(rewrite_each(session, &files, &passes, &options));
    }
    let code = session.write(&inputs, arguments.output.as_deref(), |session, out| {
        let (Some(rewritten), _) = rewritten(session, input, !arguments.check, edition, &passes, &options) else { return Ok(()) };
        if !arguments.check {
            out.write_all(byte_order_mark(session, input))?;
            out.write_all(rewritten.text.as_bytes())?;
        }
        if let Some(path) = arguments.map.as_deref().filter(|_| !session.reporter.has_errors()) {
            let names: Vec<&str> = passes.iter().map(|pass| pass.name).collect();
            session.write_additional(path, |out| rewritten.map.write_json(&input.path, &names, out));
        }
        Ok(())
    })?;
    Ok(code)
}

/// The edition of a file.
fn edition(input: &Input) -> Result<Edition, Failure> {
    match input.language {
        Language::Wgsl => Ok(Edition::Current),
        Language::Wgsl2020 => Ok(Edition::Draft2020),
        other => Err(Failure::Usage(format!("`padstone rewrite` reads WGSL; `{}` is {}", input.path, other.name()))),
    }
}

/// Rewrites files in place, or checks them. A file with errors is unchanged.
fn rewrite_each(mut session: Session, files: &[(&Input, Edition)], passes: &[&'static Pass], options: &Options) -> u8 {
    for &(input, edition) in files {
        let (rewritten, is_right) = rewritten(&mut session, input, false, edition, passes, options);
        let Some(rewritten) = rewritten.filter(|rewritten| is_right && rewritten.changed && !options.check) else { continue };
        let content = [byte_order_mark(&session, input), rewritten.text.as_bytes()].concat();
        if let Err(error) = OutputTarget::replace(Path::new(&input.path), &content) {
            session.unwritable(&input.path, &error);
        }
    }
    session.end()
}

fn backend(name: BackendName) -> Backend {
    match name {
        BackendName::Vulkan => Backend::Vulkan,
        BackendName::Gl => Backend::Gl,
        BackendName::D3d => Backend::D3d,
        BackendName::Metal => Backend::Metal,
        BackendName::Naga => Backend::Naga,
    }
}

/// The byte order mark of UTF-8.
const MARK: &[u8] = b"\xEF\xBB\xBF";

/// The byte order mark at the start of a file, which is not part of its text. Standard input is not read again.
fn byte_order_mark(session: &Session, input: &Input) -> &'static [u8] {
    let is_marked = input.path != STDIN.1 && session.files.load_bytes(&input.path).is_ok_and(|bytes| bytes.starts_with(MARK));
    if is_marked { MARK } else { &[] }
}

/// The text that a file with imports composes with other files. The file itself, if it has none or has errors.
fn composed(session: &Session, input: &Input, unit: &mut Unit, file: FileId) -> FileId {
    if unit.diagnostics.has_errors() {
        return file;
    }
    let options = input.reading(HlslReader::Dxil).wgsl;
    // Reading the unit has reported the errors.
    let text = composed_text(&mut unit.sources, file, session.loader(), &options, &mut Diagnostics::new());
    let name = format!("{}, composed", input.path);
    text.and_then(|text| unit.sources.add_file(name, text.into()).ok()).unwrap_or(file)
}

/// The result of the passes for a file, `None` if it cannot be read; and whether all passes succeeded. `composes` is whether a file with
/// imports is rewritten as one text with them.
fn rewritten(
    session: &mut Session,
    input: &Input,
    composes: bool,
    edition: Edition,
    passes: &[&'static Pass],
    options: &Options,
) -> (Option<Rewritten>, bool) {
    let mut unit = session.load(input, HlslReader::Dxil);
    let file = unit.sources.files().next().map(|(file, _)| file);
    let mut found = Diagnostics::new();
    let file = file.map(|file| if composes { composed(session, input, &mut unit, file) } else { file });
    let rewritten = file.map(|file| rewrite::rewrite(&mut unit.sources, file, edition, passes, options, &mut found));
    let is_of_module = || found.iter().any(|found| found.code.id == codes::REWRITE_COMPOSED.id);
    if composes && unit.diagnostics.has_errors() && is_of_module() {
        // There is no composed text: the errors in the files say why.
        session.reporter.report(&unit, &[&unit.diagnostics]);
        return (None, false);
    }
    session.reporter.report(&unit, &[&unit.diagnostics, &found]);
    (rewritten, !unit.diagnostics.has_errors() && !found.has_errors())
}
