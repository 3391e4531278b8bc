// Pointers to parts of buffers as arguments, two calls deep; indices on the way are evaluated once, before the call.
// changed: specialize
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

fn bump(word: ptr<storage, u32, read_write>, by: u32) -> u32 {
    *word += by;
    return *word;
}

fn change(inner: ptr<storage, Inner, read_write>, outer: u32) -> u32 {
    let second = outer * 2u;
    (*inner).v.y += 1.0;
    return bump(&(*inner).n, second) + bump(&inner.n, next(5u));
}

fn in_workgroup(inner: ptr<workgroup, Inner>) -> u32 {
    (*inner).n += 4u;
    return (*inner).n;
}

fn both(one: ptr<storage, Inner, read_write>, other: ptr<storage, Inner, read_write>) {
    let n = (*one).n;
    (*one) = (*other);
    (*other).n = n;
}

@compute @workgroup_size(1)
fn main() {
    log[10] = change(&outer.inner, 3u);
    log[11] = change(&outer.list[next(3u)], next(4u));
    log[12] = change(&second.list[next(2u)], 1u);
    log[13] = bump(&outer.words[next(4u)], 7u);
    both(&outer.list[next(3u)], &second.inner);
    let p = &second.list[next(3u)];
    log[14] = change(p, 2u);
    log[15] = in_workgroup(&scratch) + in_workgroup(&scratch);
}
