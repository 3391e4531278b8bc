//! Structs in the code of libslang 2026.12 that its reflection omits, or lists differently.

use padstone_testing::slang::{GeneratedCode, Request, Slang};

fn code(slang: &Slang, source: &str, target: &str) -> Vec<u8> {
    let request = Request { source: source.to_owned(), options: vec!["-target".to_owned(), target.to_owned()] };
    match slang.compile(&[request]).remove(0) {
        GeneratedCode::Code(mut texts) => texts.remove(0),
        GeneratedCode::Rejected(why) => panic!("{why}"),
        GeneratedCode::Crashed => panic!("libslang crashes on {source}"),
    }
}

/// Code omits a member without bytes, so later members are read from the right offsets (slangc issue 12384 is about an empty struct
/// of one byte, as in C++).
#[test]
fn empty_structs_take_no_byte_in_code() {
    let Some(slang) = Slang::find("empty structs in CUDA and C++ code of libslang") else { return };
    let source = "struct Empty {};
        struct Outer { float first; Empty nothing; float second; Empty none[3]; };
        StructuredBuffer<Outer> outers; RWStructuredBuffer<float> result;
        [shader(\"compute\")] [numthreads(1, 1, 1)] void main() { result[0] = outers[0].second; }";
    for target in ["cuda", "cpp"] {
        let text = String::from_utf8(code(&slang, source, target)).expect("it is text");
        let members = text.split_once("struct Outer_0").and_then(|(_, rest)| rest.split_once('}')).expect("it has the struct").0;
        let members: Vec<&str> = members.lines().map(str::trim).filter(|line| line.ends_with(';')).collect();
        assert_eq!(members, ["float first_0;", "float second_0;"], "{target}");
    }
}

/// The target of a pointer has the rules `natural`, whatever the rules of buffers are (slangc issue 8336).
#[test]
fn pointees_are_natural_in_code() {
    let Some(slang) = Slang::find("structs accessed through pointers, in libslang's SPIR-V") else { return };
    let source = "struct Node { float3 at; float weight; float3x3 turn; double big; float3 last; };
        struct Root { Node* first; };
        ConstantBuffer<Root> root; RWStructuredBuffer<float> result;
        [shader(\"compute\")] [numthreads(1, 1, 1)] void main() { result[0] = root.first[1].weight + root.first[1].last.x; }";
    let bytes = code(&slang, source, "spirv");
    let words: Vec<u32> = bytes.chunks_exact(4).map(|word| u32::from_le_bytes([word[0], word[1], word[2], word[3]])).collect();
    // `OpMemberDecorate %struct member Offset offset`.
    let (mut index, mut offsets) = (5, std::collections::BTreeMap::<u32, Vec<u32>>::new());
    while let Some(&first) = words.get(index) {
        if let [_, structure, _, 35, offset] = words[index..words.len().min(index + 5)]
            && first == 5 << 16 | 72
        {
            offsets.entry(structure).or_default().push(offset);
        }
        index += (first >> 16).max(1) as usize;
    }
    assert!(offsets.values().any(|offsets| *offsets == [0, 12, 16, 56, 64]), "{offsets:?}");
}
