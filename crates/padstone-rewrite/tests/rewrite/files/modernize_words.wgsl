// rewrite modernize --lang wgsl-2020
type Colour = vec4<f32>;
let override : i32 = 3; // a name, in 2020
[[align(16)]] struct Star { [[offset(0), size(12)]] at : vec3<f32>; [[align(4)]] while : f32; };
[[block]] struct Sky { count : u32; stars : array<Star, 4>; dim : array<Dim, 2>; rest : array<f32>; };
struct Dim { a : vec2<f32>; b : f32; };
[[group(0), binding(0)]] var<storage> sky : Sky;
[[group(0), binding(1)]] var image : texture_2d<f32>;
var<workgroup> total : atomic<u32>;

fn brighten(star : ptr<function, f32>, by : f32) -> void {
    star = star * by;
    star = -star+star;
}

fn shade(c : Colour) -> f32 {
    if (c.x > 1.0) { return 1.0; } elseif (c.x < 0.0) { return 0.0; } else { return c.x; }
}

[[stage(compute)]]
fn main([[builtin(global_invocation_id)]] id : vec3<u32>) -> void {
    const n : u32 = arrayLength(sky.rest);
    var sum : f32 = sky.stars[override].while;
    brighten(sum, 2.0);
    atomicAdd(total, n);
    for (var i : i32 = 0; i < override; i = i + 1) {
        switch (i) { case 1: { sum = sum + 1.0; } default: { } }
    }
    sky.rest[id.x] = sum;
    return;
}

[[stage(fragment)]] fn paint([[location(0), interpolate(flat)]] x : f32, [[builtin(frag_coord)]] at : vec4<f32>) -> [[location(0)]] vec4<f32> {
    return at * x;
}
