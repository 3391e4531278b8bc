// rewrite specialize
// A pointer to a variable in `private` may be passed to any function; a pointer to a part of it may not.
struct Inner { n: u32, m: u32 }
struct Outer { inner: Inner, k: u32 }
var<private> own: Outer;
var<private> other: Inner;

fn bump(p: ptr<private, u32>) { *p += 1; }
fn whole(p: ptr<private, Inner>) { (*p).n += 1; }
fn part(p: ptr<private, Inner>) { bump(&(*p).m); }
fn further(p: ptr<private, Inner>) { part(p); }
fn named(p: ptr<private, Outer>) {
    let q = &(*p).inner;
    further(q);
}

@compute @workgroup_size(1)
fn main() {
    whole(&other);
    further(&other);
    named(&own);
}
