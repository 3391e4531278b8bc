struct Light { Sky: vec3f, power: f32 }
@group(0) @binding(0) var<uniform> star: Light;
