// rewrite pack
// Array values keep their declared types: in naga 30, an array of an alias and an array of its type are two types.
alias V = vec3f;
alias W = vec3f;
alias Rows = array<V, 2>;
struct E {
    x: f32,
    y: array<W, 2>,
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

@group(0) @binding(0) var<storage> s: S;
@group(0) @binding(1) var<storage> r: array<E, 3>;
@group(0) @binding(2) var<storage, read_write> out: array<f32>;

fn second(rows: Rows) -> f32 {
    return rows[1].x;
}

@compute @workgroup_size(1)
fn main(@builtin(global_invocation_id) id: vec3u) {
    var whole: S = s;
    var rows: array<E, 3> = r;
    let V = id.x;
    whole.b = s.b;
    let c = s.c;
    out[V] = whole.a[0].x + c[1].x + second(s.rows) + second(s.grid[id.y]) + rows[1].x + s.es[V].y[1].z;
}
