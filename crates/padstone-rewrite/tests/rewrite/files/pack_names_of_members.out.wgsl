// rewrite pack
// Both structs get `ab`, which is a member of `C` and a local variable too; `cd` is a function, and `off_x` another member of `B`.
struct A { ab: vec4<f32>, cd_1: vec4<u32>, @size(32) off: vec4<f32>, z: vec4<f32> }
struct B { ab: vec4<u32>, cd_1: vec4<u32>, off_x_1_off_y_off_x_z: vec4<f32> }
struct C { ab: vec4f }
@group(0) @binding(0) var<uniform> a: A;
@group(0) @binding(1) var<uniform> b: B;
@group(0) @binding(2) var<uniform> c: C;
fn cd(off_y: f32) -> f32 { return a.ab.x + off_y + a.z.x; }
fn x() -> f32 {
    let ab = a.ab.x + c.ab.x;
    return ab + a.ab.y + f32(b.ab.x) + bitcast<f32>(b.ab.y) + f32(a.cd_1.x) + bitcast<f32>(b.cd_1.y) + a.off.x + b.off_x_1_off_y_off_x_z.y + b.off_x_1_off_y_off_x_z.z + cd(b.off_x_1_off_y_off_x_z.w);
}
