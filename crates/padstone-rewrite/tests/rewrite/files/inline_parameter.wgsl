// rewrite inline
struct Inner {
    ia: i32,
    ib: i32,
}
struct Outer {
    oa: i32,
    ob: Inner,
}

fn foo(a: Inner) -> i32 {
    return a.ia + a.ib;
}

fn bar() -> i32 {
    var v: Outer;
    return foo(v.ob) + foo(Inner(1, 2));
}
