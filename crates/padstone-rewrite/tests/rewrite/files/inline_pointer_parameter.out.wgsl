// rewrite inline
struct Inner {
    ia: i32,
    ib: i32,
}
struct Outer {
    oa: i32,
    ob_ia: i32,
    ob_ib: i32,
}
struct Nested { o_oa: i32, o_ob_ia: i32, o_ob_ib: i32, n: i32 }
@group(0) @binding(0) var<storage, read_write> buffer: Nested;

fn foo(a: ptr<function, Inner>) {
    a.ia += 1;
    *a = swapped(*a);
}

fn foo_Outer(a: ptr<function, Outer>) {
    (*a).ob_ia += 1;
    {
        let value: Inner = swapped_Outer(*a);
        (*a).ob_ia = value.ia;
        (*a).ob_ib = value.ib;
    }
}

fn foo_Nested(a: ptr<function, Nested>) {
    (*a).o_ob_ia += 1;
    {
        let value: Inner = swapped_Nested(*a);
        (*a).o_ob_ia = value.ia;
        (*a).o_ob_ib = value.ib;
    }
}

fn swapped(a: Inner) -> Inner { return Inner(a.ib, a.ia); }

fn swapped_Nested(a: Nested) -> Inner { return Inner(a.o_ob_ib, a.o_ob_ia); }

fn swapped_Outer(a: Outer) -> Inner { return Inner(a.ob_ib, a.ob_ia); }

fn deeper_Nested(a: ptr<function, Nested>, n: i32) -> i32 {
    foo_Nested(a);
    return (*a).o_oa + n;
}

fn far_Nested(a: ptr<storage, Nested, read_write>) {
    (*a).o_ob_ib += 1;
}

fn bar() {
    var v: Outer;
    var other: Inner;
    let p = &v;
    foo_Outer(&v);
    foo_Outer(p);
    foo(&other);
    // Several levels: a function of its own for what is two structs in.
    var nested: Nested;
    nested.n = deeper_Nested(&nested, nested.n);
    foo_Nested(&nested);
    far_Nested(&buffer);
    buffer.n = swapped_Nested(buffer).ia;
}
