// rewrite pack --vector-names row
// The vectors that several members share get the names that `--vector-names` specifies; `row_1` is taken.
struct Off { x: f32, y: f32 }
struct U {
    offset: Off, // of the eye
    /* its scale */
    viewscale: Off,
    row_1: vec4f,
    k: u32, l: f32,
    t: vec4f,
}
@group(0) @binding(0) var<uniform> u: U;
fn f() -> f32 { return u.offset.x + u.viewscale.y + u.row_1.x + f32(u.k) + u.l; }
