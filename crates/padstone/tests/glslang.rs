//! Generated blocks in GLSL lie where glslang puts them, live: every offset, stride, binding of the module that it writes.

#![allow(clippy::print_stdout, reason = "says how much was compared")]

mod conditions;
mod constants;
mod implicit_sizes;
mod offsets;
mod stage_interfaces;
mod verdicts;

use padstone_generate::{Choices, bytes, glsl};
use padstone_read::cfamily::TargetEnv;
use padstone_testing::{Glslang, differences, ours, seeds};

/// Shaders that are generated, everyday and in a full run, and blocks in each: one glslang that reads many costs less than many.
const SHADERS: [u64; 2] = [8, 100];
const BLOCKS: usize = 20;
/// How many decisions a shader is made of.
const DECISIONS: usize = 6_000;
/// How many shaders that disagree are printed.
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
        // glslang writes no type for a buffer reference that nothing refers to.
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
