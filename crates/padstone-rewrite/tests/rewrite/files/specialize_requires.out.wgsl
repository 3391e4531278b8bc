// rewrite specialize
// A feature that only pointers required is removed; other features remain.
requires packed_4x8_integer_dot_product;

struct Counter { hits: u32, misses: u32 }

@group(0) @binding(0) var<storage, read_write> counters: array<Counter, 4>;

fn bump_counters_hits(slot_index: u32) {
    counters[slot_index].hits += 1u;
}

@compute @workgroup_size(1)
fn main(@builtin(global_invocation_id) id: vec3u) {
    bump_counters_hits(id.x);
}
