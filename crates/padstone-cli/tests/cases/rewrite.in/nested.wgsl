struct Range { @align(64) first: u32, count: u32 } // a cache line of its own

struct Draw {
    id: u32,
    range: Range,
    tint: vec3f, // and alpha in its tail
    alpha: f32,
}

@group(0) @binding(0) var<storage> draw: Draw;
@group(0) @binding(1) var<storage> draws: array<Draw>;

fn tint(at: u32) -> vec4f { return vec4f(draws[at].tint, draw.alpha); }
