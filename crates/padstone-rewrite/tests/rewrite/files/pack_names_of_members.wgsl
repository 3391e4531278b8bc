// rewrite pack
// Both structs get `ab`, which is a member of `C` and a local variable too; `cd` is a function, and `off_x` another member of `B`.
struct Off { x: f32, y: f32 }
struct A { a: f32, b: f32, @align(16) c: u32, d: f32, @size(32) @align(16) off: Off, @align(16) z: f32 }
struct B { a: u32, b: f32, @align(16) c: u32, d: f32, @align(16) off: Off, off_x: f32, z: f32 }
struct C { ab: vec4f }
@group(0) @binding(0) var<uniform> a: A;
@group(0) @binding(1) var<uniform> b: B;
@group(0) @binding(2) var<uniform> c: C;
fn cd(off_y: f32) -> f32 { return a.a + off_y + a.z; }
fn x() -> f32 {
    let ab = a.a + c.ab.x;
    return ab + a.b + f32(b.a) + b.b + f32(a.c) + b.d + a.off.x + b.off.y + b.off_x + cd(b.z);
}
