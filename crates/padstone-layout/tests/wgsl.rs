//! WGSL in both editions, and in naga. Results of tint and naga are compared elsewhere.

use crate::common::lay_out_wgsl;

/// `path@offset:size` of every member and `= size` of every buffer.
fn check(profiles: &[&str], source: &str, expected: &str) {
    for profile in profiles {
        assert_eq!(lay_out_wgsl(profile, source).places(), expected, "under {profile}: {source}");
    }
}

const TODAY: [&str; 3] = ["wgsl", "wgsl-legacy", "naga"];

/// Size, alignment and stride of a type, from a buffer that is an array of two.
fn measure(profile: &str, declarations: &str, ty: &str) -> (u64, u64, u64) {
    let space = if ty.starts_with("atomic") { "storage, read_write" } else { "storage" };
    let source = format!("{declarations} var<{space}> s: array<{ty}, 2>; var<{space}> one: {ty};");
    let laid = lay_out_wgsl(profile, &source);
    let (array, one) = (&laid.layouts.layouts[0], &laid.layouts.layouts[1]);
    (one.size.bytes(), one.align.bytes(), array.stride.expect("an array").bytes())
}

#[test]
fn sizes_and_alignments_match_the_specification() {
    // WGSL, "Alignment and Size"; the proposal of 2020 has the same table, without f16.
    for (ty, size, align) in [
        ("f32", 4, 4),
        ("i32", 4, 4),
        ("u32", 4, 4),
        ("vec2<f32>", 8, 8),
        ("vec3<f32>", 12, 16),
        ("vec4<f32>", 16, 16),
        ("mat2x2<f32>", 16, 8),
        ("mat3x2<f32>", 24, 8),
        ("mat4x2<f32>", 32, 8),
        ("mat2x3<f32>", 32, 16),
        ("mat3x3<f32>", 48, 16),
        ("mat4x3<f32>", 64, 16),
        ("mat2x4<f32>", 32, 16),
        ("mat3x4<f32>", 48, 16),
        ("mat4x4<f32>", 64, 16),
        ("array<vec3<f32>, 3>", 48, 16),
        ("array<f32, 3>", 12, 4),
    ] {
        for profile in TODAY.iter().chain(&["wgsl-2020"]) {
            let stride = u64::next_multiple_of(size, align);
            assert_eq!(measure(profile, "", ty), (size, align, stride), "{ty} under {profile}");
        }
    }
    for (ty, size, align) in [
        ("f16", 2, 2),
        ("atomic<u32>", 4, 4),
        ("vec2<f16>", 4, 4),
        ("vec3<f16>", 6, 8),
        ("vec4<f16>", 8, 8),
        ("mat2x2<f16>", 8, 4),
        ("mat3x2<f16>", 12, 4),
        ("mat4x3<f16>", 32, 8),
        ("mat2x4<f16>", 16, 8),
    ] {
        for profile in TODAY {
            assert_eq!(measure(profile, "", ty), (size, align, u64::next_multiple_of(size, align)), "{ty} under {profile}");
        }
    }
    let declarations = "struct A { u: f32, v: f32 } struct I { v: vec3<f32> }";
    for (ty, today, in_2020) in
        [("A", (8, 4, 8), (8, 16, 16)), ("I", (16, 16, 16), (12, 16, 16)), ("array<A, 3>", (24, 4, 24), (48, 16, 48))]
    {
        TODAY.iter().for_each(|profile| assert_eq!(measure(profile, declarations, ty), today, "{ty} under {profile}"));
        assert_eq!(measure("wgsl-2020", declarations, ty), in_2020, "{ty}");
    }
}

#[test]
fn the_example_of_2020_has_its_offsets() {
    let b = "struct A { u: f32, v: f32 }
        struct B { a: vec2<f32>, b: vec3<f32>, c: f32, d: f32, e: A, f: A, g: vec2<f32>, h: vec2<f32> }
        var<uniform> x: B;";
    let e = |position: u32| format!("e@{position}:8 e.u@{position}:4 e.v@{}:4", position + 4);
    let f = |position: u32| format!("f@{position}:8 f.u@{position}:4 f.v@{}:4", position + 4);
    let rest = |g: u32| format!("g@{g}:8 h@{}:8", g + 8);
    check(&["wgsl-2020"], b, &format!("a@0:8 b@16:12 c@28:4 d@32:4 {} {} {} = 88", e(48), f(64), rest(72)));
    check(&TODAY, b, &format!("a@0:8 b@16:12 c@28:4 d@32:4 {} {} {} = 80", e(36), f(44), rest(56)));
    // "There's no special rules for padding at the end of a nested structure."
    let outer = "struct I { v: vec3<f32> } struct O { inner: I, outer: f32 } var<uniform> x: O;";
    check(&["wgsl-2020"], outer, "inner@0:12 inner.v@0:12 outer@12:4 = 16");
    check(&TODAY, outer, "inner@0:16 inner.v@0:12 outer@16:4 = 32");
    let array = "struct A { u: f32, v: f32 } struct B { a: array<A, 3>, b: f32 } var<uniform> x: B;";
    check(&["wgsl-2020"], array, "a@0:48 a[].u@0:4 a[].v@4:4 b@48:4 = 52");
    check(&TODAY, array, "a@0:24 a[].u@0:4 a[].v@4:4 b@24:4 = 28");
}

#[test]
fn contiguous_structs_have_no_padding() {
    let members = "a: f32; b: vec3<f32>; c: vec2<f32>; d: A; e: mat2x2<f32>; f: f32;";
    let source = format!("struct A {{ u: f32; v: vec2<f32>; }} [[contiguous]] struct B {{ {members} }} var<uniform> x: B;");
    check(&["wgsl-2020"], &source, "a@0:4 b@4:12 c@16:8 d@24:16 d.u@24:4 d.v@32:8 e@40:16 f@56:4 = 60");
    let contiguous = source.clone();
    let source = source.replace("[[contiguous]] ", "[[block]] ");
    // Other rule sets have no such structs.
    for rules in ["std140", "std430", "wgsl"] {
        assert_eq!(lay_out_wgsl(rules, &contiguous).places(), lay_out_wgsl(rules, &source).places(), "{rules}");
    }
    check(&["wgsl-2020"], &source, "a@0:4 b@16:12 c@32:8 d@48:16 d.u@48:4 d.v@56:8 e@64:16 f@80:4 = 84");
}

#[test]
fn align_and_size_apply() {
    let source = "struct S { a: f32, @align(16) b: f32, c: f32, @align(32) d: vec3<f32>, e: f32 } var<storage> s: S;";
    check(&TODAY, source, "a@0:4 b@16:4 c@20:4 d@32:12 e@44:4 = 64");
    let source = "struct S { @align(32) @size(40) a: f32, @size(8) @align(8) b: f32, c: vec2<f32>, @align(256) d: f32 } var<storage> s: S;";
    check(&TODAY, source, "a@0:4 b@40:4 c@48:8 d@256:4 = 512");
    let source = "struct S { a: f32, @size(20) b: array<f32, 3>, c: vec2<f32> } var<storage> s: S;";
    check(&TODAY, source, "a@0:4 b@4:12 c@24:8 = 32");
    // A struct has the alignment of its members; naga ignores it.
    let source = "struct L { @align(64) x: u32, y: u32 } struct K { a: u32, l: L, b: u32, ls: array<L, 2>, c: u32 } var<storage> k: K;";
    check(&["wgsl", "std430"], source, "a@0:4 l@64:64 l.x@64:4 l.y@68:4 b@128:4 ls@192:128 ls[].x@192:4 ls[].y@196:4 c@320:4 = 384");
    check(&["naga"], source, "a@0:4 l@4:64 l.x@4:4 l.y@8:4 b@68:4 ls@72:128 ls[].x@72:4 ls[].y@76:4 c@200:4 = 204");
    // In the proposal of 2020, these attributes move no member.
    let source = "struct S { a: f32, [[align(16)]] b: f32, [[size(16)]] c: f32, d: f32 } var<storage> s: S;";
    check(&["wgsl-2020"], source, "a@0:4 b@4:4 c@8:4 d@12:4 = 16");
    // Under all rules.
    let source = "struct S { @size(32) a: f32, @align(128) b: f32, c: f32 } struct T { s: S, d: f32 } var<storage> t: T;";
    for rules in padstone_layout::rule_sets().iter().filter(|rules| rules.member_size != padstone_layout::MemberSize::Verified) {
        let places = lay_out_wgsl(rules.name, source).places();
        assert!(places.starts_with("s@0:") && places.contains(" s.a@0:4 s.b@128:4 s.c@132:4 d@"), "under {}: {places}", rules.name);
    }
}

#[test]
fn runtime_sized_arrays_are_laid_out() {
    check(&TODAY, "struct S { n: u32, a: array<vec3<f32>> } var<storage> s: S;", "n@0:4 a@16:16 = 32");
    check(&TODAY, "struct S { p: vec3<f32> } var<storage> s: array<S>;", "[].p@0:12 = 16");
    check(&TODAY, "var<storage> s: array<array<f32, 3>>;", "= 12");
    check(&["std430"], "struct S { n: u32, a: array<vec3<f32>> } var<storage> s: S;", "n@0:4 a@16:16 = 32");
    assert_eq!(lay_out_wgsl("dxc", "var<storage> s: array<f32>;").places(), "", "DXC has no such arrays");
}

#[test]
fn structs_without_buffers_are_laid_out() {
    let source = "struct A { a: f32 } struct B { a: bool } struct C { b: array<vec2<bool>, 2> } struct D { a: array<A> }";
    let laid = lay_out_wgsl("wgsl", source);
    let names: Vec<_> = laid.layouts.layouts.iter().map(|layout| laid.module.type_name(layout.content).to_string()).collect();
    assert_eq!(names, ["A", "D"], "those that a buffer may hold");
    assert!(laid.diagnostics().is_empty());
}
