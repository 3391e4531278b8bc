// rewrite inline --lang wgsl-2020
// A pointer of 2020 has no access mode: the function may write if the variable is writable.
struct Inner { a: i32; b: i32; };
[[block]] struct Outer { o: i32; i: Inner; tail: i32; };
[[group(0), binding(0)]] var<storage> outer: [[access(read_write)]] Outer;
[[group(0), binding(1)]] var<storage> source: [[access(read)]] Outer;
fn clear(p: ptr<storage, Inner>) { p.a = 0; }
fn first(p: ptr<storage, Inner>) -> i32 { return p.a; }
fn run() -> i32 { clear(outer.i); return first(outer.i) + first(source.i); }
