// rewrite scalarize --lang wgsl-2020
// WGSL of 2020 had no `let` in functions, no `++`, a type in every declaration, and parentheses after `switch`.
[[block]] struct S { a_x : f32; a_y : f32; a_z : f32; n : atomic<i32>; m : mat2x2<f32>; k : atomic<i32>; pad : f32; rows : array<f32, 14>; };
[[group(0), binding(0)]] var<storage> s : S;

fn load_s_rows_1(i : u32) -> vec2<f32> {
    return vec2<f32>(s.rows[min(i, 6u) * 2u], s.rows[1u + min(i, 6u) * 2u]);
}

fn load_s_rows() -> array<vec2<f32>, 7> {
    var result : array<vec2<f32>, 7>;
    for (var n : u32 = 0u; n < 7u; n = n + 1u) { result[n] = load_s_rows_1(n); }
    return result;
}

fn at(i : i32) -> i32 { return i + 1; }

fn main(i : i32, v : vec3<f32>) -> void {
    {
        const value : f32 = 1.0;
        switch (u32(i)) { case 0u: { s.a_x = value; } case 1u: { s.a_y = value; } default: { s.a_z = value; } }
    }
    s.a_x = v.x;
    s.a_y = v.y;
    s.a_z = v.z;
    s.m[at(i)][i] = v.x;
    const m : mat2x2<f32> = s.m;
    const rows : array<vec2<f32>, 7> = load_s_rows();
    for (var n_1 : u32 = 0u; n_1 < 7u; n_1 = n_1 + 1u) { s.rows[min(n_1, 6u) * 2u] = rows[n_1].x; s.rows[1u + min(n_1, 6u) * 2u] = rows[n_1].y; }
    const p_at : i32 = i + 1;
    const p : ptr<storage, S> = s;
    {
        const value_1 : vec2<f32> = v.xy + m[0];
        p.rows[min(u32(p_at), 6u) * 2u] = value_1.x;
        p.rows[1u + min(u32(p_at), 6u) * 2u] = value_1.y;
    }
    s.rows[min(u32(i), 6u) * 2u + min(u32(i), 1u)] = 2.0;
}
