// Function-local names shadow the names that the passes write: variables, structs and predeclared names.
// changed: pack, inline, scalarize
struct S { a: vec2f, b: f32, c: u32, list: array<f32, 3> }
struct O { s: S, t: f32 }
@group(0) @binding(0) var<storage, read> u: O;
@group(0) @binding(1) var<storage, read_write> w: O;
@group(0) @binding(2) var<storage, read_write> results: array<f32, 16>;

fn both(min: f32, vec2: f32) -> f32 { return min + vec2 + u.s.a.y + f32(u.s.c & 7u); }
fn other(S: f32, u32: f32) -> f32 { let O = S; w.s = u.s; return O + u32 + w.t; }
fn unused(vec4: f32) -> S { let bitcast = u.s; let f32 = 1; return bitcast; }

@compute @workgroup_size(1)
fn main() {
    let bitcast = u.s.b;
    let vec4 = u.s.a.x;
    results[0] = bitcast + vec4 + both(1.0, 2.0) + other(1.0, 2.0) + unused(1.0).b;
    { let u = 3.0; let w = u; results[1] = w; }
    for (var u = 0; u < 3; u++) { results[2 + u] = f32(u); }
    let i = i32(w.s.c % 4u);
    results[5] = u.s.list[i];
    {
        let min = 1;
        results[6] = u.s.list[i + min];
        w.s.list[min] += 2.0;
        let array = &w.s.list;
        w.s.a = u.s.a.yx;
        results[7] = (*array)[i];
    }
}
