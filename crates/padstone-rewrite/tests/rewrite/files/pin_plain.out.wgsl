// rewrite pin
// Without attributes, all compilers agree on these offsets.
struct Range { first: u32, count: u32 }
struct Draw { id: u32, range: Range, tint: vec3f }
@group(0) @binding(0) var<storage> draw: Draw;
