// Bind group layouts and the pipeline layout for wgpu 30, written by padstone: do not edit.

/// The bindings of each group.
pub const SHADING_GROUPS: &[&[wgpu::BindGroupLayoutEntry]] = &[
    &[
        // gResult
        wgpu::BindGroupLayoutEntry {
            binding: 0,
            visibility: wgpu::ShaderStages::COMPUTE,
            ty: wgpu::BindingType::Buffer { ty: wgpu::BufferBindingType::Storage { read_only: false }, has_dynamic_offset: false, min_binding_size: std::num::NonZeroU64::new(16) },
            count: None,
        },
        // gImage
        wgpu::BindGroupLayoutEntry {
            binding: 1,
            visibility: wgpu::ShaderStages::COMPUTE,
            ty: wgpu::BindingType::StorageTexture { access: wgpu::StorageTextureAccess::WriteOnly, format: wgpu::TextureFormat::Rgba8Unorm, view_dimension: wgpu::TextureViewDimension::D2 },
            count: None,
        },
    ],
    &[
        // gScene
        wgpu::BindGroupLayoutEntry {
            binding: 0,
            visibility: wgpu::ShaderStages::COMPUTE,
            ty: wgpu::BindingType::Buffer { ty: wgpu::BufferBindingType::Uniform, has_dynamic_offset: false, min_binding_size: std::num::NonZeroU64::new(80) },
            count: None,
        },
        // gScene.albedo
        wgpu::BindGroupLayoutEntry {
            binding: 1,
            visibility: wgpu::ShaderStages::COMPUTE,
            ty: wgpu::BindingType::Texture { sample_type: wgpu::TextureSampleType::Float { filterable: true }, view_dimension: wgpu::TextureViewDimension::D2, multisampled: false },
            count: None,
        },
        // gScene.linear
        wgpu::BindGroupLayoutEntry {
            binding: 2,
            visibility: wgpu::ShaderStages::COMPUTE,
            ty: wgpu::BindingType::Sampler(wgpu::SamplerBindingType::Filtering),
            count: None,
        },
        // gScene.lights
        wgpu::BindGroupLayoutEntry {
            binding: 3,
            visibility: wgpu::ShaderStages::COMPUTE,
            ty: wgpu::BindingType::Buffer { ty: wgpu::BufferBindingType::Storage { read_only: true }, has_dynamic_offset: false, min_binding_size: std::num::NonZeroU64::new(16) },
            count: None,
        },
    ],
];

/// Bytes of immediate data.
pub const SHADING_IMMEDIATE_SIZE: u32 = 0;

/// Makes the layouts of the groups and of the pipeline.
pub fn shading_layouts(device: &wgpu::Device) -> (Vec<wgpu::BindGroupLayout>, wgpu::PipelineLayout) {
    let group = |&entries: &&[_]| device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor { label: None, entries });
    let groups: Vec<wgpu::BindGroupLayout> = SHADING_GROUPS.iter().map(group).collect();
    let all: Vec<Option<&wgpu::BindGroupLayout>> = groups.iter().map(Some).collect();
    let layout = device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
        label: None,
        bind_group_layouts: &all,
        immediate_size: SHADING_IMMEDIATE_SIZE,
    });
    (groups, layout)
}
