// WGSL of 2020: structs start at multiples of 16, and the next member may start in the tail padding of a struct.
// changed: modernize, pack
[[block]] struct Inner {
    v3 : vec3<f32>;
};
struct Pair {
    x : f32;
    y : f32;
};
[[block]] struct Outer {
    inner : Inner;
    outer : f32;
    a : vec2<f32>;
    b : f32;
    pair : Pair;
    pairs : array<Pair, 2>;
};
[[block]] struct Results {
    numbers : array<f32, 16>;
};
[[group(0), binding(0)]] var<uniform> uniforms : [[access(read)]] Outer;
[[group(0), binding(1)]] var<storage> results : [[access(read_write)]] Results;

[[stage(compute), workgroup_size(1, 1, 1)]]
fn main() -> void {
    results.numbers[0] = uniforms.inner.v3.x;
    results.numbers[1] = uniforms.inner.v3.z;
    results.numbers[2] = uniforms.outer;
    const sum : vec2<f32> = uniforms.a + vec2<f32>(uniforms.b, uniforms.outer);
    results.numbers[3] = sum.x;
    results.numbers[4] = sum.y;
    results.numbers[5] = uniforms.pair.y;
    results.numbers[6] = uniforms.pairs[1].x;
    return;
}
