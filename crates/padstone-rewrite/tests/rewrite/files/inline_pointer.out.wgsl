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

fn foo() {
    var v: Outer;
    let value: Inner = Inner(1, 2);
    let p: ptr<function, Outer> = &v;
    (*p).ob_ia = value.ia;
    (*p).ob_ib = value.ib;
}
