// rewrite scalarize
enable f16;
struct Small { h: vec2<f16>, k: vec2<f16> }

struct Small_scalars {
    @align(4) h_x: f16,
    h_y: f16,
    k_x: f16,
    k_y: f16,
}
struct Item { position: vec3f, weight: f32, small: Small, uv: vec2f }

struct Item_scalars {
    @align(16) position_x: f32,
    position_y: f32,
    position_z: f32,
    weight: f32,
    @align(4) small: Small_scalars,
    uv_x: f32,
    uv_y: f32,
}
struct Items { first: Item, rest: array<Item, 7> }

struct Items_scalars {
    @align(16) first: Item_scalars,
    @align(16) rest: array<Item_scalars, 7>,
}
@group(0) @binding(0) var<storage, read_write> items: Items_scalars;

fn load_items_rest(i: u32) -> Item {
    return Item(vec3<f32>(items.rest[i].position_x, items.rest[i].position_y, items.rest[i].position_z), items.rest[i].weight, Small(vec2<f16>(items.rest[i].small.h_x, items.rest[i].small.h_y), vec2<f16>(items.rest[i].small.k_x, items.rest[i].small.k_y)), vec2<f32>(items.rest[i].uv_x, items.rest[i].uv_y));
}

fn load_items_rest_1() -> array<Item, 7> {
    var result: array<Item, 7>;
    for (var n = 0u; n < 7u; n++) { result[n] = load_items_rest(n); }
    return result;
}

fn store_items_first_uv(value: vec2<f32>) {
    items.first.uv_x = value.x;
    items.first.uv_y = value.y;
}

fn load_items_rest_2_uv() -> vec2<f32> {
    return vec2<f32>(items.rest[2].uv_x, items.rest[2].uv_y);
}
@group(0) @binding(1) var<storage, read> given: Items;
fn next() -> i32 { items.first.weight += 1; return i32(items.first.weight); }
@compute @workgroup_size(1)
fn main() {
    {
        let value: Item = load_items_rest(u32(next()));
        items.first.position_x = value.position.x;
        items.first.position_y = value.position.y;
        items.first.position_z = value.position.z;
        items.first.weight = value.weight;
        items.first.small.h_x = value.small.h.x;
        items.first.small.h_y = value.small.h.y;
        items.first.small.k_x = value.small.k.x;
        items.first.small.k_y = value.small.k.y;
        items.first.uv_x = value.uv.x;
        items.first.uv_y = value.uv.y;
    }
    let all = load_items_rest_1();
    {
        let value_1: array<Item, 7> = given.rest;
        for (var n = 0u; n < 7u; n++) { items.rest[n].position_x = value_1[n].position.x; items.rest[n].position_y = value_1[n].position.y; items.rest[n].position_z = value_1[n].position.z; items.rest[n].weight = value_1[n].weight; items.rest[n].small.h_x = value_1[n].small.h.x; items.rest[n].small.h_y = value_1[n].small.h.y; items.rest[n].small.k_x = value_1[n].small.k.x; items.rest[n].small.k_y = value_1[n].small.k.y; items.rest[n].uv_x = value_1[n].uv.x; items.rest[n].uv_y = value_1[n].uv.y; }
    }
    {
        let at = next();
        let value_2: vec3<f32> = cross(given.first.position, vec3<f32>(items.first.position_x, items.first.position_y, items.first.position_z));
        items.rest[at].position_x = value_2.x;
        items.rest[at].position_y = value_2.y;
        items.rest[at].position_z = value_2.z;
    }
    for (store_items_first_uv(vec2f()); items.first.uv_x < 2; store_items_first_uv(vec2<f32>(items.first.uv_x, items.first.uv_y) + vec2f(1))) {}
    items.first.small.h_y = all[0].small.k.x;
    {
        let at_1 = next();
        let value_3: f32 = vec2<f32>(items.rest[2].uv_x, items.rest[2].uv_y)[at_1] - 1;
        switch u32(at_1) { case 0u: { items.rest[2].uv_x = value_3; } default: { items.rest[2].uv_y = value_3; } }
    }
    {
        let at_2 = next();
        let value_4: vec2<f32> = vec2<f32>(items.first.uv_x, items.first.uv_y);
        items.rest[at_2].uv_y = value_4.x;
        items.rest[at_2].uv_x = value_4.y;
    }
}
