struct Inner { a: i32; b: i32; };
struct Outer { o: i32; i: Inner; };
[[block]] struct Block { outer: Outer; tail: f32; };
[[group(0), binding(0)]] var<storage> block: [[access(read_write)]] Block;
fn sum(value: Inner) -> i32 { return value.a + value.b; }
fn store() { block.outer.i = Inner(1, 2); }
fn load() -> i32 { return sum(block.outer.i); }
