//! Damaged and malicious files: reading ends soon, with a diagnostic that names the problem.

use std::time::{Duration, Instant};

use crate::common::{assemble, describe, head, swapped};
use padstone_artifact::read_spirv;
use padstone_model::Type;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;
use rspirv::spirv::Op;

/// A module with every kind of declaration.
const MODULE: &str = r#"
    OpCapability Shader
    OpExtension "SPV_KHR_physical_storage_buffer"
    OpMemoryModel 0 1
    OpEntryPoint GLCompute %main "main" %b %c
    OpSource HLSL 660
    OpName %Light "Light"
    OpMemberName %Light 0 "color"
    OpMemberName %Light 1 "next"
    OpName %block "type.Camera"
    OpMemberName %block 0 "view"
    OpMemberName %block 1 "lights"
    OpName %b "Camera"
    OpName %c "maps"
    OpDecorate %block Block
    OpMemberDecorate %Light 0 Offset 0
    OpMemberDecorate %Light 1 Offset 16
    OpMemberDecorate %block 0 Offset 0
    OpMemberDecorate %block 0 RowMajor
    OpMemberDecorate %block 0 MatrixStride 16
    OpMemberDecorate %block 1 Offset 128
    OpDecorate %mats ArrayStride 64
    OpDecorate %lights ArrayStride 32
    OpDecorate %b DescriptorSet 0
    OpDecorate %b Binding 1
    OpDecorate %c DescriptorSet 0
    OpDecorate %c Binding 2
    %void = OpTypeVoid
    %fn = OpTypeFunction %void
    %float = OpTypeFloat 32
    %uint = OpTypeInt 32 0
    %two = OpConstant %uint 2
    %n = OpSpecConstant %uint 5
    %more = OpSpecConstantOp %uint IMul %n %two
    %v4float = OpTypeVector %float 4
    %mat = OpTypeMatrix %v4float 4
    %mats = OpTypeArray %mat %two
    OpTypeForwardPointer %address PhysicalStorageBuffer
    %Light = OpTypeStruct %v4float %address
    %address = OpTypePointer PhysicalStorageBuffer %Light
    %lights = OpTypeArray %Light %more
    %block = OpTypeStruct %mats %lights
    %pointer = OpTypePointer Uniform %block
    %b = OpVariable %pointer Uniform
    %image = OpTypeImage %float Dim2D 0 1 0 1 Unknown
    %images = OpTypeRuntimeArray %image
    %many = OpTypePointer UniformConstant %images
    %c = OpVariable %many UniformConstant
    %main = OpFunction %void 0 %fn
    %label = OpLabel
    OpReturn
    OpFunctionEnd"#;

/// The diagnostics for some bytes.
fn check(bytes: &[u8], expected: &[&str]) {
    let started = Instant::now();
    let read = read_spirv("test.spv", bytes);
    let found = read.diagnostics.iter().chain(&read.layouts.diagnostics).map(|found| format!("{} {}", found.code.id, found.message));
    assert_eq!(found.collect::<Vec<_>>(), expected);
    assert!(started.elapsed() < Duration::from_secs(20), "{:?}", started.elapsed());
}

fn check_text(text: &str, expected: &[&str]) {
    check(&assemble(text), expected);
}

/// A module of words.
fn module(words: impl IntoIterator<Item = u32>) -> Vec<u8> {
    [0x0723_0203, 0x0001_0000, 0, 0, 0].into_iter().chain(words).flat_map(u32::to_le_bytes).collect()
}

/// A decoration with two values: none of them is certain. Twice the same value is harmless.
#[test]
fn decorations_have_one_value() {
    for (line, other, message) in [
        ("OpMemberDecorate %Light 1 Offset 16", "OpMemberDecorate %Light 1 Offset 20", "member 1 of %103 has two values of Offset"),
        (
            "OpMemberDecorate %block 0 MatrixStride 16",
            "OpMemberDecorate %block 0 MatrixStride 32",
            "member 0 of %104 has two values of MatrixStride",
        ),
        (
            "OpMemberDecorate %block 0 RowMajor",
            "OpMemberDecorate %block 0 ColMajor",
            "member 0 of %104 has two values of RowMajor or ColMajor",
        ),
        ("OpDecorate %lights ArrayStride 32", "OpDecorate %lights ArrayStride 48", "%106 has two values of ArrayStride"),
        ("OpDecorate %b DescriptorSet 0", "OpDecorate %b DescriptorSet 1", "%101 has two values of DescriptorSet"),
        ("OpDecorate %b Binding 1", "OpDecorate %b Binding 7", "%101 has two values of Binding"),
    ] {
        let twice = |second: &str| MODULE.replace(line, &format!("{line}\n{second}"));
        check_text(&twice(line), &[]);
        check_text(&twice(other), &[&format!("P1010 {message}")]);
    }
}

#[test]
fn the_undamaged_module_is_accepted() {
    let found = describe(&assemble(MODULE));
    assert!(found.starts_with("uniform Camera set 0 binding 1 size 440\n"), "{found}");
    assert!(!found.contains("Error"), "{found}");
}

#[test]
fn files_that_are_not_modules_are_rejected() {
    check(b"", &["P1001 `test.spv` has 0 bytes, fewer than a SPIR-V header"]);
    check(&[3, 2, 35, 7, 0, 0], &["P1001 `test.spv` has 6 bytes, fewer than a SPIR-V header"]);
    check(b"; SPIR-V\n; Version: 1.0\n", &["P1001 `test.spv` is not a SPIR-V module: its first word is not 0x07230203"]);
}

#[test]
fn truncated_modules_are_rejected() {
    let complete = module([head(Op::TypeVoid, 2), 1, head(Op::TypeInt, 4), 2, 32, 0]);
    check(&complete, &[]);
    let instruction = "P1002 the instruction at word 7 has 4 words, but the file has only 3 more";
    check(&complete[..40], &[instruction]);
    check(&complete[..43], &[instruction, "P1002 the file ends 3 bytes into a word"]);
    check(&swapped(&complete[..40]), &[instruction]);
    check(&module([head(Op::TypeVoid, 2), 1, 0, 0]), &["P1002 the instruction at word 7 has length 0"]);
    check(&module([head(Op::TypeInt, 2), 2]), &["P1003 the instruction at word 5 has fewer words than it requires"]);
    check(&module([head(Op::Name, 3), 2, 0x6161_6161]), &["P1003 the instruction at word 5 has fewer words than it requires"]);
    check(&module([head(Op::Decorate, 3), 2, 35]), &["P1003 the instruction at word 5 has fewer words than it requires"]);
    // Unknown instructions are skipped.
    check(&module([head(Op::Nop, 1), 3 << 16 | 0xFFFF, 1, 2]), &[]);
}

#[test]
fn inconsistent_modules_are_rejected() {
    let block = |types: &str, more: &str| {
        format!(
            "{more}
            OpDecorate %block Block
            OpMemberDecorate %block 0 Offset 0
            %float = OpTypeFloat 32
            %uint = OpTypeInt 32 0
            %two = OpConstant %uint 2
            {types}
            %pointer = OpTypePointer Uniform %block
            %7 = OpVariable %pointer Uniform"
        )
    };
    let member = |ty: &str, more: &str, expected: &[&str]| check_text(&block(&format!("{ty}\n%block = OpTypeStruct %10"), more), expected);
    member("%10 = OpTypeBool", "", &["P1006 _10 in a buffer is OpTypeBool, which has no known size"]);
    member("%10 = OpTypeInt 24 0", "", &["P1006 _10 in a buffer is a scalar with an unsupported width, which has no known size"]);
    member(
        "%10 = OpTypeVector %float 8",
        "",
        &["P1006 _10 in a buffer is a vector with an unsupported component type or count, which has no known size"],
    );
    member("%10 = OpTypeSampler", "", &["P1006 _10 in a buffer is an opaque type, which has no known size"]);
    member("%10 = OpTypeArray %float %two", "", &["P1008 _10, an array in a buffer, has no ArrayStride"]);
    let matrix = "%8 = OpTypeVector %float 2\n%10 = OpTypeMatrix %8 2";
    member(matrix, "", &["P1008 `member0` is a matrix without MatrixStride"]);
    let stride = "OpMemberDecorate %block 0 MatrixStride 8";
    member(matrix, stride, &["P1008 `member0` is a matrix without RowMajor or ColMajor"]);
    let order = "OpMemberDecorate %block 0 MatrixStride 8\nOpMemberDecorate %block 0 ColMajor";
    member(
        "%8 = OpTypeVector %float 2\n%10 = OpTypeMatrix %8 9",
        order,
        &["P1006 _10 in a buffer is a matrix of unknown form, which has no known size"],
    );
    member(
        "%10 = OpTypePointer Private %float",
        "",
        &["P1006 _100 in a buffer is a pointer outside the storage class PhysicalStorageBuffer, which has no known size"],
    );
    member("", "", &["P1004 %10 is used at word 24, but not defined before it"]);
    member("%10 = OpTypeArray %float %11", "OpDecorate %10 ArrayStride 4", &["P1004 %11 is used at word 28, but not defined before it"]);
    member(
        "%10 = OpTypeArray %12 %two\n%12 = OpTypeFloat 64",
        "OpDecorate %10 ArrayStride 4",
        &["P1004 %12 is used at word 28, but not defined before it"],
    );
    let twice = "%10 = OpTypeFloat 32\n%10 = OpTypeFloat 64";
    member(twice, "", &["P1005 %10 is redefined at word 27"]);
    let offset = "%block = OpTypeStruct %float %float";
    check_text(&block(offset, ""), &["P1007 `member1` of `_100` has no Offset"]);
    let loops = "%block = OpTypeStruct %block";
    check_text(&block(loops, ""), &["P1004 %100 is used at word 24, but not defined before it"]);
    let numbers = "%block = OpTypeStruct %float";
    check_text(
        &block(numbers, "").replace("%pointer = OpTypePointer Uniform %block", ""),
        &["P1004 %7 has type %104, which is not defined as a type or has too many dimensions"],
    );
    check_text(&block(numbers, "").replace("Uniform %block", "Uniform %float"), &["P1006 `_7` is a buffer whose type is not a struct"]);
}

#[test]
fn overlapping_members_are_reported() {
    let found = describe(&assemble(
        "OpDecorate %block Block
        OpMemberDecorate %block 0 Offset 0
        OpMemberDecorate %block 1 Offset 4
        %float = OpTypeFloat 32
        %v2 = OpTypeVector %float 2
        %block = OpTypeStruct %v2 %v2
        %pointer = OpTypePointer Uniform %block
        %7 = OpVariable %pointer Uniform",
    ));
    assert!(found.contains("Warning P0506"), "{found}");
}

#[test]
fn too_large_types_are_rejected() {
    let array = |count: &str, stride: &str| {
        format!(
            "OpDecorate %block Block
            OpMemberDecorate %block 0 Offset 4294967295
            OpDecorate %a ArrayStride {stride}
            OpDecorate %b ArrayStride {stride}
            OpDecorate %c ArrayStride {stride}
            %long = OpTypeInt 64 0
            %float = OpTypeFloat 32
            %n = OpConstant %long {count}
            %a = OpTypeArray %float %n
            %b = OpTypeArray %a %n
            %c = OpTypeArray %b %n
            %block = OpTypeStruct %c
            %pointer = OpTypePointer Uniform %block
            %7 = OpVariable %pointer Uniform"
        )
    };
    check_text(&array("4294967295 4294967295", "4294967295"), &["P0501 a size or an offset in `_7` cannot be represented"]);
    check_text(&array("65535 0", "4294967295"), &[]);
    check_text(&array("0 0", "0"), &["P0507 `member0` has no elements"]);
}

/// 100,000 nested arrays or structs.
#[test]
fn deeply_nested_types_are_read() {
    const LEVELS: u32 = 100_000;
    let block = |last: u32| {
        let instruction =
            |op, words: &[u32]| [head(op, words.len() as u32 + 1)].into_iter().chain(words.iter().copied()).collect::<Vec<u32>>();
        [
            instruction(Op::Decorate, &[1_000_000, 2]),
            instruction(Op::MemberDecorate, &[1_000_000, 0, 35, 0]),
            instruction(Op::TypeStruct, &[1_000_000, last]),
            instruction(Op::TypePointer, &[1_000_001, 2, 1_000_000]),
            instruction(Op::Variable, &[1_000_001, 7, 2]),
        ]
        .concat()
    };
    let float = [head(Op::TypeFloat, 3), 10, 32];
    let arrays = (11..11 + LEVELS).flat_map(|id| [head(Op::Decorate, 4), id, 6, 4, head(Op::TypeRuntimeArray, 3), id, id - 1]);
    let too_deep = "P0502 `_7` nests more than 256 levels deep";
    check(&module(float.into_iter().chain(arrays).chain(block(10 + LEVELS))), &[too_deep]);
    let structs = (11..11 + LEVELS).flat_map(|id| [head(Op::MemberDecorate, 5), id, 0, 35, 0, head(Op::TypeStruct, 3), id, id - 1]);
    let read = read_spirv("test.spv", &module(float.into_iter().chain(structs).chain(block(10 + LEVELS))));
    assert!(read.layouts.diagnostics.iter().any(|found| found.message == too_deep["P0502 ".len()..]));
    // A matrix inside arrays.
    let matrix = [head(Op::TypeVector, 4), 8, 10, 4, head(Op::TypeMatrix, 4), 9, 8, 4];
    let arrays = (11..11 + LEVELS).flat_map(|id| [head(Op::TypeRuntimeArray, 3), id, if id == 11 { 9 } else { id - 1 }]);
    let order = [head(Op::MemberDecorate, 5), 1_000_000, 0, 7, 16, head(Op::MemberDecorate, 4), 1_000_000, 0, 5];
    let dims = "P1006 `member0` is an array of matrices with more than 32 dimensions";
    check(&module(float.into_iter().chain(matrix).chain(arrays).chain(order).chain(block(10 + LEVELS))), &[dims]);
}

/// 100,000 nested arrays in a stage input, which would be a recursion as deep.
#[test]
fn deeply_nested_stage_inputs_are_unknown() {
    const LEVELS: u32 = 100_000;
    let types = [head(Op::TypeFloat, 3), 10, 32, head(Op::TypeInt, 4), 9, 32, 0, head(Op::Constant, 4), 9, 8, 1];
    let arrays = (11..11 + LEVELS).flat_map(|id| [head(Op::TypeArray, 4), id, id - 1, 8]);
    let input = |pointer: u32, ty: u32, id: u32| {
        [head(Op::TypePointer, 4), pointer, 1, ty, head(Op::Variable, 4), pointer, id, 1, head(Op::Decorate, 4), id, 30, 0]
    };
    // "m"
    let entry = [head(Op::EntryPoint, 6), 0, 7, u32::from(b'm'), 2_000_000, 2_000_001];
    let inputs = input(1_000_000, 20, 2_000_000).into_iter().chain(input(1_000_001, 10 + LEVELS, 2_000_001));
    let read = read_spirv("test.spv", &module(entry.into_iter().chain(types).chain(arrays).chain(inputs)));
    let signature = &read.module.program.signatures[read.module.entry_points[0].signature.expect("it was read")];
    let is_unknown = signature.parameters.iter().map(|field| read.module.types[field.ty] == Type::Unknown).collect::<Vec<_>>();
    assert_eq!(is_unknown, [false, true]);
}

/// Structs of two members of the preceding struct, nested 60 deep: 2^60 members.
#[test]
fn too_many_members_are_reported() {
    let levels = (11..71).flat_map(|id| {
        let offset_decoration = |member, offset| [head(Op::MemberDecorate, 5), id, member, 35, offset];
        [&offset_decoration(0, 0)[..], &offset_decoration(1, 0)[..], &[head(Op::TypeStruct, 4), id, id - 1, id - 1]].concat()
    });
    let float = [head(Op::TypeFloat, 3), 10, 32];
    let variable = [head(Op::TypePointer, 4), 80, 2, 70, head(Op::Variable, 4), 80, 7, 2];
    let started = Instant::now();
    let read = read_spirv("test.spv", &module(float.into_iter().chain(levels).chain(variable)));
    assert!(read.layouts.diagnostics.iter().any(|found| found.code.id == "P0701"));
    assert!(started.elapsed() < Duration::from_secs(20));
}

/// 100,000 of each kind of declaration.
#[test]
fn long_modules_are_read_in_linear_time() {
    const MANY: u32 = 60_000;
    let float = [head(Op::TypeFloat, 3), 10, 32];
    let places = (0..MANY).flat_map(|member| [head(Op::MemberDecorate, 5), 11, member, 35, member * 4]);
    let structure = [head(Op::TypeStruct, MANY + 2), 11].into_iter().chain((0..MANY).map(|_| 10));
    let pointer = [head(Op::TypePointer, 4), 12, 2, 11];
    let variables = (0..MANY).flat_map(|index| [head(Op::Variable, 4), 12, 100 + index, 12]);
    let bytes = module(float.into_iter().chain(places).chain(structure).chain(pointer).chain(variables));
    let started = Instant::now();
    let read = read_spirv("test.spv", &bytes);
    assert_eq!(read.module.buffers.len(), MANY as usize);
    assert!(started.elapsed() < Duration::from_secs(20), "{:?}", started.elapsed());
}

/// 100,000 nested arrays, and as many variables of them.
#[test]
fn many_array_dimensions_are_read_in_linear_time() {
    const MANY: u32 = 100_000;
    let structure = [head(Op::TypeFloat, 3), 9, 32, head(Op::MemberDecorate, 5), 10, 0, 35, 0, head(Op::TypeStruct, 3), 10, 9];
    let arrays = (11..11 + MANY).flat_map(|id| [head(Op::TypeRuntimeArray, 3), id, id - 1]);
    let pointer = [head(Op::TypePointer, 4), 1_000_000, 2, 10 + MANY];
    let variables = (0..MANY).flat_map(|index| [head(Op::Variable, 4), 1_000_000, 2_000_000 + index, 2]);
    let started = Instant::now();
    let read = read_spirv("test.spv", &module(structure.into_iter().chain(arrays).chain(pointer).chain(variables)));
    assert!(read.module.buffers.is_empty() && read.diagnostics.has_errors());
    assert!(started.elapsed() < Duration::from_secs(20), "{:?}", started.elapsed());
}

/// A change to the bytes of a module.
#[derive(Clone, Debug)]
enum Change {
    /// Replaces a word.
    Word(Index, u32),
    /// Replaces a word by another word of the module.
    Copy(Index, Index),
    /// Flips a bit.
    Bit(Index, u8),
    /// Truncates the file.
    Cut(Index),
}

fn change() -> impl Strategy<Value = Change> {
    let small = prop_oneof![0u32..200, any::<u32>(), Just(u32::MAX), Just(0)];
    prop_oneof![
        4 => (any::<Index>(), small).prop_map(|(position, word)| Change::Word(position, word)),
        4 => (any::<Index>(), any::<Index>()).prop_map(|(position, from)| Change::Copy(position, from)),
        2 => (any::<Index>(), 0u8..8).prop_map(|(position, bit)| Change::Bit(position, bit)),
        1 => any::<Index>().prop_map(Change::Cut),
    ]
}

fn apply(bytes: &mut Vec<u8>, change: &Change) {
    let words = bytes.len() / 4;
    if words == 0 {
        return;
    }
    match change {
        Change::Word(index, word) => bytes[index.index(words) * 4..][..4].copy_from_slice(&word.to_le_bytes()),
        Change::Copy(index, from) => {
            let from = from.index(words) * 4;
            bytes.copy_within(from..from + 4, index.index(words) * 4);
        }
        Change::Bit(index, bit) => {
            let index = index.index(bytes.len());
            bytes[index] ^= 1 << bit;
        }
        Change::Cut(index) => bytes.truncate(index.index(bytes.len())),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn damaged_modules_never_panic(changes in vec(change(), 1..8)) {
        let mut bytes = assemble(MODULE);
        changes.iter().for_each(|change| apply(&mut bytes, change));
        let found = describe(&bytes);
        // The other byte order has the same result, except for bytes after the last complete word.
        let complete = bytes.len() / 4 * 4;
        if bytes.len() == complete && bytes.starts_with(&[3, 2, 35, 7]) {
            prop_assert_eq!(describe(&swapped(&bytes)), found);
        }
    }

    #[test]
    fn arbitrary_words_never_panic(words in vec(prop_oneof![(0u32..6, 0u32..80).prop_map(|(length, op)| length << 16 | op), 0u32..20], 0..200)) {
        describe(&module(words));
    }

    #[test]
    fn arbitrary_bytes_never_panic(bytes in vec(any::<u8>(), 0..200)) {
        describe(&bytes);
    }
}
