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

fn foo( a : ptr<function,Inner> ) -> void {
    a.ia = a.ia + 1;
}

fn foo_Outer( a : ptr<function,Outer> ) -> void {
    a.ob_ia = a.ob_ia + 1;
}

fn bar() -> void {
    var v : Outer;
    var other : Inner;
    foo_Outer(v);
    foo(other);
}
