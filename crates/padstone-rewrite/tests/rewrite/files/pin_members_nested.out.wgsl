// rewrite pin --padding-members
// In a uniform buffer, no member can start before the next multiple of 16 after a struct: an attribute reserves these bytes.
struct In { x: u32 }
struct S { a: u32, @size(12) _pad: u32, @align(16) @size(16) k: In, @align(16) b: vec2f, @size(8) _pad_1: u32, c: vec4f }
@group(0) @binding(0) var<uniform> s: S;
