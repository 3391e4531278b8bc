// Scalars of several types share a slot: integers must not pass through f32, where some bit patterns are NaN.
// changed: pack
struct Mixed { a: vec2f, b: u32, c: i32, d: i32, e: f32, f: vec2u }
@group(0) @binding(0) var<uniform> mixed: Mixed;
@group(0) @binding(1) var<storage, read_write> results: array<u32, 16>;

fn total(m: Mixed) -> u32 { return m.b ^ u32(m.c) ^ m.f.x ^ bitcast<u32>(m.e); }

@compute @workgroup_size(1)
fn main() {
    results[0] = bitcast<u32>(mixed.a.x);
    results[1] = bitcast<u32>(mixed.a.y);
    results[2] = mixed.b;
    results[3] = bitcast<u32>(mixed.c);
    results[4] = bitcast<u32>(mixed.d >> 3u);
    results[5] = bitcast<u32>(mixed.e + mixed.a.x);
    let f = mixed.f.yx;
    results[6] = f.x;
    results[7] = f.y;
    results[8] = total(mixed);
}
