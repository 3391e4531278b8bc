// rewrite scalarize
// A runtime-sized array of vectors next to an atomic is unchanged: its length would differ.
struct List {
    count: atomic<u32>,
    items: array<vec2f>,
}
struct Apart {
    count: atomic<u32>,
    @align(16) items: array<vec2f>,
}
struct Numbers {
    count: atomic<u32>,
    items: array<f32>,
}

@group(0) @binding(0) var<storage, read_write> list: List;
@group(0) @binding(1) var<storage, read_write> apart: Apart;
@group(0) @binding(2) var<storage, read_write> numbers: Numbers;

fn push(x: vec2f) {
    list.items[atomicAdd(&list.count, 1u)] = x;
    apart.items[atomicAdd(&apart.count, 1u)] = x;
    numbers.items[atomicAdd(&numbers.count, 1u)] = x.x;
}
