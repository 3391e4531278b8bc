// rewrite legalize-uniform
// Arrays that are whole variables are regrouped like those in structs, and the language feature is no longer required.
requires readonly_and_readwrite_storage_textures;
struct S {
    a: f32,
    uv: array<vec2f, 2>,
}
alias Weights = array<f32, 5>;

@group(0) @binding(0) var<uniform> weights: array<vec4<f32>, 2>;

fn load_weights_1(i: u32) -> f32 {
    let at = min(i, 4u);
    return weights[at / 4u][at % 4u];
}

fn load_weights() -> Weights {
    var result: Weights;
    for (var n = 0u; n < 5u; n++) { result[n] = load_weights_1(n); }
    return result;
}
@group(0) @binding(1) var<uniform> pairs: array<vec4<f32>, 2>;

fn load_pairs_y(i: u32) -> f32 {
    let at = 1u + min(i, 2u) * 2u;
    return pairs[at / 4u][at % 4u];
}
@group(0) @binding(2) var<uniform> two: array<vec4<f32>, 1>;

fn load_two(i: u32) -> f32 {
    let at = min(i, 1u);
    return two[at / 4u][at % 4u];
}
@group(0) @binding(3) var<uniform> structs: array<vec4<f32>, 5>;

fn load_structs_a(i: u32) -> f32 {
    let at = min(i, 2u) * 6u;
    return structs[at / 4u][at % 4u];
}

fn load_structs_uv_0(i: u32) -> vec2<f32> {
    let at = 2u + min(i, 2u) * 6u;
    return vec2<f32>(structs[at / 4u][at % 4u], structs[(at + 1u) / 4u][(at + 1u) % 4u]);
}

fn load_structs_uv_1(i: u32) -> vec2<f32> {
    let at = 4u + min(i, 2u) * 6u;
    return vec2<f32>(structs[at / 4u][at % 4u], structs[(at + 1u) / 4u][(at + 1u) % 4u]);
}

fn load_structs_uv(i: u32) -> array<vec2<f32>, 2> {
    return array<vec2<f32>, 2>(load_structs_uv_0(i), load_structs_uv_1(i));
}

fn load_structs(i: u32) -> S {
    return S(load_structs_a(i), load_structs_uv(i));
}

fn load_structs_1_uv_x(i: u32) -> f32 {
    let at = 8u + min(i, 1u) * 2u;
    return structs[at / 4u][at % 4u];
}

fn load_structs_uv_1_x(i: u32) -> f32 {
    let at = 4u + min(i, 2u) * 6u;
    return structs[at / 4u][at % 4u];
}
@group(0) @binding(4) var<uniform> grid: array<vec4<u32>, 4>;

fn load_grid_2(i: u32) -> u32 {
    let at = 2u + min(i, 4u) * 3u;
    return grid[at / 4u][at % 4u];
}
@group(0) @binding(5) var<uniform> matrices: array<mat2x2f, 2>;
@group(0) @binding(6) var<uniform> columns: array<vec4<f32>, 3>;

fn load_columns_y(i: u32, j: u32) -> f32 {
    let at = 1u + min(i, 1u) * 6u + min(j, 2u) * 2u;
    return columns[at / 4u][at % 4u];
}
@group(0) @binding(7) var<uniform> legal: array<vec4f, 2>;
@group(0) @binding(8) var<storage, read_write> out: array<f32>;

fn sum(s: S) -> f32 {
    return s.a + s.uv[1].y;
}

@compute @workgroup_size(1)
fn main(@builtin(global_invocation_id) id: vec3u) {
    let i = id.x;
    let all = load_weights();
    let p_at = i;
    let p = &structs;
    let q = &grid;
    _ = weights[0].x;
    out[0] = load_weights_1(i) + weights[1].x + all[1] + load_pairs_y(i) + load_two(i) + two[0].y + legal[i].x;
    out[1] = sum(load_structs(i)) + sum(S(structs[3].x, array<vec2<f32>, 2>(structs[3].zw, structs[4].xy))) + load_structs_1_uv_x(i) + load_structs_uv_1_x(p_at) + f32(load_grid_2(i) + grid[3].y);
    out[2] = matrices[i][1].x + (matrices[1] * pairs[1].xy).x + load_columns_y(i, i) + columns[2].z;
}
