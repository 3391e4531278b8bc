// rewrite pack --vector-names row
// The vectors that several members share get the names that `--vector-names` specifies; `row_1` is taken.
struct U {
    // of the eye
    /* its scale */
    row_0: vec4<f32>,
    row_1: vec4f,
    row_2: vec4<u32>,
    t: vec4f,
}
@group(0) @binding(0) var<uniform> u: U;
fn f() -> f32 { return u.row_0.x + u.row_0.w + u.row_1.x + f32(u.row_2.x) + bitcast<f32>(u.row_2.y); }
