// A nested struct is inlined: values of its type are composed and decomposed member by member.
// changed: inline
struct Core { a: u32, b: vec2u }
struct Inner { core: Core, v: vec3f, w: i32 }
struct Outer { n: u32, inner: Inner, more: Core, tail: u32 }
@group(0) @binding(0) var<storage, read_write> outer: Outer;
@group(0) @binding(1) var<storage, read> source: Outer;
@group(0) @binding(2) var<storage, read_write> results: array<u32, 8>;

fn turned(core: Core) -> Core { return Core(core.b.x, vec2u(core.b.y, core.a)); }

fn weight(inner: Inner) -> u32 { return inner.core.a + u32(inner.w); }

@compute @workgroup_size(1)
fn main() {
    outer.inner.core = source.more;
    outer.more = turned(outer.more);
    results[0] = weight(outer.inner);
    let p = &outer.inner;
    (*p).v.y = 2.0;
    p.w += 3;
    let core = &(*p).core;
    *core = Core(1u, (*core).b + 1u);
    var copy = outer.inner;
    copy.core.b.x ^= 255u;
    outer.inner = copy;
    let whole = source;
    results[1] = whole.inner.core.b.y;
    outer.tail = outer.inner.core.b.x;
}
