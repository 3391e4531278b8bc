// rewrite pack
// Several variables share structs: where the stride of an array would change, the struct is unchanged, and a packed copy is declared.
struct S {
    uv: array<f32, 5>,
}
struct Pair {
    ab: array<vec2f, 3>,
}
struct Rows {
    m: mat3x2f,
    x: f32,
}
struct List {
    count: u32,
    first: S,
    few: array<S, 2>,
    rest: array<S>,
}
struct Quad {
    a: f32,
    b: vec3f,
}
struct Late {
    @size(20) n: u32,
    one: Quad,
    more: array<Quad>,
}

@group(0) @binding(0) var<storage> one: S;
@group(0) @binding(1) var<storage> many: array<S, 3>;
@group(0) @binding(2) var<storage> all: array<S>;
@group(0) @binding(3) var<storage> list: List;
@group(0) @binding(4) var<uniform> pair: Pair;
@group(0) @binding(5) var<storage> pairs: array<array<Pair, 2>>;
@group(0) @binding(6) var<storage> rows: Rows;
@group(0) @binding(7) var<storage> table: array<Rows, 4>;
@group(0) @binding(8) var<storage> quads: array<Quad>;
@group(0) @binding(9) var<storage> late: Late;
@group(0) @binding(10) var<storage, read_write> out: array<f32>;

fn sum(s: S) -> f32 {
    return s.uv[0] + s.uv[4];
}

@compute @workgroup_size(1)
fn main(@builtin(global_invocation_id) id: vec3u) {
    let i = id.x;
    let p = &list.rest[i];
    out[0] = one.uv[i] + many[i].uv[2] + all[i].uv[i];
    out[1] = list.first.uv[i] + list.few[i].uv[1] + list.rest[i].uv[i] + (*p).uv[3] + sum(list.rest[1]) + sum(list.few[1]) + sum(one);
    out[2] = pair.ab[i].x + pairs[i][1].ab[i].y + pairs[0][i].ab[2].x;
    out[3] = rows.m[i].y + table[i].m[1].x + table[2].x + rows.x;
    out[4] = quads[i].b.y + late.one.a + late.more[i].b.z;
}
