// rewrite specialize
enable f16;
requires unrestricted_pointer_parameters;
requires unrestricted_pointer_parameters, packed_4x8_integer_dot_product;
@group(0) @binding(0) var<storage, read_write> n: u32;
fn bump(p: ptr<storage, u32, read_write>) { *p += 1; }
fn all() { bump(&n); }
