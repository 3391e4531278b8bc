// The binding has 12 bytes, three words and no vector: an array whose length is read must not be packed.
struct Header { count: u32, items: array<u32> }
@group(0) @binding(0) var<storage, read> words: array<f32>;
@group(0) @binding(1) var<storage, read> list: Header;
@group(0) @binding(2) var<storage, read_write> results: array<u32, 12>;

@compute @workgroup_size(1)
fn main() {
    results[0] = arrayLength(&words);
    results[1] = arrayLength(&list.items);
    let items = &list.items;
    results[2] = arrayLength(items);
    for (var i = 0u; i < arrayLength(&words); i++) {
        results[3u + i] = bitcast<u32>(words[i]);
    }
    results[6] = list.items[list.count];
    results[7] = list.items[2];
}
