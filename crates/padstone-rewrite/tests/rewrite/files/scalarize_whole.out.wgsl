// rewrite scalarize
enable f16;
struct Small { h: vec2<f16>, k: vec2<f16> }

struct Small_scalars {
    @align(4) h0: f16,
    h1: f16,
    k0: f16,
    k1: f16,
}
struct Item { position: vec3f, weight: f32, small: Small, uv: vec2f }

struct Item_scalars {
    @align(16) position0: f32,
    position1: f32,
    position2: f32,
    weight: f32,
    @align(4) small: Small_scalars,
    uv0: f32,
    uv1: f32,
}
struct Items { first: Item, rest: array<Item, 7> }

struct Items_scalars {
    @align(16) first: Item_scalars,
    @align(16) rest: array<Item_scalars, 7>,
}
@group(0) @binding(0) var<storage, read_write> items: Items_scalars;

fn load_items_rest(i: u32) -> Item {
    return Item(vec3<f32>(items.rest[i].position0, items.rest[i].position1, items.rest[i].position2), items.rest[i].weight, Small(vec2<f16>(items.rest[i].small.h0, items.rest[i].small.h1), vec2<f16>(items.rest[i].small.k0, items.rest[i].small.k1)), vec2<f32>(items.rest[i].uv0, items.rest[i].uv1));
}

fn load_items_rest_1() -> array<Item, 7> {
    var result: array<Item, 7>;
    for (var n = 0u; n < 7u; n++) { result[n] = load_items_rest(n); }
    return result;
}

fn store_items_first_uv(value: vec2<f32>) {
    items.first.uv0 = value.x;
    items.first.uv1 = value.y;
}

fn load_items_rest_2_uv() -> vec2<f32> {
    return vec2<f32>(items.rest[2].uv0, items.rest[2].uv1);
}
@group(0) @binding(1) var<storage, read> given: Items;
fn next() -> i32 { items.first.weight += 1; return i32(items.first.weight); }
@compute @workgroup_size(1)
fn main() {
    {
        let value: Item = load_items_rest(u32(next()));
        items.first.position0 = value.position.x;
        items.first.position1 = value.position.y;
        items.first.position2 = value.position.z;
        items.first.weight = value.weight;
        items.first.small.h0 = value.small.h.x;
        items.first.small.h1 = value.small.h.y;
        items.first.small.k0 = value.small.k.x;
        items.first.small.k1 = value.small.k.y;
        items.first.uv0 = value.uv.x;
        items.first.uv1 = value.uv.y;
    }
    let all = load_items_rest_1();
    {
        let value_1: array<Item, 7> = given.rest;
        for (var n = 0u; n < 7u; n++) { items.rest[n].position0 = value_1[n].position.x; items.rest[n].position1 = value_1[n].position.y; items.rest[n].position2 = value_1[n].position.z; items.rest[n].weight = value_1[n].weight; items.rest[n].small.h0 = value_1[n].small.h.x; items.rest[n].small.h1 = value_1[n].small.h.y; items.rest[n].small.k0 = value_1[n].small.k.x; items.rest[n].small.k1 = value_1[n].small.k.y; items.rest[n].uv0 = value_1[n].uv.x; items.rest[n].uv1 = value_1[n].uv.y; }
    }
    {
        let at = next();
        let value_2: vec3<f32> = cross(given.first.position, vec3<f32>(items.first.position0, items.first.position1, items.first.position2));
        items.rest[at].position0 = value_2.x;
        items.rest[at].position1 = value_2.y;
        items.rest[at].position2 = value_2.z;
    }
    for (store_items_first_uv(vec2f()); items.first.uv0 < 2; store_items_first_uv(vec2<f32>(items.first.uv0, items.first.uv1) + vec2f(1))) {}
    items.first.small.h1 = all[0].small.k.x;
    {
        let at_1 = next();
        let value_3: f32 = vec2<f32>(items.rest[2].uv0, items.rest[2].uv1)[at_1] - 1;
        switch u32(at_1) { case 0u: { items.rest[2].uv0 = value_3; } default: { items.rest[2].uv1 = value_3; } }
    }
    {
        let at_2 = next();
        let value_4: vec2<f32> = vec2<f32>(items.first.uv0, items.first.uv1);
        items.rest[at_2].uv1 = value_4.x;
        items.rest[at_2].uv0 = value_4.y;
    }
}
