//! Which resources an HLSL entry point uses: names are resolved by their scopes. The expectations follow from ISO C++14, 3.4; clang 22 generates code
//! that agrees.

use padstone_cfamily::{GlslOptions, Options, TargetEnv, read_glsl, read_hlsl};
use padstone_diag::Diagnostics;
use padstone_model::Module;
use padstone_source::{MemoryLoader, SourceMap};

/// The names of the used parameters, in source order. Those that namespaces share have the number of their declaration: `a#2`.
fn used(module: &Module) -> String {
    let mut names: Vec<String> = Vec::new();
    let mut used = Vec::new();
    for (_, parameter) in module.parameters.iter() {
        let name = module.name(parameter.name);
        let count = names.iter().filter(|known| *known == name).count() + 1;
        names.push(name.to_owned());
        if parameter.used {
            used.push(if count == 1 { name.to_owned() } else { format!("{name}#{count}") });
        }
    }
    used.join(" ")
}

fn used_in_hlsl(source: &str, options: &Options) -> String {
    let mut sources = SourceMap::new();
    let file = sources.add_file("test.hlsl", source.into()).unwrap();
    let mut diagnostics = Diagnostics::new();
    let module = read_hlsl(&mut sources, file, &MemoryLoader::default(), options, &mut diagnostics);
    assert!(diagnostics.iter().next().is_none(), "{source}: {}", diagnostics.iter().next().unwrap().message);
    used(&module)
}

/// Checks the parameters that `main` uses, besides declarations of `a`, `b`, `c` and `d` outside namespaces.
fn check(declarations: &str, body: &str, expected: &str) {
    let resources = "Buffer<float4> a; Buffer<float4> b; Buffer<float4> c; Buffer<float4> d;";
    let source = format!("{resources}\n{declarations}\nfloat4 main(float4 at : P) : SV_Target {{ {body} return at; }}");
    let options = Options { entry: Some("main".to_owned()), ..Options::default() };
    assert_eq!(used_in_hlsl(&source, &options), expected, "{source}");
}

/// Before HLSL 2021, a variable of a `for` is visible in the rest of the block (DirectXShaderCompiler #4082).
#[test]
fn variables_of_loops_stay_visible_before_hlsl_2021() {
    let source = "Buffer<float4> a; Buffer<float4> b;\nfloat4 main(float4 at : P) : SV_Target {
        { for (int a = 0; a < 2; a++) at += b[a]; at += a; } if (at.x > 0) for (int b = 0; b < 2; b++) at += b; else at = 0; return at + a[0]; }";
    let later = "Buffer<float4> a; Buffer<float4> b;\nfloat4 main(float4 at : P) : SV_Target { for (int a = 0; a < 2; a++) at += b[a]; return at + a[0]; }";
    for (hlsl_version, source, expected) in [(2018, source, "a b"), (2018, later, "b"), (2021, later, "a b")] {
        let options = Options { entry: Some("main".to_owned()), hlsl_version, ..Options::default() };
        assert_eq!(used_in_hlsl(source, &options), expected, "HLSL {hlsl_version}: {source}");
    }
}

#[test]
fn locals_hide_resources_after_their_declaration() {
    for (body, expected) in [
        ("float4 r = 0, a = 2; at += a;", ""),
        ("float4 r = a[0], a = r; at += a;", "a"),
        ("float4 r = at * 2, b = r, a = b; at += a + b + c[0];", "c"),
        ("float4 r[2] = { a[0], b[0] }, c = r[0]; at += c;", "a b"),
        ("for (int i = 0, a = 1; i < a; i++) at += b[a]; at += c[0];", "b c"),
        ("for (int i = 0, a = 1; i < a; i++) { at += a; } at += a[0];", "a"),
        ("for (int a = 0; a < 2; a++) for (int b = a; b < 2; b++) at += a + b; at += b[0];", "b"),
        ("if (at.x < 1 || at.y > 2) at += a[0]; else at += b[0];", "a b"),
        ("if (at.x < a[0].x && b[0].x > at.y) at += c[0];", "a b c"),
        ("if (float a = at.x) at += a; else at -= a; at += b[0];", "b"),
        ("const float4 a = at, b = a; at += a + b;", ""),
        ("vector<float, 4> a = at; at += a;", ""),
        ("Buffer<float4> a = b; at += a[0];", "b"),
        ("switch (int(at.x)) { case 0: { float4 a = at; at += a; break; } default: at += a[0]; }", "a"),
        ("float4 x = max(at, float4(1, 2, 3, 4)), a = x; at += a;", ""),
        ("bool x = at.x < at.y, a = true; at += a;", ""),
        ("struct S { float4 a; float4 twice() { return a + a; } } s; at += s.a;", ""),
        ("do { float4 a = at; at += a; } while (at.x < b[0].x); at += c[0];", "b c"),
    ] {
        check("", body, expected);
    }
}

#[test]
fn names_are_looked_up_from_inside_to_outside() {
    let namespaces = "namespace N { Buffer<float4> a; float4 f() { return a[0]; } namespace M { float4 f() { return a[1] + b[0]; } } }
         namespace O { float4 f() { return a[0]; } float4 g() { return f(); } Buffer<float4> a; float4 h() { return a[0]; } }";
    for (body, expected) in [
        ("at += N::f();", "a#2"),
        ("at += N::a[0];", "a#2"),
        ("at += ::a[0];", "a"),
        ("at += N::M::f();", "b a#2"),
        ("at += O::g();", "a"),
        ("at += O::h();", "a#3"),
        ("{ using namespace N; at += M::f(); } at += a[0];", "a b a#2"),
        ("using N::f; at += f();", "a#2"),
        ("using namespace N; at += f() + M::f();", "b a#2"),
        ("using M = float4; M x = at; at += x;", ""),
    ] {
        check(namespaces, body, expected);
    }
    check("namespace N { Buffer<float4> x; float4 f() { return x[0]; } } using namespace N;", "at += f();", "x");
    check("namespace N { Buffer<float4> x; float4 f() { return x[0]; } } using N::f; using N::x;", "at += f() + x[1];", "x");
    check(
        "namespace N { struct X { float4 f() { return a[0]; } }; } struct Y { float4 f() { return b[0]; } };",
        "using N::X; X x; at += x.f();",
        "a",
    );
    check("namespace N { struct a { float4 v; }; float4 f() { a x = (a)0; return x.v; } }", "at += N::f();", "");
    // DXC finds members of constant buffers outside their namespaces (measured).
    check("namespace N { cbuffer C { float4 x; } }", "at += x;", "C");
    check("static float4 x; namespace N { cbuffer C { float4 x; } }", "at += x;", "");
    check("inline namespace N { float4 f() { return a[0]; } }", "at += f();", "a");
    check("namespace N { float4 f() { return a[0]; } } namespace M = N;", "at += M::f();", "a");
}

#[test]
fn functions_are_those_of_their_scope_and_number_of_arguments() {
    let overloads = "float4 f() { return a[0]; } float4 f(float x) { return b[0]; } float4 f(float x, float y) { return c[0]; }
         float4 g(float4 x, float4 y = 1); float4 g(float4 x, float4 y) { return d[0]; }
         template<typename T, typename U> T h(T x, U y) { return x + a[0]; } template<typename T> T h(T x) { return x + b[0]; }";
    for (body, expected) in [
        ("at += f();", "a"),
        ("at += f(at.x);", "b"),
        ("at += f(max(at.x, at.y), float2(1, 2).x);", "c"),
        ("at += g(at);", "d"),
        ("at += h(at);", "b"),
        // Which function this is depends on the types.
        ("at += h<float4>(at);", "a b"),
    ] {
        check(overloads, body, expected);
    }
    // The types distinguish them, which are not determined.
    check("float4 f(float x) { return a[0]; } float4 f(int2 x) { return b[0]; }", "at += f(at.x) + c[0];", "a b c");
    check("namespace N { float4 f(float4 x) { return a[0]; } } float4 f(float4 x) { return b[0]; }", "at += f(at);", "b");
    check("namespace N { float4 main() { return a[0]; } }", "at += b[0];", "b");
    check("float4 f() { return a[0]; } struct X { float4 f(float x) { return b[0]; } };", "at += f();", "a");
    check("struct X { float4 max(float x) { return b[0]; } };", "at += max(at, 1);", "");
}

#[test]
fn members_hide_resources_in_methods() {
    let structs = "struct B { float4 b; float4 base() { return d[0]; } };
         struct X : B { float4 f() { return a + b; } float4 a; float4 c() { return ::c[0]; } float4 g() { return base() + this.c(); }
             float4 outside(float4 d); static float4 s() { return ::b[0]; } };
         float4 X::outside(float4 d) { return a + d + ::a[0]; }";
    for (body, expected) in [
        ("X x = (X)0; at += x.f();", ""),
        ("X x = (X)0; at += x.g();", "c d"),
        ("X x = (X)0; at += x.outside(at);", "a"),
        ("at += X::s();", "b"),
        ("X x[2]; at += x[1].c();", "c"),
        ("X x = (X)0; at += (x).base();", "d"),
        ("X x = (X)0; at += x.a + x.b;", ""),
    ] {
        check(structs, body, expected);
    }
    check("struct X { Buffer<float4> a; float4 f() { return a[0]; } };", "X x; x.a = b; at += x.f();", "b");
}

#[test]
fn methods_are_those_of_the_type_of_the_value() {
    let structs =
        "struct X { float4 f() { return a[0]; } float4 Load(int i) { return d[0]; } }; struct Y { X x; float4 f() { return b[0]; } };
         typedef Y Alias; X x() { X x; return x; } Y sum(Y y, X x) { return y; } StructuredBuffer<X> xs; ConstantBuffer<Y> y;
         float4 of(StructuredBuffer<Y> ys) { return ys[0].f(); }
         template<typename T> float4 any(T t) { return t.f(); }
         static X kept; groupshared Y shared[4];";
    for (body, expected) in [
        ("X x; at += x.f() + c[0];", "a c"),
        ("Y y; at += y.f();", "b"),
        ("Y y; at += y.x.f();", "a"),
        ("Alias y; at += y.f();", "b"),
        ("at += x().f();", "a"),
        ("X x; Y y; at += sum(y, x).f();", "b"),
        ("at += xs[0].f();", "a xs"),
        ("at += xs.Load(0).f();", "a xs"),
        ("at += y.f();", "b y"),
        ("at += of(at);", "b"),
        ("at += kept.f();", "a"),
        ("at += shared[1].f();", "b"),
        ("{ X y; at += y.f(); } Y x; at += x.f();", "a b"),
        // The type is that of an argument.
        ("at += any(at);", "a b"),
    ] {
        check(structs, body, expected);
    }
}

#[test]
fn templates_use_what_is_in_them() {
    let templates = "template<typename T> struct P { T v; float4 f() { return a[0]; } float4 g() { float4 c = v; return c; } T c; };
         template<typename b> b same(b c) { return c; }
         template<typename T> struct Q { T v; T q(); }; template<typename T> T Q<T>::q() { return v + d[0]; }
         StructuredBuffer<P<float4> > ps; StructuredBuffer<Q<float4> > qs;";
    for (body, expected) in [
        ("at += ps[0].f();", "a ps"),
        ("at += ps[0].g();", "ps"),
        ("const P<float4> p = ps[0]; at += p.f();", "a ps"),
        ("at += qs[0].q();", "d qs"),
        ("at += same(at) + d[0];", "d"),
    ] {
        check(templates, body, expected);
    }
}

#[test]
fn semantics_and_attributes_are_no_uses() {
    let source = "Buffer<float4> a; Buffer<float4> b; float4 f(float4 x : a) { return x; }
         float4 main(float4 at : b, uint i : a) : SV_Target { [unroll] for (int k = 0; k < 2; k++) at += f(at); return at; }";
    assert_eq!(used_in_hlsl(source, &Options { entry: Some("main".to_owned()), ..Options::default() }), "");
    let source = "Buffer<float4> a; Buffer<float4> b; struct H { float e[3] : SV_TessFactor; float i : SV_InsideTessFactor; };
         H patch() { H h = (H)0; h.i = a[0].x; return h; }
         [patchconstantfunc(\"patch\")] [domain(\"tri\")] void main(float4 at : P) { }";
    assert_eq!(used_in_hlsl(source, &Options { entry: Some("main".to_owned()), ..Options::default() }), "a");
}

#[test]
fn sampled_textures_follow_the_scopes_of_samplers() {
    let source = "sampler2D s; sampler2D t; namespace N { sampler2D s; float4 f(float2 at) { return tex2D(s, at); } }
         float4 g(sampler2D s, float2 at) { return tex2D(s, at); } float4 h(float2 at, sampler2D x) { { sampler2D s = t; } return tex2D(s, at); }
         float4 main(float2 at : P) : SV_Target { return N::f(at) + g(t, at); }";
    let options = Options { entry: Some("main".to_owned()), fxc: true, ..Options::default() };
    // The samplers, then the texture of each.
    assert_eq!(used_in_hlsl(source, &options), "t s#2 s#3 t#2");
    let source = source.replace("N::f(at) + g(t, at)", "h(at, t)");
    assert_eq!(used_in_hlsl(&source, &options), "s t s#3");
}

#[test]
fn glsl_locals_and_parameters_hide_uniforms() {
    let check = |functions: &str, body: &str, expected: &str| {
        let source = format!(
            "#version 450\nlayout(binding = 0) uniform A {{ vec4 a; }};\nlayout(binding = 1) uniform B {{ vec4 b; }};\nvec4 o;\n\
             {functions}\nvoid main() {{ {body} }}\n"
        );
        let mut sources = SourceMap::new();
        let file = sources.add_file("test.frag", source.clone().into()).unwrap();
        let options = GlslOptions { entry: Some("main".to_owned()), target: TargetEnv::OpenGl, ..GlslOptions::default() };
        let module = read_glsl(&mut sources, file, &MemoryLoader::default(), &options, &mut Diagnostics::new());
        assert_eq!(used(&module), expected, "{source}");
    };
    check("vec4 f(vec4 a) { return a; }", "o = f(b);", "B");
    check("vec4 f(vec4 a[2]) { return a[0]; } vec4 f() { return a; }", "o = f(vec4[2](b, b));", "B");
    check("", "vec4[2] a; o = a[0]; vec4 x = o, b = x; o = b;", "");
    check("", "{ vec4 a = o; } o = a;", "A");
    // A variable is visible after its initializer.
    check("", "vec4 a = a; o = a;", "A");
    check("", "vec4 a = b, b = a; o = b;", "B");
}
