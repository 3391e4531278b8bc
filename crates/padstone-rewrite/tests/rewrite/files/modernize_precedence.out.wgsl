// rewrite modernize --lang wgsl-2020
struct C { n : u32, }
@group(0) @binding(0) var<uniform> c : C;
const mask : u32 = 1u | (2u & 7u);
fn mixed(p : u32, q : u32, r : bool) -> bool { return (((p & q) | (1u << 1u)) == 3u && r) || (p < q) == r; }
@compute @workgroup_size(1) fn main() {
  var n : u32 = (((c.n + 1u) << 2u) & 0xffu) ^ c.n;
  if ((n & 1u) == 1u) { n = (c.n >> 1u) >> 1u; }
  var done : bool = mixed(n, 2u, true);
}
