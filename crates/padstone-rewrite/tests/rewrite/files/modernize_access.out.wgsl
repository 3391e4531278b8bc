// rewrite modernize --lang wgsl-2020
// A pointer of 2020 had no access mode; today, `ptr<storage, T>` only reads.
struct Part { a : f32, b : f32, }
struct All { first : Part, @align(16) second : Part, }
@group(0) @binding(0) var<storage, read_write> written : All;
@group(0) @binding(1) var<storage, read> source : All;
@compute @workgroup_size(1) fn main() {
    let to : ptr<storage, Part, read_write> = &written.second;
    let from_ : ptr<storage, Part> = &source.first;
    to.a = from_.b;
    *to = *from_;
}
