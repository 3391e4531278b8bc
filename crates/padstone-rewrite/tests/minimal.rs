//! `legalize-uniform` makes minimal changes: for all small structs, it changes exactly the members that have to change.

use std::collections::BTreeSet;

use padstone_diag::Diagnostics;
use padstone_rewrite::{Options, find, rewrite};
use padstone_source::SourceMap;
use padstone_testing::is_full;
use padstone_wgsl::tree::Edition;

/// The type of a member: its spelling, its alignment and size, and its structure.
#[derive(Clone, Copy)]
struct TestedType {
    text: &'static str,
    align: u64,
    size: u64,
    shape: TypeStructure,
    /// The offsets of a struct's members, and its size.
    parts: &'static [(u64, u64)],
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum TypeStructure {
    Vector,
    /// The stride in bytes.
    Array(u64),
    Struct,
}

const KINDS: [TestedType; 9] = [
    TestedType { text: "f32", align: 4, size: 4, shape: TypeStructure::Vector, parts: &[] },
    TestedType { text: "vec2f", align: 8, size: 8, shape: TypeStructure::Vector, parts: &[] },
    TestedType { text: "vec3f", align: 16, size: 12, shape: TypeStructure::Vector, parts: &[] },
    TestedType { text: "array<f32, 3>", align: 4, size: 12, shape: TypeStructure::Array(4), parts: &[] },
    TestedType { text: "array<vec2f, 3>", align: 8, size: 24, shape: TypeStructure::Array(8), parts: &[] },
    TestedType { text: "array<vec4f, 2>", align: 16, size: 32, shape: TypeStructure::Array(16), parts: &[] },
    TestedType { text: "One", align: 4, size: 4, shape: TypeStructure::Struct, parts: &[(0, 4)] },
    TestedType { text: "Two", align: 8, size: 16, shape: TypeStructure::Struct, parts: &[(0, 4), (8, 8)] },
    TestedType { text: "Four", align: 16, size: 16, shape: TypeStructure::Struct, parts: &[(0, 16)] },
];

const STRUCTS: &str = "struct One { a: f32 }\nstruct Two { a: f32, b: vec2f }\nstruct Four { a: vec4f }\n";

/// The maximum number of members of the structs in everyday and full runs.
const MEMBERS: [usize; 2] = [3, 4];

#[test]
fn only_illegal_members_are_changed() {
    let (mut checked, mut changed) = (0, 0);
    let most = MEMBERS[usize::from(is_full())];
    for count in 1..=most {
        for number in 0..KINDS.len().pow(u32::try_from(count).expect("few members")) {
            let members: Vec<TestedType> =
                (0..count).map(|position| KINDS[number / KINDS.len().pow(position as u32) % KINDS.len()]).collect();
            let expected = forced(&members);
            assert_eq!(others(&members), expected, "{}", text(&members));
            checked += 1;
            changed += usize::from(!expected.is_empty());
        }
    }
    let structs: usize = [9, 81, 729, 6_561][..most].iter().sum();
    assert!(checked == structs && changed * 4 > checked && changed < checked, "{checked} structs, {changed} of them changed");
}

fn text(members: &[TestedType]) -> String {
    let members: Vec<String> = members.iter().enumerate().map(|(position, member)| format!("m{position}: {}", member.text)).collect();
    format!("{STRUCTS}struct S {{\n    {},\n}}\n@group(0) @binding(0) var<uniform> s: S;\n", members.join(",\n    "))
}

/// The members that have to change (WGSL, section 14.4.4, "Address Space Layout Constraints", without
/// `uniform_buffer_standard_layout`): arrays and structs at offsets that are not multiples of 16, arrays of such elements, and structs followed by
/// a member before the next multiple of 16. A struct is replaced by its members, which are allowed at any offset. An array is replaced by vectors,
/// together with all members that share bytes with these. No offset may change, so there is no alternative.
fn forced(members: &[TestedType]) -> BTreeSet<usize> {
    let mut end = 0;
    let offset = |member: &TestedType| {
        let offset = u64::next_multiple_of(end, member.align);
        end = offset + member.size;
        offset
    };
    let offsets: Vec<u64> = members.iter().map(offset).collect();
    let next = |index: usize| offsets.get(index + 1).copied().unwrap_or(u64::MAX);
    let is_wrong = |index: usize| match members[index].shape {
        TypeStructure::Vector => false,
        TypeStructure::Array(stride) => !stride.is_multiple_of(16) || !offsets[index].is_multiple_of(16),
        TypeStructure::Struct => {
            !offsets[index].is_multiple_of(16) || next(index) < offsets[index] + members[index].size.next_multiple_of(16)
        }
    };
    let mut forced: BTreeSet<usize> = (0..members.len()).filter(|&index| is_wrong(index)).collect();
    // Member, first slot, slot after the last, and whether vectors replace it.
    let mut objects: Vec<(usize, u64, u64, bool)> = Vec::new();
    for (index, member) in members.iter().enumerate() {
        let parts = if forced.contains(&index) { member.parts } else { &[] };
        let mut object = |start: u64, size: u64, packs: bool| {
            let first = offsets[index] + start;
            objects.push((index, first / 16, (first + size).div_ceil(16), packs));
        };
        parts.iter().for_each(|&(start, size)| object(start, size, false));
        if parts.is_empty() {
            object(0, member.size, forced.contains(&index));
        }
    }
    loop {
        let packed: Vec<(u64, u64)> = objects.iter().filter(|object| object.3).map(|object| (object.1, object.2)).collect();
        let mut is_done = true;
        for (index, first, end, packs) in &mut objects {
            if !*packs && packed.iter().any(|&(others_first, others_end)| *first < others_end && others_first < *end) {
                (*packs, is_done) = (true, false);
                forced.insert(*index);
            }
        }
        if is_done {
            return forced;
        }
    }
}

/// The members that changed.
fn others(members: &[TestedType]) -> BTreeSet<usize> {
    let mut sources = SourceMap::new();
    let file = sources.add_file("small.wgsl", text(members).into()).expect("it is short");
    let (pass, mut found) = (find("legalize-uniform").expect("a pass"), Diagnostics::new());
    let rewritten = rewrite(&mut sources, file, Edition::Current, &[pass], &Options::default(), &mut found);
    assert!(!found.has_errors(), "{}", text(members));
    let lines: BTreeSet<&str> = rewritten.text.lines().map(|line| line.trim_start().trim_end_matches(',')).collect();
    // Attributes may be needed if the preceding member changed.
    let stays = |index: usize| {
        let member = format!("m{index}: {}", members[index].text);
        lines.iter().any(|line| line.rsplit(") ").next() == Some(&*member))
    };
    (0..members.len()).filter(|&index| !stays(index)).collect()
}
