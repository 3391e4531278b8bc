// rewrite pin --for naga
// naga places `draw.range` at a different offset, and `Fine` and `Array` as WGSL does.
struct Range { @align(64) first: u32, count: u32 }
struct Draw { @align(4) @size(64) id: u32, @align(64) @size(64) range: Range, @align(16) @size(64) tint: vec3f }
struct Fine { @align(16) a: f32, @size(16) b: f32 }
struct Array { @align(64) @size(192) many: array<Range, 3>, @align(4) @size(64) after: u32 }
@group(0) @binding(0) var<storage> draw: Draw;
@group(0) @binding(1) var<storage> fine: Fine;
@group(0) @binding(2) var<storage> many: array<Array, 2>;
