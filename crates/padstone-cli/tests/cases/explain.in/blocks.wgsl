struct Sky { tint: vec4f }
@group(1) @binding(2) var<uniform> sky: Sky;
@group(0) @binding(0) var clouds: texture_2d<f32>;
@fragment fn shade(@location(0) uv: vec2f, @location(1) fade: f32) -> @location(0) vec4f { return sky.tint * fade; }
