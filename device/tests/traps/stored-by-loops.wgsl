// Long arrays are stored in loops: the loop variable must not shadow the stored value.
// changed: scalarize
struct Item { a: vec2u, b: u32 }
struct Shared { items: array<Item, 6>, n: u32, more: array<array<Item, 5>, 2> }
@group(0) @binding(0) var<storage, read_write> shared_by_all: Shared;
@group(0) @binding(1) var<storage, read> source: Shared;

fn some(n: u32) -> array<Item, 6> { var items = source.items; items[n % 6u].b = n; return items; }

@compute @workgroup_size(1)
fn main() {
    var n = source.items;
    n[2].b = source.n;
    shared_by_all.items = n;
    {
        let n = 1u;
        shared_by_all.more[n] = source.more[n - 1u];
        shared_by_all.more[0] = source.more[n];
    }
    {
        var both = source.more;
        for (var n = 0u; n < 2u; n++) { both[n][n].b += n; shared_by_all.more[n] = both[1u - n]; }
    }
    let i = 3u;
    shared_by_all.items = some(i + shared_by_all.n);
}
