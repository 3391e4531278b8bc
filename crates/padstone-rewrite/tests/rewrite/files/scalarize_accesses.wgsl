// rewrite scalarize
struct Cell { p: vec3f, m: f32, q: vec2u, n: atomic<u32>, r: array<vec2f, 2> }
struct S { a: vec2<u32>, b: atomic<u32>, c: u32, v: vec4f, cell: array<Cell, 3>, w: vec3<i32>, k: i32 }
@group(0) @binding(0) var<storage, read_write> s: S;
@group(0) @binding(1) var<storage, read_write> cells: array<Cell>;
fn next() -> u32 { return atomicAdd(&s.b, 1u); }
fn two(p: vec2u) -> u32 { return p.x; }
@compute @workgroup_size(1)
fn main(@builtin(global_invocation_id) g: vec3u) {
    var i = g.x;
    s.a = vec2(1, 2);
    let v = vec2u(3);
    s.a = v;
    s.a += v;
    s.a.x += 1u;
    s.a.y++;
    s.a[i] = 5u;
    s.a[i]++;
    s.cell[next()].p = vec3f(f32(next()));
    s.cell[next()].p *= 2.0;
    s.cell[i].p.z = 1.0;
    s.w.y = s.k;
    let t = s.w * 2;
    for (s.a = v; s.a.x < 4u; s.a += v) { i += 1; }
    let p = &s.cell[i];
    (*p).q = s.a;
    p.q.x = atomicLoad(&p.n);
    let pq = &p.q;
    *pq = v + *pq;
    cells[i].p = cells[next()].p.zyx;
    i = two(cells[2].q) + arrayLength(&cells);
    s.v = vec4f(s.cell[1].r[i], 0, 0);
}
