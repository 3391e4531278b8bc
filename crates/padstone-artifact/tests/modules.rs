//! Modules in the style of each compiler, and their layouts.

use crate::common::{assemble, describe, swapped};

/// The types that every module here uses.
const TYPES: &str = "
    %float = OpTypeFloat 32
    %uint = OpTypeInt 32 0
    %int = OpTypeInt 32 1
    %v2float = OpTypeVector %float 2
    %v3float = OpTypeVector %float 3
    %v4float = OpTypeVector %float 4
    %mat4v3float = OpTypeMatrix %v3float 4
    %mat4v4float = OpTypeMatrix %v4float 4
    %one = OpConstant %uint 1
    %two = OpConstant %uint 2
    %three = OpConstant %uint 3";

/// A module with names and decorations, the types above, and more instructions.
fn check(before: &str, after: &str, expected: &[&str]) {
    let module = assemble(&format!("OpCapability Shader\n{before}\n{TYPES}\n{after}"));
    let found = describe(&module);
    let lines: Vec<&str> = found.lines().collect();
    assert_eq!(lines, expected, "{before}\n{after}");
    assert_eq!(describe(&swapped(&module)), found, "in the other byte order");
}

#[test]
fn uniform_blocks_keep_their_names() {
    check(
        r#"OpEntryPoint GLCompute %main "main"
        OpName %Camera "Camera"
        OpMemberName %Camera 0 "view"
        OpMemberName %Camera 1 "position"
        OpMemberName %Camera 2 "exposure"
        OpName %camera "camera"
        OpDecorate %Camera Block
        OpMemberDecorate %Camera 0 Offset 0
        OpMemberDecorate %Camera 0 ColMajor
        OpMemberDecorate %Camera 0 MatrixStride 16
        OpMemberDecorate %Camera 1 Offset 64
        OpMemberDecorate %Camera 2 Offset 76
        OpDecorate %camera DescriptorSet 1
        OpDecorate %camera Binding 2"#,
        "%Camera = OpTypeStruct %mat4v4float %v3float %float
        %pointer = OpTypePointer Uniform %Camera
        %camera = OpVariable %pointer Uniform",
        &[
            "uniform camera set 1 binding 2 size 80",
            "  view mat4 @0 size 64 columns 16",
            "  position vec3 @64 size 12",
            "  exposure float @76 size 4",
            "entry main",
        ],
    );
}

#[test]
fn unnamed_members_are_numbered() {
    check(
        "OpDecorate %block Block
        OpMemberDecorate %block 0 Offset 4
        OpMemberDecorate %block 1 Offset 16
        OpMemberDecorate %12 0 Offset 0
        OpDecorate %14 Binding 7",
        "%12 = OpTypeStruct %v2float
        %block = OpTypeStruct %int %12
        %pointer = OpTypePointer PushConstant %block
        %14 = OpVariable %pointer PushConstant",
        &[
            "push_constant _14 binding 7 size 24",
            "  member0 int @4 size 4",
            "  member1 _12 @16 size 8",
            "  member1.member0 vec2 @16 size 8",
            "struct _12 size 8",
            "  member0 vec2 @0 size 8",
        ],
    );
}

#[test]
fn source_names_are_preserved() {
    let block = |source: &str, ty: &str, variable: &str| {
        format!(
            r#"OpSource {source} 0
            OpName %block "{ty}"
            OpMemberName %block 0 "x"
            OpName %variable "{variable}"
            OpDecorate %block Block
            OpMemberDecorate %block 0 Offset 0"#
        )
    };
    let after = "%block = OpTypeStruct %float
        %pointer = OpTypePointer Uniform %block
        %variable = OpVariable %pointer Uniform";
    let named = |before: &str, name: &str| check(before, after, &[&format!("uniform {name} size 4"), "  x float @0 size 4"]);
    named(&block("GLSL", "Camera", "instance"), "Camera");
    named(&block("ESSL", "Camera", ""), "Camera");
    named(&block("HLSL", "type.Camera", "Camera"), "Camera");
    named(&block("HLSL", "type.ConstantBuffer.Camera", "camera"), "camera");
    // In the style of glslang for HLSL.
    named(&block("HLSL", "Camera", ""), "Camera");
    named(&block("Unknown", "Camera", "camera"), "camera");
    named(&block("WGSL", "", "camera"), "camera");
}

#[test]
fn old_and_new_storage_blocks_are_read() {
    let after = |class: &str| {
        format!(
            "%block = OpTypeStruct %uint %uint
            %pointer = OpTypePointer {class} %block
            %7 = OpVariable %pointer {class}"
        )
    };
    let before = |decoration: &str, more: &str| {
        format!(
            "OpDecorate %block {decoration}
            OpMemberDecorate %block 0 Offset 0
            OpMemberDecorate %block 1 Offset 4
            {more}"
        )
    };
    let rows = ["  member0 uint @0 size 4", "  member1 uint @4 size 4"];
    let found = |decoration: &str, class: &str, more: &str, head: &str| {
        check(&before(decoration, more), &after(class), &[head, rows[0], rows[1]]);
    };
    found("Block", "StorageBuffer", "", "storage _7 read_write size 8");
    found("BufferBlock", "Uniform", "", "storage _7 read_write size 8");
    found("Block", "Uniform", "", "uniform _7 size 8");
    found("Block", "ShaderRecordBufferKHR", "", "shader_record _7 size 8");
    found("Block", "StorageBuffer", "OpDecorate %7 NonWritable", "storage _7 read size 8");
    found("Block", "StorageBuffer", "OpDecorate %7 NonReadable", "storage _7 write size 8");
    let members = "OpMemberDecorate %block 0 NonWritable\nOpMemberDecorate %block 1 NonWritable";
    found("Block", "StorageBuffer", members, "storage _7 read size 8");
    found("Block", "StorageBuffer", "OpMemberDecorate %block 1 NonWritable", "storage _7 read_write size 8");
}

#[test]
fn decoration_groups_apply_to_their_targets() {
    check(
        "OpDecorate %group Block
        OpDecorate %place Offset 16
        %group = OpDecorationGroup
        %place = OpDecorationGroup
        OpGroupDecorate %group %block
        OpGroupMemberDecorate %place %block 0",
        "%block = OpTypeStruct %float
        %pointer = OpTypePointer Uniform %block
        %7 = OpVariable %pointer Uniform",
        &["uniform _7 size 20", "  member0 float @16 size 4"],
    );
}

#[test]
fn arrays_of_blocks_and_in_blocks_are_read() {
    check(
        r#"OpName %block "Lights"
        OpMemberName %block 0 "count"
        OpMemberName %block 1 "lights"
        OpMemberName %block 2 "tail"
        OpName %Light "Light"
        OpMemberName %Light 0 "position"
        OpDecorate %block Block
        OpMemberDecorate %block 0 Offset 0
        OpMemberDecorate %block 1 Offset 16
        OpMemberDecorate %block 2 Offset 112
        OpMemberDecorate %Light 0 Offset 0
        OpDecorate %row ArrayStride 16
        OpDecorate %grid ArrayStride 48
        OpDecorate %rest ArrayStride 4
        OpDecorate %variable DescriptorSet 0
        OpDecorate %variable Binding 3"#,
        "%Light = OpTypeStruct %v3float
        %row = OpTypeArray %Light %three
        %grid = OpTypeArray %row %two
        %rest = OpTypeRuntimeArray %uint
        %block = OpTypeStruct %uint %grid %rest
        %some = OpTypeArray %block %three
        %more = OpTypeRuntimeArray %some
        %pointer = OpTypePointer StorageBuffer %more
        %variable = OpVariable %pointer StorageBuffer",
        &[
            "storage Lights[][3] set 0 binding 3 read_write size 116",
            "  count uint @0 size 4",
            "  lights Light[2][3] @16 size 92 stride 48",
            "  lights[] Light[3] @16 size 44 stride 16",
            "  lights[][] Light @16 size 12",
            "  lights[][].position vec3 @16 size 12",
            "  tail uint[] @112 size 4 stride 4",
            "  tail[] uint @112 size 4",
            "struct Light size 12",
            "  position vec3 @0 size 12",
        ],
    );
}

#[test]
fn specializable_array_lengths_get_their_default() {
    let after = "%bool = OpTypeBool
        %n = OpSpecConstant %uint 6
        %minus = OpSpecConstant %int 4294967294
        %yes = OpSpecConstantTrue %bool
        %op = OpSpecConstantOp %uint ";
    let length = |operation: &str, count: u64| {
        check(
            "OpDecorate %block Block\nOpMemberDecorate %block 0 Offset 0\nOpDecorate %array ArrayStride 4",
            &format!(
                "{after}{operation}
                %array = OpTypeArray %float %op
                %block = OpTypeStruct %array
                %pointer = OpTypePointer Uniform %block
                %7 = OpVariable %pointer Uniform"
            ),
            &[
                &format!("uniform _7 size {}", count * 4),
                &format!("  member0 float[{count}] @0 size {} stride 4", count * 4),
                "  member0[] float @0 size 4",
            ],
        );
    };
    length("IAdd %n %one", 7);
    length("ISub %n %one", 5);
    length("IMul %n %three", 18);
    length("UDiv %n %three", 2);
    length("UMod %three %two", 1);
    length("BitwiseAnd %n %three", 2);
    length("SDiv %minus %minus", 1);
    length("SNegate %minus", 2);
    length("ShiftLeftLogical %n %one", 12);
    length("BitwiseOr %n %one", 7);
    length("BitwiseXor %n %three", 5);
    length("Select %yes %n %three", 6);
    length("UGreaterThan %n %three", 1);
    length("SLessThan %minus %n", 1);
    length("UGreaterThan %minus %n", 1);
}

#[test]
fn source_majorness_is_preserved() {
    let found = |source: &str, major: &str, ty: &str, size: u64, order: &str| {
        check(
            &format!(
                r#"OpSource {source} 0
                OpName %b "b"
                OpMemberName %block 0 "m"
                OpDecorate %block Block
                OpMemberDecorate %block 0 Offset 0
                OpMemberDecorate %block 0 {major}
                OpMemberDecorate %block 0 MatrixStride 16
                OpDecorate %array ArrayStride 64"#
            ),
            "%array = OpTypeArray %mat4v3float %two
            %block = OpTypeStruct %array
            %pointer = OpTypePointer Uniform %block
            %b = OpVariable %pointer Uniform",
            &[
                &format!("uniform b size {}", 64 + size),
                &format!("  m {ty}[2] @0 size {} stride 64 {order} 16", 64 + size),
                &format!("  m[] {ty} @0 size {size} {order} 16"),
            ],
        );
    };
    // Four columns of three: `m[i]` is a column in GLSL.
    found("GLSL", "ColMajor", "mat4x3", 60, "columns");
    found("GLSL", "RowMajor", "mat4x3", 48, "rows");
    // In HLSL it is a row, of four.
    found("HLSL", "ColMajor", "mat3x4", 60, "rows");
    found("HLSL", "RowMajor", "mat3x4", 48, "columns");
    found("Slang", "ColMajor", "mat3x4", 60, "rows");
}

#[test]
fn one_matrix_type_can_have_both_majornesses() {
    check(
        r#"OpName %b "b"
        OpMemberName %block 0 "near"
        OpMemberName %block 1 "far"
        OpDecorate %block Block
        OpMemberDecorate %block 0 Offset 0
        OpMemberDecorate %block 0 ColMajor
        OpMemberDecorate %block 0 MatrixStride 12
        OpMemberDecorate %block 1 Offset 48
        OpMemberDecorate %block 1 ColMajor
        OpMemberDecorate %block 1 MatrixStride 16"#,
        "%block = OpTypeStruct %mat4v3float %mat4v3float
        %pointer = OpTypePointer Uniform %block
        %b = OpVariable %pointer Uniform",
        &["uniform b size 108", "  near mat4x3 @0 size 48 columns 12", "  far mat4x3 @48 size 60 columns 16"],
    );
}

#[test]
fn wrapper_structs_are_unwrapped() {
    let after = |content: &str| {
        format!(
            "%floats = OpTypeArray %float %three
            %rest = OpTypeRuntimeArray %Light
            %block = OpTypeStruct {content}
            %pointer = OpTypePointer StorageBuffer %block
            %b = OpVariable %pointer StorageBuffer"
        )
    };
    let after = |content: &str| format!("%Light = OpTypeStruct %v3float\n{}", after(content));
    let before = |names: &str| {
        format!(
            r#"{names}
            OpName %Light "Light"
            OpMemberName %Light 0 "color"
            OpDecorate %block Block
            OpDecorate %floats ArrayStride 16
            OpDecorate %rest ArrayStride 16
            OpMemberDecorate %Light 0 Offset 0
            OpMemberDecorate %block 0 Offset 0"#
        )
    };
    let light = ["struct Light size 12", "  color vec3 @0 size 12"];
    // naga: `array<f32, 3>`, `array<Light>` and `Light`.
    let naga = before("OpName %b \"b\"");
    check(&naga, &after("%floats"), &["storage b read_write size 36 stride 16", "  [] float @0 size 4", light[0], light[1]]);
    let elements = ["  [] Light @0 size 12", "  [].color vec3 @0 size 12"];
    check(&naga, &after("%rest"), &["storage b read_write size 12 stride 16", elements[0], elements[1], light[0], light[1]]);
    check(&naga, &after("%Light"), &["storage b read_write size 12", light[1], light[0], light[1]]);
    // DXC: `StructuredBuffer<Light>` and `RWStructuredBuffer<float>`.
    let dxc = |ty: &str| before(&format!("OpName %b \"b\"\nOpName %block \"{ty}\""));
    let structured = "structured b read_write size 12 stride 16";
    check(&dxc("type.StructuredBuffer.Light"), &after("%rest"), &[structured, light[1], light[0], light[1]]);
    // glslang: the same.
    let glslang = before("OpName %b \"b\"\nOpMemberName %block 0 \"@data\"");
    check(&glslang, &after("%rest"), &[structured, light[1], light[0], light[1]]);
    // A named member is an ordinary member.
    let named = before("OpName %b \"b\"\nOpMemberName %block 0 \"all\"");
    let expected = ["storage b read_write size 36", "  all float[3] @0 size 36 stride 16", "  all[] float @0 size 4"];
    check(&named, &after("%floats"), &[expected[0], expected[1], expected[2], light[0], light[1]]);
}

#[test]
fn raw_buffers_have_no_layout() {
    check(
        r#"OpSource HLSL 660
        OpName %block "type.RWByteAddressBuffer"
        OpName %bytes "bytes"
        OpDecorate %block BufferBlock
        OpDecorate %words ArrayStride 4
        OpMemberDecorate %block 0 Offset 0
        OpDecorate %bytes DescriptorSet 0
        OpDecorate %bytes Binding 5"#,
        "%words = OpTypeRuntimeArray %uint
        %block = OpTypeStruct %words
        %pointer = OpTypePointer Uniform %block
        %bytes = OpVariable %pointer Uniform",
        &["opaque bytes: RWByteAddressBuffer set 0 binding 5"],
    );
}

#[test]
fn pointees_of_physical_pointers_are_read() {
    check(
        r#"OpName %Node "Node"
        OpMemberName %Node 0 "next"
        OpMemberName %Node 1 "value"
        OpName %block "Root"
        OpMemberName %block 0 "first"
        OpDecorate %block Block
        OpDecorate %Node Block
        OpMemberDecorate %block 0 Offset 8
        OpMemberDecorate %Node 0 Offset 0
        OpMemberDecorate %Node 1 Offset 8"#,
        "OpTypeForwardPointer %address PhysicalStorageBuffer
        %Node = OpTypeStruct %address %float
        %address = OpTypePointer PhysicalStorageBuffer %Node
        %block = OpTypeStruct %address
        %pointer = OpTypePointer PushConstant %block
        %variable = OpVariable %pointer PushConstant",
        &[
            "push_constant Root size 16",
            "  first Node @8 size 8",
            "struct Node size 12",
            "  next Node @0 size 8",
            "  value float @8 size 4",
        ],
    );
}

#[test]
fn resources_without_bytes_are_listed() {
    let object = |ty: &str, dims: &str, text: &str| {
        check(
            r#"OpName %o "o"
            OpDecorate %o DescriptorSet 2
            OpDecorate %o Binding 9"#,
            &format!(
                "%object = {ty}
                %array = OpTypeArray %object %three
                %pointer = OpTypePointer UniformConstant {dims}
                %o = OpVariable %pointer UniformConstant"
            ),
            &[&format!("opaque o: {text} set 2 binding 9")],
        );
    };
    object("OpTypeSampler", "%object", "sampler");
    object("OpTypeImage %float Dim2D 0 1 0 1 Unknown", "%object", "texture2DArray");
    object("OpTypeImage %int Dim3D 0 0 0 2 R32i", "%object", "iimage3D");
    object("OpTypeImage %uint DimBuffer 0 0 0 1 Unknown", "%object", "utextureBuffer");
    object("OpTypeImage %float Dim2D 0 0 1 1 Unknown", "%array", "texture2DMS[3]");
    object("OpTypeImage %float DimSubpassData 0 0 0 2 Unknown", "%object", "subpassInput");
    object("OpTypeAccelerationStructureKHR", "%object", "accelerationStructureEXT");
    object("OpTypeImage %float DimCube 0 0 0 1 Unknown\n%plain = OpTypeSampledImage %object", "%plain", "samplerCube");
}

#[test]
fn opengl_uniforms_outside_blocks_are_read() {
    check(
        r#"OpName %gain "gain"
        OpName %view "view"
        OpDecorate %gain Location 3
        OpDecorate %view Location 4"#,
        "%p1 = OpTypePointer UniformConstant %float
        %gain = OpVariable %p1 UniformConstant
        %some = OpTypeArray %mat4v4float %two
        %p2 = OpTypePointer UniformConstant %some
        %view = OpVariable %p2 UniformConstant",
        &["loose gain: float location 3", "loose view: mat4[2] location 4"],
    );
}

#[test]
fn other_variables_and_structs_are_skipped() {
    check(
        r#"OpName %PerVertex "PerVertex"
        OpMemberName %PerVertex 0 "position"
        OpName %Local "Local"
        OpName %Truth "Truth"
        OpMemberDecorate %Truth 0 Offset 0
        OpDecorate %PerVertex Block"#,
        "%bool = OpTypeBool
        %PerVertex = OpTypeStruct %v4float
        %Local = OpTypeStruct %bool
        %Truth = OpTypeStruct %bool
        %output = OpTypePointer Output %PerVertex
        %private = OpTypePointer Private %Local
        %out = OpVariable %output Output
        %own = OpVariable %private Private",
        &[],
    );
}

#[test]
fn specialization_constants_are_read() {
    check(
        r#"OpName %count "count"
        OpName %fast "fast"
        OpName %derived "derived"
        OpDecorate %count SpecId 3
        OpDecorate %fast SpecId 4
        OpDecorate %gain SpecId 0
        OpDecorate %width SpecId 7
        OpDecorate %size BuiltIn 25"#,
        "%bool = OpTypeBool
        %v3uint = OpTypeVector %uint 3
        %count = OpSpecConstant %int 4
        %fast = OpSpecConstantTrue %bool
        %gain = OpSpecConstant %float 1069547520
        %derived = OpSpecConstant %float 2
        %width = OpSpecConstant %uint 64
        %size = OpSpecConstantComposite %v3uint %width %one %one",
        &[
            "constant Some(3) count: int",
            "constant Some(4) fast: bool",
            "constant Some(0) _103: float",
            "constant Some(7) gl_WorkGroupSize.x: uint",
        ],
    );
}
