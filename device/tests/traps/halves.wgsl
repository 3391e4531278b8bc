// Two f16 share a word, and a 3-component vector occupies one and a half words.
// changed: pack
enable f16;
struct Halves { a: f16, b: vec3h, c: vec2h, d: array<f16, 5>, e: mat2x3h, f: u32 }
@group(0) @binding(0) var<storage, read> halves: Halves;
@group(0) @binding(1) var<storage, read_write> results: array<f32, 24>;

@compute @workgroup_size(1)
fn main() {
    results[0] = f32(halves.a);
    results[1] = f32(halves.b.x);
    results[2] = f32(halves.b.z);
    results[3] = f32(halves.c.y);
    for (var i = 0u; i < 8u; i++) {
        results[4u + i] = f32(halves.d[i]);
    }
    let column = halves.e[1];
    results[12] = f32(column.x);
    results[13] = f32(column.y);
    results[14] = f32(column.z);
    results[15] = f32(halves.e[halves.f % 2u][halves.f % 3u]);
    let all = halves;
    results[16] = f32(all.d[4]);
    results[17] = f32(all.e[0].y);
}
