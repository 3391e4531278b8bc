// rewrite modernize --lang wgsl-2020
alias Colour = vec4<f32>;
const override_ : i32 = 3; // a name, in 2020
struct Star { at : vec3<f32>, while_ : f32, }
struct Sky { count : u32, stars : array<Star, 4>, dim : array<Dim, 2>, rest : array<f32>, }
struct Dim { a : vec2<f32>, b : f32, }
@group(0) @binding(0) var<storage, read_write> sky : Sky;
@group(0) @binding(1) var image : texture_2d<f32>;
var<workgroup> total : atomic<u32>;

fn brighten(star : ptr<function, f32>, by : f32) {
    *star = *star * by;
    *star = -(*star)+(*star);
}

fn shade(c : Colour) -> f32 {
    if (c.x > 1.0) { return 1.0; } else if (c.x < 0.0) { return 0.0; } else { return c.x; }
}

@compute @workgroup_size(1)
fn main(@builtin(global_invocation_id) id : vec3<u32>) {
    let n : u32 = arrayLength(&sky.rest);
    var sum : f32 = sky.stars[override_].while_;
    brighten(&sum, 2.0);
    atomicAdd(&total, n);
    for (var i : i32 = 0; i < override_; i = i + 1) {
        switch (i) { case 1: { sum = sum + 1.0; } default: { } }
    }
    sky.rest[id.x] = sum;
    return;
}

@fragment fn paint(@location(0) @interpolate(flat) x : f32, @builtin(position) at : vec4<f32>) -> @location(0) vec4<f32> {
    return at * x;
}
