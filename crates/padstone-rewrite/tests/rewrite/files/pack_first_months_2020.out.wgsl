// rewrite pack --lang wgsl-2020
// Attributes of the first months of 2020 do not affect packing.
type Row = [[stride(4)]] array<f32, 4>;
[[constant_id(3)]] const gain : f32 = 1.0;
[[override(4)]] let bias : f32 = 0.5;
[[block]] struct B { a_n_row_rows : array<vec4<f32>, 4>; };
[[binding(0), set(0)]] var<uniform> b : B;
[[set(0), binding(1)]] var<storage> out_ : [[stride(8)]] array<vec2<f32>>;

[[stage(compute)]]
fn main() -> void {
    var sums : [[stride(4)]] array<f32, 3>;
    out_[0].x = b.a_n_row_rows[0].z * gain + b.a_n_row_rows[1].x + b.a_n_row_rows[3].x + b.a_n_row_rows[0].x + bias + sums[1];
}

[[location(0)]] var<in> color : vec4<f32>;
[[location(0)]] var<out> painted : vec4<f32>;
[[builtin(position)]] var<out> place : vec4<f32>;

[[stage(vertex)]]
fn shade() -> void { painted = color * b.a_n_row_rows[0].z; place = vec4<f32>(b.a_n_row_rows[0].xy, b.a_n_row_rows[0].w, 1.0); }
