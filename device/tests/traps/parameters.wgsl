// Members of structs as arguments: by value, and by pointer to local variables.
// changed: inline
struct Inner { a: i32, b: vec2i }
struct Outer { p: i32, one: Inner, two: Inner }
struct Deep { n: i32, outer: Outer }
@group(0) @binding(0) var<storage, read_write> buffer: Deep;
@group(0) @binding(1) var<uniform> source: Deep;
@group(0) @binding(2) var<storage, read_write> results: array<i32, 16>;
var<private> calls: i32;

fn sum(i: Inner) -> i32 { return i.a * 3 + i.b.x * 5 + i.b.y; }
fn of_outer(o: Outer, n: i32) -> i32 { return sum(o.one) + n * sum(o.two) + o.p; }
fn of_deep(d: Deep) -> i32 { return of_outer(d.outer, d.n); }
fn next() -> i32 { calls += 1; buffer.outer.two.a += 1; return calls; }
fn change(i: ptr<function, Inner>) -> i32 { (*i).b.y += 2; i.a -= 1; return sum(*i); }
fn further(i: ptr<function, Inner>, by: i32) -> i32 { let b = &(*i).b; (*b).x += by; return change(i) + 1; }

@compute @workgroup_size(1)
fn main() {
    var own: Inner = buffer.outer.one;
    results[0] = change(&own) + further(&own, next());
    results[1] = sum(buffer.outer.one) + sum(source.outer.two) + sum(Inner(4, vec2i(5, 6)));
    results[2] = of_outer(source.outer, next()) + of_outer(buffer.outer, next());
    results[3] = of_deep(source) + of_deep(buffer);
    // A value is taken before what follows it is done.
    results[4] = of_outer(buffer.outer, next() + next());
    buffer.outer.one = own;
    var all = source.outer;
    all.two = own;
    results[5] = of_outer(all, 2) + sum(all.two);
}
