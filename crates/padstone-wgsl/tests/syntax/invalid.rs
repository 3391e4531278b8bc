//! Invalid programs: diagnostics, fixes, and the remaining structure.

use padstone_wgsl::tree::Edition;

use crate::syntax::{check, read};

#[test]
fn missing_parentheses_are_reported() {
    // tint 2026-08, measured: all of these are rejected. naga 30.0.1 accepts most.
    for (source, message) in [
        ("1 + 2 << 3", "`+` mixed with `<<`"),
        ("a && b || c", "`&&` mixed with `||`"),
        ("a || b && c", "`&&` mixed with `||`"),
        ("1 & 2 | 3", "`&` mixed with `|`"),
        ("1 == 2 == 3", "`==` mixed with `==`"),
        ("1 < 2 <= 3", "`<` mixed with `<=`"),
        ("1 == 2 < 3", "`<` mixed with `==`"),
        ("1 << 2 << 3", "`<<` mixed with `<<`"),
        ("1 + 2 & 3", "`+` mixed with `&`"),
        ("a & b == c", "`==` mixed with `&`"),
        ("a & b && c", "`&` mixed with `&&`"),
        ("1 << 2 * 3", "`*` mixed with `<<`"),
    ] {
        let text = format!("const x = {source};");
        let out = read(&text, Edition::Current);
        assert!(out.contains(&format!("P0804 {message} needs parentheses")), "{source}: {out}");
        assert_eq!(out.matches("P0804").count(), 1, "{source}: {out}");
        assert!(!read(&text, Edition::Draft2020).contains("P0804"), "{source}: in 2020 it meant what it means in C");
    }
}

#[test]
fn wrong_numbers_are_reported() {
    check(
        "const a = 9223372036854775808; const b = 2147483648i; const c = 4294967296u; const d = 0x80000000i;
         const e = 1e400; const f = 3.5e38f; const g = 65505h; const h = 0x1p1024; const i = 0x1p128f; const j = 0x1p16h;
         const k = 0x1.0000001p0f; const l = 0x1.001p0h; const m = 0x1.00000000000008p0; const n = 0x1p-1075; const o = 0x1p-150f;
         const p = 01; const q = 0x; const r = 0x1p; const s = 1e; const t = 1.5i; const u = 0x1.8h; const v = 10px; const w = 1u2; const x = 0x1p3i; const y = 1e+;",
        "const a = ?
         const b = ?
         const c = ?
         const d = ?
         const e = ?
         const f = ?
         const g = ?
         const h = ?
         const i = ?
         const j = ?
         const k = ?
         const l = ?
         const m = ?
         const n = ?
         const o = ?
         const p = ?
         const q = ?
         const r = ?
         const s = ?
         const t = ?
         const u = ?
         const v = ?
         const w = ?
         const x = ?
         const y = ?
         1:11 P0803 `9223372036854775808` is too large
         1:42 P0803 `2147483648i` does not fit in `i32`
         1:65 P0803 `4294967296u` does not fit in `u32`
         1:88 P0803 `0x80000000i` does not fit in `i32`
         2:20 P0803 `1e400` is too large
         2:37 P0803 `3.5e38f` does not fit in `f32`
         2:56 P0803 `65505h` does not fit in `f16`
         2:74 P0803 `0x1p1024` is too large
         2:94 P0803 `0x1p128f` does not fit in `f32`
         2:114 P0803 `0x1p16h` does not fit in `f16`
         3:20 P0803 `0x1.0000001p0f` is not representable as `f32`
         3:46 P0803 `0x1.001p0h` is not representable as `f16`
         3:68 P0803 `0x1.00000000000008p0` is not representable as AbstractFloat
         3:100 P0803 `0x1p-1075` is not representable as AbstractFloat
         3:121 P0803 `0x1p-150f` is not representable as `f32`
         4:20 P0803 `01` has a leading zero
         4:34 P0803 `0x` has no digits
         4:48 P0803 `0x1p` has an exponent without digits
         4:64 P0803 `1e` has an exponent without digits
         4:78 P0803 `1.5i` is not an integer
         4:94 P0803 `0x1.8h` has a suffix but no exponent
         4:112 P0803 `10px` is not a number
         4:128 P0803 `1u2` is not a number
         4:143 P0803 `0x1p3i` is not a number
         4:161 P0803 `1e+` has an exponent without digits",
    );
}

#[test]
fn wrong_names_are_reported() {
    check(
        "struct class { virtual: f32, __b: f32 } const __a = 1; fn std(this: f32) { let auto = a.static; fallthrough_ = 1; } const _ = 2; const __ = 3; const __a_name_of_many_letters = 4;
         const var = 4; struct 5 { a: f32 } const ² = 1;",
        "struct class { virtual: f32; __b: f32; }
         const __a = 1
         fn std(this: f32) { let auto = a.static; fallthrough_ = 1; }
         const ?: ?
         const __ = 3
         const __a_name_of_many_letters = 4
         const var = 4
         struct ? { }
         const ?: ?
         1:8 P0802 `class` is a reserved word
         1:16 P0802 `virtual` is a reserved word
         1:30 P0802 name `__b` starts with two underscores
         1:47 P0802 name `__a` starts with two underscores
         1:59 P0802 `std` is a reserved word
         1:63 P0802 `this` is a reserved word
         1:123 P0201 expected a constant name, found `_`
         1:136 P0802 name `__` starts with two underscores
         1:150 P0802 name `__a_name_of_many_letters` starts with two underscores
         2:16 P0802 `var` is a keyword
         2:32 P0201 expected a struct name, found `5`
         2:51 P0806 unexpected character `²`
         1:80 P0802 `auto` is a reserved word
         1:89 P0802 `static` is a reserved word",
    );
}

#[test]
fn a_missing_separator_is_the_only_error() {
    check(
        "struct S { a: f32 b: f32, c: f32 @size(8) d: f32 } const x = 1 const y = 2; fn f() { let a = 1 let b = 2; a = b\n c(); return }",
        "struct S { a: f32; b: f32; c: f32; @size(8) d: f32; }
         const x = 1
         const y = 2
         fn f() { let a = 1; let b = 2; a = b; c(); return; }
         1:19 P0201 expected `,` after the member, found `b`
         1:34 P0201 expected `,` after the member, found `@`
         1:64 P0201 expected `;` after the declaration, found `const`
         1:96 P0201 expected `;` after the statement, found `let`
         2:2 P0201 expected `;` after the statement, found `c`
         2:14 P0201 expected `;` after the statement, found `}`
         fixed: struct S { a: f32, b: f32, c: f32, @size(8) d: f32 } const x = 1; const y = 2; fn f() { let a = 1; let b = 2; a = b;
         c(); return; }",
    );
}

#[test]
fn incomplete_code_does_not_affect_other_declarations() {
    check(
        "struct Broken { a: f32, b: , c: array<f32, d: i32, e: f32 }
         @group(0) @binding(0) var<uniform> u: S
         const x = 1 +;
         fn f(a: , b: i32) -> { }
         fn g(a b) { g( }
         foo bar baz;
         fn h() { let = 1; x = (1 + ; y = 2; if { z = 3; } 5; -x = 1; f() = 2; q; { t = } s = 1; }
         } var<private> v: f32;
         struct { a: f32 } struct T a: f32, } alias = f32; alias B f32;
         var<storage w: f32; @ struct U { a: f32 } @size( struct V { a: f32 }
         const k = array<f32, 3 4>(1, 2 3)[1; const l = vec3<>(1);
         fn last() { }",
        "struct Broken { a: f32; b: ?; c: array; d: i32; e: f32; }
         @group(0) @binding(0) var<uniform> u: S
         const x = ?
         fn f(a: ?, b: i32) -> ? { }
         fn g(a: ?) { ?; }
         fn h() { let ?; x = ([+ 1 ?]); y = 2; if ? { }; ?; ?; f(); ?; { t = ?; }; s = 1; }
         var<private> v: f32
         struct ? { }
         struct T { }
         alias ? = ?
         alias B = ?
         var ?: ?
         const k = ?
         const l = vec3<>(1)
         fn last() { }
         1:28 P0201 expected a type, found `,`
         1:38 P0202 `<` without a matching `>`
         3:10 P0201 expected `;` after the declaration, found `const`
         3:23 P0201 expected an expression, found `;`
         4:18 P0201 expected a type, found `,`
         4:31 P0201 expected a type, found `{`
         5:17 P0201 expected `:` and a type after the name, found `b`
         6:10 P0201 expected a declaration, found `foo`
         8:10 P0201 expected a declaration, found `}`
         9:17 P0201 expected a struct name, found `{`
         9:37 P0201 expected `{` after the struct name, found `a`
         9:53 P0201 expected an alias name, found `=`
         9:68 P0201 expected `=` after the alias name, found `f32`
         10:13 P0202 `<` without a matching `>`
         10:39 P0201 expected a declaration, found `U`
         10:59 P0201 expected an expression, found `struct`
         11:33 P0201 expected `,` or `>`, found `4`
         11:41 P0202 expected `)`, found `3`
         11:45 P0202 expected `]`, found `;`
         11:62 P0201 expected a type or value between `<` and `>`, found `>`
         5:25 P0201 expected an expression, found `}`
         7:23 P0201 expected a value name, found `=`
         7:37 P0201 expected an expression, found `;`
         7:49 P0201 expected an expression, found `{`
         7:60 P0201 expected a statement, found `5`
         7:63 P0201 expected a statement, found `-`
         7:75 P0201 expected `;` after the statement, found `=`
         7:81 P0201 expected `=`, `++`, or `--`, found `;`
         7:89 P0201 expected an expression, found `}`",
    );
}

#[test]
fn an_unclosed_body_ends_before_the_next_declaration() {
    check(
        "fn a() { if x { y = 1; fn b() { z = 2; } @group(0) @binding(0) var<uniform> u: S; struct S { a: f32 }",
        "fn a() { if x { y = 1; }; }
         fn b() { z = 2; }
         @group(0) @binding(0) var<uniform> u: S
         struct S { a: f32; }
         1:24 P0202 expected `}`, found `fn`",
    );
    check(
        "fn a() { if x { @compute @workgroup_size(1) fn b() { var<function> z = 2; var<private> p: f32;",
        "fn a() { if x { }; }
         @compute @workgroup_size(1) fn b() { var<function> z = 2; }
         var<private> p: f32
         1:17 P0202 expected `}`, found `@`
         1:75 P0202 expected `}`, found `var`",
    );
    check(
        "fn a() { /* } const b = 1;",
        "fn a() { }
         1:10 P0121 unterminated comment",
    );
    check(
        "struct S { a: f32, fn f() { } const a = 1;",
        "struct S { a: f32; ?: ?; }
         fn f() { }
         const a = 1
         1:20 P0202 expected `}`, found `fn`",
    );
    check(
        "const a = 1; /* const b = 1;",
        "const a = 1
         1:14 P0121 unterminated comment",
    );
}

#[test]
fn misplaced_statements_are_reported() {
    check(
        "fn f() { break if x; continuing { } loop { continuing { } x = 1; } loop { continuing { break if y; } } @diagnostic(off, a) x = 1; case 1: { } override k = 1; a--b; a++ ++; x = y = z;
           if (a) x = 1; for (let i = 0) { } for (var i = 0; i < 1; var j = 1) { } switch a { x = 1; } _ = ; _ += 1; f + 1; (f)(); struct S { a: f32 } }",
        "fn f() { break if x; continuing { }; loop { continuing { }; }; loop { continuing { break if y; }; }; @diagnostic(off, a) x = 1; ?; ?; a--; a++; x = y; if (a) { }; for (let i = 0; ; ) { }; for (var i = 0; [< i 1]; ?) { }; switch a { }; _ = ?; _ = ?; ?; ?; ?; }
         1:10 P0201 `break if` is allowed only at the end of a `continuing` block
         1:22 P0201 `continuing` is allowed only at the end of a `loop`
         1:59 P0201 expected `}`, since `continuing` ends the loop, found `x`
         1:104 P0214 attributes are not allowed on this statement
         1:131 P0201 expected a statement, found `case`
         1:143 P0201 expected a statement, found `override`
         1:162 P0201 expected `;` after the statement, found `b`
         1:169 P0201 expected `;` after the statement, found `++`
         1:179 P0201 expected `;` after the statement, found `=`
         2:19 P0201 expected `{` to start a block, found `x`
         2:40 P0201 expected `;` after the initializer of the `for`, found `)`
         2:69 P0201 expected a statement, found `var`
         2:95 P0201 expected `case`, `default`, or `}`, found `x`
         2:108 P0201 expected an expression, found `;`
         2:112 P0201 expected `=` after `_`, found `+=`
         2:120 P0201 expected `=`, `++`, or `--`, found `+`
         2:128 P0201 expected `=`, `++`, or `--`, found `(`
         2:132 P0201 expected a statement, found `struct`",
    );
}

#[test]
fn directives_come_first() {
    // Not even a `;` may precede a directive (tint and naga 30.0.1, measured).
    check(
        "; enable f16;",
        "enable f16
         1:3 P0805 directives must precede all declarations",
    );
    check(
        "const a = 1; enable f16; diagnostic(off, x);",
        "enable f16
         diagnostic off x
         const a = 1
         1:14 P0805 directives must precede all declarations
         1:26 P0805 directives must precede all declarations",
    );
}

#[test]
fn unexpected_characters_are_reported() {
    check(
        "\u{feff}const a = 1;",
        "const a = 1
         1:1 P0806 WGSL does not allow a byte order mark
         fixed: const a = 1;",
    );
    check(
        "const a = 1; # const b = 2; const c = `x`; const d = 'x'; /* \0 */",
        "const a = 1
         const b = 2
         const c = ?
         const d = ?
         1:62 P0806 WGSL does not allow null characters, even in comments
         1:14 P0806 unexpected character `#`
         1:39 P0806 unexpected character ```
         1:54 P0806 unexpected character `'`",
    );
    check("$", "1:1 P0806 unexpected character `$`");
    check(
        "const a = --1; const b = &&c;",
        "const a = [- [- 1]]
         const b = ?
         1:26 P0201 expected an expression, found `&&`",
    );
}

#[test]
fn a_template_list_ends_before_a_colon_or_an_equals_sign() {
    check(
        "struct S { a: array<f32, b: array<vec2<f32>>, c: f32, }",
        "struct S { a: array; b: array<vec2<f32>>; c: f32; }
         1:20 P0202 `<` without a matching `>`",
    );
    check(
        "struct S { a: array<f32, b: vec2<f32>>, c: f32 }",
        "struct S { a: array; b: ?; c: f32; }
         1:20 P0202 `<` without a matching `>`
         1:38 P0201 expected `,` or `}` after the member, found `>`",
    );
    check(
        "const a: array<f32 = b > c; const d = 1;",
        "const a: ?
         const d = 1
         1:15 P0202 `<` without a matching `>`",
    );
}
