//! Diagnostics about buffers of WGSL, and their fixes.

use crate::common::{complete, lay_out_any_wgsl, lay_out_wgsl, lay_out_whole_wgsl};

/// All diagnostics of a source text, in order.
fn check(profiles: &[&str], source: &str, expected: &[&str]) {
    for profile in profiles {
        assert_eq!(lay_out_wgsl(profile, source).diagnostics(), expected, "under {profile}: {source}");
    }
}

/// Applies fixes one after another, until there are no more.
fn check_fixed(profile: &str, source: &str, expected: &str) {
    let mut text = complete(profile, source);
    for _ in 0..20 {
        let laid = lay_out_whole_wgsl(profile, &text);
        match laid.fixed() {
            Some(fixed) => text = fixed,
            None => {
                assert_eq!(laid.diagnostics(), [""; 0], "under {profile}: {text}");
                assert_eq!(text, complete(profile, expected), "under {profile}: {source}");
                return;
            }
        }
    }
    panic!("under {profile} still has errors after its fixes: {source}");
}

#[test]
fn implementations_decide_about_the_extension_of_subgroups() {
    let source = "@compute @workgroup_size(1) fn f(@builtin(num_subgroups) n: u32) {}";
    let enabled = format!("enable subgroups; {source}");
    let not_enabled = "error P0828 at «@builtin(num_subgroups)»: `num_subgroups` requires the extension `subgroups`";
    check(&["wgsl", "wgsl-legacy"], source, &[not_enabled]);
    check(&["naga"], source, &[]);
    check(&["wgsl", "wgsl-legacy"], &enabled, &[]);
    check(&["naga"], &enabled, &["error P0535 at «subgroups»: naga does not support the extension `subgroups`"]);
    let declared = "var<uniform> u: vec4f; ";
    check_fixed("wgsl", &format!("{declared}{source}"), &format!("enable subgroups;\n{declared}{source}"));
}

#[test]
fn narrow_strides_in_uniform_buffers_are_reported() {
    let source = "struct S { a: array<f32, 6> } var<uniform> u: S;";
    let stride = "P0532 at «a»: `a` has stride 4; a uniform buffer requires a multiple of 16";
    check(&["wgsl"], source, &[&format!("warning {stride}")]);
    check(&["wgsl-legacy", "naga"], source, &[&format!("error {stride}")]);
    check(&["wgsl-2020", "std140", "std430"], source, &[]);
    check_fixed("naga", source, "struct S { a: array<vec4<f32>, 2> } var<uniform> u: S;");
    let source = "struct S { a: array<array<vec2<u32>, 3>, 2> } var<uniform> u: S;";
    check_fixed("wgsl", source, "struct S { a: array<array<vec4<u32>, 2>, 2> } var<uniform> u: S;");
    check_fixed("wgsl-legacy", "var<uniform> u: array<i32, 5>;", "var<uniform> u: array<vec4<i32>, 2>;");
    let source = "struct E { a: f32, b: vec2<f32>, c: f32 } struct S { e: array<E, 2> } var<uniform> u: S;";
    let fixed = "struct E { @align(16) a: f32, b: vec2<f32>, c: f32 } struct S { e: array<E, 2> } var<uniform> u: S;";
    check_fixed("naga", source, fixed);
    check(&["naga"], "struct S { a: array<vec3<f32>, 3>, b: mat2x2<f32>, c: vec2<f32> } var<uniform> u: S;", &[]);
    // A type that another buffer also contains is not changed.
    let source = "struct S { a: array<f32, 6> } var<uniform> u: S; var<storage> s: array<S>;";
    let shared = lay_out_wgsl("naga", source);
    let found = shared.layouts.diagnostics.iter().next().expect("a stride of 4");
    let help = "declare a separate struct for the uniform buffer: `s` has no such constraint, and its offsets would change";
    assert_eq!((found.helps[0].as_str(), found.fixes.len()), (help, 0));
    let halves = lay_out_wgsl("wgsl", "struct S { a: array<vec4<f16>, 3> } var<uniform> u: S;");
    let found = halves.layouts.diagnostics.iter().next().expect("a stride of 8");
    assert_eq!(found.helps[1], "use an array of a struct that contains the `vec4<f16>` with `@size(16)`");
}

#[test]
fn misaligned_offsets_in_uniform_buffers_are_reported() {
    let source = "struct I { a: f32 } struct S { a: f32, i: I, @align(16) b: f32 } var<uniform> u: S;";
    let offset = "P0533 at «i»: `i`, a struct, is at offset 4 in `S`; a uniform buffer requires a multiple of 16";
    check(&["wgsl"], source, &[&format!("warning {offset}")]);
    check(&["wgsl-legacy", "naga"], source, &[&format!("error {offset}")]);
    check_fixed("naga", source, "struct I { a: f32 } struct S { a: f32, @align(16) i: I, @align(16) b: f32 } var<uniform> u: S;");
    let source = "struct I { a: vec4<f32> } struct S { a: f32, @align(8) b: array<mat2x2<f32>, 2> } var<uniform> u: S;";
    let offset = "error P0533 at «b»: `b`, an array, is at offset 8 in `S`; a uniform buffer requires a multiple of 16";
    check(&["wgsl-legacy"], source, &[offset]);
    check_fixed("wgsl-legacy", source, &source.replace("@align(8)", "@align(16)"));
}

#[test]
fn members_too_close_after_structs_are_reported() {
    let source = "struct I { a: vec2<f32>, b: f32 } struct S { i: I, b: f32, c: f32 } var<uniform> u: S;";
    check(&["wgsl-legacy"], source, &[]);
    let source = "struct I { a: f32 } struct S { i: I, b: f32, c: f32 } var<uniform> u: S;";
    let gap = "P0534 at «b»: `b` is at offset 4 in `S`; after the struct `i`, a uniform buffer requires at least 16";
    check(&["wgsl"], source, &[&format!("warning {gap}")]);
    check(&["wgsl-legacy", "naga"], source, &[&format!("error {gap}")]);
    check_fixed("wgsl", source, "struct I { a: f32 } struct S { i: I, @align(16) b: f32, c: f32 } var<uniform> u: S;");
    check_fixed("wgsl", &source.replace("b:", "@align(4) b:"), &source.replace("b:", "@align(16) b:"));
}

/// A fix of a struct also changes it elsewhere: in a member with `@size`, which it may exceed, and in other buffers.
#[test]
fn fixes_that_affect_other_places_are_uncertain() {
    let check = |structs: &str, others: [&str; 4]| {
        let source = |variables: &str| format!("struct I {{ a: f32 }} {structs} {variables}");
        let fixes = |text: &str| lay_out_wgsl("naga", text).fixed_certainly().is_some();
        assert!(fixes(&source("var<uniform> u: S;")), "{structs}");
        for other in others {
            let text = source(&format!("var<uniform> u: S; {other}"));
            let laid = lay_out_wgsl("naga", &text);
            assert!(laid.fixed().is_some() && laid.fixed_certainly().is_none(), "{text}: {:?}", laid.diagnostics());
        }
    };
    let sized = "struct O { @size(16) s: S } var<uniform> o: O;";
    let sized_around = "struct P { s: S } struct O { @size(16) p: P } var<storage> o: O;";
    let stored = "var<storage> s: S;";
    let stored_around = "struct O { a: u32, s: array<S, 2> } var<storage> s: O;";
    check("struct S { a: f32, i: I }", [sized, sized_around, stored, stored_around]);
    check("struct S { i: I, a: f32 }", [sized, sized_around, stored, stored_around]);
    let elements =
        ["struct O { @size(4) i: I } var<uniform> o: O;", "var<storage> i: I;", "var<storage> i: array<I>;", "var<uniform> i: I;"];
    check("struct S { e: array<I, 2> }", elements);
}

#[test]
fn unconstrained_declarations_are_accepted() {
    let structs = "struct I { a: f32 } struct S { i: I, b: f32, j: I, c: array<f32, 3> }";
    check(&["wgsl", "wgsl-legacy", "naga"], &format!("{structs} var<storage> s: S;"), &[]);
    check(&["wgsl", "wgsl-legacy", "naga"], "struct I { a: f32 } struct S { i: I, b: f32, j: I } var<immediate> s: S;", &[]);
    check(&["wgsl-legacy"], &format!("{structs} struct T {{ a: f32 }} var<uniform> t: T; var<storage> s: S;"), &[]);
    let required = format!("requires uniform_buffer_standard_layout; {structs} var<uniform> s: S;");
    check(&["wgsl"], &required, &[]);
    let laid = lay_out_wgsl("naga", &required).diagnostics();
    assert_eq!(
        laid[0],
        "error P0535 at «uniform_buffer_standard_layout»: naga does not support the language extension `uniform_buffer_standard_layout`"
    );
    assert_eq!(laid.len(), 5, "{laid:?}");
}

#[test]
fn extensions_that_an_implementation_lacks_are_reported() {
    let accepted = ["f16", "clip_distances", "dual_source_blending", "primitive_index"];
    for name in accepted {
        check(&["wgsl", "naga"], &format!("enable {name};"), &[]);
    }
    check(&["wgsl"], "enable subgroup_size_control;", &[]);
    check(
        &["naga"],
        "enable subgroup_size_control;",
        &["error P0535 at «subgroup_size_control»: naga does not support the extension `subgroup_size_control`"],
    );
    for name in ["readonly_and_readwrite_storage_textures", "packed_4x8_integer_dot_product", "pointer_composite_access"] {
        check(&["wgsl", "wgsl-legacy", "naga"], &format!("requires {name};"), &[]);
    }
    for name in [
        "unrestricted_pointer_parameters",
        "immediate_address_space",
        "linear_indexing",
        "subgroup_id",
        "texture_and_sampler_let",
        "subgroup_uniformity",
        "swizzle_assignment",
        "buffer_view",
        "texture_formats_tier1",
    ] {
        let source = format!("requires {name};");
        check(&["wgsl", "wgsl-legacy"], &source, &[]);
        let found = format!("error P0535 at «{name}»: naga does not support the language extension `{name}`");
        check(&["naga"], &source, &[&found]);
    }
}

#[test]
fn a_struct_in_several_buffers_is_reported_once() {
    let source = "struct S { a: array<f32, 4> } struct T { s: S } var<uniform> a: S; var<uniform> b: S; var<uniform> c: T;";
    assert_eq!(lay_out_wgsl("wgsl", source).diagnostics().len(), 1);
}

#[test]
fn member_offsets_that_differ_in_naga_get_a_warning() {
    let source = "struct L { @align(64) x: u32, y: u32 } struct K { a: u32, l: L, b: u32 } var<storage> k: K;";
    check(&["wgsl", "wgsl-legacy"], source, &["warning P0539 at «l»: `l` is at offset 64 in `K`; naga puts it at 4"]);
    check(&["naga"], source, &["warning P0539 at «l»: `l` is at offset 4 in `K`; WGSL puts it at 64"]);
    let fixed = "struct L { @align(64) x: u32, y: u32 } struct K { a: u32, @align(64) l: L, b: u32 } var<storage> k: K;";
    check_fixed("wgsl", source, fixed);
    check_fixed("naga", source, fixed);
    // Without nested structs, no alignment is lost.
    check(&["wgsl", "naga"], "struct L { @align(64) x: u32, y: u32 } var<storage> k: L; var<storage> m: array<L>;", &[]);
    check(&["wgsl", "naga"], "struct L { @align(4) x: u32 } struct K { a: u32, l: L } var<storage> k: K;", &[]);
    // Unused structs may be used by a struct of another module.
    let source = "struct L { @align(16) x: u32 } struct K { a: u32, l: L }";
    check(&["wgsl"], source, &["warning P0539 at «l»: `l` is at offset 16 in `K`; naga puts it at 4"]);
}

#[test]
fn element_strides_that_differ_in_naga_get_a_warning() {
    let k = "struct L { @align(64) x: u32 } struct K { l: L, b: u32 }";
    let stride = "`k` has stride 128; it is 68 in naga";
    check(&["wgsl"], &format!("{k} var<storage> k: array<K>;"), &[&format!("warning P0539 at «k»: {stride}")]);
    let source = format!("{k} struct S {{ k: array<K, 2>, c: u32 }} var<storage> s: S;");
    check(&["wgsl"], &source, &[&format!("warning P0539 at «k»: {stride}")]);
    check_fixed("wgsl", &source, &source.replace("l: L", "@align(64) l: L"));
    // A member that is too small moves the following ones.
    let source = format!("{k} struct S {{ k: K, c: u32, d: u32 }} var<storage> s: S;");
    check(&["wgsl"], &source, &["warning P0539 at «c»: `c` is at offset 128 in `S`; naga puts it at 68"]);
    check_fixed("wgsl", &source, &source.replace("l: L", "@align(64) l: L"));
}

#[test]
fn wrong_assertions_of_2020_show_the_computation() {
    let source = "struct A { u: f32; v: f32; }; struct B { [[align(8), size(8)]] a: vec2<f32>; [[offset(16), align(16)]] b: vec3<f32>;
        [[offset(28)]] c: f32; [[size(8), align(16)]] e: A; [[size(48)]] m: mat3x3<f32>; [[size(32)]] s: array<A, 2>; };
        var<uniform> x: B;";
    check(&["wgsl-2020"], source, &[]);
    let wrong = "struct A { [[align(16)]] u: f32; [[size(16)]] v: f32; }; struct B { a: vec2<f32>; [[offset(8)]] b: vec3<f32>;
        [[offset(32), size(8)]] c: f32; [[align(4), size(16)]] e: A; [[size(36)]] m: mat3x3<f32>; [[size(16)]] s: array<A, 2>; };
        var<uniform> x: B;";
    let expected = [
        "error P0536 at «align(16)»: `u` of `A` is aligned to 4, not 16",
        "error P0537 at «size(16)»: `v` of `A` has size 4, not 16",
        "error P0538 at «offset(8)»: `b` of `B` is at offset 16, not 8",
        "error P0537 at «size(8)»: `c` of `B` has size 4, not 8",
        "error P0538 at «offset(32)»: `c` of `B` is at offset 28, not 32",
        "error P0536 at «align(4)»: `e` of `B` is aligned to 16, not 4",
        "error P0537 at «size(16)»: `e` of `B` has size 8, not 16",
        "error P0537 at «size(36)»: `m` of `B` has size 48, not 36",
        "error P0537 at «size(16)»: `s` of `B` has size 32, not 16",
    ];
    check(&["wgsl-2020"], wrong, &expected);
    let notes: Vec<_> = lay_out_wgsl("wgsl-2020", wrong).layouts.diagnostics.iter().map(|found| found.notes[0].clone()).collect();
    let reasons = [
        "`f32` is aligned to 4",
        "`f32` is 4 bytes",
        "`a` ends at byte 8, and the next multiple of 16 is 16",
        "`f32` is 4 bytes",
        "`b` ends at byte 28",
        "structs are aligned to 16, whatever they contain",
        "its last member, `v`, is at offset 4, size 4 bytes",
        "columns: 3, stride 16",
        "elements: 2, stride 16",
    ];
    assert_eq!(notes, reasons);
    let fixed = wrong.replacen("align(16)", "align(4)", 1).replacen("size(16)", "size(4)", 1);
    let fixed = fixed.replace("offset(8)", "offset(16)").replace("offset(32), size(8)", "offset(28), size(4)");
    let fixed = fixed.replace("align(4), size(16)", "align(16), size(8)").replace("size(36)", "size(48)").replace("size(16)", "size(32)");
    check_fixed("wgsl-2020", wrong, &fixed);
    let contiguous = "[[contiguous]] struct B { a: f32; [[align(4), offset(4)]] b: vec3<f32>; [[align(8)]] c: vec2<f32>; }";
    check(&["wgsl-2020"], contiguous, &["error P0536 at «align(8)»: `c` of `B` is aligned to 4, not 8"]);
    // An unknown member hides only the offsets of those that follow it.
    for broken in ["[[align(3)]] x: f32;", "[[stride(4)]] x: array<f32, 3>;", "x: Missing;"] {
        let source = format!(
            "struct B {{ [[size(8)]] a: f32; [[offset(8)]] b: f32; {broken} [[align(8), offset(3)]] c: f32; }}; var<uniform> u: B;"
        );
        let (laid, found) = lay_out_any_wgsl("wgsl-2020", &source);
        assert!(found.has_errors(), "{source}");
        let expected = [
            "error P0537 at «size(8)»: `a` of `B` has size 4, not 8",
            "error P0538 at «offset(8)»: `b` of `B` is at offset 4, not 8",
            "error P0536 at «align(8)»: `c` of `B` is aligned to 4, not 8",
        ];
        assert_eq!(laid.diagnostics(), expected, "{source}");
    }
}

/// Assertions about a type are verified even if no member has the type.
#[test]
fn the_computation_explains_types() {
    let types = "[[align(32)]] struct A { u: f32; }; [[size(8)]] type V = vec3<f32>; type W = [[align(4)]] vec2<f32>;";
    let expected = [
        "error P0536 at «align(32)»: `A` is aligned to 16, not 32",
        "error P0537 at «size(8)»: `V` has size 12, not 8",
        "error P0536 at «align(4)»: `W` is aligned to 8, not 4",
    ];
    check(&["wgsl-2020"], types, &expected);
    check(&["wgsl-2020"], &format!("{types} struct B {{ a: array<A, 2>; v: array<V, 2>; }}; var<uniform> b: B;"), &expected);
    check(&["wgsl-2020"], &format!("{types} var<uniform> a: A; var<storage> w: array<W>;"), &expected);
    let right =
        "[[align(16), size(4)]] struct A { u: f32; }; [[size(12)]] type V = vec3<f32>; type W = [[align(8)]] vec2<f32>; type X = W;";
    check(&["wgsl-2020"], right, &[]);
}

/// Unresolved attributes, and invalid members, leave the following offsets unknown.
#[test]
fn unresolved_types_have_no_layout() {
    for attribute in
        ["@size(x)", "@size(4294967292)", "@align(3)", "@align(1/0)", "@align()", "@aling(16)", "@size(16 16)", "@align(16) @align(32)"]
    {
        let source = format!(
            "struct A {{ a: f32, {attribute} b: vec4f, c: f32 }} struct B {{ a: vec4f, b: A, c: f32 }} struct C {{ a: f32 }}
             @group(0) @binding(0) var<storage> x: B; @group(0) @binding(1) var<storage> y: C;
             @group(0) @binding(2) var<storage> z: array<A, 2>;"
        );
        let (found, diagnostics) = lay_out_any_wgsl("wgsl", &source);
        assert!(diagnostics.has_errors(), "{attribute}");
        let names: Vec<_> = found.layouts.layouts.iter().map(|layout| layout.name(&found.module)).collect();
        assert_eq!(names, ["y", "C"], "{attribute}");
        let mut names: Vec<_> = found.layouts.partial.iter().map(|partial| partial.subject.name(&found.module)).collect();
        names.sort_unstable();
        assert_eq!(names, ["A", "B", "x", "z"], "{attribute}");
    }
}

/// Under all rules, these attributes are assertions and move no member.
#[test]
fn the_computation_follows_the_selected_rules() {
    let source = "struct A { u: f32; v: vec2<f32>; w: f32; }; struct B { a: f32; [[align(16), size(20), offset(16)]] e: A; g: f32; };
        var<uniform> x: B;";
    check(&["wgsl-2020"], source, &[]);
    let expected = [
        "error P0536 at «align(16)»: `e` of `B` is aligned to 8, not 16",
        "error P0537 at «size(20)»: `e` of `B` has size 24, not 20",
        "error P0538 at «offset(16)»: `e` of `B` is at offset 8, not 16",
    ];
    check(&["wgsl", "naga", "std430"], source, &expected);
    let found = lay_out_wgsl("wgsl", source);
    assert_eq!(found.places(), "a@0:4 e@8:24 e.u@8:4 e.v@16:8 e.w@24:4 g@32:4 = 40");
    let notes: Vec<_> = found.layouts.diagnostics.iter().map(|found| found.notes[0].clone()).collect();
    let reasons = [
        "a struct has the largest alignment of its members",
        "its last member, `w`, is at offset 16, size 4 bytes; that is rounded up to a multiple of 8",
        "`a` ends at byte 4, and the next multiple of 8 is 8",
    ];
    assert_eq!(notes, reasons);
}

#[test]
fn exceeded_limits_are_reported() {
    let source = "struct S { a: mat4x4<f32>, b: f32 } var<immediate> s: S;";
    check(&["wgsl", "naga"], source, &["warning P0541 at «s»: `s` is 80 bytes; WebGPU guarantees 64"]);
    check(&["wgsl"], "var<immediate> s: mat4x4<f32>;", &[]);
    let source = "var<uniform> u: array<vec4<f32>, 4097>;";
    check(&["wgsl"], source, &["warning P0541 at «u»: `u` is 65552 bytes; WebGPU guarantees 65536"]);
    check(&["wgsl", "naga"], "var<storage> u: array<vec4<f32>, 4097>;", &[]);
    let source = "struct S { a: array<u32, 536870912> } struct T { s: S, b: u32 } var<storage> s: T;";
    let large = "error P0836 at «a»: `a`, a `array<u32, 536870912>`, is 2147483648 bytes; naga allows at most 2147483647";
    check(&["naga"], source, &[large, "warning P0541 at «s»: `s` is 2147483652 bytes; WebGPU guarantees 134217728"]);
    check(&["wgsl-2020"], source, &[]);
}
