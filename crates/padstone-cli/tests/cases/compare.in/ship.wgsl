struct Engine { position: vec3f, thrust: f32, flags: u32 }
struct Ship { world: mat4x4f, engines: array<Engine, 2>, color: vec3f, fuel: f32 }
@group(0) @binding(0) var<uniform> ship: Ship;
