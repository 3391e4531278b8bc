//! Split programs preserve their layout: the example of Slang's documentation and
//! generated programs, read again.

use padstone_generate::slang::{ProgramFeatures, program};
use padstone_generate::{Choices, bytes};
use padstone_read::bind::Amount;
use padstone_read::emit::reflect::{BindingLocation, Member, ObjectKind, Program, ResourceSlot};
use padstone_read::emit::split::{Split, split};
use padstone_testing::seeds;

use crate::slang::reflect::{slots, with};

/// The number of programs for each target of an everyday run, and of a full one.
const PROGRAMS: [u64; 2] = [40, 600];
/// The maximum number of disagreements printed.
const SHOWN: usize = 3;
/// The option determines the majorness of arrays of matrices, whatever their declaration (libslang 2026.12), so one is passed.
const TARGETS: [(&str, &[&str]); 3] = [
    ("hlsl", &["-matrix-layout-row-major", "-profile", "sm_6_6"]),
    ("hlsl", &["-matrix-layout-column-major", "-profile", "sm_5_0"]),
    ("spirv", &["-matrix-layout-row-major"]),
];

/// "Parameter Layout Rules", "Splitting of Arrays".
#[test]
fn the_documented_example_is_split_as_documented() {
    let source = "struct LightInfo { float3 pos; Texture2D shadowMap; };\nLightInfo gLight;\n\
                  struct Pair { Texture2D a; Texture2D b; };\nPair gPairs[8];\n";
    let (split, _) = split_in_parts(source, "hlsl", &[]);
    let bare: Vec<&str> = split.text.lines().map(|line| line.split([':', ';']).next().unwrap_or("").trim()).collect();
    assert_eq!(bare, ["float3 gLight_pos", "Texture2D gLight_shadowMap", "Texture2D gPairs_a[8]", "Texture2D gPairs_b[8]"]);
    let b = split.map.parts.iter().find(|part| part.path == "gPairs[].b").expect("the map has all parts");
    assert_eq!(b.name, "gPairs_b[]");
    // `gPairs` starts at t1, and `gPairs[0].b` is 8 registers later.
    assert_eq!(b.places, [BindingLocation::D3d { class: 't', register: 1 + 8, space: 0 }]);
    assert_eq!((b.arrays[0].count, b.arrays[0].stride), (Amount::Finite(8), 1));
}

#[test]
fn split_programs_have_the_same_layout() {
    let (mut objects, mut numbers, mut failures) = (0, 0, Vec::new());
    let seeds = seeds(PROGRAMS[0], PROGRAMS[1]);
    for (target, flags) in TARGETS {
        for seed in seeds.clone() {
            let source = generated(seed);
            let (split, before) = split_in_parts(&source, target, flags);
            let after = reflect(&split.text, target, flags);
            let (theirs, ours) = (places(&before), places(&after));
            objects += theirs.0.len();
            numbers += theirs.1.len();
            if theirs != ours {
                let lost: Vec<_> = theirs.0.iter().filter(|place| !ours.0.contains(place)).collect();
                let moved: Vec<_> = theirs.1.iter().filter(|number| !ours.1.contains(number)).collect();
                failures.push(format!("-- {target} {flags:?}, seed {seed}: {lost:?} {moved:?}\n{source}\n--\n{}", split.text));
            }
            for part in &split.map.parts {
                let name = part.name.split(['[', '.']).next().unwrap_or("");
                assert!(split.text.contains(name), "{target}, seed {seed}: no {name} in\n{}", split.text);
            }
        }
    }
    println!("{objects} resources and {numbers} scalars keep their locations");
    assert!(failures.is_empty(), "{} are not\n{}", failures.len(), failures[..failures.len().min(SHOWN)].join("\n"));
    let minimum = 16 * seeds.count();
    assert!(objects > minimum && numbers > 2 * minimum, "only {objects} resources and {numbers} scalars");
}

#[test]
fn bit_fields_keep_their_declaration() {
    let source = "struct Flags { float w; uint a : 8; uint b : 4; Texture2D t; uint c : 3; Texture2D u; float z; uint d : 1; }\n\
                  Flags loose; ConstantBuffer<Flags> block; cbuffer C { uint one : 3; Texture2D t; uint two : 5; }\n";
    for (target, flags) in TARGETS {
        let (split, before) = split_in_parts(source, target, flags);
        let after = reflect(&split.text, target, flags);
        assert_eq!(places(&before), places(&after), "{target}\n{}", split.text);
        for line in ["uint a : 8;", "uint b : 4;", "uint c : 3;", "uint d : 1;", "uint C_one : 3;", "uint C_two : 5;"] {
            assert!(split.text.contains(&format!("    {line}\n")), "{target}: no {line} in\n{}", split.text);
        }
        let two = split.map.parts.iter().find(|part| part.path == "C.two").expect("the map has all parts");
        assert_eq!((&*two.name, two.offset, two.bit, two.bits), ("C_two", Some(4), Some(0), Some(5)));
    }
}

/// E39020 of slangc.
#[test]
fn only_one_of_two_shader_records_is_declared() {
    let source = "[shader(\"miss\")] void one(uniform float a) {}\n[shader(\"miss\")] void two(uniform float b) {}\n";
    with(source, "spirv", &[], |reflection| {
        let (_, found) = split(reflection);
        let messages: Vec<&str> = found.iter().map(|found| found.message.as_str()).collect();
        assert_eq!(
            messages,
            ["skipped the uniform parameters of `two`: a program has one shader record: select one entry point with `-entry`"]
        );
    });
}

fn generated(seed: u64) -> String {
    let contents = ProgramFeatures { explicit: seed.is_multiple_of(3), entry_points: seed.is_multiple_of(2), features: false };
    program(&mut Choices::new(&bytes(seed, 500)), 1 + usize::try_from(seed % 7).unwrap_or(0), contents)
}

fn split_in_parts(source: &str, target: &str, flags: &[&str]) -> (Split, Program) {
    with(source, target, flags, |reflection| {
        let (split, found) = split(reflection);
        assert!(!found.has_errors(), "{:?}\n{source}", found.iter().next());
        (split, padstone_read::emit::reflect::reflect(reflection).0)
    })
}

fn reflect(source: &str, target: &str, flags: &[&str]) -> Program {
    with(source, target, flags, |reflection| padstone_read::emit::reflect::reflect(reflection).0)
}

/// The locations of all resources and all scalars in order, whatever their names.
type Locations = (Vec<String>, Vec<String>);

fn places(program: &Program) -> Locations {
    let (mut objects, mut numbers) = (Vec::new(), Vec::new());
    for slot in slots(program).into_iter().filter(|slot| slot.kind != ObjectKind::Value) {
        objects.push(format!("{:?} {:?} {:?} {:?}", slot.place, kind(slot), slot.count, slot.arrays));
        let Some(buffer) = &slot.buffer else { continue };
        for member in leaves(&buffer.members) {
            let placement = (member.offset, member.size, &member.arrays, member.matrix_stride, member.majorness);
            numbers.push(format!("{:?} {:?} {placement:?}", slot.place, buffer.stride));
        }
    }
    objects.sort();
    numbers.sort();
    (objects, numbers)
}

/// The buffers of blocks and of entry points become constant buffers.
fn kind(slot: &ResourceSlot) -> ObjectKind {
    match slot.kind {
        ObjectKind::Globals | ObjectKind::ParameterBlock => ObjectKind::ConstantBuffer,
        kind => kind,
    }
}

/// Members without parts.
fn leaves(members: &[Member]) -> impl Iterator<Item = &Member> {
    let is_leaf = |(index, member): &(usize, &Member)| {
        let next = members.get(index + 1);
        next.is_none_or(|next| !next.path.strip_prefix(&*member.path).is_some_and(|rest| rest.starts_with(['.', '['])))
    };
    members.iter().enumerate().filter(is_leaf).map(|(_, member)| member)
}
