// rewrite inline --lang wgsl-2020
struct Inner {
    ia : i32;
    ib: i32;
};
struct Outer {
    oa:i32;
    ob_ia:i32;
    ob_ib:i32;
};

fn foo( a : Inner ) -> i32 {
    return a.ia + a.ib;
}

fn foo_Outer( a : Outer ) -> i32 {
    return a.ob_ia + a.ob_ib;
}

fn bar() -> i32 {
    var v : Outer;
    return foo_Outer(v) + foo(Inner(1,2));
}
