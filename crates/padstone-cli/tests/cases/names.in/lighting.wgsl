struct Pass { color: vec4f, bias_scale: f32 }
@group(0) @binding(0) var<uniform> Pass_data: Pass;
