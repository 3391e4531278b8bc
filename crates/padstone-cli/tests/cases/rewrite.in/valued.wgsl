struct Core { mass: vec3f, charge: f32 }
struct Body { core: Core, age: f32 }
struct World { sun: Body, time: f32 }
@group(0) @binding(0) var<storage, read_write> world: World;

fn older(body: Body) -> f32 { return body.age + 1.0; }

@compute @workgroup_size(1)
fn main() {
    var planet: Body;
    let copy = planet;
    world.time = older(copy);
}
