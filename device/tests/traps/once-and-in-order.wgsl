// Indices, arguments and operands with side effects are evaluated once, from left to right.
// changed: inline, scalarize
struct Inner { v: vec2u, w: u32 }
struct Outer { pad: u32, inner: Inner, list: array<Inner, 4> }
@group(0) @binding(0) var<storage, read_write> outer: Outer;
@group(0) @binding(1) var<storage, read_write> log: array<u32, 32>;
var<private> calls: u32;

fn next(limit: u32) -> u32 {
    calls += 1u;
    log[calls] = limit;
    return calls % limit;
}

fn combine(a: u32, b: Inner, c: u32) -> u32 { return a * 3u + b.v.x * 5u + b.w * 7u + c; }

@compute @workgroup_size(1)
fn main() {
    outer.list[next(4u)].v.x += next(5u);
    outer.list[next(3u)].v = vec2u(next(7u), next(8u));
    outer.list[next(2u)].w++;
    outer.list[next(4u)] = outer.list[next(3u)];
    outer.list[next(4u)].v[next(2u)] = next(9u);
    log[20] = combine(next(6u), outer.list[next(4u)], next(10u));
    let p = &outer.list[next(4u)];
    (*p).v.y = next(11u);
    (*p).v *= 2u;
    outer.inner.v[next(2u)] ^= next(12u);
    outer.inner = Inner(vec2u(next(3u), outer.inner.w), next(4u));
    log[21] = calls;
}
