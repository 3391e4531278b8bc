// rewrite inline
// Variables of the module that are in no buffer stay as they are.
struct Inner { a: f32, b: f32 }
struct Outer { i: Inner, c: f32 }
alias Again = Outer;
@group(0) @binding(0) var<storage, read_write> out: Outer;
var<private> one: Outer;
var<workgroup> several: array<Again, 3>;
const none = Inner(1.0, 2.0);
@compute @workgroup_size(1) fn main() { out.i.a = one.i.a + several[1].i.b + none.a; }
