// rewrite modernize --lang wgsl-2020
// Pointers into `storage` had the access of the variable. A function that takes both kinds is cloned for each.
struct A { x : f32, @size(12) y : f32, }
struct B { n : f32, @align(16) a : A, many : array<A, 4>, }
@group(0) @binding(0) var<storage, read_write> b : B;
@group(0) @binding(1) var<storage, read> r : B;
alias Whole = ptr<storage, B, read_write>;

fn clear_b_many(p_index: u32) { let q : ptr<storage, A, read_write> = &b.many[p_index]; q.x = 0.0; b.many[p_index].y = 1.0; }

fn clear_b_a() { let q : ptr<storage, A, read_write> = &b.a; q.x = 0.0; b.a.y = 1.0; }
fn clear_all_b() { clear_b_many(1u); clear_b_a(); }
fn bump_b() { b.n = b.n + 1.0; }
fn first_r_a() -> f32 { let q : ptr<storage, A> = &r.a; return q.x; }
fn put(p : ptr<function, f32>) { *p = 2.0; }
fn both_b_a() -> f32 { return b.a.y; }

fn both_r_many(p_index: u32) -> f32 { return r.many[p_index].y; }

@compute @workgroup_size(1)
fn main() {
    var v : f32;
    put(&v);
    clear_all_b();
    bump_b();
    b.n = v + first_r_a() + both_b_a() + both_r_many(2u);
}
