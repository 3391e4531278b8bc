// rewrite modernize --lang wgsl-2020
// Pointers into `storage` had the access of the variable. A function that takes both kinds is cloned for each.
struct A { x : f32; y : f32; };
[[block]] struct B { n : f32; a : A; many : array<A, 4>; };
[[group(0), binding(0)]] var<storage> b : [[access(read_write)]] B;
[[group(0), binding(1)]] var<storage> r : [[access(read)]] B;
type Whole = ptr<storage, B>;

fn clear(p : ptr<storage, A>) -> void { const q : ptr<storage, A> = p; q.x = 0.0; p.y = 1.0; }
fn clear_all(p : ptr<storage, B>) -> void { clear(p.many[1]); clear(p.a); }
fn bump(p : Whole) -> void { p.n = p.n + 1.0; }
fn first(p : ptr<storage, A>) -> f32 { const q : ptr<storage, A> = p; return q.x; }
fn put(p : ptr<function, f32>) -> void { p = 2.0; }
fn both(p : ptr<storage, A>) -> f32 { return p.y; }

[[stage(compute)]]
fn main() -> void {
    var v : f32;
    put(v);
    clear_all(b);
    bump(b);
    b.n = v + first(r.a) + both(b.a) + both(r.many[2]);
}
