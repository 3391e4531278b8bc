// Elements of 4 and 8 bytes: several share a vector, and the index is known only at run time.
// changed: pack
struct Tables { words: array<u32, 5>, pairs: array<vec2i, 3>, end: u32 }
@group(0) @binding(0) var<uniform> tables: Tables;
@group(0) @binding(1) var<storage, read_write> results: array<u32, 32>;

@compute @workgroup_size(1)
fn main() {
    for (var i = 0u; i < 5u; i++) {
        results[i] = tables.words[i];
    }
    for (var i = 0; i < 3; i++) {
        results[5 + i] = bitcast<u32>(tables.pairs[i].x);
        results[8 + i] = bitcast<u32>(tables.pairs[i].y);
    }
    let words = tables.words;
    results[11] = words[3];
    results[12] = tables.end;
    let pair = &tables.pairs[tables.end % 3u];
    results[13] = bitcast<u32>((*pair).y);
}
