// rewrite specialize
struct Pair { a: u32, b: u32 }
var<private> pair: Pair;
fn assign(p: ptr<private, u32>, to: u32) { *p = to; }

fn assign_pair_a(to: u32) { pair.a = to; }
fn put(p: ptr<function, u32>) { *p = 1; }
@compute @workgroup_size(1) fn main() {
    var local: Pair;
    assign_pair_a(1);
    put(&local.b);
}
