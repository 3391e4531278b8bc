//! Copies between layouts: as a plan, and as LLVM functions.

use padstone_emit::copy_plan;
use padstone_emit::llvm::{LlvmOptions, write};
use padstone_layout::{find, layout};

/// Compares the rows of the plan, without its headings.
#[track_caller]
fn check_plan(from: &str, to: &str, source: &str, expected: &[[u64; 3]]) {
    let (module, layouts) = crate::read::read(source, from);
    let other = layout(&module, find(to).expect("a profile of that name"));
    let mut out = Vec::new();
    let diagnostics = copy_plan::write(&mut out, &module, &layouts, &other).expect("a Vec takes everything");
    assert_eq!(diagnostics.iter().count(), 0, "{source}\n{diagnostics:#?}");
    let text = String::from_utf8(out).expect("text");
    let numbers = |line: &str| line.split_whitespace().map(str::parse).collect::<Result<Vec<u64>, _>>();
    let rows: Vec<Vec<u64>> = text.lines().filter_map(|line| numbers(line).ok()).filter(|row| row.len() == 3).collect();
    assert_eq!(rows, expected, "{from} to {to}: {source}\n{text}");
}

#[test]
fn plans_join_contiguous_runs() {
    check_plan("dx-cbuffer", "dx-structured", "cbuffer C { float4 a; float3 b; float c; float4 d[4]; }", &[[0, 0, 96]]);
    check_plan("dx-cbuffer", "dx-structured", "cbuffer C { float x[3]; float y; }", &[[0, 0, 4], [16, 4, 4], [32, 8, 8]]);
    check_plan("dx-structured", "dx-cbuffer", "cbuffer C { float x[3]; float y; }", &[[0, 0, 4], [4, 16, 4], [8, 32, 8]]);
    check_plan("dx-cbuffer", "std140", "cbuffer C { float3x3 m; float y; }", &[[0, 0, 12], [16, 16, 12], [32, 32, 12], [44, 48, 4]]);
}

#[test]
fn plans_are_in_the_order_of_the_source() {
    let source = "struct S { [[vk::offset(16)]] float2 a; [[vk::offset(0)]] float b; float c; };";
    check_plan("std430", "dxc", source, &[[0, 8, 8], [16, 0, 8]]);
}

#[test]
fn numbers_of_two_sizes_are_not_copied() {
    for source in
        ["struct S { bool a; float b; };", "struct S { float b; bool2x3 a[2]; };", "enum class E : uint64_t { A }; struct S { E e; };"]
    {
        let (from, to) = if source.contains("enum") { ("dx-structured", "std430") } else { ("natural", "metal-device") };
        let (module, layouts) = crate::read::read(source, from);
        let other = layout(&module, find(to).expect("a profile of that name"));
        let mut out = Vec::new();
        let diagnostics = copy_plan::write(&mut out, &module, &layouts, &other).expect("a Vec takes everything");
        assert!(out.is_empty() && diagnostics.iter().all(|found| found.code.id == "P0705"), "{source}: {diagnostics:#?}");
        assert_eq!(diagnostics.iter().count(), 1, "{source}");
    }
    check_plan("metal-constant", "cuda", "struct S { bool3 a; bool b; };", &[[0, 0, 3], [4, 3, 1]]);
}

#[test]
fn empty_members_and_resources_have_no_rows() {
    check_plan("dx-cbuffer", "dx-structured", "struct E {}; cbuffer C { float a; E e; Texture2D t; float b; }", &[[0, 0, 8]]);
}

#[test]
fn loops_and_calls_keep_the_functions_short() {
    let (module, layouts) = crate::read::read("struct S { float x[3]; float y; }; cbuffer C { S s[100]; float z; }", "dxc");
    let mut out = Vec::new();
    let options = LlvmOptions { copies: true, ..LlvmOptions::default() };
    write(&mut out, &module, &layouts, &options).expect("a Vec takes everything");
    let text = String::from_utf8(out).expect("LLVM text is ASCII");
    let start = text.find("define void @padstone.load.S").expect("a function for S");
    let end = text[start..].find("\n}\n").expect("its end") + start + 3;
    assert_eq!(
        &text[start..end],
        "\
define void @padstone.load.S(ptr %dst, ptr addrspace(2) %src) {
entry:
  br label %each1

each1:
  %i1 = phi i32 [ 0, %entry ], [ %i1.next, %next1 ]
  %p2 = getelementptr [16 x i8], ptr addrspace(2) %src, i32 %i1
  %p3 = getelementptr [4 x i8], ptr %dst, i32 %i1
  call void @llvm.memcpy.p0.p2.i32(ptr %p3, ptr addrspace(2) %p2, i32 4, i1 false)
  br label %next1

next1:
  %i1.next = add nuw i32 %i1, 1
  %i1.done = icmp eq i32 %i1.next, 3
  br i1 %i1.done, label %done1, label %each1

done1:
  %p4 = getelementptr i8, ptr addrspace(2) %src, i32 36
  %p5 = getelementptr i8, ptr %dst, i32 12
  call void @llvm.memcpy.p0.p2.i32(ptr %p5, ptr addrspace(2) %p4, i32 4, i1 false)
  ret void
}
"
    );
    for name in ["@padstone.load.C(ptr %dst, ptr addrspace(2) %src)", "@padstone.store.C(ptr addrspace(2) %dst, ptr %src)"] {
        assert!(text.contains(name), "{name} in\n{text}");
    }
    assert_eq!(text.matches("call void @padstone.load.S(").count(), 1, "one call in a loop");
}

#[test]
fn functions_of_doubling_types_are_bounded() {
    let levels: String = (1..=60).map(|n| format!("typedef P<S{m}, S{m} > S{n}; cbuffer C{n} {{ S{n} s{n}; }}\n", m = n - 1)).collect();
    let source = format!(
        "template<typename T, typename U> struct P {{ float x; T a; U b; float c; }}; struct S0 {{ float a; float3 b; }};\n{levels}"
    );
    let (module, layouts) = crate::read::read(&source, "dxc");
    for (options, most) in [
        (LlvmOptions { copies: true, ..LlvmOptions::default() }, 200_000),
        (LlvmOptions { accessors: true, ..LlvmOptions::default() }, 25_000_000),
    ] {
        let mut out = Vec::new();
        let found = write(&mut out, &module, &layouts, &options).expect("a Vec takes everything");
        assert!((10_000..most).contains(&out.len()), "{} bytes", out.len());
        let is_reported = found.iter().any(|found| found.message.contains("no accessors for"));
        assert_eq!(is_reported, options.accessors, "{found:?}");
    }
}

#[test]
fn accessors_take_one_index_for_each_array() {
    let (module, layouts) =
        crate::read::read("struct S { float3 p; float2x2 m; }; cbuffer C { float a; S s[4][2]; } StructuredBuffer<S> items;", "dxc");
    let mut out = Vec::new();
    let options = LlvmOptions { accessors: true, ..LlvmOptions::default() };
    write(&mut out, &module, &layouts, &options).expect("a Vec takes everything");
    let text = String::from_utf8(out).expect("LLVM text is ASCII");
    let expected = "
define ptr addrspace(2) @padstone.address.C.s.m(ptr addrspace(2) %base, i32 %i0, i32 %i1, i32 %i2) {
  %e0 = getelementptr [96 x i8], ptr addrspace(2) %base, i32 %i0
  %e1 = getelementptr [48 x i8], ptr addrspace(2) %e0, i32 %i1
  %e2 = getelementptr [16 x i8], ptr addrspace(2) %e1, i32 %i2
  %address = getelementptr i8, ptr addrspace(2) %e2, i32 32
  ret ptr addrspace(2) %address
}
";
    assert!(text.contains(expected), "{text}");
    assert!(
        text.contains("define ptr @padstone.address.items.p(ptr %base, i32 %i0) {\n  %e0 = getelementptr [28 x i8], ptr %base, i32 %i0\n"),
        "{text}"
    );
}
