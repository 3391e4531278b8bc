// rewrite inline --lang wgsl-2020
struct Inner {
    ia : i32;
    ib: i32;
};
struct Outer {
    oa:i32;
    ob: Inner;
};

fn foo() -> void {
    var v : Outer;
    const value : Inner = Inner(1,2);
    const p : ptr<function,Inner> = v.ob;
    p = value;
}
