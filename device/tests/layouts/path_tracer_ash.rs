// Descriptor set layouts and the pipeline layout, written by padstone: do not edit.

use ash::vk;

/// Binding, type, number of descriptors, stages.
pub type PathTracerBinding = (u32, vk::DescriptorType, u32, vk::ShaderStageFlags);

/// Descriptors of an array without an end.
pub const PATH_TRACER_UNBOUNDED: u32 = 1024;

/// The bindings of each set.
pub const PATH_TRACER_SETS: &[&[PathTracerBinding]] = &[
    &[
        // gScene
        (0, vk::DescriptorType::ACCELERATION_STRUCTURE_KHR, 1, vk::ShaderStageFlags::from_raw(vk::ShaderStageFlags::RAYGEN_KHR.as_raw() | vk::ShaderStageFlags::MISS_KHR.as_raw() | vk::ShaderStageFlags::CLOSEST_HIT_KHR.as_raw() | vk::ShaderStageFlags::ANY_HIT_KHR.as_raw())),
        // gMeshes, elements of 40 bytes
        (1, vk::DescriptorType::STORAGE_BUFFER, 1, vk::ShaderStageFlags::from_raw(vk::ShaderStageFlags::RAYGEN_KHR.as_raw() | vk::ShaderStageFlags::MISS_KHR.as_raw() | vk::ShaderStageFlags::CLOSEST_HIT_KHR.as_raw() | vk::ShaderStageFlags::ANY_HIT_KHR.as_raw())),
        // gReservoirs, elements of 96 bytes
        (2, vk::DescriptorType::STORAGE_BUFFER, 1, vk::ShaderStageFlags::from_raw(vk::ShaderStageFlags::RAYGEN_KHR.as_raw() | vk::ShaderStageFlags::MISS_KHR.as_raw() | vk::ShaderStageFlags::CLOSEST_HIT_KHR.as_raw() | vk::ShaderStageFlags::ANY_HIT_KHR.as_raw())),
        // gOutput
        (3, vk::DescriptorType::STORAGE_IMAGE, 1, vk::ShaderStageFlags::from_raw(vk::ShaderStageFlags::RAYGEN_KHR.as_raw() | vk::ShaderStageFlags::MISS_KHR.as_raw() | vk::ShaderStageFlags::CLOSEST_HIT_KHR.as_raw() | vk::ShaderStageFlags::ANY_HIT_KHR.as_raw())),
        // gEnvironment[]
        (4, vk::DescriptorType::SAMPLED_IMAGE, PATH_TRACER_UNBOUNDED, vk::ShaderStageFlags::from_raw(vk::ShaderStageFlags::RAYGEN_KHR.as_raw() | vk::ShaderStageFlags::MISS_KHR.as_raw() | vk::ShaderStageFlags::CLOSEST_HIT_KHR.as_raw() | vk::ShaderStageFlags::ANY_HIT_KHR.as_raw())),
        // gTracer, 192 bytes
        (5, vk::DescriptorType::UNIFORM_BUFFER, 1, vk::ShaderStageFlags::from_raw(vk::ShaderStageFlags::RAYGEN_KHR.as_raw() | vk::ShaderStageFlags::MISS_KHR.as_raw() | vk::ShaderStageFlags::CLOSEST_HIT_KHR.as_raw() | vk::ShaderStageFlags::ANY_HIT_KHR.as_raw())),
        // gFallback, 60 bytes
        (6, vk::DescriptorType::UNIFORM_BUFFER, 1, vk::ShaderStageFlags::from_raw(vk::ShaderStageFlags::RAYGEN_KHR.as_raw() | vk::ShaderStageFlags::MISS_KHR.as_raw() | vk::ShaderStageFlags::CLOSEST_HIT_KHR.as_raw() | vk::ShaderStageFlags::ANY_HIT_KHR.as_raw())),
    ],
];

/// A flag for each binding.
pub const PATH_TRACER_FLAGS: &[&[vk::DescriptorBindingFlags]] = &[
    &[vk::DescriptorBindingFlags::empty(), vk::DescriptorBindingFlags::empty(), vk::DescriptorBindingFlags::empty(), vk::DescriptorBindingFlags::empty(), vk::DescriptorBindingFlags::PARTIALLY_BOUND, vk::DescriptorBindingFlags::empty(), vk::DescriptorBindingFlags::empty()],
];

/// Stages and bytes of push constants; all begin at byte 0.
pub const PATH_TRACER_PUSH_CONSTANTS: &[(vk::ShaderStageFlags, u32)] = &[
];

/// Makes the set layouts and the pipeline layout. On failure none is left.
///
/// # Errors
/// Those of the device.
///
/// # Safety
/// The device must live.
pub unsafe fn path_tracer_create_layouts(
    device: &ash::Device,
) -> Result<(Vec<vk::DescriptorSetLayout>, vk::PipelineLayout), vk::Result> {
    let mut sets = Vec::with_capacity(PATH_TRACER_SETS.len());
    let result = (|| {
        for (bindings, flags) in PATH_TRACER_SETS.iter().zip(PATH_TRACER_FLAGS) {
            let binding = |&(binding, ty, count, stages): &_| {
                vk::DescriptorSetLayoutBinding::default()
                    .binding(binding)
                    .descriptor_type(ty)
                    .descriptor_count(count)
                    .stage_flags(stages)
            };
            let all: Vec<vk::DescriptorSetLayoutBinding<'_>> = bindings.iter().map(binding).collect();
            let mut flags = vk::DescriptorSetLayoutBindingFlagsCreateInfo::default().binding_flags(flags);
            let info = vk::DescriptorSetLayoutCreateInfo::default().bindings(&all).push_next(&mut flags);
            sets.push(unsafe { device.create_descriptor_set_layout(&info, None) }?);
        }
        let range = |&(stages, size): &(vk::ShaderStageFlags, u32)| {
            vk::PushConstantRange::default().stage_flags(stages).offset(0).size(size)
        };
        let ranges: Vec<vk::PushConstantRange> = PATH_TRACER_PUSH_CONSTANTS.iter().map(range).collect();
        let info = vk::PipelineLayoutCreateInfo::default().set_layouts(&sets).push_constant_ranges(&ranges);
        unsafe { device.create_pipeline_layout(&info, None) }
    })();
    match result {
        Ok(layout) => Ok((sets, layout)),
        Err(error) => {
            sets.into_iter().for_each(|set| unsafe { device.destroy_descriptor_set_layout(set, None) });
            Err(error)
        }
    }
}
