// rewrite pack
// A runtime-sized array is unchanged, and so are members that share a slot with it.
struct Items { scale: f32, offset: f32, bias: vec2f, count: u32, first: u32, items: array<f32> }
struct Light { direction: vec3f, power: f32 }
@group(0) @binding(0) var<storage, read> items: Items;
@group(0) @binding(1) var<storage> lights: array<Light>;
@group(0) @binding(2) var<storage, read_write> out: Items;

fn load(i: i32) -> f32 {
    let p = &items.items[i];
    out.items[0] = *p;
    return items.scale * items.items[min(u32(i), arrayLength(&items.items) - 1)] + items.bias.y + lights[i].power
        + f32(arrayLength(&lights));
}
