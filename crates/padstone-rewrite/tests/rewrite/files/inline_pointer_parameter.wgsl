// rewrite inline
struct Inner {
    ia: i32,
    ib: i32,
}
struct Outer {
    oa: i32,
    ob: Inner,
}
struct Nested { o: Outer, n: i32 }
@group(0) @binding(0) var<storage, read_write> buffer: Nested;

fn foo(a: ptr<function, Inner>) {
    a.ia += 1;
    *a = swapped(*a);
}

fn swapped(a: Inner) -> Inner { return Inner(a.ib, a.ia); }

fn deeper(a: ptr<function, Outer>, n: i32) -> i32 {
    foo(&(*a).ob);
    return (*a).oa + n;
}

fn far(a: ptr<storage, Inner, read_write>) {
    (*a).ib += 1;
}

fn bar() {
    var v: Outer;
    var other: Inner;
    let p = &v.ob;
    foo(&v.ob);
    foo(p);
    foo(&other);
    // Several levels: a function of its own for what is two structs in.
    var nested: Nested;
    nested.n = deeper(&nested.o, nested.n);
    foo(&nested.o.ob);
    far(&buffer.o.ob);
    buffer.n = swapped(buffer.o.ob).ia;
}
