//! Proves a layout: the device writes every leaf, and exactly the bytes in padstone's layout must change.
//!
//! Each leaf gets a distinct value. One run writes a set of disjoint leaves from the first to the last, another from
//! the last to the first. If a store modifies a byte of another leaf, one of the two runs does not write that byte afterwards.

mod components;
mod leaves;
mod spirv;
mod wgsl;

use std::collections::BTreeSet;

use padstone_read::Unit;
use padstone_read::layout::{Layout, ModuleLayout, Profile, Subject};
use padstone_read::model::{Module, StructId, Type, TypeId};

use crate::{Gpu, Kernel, PADDING};
pub use components::{BufferComponents, Component, components, read_components};
use leaves::{Leaf, leaves};

/// The result of a proof.
#[derive(Clone, Debug, Default)]
pub struct Proof {
    /// The number of buffers that were written.
    pub buffers: usize,
    /// The number of distinct structs in them.
    pub structs: usize,
    /// The number of stores to leaves: two for each leaf.
    pub stores: usize,
    /// The leaves that cannot be written, with the reason.
    pub left_out: Vec<String>,
    /// The leaves for which unexpected bytes changed.
    pub wrong: Vec<String>,
}

impl Proof {
    /// Adds the result of another proof.
    pub fn add(&mut self, other: Proof) {
        self.buffers += other.buffers;
        self.structs += other.structs;
        self.stores += other.stores;
        self.left_out.extend(other.left_out);
        self.wrong.extend(other.wrong);
    }
}

/// A buffer that can be written, and its leaves.
struct WritableBuffer<'u> {
    name: &'u str,
    leaves: Vec<Leaf>,
    /// The number of bytes to bind, slightly more than its size.
    size: usize,
}

/// Proves the layout of a unit's buffers under a profile, with the SPIR-V module that padstone writes for it.
///
/// # Errors
/// The error of the device.
pub fn prove_spirv(gpu: &Gpu, unit: &Unit, profile: &'static Profile) -> Result<Proof, String> {
    let layouts = unit.layout(profile);
    let targets = targets(&unit.module, &layouts);
    let mut proof = Proof { buffers: targets.len(), ..Proof::default() };
    for pass in PASSES {
        let mut left_out = Vec::new();
        let shader = spirv::shader(unit, &layouts, &targets, pass, &mut left_out)?;
        let kernel = gpu.kernel(&shader.words, spirv::ENTRY_POINT, &shader.kinds)?;
        run(&kernel, &targets, &shader, &mut proof)?;
        if pass == PASSES[0] {
            proof.left_out = left_out;
        }
    }
    proof.structs = structs(&unit.module, &layouts, &targets);
    Ok(proof)
}

/// Proves the layout of the buffers of a WGSL module under naga's profile: here naga lays out the text.
///
/// # Errors
/// The errors of naga or the device.
pub fn prove_naga(gpu: &Gpu, source: &str, unit: &Unit, profile: &'static Profile) -> Result<Proof, String> {
    let layouts = unit.layout(profile);
    let targets = targets(&unit.module, &layouts);
    let mut proof = Proof { buffers: targets.len(), ..Proof::default() };
    for pass in PASSES {
        let shader = wgsl::shader(source, &targets, pass)?;
        let kernel = gpu.kernel(&shader.words, wgsl::ENTRY_POINT, &shader.kinds)?;
        run(&kernel, &targets, &shader, &mut proof)?;
    }
    proof.structs = structs(&unit.module, &layouts, &targets);
    Ok(proof)
}

/// The leaves that are written in a run, and their order.
#[derive(Clone, Copy, PartialEq, Eq)]
struct WritePass {
    /// The depth of the leaves inside a value that can be written as a whole: 1 for components of a vector, 2 for those of a matrix.
    depth: usize,
    /// Whether the last leaf is written first.
    backwards: bool,
}

const PASSES: [WritePass; 6] = [
    WritePass { depth: 0, backwards: false },
    WritePass { depth: 0, backwards: true },
    WritePass { depth: 1, backwards: false },
    WritePass { depth: 1, backwards: true },
    WritePass { depth: 2, backwards: false },
    WritePass { depth: 2, backwards: true },
];

impl WritePass {
    /// Indices of targets and leaves.
    fn leaves(self, targets: &[WritableBuffer<'_>]) -> Vec<(usize, usize)> {
        let depth_leaves = |(index, target): (usize, &WritableBuffer<'_>)| {
            let fitting = target.leaves.iter().enumerate().filter(|(_, leaf)| leaf.depth == self.depth);
            fitting.map(|(leaf, _)| (index, leaf)).collect::<Vec<_>>()
        };
        let mut leaves: Vec<_> = targets.iter().enumerate().flat_map(depth_leaves).collect();
        if self.backwards {
            leaves.reverse();
        }
        leaves
    }
}

/// A compute shader that writes leaves.
struct Shader {
    words: Vec<u32>,
    kinds: Vec<crate::BufferAccess>,
    /// The buffers that are bound, in order.
    targets: Vec<usize>,
    /// The leaves that it writes: indices of targets and leaves.
    writes: Vec<(usize, usize)>,
}

/// The number of bytes after a buffer that must not change.
const GUARD_BYTES: usize = 32;

fn targets<'u>(module: &'u Module, layouts: &ModuleLayout) -> Vec<WritableBuffer<'u>> {
    let target = |layout: &Layout| {
        let Subject::Buffer(id) = layout.subject else { return None };
        let buffer = &module.buffers[id];
        let (leaves, end) = leaves(module, layouts, layout);
        let size = usize::try_from(end).ok()?.next_multiple_of(4) + GUARD_BYTES;
        let has_several = !module.parameters[buffer.parameter].dims.is_empty();
        (!leaves.is_empty() && !has_several && size <= 1 << 20).then(|| WritableBuffer { name: module.name(buffer.name), leaves, size })
    };
    layouts.layouts.iter().filter_map(target).collect()
}

/// Runs a shader and compares the contents of its buffers afterwards.
fn run(kernel: &Kernel<'_>, targets: &[WritableBuffer<'_>], shader: &Shader, proof: &mut Proof) -> Result<(), String> {
    let bound: Vec<&WritableBuffer<'_>> = shader.targets.iter().map(|&index| &targets[index]).collect();
    let before: Vec<Vec<u8>> = bound.iter().map(|target| vec![PADDING; target.size]).collect();
    let mut expected = before.clone();
    for &(target, leaf) in &shader.writes {
        let position = shader.targets.iter().position(|&bound| bound == target).expect("a written buffer is bound");
        targets[target].leaves[leaf].write(&mut expected[position]);
    }
    proof.stores += shader.writes.len();
    for ((target, after), expected) in bound.iter().zip(kernel.run(&before)?).zip(&expected) {
        for at in differing(&after, expected) {
            let leaf = target.leaves.iter().find(|leaf| leaf.ranges().iter().any(|range| range.contains(&(at as u64))));
            let leaf = leaf.map_or("padding".to_owned(), ToString::to_string);
            proof.wrong.push(format!("`{}`, byte {at}, {leaf}: {:#x} and not {:#x}", target.name, after[at], expected[at]));
        }
    }
    Ok(())
}

/// The offsets at which two buffers differ.
fn differing(one: &[u8], other: &[u8]) -> Vec<usize> {
    (0..one.len()).filter(|&index| one[index] != other[index]).collect()
}

/// The number of distinct structs in buffers.
fn structs(module: &Module, layouts: &ModuleLayout, targets: &[WritableBuffer<'_>]) -> usize {
    let mut found = BTreeSet::new();
    for layout in &layouts.layouts {
        let Subject::Buffer(id) = layout.subject else { continue };
        if targets.iter().any(|target| target.name == module.name(module.buffers[id].name)) {
            collect(module, layout.content, &mut found);
        }
    }
    found.len()
}

fn collect(module: &Module, ty: TypeId, found: &mut BTreeSet<StructId>) {
    match module.types[ty] {
        Type::Array { element, .. } => collect(module, element, found),
        Type::Struct(id) if found.insert(id) => {
            module.structs[id].fields.iter().for_each(|field| collect(module, field.ty, found));
        }
        _ => {}
    }
}
