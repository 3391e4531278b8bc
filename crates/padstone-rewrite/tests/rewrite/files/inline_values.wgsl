// rewrite inline
struct Inner {
    ia: i32,
    ib: i32,
}
struct Outer {
    oa: i32,
    ob: Inner, // the inner one
}
struct Top { o: Outer, arr: array<Inner, 3>, oo: array<Outer, 5> }
@group(0) @binding(0) var<storage, read_write> t: Top;
@group(0) @binding(1) var<storage, read> r: Outer;
fn next() -> i32 { t.o.oa += 1; return t.o.oa; }
fn foo(a: Inner) -> i32 { return a.ia; }

fn bar() {
    var v: Outer;
    let value: Inner = Inner(1, 2);
    let p: ptr<function, Inner> = &v.ob;
    *p = value;
    (*p).ia += 1;
    v.ob.ib = foo(v.ob) + foo(*p);
}
fn baz() {
    t.o.ob = Inner(next(), next());
    let o = r;
    t.oo[next()].ob = r.ob;
    t.o = o;
    t.arr[1] = t.o.ob;
    let all = t.oo;
    t.oo = all;
    for (var i = 0; i < 3; i++) { t.oo[i].ob = t.arr[i]; }
}
