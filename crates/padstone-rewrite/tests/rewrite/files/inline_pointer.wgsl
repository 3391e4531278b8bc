// rewrite inline
struct Inner {
    ia: i32,
    ib: i32,
}
struct Outer {
    oa: i32,
    ob: Inner,
}

fn foo() {
    var v: Outer;
    let value: Inner = Inner(1, 2);
    let p: ptr<function, Inner> = &v.ob;
    *p = value;
}
