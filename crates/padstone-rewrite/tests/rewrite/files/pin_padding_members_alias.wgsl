// rewrite pin --padding-members
// A constant of the module constructs the struct by an alias of an alias.
struct A { a: vec3f, @size(16) b: f32, c: u32, @align(16) d: f32 }
alias B = A;
alias C = B;
const k = C(vec3f(1), 2.0, 3u, 4.0);
@group(0) @binding(0) var<uniform> u: A;
@compute @workgroup_size(1)
fn main() { let x = u.a.x + k.b; }
