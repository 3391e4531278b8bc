@id(3) override steps: i32 = 4;
override is_fast: bool;
@group(0) @binding(0) var<storage, read_write> total: i32;
@compute @workgroup_size(1) fn main() { if is_fast { total = steps; } }
