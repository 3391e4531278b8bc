// An index out of range accesses the last element, never the bytes after the array.
// changed: pack
struct Tables { words: array<u32, 5>, secret: u32, pairs: array<vec2u, 3>, other: vec2u }
@group(0) @binding(0) var<storage, read> tables: Tables;
@group(0) @binding(1) var<storage, read_write> results: array<u32, 16>;
var<private> at: i32 = 5;

@compute @workgroup_size(1)
fn main() {
    results[0] = tables.words[at];
    results[1] = tables.words[u32(at) + 100u];
    results[2] = tables.pairs[at].x;
    results[3] = tables.pairs[at - 2].y;
    results[4] = tables.words[-at];
    results[5] = tables.pairs[-at].y;
    let pair = &tables.pairs[at];
    results[6] = (*pair).x;
}
