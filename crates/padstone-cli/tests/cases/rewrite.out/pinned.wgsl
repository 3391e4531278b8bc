struct Range { @align(64) @size(4) first: u32, @align(4) @size(60) count: u32 } // a cache line of its own

struct Draw {
    @align(4) @size(64) id: u32,
    @align(64) @size(64) range: Range,
    @align(16) @size(12) tint: vec3f, // and alpha in its tail
    @align(4) @size(52) alpha: f32,
}

@group(0) @binding(0) var<storage> draw: Draw;
@group(0) @binding(1) var<storage> draws: array<Draw>;

fn tint(at: u32) -> vec4f { return vec4f(draws[at].tint, draw.alpha); }
