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

fn foo() -> void {
    var v : Outer;
    const value : Inner = Inner(1,2);
    const p : ptr<function,Outer> = v;
    p.ob_ia = value.ia;
    p.ob_ib = value.ib;
}
