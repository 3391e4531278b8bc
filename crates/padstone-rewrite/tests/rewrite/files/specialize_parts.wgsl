// rewrite specialize
struct Pair { a: u32, b: u32 }
var<private> pair: Pair;
fn assign(p: ptr<private, u32>, to: u32) { *p = to; }
fn put(p: ptr<function, u32>) { *p = 1; }
@compute @workgroup_size(1) fn main() {
    var local: Pair;
    assign(&pair.a, 1);
    put(&local.b);
}
