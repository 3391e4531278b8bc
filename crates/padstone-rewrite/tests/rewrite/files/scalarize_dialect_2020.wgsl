// rewrite scalarize --lang wgsl-2020
// WGSL of 2020 had no `let` in functions, no `++`, a type in every declaration, and parentheses after `switch`.
[[block]] struct S { a : vec3<f32>; n : atomic<i32>; m : mat2x2<f32>; k : atomic<i32>; rows : array<vec2<f32>, 7>; };
[[group(0), binding(0)]] var<storage> s : S;

fn at(i : i32) -> i32 { return i + 1; }

fn main(i : i32, v : vec3<f32>) -> void {
    s.a[i] = 1.0;
    s.a = v;
    s.m[at(i)][i] = v.x;
    const m : mat2x2<f32> = s.m;
    const rows : array<vec2<f32>, 7> = s.rows;
    s.rows = rows;
    const p : ptr<storage, vec2<f32>> = s.rows[i + 1];
    p = v.xy + m[0];
    s.rows[i][i] = 2.0;
}
