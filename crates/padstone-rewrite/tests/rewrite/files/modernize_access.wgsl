// rewrite modernize --lang wgsl-2020
// A pointer of 2020 had no access mode; today, `ptr<storage, T>` only reads.
struct Part { a : f32; b : f32; };
[[block]] struct All { first : Part; second : Part; };
[[group(0), binding(0)]] var<storage> written : [[access(read_write)]] All;
[[group(0), binding(1)]] var<storage> source : [[access(read)]] All;
[[stage(compute)]] fn main() -> void {
    const to : ptr<storage, Part> = written.second;
    const from : ptr<storage, Part> = source.first;
    to.a = from.b;
    to = from;
}
