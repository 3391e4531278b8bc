// rewrite specialize
enable f16;
requires packed_4x8_integer_dot_product;
@group(0) @binding(0) var<storage, read_write> n: u32;
fn bump_n() { n += 1; }
fn all() { bump_n(); }
