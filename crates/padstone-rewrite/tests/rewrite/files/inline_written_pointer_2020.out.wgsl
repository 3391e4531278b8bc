// rewrite inline --lang wgsl-2020
// A pointer of 2020 has no access mode: the function may write if the variable is writable.
[[block]] struct Outer { o: i32; pad: f32; pad_1: f32; pad_2: f32; i_a: i32; i_b: i32; tail: i32; };
[[group(0), binding(0)]] var<storage> outer: [[access(read_write)]] Outer;
[[group(0), binding(1)]] var<storage> source: [[access(read)]] Outer;
fn clear_Outer(p: ptr<storage, Outer>) { p.i_a = 0; }
fn first_Outer(p: ptr<storage, Outer>) -> i32 { return p.i_a; }
fn run() -> i32 { clear_Outer(outer); return first_Outer(outer) + first_Outer(source); }
