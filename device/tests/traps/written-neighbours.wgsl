// Two invocations write to neighboring members of one 16-byte slot. In a vector, a write to one could overwrite the other.
// unchanged: pack
struct Counters { even: u32, odd: u32, sum: atomic<u32>, rest: u32 }
@group(0) @binding(0) var<storage, read_write> counters: Counters;

@compute @workgroup_size(2)
fn main(@builtin(local_invocation_index) which: u32) {
    for (var i = 0u; i < 100u; i++) {
        if which == 0u {
            counters.even += 3u;
        } else {
            counters.odd += 5u;
        }
        atomicAdd(&counters.sum, i);
    }
}
