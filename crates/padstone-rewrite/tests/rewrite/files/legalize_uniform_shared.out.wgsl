// rewrite legalize-uniform
// A struct that storage buffers share keeps its strides there.
struct S {
    uv: array<f32, 5>,
}

struct S_legacy {
    uv: array<vec4<f32>, 2>,
}
struct Twice {
    a_uv_b: array<vec4<f32>, 4>,
}

@group(0) @binding(0) var<uniform> one: S_legacy;

fn load_one_uv(i: u32) -> f32 {
    let at = min(i, 4u);
    return one.uv[at / 4u][at % 4u];
}
@group(0) @binding(1) var<storage> many: array<S, 3>;
@group(0) @binding(2) var<uniform> twice: Twice;

fn load_twice_a_uv(i: u32) -> f32 {
    let at = min(i, 4u);
    return twice.a_uv_b[at / 4u][at % 4u];
}

fn load_twice_b_uv(i: u32, j: u32) -> f32 {
    let at = 5u + min(i, 1u) * 5u + min(j, 4u);
    return twice.a_uv_b[at / 4u][at % 4u];
}
@group(0) @binding(3) var<storage, read_write> out: array<f32>;

@compute @workgroup_size(1)
fn main(@builtin(global_invocation_id) id: vec3u) {
    let i = id.x;
    out[0] = load_one_uv(i) + many[i].uv[2] + load_twice_a_uv(i) + load_twice_b_uv(i, i);
}
