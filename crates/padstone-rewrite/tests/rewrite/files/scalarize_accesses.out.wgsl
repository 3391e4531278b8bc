// rewrite scalarize
struct Cell { @align(16) p_x: f32, p_y: f32, p_z: f32, m: f32, q_x: u32, q_y: u32, n: atomic<u32>, r: array<vec2f, 2> }
struct S { a_x: u32, a_y: u32, b: atomic<u32>, c: u32, v: vec4f, @align(16) cell: array<Cell, 3>, w_x: i32, w_y: i32, w_z: i32, k: i32 }
@group(0) @binding(0) var<storage, read_write> s: S;

fn load_s_cell_p(i: u32) -> vec3<f32> {
    return vec3<f32>(s.cell[i].p_x, s.cell[i].p_y, s.cell[i].p_z);
}

fn store_s_a(value: vec2<u32>) {
    s.a_x = value.x;
    s.a_y = value.y;
}
@group(0) @binding(1) var<storage, read_write> cells: array<Cell>;

fn load_cells_p(i: u32) -> vec3<f32> {
    return vec3<f32>(cells[i].p_x, cells[i].p_y, cells[i].p_z);
}
fn next() -> u32 { return atomicAdd(&s.b, 1u); }
fn two(p: vec2u) -> u32 { return p.x; }
@compute @workgroup_size(1)
fn main(@builtin(global_invocation_id) g: vec3u) {
    var i = g.x;
    {
        let value: vec2<u32> = vec2(1, 2);
        s.a_x = value.x;
        s.a_y = value.y;
    }
    let v = vec2u(3);
    s.a_x = v.x;
    s.a_y = v.y;
    {
        let value_1: vec2<u32> = vec2<u32>(s.a_x, s.a_y) + v;
        s.a_x = value_1.x;
        s.a_y = value_1.y;
    }
    s.a_x += 1u;
    s.a_y++;
    {
        let value_2: u32 = 5u;
        switch i { case 0u: { s.a_x = value_2; } default: { s.a_y = value_2; } }
    }
    {
        let value_3: u32 = vec2<u32>(s.a_x, s.a_y)[i] + 1;
        switch i { case 0u: { s.a_x = value_3; } default: { s.a_y = value_3; } }
    }
    {
        let at = next();
        let value_4: vec3<f32> = vec3f(f32(next()));
        s.cell[at].p_x = value_4.x;
        s.cell[at].p_y = value_4.y;
        s.cell[at].p_z = value_4.z;
    }
    {
        let at_1 = next();
        let value_5: vec3<f32> = vec3<f32>(s.cell[at_1].p_x, s.cell[at_1].p_y, s.cell[at_1].p_z) * 2.0;
        s.cell[at_1].p_x = value_5.x;
        s.cell[at_1].p_y = value_5.y;
        s.cell[at_1].p_z = value_5.z;
    }
    s.cell[i].p_z = 1.0;
    s.w_y = s.k;
    let t = vec3<i32>(s.w_x, s.w_y, s.w_z) * 2;
    for (store_s_a(v); s.a_x < 4u; store_s_a(vec2<u32>(s.a_x, s.a_y) + v)) { i += 1; }
    let p_at = i;
    let p = &s.cell[p_at];
    {
        let value_6: vec2<u32> = vec2<u32>(s.a_x, s.a_y);
        (*p).q_x = value_6.x;
        (*p).q_y = value_6.y;
    }
    (*p).q_x = atomicLoad(&p.n);
    let pq = p;
    {
        let value_7: vec2<u32> = v + vec2<u32>((*pq).q_x, (*pq).q_y);
        (*pq).q_x = value_7.x;
        (*pq).q_y = value_7.y;
    }
    {
        let at_2 = i;
        let value_8: vec3<f32> = load_cells_p(next()).zyx;
        cells[at_2].p_x = value_8.x;
        cells[at_2].p_y = value_8.y;
        cells[at_2].p_z = value_8.z;
    }
    i = two(vec2<u32>(cells[2].q_x, cells[2].q_y)) + arrayLength(&cells);
    s.v = vec4f(s.cell[1].r[i], 0, 0);
}
