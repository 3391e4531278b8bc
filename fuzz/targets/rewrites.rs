//! Arbitrary bytes as a WGSL module to rewrite: no panic, no hang, bounded memory.
//!
//! The first two bytes select the edition, the options and the passes, the rest is the text. Add inputs that find bugs to the tests of the rewriter
//! once the bug is fixed.

#![no_main]

use padstone_read::diag::Diagnostics;
use padstone_read::source::SourceMap;
use padstone_read::wgsl::tree::Edition;
use padstone_rewrite::{Backend, Options, PASSES, Pass, rewrite};

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let [choice, passes, text @ ..] = data else { return };
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
    let Ok(file) = sources.add_file("main.wgsl", String::from_utf8_lossy(text).into()) else { return };
    rewrite(&mut sources, file, edition, &sequence(*passes, edition), &options, &mut found);
});

/// The back ends that a module is rewritten for, and none.
const BACKENDS: [Option<Backend>; 6] =
    [None, Some(Backend::Vulkan), Some(Backend::Gl), Some(Backend::D3d), Some(Backend::Metal), Some(Backend::Naga)];

/// Two passes, or one if both are the same.
fn sequence(choice: u8, edition: Edition) -> Vec<&'static Pass> {
    let taken: Vec<&'static Pass> = PASSES.iter().copied().filter(|pass| pass.takes.contains(&edition)).collect();
    let (first, second) = (usize::from(choice) % taken.len(), usize::from(choice) / taken.len() % taken.len());
    let mut passes = vec![taken[first]];
    // A pass that accepts only the other edition cannot follow, and all other passes accept both.
    passes.extend((first != second && taken[first].gives.is_none()).then_some(taken[second]));
    passes
}
