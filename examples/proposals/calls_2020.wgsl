struct Inner { a: i32; b: i32; };
[[block]] struct Outer { o: vec4<i32>; i: Inner; tail: i32; };
[[group(0), binding(0)]] var<storage> outer: [[access(read_write)]] Outer;
fn sum(value: Inner) -> i32 { return value.a + value.b; }
fn both() -> i32 { return sum(outer.i) + sum(Inner(1, 2)); }
