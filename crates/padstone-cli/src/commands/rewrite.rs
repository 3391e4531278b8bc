//! `padstone rewrite`: WGSL in, WGSL out.

use std::io::Write;

use padstone::diag::Diagnostics;
use padstone::model::Language;
use padstone::rewrite::{self, Backend, Options, Pass, Rewritten};
use padstone::source::Loader;
use padstone::wgsl::tree::Edition;

use crate::Failure;
use crate::arguments::{BackendName, RewriteArguments};
use crate::files::STDIN;
use crate::inputs::Input;
use crate::session::Session;

pub(crate) fn run(mut session: Session, arguments: &RewriteArguments) -> Result<u8, Failure> {
    let lang = arguments.lang.as_deref().or((arguments.file == STDIN.0).then_some("wgsl"));
    let inputs = session.inputs(std::slice::from_ref(&arguments.file), lang)?;
    let edition = match inputs[0].language {
        Language::Wgsl => Edition::Today,
        Language::Wgsl2020 => Edition::Draft2020,
        other => return Err(Failure::Usage(format!("`padstone rewrite` is for WGSL, and `{}` is {}", inputs[0].path, other.name()))),
    };
    let passes: Vec<&'static Pass> = arguments.passes.iter().filter_map(|name| rewrite::find(name)).collect();
    let options = Options {
        target: arguments.target.map(backend),
        check: arguments.check,
        padding_members: arguments.padding_members,
        max_clones: arguments.max_clones,
    };
    let code = session.write(&inputs, arguments.output.as_deref(), |session, out| {
        let Some(rewritten) = rewritten(session, &inputs[0], edition, &passes, &options) else { return Ok(()) };
        if !arguments.check {
            if begins_with_mark(session, &inputs[0]) {
                out.write_all(MARK)?;
            }
            out.write_all(rewritten.text.as_bytes())?;
        }
        if let Some(path) = arguments.map.as_deref().filter(|_| !session.reporter.has_errors()) {
            let names: Vec<&str> = passes.iter().map(|pass| pass.name).collect();
            session.write_beside(path, |out| rewritten.map.write_json(&inputs[0].path, &names, out));
        }
        Ok(())
    })?;
    Ok(code)
}

fn backend(name: BackendName) -> Backend {
    match name {
        BackendName::Vulkan => Backend::Vulkan,
        BackendName::Gl => Backend::Gl,
        BackendName::D3d => Backend::D3d,
        BackendName::Metal => Backend::Metal,
    }
}

/// What editors put before a text in UTF-8.
const MARK: &[u8] = b"\xEF\xBB\xBF";

/// Whether a file begins with that mark, which is no part of its text. Standard input is not read again.
fn begins_with_mark(session: &Session, input: &Input) -> bool {
    input.path != STDIN.1 && session.files.load_bytes(&input.path).is_ok_and(|bytes| bytes.starts_with(MARK))
}

/// What the passes make of a file; `None` if it cannot be read.
fn rewritten(session: &mut Session, input: &Input, edition: Edition, passes: &[&'static Pass], options: &Options) -> Option<Rewritten> {
    let mut unit = session.load(input, false);
    let file = unit.sources.files().next().map(|(file, _)| file);
    let mut found = Diagnostics::new();
    let rewritten = file.map(|file| rewrite::rewrite(&mut unit.sources, file, edition, passes, options, &mut found));
    session.reporter.report(&unit, &[&unit.diagnostics, &found]);
    rewritten
}
