struct Inner { a: i32; b: i32; };
[[block]] struct Outer { o: i32; i: Inner; tail: i32; };
[[group(0), binding(0)]] var<storage> outer: [[access(read_write)]] Outer;
fn clear(p: ptr<storage, Inner>) { p.a = 0; }
fn run() { clear(outer.i); }
