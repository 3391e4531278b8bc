// rewrite inline
struct Inner {
    ia: i32,
    ib: i32,
}
struct Outer {
    oa: i32,
    ob: Inner, // the inner one
}

struct Outer_flat {
    oa: i32,
    ob_ia: i32,
    ob_ib: i32,
}
struct Top { o_oa: i32, o_ob_ia: i32, o_ob_ib: i32, arr: array<Inner, 3>, oo: array<Outer_flat, 5> }
@group(0) @binding(0) var<storage, read_write> t: Top;

fn load_t_oo() -> array<Outer, 5> {
    var result: array<Outer, 5>;
    for (var n = 0u; n < 5u; n++) { result[n] = Outer(t.oo[n].oa, Inner(t.oo[n].ob_ia, t.oo[n].ob_ib)); }
    return result;
}
@group(0) @binding(1) var<storage, read> r: Outer_flat;
fn next() -> i32 { t.o_oa += 1; return t.o_oa; }
fn foo_Outer(a: Outer_flat) -> i32 { return a.ob_ia; }

fn bar() {
    var v: Outer_flat;
    let value: Inner = Inner(1, 2);
    let p: ptr<function, Outer_flat> = &v;
    (*p).ob_ia = value.ia;
    (*p).ob_ib = value.ib;
    (*p).ob_ia += 1;
    v.ob_ib = foo_Outer(v) + foo_Outer(*p);
}
fn baz() {
    {
        let value_1: Inner = Inner(next(), next());
        t.o_ob_ia = value_1.ia;
        t.o_ob_ib = value_1.ib;
    }
    let o = Outer(r.oa, Inner(r.ob_ia, r.ob_ib));
    {
        let at = next();
        let value_2: Inner = Inner(r.ob_ia, r.ob_ib);
        t.oo[at].ob_ia = value_2.ia;
        t.oo[at].ob_ib = value_2.ib;
    }
    t.o_oa = o.oa;
    t.o_ob_ia = o.ob.ia;
    t.o_ob_ib = o.ob.ib;
    t.arr[1] = Inner(t.o_ob_ia, t.o_ob_ib);
    let all = load_t_oo();
    for (var n = 0u; n < 5u; n++) { t.oo[n].oa = all[n].oa; t.oo[n].ob_ia = all[n].ob.ia; t.oo[n].ob_ib = all[n].ob.ib; }
    for (var i = 0; i < 3; i++) { {
        let value_3: Inner = t.arr[i];
        t.oo[i].ob_ia = value_3.ia;
        t.oo[i].ob_ib = value_3.ib;
    } }
}
