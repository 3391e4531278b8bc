// A pointer keeps the index with which it was created.
// changed: pack, scalarize
struct Item { pair: vec2u, flag: u32 }
struct Items { all: array<Item, 3>, count: u32 }
@group(0) @binding(0) var<storage, read> source: Items;
@group(0) @binding(1) var<storage, read_write> goal: Items;
@group(0) @binding(2) var<storage, read_write> results: array<u32, 8>;

@compute @workgroup_size(1)
fn main() {
    var i = 0u;
    let origin = &source.all[i];
    let dest = &goal.all[i];
    i = 2u;
    results[0] = (*origin).flag;
    (*dest).pair = (*origin).pair.yx;
    i += 1u;
    (*dest).flag = origin.pair.x;
    let here = &source.all[goal.count % 3u];
    goal.count += 1u;
    results[1] = (*here).pair.y;
}
