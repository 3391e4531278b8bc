// rewrite pack
// Several variables share structs: where the stride of an array would change, the struct is unchanged, and a packed copy is declared.
struct S {
    uv: array<f32, 5>,
}

struct S_packed {
    uv: array<vec4<f32>, 2>,
}
struct Pair {
    ab: array<vec2f, 3>,
}

struct Pair_packed {
    ab: array<vec4<f32>, 2>,
}
struct Rows {
    mx: array<vec4<f32>, 2>,
}
struct List {
    count_first_uv_few: array<vec4<u32>, 4>,
    rest: array<S>,
}
struct Quad {
    a: vec4<f32>,
    b: vec4<f32>,
}
struct Late {
    @size(32) n: vec4<u32>,
    one: Quad,
    more: array<Quad>,
}

@group(0) @binding(0) var<storage> one: S_packed;

fn load_one_uv(i: u32) -> f32 {
    let at = min(i, 4u);
    return one.uv[at / 4u][at % 4u];
}

fn load_one_uv_1() -> array<f32, 5> {
    var result: array<f32, 5>;
    for (var n = 0u; n < 5u; n++) { result[n] = load_one_uv(n); }
    return result;
}

fn load_one() -> S {
    return S(load_one_uv_1());
}
@group(0) @binding(1) var<storage> many: array<S, 3>;
@group(0) @binding(2) var<storage> all: array<S>;
@group(0) @binding(3) var<storage> list: List;

fn load_list_first_uv(i: u32) -> f32 {
    let at = 1u + min(i, 4u);
    return bitcast<f32>(list.count_first_uv_few[at / 4u][at % 4u]);
}

fn load_list_few_uv_1(i: u32) -> f32 {
    let at = 7u + min(i, 1u) * 5u;
    return bitcast<f32>(list.count_first_uv_few[at / 4u][at % 4u]);
}

fn load_list_few_1_uv_1(i: u32) -> f32 {
    let at = 11u + min(i, 4u);
    return bitcast<f32>(list.count_first_uv_few[at / 4u][at % 4u]);
}

fn load_list_few_1_uv() -> array<f32, 5> {
    var result: array<f32, 5>;
    for (var n = 0u; n < 5u; n++) { result[n] = load_list_few_1_uv_1(n); }
    return result;
}

fn load_list_few_1() -> S {
    return S(load_list_few_1_uv());
}
@group(0) @binding(4) var<uniform> pair: Pair_packed;

fn load_pair_ab_x(i: u32) -> f32 {
    let at = min(i, 2u) * 2u;
    return pair.ab[at / 4u][at % 4u];
}
@group(0) @binding(5) var<storage> pairs: array<array<Pair, 2>>;
@group(0) @binding(6) var<storage> rows: Rows;

fn load_rows_m_y(i: u32) -> f32 {
    let at = 1u + min(i, 2u) * 2u;
    return rows.mx[at / 4u][at % 4u];
}
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
    out[0] = load_one_uv(i) + many[i].uv[2] + all[i].uv[i];
    out[1] = load_list_first_uv(i) + load_list_few_uv_1(i) + list.rest[i].uv[i] + (*p).uv[3] + sum(list.rest[1]) + sum(load_list_few_1()) + sum(load_one());
    out[2] = load_pair_ab_x(i) + pairs[i][1].ab[i].y + pairs[0][i].ab[2].x;
    out[3] = load_rows_m_y(i) + table[i].mx[0].z + table[2].mx[1].z + rows.mx[1].z;
    out[4] = quads[i].b.y + late.one.a.x + late.more[i].b.z;
}
