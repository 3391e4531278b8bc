// rewrite scalarize
// Members that share an atomic's slot become scalars: vectors one for each component, matrices and arrays of vectors an array.
struct Counters {
    f: atomic<i32>,
    @align(8) m: array<f32, 4>,
    v_x: f32,
    v_y: f32,
    list: array<vec2u, 3>,
    grid: array<f32, 8>,
    g: atomic<u32>,
    plain: array<u32, 2>,
}
struct Pair {
    @align(8) a_x: f32,
    a_y: f32,
    @size(8) n: u32,
}
struct Holder {
    one: f32,
    @align(8) pair: Pair,
}

@group(0) @binding(0) var<storage, read_write> counters: Counters;

fn load_counters_grid_0(i: u32) -> vec2<f32> {
    return vec2<f32>(counters.grid[min(i, 1u) * 4u], counters.grid[1u + min(i, 1u) * 4u]);
}

fn load_counters_grid_1(i: u32) -> vec2<f32> {
    return vec2<f32>(counters.grid[2u + min(i, 1u) * 4u], counters.grid[3u + min(i, 1u) * 4u]);
}

fn load_counters_grid(i: u32) -> array<vec2<f32>, 2> {
    return array<vec2<f32>, 2>(load_counters_grid_0(i), load_counters_grid_1(i));
}
@group(0) @binding(1) var<storage, read_write> pairs: array<Pair, 4>;
@group(0) @binding(2) var<storage, read_write> holder: Holder;

fn bump(i: u32, j: i32) -> f32 {
    atomicAdd(&counters.f, 1);
    {
        let value: vec2<f32> = vec2<f32>(counters.m[0], counters.m[1]).yx;
        counters.m[2] = value.x;
        counters.m[3] = value.y;
    }
    counters.m[min(i, 1u) * 2u] += 1.0;
    counters.m[min(i, 1u) * 2u + min(u32(j), 1u)] = counters.m[min(u32(j), 1u) * 2u + min(i, 1u)];
    counters.list[i] = vec2u(i, 2u);
    counters.list[2].y++;
    let p_at = i;
    let p = &counters;
    {
        let value_1: vec2<f32> = vec2<f32>(counters.v_x, counters.v_y);
        (*p).grid[2u + min(p_at, 1u) * 4u] = value_1.x;
        (*p).grid[3u + min(p_at, 1u) * 4u] = value_1.y;
    }
    let whole = mat2x2<f32>(vec2<f32>(counters.m[0], counters.m[1]), vec2<f32>(counters.m[2], counters.m[3]));
    {
        let value_2: array<array<vec2<f32>, 2>, 2> = array(array<vec2<f32>, 2>(vec2<f32>(counters.grid[4], counters.grid[5]), vec2<f32>(counters.grid[6], counters.grid[7])), load_counters_grid(i));
        counters.grid[0] = value_2[0][0].x;
        counters.grid[1] = value_2[0][0].y;
        counters.grid[2] = value_2[0][1].x;
        counters.grid[3] = value_2[0][1].y;
        counters.grid[4] = value_2[1][0].x;
        counters.grid[5] = value_2[1][0].y;
        counters.grid[6] = value_2[1][1].x;
        counters.grid[7] = value_2[1][1].y;
    }
    pairs[i].a_y = 1.0;
    {
        let value_3: vec2<f32> = vec2f(2.0);
        holder.pair.a_x = value_3.x;
        holder.pair.a_y = value_3.y;
    }
    return whole[0].x + (mat2x2<f32>(vec2<f32>(counters.m[0], counters.m[1]), vec2<f32>(counters.m[2], counters.m[3])) * vec2<f32>(counters.v_x, counters.v_y)).x + counters.grid[1u + min(u32(j), 1u) * 4u + min(i, 1u) * 2u] + f32(counters.list[i].x + counters.plain[i]);
}
