//! Bit-fields in structured buffers: each start of each struct, as a struct of its own, has the size of clang's type.

use padstone_read::layout::{self, ModuleLayout, Subject};
use padstone_read::model::Language;
use padstone_read::source::MemoryLoader;
use padstone_read::{Options, Unit};
use padstone_testing::amount;

use crate::clang::{Clang, TARGETS};
use crate::common::random::Random;

/// Structs whose members stand for the classes of bit-fields.
const WRITTEN: [&[&str]; 6] = [
    &["uint a : 3;", "uint : 0;", "uint b : 5;", "uint : 0;", "uint : 0;"],
    &["uint a : 3;", "uint64_t : 0;", "uint b : 5;"],
    &["uint : 0;", "uint : 29;", "uint b : 5;", "float f;", "uint : 7;", "uint c : 2;", "uint64_t : 0;"],
    &["uint64_t a : 40;", "uint : 0;", "uint64_t b : 40;", "uint : 0;", "uint c : 1;"],
    &["uint a : 12;", "uint : 0;", "uint b : 3;", "float x;", "uint : 0;", "uint c : 3;"],
    &["uint a : 3;", "uint : 29;", "uint b : 5;", "uint : 0;"],
];

#[test]
fn bit_fields_of_structured_buffers_match_clang() {
    let Some(clang) = Clang::find() else { return };
    let written = WRITTEN.iter().map(|members| members.iter().map(|&member| member.to_owned()).collect::<Vec<String>>());
    let mut random = Random::new(42);
    let generated: Vec<Vec<String>> = (0..amount(60, 400)).map(|_| (0..6).map(|index| member(&mut random, index)).collect()).collect();
    let structs: Vec<String> =
        written.chain(generated).flat_map(|members| (1..=members.len()).map(move |count| members[..count].join(" "))).collect();
    let source: String = structs
        .iter()
        .enumerate()
        .map(|(index, members)| format!("struct S{index} {{ {members} }}; StructuredBuffer<S{index}> b{index};\n"))
        .collect();
    for target in &TARGETS {
        let theirs = clang.module(&source, target, false).unwrap_or_else(|error| panic!("clang: {error}"));
        let unit =
            Unit::read("main.hlsl", source.clone().into(), &MemoryLoader::default(), &Options { language: Language::Hlsl, ..options() });
        let layouts = unit.layout(layout::find(target.profile).expect("a profile"));
        let mut differences = Vec::new();
        for (index, members) in structs.iter().enumerate() {
            let (theirs, ours) = (size(&theirs, index), stride(&unit, &layouts, index));
            if theirs != ours || theirs.is_none() {
                differences.push(format!("{{ {members} }}: clang {theirs:?}, padstone {ours:?}"));
            }
        }
        println!("{} structs compared for {}", structs.len(), target.triple);
        assert!(differences.is_empty(), "{}: {} differ\n{}", target.profile, differences.len(), differences.join("\n"));
    }
}

fn options() -> Options {
    let mut options = Options::default();
    options.hlsl.clang = true;
    options
}

/// A bit-field, without a name in one case of three, or a float.
fn member(random: &mut Random, index: usize) -> String {
    let (ty, bits) = if random.chance(25) { ("uint64_t", 64) } else { ("uint", 32) };
    match random.between(0, 5) {
        0 => format!("{ty} : 0;"),
        1 => format!("{ty} : {};", random.between(1, bits)),
        2 => format!("float m{index};"),
        _ => format!("{ty} m{index} : {};", random.between(1, bits)),
    }
}

fn stride(unit: &Unit, layouts: &ModuleLayout, index: usize) -> Option<u64> {
    let name = format!("b{index}");
    let is_named = |subject| matches!(subject, Subject::Buffer(id) if unit.module.name(unit.module.buffers[id].name) == name);
    let found = layouts.layouts.iter().find(|layout| is_named(layout.subject))?;
    found.stride.map(|stride| stride.bytes())
}

/// The size of `%struct.S1` under the data layout of both targets: i64, i32, i16 and float are aligned to their sizes.
fn size(module: &str, index: usize) -> Option<u64> {
    let name = format!("%struct.S{index} = type ");
    let text = module.lines().find_map(|line| line.strip_prefix(&*name))?;
    let (fields, is_packed) = match text.strip_prefix("<{").and_then(|fields| fields.strip_suffix("}>")) {
        Some(fields) => (fields, true),
        None => (text.strip_prefix('{')?.strip_suffix('}')?, false),
    };
    let (mut end, mut widest) = (0, 1);
    for field in fields.split(',').map(str::trim) {
        let (bytes, align) = match field.strip_prefix('[').and_then(|array| array.strip_suffix(" x i8]")) {
            Some(count) => (count.parse().ok()?, 1),
            None if field == "float" => (4, 4),
            None => {
                let bytes = field.strip_prefix('i')?.parse::<u64>().ok()? / 8;
                (bytes, bytes)
            }
        };
        let align = if is_packed { 1 } else { align };
        end = u64::next_multiple_of(end, align) + bytes;
        widest = widest.max(align);
    }
    Some(u64::next_multiple_of(end, widest))
}
