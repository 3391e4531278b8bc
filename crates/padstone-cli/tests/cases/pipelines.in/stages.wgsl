struct Camera { view: mat4x4f }
@group(0) @binding(0) var<uniform> camera: Camera;
@group(0) @binding(1) var albedo: texture_2d<f32>;
@group(0) @binding(2) var<storage, read_write> counts: array<atomic<u32>>;
@group(1) @binding(0) var<uniform> settings: vec4f;
@group(1) @binding(0) var<storage, read_write> blurred: array<vec4f>;
@vertex fn vs(@location(0) at: vec4f) -> @builtin(position) vec4f { return camera.view * at; }
fn count() { atomicAdd(&counts[0], 1); }
@fragment fn fs() -> @location(0) vec4f { count(); return textureLoad(albedo, vec2u(0), 0) + settings; }
@compute @workgroup_size(64) fn blur() { count(); blurred[0] = textureLoad(albedo, vec2u(0), 0); }
