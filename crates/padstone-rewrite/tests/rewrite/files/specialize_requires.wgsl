// rewrite specialize
// A feature that only pointers required is removed; other features remain.
requires unrestricted_pointer_parameters;
requires packed_4x8_integer_dot_product, unrestricted_pointer_parameters;

struct Counter { hits: u32, misses: u32 }

@group(0) @binding(0) var<storage, read_write> counters: array<Counter, 4>;

fn bump(slot: ptr<storage, u32, read_write>) {
    *slot += 1u;
}

@compute @workgroup_size(1)
fn main(@builtin(global_invocation_id) id: vec3u) {
    bump(&counters[id.x].hits);
}
