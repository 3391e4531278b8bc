// rewrite pin --for naga
// naga places `draw.range` at a different offset, and `Fine` and `Array` as WGSL does.
struct Range { @align(64) first: u32, count: u32 }
struct Draw { id: u32, range: Range, tint: vec3f }
struct Fine { @align(16) a: f32, @size(16) b: f32 }
struct Array { many: array<Range, 3>, after: u32 }
@group(0) @binding(0) var<storage> draw: Draw;
@group(0) @binding(1) var<storage> fine: Fine;
@group(0) @binding(2) var<storage> many: array<Array, 2>;
