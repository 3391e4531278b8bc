//! The result of rewriting, for tests.

use padstone_diag::Diagnostics;
use padstone_emit::diagnostics::{Context, FORMATS, TerminalColor};
use padstone_rewrite::{Backend, Options, Pass, find, rewrite};
use padstone_source::{Interner, SourceMap};
use padstone_wgsl::tree::Edition;

/// The result.
pub(crate) struct Outcome {
    /// The text.
    pub(crate) text: String,
    /// The edition.
    pub(crate) edition: Edition,
    /// The printed diagnostics.
    pub(crate) messages: String,
}

/// Rewrites a text with the arguments after `padstone rewrite`.
pub(crate) fn run(name: &str, text: &str, command: &str) -> Outcome {
    let mut words = command.split_whitespace();
    let passes: Vec<&'static Pass> = words.next().expect("passes").split(',').map(|name| find(name).expect("a pass")).collect();
    let (mut options, mut edition) = (Options::default(), Edition::Current);
    while let Some(word) = words.next() {
        match word {
            "--padding-members" => options.padding_members = true,
            "--vector-names" => options.vector_names = words.next().map(str::to_owned),
            "--check" => options.check = true,
            "--for" => options.target = words.next().map(backend),
            "--max-clones" => options.max_clones = words.next().and_then(|number| number.parse().ok()).expect("a number"),
            "--lang" => edition = if words.next() == Some("wgsl-2020") { Edition::Draft2020 } else { Edition::Current },
            other => panic!("unknown pass or option `{other}`"),
        }
    }
    let mut sources = SourceMap::new();
    let file = sources.add_file(name, text.into()).expect("it is short");
    let mut found = Diagnostics::new();
    let rewritten = rewrite(&mut sources, file, edition, &passes, &options, &mut found);
    let format = FORMATS.iter().find(|format| format.name == "text").expect("text");
    let (mut renderer, mut messages, names) = ((format.renderer)(TerminalColor::Never), Vec::new(), Interner::new());
    for diagnostic in &found {
        renderer
            .diagnostic(Context { sources: &sources, names: &names }, diagnostic, &mut messages)
            .expect("writing to memory never fails");
    }
    renderer.finish(&mut messages).expect("memory takes all");
    let edition = if rewritten.changed { passes.iter().fold(edition, |edition, pass| pass.gives.unwrap_or(edition)) } else { edition };
    let messages = String::from_utf8(messages).expect("messages are text");
    Outcome { text: rewritten.text, edition, messages }
}

fn backend(name: &str) -> Backend {
    match name {
        "vulkan" => Backend::Vulkan,
        "gl" => Backend::Gl,
        "d3d" => Backend::D3d,
        "metal" => Backend::Metal,
        "naga" => Backend::Naga,
        other => panic!("unknown back end `{other}`"),
    }
}
