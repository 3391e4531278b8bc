//! All scalars of the buffers of a module, as a shader reads them.

use std::fmt::Write;

use padstone_read::Unit;
use padstone_read::layout::Profile;
use padstone_read::model::Scalar;

use super::leaves::{Leaf, LeafStep, WrittenType};
use super::{WritableBuffer, structs, targets, wgsl};
use crate::{BufferAccess, Gpu, compile_writable};

/// A buffer with its scalars.
#[derive(Clone, Debug)]
pub struct BufferComponents {
    /// The variable.
    pub buffer: String,
    /// The number of bytes to bind.
    pub size: usize,
    /// The scalars, each once: those of vectors and matrices one by one.
    pub components: Vec<Component>,
}

/// A scalar with a value that no other in its buffer has.
#[derive(Clone, Debug)]
pub struct Component {
    /// The path: members and indices. A component of a matrix has one index, counted column by column.
    pub steps: Vec<Result<String, u64>>,
    /// The value.
    pub value: f64,
    /// The bits.
    pub bits: u32,
    /// The WGSL expression, as bits.
    expression: String,
}

/// The buffers of a unit with all their scalars, and the number of structs in them.
pub fn components(unit: &Unit, profile: &'static Profile) -> (Vec<BufferComponents>, usize) {
    let layouts = unit.layout(profile);
    let targets = targets(&unit.module, &layouts);
    (targets.iter().map(components_of).collect(), structs(&unit.module, &layouts, &targets))
}

fn components_of(target: &WritableBuffer<'_>) -> BufferComponents {
    let mut rows = 0;
    let mut components = Vec::new();
    for leaf in &target.leaves {
        match leaf.written {
            WrittenType::Matrix(count) => rows = u64::from(count),
            WrittenType::Vector => {}
            WrittenType::Number => components.push(component(target.name, leaf, rows)),
        }
    }
    BufferComponents { buffer: target.name.to_owned(), size: target.size, components }
}

fn component(buffer: &str, leaf: &Leaf, rows: u64) -> Component {
    let mut steps: Vec<Result<String, u64>> = (leaf.steps.iter())
        .map(|step| match step {
            LeafStep::Member(name) => Ok(name.clone()),
            LeafStep::Index(index) => Err(*index),
        })
        .collect();
    if leaf.depth == 2
        && let (Some(Err(row)), Some(Err(column))) = (steps.pop(), steps.pop())
    {
        steps.push(Err(column * rows + row));
    }
    let bits = u32::try_from(leaf.bits(0)).expect("no component of naga's WGSL is wider");
    let path = format!("{buffer}{leaf}");
    let loaded = if leaf.atomic { format!("atomicLoad(&{path})") } else { path };
    let (value, expression) = match leaf.scalar {
        Scalar::Float32 => (f32::from_bits(bits).into(), format!("bitcast<u32>({loaded})")),
        Scalar::Float16 => (wgsl::half(bits), format!("pack2x16float(vec2<f32>(f32({loaded}), 0.0))")),
        Scalar::Int32 => (bits.into(), format!("bitcast<u32>({loaded})")),
        _ => (bits.into(), loaded),
    };
    Component { steps, value, bits, expression }
}

/// Runs a shader that reads all components of buffers with these contents; returns a description of each component with a wrong value.
///
/// # Errors
/// The error of naga or the device.
pub fn read_components(gpu: &Gpu, source: &str, buffers: &[BufferComponents], contents: &[Vec<u8>]) -> Result<Vec<String>, String> {
    const RESULT: &str = "padstone_components";
    let all: Vec<(&BufferComponents, &Component)> =
        buffers.iter().flat_map(|buffer| buffer.components.iter().map(move |component| (buffer, component))).collect();
    let mut text = format!("{source}\n@group(9) @binding(9) var<storage, read_write> {RESULT}: array<u32>;\n");
    text.push_str("@compute @workgroup_size(1) fn padstone_reads() {\n");
    for (index, (_, component)) in all.iter().enumerate() {
        writeln!(text, "    {RESULT}[{index}] = {};", component.expression).expect("a string takes all");
    }
    text.push_str("}\n");
    let compiled = compile_writable(&text, "padstone_reads")?;
    let content = |resource: &crate::Resource| match buffers.iter().position(|buffer| buffer.buffer == resource.name) {
        Some(index) => contents[index].clone(),
        None => vec![0; all.len() * 4],
    };
    let bound: Vec<Vec<u8>> = compiled.resources.iter().map(content).collect();
    let kernel = gpu.kernel(&compiled.words, &compiled.entry_point, &vec![BufferAccess::ReadWrite; bound.len()])?;
    let after = kernel.run(&bound)?;
    let result = compiled.resources.iter().position(|resource| resource.name == RESULT).ok_or("the shader has no result")?;
    let read = after[result].as_chunks::<4>().0.iter().map(|word| u32::from_le_bytes(*word));
    let wrong = all.iter().zip(read).filter(|((_, component), read)| component.bits != *read);
    Ok(wrong
        .map(|((buffer, component), read)| format!("`{}` {:?}: {read:#x} and not {:#x}", buffer.buffer, component.steps, component.bits))
        .collect())
}
