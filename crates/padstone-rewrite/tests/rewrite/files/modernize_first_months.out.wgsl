// rewrite modernize --lang wgsl-2020
// Attributes of the first months of 2020.
alias Row = array<f32, 4>;
@id(3) override gain : f32 = 1.0;
@id(4) override bias : f32 = 0.5;
struct B { a : vec2<f32>, n : f32, row : Row, rows : array<array<f32, 2>, 3>, }
@binding(0) @group(0) var<uniform> b : B;
@group(0) @binding(1) var<storage, read_write> out_ : array<vec2<f32>>;

@compute @workgroup_size(1)
fn main() {
    var sums : array<f32, 3>;
    out_[0].x = b.n * gain + b.row[1] + b.rows[2][1] + b.a.x + bias + sums[1];
}
