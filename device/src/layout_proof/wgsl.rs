//! The shader as WGSL for naga: the module with an additional entry point.

use std::fmt::Write;

use padstone_read::model::Scalar;

use super::leaves::{Leaf, WrittenType};
use super::{Shader, WritableBuffer, WritePass};
use crate::{BufferAccess, compile_writable};

/// The name of the compute shader.
pub(super) const ENTRY_POINT: &str = "padstone_writes_leaves";

pub(super) fn shader(source: &str, targets: &[WritableBuffer<'_>], pass: WritePass) -> Result<Shader, String> {
    let writes = pass.leaves(targets);
    let mut text = format!("{source}\n@compute @workgroup_size(1) fn {ENTRY_POINT}() {{\n");
    for &(target, leaf) in &writes {
        let leaf = &targets[target].leaves[leaf];
        let (place, value) = (format!("{}{leaf}", targets[target].name), value(leaf));
        match leaf.atomic {
            true => writeln!(text, "    atomicStore(&{place}, {value});"),
            false => writeln!(text, "    {place} = {value};"),
        }
        .expect("a string takes all");
    }
    text.push_str("}\n");
    let compiled = compile_writable(&text, ENTRY_POINT)?;
    let bound = |resource: &crate::Resource| targets.iter().position(|target| target.name == resource.name);
    let bound: Option<Vec<usize>> = compiled.resources.iter().map(bound).collect();
    let bound = bound.ok_or_else(|| format!("naga has other buffers: {:?}", compiled.resources))?;
    let kinds = vec![BufferAccess::ReadWrite; bound.len()];
    Ok(Shader { words: compiled.words, kinds, targets: bound, writes })
}

fn value(leaf: &Leaf) -> String {
    let scalar = match leaf.scalar {
        Scalar::Float32 => "f32",
        Scalar::Float16 => "f16",
        Scalar::Int32 => "i32",
        _ => "u32",
    };
    let numbers: Vec<String> = (0..leaf.offsets.len()).map(|component| number(leaf, component)).collect();
    match leaf.written {
        WrittenType::Number => numbers.concat(),
        WrittenType::Vector => format!("vec{}<{scalar}>({})", numbers.len(), numbers.join(", ")),
        WrittenType::Matrix(rows) => format!("mat{}x{rows}<{scalar}>({})", numbers.len() / usize::from(rows), numbers.join(", ")),
    }
}

fn number(leaf: &Leaf, component: usize) -> String {
    let bits = leaf.bits(component);
    let word = u32::try_from(bits).unwrap_or(u32::MAX);
    match leaf.scalar {
        Scalar::Float32 => format!("{:?}f", f32::from_bits(word)),
        Scalar::Float16 => format!("{:?}h", half(word)),
        Scalar::Int32 => format!("{bits}i"),
        _ => format!("{bits}u"),
    }
}

/// The value of an f16 between 1 and 2: 1 plus a multiple of 1/1024.
pub(super) fn half(bits: u32) -> f64 {
    1.0 + f64::from(bits - 0x3C00) / 1024.0
}
