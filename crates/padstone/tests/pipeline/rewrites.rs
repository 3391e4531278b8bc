//! Bytes as a module of WGSL, and the passes to rewrite it with.

use std::io::{self, Write};

use padstone_read::diag::Diagnostics;
use padstone_read::source::SourceMap;
use padstone_read::wgsl::tree::Edition;
use padstone_rewrite::{Backend, Options, PASSES, Pass, rewrite};

/// The back ends that a module is rewritten for, and none.
const BACKENDS: [Option<Backend>; 6] =
    [None, Some(Backend::Vulkan), Some(Backend::Gl), Some(Backend::D3d), Some(Backend::Metal), Some(Backend::Naga)];

/// Rewrites a module whose first two bytes stand for the options and the passes. What comes out is read again by the rewriter itself.
///
/// # Errors
/// Those of `out`.
pub(crate) fn run_rewrites(data: &[u8], out: &mut dyn Write) -> io::Result<()> {
    let [choice, passes, text @ ..] = data else { return Ok(()) };
    let is_set = |bit: u8| choice & bit != 0;
    let edition = if is_set(1) { Edition::Current } else { Edition::Draft2020 };
    let options = Options {
        target: BACKENDS[usize::from(choice >> 4) % BACKENDS.len()],
        check: is_set(2),
        padding_members: is_set(4),
        vector_names: is_set(8).then(|| "slot".to_owned()),
        ..Options::default()
    };
    let (mut sources, mut found) = (SourceMap::new(), Diagnostics::new());
    let Ok(file) = sources.add_file("main.wgsl", String::from_utf8_lossy(text).into()) else { return Ok(()) };
    let rewritten = rewrite(&mut sources, file, edition, &sequence(*passes, edition), &options, &mut found);
    out.write_all(rewritten.text.as_bytes())
}

/// Two passes, or one if both are the same.
fn sequence(choice: u8, edition: Edition) -> Vec<&'static Pass> {
    let taken: Vec<&'static Pass> = PASSES.iter().copied().filter(|pass| pass.takes.contains(&edition)).collect();
    let (first, second) = (usize::from(choice) % taken.len(), usize::from(choice) / taken.len() % taken.len());
    let mut passes = vec![taken[first]];
    // What takes only the other edition cannot follow, and the other passes take both.
    passes.extend((first != second && taken[first].gives.is_none()).then_some(taken[second]));
    passes
}
