@group(0) @binding(0) var color: texture_2d<f32>;
@group(0) @binding(1) var depth: texture_depth_2d_array;
@group(0) @binding(2) var ids: texture_multisampled_2d<u32>;
@group(0) @binding(3) var plain: sampler;
@group(0) @binding(4) var compares: sampler_comparison;
@group(0) @binding(5) var stored: texture_storage_3d<rgba8unorm, write>;
@group(0) @binding(6) var counts: texture_storage_2d<r32sint, read_write>;
@group(0) @binding(7) var frame: texture_external;
@group(0) @binding(8) var shadows: texture_depth_multisampled_2d;
