// rewrite scalarize
// Members of different structs can have one name.
struct First { count: atomic<u32>, @align(8) velocity_x: f32, velocity_y: f32, @size(8) mass: f32 }
struct Second { count: atomic<u32>, @align(8) velocity_x: f32, velocity_y: f32, @size(8) mass: f32 }
struct Third { count: atomic<u32>, @align(8) velocity_x_1: f32, velocity_y: f32, @size(8) velocity_x: f32 }
@group(0) @binding(0) var<storage, read_write> first: First;
@group(0) @binding(1) var<storage, read_write> second: Second;
@group(0) @binding(2) var<storage, read_write> third: Third;

@compute @workgroup_size(1)
fn main() {
    {
        let value: vec2<f32> = vec2<f32>(second.velocity_x, second.velocity_y) + vec2<f32>(third.velocity_x_1, third.velocity_y);
        first.velocity_x = value.x;
        first.velocity_y = value.y;
    }
    third.velocity_x_1 = 1.0;
}
