// rewrite legalize-uniform
// A struct that storage buffers share keeps its strides there.
requires uniform_buffer_standard_layout;
struct S {
    uv: array<f32, 5>,
}
struct Twice {
    a: S,
    b: array<S, 2>,
}

@group(0) @binding(0) var<uniform> one: S;
@group(0) @binding(1) var<storage> many: array<S, 3>;
@group(0) @binding(2) var<uniform> twice: Twice;
@group(0) @binding(3) var<storage, read_write> out: array<f32>;

@compute @workgroup_size(1)
fn main(@builtin(global_invocation_id) id: vec3u) {
    let i = id.x;
    out[0] = one.uv[i] + many[i].uv[2] + twice.a.uv[i] + twice.b[i].uv[i];
}
