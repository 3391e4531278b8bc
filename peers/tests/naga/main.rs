//! padstone and naga, side by side: over generated modules, over the modules of `tests/validation`, over what is known
//! to differ.

#![allow(clippy::print_stdout, missing_docs, reason = "tests say how much was compared")]

mod compiled;
mod deviations;
mod generated;
mod validation;

use padstone_read::diag::codes;
use padstone_testing::Answer;

/// What padstone says about a module of WGSL under a profile.
fn ours(source: &str, profile: &str) -> Answer {
    padstone_testing::ours("module.wgsl", source, profile, padstone_read::cfamily::TargetEnv::Vulkan)
}

/// Whether padstone warns that naga and WGSL place something differently.
fn warned(answer: &Answer) -> bool {
    answer.warnings.iter().any(|warning| warning.contains(codes::PLACED_ELSEWHERE.id))
}
