//! `emit spirv`: the decorations and types in the output, and diagnostics about the parts that SPIR-V cannot express.

use padstone_bind::{Options, bind, binding_rules};
use padstone_diag::Diagnostics;
use padstone_emit::spirv::{ModuleFormat, write};

/// The module as text, without the lines that all modules have, and the diagnostics.
fn emit(source: &str, profile: &str) -> (Vec<String>, Diagnostics) {
    let (module, layouts) = crate::read::read(source, profile);
    let bindings = bind(&module, &binding_rules::DXC_SPIRV, &Options::default());
    let mut out = Vec::new();
    let diagnostics = write(&mut out, &module, &layouts, &bindings, ModuleFormat::Assembly).expect("a Vec takes everything");
    let text = String::from_utf8(out).expect("text");
    (text.lines().map(str::to_owned).collect(), diagnostics)
}

/// The lines that begin with one of these words, with ids replaced by their names.
#[track_caller]
fn check(profile: &str, source: &str, words: &[&str], expected: &[&str]) {
    let (lines, diagnostics) = emit(source, profile);
    assert_eq!(diagnostics.iter().count(), 0, "{source}\n{diagnostics:#?}");
    let names: Vec<(&str, &str)> = lines.iter().filter_map(|line| line.strip_prefix("OpName ")?.split_once(' ')).collect();
    let named = |line: &String| {
        let words =
            line.split_whitespace().map(|word| names.iter().find(|(id, _)| *id == word).map_or(word, |(_, name)| name.trim_matches('"')));
        words.collect::<Vec<_>>().join(" ")
    };
    let found: Vec<String> = lines.iter().map(named).filter(|line| words.iter().any(|word| line.contains(word))).collect();
    assert_eq!(found, expected, "{source}\n{}", lines.join("\n"));
}

/// The diagnostics about omitted members.
#[track_caller]
fn check_omissions(profile: &str, source: &str, expected: &[&str]) {
    let (_, diagnostics) = emit(source, profile);
    let found: Vec<String> = diagnostics.iter().map(|found| format!("{} {}", found.code.id, found.message)).collect();
    assert_eq!(found, expected, "{source}");
}

#[test]
fn a_module_is_written() {
    let (lines, _) = emit("cbuffer Camera : register(b3, space1) { float4x4 view; float exposure; }", "std140");
    let expected = "\
; spirv-val --target-env vulkan1.2
; SPIR-V
; Version: 1.5
; Generator: rspirv
; Bound: 11
OpCapability Shader
OpMemoryModel Logical GLSL450
OpEntryPoint GLCompute %9 \"main\" %6
OpExecutionMode %9 LocalSize 1 1 1
OpSource HLSL 0
OpMemberName %4 0 \"view\"
OpMemberName %4 1 \"exposure\"
OpName %4 \"type.Camera\"
OpName %6 \"Camera\"
OpName %9 \"main\"
OpModuleProcessed \"padstone emit spirv --lang hlsl --rules std140\"
OpMemberDecorate %4 0 Offset 0
OpMemberDecorate %4 0 RowMajor
OpMemberDecorate %4 0 MatrixStride 16
OpMemberDecorate %4 1 Offset 64
OpDecorate %4 Block
OpDecorate %6 DescriptorSet 1
OpDecorate %6 Binding 3
%1 = OpTypeFloat 32
%2 = OpTypeVector %1 4
%3 = OpTypeMatrix %2 4
%4 = OpTypeStruct %3 %1
%5 = OpTypePointer Uniform %4
%6 = OpVariable  %5  Uniform
%7 = OpTypeVoid
%8 = OpTypeFunction %7
%9 = OpFunction  %7  None %8
%10 = OpLabel
OpReturn
OpFunctionEnd";
    assert_eq!(lines.join("\n"), expected);
}

#[test]
fn the_flags_of_the_validator_are_written() {
    let first = |profile: &str, source: &str| emit(source, profile).0[0].clone();
    let source = "cbuffer C { float a; }";
    assert_eq!(first("std140", source), "; spirv-val --target-env vulkan1.2");
    assert_eq!(first("dxc-spirv", source), "; spirv-val --target-env vulkan1.2 --relax-block-layout");
    assert_eq!(first("std430", source), "; spirv-val --target-env vulkan1.2 --uniform-buffer-standard-layout");
    assert_eq!(first("std430", "StructuredBuffer<float> b;"), "; spirv-val --target-env vulkan1.2");
    assert_eq!(first("dxc", source), "; spirv-val --target-env vulkan1.2 --scalar-block-layout");
}

#[test]
fn rows_are_columns_and_majorness_is_swapped() {
    // In SPIR-V, HLSL's row_major float3x4 is three columns of four.
    let source = "cbuffer C { row_major float3x4 a; column_major float3x4 b; }";
    check(
        "std140",
        source,
        &["OpTypeMatrix", "Major", "MatrixStride"],
        &[
            "OpMemberDecorate type.C 0 ColMajor",
            "OpMemberDecorate type.C 0 MatrixStride 16",
            "OpMemberDecorate type.C 1 RowMajor",
            "OpMemberDecorate type.C 1 MatrixStride 16",
            "%3 = OpTypeMatrix %2 3",
        ],
    );
}

#[test]
fn matrices_unsupported_by_spirv_become_arrays() {
    let types = |member: &str, expected: &[&str]| {
        let source = format!("cbuffer C {{ {member}; }}");
        check("std140", &source, &["OpTypeVector", "OpTypeMatrix", "OpTypeArray", "ArrayStride", "OpTypeStruct"], expected);
    };
    types("int2x3 m", &["OpDecorate %5 ArrayStride 16", "%2 = OpTypeVector %1 2", "%5 = OpTypeArray %2 %4", "type.C = OpTypeStruct %5"]);
    types(
        "row_major bool2x3 m",
        &["OpDecorate %4 ArrayStride 16", "%2 = OpTypeVector %1 3", "%4 = OpTypeArray %2 %3", "type.C = OpTypeStruct %4"],
    );
    types("float1x3 m", &["%2 = OpTypeVector %1 3", "type.C = OpTypeStruct %2"]);
    types("float1x1 m", &["type.C = OpTypeStruct %1"]);
    types("float1 m", &["type.C = OpTypeStruct %1"]);
    let dx = "cbuffer C { float1x3 m; }";
    check("dx-cbuffer", dx, &["ArrayStride", "OpTypeArray"], &["OpDecorate %4 ArrayStride 16", "%4 = OpTypeArray %1 %3"]);
}

#[test]
fn all_scalars_are_written() {
    let types = |member: &str, expected: &[&str]| {
        check(
            "std430",
            &format!("// 16\nStructuredBuffer<{member}> b;"),
            &["OpTypeInt 8", "OpTypeInt 16", "OpTypeInt 32", "OpTypeInt 64", "OpTypeFloat", "OpCapability"],
            expected,
        );
    };
    let shader = "OpCapability Shader";
    types("float", &[shader, "%1 = OpTypeFloat 32"]);
    types("bool", &[shader, "%1 = OpTypeInt 32 0"]);
    types("int", &[shader, "%1 = OpTypeInt 32 1"]);
    types("double", &[shader, "OpCapability Float64", "%1 = OpTypeFloat 64"]);
    types("uint64_t", &[shader, "OpCapability Int64", "%1 = OpTypeInt 64 0"]);
    types("half", &[shader, "OpCapability Float16", "OpCapability StorageBuffer16BitAccess", "%1 = OpTypeFloat 16"]);
    types("int16_t", &[shader, "OpCapability Int16", "OpCapability StorageBuffer16BitAccess", "%1 = OpTypeInt 16 1"]);
}

#[test]
fn one_struct_under_two_rule_sets_is_two_types() {
    let source = "struct S { float a; float3 b; }; cbuffer C { S s; } StructuredBuffer<S> t;";
    check(
        "dxc-spirv-gl",
        source,
        &["OpTypeStruct", "Offset", "ArrayStride"],
        &[
            "OpMemberDecorate S 0 Offset 0",
            "OpMemberDecorate S 1 Offset 16",
            "OpMemberDecorate type.C 0 Offset 0",
            "OpMemberDecorate S 0 Offset 0",
            "OpMemberDecorate S 1 Offset 16",
            "OpDecorate %8 ArrayStride 32",
            "OpMemberDecorate type.StructuredBuffer.S 0 Offset 0",
            "S = OpTypeStruct %1 %2",
            "type.C = OpTypeStruct S",
            "S = OpTypeStruct %1 %2",
            "type.StructuredBuffer.S = OpTypeStruct %8",
        ],
    );
}

#[test]
fn all_kinds_of_buffers_are_written() {
    let variables =
        |source: &str, expected: &[&str]| check("dxc-spirv", source, &["OpVariable", "NonWritable", "OpTypeRuntimeArray"], expected);
    variables("struct S { float a; }; ConstantBuffer<S> c;", &["c = OpVariable %3 Uniform"]);
    variables("RWStructuredBuffer<float> b;", &["%2 = OpTypeRuntimeArray %1", "b = OpVariable %4 StorageBuffer"]);
    let read_only = ["OpDecorate b NonWritable", "%2 = OpTypeRuntimeArray %1", "b = OpVariable %4 StorageBuffer"];
    variables("StructuredBuffer<float> b;", &read_only);
    variables("struct S { float a; }; [[vk::push_constant]] S p;", &["p = OpVariable %3 PushConstant"]);
    variables(
        "struct S { float a; }; ConstantBuffer<S> c[];",
        &["%3 = OpTypeRuntimeArray type.ConstantBuffer.S", "c = OpVariable %4 Uniform"],
    );
}

#[test]
fn bit_fields_become_their_allocation_unit() {
    let source = "struct S { uint a : 4; uint b : 8; uint : 0; uint : 3; uint c : 2; }; StructuredBuffer<S> s;";
    check(
        "dx-structured",
        source,
        &["OpMemberName", "OpTypeStruct %"],
        &["OpMemberName S 0 \"a\"", "OpMemberName S 1 \"c\"", "S = OpTypeStruct %1 %1", "type.StructuredBuffer.S = OpTypeStruct %3"],
    );
}

#[test]
fn members_without_bytes_are_omitted() {
    let source = "struct E {}; struct S { E e; Texture2D t; float none[0]; float a; }; cbuffer C { S s; E also; float b; }";
    check(
        "dx-structured",
        source,
        &["OpMemberName"],
        &["OpMemberName S 0 \"a\"", "OpMemberName type.C 0 \"s\"", "OpMemberName type.C 1 \"b\""],
    );
}

#[test]
fn layouts_unsupported_by_spirv_are_errors() {
    check_omissions(
        "dxc",
        "cbuffer C { float4 a : packoffset(c0); float b : packoffset(c0.y); }",
        &["P0702 SPIR-V cannot express a struct whose members `a` and `b` share bytes"],
    );
    check_omissions(
        "dx-cbuffer",
        "cbuffer C { row_major float3x3 m; float x; }",
        &["P0708 SPIR-V cannot express offset 44 of `x`: it counts these bytes as part of `m`"],
    );
    // Column by column as in SPIR-V; the last column has no padding.
    check_omissions("dx-cbuffer", "cbuffer C { column_major float3x3 m; float x; }", &[]);
    check_omissions(
        "documented-structured",
        "struct S { float a; double b; }; StructuredBuffer<S> s;",
        &["P0706 SPIR-V cannot express the layout of `b`: its offset 4 is not a multiple of 8"],
    );
    check_omissions(
        "documented-structured",
        "struct S { double a; float b; }; StructuredBuffer<S> s;",
        &["P0707 SPIR-V cannot express the layout of `s`: its stride 12 is not a multiple of 8"],
    );
    check_omissions(
        "dxc",
        "struct S { float a; double4 b[4000]; }; cbuffer C { S s[4000]; S t[4000]; float x; S u[4000]; S v[4000]; S w[4000]; S y[4000]; S z[4000]; S aa[4000]; S bb[4000]; }",
        &["P0709 SPIR-V cannot express the layout of `bb`: an offset or stride in it does not fit in 32 bits"],
    );
}
