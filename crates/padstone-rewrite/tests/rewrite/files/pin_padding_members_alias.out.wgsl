// rewrite pin --padding-members
// A constant of the module constructs the struct by an alias of an alias.
struct A { @align(16) @size(12) a: vec3f, @size(16) @align(4) b: f32, @align(4) @size(4) c: u32, @align(16) @size(16) d: f32 }
alias B = A;
alias C = B;
const k = C(vec3f(1), 2.0, 3u, 4.0);
@group(0) @binding(0) var<uniform> u: A;
@compute @workgroup_size(1)
fn main() { let x = u.a.x + k.b; }
