// rewrite scalarize
enable f16;
struct Small { h: vec2<f16>, k: vec2<f16> }
struct Item { position: vec3f, weight: f32, small: Small, uv: vec2f }
struct Items { first: Item, rest: array<Item, 7> }
@group(0) @binding(0) var<storage, read_write> items: Items;
@group(0) @binding(1) var<storage, read> given: Items;
fn next() -> i32 { items.first.weight += 1; return i32(items.first.weight); }
@compute @workgroup_size(1)
fn main() {
    items.first = items.rest[next()];
    let all = items.rest;
    items.rest = given.rest;
    items.rest[next()].position = cross(given.first.position, items.first.position);
    for (items.first.uv = vec2f(); items.first.uv.x < 2; items.first.uv += vec2f(1)) {}
    items.first.small.h.y = all[0].small.k.x;
    items.rest[2].uv[next()] -= 1;
    items.rest[next()].uv.yx = items.first.uv;
}
