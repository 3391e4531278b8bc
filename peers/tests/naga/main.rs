//! Compares padstone and naga on generated modules, on the modules of `tests/validation`, and on known
//! deviations.

#![allow(clippy::print_stdout, missing_docs, reason = "tests say how much was compared")]

mod compiled;
mod deviations;
mod generated;
mod validation;
mod verdicts;

use padstone_read::diag::codes;
use padstone_testing::PadstoneOutput;

/// padstone's diagnostics for a WGSL module under a profile.
fn ours(source: &str, profile: &str) -> PadstoneOutput {
    padstone_testing::ours("module.wgsl", source, profile, padstone_read::cfamily::TargetEnv::Vulkan)
}

/// Whether padstone warns that naga and WGSL place a member differently.
fn warned(answer: &PadstoneOutput) -> bool {
    answer.warnings.iter().any(|warning| warning.contains(codes::PLACED_ELSEWHERE.id))
}
