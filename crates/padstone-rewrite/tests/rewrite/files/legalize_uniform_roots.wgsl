// rewrite legalize-uniform
// Arrays that are whole variables are regrouped like those in structs, and the language feature is no longer required.
requires uniform_buffer_standard_layout, readonly_and_readwrite_storage_textures;
struct S {
    a: f32,
    uv: array<vec2f, 2>,
}
alias Weights = array<f32, 5>;

@group(0) @binding(0) var<uniform> weights: Weights;
@group(0) @binding(1) var<uniform> pairs: array<vec2f, 3>;
@group(0) @binding(2) var<uniform> two: array<f32, 2>;
@group(0) @binding(3) var<uniform> structs: array<S, 3>;
@group(0) @binding(4) var<uniform> grid: array<array<u32, 3>, 5>;
@group(0) @binding(5) var<uniform> matrices: array<mat2x2f, 2>;
@group(0) @binding(6) var<uniform> columns: array<mat3x2f, 2>;
@group(0) @binding(7) var<uniform> legal: array<vec4f, 2>;
@group(0) @binding(8) var<storage, read_write> out: array<f32>;

fn sum(s: S) -> f32 {
    return s.a + s.uv[1].y;
}

@compute @workgroup_size(1)
fn main(@builtin(global_invocation_id) id: vec3u) {
    let i = id.x;
    let all = weights;
    let p = &structs[i];
    let q = &grid;
    _ = weights;
    out[0] = weights[i] + weights[4] + all[1] + pairs[i].y + two[i] + two[1] + legal[i].x;
    out[1] = sum(structs[i]) + sum(structs[2]) + structs[1].uv[i].x + (*p).uv[1].x + f32((*q)[i][2] + grid[4][1]);
    out[2] = matrices[i][1].x + (matrices[1] * pairs[2]).x + columns[i][i].y + columns[1][2].x;
}
