// rewrite scalarize
// Members of different structs can have one name.
struct First { count: atomic<u32>, velocity: vec2f, mass: f32 }
struct Second { count: atomic<u32>, velocity: vec2f, mass: f32 }
struct Third { count: atomic<u32>, velocity: vec2f, velocity_x: f32 }
@group(0) @binding(0) var<storage, read_write> first: First;
@group(0) @binding(1) var<storage, read_write> second: Second;
@group(0) @binding(2) var<storage, read_write> third: Third;

@compute @workgroup_size(1)
fn main() {
    first.velocity = second.velocity + third.velocity;
    third.velocity.x = 1.0;
}
