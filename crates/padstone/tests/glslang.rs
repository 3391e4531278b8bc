//! Generated GLSL blocks match glslang, which is run live: every offset, stride and binding of its modules.

#![allow(clippy::print_stdout, reason = "prints the counts")]

mod builtins;
mod conditions;
mod constants;
mod counters;
mod implicit_sizes;
mod lengths;
mod offsets;
mod stage_interfaces;
mod verdicts;

use padstone_generate::{Choices, bytes, glsl};
use padstone_read::cfamily::TargetEnv;
use padstone_testing::{Glslang, differences, ours, seeds};

/// The number of generated shaders in everyday and full runs, and of blocks in each: one glslang process for many shaders is faster than many.
const SHADERS: [u64; 2] = [8, 100];
const BLOCKS: usize = 20;
/// The number of choices for a shader.
const DECISIONS: usize = 6_000;
/// The maximum number of disagreements printed.
const SHOWN: usize = 4;

#[test]
fn block_offsets_match_glslang() {
    let Some(glslang) = Glslang::find("GLSL blocks compared with glslang's") else { return };
    let (mut blocks, mut members, mut disagreeing) = (0, 0, Vec::new());
    let seeds = seeds(SHADERS[0], SHADERS[1]);
    for seed in seeds.clone() {
        let source = glsl::file(&mut Choices::new(&bytes(seed, DECISIONS)), BLOCKS);
        let theirs = glslang.layouts("shader.comp", &source).unwrap_or_else(|error| panic!("glslang, seed {seed}: {error}\n{source}"));
        let ours = ours("shader.comp", &source, "glslang", TargetEnv::Vulkan);
        blocks += theirs.len();
        members += theirs.values().map(|layout| layout.members.len()).sum::<usize>();
        let mut found = ours.errors.clone();
        let mut buffers = ours.buffers();
        // glslang writes no type for an unused buffer reference.
        buffers.retain(|name, _| theirs.contains_key(name) || !name.starts_with("Reference"));
        found.extend(differences("glslang", &theirs, &buffers));
        if !found.is_empty() {
            disagreeing.push(format!("seed {seed}:\n{}\n{source}", found.join("\n")));
        }
    }
    println!("{blocks} blocks, {members} members compared");
    assert!(blocks >= 15 * seeds.count(), "only {blocks} blocks");
    let shown = disagreeing[..disagreeing.len().min(SHOWN)].join("\n--\n");
    assert!(disagreeing.is_empty(), "{} shaders disagree:\n{shown}", disagreeing.len());
}
