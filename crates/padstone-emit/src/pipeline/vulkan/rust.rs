//! The layout in Rust: tables, and a function that makes the objects of them.

use std::io::{self, Write};

use super::super::pascal_case;
use super::{Binding, Layout, VulkanOptions, comment, stage_flag};

pub(super) fn write(out: &mut dyn Write, layout: &Layout<'_>, options: &VulkanOptions) -> io::Result<()> {
    let upper = options.name.to_ascii_uppercase();
    let endless = layout.sets.iter().flatten().any(|binding| binding.count.is_none());
    writeln!(out, "// Descriptor set layouts and the pipeline layout, written by padstone: do not edit.\n")?;
    writeln!(out, "use ash::vk;\n")?;
    writeln!(out, "/// Binding, type, number of descriptors, stages.")?;
    writeln!(out, "pub type {}Binding = (u32, vk::DescriptorType, u32, vk::ShaderStageFlags);\n", pascal_case(&options.name))?;
    if endless {
        writeln!(out, "/// Descriptors of an array without an end.\npub const {upper}_UNBOUNDED: u32 = {};\n", options.unbounded)?;
    }
    writeln!(out, "/// The bindings of each set.")?;
    writeln!(out, "pub const {upper}_SETS: &[&[{}Binding]] = &[", pascal_case(&options.name))?;
    for bindings in &layout.sets {
        writeln!(out, "    &[")?;
        for binding in bindings {
            self::binding(out, binding, &upper)?;
        }
        writeln!(out, "    ],")?;
    }
    if endless {
        let flag = |binding: &Binding<'_>| match binding.count {
            None => "vk::DescriptorBindingFlags::PARTIALLY_BOUND",
            Some(_) => "vk::DescriptorBindingFlags::empty()",
        };
        writeln!(out, "];\n\n/// A flag for each binding.\npub const {upper}_FLAGS: &[&[vk::DescriptorBindingFlags]] = &[")?;
        for bindings in &layout.sets {
            writeln!(out, "    &[{}],", bindings.iter().map(flag).collect::<Vec<_>>().join(", "))?;
        }
    }
    writeln!(out, "];\n\n/// Stages and bytes of push constants; all begin at byte 0.")?;
    writeln!(out, "pub const {upper}_PUSH_CONSTANTS: &[(vk::ShaderStageFlags, u32)] = &[")?;
    for (stages, size) in &layout.push_constants {
        writeln!(out, "    ({}, {size}),", self::stages(stages))?;
    }
    writeln!(out, "];\n")?;
    function(out, &options.name, &upper, endless)
}

fn binding(out: &mut dyn Write, binding: &Binding<'_>, upper: &str) -> io::Result<()> {
    let count = binding.count.map_or(format!("{upper}_UNBOUNDED"), |count| count.to_string());
    let stages = stages(&binding.stages);
    writeln!(out, "        // {}", comment(binding))?;
    writeln!(out, "        ({}, vk::DescriptorType::{}, {count}, {stages}),", binding.binding, binding.kind)
}

fn stages(stages: &[&'static str]) -> String {
    if stages.is_empty() {
        return "vk::ShaderStageFlags::ALL".to_owned();
    }
    let flags: Vec<String> = stages.iter().map(|stage| format!("vk::ShaderStageFlags::{}", stage_flag(stage))).collect();
    match &flags[..] {
        [flag] => flag.clone(),
        // `|` of flags is no constant.
        flags => {
            let numbers: Vec<String> = flags.iter().map(|flag| format!("{flag}.as_raw()")).collect();
            format!("vk::ShaderStageFlags::from_raw({})", numbers.join(" | "))
        }
    }
}

/// Makes the set layouts one by one, then the pipeline layout; on a failure what was made is destroyed again.
fn function(out: &mut dyn Write, name: &str, upper: &str, endless: bool) -> io::Result<()> {
    writeln!(out, "/// Makes the set layouts and the pipeline layout. On failure none is left.")?;
    writeln!(out, "///\n/// # Errors\n/// Those of the device.\n///\n/// # Safety\n/// The device must live.")?;
    writeln!(out, "pub unsafe fn {name}_create_layouts(")?;
    writeln!(out, "    device: &ash::Device,\n) -> Result<(Vec<vk::DescriptorSetLayout>, vk::PipelineLayout), vk::Result> {{")?;
    writeln!(out, "    let mut sets = Vec::with_capacity({upper}_SETS.len());")?;
    let each =
        if endless { format!("(bindings, flags) in {upper}_SETS.iter().zip({upper}_FLAGS)") } else { format!("bindings in {upper}_SETS") };
    writeln!(out, "    let result = (|| {{\n        for {each} {{")?;
    writeln!(out, "            let binding = |&(binding, ty, count, stages): &_| {{")?;
    writeln!(out, "                vk::DescriptorSetLayoutBinding::default()")?;
    writeln!(out, "                    .binding(binding)\n                    .descriptor_type(ty)")?;
    writeln!(out, "                    .descriptor_count(count)\n                    .stage_flags(stages)\n            }};")?;
    writeln!(out, "            let all: Vec<vk::DescriptorSetLayoutBinding<'_>> = bindings.iter().map(binding).collect();")?;
    if endless {
        writeln!(out, "            let mut flags = vk::DescriptorSetLayoutBindingFlagsCreateInfo::default().binding_flags(flags);")?;
        writeln!(out, "            let info = vk::DescriptorSetLayoutCreateInfo::default().bindings(&all).push_next(&mut flags);")?;
    } else {
        writeln!(out, "            let info = vk::DescriptorSetLayoutCreateInfo::default().bindings(&all);")?;
    }
    writeln!(out, "            sets.push(unsafe {{ device.create_descriptor_set_layout(&info, None) }}?);\n        }}")?;
    writeln!(out, "        let range = |&(stages, size): &(vk::ShaderStageFlags, u32)| {{")?;
    writeln!(out, "            vk::PushConstantRange::default().stage_flags(stages).offset(0).size(size)\n        }};")?;
    writeln!(out, "        let ranges: Vec<vk::PushConstantRange> = {upper}_PUSH_CONSTANTS.iter().map(range).collect();")?;
    writeln!(out, "        let info = vk::PipelineLayoutCreateInfo::default().set_layouts(&sets).push_constant_ranges(&ranges);")?;
    writeln!(out, "        unsafe {{ device.create_pipeline_layout(&info, None) }}\n    }})();")?;
    writeln!(out, "    match result {{\n        Ok(layout) => Ok((sets, layout)),\n        Err(error) => {{")?;
    writeln!(out, "            sets.into_iter().for_each(|set| unsafe {{ device.destroy_descriptor_set_layout(set, None) }});")?;
    writeln!(out, "            Err(error)\n        }}\n    }}\n}}")
}
