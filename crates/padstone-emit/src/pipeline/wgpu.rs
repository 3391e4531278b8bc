//! Bind group layouts and the pipeline layout of wgpu 30, in Rust.

mod types;

use std::io::{self, Write};

use padstone_diag::{Diagnostics, Severity, codes};
use padstone_model::Language;

use super::descriptors::{Descriptor, sets};
use super::{at, bound, called};
use crate::reflect::{Place, Program, Reflection};
use types::LeftOut;

/// How to write it.
#[derive(Clone, Debug)]
pub struct WgpuOptions {
    /// What identifiers begin with.
    pub name: String,
    /// How many descriptors an array without an end gets.
    pub unbounded: u32,
}

/// Groups beyond this are no groups that a device has: wgpu has 8 at most.
const MAX_GROUPS: u64 = 256;

/// Writes the layout of a program, and returns what there is to say about it. What wgpu has no binding type for is left out, with
/// an error.
///
/// # Errors
/// Those of `out`.
pub fn write(out: &mut dyn Write, reflection: &Reflection<'_>, options: &WgpuOptions) -> io::Result<Diagnostics> {
    let open = crate::reflect::open(reflection);
    if open.has_errors() {
        return Ok(open);
    }
    let (program, mut diagnostics) = crate::reflect::reflect(reflection);
    let mut groups: Vec<Vec<String>> = Vec::new();
    for (group, descriptors) in sets(reflection, &program, &mut diagnostics) {
        if group >= MAX_GROUPS {
            let message = format!("group {group} is beyond the {MAX_GROUPS} that a layout is written for");
            diagnostics.push(at(reflection, descriptors[0].slot, &codes::NOT_IN_LAYOUT, Severity::Error, message));
            continue;
        }
        groups.resize_with(groups.len().max(group as usize), Vec::new);
        let entries = descriptors.iter().filter_map(|descriptor| entry(reflection, descriptor, options, &mut diagnostics));
        groups.push(entries.collect());
    }
    let name = &*options.name;
    let upper = name.to_ascii_uppercase();
    writeln!(out, "// Bind group layouts and the pipeline layout for wgpu 30, written by padstone: do not edit.\n")?;
    writeln!(out, "/// The bindings of each group.\npub const {upper}_GROUPS: &[&[wgpu::BindGroupLayoutEntry]] = &[")?;
    for entries in &groups {
        writeln!(out, "    &[")?;
        entries.iter().try_for_each(|entry| out.write_all(entry.as_bytes()))?;
        writeln!(out, "    ],")?;
    }
    writeln!(out, "];\n\n/// Bytes of immediate data.")?;
    writeln!(out, "pub const {upper}_IMMEDIATE_SIZE: u32 = {};\n", immediates(&program))?;
    writeln!(out, "{}", FUNCTION.replace("NAME", &upper).replace("name", name))?;
    Ok(diagnostics)
}

const FUNCTION: &str = "\
/// Makes the layouts of the groups and of the pipeline.
pub fn name_layouts(device: &wgpu::Device) -> (Vec<wgpu::BindGroupLayout>, wgpu::PipelineLayout) {
    let group = |&entries: &&[_]| device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor { label: None, entries });
    let groups: Vec<wgpu::BindGroupLayout> = NAME_GROUPS.iter().map(group).collect();
    let all: Vec<Option<&wgpu::BindGroupLayout>> = groups.iter().map(Some).collect();
    let layout = device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
        label: None,
        bind_group_layouts: &all,
        immediate_size: NAME_IMMEDIATE_SIZE,
    });
    (groups, layout)
}";

/// One entry, or why there is none.
fn entry(reflection: &Reflection<'_>, descriptor: &Descriptor<'_>, options: &WgpuOptions, diagnostics: &mut Diagnostics) -> Option<String> {
    let Descriptor { binding, slot, .. } = descriptor;
    let mut leave_out = |LeftOut { why, help }| {
        let message = format!("`{}` is left out: {why}", called(slot));
        diagnostics.push(at(reflection, slot, &codes::NOT_IN_LAYOUT, Severity::Error, message).help(help));
    };
    let implied = reflection.module.language == Language::Slang && reflection.target == "wgsl";
    let ty = match types::binding_type(descriptor, implied) {
        Ok(ty) => ty,
        Err(why) => {
            leave_out(why);
            return None;
        }
    };
    let visibility = match visibility(&descriptor.stages, ty.written) {
        Ok(visibility) => visibility,
        Err(stage) => {
            leave_out(format!("wgpu has no {stage} stage").into());
            return None;
        }
    };
    let count = match descriptor.count {
        Some(1) if slot.arrays.is_empty() => "None".to_owned(),
        count => format!("std::num::NonZeroU32::new({})", count.unwrap_or(options.unbounded.into())),
    };
    Some(format!(
        "        // {}\n        wgpu::BindGroupLayoutEntry {{\n            binding: {binding},\n            visibility: {visibility},\n            ty: {},\n            count: {count},\n        }},\n",
        called(slot),
        ty.text
    ))
}

/// The stages that see a binding. What is written is not seen by vertex shaders: WebGPU, section 8.1.1.
fn visibility(stages: &[&'static str], written: bool) -> Result<String, &'static str> {
    let all = ["vertex", "fragment", "compute"];
    let stages = if stages.is_empty() { &all[..] } else { stages };
    let several = stages.len() > 1;
    let mut flags = Vec::new();
    for stage in stages.iter().filter(|&&stage| !(several && written && stage == "vertex")) {
        flags.push(match *stage {
            "vertex" => "VERTEX",
            "fragment" => "FRAGMENT",
            "compute" => "COMPUTE",
            "amplification" => "TASK",
            "mesh" => "MESH",
            "raygeneration" => "RAY_GENERATION",
            "anyhit" => "ANY_HIT",
            "closesthit" => "CLOSEST_HIT",
            "miss" => "MISS",
            other => return Err(other),
        });
    }
    let mut flags = flags.into_iter().map(|flag| format!("wgpu::ShaderStages::{flag}"));
    let first = flags.next().unwrap_or_default();
    Ok(flags.fold(first, |all, flag| format!("{all}.union({flag})")))
}

/// Bytes of the largest block of push constants, in whole numbers of 4.
fn immediates(program: &Program) -> u64 {
    let is_block = |slot: &&crate::reflect::Slot| matches!(slot.place, Some(Place::Other { kind: "pushConstantBuffer", .. }));
    let sizes = bound(program).into_iter().map(|bound| bound.slot).filter(is_block).filter_map(|slot| slot.buffer.as_ref()?.size.finite());
    sizes.max().unwrap_or(0).saturating_add(3) / 4 * 4
}
