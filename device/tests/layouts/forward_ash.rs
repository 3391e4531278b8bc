// Descriptor set layouts and the pipeline layout, written by padstone: do not edit.

use ash::vk;

/// Binding, type, number of descriptors, stages.
pub type ForwardBinding = (u32, vk::DescriptorType, u32, vk::ShaderStageFlags);

/// The bindings of each set.
pub const FORWARD_SETS: &[&[ForwardBinding]] = &[
    &[
        // the implicit buffer, 48 bytes
        (0, vk::DescriptorType::UNIFORM_BUFFER, 1, vk::ShaderStageFlags::from_raw(vk::ShaderStageFlags::VERTEX.as_raw() | vk::ShaderStageFlags::FRAGMENT.as_raw())),
        // overlay
        (1, vk::DescriptorType::SAMPLED_IMAGE, 1, vk::ShaderStageFlags::FRAGMENT),
    ],
    &[
        // gView, 512 bytes
        (0, vk::DescriptorType::UNIFORM_BUFFER, 1, vk::ShaderStageFlags::from_raw(vk::ShaderStageFlags::VERTEX.as_raw() | vk::ShaderStageFlags::FRAGMENT.as_raw())),
        // gView.lights, elements of 96 bytes
        (1, vk::DescriptorType::STORAGE_BUFFER, 1, vk::ShaderStageFlags::from_raw(vk::ShaderStageFlags::VERTEX.as_raw() | vk::ShaderStageFlags::FRAGMENT.as_raw())),
        // gView.shadowMaps
        (2, vk::DescriptorType::SAMPLED_IMAGE, 1, vk::ShaderStageFlags::from_raw(vk::ShaderStageFlags::VERTEX.as_raw() | vk::ShaderStageFlags::FRAGMENT.as_raw())),
        // gView.shadowSampler
        (3, vk::DescriptorType::SAMPLER, 1, vk::ShaderStageFlags::from_raw(vk::ShaderStageFlags::VERTEX.as_raw() | vk::ShaderStageFlags::FRAGMENT.as_raw())),
    ],
    &[
        // gLambert, 80 bytes
        (0, vk::DescriptorType::UNIFORM_BUFFER, 1, vk::ShaderStageFlags::from_raw(vk::ShaderStageFlags::VERTEX.as_raw() | vk::ShaderStageFlags::FRAGMENT.as_raw())),
        // gLambert.material.albedo.map
        (1, vk::DescriptorType::SAMPLED_IMAGE, 1, vk::ShaderStageFlags::from_raw(vk::ShaderStageFlags::VERTEX.as_raw() | vk::ShaderStageFlags::FRAGMENT.as_raw())),
        // gLambert.material.albedo.sampler
        (2, vk::DescriptorType::SAMPLER, 1, vk::ShaderStageFlags::from_raw(vk::ShaderStageFlags::VERTEX.as_raw() | vk::ShaderStageFlags::FRAGMENT.as_raw())),
        // gLambert.detail[]
        (3, vk::DescriptorType::SAMPLED_IMAGE, 4, vk::ShaderStageFlags::from_raw(vk::ShaderStageFlags::VERTEX.as_raw() | vk::ShaderStageFlags::FRAGMENT.as_raw())),
    ],
    &[
        // gCoated, 112 bytes
        (0, vk::DescriptorType::UNIFORM_BUFFER, 1, vk::ShaderStageFlags::from_raw(vk::ShaderStageFlags::VERTEX.as_raw() | vk::ShaderStageFlags::FRAGMENT.as_raw())),
        // gCoated.material.albedo.map
        (1, vk::DescriptorType::SAMPLED_IMAGE, 1, vk::ShaderStageFlags::from_raw(vk::ShaderStageFlags::VERTEX.as_raw() | vk::ShaderStageFlags::FRAGMENT.as_raw())),
        // gCoated.material.albedo.sampler
        (2, vk::DescriptorType::SAMPLER, 1, vk::ShaderStageFlags::from_raw(vk::ShaderStageFlags::VERTEX.as_raw() | vk::ShaderStageFlags::FRAGMENT.as_raw())),
        // gCoated.material.coat.map
        (3, vk::DescriptorType::SAMPLED_IMAGE, 1, vk::ShaderStageFlags::from_raw(vk::ShaderStageFlags::VERTEX.as_raw() | vk::ShaderStageFlags::FRAGMENT.as_raw())),
        // gCoated.material.coat.sampler
        (4, vk::DescriptorType::SAMPLER, 1, vk::ShaderStageFlags::from_raw(vk::ShaderStageFlags::VERTEX.as_raw() | vk::ShaderStageFlags::FRAGMENT.as_raw())),
        // gCoated.material.thickness
        (5, vk::DescriptorType::SAMPLED_IMAGE, 1, vk::ShaderStageFlags::from_raw(vk::ShaderStageFlags::VERTEX.as_raw() | vk::ShaderStageFlags::FRAGMENT.as_raw())),
        // gCoated.detail[]
        (6, vk::DescriptorType::SAMPLED_IMAGE, 4, vk::ShaderStageFlags::from_raw(vk::ShaderStageFlags::VERTEX.as_raw() | vk::ShaderStageFlags::FRAGMENT.as_raw())),
    ],
    &[
        // gBones, elements of 64 bytes
        (0, vk::DescriptorType::STORAGE_BUFFER, 1, vk::ShaderStageFlags::from_raw(vk::ShaderStageFlags::VERTEX.as_raw() | vk::ShaderStageFlags::FRAGMENT.as_raw())),
    ],
];

/// Stages and bytes of push constants; all begin at byte 0.
pub const FORWARD_PUSH_CONSTANTS: &[(vk::ShaderStageFlags, u32)] = &[
    (vk::ShaderStageFlags::from_raw(vk::ShaderStageFlags::VERTEX.as_raw() | vk::ShaderStageFlags::FRAGMENT.as_raw()), 80),
];

/// Makes the set layouts and the pipeline layout. On failure none is left.
///
/// # Errors
/// Those of the device.
///
/// # Safety
/// The device must live.
pub unsafe fn forward_create_layouts(
    device: &ash::Device,
) -> Result<(Vec<vk::DescriptorSetLayout>, vk::PipelineLayout), vk::Result> {
    let mut sets = Vec::with_capacity(FORWARD_SETS.len());
    let result = (|| {
        for bindings in FORWARD_SETS {
            let binding = |&(binding, ty, count, stages): &_| {
                vk::DescriptorSetLayoutBinding::default()
                    .binding(binding)
                    .descriptor_type(ty)
                    .descriptor_count(count)
                    .stage_flags(stages)
            };
            let all: Vec<vk::DescriptorSetLayoutBinding<'_>> = bindings.iter().map(binding).collect();
            let info = vk::DescriptorSetLayoutCreateInfo::default().bindings(&all);
            sets.push(unsafe { device.create_descriptor_set_layout(&info, None) }?);
        }
        let range = |&(stages, size): &(vk::ShaderStageFlags, u32)| {
            vk::PushConstantRange::default().stage_flags(stages).offset(0).size(size)
        };
        let ranges: Vec<vk::PushConstantRange> = FORWARD_PUSH_CONSTANTS.iter().map(range).collect();
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
