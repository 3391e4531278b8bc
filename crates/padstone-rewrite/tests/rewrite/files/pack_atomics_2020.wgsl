// rewrite pack --lang wgsl-2020
// An atomic is never packed into a vector, used or not.
[[block]] struct Unused { a : vec2<u32>; b : atomic<u32>; c : u32; d : f32; e : vec2<f32>; };
[[block]] struct Used { a : u32; b : atomic<i32>; c : f32; };
struct Inner { n : atomic<u32>; x : f32; };
[[block]] struct Outer { first : Inner; y : f32; tail : vec2<f32>; };

[[group(0), binding(0)]] var<uniform> unused : Unused;
[[group(0), binding(1)]] var<uniform> used : Used;
[[group(0), binding(2)]] var<storage> outer : [[access(read)]] Outer;

fn read() -> f32 {
    const p : u32 = unused.c;
    return unused.e.y + used.c + outer.y + outer.first.x + outer.tail.x;
}
