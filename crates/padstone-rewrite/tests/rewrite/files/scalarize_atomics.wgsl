// rewrite scalarize
// Members that share an atomic's slot become scalars: vectors one for each component, matrices and arrays of vectors an array.
struct Counters {
    f: atomic<i32>,
    m: mat2x2<f32>,
    v: vec2f,
    list: array<vec2u, 3>,
    grid: array<array<vec2f, 2>, 2>,
    g: atomic<u32>,
    plain: array<u32, 2>,
}
struct Pair {
    a: vec2f,
    n: u32,
}
struct Holder {
    one: f32,
    pair: Pair,
}

@group(0) @binding(0) var<storage, read_write> counters: Counters;
@group(0) @binding(1) var<storage, read_write> pairs: array<Pair, 4>;
@group(0) @binding(2) var<storage, read_write> holder: Holder;

fn bump(i: u32, j: i32) -> f32 {
    atomicAdd(&counters.f, 1);
    counters.m[1] = counters.m[0].yx;
    counters.m[i].x += 1.0;
    counters.m[i][j] = counters.m[j][i];
    counters.list[i] = vec2u(i, 2u);
    counters.list[2].y++;
    let p = &counters.grid[i];
    (*p)[1] = counters.v;
    let whole = counters.m;
    counters.grid = array(counters.grid[1], counters.grid[i]);
    pairs[i].a.y = 1.0;
    holder.pair.a = vec2f(2.0);
    return whole[0].x + (counters.m * counters.v).x + counters.grid[j][i].y + f32(counters.list[i].x + counters.plain[i]);
}
