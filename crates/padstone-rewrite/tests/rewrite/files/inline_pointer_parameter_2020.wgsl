// rewrite inline --lang wgsl-2020
struct Inner {
    ia : i32;
    ib: i32;
};
struct Outer {
    oa:i32;
    ob: Inner;
};

fn foo( a : ptr<function,Inner> ) -> void {
    a.ia = a.ia + 1;
}

fn bar() -> void {
    var v : Outer;
    var other : Inner;
    foo(v.ob);
    foo(other);
}
