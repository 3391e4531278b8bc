// rewrite pack
// Array values keep their declared types: in naga 30, an array of an alias and an array of its type are two types.
alias V = vec3f;
alias W = vec3f;
alias Rows = array<V, 2>;
struct E {
    x: f32,
    y: array<W, 2>,
}

struct E_packed {
    x: vec4<f32>,
    y: array<vec4<f32>, 2>,
}
alias Es = array<E, 2>;
struct S {
    a: array<V, 2>,
    b: array<W, 2>,
    c: array<vec3f, 6>,
    rows: Rows,
    grid: array<Rows, 2>,
    es: Es,
    e: f32,
}

struct S_packed {
    a: array<vec4<f32>, 2>,
    b: array<vec4<f32>, 2>,
    c: array<vec4<f32>, 6>,
    rows: array<vec4<f32>, 2>,
    grid: array<vec4<f32>, 4>,
    es: array<E_packed, 2>,
    e: vec4<f32>,
}

@group(0) @binding(0) var<storage> s: S_packed;

fn load_s_c() -> array<vec3<f32>, 6> {
    var result: array<vec3<f32>, 6>;
    for (var n = 0u; n < 6u; n++) { result[n] = s.c[n].xyz; }
    return result;
}

fn load_s_es() -> Es {
    return Es(E(s.es[0].x.x, array<W, 2>(s.es[0].y[0].xyz, s.es[0].y[1].xyz)), E(s.es[1].x.x, array<W, 2>(s.es[1].y[0].xyz, s.es[1].y[1].xyz)));
}

fn load_s() -> S {
    return S(array<V, 2>(s.a[0].xyz, s.a[1].xyz), array<W, 2>(s.b[0].xyz, s.b[1].xyz), load_s_c(), Rows(s.rows[0].xyz, s.rows[1].xyz), array<Rows, 2>(Rows(s.grid[0].xyz, s.grid[1].xyz), Rows(s.grid[2].xyz, s.grid[3].xyz)), load_s_es(), s.e.x);
}

fn load_s_grid_0(i: u32) -> V {
    let at = min(i, 1u) * 2u;
    return s.grid[at].xyz;
}

fn load_s_grid_1(i: u32) -> V {
    let at = 1u + min(i, 1u) * 2u;
    return s.grid[at].xyz;
}

fn load_s_grid(i: u32) -> Rows {
    return Rows(load_s_grid_0(i), load_s_grid_1(i));
}
@group(0) @binding(1) var<storage> r: array<E_packed, 3>;

fn load_r() -> array<E, 3> {
    return array<E, 3>(E(r[0].x.x, array<W, 2>(r[0].y[0].xyz, r[0].y[1].xyz)), E(r[1].x.x, array<W, 2>(r[1].y[0].xyz, r[1].y[1].xyz)), E(r[2].x.x, array<W, 2>(r[2].y[0].xyz, r[2].y[1].xyz)));
}
@group(0) @binding(2) var<storage, read_write> out: array<f32>;

fn second(rows: Rows) -> f32 {
    return rows[1].x;
}

@compute @workgroup_size(1)
fn main(@builtin(global_invocation_id) id: vec3u) {
    var whole: S = load_s();
    var rows: array<E, 3> = load_r();
    let V_1 = id.x;
    whole.b = array<W, 2>(s.b[0].xyz, s.b[1].xyz);
    let c = load_s_c();
    out[V_1] = whole.a[0].x + c[1].x + second(Rows(s.rows[0].xyz, s.rows[1].xyz)) + second(load_s_grid(id.y)) + rows[1].x + s.es[V_1].y[1].z;
}
