// rewrite scalarize
struct Cell { @align(16) p0: f32, p1: f32, p2: f32, m: f32, q0: u32, q1: u32, n: atomic<u32>, r: array<vec2f, 2> }
struct S { a0: u32, a1: u32, b: atomic<u32>, c: u32, v: vec4f, @align(16) cell: array<Cell, 3>, w0: i32, w1: i32, w2: i32, k: i32 }
@group(0) @binding(0) var<storage, read_write> s: S;

fn load_s_cell_p(i: u32) -> vec3<f32> {
    return vec3<f32>(s.cell[i].p0, s.cell[i].p1, s.cell[i].p2);
}

fn store_s_a(value: vec2<u32>) {
    s.a0 = value.x;
    s.a1 = value.y;
}
@group(0) @binding(1) var<storage, read_write> cells: array<Cell>;

fn load_cells_p(i: u32) -> vec3<f32> {
    return vec3<f32>(cells[i].p0, cells[i].p1, cells[i].p2);
}
fn next() -> u32 { return atomicAdd(&s.b, 1u); }
fn two(p: vec2u) -> u32 { return p.x; }
@compute @workgroup_size(1)
fn main(@builtin(global_invocation_id) g: vec3u) {
    var i = g.x;
    {
        let value: vec2<u32> = vec2(1, 2);
        s.a0 = value.x;
        s.a1 = value.y;
    }
    let v = vec2u(3);
    s.a0 = v.x;
    s.a1 = v.y;
    {
        let value_1: vec2<u32> = vec2<u32>(s.a0, s.a1) + v;
        s.a0 = value_1.x;
        s.a1 = value_1.y;
    }
    s.a0 += 1u;
    s.a1++;
    {
        let value_2: u32 = 5u;
        switch i { case 0u: { s.a0 = value_2; } default: { s.a1 = value_2; } }
    }
    {
        let value_3: u32 = vec2<u32>(s.a0, s.a1)[i] + 1;
        switch i { case 0u: { s.a0 = value_3; } default: { s.a1 = value_3; } }
    }
    {
        let at = next();
        let value_4: vec3<f32> = vec3f(f32(next()));
        s.cell[at].p0 = value_4.x;
        s.cell[at].p1 = value_4.y;
        s.cell[at].p2 = value_4.z;
    }
    {
        let at_1 = next();
        let value_5: vec3<f32> = vec3<f32>(s.cell[at_1].p0, s.cell[at_1].p1, s.cell[at_1].p2) * 2.0;
        s.cell[at_1].p0 = value_5.x;
        s.cell[at_1].p1 = value_5.y;
        s.cell[at_1].p2 = value_5.z;
    }
    s.cell[i].p2 = 1.0;
    s.w1 = s.k;
    let t = vec3<i32>(s.w0, s.w1, s.w2) * 2;
    for (store_s_a(v); s.a0 < 4u; store_s_a(vec2<u32>(s.a0, s.a1) + v)) { i += 1; }
    let p_at = i;
    let p = &s.cell[p_at];
    {
        let value_6: vec2<u32> = vec2<u32>(s.a0, s.a1);
        (*p).q0 = value_6.x;
        (*p).q1 = value_6.y;
    }
    (*p).q0 = atomicLoad(&p.n);
    let pq = p;
    {
        let value_7: vec2<u32> = v + vec2<u32>((*pq).q0, (*pq).q1);
        (*pq).q0 = value_7.x;
        (*pq).q1 = value_7.y;
    }
    {
        let at_2 = i;
        let value_8: vec3<f32> = load_cells_p(next()).zyx;
        cells[at_2].p0 = value_8.x;
        cells[at_2].p1 = value_8.y;
        cells[at_2].p2 = value_8.z;
    }
    i = two(vec2<u32>(cells[2].q0, cells[2].q1)) + arrayLength(&cells);
    s.v = vec4f(s.cell[1].r[i], 0, 0);
}
