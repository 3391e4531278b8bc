//! The layout in C: tables, and a function that makes the objects of them.

use std::io::{self, Write};

use super::{Binding, Layout, VulkanOptions, comment, stage_flag};

pub(super) fn write(out: &mut dyn Write, layout: &Layout<'_>, options: &VulkanOptions) -> io::Result<()> {
    let name = &*options.name;
    let upper = name.to_ascii_uppercase();
    let sets = layout.sets.len();
    writeln!(out, "/* Descriptor set layouts and the pipeline layout, written by padstone: do not edit. */")?;
    writeln!(out, "#ifndef {upper}_LAYOUT_H\n#define {upper}_LAYOUT_H\n")?;
    writeln!(out, "#include <stddef.h>\n#include <vulkan/vulkan.h>\n")?;
    writeln!(out, "#define {upper}_SET_COUNT {sets}")?;
    if layout.sets.iter().flatten().any(|binding| binding.count.is_none()) {
        writeln!(out, "/* Descriptors of an array without an end. */")?;
        writeln!(out, "#ifndef {upper}_UNBOUNDED\n#define {upper}_UNBOUNDED {}\n#endif", options.unbounded)?;
    }
    for (set, bindings) in layout.sets.iter().enumerate().filter(|(_, bindings)| !bindings.is_empty()) {
        writeln!(out, "\nstatic const VkDescriptorSetLayoutBinding {name}_set{set}_bindings[] = {{")?;
        for binding in bindings {
            self::binding(out, binding, &upper)?;
        }
        writeln!(out, "}};")?;
        if bindings.iter().any(|binding| binding.count.is_none()) {
            let flags = |binding: &Binding<'_>| match binding.count {
                None => "VK_DESCRIPTOR_BINDING_PARTIALLY_BOUND_BIT",
                Some(_) => "0",
            };
            let flags: Vec<&str> = bindings.iter().map(flags).collect();
            writeln!(out, "static const VkDescriptorBindingFlags {name}_set{set}_flags[] = {{ {} }};", flags.join(", "))?;
        }
    }
    if !layout.push_constants.is_empty() {
        writeln!(out, "\nstatic const VkPushConstantRange {name}_push_constants[] = {{")?;
        for (stages, size) in &layout.push_constants {
            writeln!(out, "    {{ .stageFlags = {}, .offset = 0, .size = {size} }},", self::stages(stages))?;
        }
        writeln!(out, "}};")?;
    }
    function(out, layout, name, &upper)?;
    writeln!(out, "\n#endif")
}

fn binding(out: &mut dyn Write, binding: &Binding<'_>, upper: &str) -> io::Result<()> {
    let count = binding.count.map_or(format!("{upper}_UNBOUNDED"), |count| count.to_string());
    writeln!(out, "    /* {} */", comment(binding).replace("*/", "* /"))?;
    writeln!(
        out,
        "    {{ .binding = {}, .descriptorType = VK_DESCRIPTOR_TYPE_{}, .descriptorCount = {count}, .stageFlags = {} }},",
        binding.binding,
        binding.kind,
        stages(&binding.stages)
    )
}

fn stages(stages: &[&'static str]) -> String {
    if stages.is_empty() {
        return "VK_SHADER_STAGE_ALL".to_owned();
    }
    let flag = |stage: &&str| {
        let flag = stage_flag(stage);
        match (flag.strip_suffix("_KHR"), flag.strip_suffix("_EXT")) {
            (Some(stage), _) => format!("VK_SHADER_STAGE_{stage}_BIT_KHR"),
            (_, Some(stage)) => format!("VK_SHADER_STAGE_{stage}_BIT_EXT"),
            _ if flag == "ALL" => "VK_SHADER_STAGE_ALL".to_owned(),
            _ => format!("VK_SHADER_STAGE_{flag}_BIT"),
        }
    };
    stages.iter().map(flag).collect::<Vec<_>>().join(" | ")
}

/// Makes the set layouts one by one, then the pipeline layout; on a failure what was made is destroyed again.
fn function(out: &mut dyn Write, layout: &Layout<'_>, name: &str, upper: &str) -> io::Result<()> {
    let room = layout.sets.len().max(1);
    writeln!(out, "\n/* Makes the layouts. On failure none is left. */")?;
    writeln!(out, "static inline VkResult {name}_create_layouts(VkDevice device, const VkAllocationCallbacks *allocator,")?;
    writeln!(out, "                                             VkDescriptorSetLayout sets[{room}], VkPipelineLayout *layout)")?;
    writeln!(out, "{{\n    VkResult result = VK_SUCCESS;\n    uint32_t made = 0;")?;
    for (set, bindings) in layout.sets.iter().enumerate() {
        let endless = bindings.iter().any(|binding| binding.count.is_none());
        writeln!(out, "    if (result == VK_SUCCESS) {{")?;
        if endless {
            writeln!(out, "        const VkDescriptorSetLayoutBindingFlagsCreateInfo flags = {{")?;
            writeln!(out, "            .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_BINDING_FLAGS_CREATE_INFO,")?;
            writeln!(out, "            .bindingCount = {}, .pBindingFlags = {name}_set{set}_flags,\n        }};", bindings.len())?;
        }
        writeln!(out, "        const VkDescriptorSetLayoutCreateInfo info = {{")?;
        writeln!(out, "            .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,")?;
        if endless {
            writeln!(out, "            .pNext = &flags,")?;
        }
        let table = if bindings.is_empty() { "NULL".to_owned() } else { format!("{name}_set{set}_bindings") };
        writeln!(out, "            .bindingCount = {}, .pBindings = {table},\n        }};", bindings.len())?;
        writeln!(out, "        result = vkCreateDescriptorSetLayout(device, &info, allocator, &sets[{set}]);")?;
        writeln!(out, "        made += result == VK_SUCCESS;\n    }}")?;
    }
    let (ranges, table) = match layout.push_constants.len() {
        0 => (0, "NULL".to_owned()),
        ranges => (ranges, format!("{name}_push_constants")),
    };
    writeln!(out, "    if (result == VK_SUCCESS) {{\n        const VkPipelineLayoutCreateInfo info = {{")?;
    writeln!(out, "            .sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO,")?;
    writeln!(out, "            .setLayoutCount = {upper}_SET_COUNT, .pSetLayouts = sets,")?;
    writeln!(out, "            .pushConstantRangeCount = {ranges}, .pPushConstantRanges = {table},\n        }};")?;
    writeln!(out, "        result = vkCreatePipelineLayout(device, &info, allocator, layout);\n    }}")?;
    writeln!(out, "    if (result != VK_SUCCESS) {{\n        while (made > 0)")?;
    writeln!(out, "            vkDestroyDescriptorSetLayout(device, sets[--made], allocator);\n    }}\n    return result;\n}}")
}
