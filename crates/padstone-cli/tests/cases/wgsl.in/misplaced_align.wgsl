@align(16) struct Fog { density: f32, height: f32 }
@group(0) @binding(0) var<uniform> fog: Fog;
@group(0) @binding(1) var<uniform> height: f32;
