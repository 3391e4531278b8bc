//! Valid programs, and their trees.

use crate::syntax::check;

#[test]
fn all_declarations_are_parsed() {
    check(
        "enable f16, clip_distances,; requires readonly_and_readwrite_storage_textures;
         diagnostic(off, derivative_uniformity); diagnostic(warning, chromium.unreachable_code,);
         ; alias Index = u32; struct S { a: f32, @align(16) @size(32,) b: vec3<f32>, c: array<mat3x3h, N + 1> };
         const N: u32 = 1 << 3; const M = N; @id(7) override wide: bool; override k = 2.5;
         @group(0) @binding(1) var<storage, read_write> s: array<S>; var<private> p = S(); var<workgroup> w: array<atomic<u32>, 64,>;
         @group(2 - 1) @binding(0) var t: texture_storage_2d<rgba8unorm, write>;
         const_assert N < 9;",
        "enable f16, clip_distances
         requires readonly_and_readwrite_storage_textures
         diagnostic off derivative_uniformity
         diagnostic warning chromium.unreachable_code
         alias Index = u32
         struct S { a: f32; @align(16) @size(32) b: vec3<f32>; c: array<mat3x3h, [+ N 1]>; }
         const N: u32 = [<< 1 3]
         const M = N
         @id(7) override wide: bool
         override k = 2.5
         @group(0) @binding(1) var<storage, read_write> s: array<S>
         var<private> p = S()
         var<workgroup> w: array<atomic<u32>, 64>
         @group([- 2 1]) @binding(0) var t: texture_storage_2d<rgba8unorm, write>
         const_assert [< N 9]",
    );
}

#[test]
fn newer_address_spaces_and_types_are_names_like_others() {
    check(
        "var<immediate> i: Push; @group(0) @binding(0) var<storage> b: buffer<1024>; fn f(p: ptr<storage, array<f32>, read_write>) { }",
        "var<immediate> i: Push
         @group(0) @binding(0) var<storage> b: buffer<1024>
         fn f(p: ptr<storage, array<f32>, read_write>) { }",
    );
}

#[test]
fn functions_and_their_attributes_are_parsed() {
    check(
        "@compute @workgroup_size(8, N, 1,) fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) n: vec3u,) { }
         @must_use @const fn f() -> @location(0) @interpolate(flat, either) vec4f { return vec4f(); }
         @diagnostic(off, a.b) fn g() @diagnostic(info, c) { @diagnostic(off, d) { } @diagnostic(off, e) if a @diagnostic(off, f) { } else @diagnostic(off, g) { } }",
        "@compute @workgroup_size(8, N, 1) fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) n: vec3u) { }
         @must_use @const fn f() -> @location(0) @interpolate(flat, either) vec4f { return vec4f(); }
         @diagnostic(off, a.b) fn g() @diagnostic(info, c) { @diagnostic(off, d) { }; @diagnostic(off, e) if a @diagnostic(off, f) { } else @diagnostic(off, g) { }; }",
    );
}

#[test]
fn unknown_attributes_are_parsed() {
    check(
        "@some(thing, 2) @more struct S { @odd a: f32 } @ spaced ( 1 ) var<private> x: f32;",
        "@some(thing, 2) @more struct S { @odd a: f32; }
         @spaced(1) var<private> x: f32",
    );
}

#[test]
fn operator_precedence_follows_the_specification() {
    check(
        "const a = 1 + 2 * 3 - -4 % 5; const b = a < 2 + 3 && c == !d && e >= f; const g = a == b || c != d || e;
         const h = a & b & ~c; const i = a << 2u; const j = (a + b) << (c * d); const k = -a.b[1].c; const l = *p.x; const m = &*&q[1];
         const n = a > b; const o = a | b | c ^ d;",
        "const a = [- [+ 1 [* 2 3]] [% [- 4] 5]]
         const b = [&& [&& [< a [+ 2 3]] [== c [! d]]] [>= e f]]
         const g = [|| [|| [== a b] [!= c d]] e]
         const h = [& [& a b] [~ c]]
         const i = [<< a 2u]
         const j = [<< ([+ a b]) ([* c d])]
         const k = [- a.b[1].c]
         const l = [* p.x]
         const m = [& [* [& q[1]]]]
         const n = [> a b]
         const o = [| [| a b] [^ c d]]
         3:45 P0804 `^` mixed with `|` needs parentheses
         fixed: const a = 1 + 2 * 3 - -4 % 5; const b = a < 2 + 3 && c == !d && e >= f; const g = a == b || c != d || e;
         const h = a & b & ~c; const i = a << 2u; const j = (a + b) << (c * d); const k = -a.b[1].c; const l = *p.x; const m = &*&q[1];
         const n = a > b; const o = a | b | (c ^ d);",
    );
}

#[test]
fn template_lists_are_distinguished_from_comparisons() {
    check(
        "const a = b < c; const d = array<f32, (N > M)>(); const g = f(a < b, (c > d)); const h = i<j>(k); const h2 = i<j> (k) + l;
         const l = vec3<array<f32, 2>>(1); const m = n<o>>p; const q = r<s>>t; const u = v<w && x>(y); const z = a<b<c>>==d; const e = a[i<0||j>0];
         const h3 = array<i32, select(2, 3, a > b)>(); const i2 = a<b[1 < 2], c>(d); const j2 = vec3 < f32 > (1); const k2 = a </* ) */ b > (c);",
        "const a = [< b c]
         const d = array<f32, ([> N M])>()
         const g = f([< a b], ([> c d]))
         const h = i<j>(k)
         const h2 = [+ i<j>(k) l]
         const l = vec3<array<f32, 2>>(1)
         const m = [> n<o> p]
         const q = [> r<s> t]
         const u = [&& [< v w] [> x (y)]]
         const z = [== a<b<c>> d]
         const e = a[[|| [< i 0] [> j 0]]]
         const h3 = array<i32, select(2, 3, [> a b])>()
         const i2 = a<b[[< 1 2]], c>(d)
         const j2 = vec3<f32>(1)
         const k2 = a<b>(c)",
    );
}

#[test]
fn all_statements_are_parsed() {
    check(
        "fn f(a: ptr<function, i32>) -> i32 {
            ; var x: i32 = 1; var<function> y = x; let z = 2; const w: u32 = 3u; const_assert w == 3u;
            x = 1; *a = 2; (x) = 3; _ = x; x += 1; x -= 1; x *= 2; x /= 2; x %= 2; x &= 1; x |= 1; x ^= 1; x <<= 1u; x >>= 1u; s.a[0].b++; y--;
            g(); h<i32>(x, 1,);
            { let inner = 1; }
            if x == 1 { } else if (y == 2) { return 1; } else if z { } else { discard; }
            switch x { case 1, 2, { } case 3: { break; } case default, 4 { } default: { } }
            while x < 3 { continue; } loop { break; } loop { continuing { x++; break if x > 3; } }
            for (var i = 0; i < 2; i++) { } for (; ; ) { break; } for (x = 0; ; g()) { } for (i++; a<b; ) { }
            return *a;
        }
        fn g() { return; }",
        "fn f(a: ptr<function, i32>) -> i32 { var x: i32 = 1; var<function> y = x; let z = 2; const w: u32 = 3u; const_assert [== w 3u]; x = 1; [* a] = 2; (x) = 3; _ = x; x += 1; x -= 1; x *= 2; x /= 2; x %= 2; x &= 1; x |= 1; x ^= 1; x <<= 1u; x >>= 1u; s.a[0].b++; y--; g(); h<i32>(x, 1); { let inner = 1; }; if [== x 1] { } else if ([== y 2]) { return 1; } else if z { } else { discard; }; switch x { case 1, 2 { } case 3 { break; } case default, 4 { } default { } }; while [< x 3] { continue; }; loop { break; }; loop { continuing { x++; break if [> x 3]; }; }; for (var i = 0; [< i 2]; i++) { }; for (; ; ) { break; }; for (x = 0; ; g()) { }; for (i++; [< a b]; ) { }; return [* a]; }
         fn g() { return; }",
    );
}

#[test]
fn numbers_are_parsed() {
    check(
        "const a = vec4(0, 12, 34i, 56u); const b = vec4(0x0, 0xAbu, 0X1Fi, 0xffffffff); const c = vec4(1.0, 1., .5, 1.5e3); const d = vec4(1f, 2h, 0f, 1.5h);
         const e = vec4(1e5, 1E-2f, 0e9999999999999, 1.e+3h); const f = vec4(0x1p3, 0x.8p-1f, 0X1.P+4, 0xA.8p0h); const g = vec3(0x1.8, 0x1.fffffep127f, 0x1.ffcp15h);
         const h = vec3(9223372036854775807, 2147483647i, 4294967295u); const i = vec4(0x1p-1074, 0x1p-149f, 0x1p-24h, 1e-400); const j = 0x1.0000000000000000000p0;
         const k = 65504h; const l = 0x0p99999999999999999999999; const m = 012f; const n = vec2(1e-10h, 5.9604645e-8h); const o = vec4(2049h, 2051h, 0.1h, 7e-8h);",
        "const a = vec4(0, 12, 34i, 56u)
         const b = vec4(0, 171u, 31i, 4294967295)
         const c = vec4(1.0, 1.0, 0.5, 1500.0)
         const d = vec4(1.0f, 2.0h, 0.0f, 1.5h)
         const e = vec4(100000.0, 0.01f, 0.0, 1000.0h)
         const f = vec4(8.0, 0.25f, 16.0, 10.5h)
         const g = vec3(1.5, 3.4028235e38f, 65504.0h)
         const h = vec3(9223372036854775807, 2147483647i, 4294967295u)
         const i = vec4(5e-324, 1e-45f, 5.9604645e-8h, 0.0)
         const j = 1.0
         const k = 65504.0h
         const l = 0.0
         const m = 12.0f
         const n = vec2(0.0h, 5.9604645e-8h)
         const o = vec4(2048.0h, 2052.0h, 0.099975586h, 5.9604645e-8h)",
    );
}

#[test]
fn identifiers_follow_unicode() {
    check(
        "const Δέλτα = 1; const réflexion = 2; const _x = 3; const 日本 = Δέλτα; fn été() { let a·b = 1; let r2 = _x; let _a_name_of_many_letters = 4; }",
        "const Δέλτα = 1
         const réflexion = 2
         const _x = 3
         const 日本 = Δέλτα
         fn été() { let a·b = 1; let r2 = _x; let _a_name_of_many_letters = 4; }",
    );
}

#[test]
fn every_line_break_ends_a_comment_and_every_space_separates() {
    check(
        "const a = 1; // b\u{a}const c = 1; // d\u{b}const e = 1; // f\u{c}const g = 1; // h\u{d}const i = 1; // j\u{85}const k = 1; // l\u{2028}const m = 1; // n\u{2029}const o = 1;
         const\u{200e}p\u{200f}=\u{85}1\u{2028};\tconst\u{b}q\u{c}=\r1; // é\u{84}\u{2027}const r = 1;
         const s /* a /* nested */ // */ = 1 /**/ + /***/ 2;",
        "const a = 1
         const c = 1
         const e = 1
         const g = 1
         const i = 1
         const k = 1
         const m = 1
         const o = 1
         const p = 1
         const q = 1
         const s = [+ 1 2]",
    );
}
