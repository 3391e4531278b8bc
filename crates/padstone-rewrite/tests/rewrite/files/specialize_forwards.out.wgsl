// rewrite specialize
// A pointer to a variable in `private` may be passed to any function; a pointer to a part of it may not.
struct Inner { n: u32, m: u32 }
struct Outer { inner: Inner, k: u32 }
var<private> own: Outer;
var<private> other: Inner;

fn bump(p: ptr<private, u32>) { *p += 1; }

fn bump_other_m() { other.m += 1; }

fn bump_own_inner_m() { own.inner.m += 1; }
fn whole(p: ptr<private, Inner>) { (*p).n += 1; }
fn part_other() { bump_other_m(); }

fn part_own_inner() { bump_own_inner_m(); }
fn further_other() { part_other(); }

fn further_own_inner() { part_own_inner(); }
fn named_own() {
    let q = &own.inner;
    further_own_inner();
}

@compute @workgroup_size(1)
fn main() {
    whole(&other);
    further_other();
    named_own();
}
