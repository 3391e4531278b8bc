// rewrite pin
struct Range { @align(64) first: u32, count: u32 } // a cache line of its own

struct Draw {
    id: u32,
    range: Range,
    /* the light */ tint: vec3f,
    @size(16 + 16) alpha: f32,
    rows: mat2x3f, small: array<Range, 2>,
}
struct Tail { head: vec2u, @size(8) @align(4 * 4) items: vec2f, rest: array<Draw> }
struct Loose { a: f32, b: vec3f }

@group(0) @binding(0) var<storage, read_write> tail: Tail;
@group(0) @binding(1) var<storage> draws: array<Draw>;

fn alpha(loose: Loose) -> f32 { return loose.a + draws[1].alpha; }
