//! `ast`: declarations with their attributes.

use padstone_emit::ast::write;

#[track_caller]
fn check(source: &str, expected: &str) {
    let (module, _) = crate::read::read(source, "dxc");
    let mut out = Vec::new();
    write(&mut out, &module).expect("writing to a vector never fails");
    assert_eq!(String::from_utf8(out).expect("text"), expected, "{source}");
}

#[test]
fn the_example_of_the_packoffset_proposal_is_printed() {
    check(
        "cbuffer MyBuffer { float4 Element1 : packoffset(c0); float1 Element2 : packoffset(c12); float1 Element3 : packoffset(c1.y); }",
        "\
HLSLBufferDecl cbuffer MyBuffer
  VarDecl Element1 float4
    HLSLPackOffsetAttr   0 0
  VarDecl Element2 float1
    HLSLPackOffsetAttr  12 0
  VarDecl Element3 float1
    HLSLPackOffsetAttr   1 1
",
    );
}

#[test]
fn other_declarations_are_printed() {
    check(
        "struct B { float b; }; struct S : B { [[vk::offset(16)]] float2 x; uint flags : 3; };
         [[vk::binding(2, 1)]] tbuffer T : register(t4, space2) { row_major float3x4 m[2]; int long_name; }
         float g : register(c4); Texture2D<float4> tex[3] : register(t1); StructuredBuffer<S> items; ConstantBuffer<S> one : register(b1);",
        "\
CXXRecordDecl struct B
  FieldDecl b float
CXXRecordDecl struct S : B
  FieldDecl x     float2
    HLSLVkOffsetAttr 16
  FieldDecl flags uint : 3
HLSLBufferDecl tbuffer T
  HLSLResourceBindingAttr \"t4\" \"space2\"
  HLSLVkBindingAttr 2 1
  VarDecl m         row_major float3x4[2]
  VarDecl long_name int
VarDecl g float
  HLSLResourceBindingAttr \"c4\"
VarDecl tex Texture2D<float4>[3]
  HLSLResourceBindingAttr \"t1\"
VarDecl items StructuredBuffer<S>
VarDecl one ConstantBuffer<S>
  HLSLResourceBindingAttr \"b1\"
",
    );
}
