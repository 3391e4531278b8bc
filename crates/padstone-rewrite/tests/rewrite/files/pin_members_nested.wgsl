// rewrite pin --padding-members
// In a uniform buffer, no member can start before the next multiple of 16 after a struct: an attribute reserves these bytes.
struct In { x: u32 }
struct S { a: u32, @align(16) k: In, @align(16) b: vec2f, c: vec4f }
@group(0) @binding(0) var<uniform> s: S;
