struct Inner { v: vec3f, n: u32 }
struct Outer { count: u32, inner: Inner, list: array<Inner, 3>, words: array<u32, 4> }
@group(0) @binding(0) var<storage, read_write> outer: Outer;
@group(0) @binding(1) var<storage, read_write> second: Outer;
@group(0) @binding(2) var<storage, read_write> log: array<u32, 16>;
var<private> calls: u32;
var<workgroup> scratch: Inner;

fn next(limit: u32) -> u32 {
    calls += 1u;
    log[calls] = limit;
    return calls % limit;
}

fn change_outer_inner(by: u32) -> u32 {
    outer.inner.v.y += 1.0;
    outer.inner.n += by * 2u;
    let first = outer.inner.n;
    outer.inner.n += next(5u);
    return first + outer.inner.n;
}

fn change_outer_list(i: u32, by: u32) -> u32 {
    outer.list[i].v.y += 1.0;
    outer.list[i].n += by * 2u;
    let first = outer.list[i].n;
    outer.list[i].n += next(5u);
    return first + outer.list[i].n;
}

fn change_second_list(i: u32, by: u32) -> u32 {
    second.list[i].v.y += 1.0;
    second.list[i].n += by * 2u;
    let first = second.list[i].n;
    second.list[i].n += next(5u);
    return first + second.list[i].n;
}

@compute @workgroup_size(1)
fn main() {
    log[10] = change_outer_inner(3u);
    let a = next(3u);
    let b = next(4u);
    log[11] = change_outer_list(a, b);
    let c = next(2u);
    log[12] = change_second_list(c, 1u);
    let d = next(4u);
    outer.words[d] += 7u;
    log[13] = outer.words[d];
    let e = next(3u);
    let n = outer.list[e].n;
    outer.list[e] = second.inner;
    second.inner.n = n;
    let f = next(3u);
    log[14] = change_second_list(f, 2u);
    scratch.n += 4u;
    let before = scratch.n;
    scratch.n += 4u;
    log[15] = before + scratch.n;
}
