// rewrite scalarize
enable wgpu_int16;
struct Clock { ticks: u64, rate: vec2f, zone: i16 }
struct Cell { @align(16) weights_x: f32, weights_y: f32, weights_z: f32, bias: f32 }
@group(0) @binding(0) var<storage, read_write> clocks: array<Clock, 2>;
@group(0) @binding(1) var<storage, read_write> cells: array<Cell, 4>;
@compute @workgroup_size(1) fn main() {
    clocks[1].ticks = clocks[0].ticks + 5lu;
    clocks[1].rate.y = 2.0;
    cells[1].weights_y = cells[0].bias * f32(clocks[1].ticks);
}
