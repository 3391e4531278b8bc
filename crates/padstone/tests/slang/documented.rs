//! The layout rules in Slang's documentation: their offsets, and a check that these detect a change of any field.

use std::collections::BTreeMap;

use padstone_read::layout::{RuleSet, TypeLayouts, slang_rule_sets, types_under};
use padstone_read::model::{Buffer, BufferKind, Field, Language};
use padstone_read::source::MemoryLoader;
use padstone_read::{Options, Unit, layout};

use crate::mutants::fields::{Mutant, mutants};
use crate::slang::mutants::{OF_OTHER_LANGUAGES, of_slang};

const RULES: [(&str, &str); 2] = [("documented-d3d", "slang-hlsl"), ("documented-vulkan", "slang-spirv")];

/// Members of a struct, with their offsets and the end of the struct, for D3D and for Vulkan.
const CASES: &[(&str, [&str; 2])] = &[
    // "its size rounded up to the next power of two (so a `float3` has `float4` alignment)"
    ("float a; float3 b; float c;", ["0 4 16 end 32", "0 16 28 end 32"]),
    ("float a; float2 b; float c;", ["0 4 12 end 16", "0 8 16 end 32"]),
    ("float a; float4 b;", ["0 4 end 32", "0 16 end 32"]),
    // "if a field with uniform data that is smaller than 16 bytes would straddle a 16-byte boundary": no larger one.
    ("float2 a; float3 b; double3 c;", ["0 16 32 end 64", "0 16 32 end 64"]),
    ("double a; double3 b;", ["0 8 end 32", "0 32 end 64"]),
    // "in most cases, the size matches the expected data type size", "the alignment is the same as the size".
    ("half a; half3 b; int16_t c; int64_t d; uint8_t e; float f;", ["0 2 8 16 24 28 end 32", "0 8 14 16 24 28 end 32"]),
    // "most targets treat `bool` as a synonym for `int`"
    ("bool a; bool3 b; bool c;", ["0 4 16 end 32", "0 16 28 end 32"]),
    // "the size of the element type is rounded up to the target-specific minimum": and the size is stride times count.
    ("float a[3]; float b;", ["0 48 end 64", "0 48 end 64"]),
    ("float a; half2 b[2]; float c;", ["0 16 48 end 64", "0 16 48 end 64"]),
    // An array of vectors: not mentioned.
    ("float3x2 a; float b; column_major float3x2 c; float d;", ["0 48 64 96 end 112", "0 48 64 96 end 112"]),
    ("float2x2 a[2]; float b;", ["0 64 end 80", "0 64 end 80"]),
    ("half3x3 a; half b; half4x2 c; half d;", ["0 48 64 128 end 144", "0 48 64 128 end 144"]),
    // "The overall alignment of a `struct` is the maximum alignment of its fields or the default alignment (if it is larger)."
    ("float a; struct { float x; } b; float c;", ["0 16 32 end 48", "0 16 32 end 48"]),
    ("float a; struct { float3 x; } b[2]; float c;", ["0 16 48 end 64", "0 16 48 end 64"]),
    // "we allow a `struct` to consume zero bytes"; members without bytes move nothing.
    ("float a; struct { Texture2D t; } b; float c;", ["0 4 end 16", "0 4 end 16"]),
    ("float a; Texture2D t; SamplerState s[2]; float c;", ["0 4 end 16", "0 4 end 16"]),
    // Pointers and handles: not mentioned; as in libslang.
    ("float a; float* b; float c;", ["0 8 16 end 32", "0 8 16 end 32"]),
    ("float a; Texture2D.Handle b; float c;", ["0 4 12 end 16", "0 8 16 end 32"]),
    ("int a; E e; uint8_t b;", ["0 4 5 end 16", "0 4 5 end 16"]),
];

/// Fields without effect here, by rule set, with the reason.
const WITHOUT_EFFECT: &[(&str, &str, &str)] = &[
    ("documented-d3d", "empty_members", "in 16-byte registers a member without bytes affects no offset in either case"),
    ("documented-d3d", "vector_align_at_most", "vectors are aligned like their scalar, which is at most 8"),
    ("documented-d3d", "unsized_arrays", NO_HANDLES),
    ("documented-vulkan", "unsized_arrays", NO_HANDLES),
];
const NO_HANDLES: &str = "the documentation has no handles of arrays: both values give the same size for sized arrays";

#[test]
fn every_mutant_of_the_documented_rules_is_detected() {
    let units: Vec<Unit> = CASES.iter().map(|(members, _)| read(members)).collect();
    let (mut problems, mut total) = (Vec::new(), 0);
    for (index, (name, profile)) in RULES.into_iter().enumerate() {
        let original = slang_rule_sets().iter().copied().find(|rules| rules.name == name).expect("a rule set");
        let profile = layout::find(profile).expect("a profile");
        for (unit, (members, expected)) in units.iter().zip(CASES) {
            let found = places(unit, &types_under(&unit.module, profile, original));
            if found != expected[index] {
                problems.push(format!("{name}: {members} has the offsets {found}, expected {}", expected[index]));
            }
        }
        let mut noticed: BTreeMap<String, bool> = BTreeMap::new();
        for Mutant { field, rules, .. } in mutants(original).into_iter().chain(of_slang(original)) {
            total += 1;
            let rules: &'static RuleSet = Box::leak(Box::new(rules));
            let contradicts = |(unit, (_, expected)): (&Unit, &(&str, [&str; 2]))| {
                places(unit, &types_under(&unit.module, profile, rules)) != expected[index]
            };
            *noticed.entry(field).or_default() |= units.iter().zip(CASES).any(contradicts);
        }
        for (field, is_noticed) in noticed {
            let is_excused = OF_OTHER_LANGUAGES.iter().any(|(other, _)| *other == field)
                || WITHOUT_EFFECT.iter().any(|(rule_set, other, _)| (*rule_set, *other) == (name, &*field));
            if is_noticed == is_excused && !(is_noticed && OF_OTHER_LANGUAGES.iter().any(|(other, _)| *other == field)) {
                problems.push(format!("{name}: {field}: {}", if is_noticed { "is excused, but noticed" } else { "no change is noticed" }));
            }
        }
    }
    println!("{total} mutants of the rules of Slang's documentation");
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

fn read(members: &str) -> Unit {
    let source = format!("enum E : uint8_t {{ A }}\nstruct S {{ {members} }}\nConstantBuffer<S> s;\ncbuffer C {{ {members} }}\n");
    let mut options = Options { language: Language::Slang, ..Options::default() };
    options.slang.default_major = padstone_read::model::Major::Row;
    let unit = Unit::load_program(&["a.slang"], &MemoryLoader::new([("a.slang", &*source)]), &options);
    assert!(!unit.diagnostics.has_errors(), "{source}{:?}", unit.diagnostics.iter().next());
    unit
}

/// The offsets of the members with bytes of `S` and of the `cbuffer`, and the end of both: `0 16 end 32`. If they differ, both.
fn places(unit: &Unit, types: &TypeLayouts) -> String {
    let rule_set = |buffer: &Buffer| {
        let takes_bytes = |field: &&Field| types.get(field.ty).is_ok_and(|layout| layout.size.bytes() > 0);
        let fields = types.fields(&unit.module, buffer.content).filter(|(field, _)| takes_bytes(field));
        let members: Vec<String> = fields.map(|(_, placed)| placed.offset.bytes().to_string()).collect();
        let end = types.get(buffer.content).map_or("none".to_owned(), |layout| layout.size.bytes().to_string());
        format!("{} end {end}", members.join(" "))
    };
    let buffers = unit.module.buffers.iter().map(|(_, buffer)| buffer).filter(|buffer| buffer.kind != BufferKind::Globals);
    let mut both: Vec<String> = buffers.map(rule_set).collect();
    assert_eq!(both.len(), 2, "a constant buffer and a `cbuffer`");
    both.dedup();
    both.join(", ")
}
