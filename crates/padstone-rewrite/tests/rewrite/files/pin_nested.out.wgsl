// rewrite pin
struct Range { @align(64) @size(4) first: u32, @align(4) @size(60) count: u32 } // a cache line of its own

struct Draw {
    @align(4) @size(64) id: u32,
    @align(64) @size(64) range: Range,
    /* the light */ @align(16) @size(12) tint: vec3f,
    @size(36) @align(4) alpha: f32,
    @align(16) @size(80) rows: mat2x3f, @align(64) @size(128) small: array<Range, 2>,
}
struct Tail { @align(8) @size(16) head: vec2u, @size(48) @align(4 * 4) items: vec2f, @align(64) rest: array<Draw> }
struct Loose { a: f32, b: vec3f }

@group(0) @binding(0) var<storage, read_write> tail: Tail;
@group(0) @binding(1) var<storage> draws: array<Draw>;

fn alpha(loose: Loose) -> f32 { return loose.a + draws[1].alpha; }
