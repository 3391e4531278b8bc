//! Diagnostics about declarations, with their positions and fixes.

use padstone_diag::Diagnostics;
use padstone_source::{MemoryLoader, SourceMap};
use padstone_wgsl::{Options, read_wgsl};

/// One line for each diagnostic: position, severity, code and message; then its helps and its fixes, with the fixed
/// text.
fn report(source: &str) -> Vec<String> {
    let mut sources = SourceMap::new();
    let file = sources.add_file("test.wgsl", source.into()).unwrap();
    let mut found = Diagnostics::new();
    read_wgsl(&mut sources, file, &MemoryLoader::default(), &Options::default(), &mut found);
    let mut lines = Vec::new();
    for found in &found {
        let position = sources.locate(found.span.unwrap().start);
        let severity = format!("{:?}", found.severity).to_lowercase();
        lines.push(format!("{}:{} {severity} {} {}", position.line, position.column, found.code.id, found.message));
        lines.extend(found.notes.iter().map(|note| format!("note: {note}")));
        lines.extend(found.helps.iter().map(|help| format!("help: {help}")));
        for fix in &found.fixes {
            let mut fixed = source.to_owned();
            for edit in fix.edits.iter().rev() {
                fixed.replace_range(edit.span.start as usize..edit.span.end as usize, &edit.text);
            }
            lines.push(format!("fix: {}: {}", fix.title, fixed.replace('\n', " ")));
        }
    }
    lines
}

#[track_caller]
fn check(source: &str, expected: &str) {
    let expected: Vec<&str> = expected.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    assert_eq!(report(source), expected, "{source}");
}

#[test]
fn wrong_names_are_reported() {
    check(
        "struct Light { a: f32 } struct S { a: Ligth }",
        "1:39 error P0820 `Ligth` is not declared
         help: a similar name exists: `Light`
         fix: write `Light`: struct Light { a: f32 } struct S { a: Light }",
    );
    // A variable cannot be used as a type, nor a type as a value.
    check("@group(0) @binding(0) var<uniform> mesh: Mesh;", "1:42 error P0820 `Mesh` is not declared");
    check("struct Speed { a: f32 } const a = speed;", "1:35 error P0820 `speed` is not declared");
    check(
        "var<storagee> a: f32;",
        "1:5 error P0820 `storagee` is not declared
         help: a similar name exists: `storage`
         fix: write `storage`: var<storage> a: f32;",
    );
    check("struct S { a: array<f32, COUNT> }", "1:26 error P0820 `COUNT` is not declared");
    // Only functions read memory.
    check(
        "@group(0) @binding(0) var<uniform> counts: vec4u; struct S { a: array<f32, count> }",
        "1:76 error P0820 `count` is not declared",
    );
    check("const a = 1;\nstruct a { b: f32 }", "2:8 error P0822 redeclaration of `a`");
    check("const a = 1; struct S { b: a }", "1:28 error P0823 expected a type, found `a`, a constant");
    check("struct S { a: array<f32, f32> }", "1:26 error P0823 expected a value, found `f32`, a type");
    check("var<read> a: f32;", "1:5 error P0823 expected an address space, found `read`, an access mode");
    check("fn f() {} const a = f;", "1:21 error P0823 expected a value, found `f`, a function");
    check(
        "struct S { a: vec3 }",
        "1:15 error P0309 `vec3` requires template arguments
         help: write `vec3<f32>`",
    );
    check("alias A = sampler<f32>;", "1:11 error P0309 `sampler` takes no template arguments");
    check(
        "var<private> n = 3; struct S { a: array<f32, n> }",
        "1:46 error P0303 variable `n` has no value at module scope
         help: declare `n` with `const` if it never changes",
    );
}

#[test]
fn cycles_are_reported() {
    check("struct S { a: f32, s: S }", "1:8 error P0821 `S` depends on itself: S → S");
    check("struct A { b: B }\nstruct B { a: array<A, 2> }", "1:8 error P0821 `A` depends on itself: A → B → A");
    check("const C = B; alias A = array<f32, C>; const B = A(1)[0];", "1:7 error P0821 `C` depends on itself: C → B → A → C");
    check("struct position { @builtin(position) p: vec4f }", "");
}

#[test]
fn wrong_structs_are_reported() {
    check("struct S { }", "1:8 error P0835 `S` has no members");
    check("struct S { a: f32, a: i32 }", "1:20 error P0307 redeclaration of member `a`");
    check("struct S { a: texture_2d<f32> }", "1:15 error P0834 a struct member cannot have type `texture_2d<f32>`");
    check("struct S { a: array<f32>, b: f32 }", "1:15 error P0833 `array<f32>` has no fixed size and must be the last member");
    check(
        "struct S { a: array<f32> } struct T { s: S }",
        "1:42 error P0833 `S` ends with a runtime-sized array and cannot be a member of another struct",
    );
    check("struct S { a: array<vec4f, 0xffffffffu> }", "1:15 error P0836 array is 68719476720 bytes; a type may have at most 4294967295");
    check("struct S { a: array<f32, -3> }", "1:26 error P0306 the element count must be positive, found -3");
    check("struct S { a: array<f32, 2.5> }", "1:26 error P0306 the element count must be an integer, found `abstract-float`");
    check("struct S { a: mat2x2<i32> }", "1:22 error P0309 a matrix component must be `f32` or `f16`, found `i32`");
    check(
        "struct S { a: vec3h }",
        "1:15 error P0828 `vec3h` requires the extension `f16`
         help: add `enable f16;` at the top
         fix: add `enable f16;`: enable f16; struct S { a: vec3h }",
    );
}

#[test]
fn wrong_attributes_are_reported() {
    check(
        "struct S { @align(3) a: f32 }",
        "1:12 error P0837 alignment must be a power of two, found 3
         fix: change it to 4: struct S { @align(4) a: f32 }",
    );
    check(
        "struct S { @align(8) a: vec4f }",
        "1:12 error P0837 alignment of `vec4<f32>` must be at least 16, found 8
         fix: change it to 16: struct S { @align(16) a: vec4f }",
    );
    check(
        "struct S { @size(8) a: vec3f }",
        "1:12 error P0838 `vec3<f32>` is 12 bytes and does not fit in 8
         fix: change it to 12: struct S { @size(12) a: vec3f }",
    );
    check("struct S { @size(64) a: array<f32> }", "1:12 error P0838 `@size` is not allowed on `array<f32>`, which has no fixed size");
    check("struct S { @align(-4) a: f32 }", "1:19 error P0205 the argument of `align` must be at least 1, found -4");
    check("struct S { @align(4.0) a: f32 }", "1:19 error P0205 the argument of `align` must be `i32` or `u32`, found `abstract-float`");
    check("struct S { @align() a: f32 }", "1:12 error P0205 `align` takes one argument");
    check("@size(16) struct S { a: f32 }", "1:1 error P0214 `size` is not allowed on a struct");
    check(
        "struct S { @algin(4) a: f32 }",
        "1:12 error P0844 unknown attribute `algin`
         help: a similar name exists: `align`
         fix: write `align`: struct S { @align(4) a: f32 }",
    );
    check(
        "struct S { @align(4) @align(8) a: f32 }",
        "1:22 error P0843 duplicate attribute `align`
         fix: remove the duplicate `align`: struct S { @align(4)  a: f32 }",
    );
}

#[test]
fn wrong_variables_are_reported() {
    check(
        "struct S { a: f32, b: bool }\n@group(0) @binding(0) var<uniform> u: S;",
        "1:20 error P0832 `S` is not allowed in `uniform`: `bool` is not host-shareable
         help: use `u32`, and compare it with 0",
    );
    check(
        "struct S { a: atomic<u32> }\n@group(0) @binding(0) var<uniform> u: S;",
        "2:39 error P0832 `S` is not allowed in `uniform`: atomics must be in `storage` or `workgroup`
         help: declare the variable in `storage` or `workgroup`, or use an integer that is not atomic",
    );
    check(
        "@group(0) @binding(0) var<storage> u: atomic<u32>;",
        "1:39 error P0831 `atomic<u32>` is not allowed in `storage, read`: atomics in `storage` must be `read_write`
         help: write `var<storage, read_write>`",
    );
    check(
        "@group(0) @binding(0) var<uniform> u: array<vec4f>;",
        "1:39 error P0833 `array<vec4<f32>>` has no fixed size, which `uniform` requires
         help: specify the number of elements, or declare the variable in `storage`",
    );
    check(
        "var<immediate> i: array<f32, 4>;",
        "1:19 error P0832 `array<f32, 4>` is not allowed in `immediate`, which cannot contain arrays
         help: use separate members, or a vector or matrix",
    );
    check(
        "var<private> p: array<f32, 65536>;",
        "1:17 error P0836 an array in `private` must have fewer than 65536 elements, found 65536
         help: use fewer elements, or declare the variable in `storage`",
    );
    check(
        "override n = 4; var<private> p: array<f32, n>;",
        "1:33 error P0833 the size of `array<f32, …>` is an override: only variables in `workgroup` can have such a type
         help: use a `const` for the number of elements",
    );
    check(
        "@group(0) var<uniform> u: f32;",
        "1:24 error P0839 resource `u` has no `@binding`
         help: specify both: `@group(0) @binding(0)`",
    );
    check(
        "@group(0) @binding(0) var<private> u: f32;",
        "1:1 error P0214 `u` in `private` is not a resource and cannot have a group or binding",
    );
    check(
        "var u: f32;",
        "1:5 error P0830 `u` has no address space
         help: write `var<private>`, `var<workgroup>`, `var<uniform>`, or `var<storage>`
         fix: add `<private>`: var<private> u: f32;",
    );
    check(
        "@group(0) @binding(0) var<storage, write> u: f32;",
        "1:43 error P0831 a variable in `storage` must be `read` or `read_write`
         help: write `read_write`",
    );
    check(
        "var<private, read> u: f32;",
        "1:14 error P0831 only variables in `storage` can have an access mode; this variable is in `private`",
    );
    check("var<workgroup> w: f32 = 1;", "1:25 error P0848 a variable in `workgroup` cannot have an initializer");
    check("var<private> p: i32 = 1.5;", "1:23 error P0825 expected `i32`, found `abstract-float`");
    check("@group(0) @binding(-1) var<uniform> u: f32;", "1:20 error P0205 the argument of `binding` must be at least 0, found -1");
}

#[test]
fn resources_that_share_a_binding_are_reported() {
    let declared = "@group(0) @binding(0) var<uniform> u: f32;\n@group(0) @binding(0) var<uniform> v: f32;\n";
    check(declared, "");
    check(
        &format!("{declared}fn g() -> f32 {{ return v; }} @compute @workgroup_size(1) fn main() {{ _ = u + g(); }}"),
        "2:36 error P0840 `main` uses `u` and `v`, which are both at `@group(0) @binding(0)`",
    );
    check(&format!("{declared}@compute @workgroup_size(1) fn main() {{ let v = u; _ = v; }}"), "");
    check(
        "var<immediate> a: f32; var<immediate> b: f32; @fragment fn main() { _ = a; _ = b; }",
        "1:39 error P0840 `main` uses `a` and `b`, which are both in `immediate`, which allows one",
    );
}

#[test]
fn wrong_overrides_and_assertions_are_reported() {
    check("@id(1) override a: i32;\n@id(1) override b: i32;", "2:1 error P0845 duplicate override id 1");
    check("override a: vec2f;", "1:10 error P0845 an `override` must be a scalar, but `a` is `vec2<f32>`");
    check("override a;", "1:10 error P0848 `a` needs a type or an initializer");
    check(
        "override a = 4; const b = a;",
        "1:27 error P0303 the value of a `const` must be a constant, but this value is known only at pipeline creation",
    );
    check("override a = 4; override b = a / 0;", "1:30 error P0305 division by zero");
    check("const_assert 1 > 2;", "1:1 error P0826 the asserted condition is false");
    check("const_assert 1;", "1:14 error P0825 expected a `bool` condition, found `abstract-int`");
}

/// Names of an extension that padstone does not know are accepted, unless the layout of a buffer depends on them.
#[test]
fn names_of_unknown_extensions_are_accepted_outside_buffers() {
    let enabled = "enable chromium_new;";
    let warning = "1:8 warning P0827 `chromium_new` is an extension of one implementation; others reject the module
                   note: padstone does not know its names: it accepts unknown names where no buffer depends on them";
    for valid in [
        "alias T = new_matrix8x8<f32, A>;",
        "@fragment fn f(@paint(0) p: vec4f) -> @location(0) vec4f { return p; }",
        "@vertex fn f() -> @paint(0) vec4f { return vec4f(); }",
        "struct I { @paint(0) p: vec4f, @location(0) q: vec4f } @fragment fn f(i: I) {}",
        "@fragment fn f(@builtin(brush) p: u32) {}",
        "struct P { a: u32 } var<tile_memory> p: P;",
        "@group(0) @binding(0) @tile(3) var t: tile_texture<f32>;",
        "@paint @compute @workgroup_size(1) fn f() {}",
        "fn f(t: tile_texture<f32>) -> tile_texture<f32> { return t; }",
    ] {
        check(&format!("{enabled} {valid}"), warning);
    }
    for invalid in [
        "struct S { @bits(4) a: u32 } @group(0) @binding(0) var<uniform> s: S;",
        "struct S { a: tile_index } @group(0) @binding(0) var<storage> s: array<S, 2>;",
        "@bits(4) struct S { a: u32 } @group(0) @binding(0) var<uniform> s: S;",
        "@group(0) @binding(0) var<storage> s: tile_index;",
        "@group(0) @binding(0) @bits(4) var<storage> s: u32;",
    ] {
        let module = format!("{enabled} {invalid}");
        let column = module.find("> s:").map_or(0, |position| position + 3);
        let error = format!("1:{column} error P0827 the layout of `s` depends on a name of `chromium_new`, which padstone does not know");
        check(&module, &format!("{warning}\n{error}"));
    }
    check(
        &format!("{enabled} @fragment fn f(@locaton(0) p: vec4f) {{}}"),
        &format!(
            "{warning}
             1:37 warning P0844 unknown attribute `locaton`
             note: padstone accepts it as a name of the extension `chromium_new`
             help: a similar name exists: `location`
             fix: write `location`: enable chromium_new; @fragment fn f(@location(0) p: vec4f) {{}}"
        ),
    );
}

#[test]
fn wrong_directives_are_reported() {
    check(
        "enable f61;",
        "1:8 error P0827 unknown extension `f61`
         help: a similar name exists: `f16`",
    );
    check(
        "enable wgpu_binding_array;",
        "1:8 warning P0827 `wgpu_binding_array` is an extension of one implementation; others reject the module",
    );
    check("alias T = coop_mat8x8<f32, A>;", "1:11 error P0820 `coop_mat8x8` is not declared");
    check(
        "@group(0) @binding(0) var t: binding_array<sampler, 4>;",
        "1:30 error P0828 a `binding_array` of `sampler` requires the extension `wgpu_binding_array`
         help: add `enable wgpu_binding_array;` at the top
         fix: add `enable wgpu_binding_array;`: enable wgpu_binding_array; @group(0) @binding(0) var t: binding_array<sampler, 4>;",
    );
    check(
        "diagnostic(off, derivative_uniformity); diagnostic(error, derivative_uniformity);",
        "1:52 error P0829 duplicate severity for `derivative_uniformity`",
    );
    check("diagnostic(off, nothing);", "1:17 warning P0829 unknown rule `nothing` has no effect");
}

#[test]
fn wrong_entry_points_are_reported() {
    check(
        "@compute fn main() {}",
        "1:1 error P0842 compute shader `main` has no `@workgroup_size`
         fix: add `@workgroup_size(64)`: @compute @workgroup_size(64) fn main() {}",
    );
    check(
        "@vertex fn main() {}",
        "1:12 error P0842 vertex shader `main` does not return `@builtin(position)`
         help: return `@builtin(position) vec4f`, or a struct with such a member",
    );
    check("@fragment fn main(a: f32) {}", "1:19 error P0841 missing `@builtin` or `@location`");
    check(
        "@fragment fn main(@location(0) a: u32) {}",
        "1:32 error P0841 `u32` requires `@interpolate(flat)`: integers are not interpolated
         fix: add `@interpolate(flat)`: @fragment fn main(@location(0) @interpolate(flat) a: u32) {}",
    );
    check("@fragment fn main(@builtin(vertex_index) a: u32) {}", "1:19 error P0841 `vertex_index` is not an input of a fragment shader");
    check("struct S { @builtin(position) a: vec3f }", "1:12 error P0841 built-in value `position` has type `vec4<f32>`, found `vec3<f32>`");
    // One error for one cause.
    let negative = "error P0205 the argument of `location` must be at least 0, found -1";
    check("@fragment fn main(@location(-1) a: f32) {}", &format!("1:29 {negative}"));
    check("struct S { @location(-1) a: f32 } @fragment fn main(a: S) {}", &format!("1:22 {negative}"));
    check(
        "struct S { @location(-1) a: f32, b: f32 } @fragment fn main(a: S) {}",
        &format!("1:22 {negative}\n1:34 error P0841 `b` has neither `@builtin` nor `@location`"),
    );
    check(
        "struct S { @builtin(place) a: vec4f } @vertex fn main() -> S { return S(); }",
        "1:21 error P0841 unknown built-in value `place`",
    );
    check("struct S { @location(0) a: f32, @location(0) b: f32 }", "1:33 error P0841 duplicate location 0");
    check(
        "@compute @workgroup_size(65536, 65536) fn main() {}",
        "1:33 error P0205 workgroup has 4294967296 invocations; the limit is 4294967295",
    );
}

#[test]
fn wrong_functions_are_reported() {
    check("fn f(a: f32, a: i32) {}", "1:14 error P0822 redeclaration of parameter `a`");
    check("fn f(a: atomic<u32>) {}", "1:9 error P0846 a parameter cannot have type `atomic<u32>`");
    check("fn f() -> sampler {}", "1:11 error P0846 a function cannot return `sampler`");
    check("fn f(@location(0) a: f32) {}", "1:6 error P0214 `location` is allowed only on a parameter of an entry point");
    check("fn f() @diagnostic(off, derivative_uniformity) {}", "");
    check(
        "fn f() @location(0) vec4f {}",
        "1:8 error P0214 the attribute is not allowed on a function body\nhelp: write `->` before it if it is an attribute of the result",
    );
    check("@must_use fn f() {}", "1:1 error P0214 `@must_use` is not allowed on `f`, which returns no value");
}

/// Limits that tint supports, but that other implementations need not support.
#[test]
fn exceeded_limits_are_reported() {
    let members: String = (0..1024).map(|position| format!("m{position}: f32, ")).collect();
    check(&format!("struct S {{ {members} }}"), "1:8 warning P0836 `S` has 1024 members; implementations need not support more than 1023");
    let nested: String = (1..16).map(|position| format!("struct S{position} {{ a: S{} }}\n", position - 1)).collect();
    check(
        &format!("struct S0 {{ a: f32 }} {nested}"),
        "15:8 warning P0836 `S15` nests 16 levels deep; implementations need not support more than 15",
    );
}
