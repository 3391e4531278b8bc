//! Recorded ABIs as text, and the changes between two of them.

use padstone_check::abi::{Abi, AbiDifference, changes, lock, write_text};
use padstone_diag::Diagnostics;
use padstone_source::SourceMap;

/// Parses a recorded ABI, which must be valid.
fn read(text: &str) -> Vec<Abi> {
    let mut sources = SourceMap::new();
    let file = sources.add_file("padstone.lock", text.into()).expect("it fits");
    let mut found = Diagnostics::new();
    let records = lock::read(sources.file(file), &mut found).abis;
    assert!(!found.has_errors(), "{text}\n{found:?}");
    records
}

/// An ABI with one buffer: its size, and a line for each member.
fn buffer(members: &str) -> Abi {
    let (size, members) = members.split_once('\n').unwrap_or((members, ""));
    let members: String = members.lines().map(|line| format!("    {}\n", line.trim())).collect();
    read(&format!("version 1\na.hlsl\n  C: cbuffer; at b0; rules dx-cbuffer; size {size}\n{members}")).remove(0)
}

/// The changes between the members of two buffers: `+` for compatible ones, `!` for ABI breaks.
fn check(old: &str, new: &str, expected: &[&str]) {
    let changes_found = changes(&buffer(old), &buffer(new));
    let changes_found: Vec<String> =
        changes_found.iter().map(|change| format!("{}{}", if change.compatible { '+' } else { '!' }, change.text)).collect();
    assert_eq!(changes_found, expected, "{old}\n{new}");
}

/// Equal changes for several targets are printed once, unless only some of them break the ABI.
#[test]
fn changes_with_other_verdicts_are_listed_separately() {
    let added = |target: &str, compatible: bool| {
        let mut changes =
            changes(&buffer("20\n0..12 a: float3\n16..20 b: float"), &buffer("20\n0..12 a: float3\n12..16 k: float\n16..20 b: float"));
        changes.iter_mut().for_each(|change| change.compatible = compatible);
        let (file, target) = ("a.hlsl".to_owned(), target.to_owned());
        AbiDifference { file, renamed_from: None, target, positions: vec![None; changes.len()], changes }
    };
    let different = [added("one", true), added("two", true), added("three", false)];
    let mut text = Vec::new();
    write_text(&different, false, &mut text).expect("a vector takes all");
    let expected = "\
a.hlsl (one, two)
  C
    fits    `k` of type `float` was added at offset 12

a.hlsl (three)
  C
    breaks  `k` of type `float` was added at offset 12

incompatible: 1 of 2 changes breaks the ABI
";
    assert_eq!(String::from_utf8(text).expect("UTF-8"), expected);
}

/// Another rule set does not move a member that the source moved past others.
#[test]
fn a_reorder_is_no_consequence_of_other_rules() {
    let abi = |rules: &str, members: &str| {
        read(&format!("version 1\na.hlsl\n  C: cbuffer; at b0; rules {rules}; size 32\n    {members}\n")).remove(0)
    };
    let found = changes(
        &abi("dx-cbuffer", "0..12 a: float3\n    12..16 b: float\n    16..20 c: float"),
        &abi("std140", "0..4 b: float\n    16..28 a: float3\n    32..36 c: float"),
    );
    let found: Vec<(&str, Option<usize>)> = found.iter().map(|change| (&*change.text, change.cause)).collect();
    let expected = [
        ("the rule set is std140 instead of dx-cbuffer", None),
        ("`b` moved from 12 to 0 because `a` no longer precedes it", None),
        ("`a` moved from 0 to 16 because `b` now precedes it", Some(0)),
        ("`c` moved from 16 to 32 because `b` no longer precedes it", Some(0)),
    ];
    assert_eq!(found, expected);
}

/// One edit is one change with its consequences.
#[test]
fn moved_members_and_resources_are_consequences_of_the_first() {
    let causes = |old: &str, new: &str| -> Vec<Option<usize>> {
        let abi = |text: &str| read(&format!("version 1\na.hlsl\n{text}")).remove(0);
        changes(&abi(old), &abi(new)).iter().map(|change| change.cause).collect()
    };
    let members = |text: &str| format!("  C: cbuffer; at b0; rules dx-cbuffer; size 100\n{text}");
    let packed = members("    64..68 a: float\n    80..84 b: float\n    96..100 c: float\n");
    assert_eq!(causes(&packed, &members("    0..4 a: float\n    4..8 b: float\n    8..12 c: float\n")), [None, Some(0), Some(0)]);
    let texture = |name: &str, register: &str| format!("  {name}: Texture2D<float4>; at {register}\n");
    // Only the order of the textures changed.
    let (before, after) = (["a", "b", "c"], ["c", "a", "b"]);
    let all = |names: [&str; 3]| names.iter().enumerate().map(|(index, name)| texture(name, &format!("t{index}"))).collect::<String>();
    assert_eq!(causes(&all(before), &all(after)), [None, Some(0), Some(0)]);
    // Another class of registers, and another kind.
    let moved = texture("a", "u0") + &texture("b", "t0") + &texture("c", "t1");
    assert_eq!(causes(&all(before), &moved), [None, Some(0), Some(0)]);
    assert_eq!(causes("  F: RWBuffer<float>; at u0\n", "  F: Buffer<float>; at t0\n"), [None, Some(0)]);
}

#[test]
fn lock_files_round_trip() {
    let text = lock::write(&[]);
    let complete = format!(
        "{text}\na b/scene (1).hlsl (d3d12)\n  $Globals: cbuffer; rules dx-cbuffer; size 8\n    0..8 x: float2\n  \
         T: Texture2D<float4>; at t0, space1\n\nsky.wgsl\n  sky: storage; at group 0, binding 1; rules wgsl; size 64; stride 64\n    \
         0..64 []: array<mat4x4<f32>, 1>; stride 64; matrix columns 16\n    0..4 [].bits: u32; bits 3 4\n"
    );
    assert_eq!(lock::write(&read(&complete)), complete);
}

#[test]
fn reading_arbitrary_text_never_panics() {
    let complete = "version 1\n\na.hlsl (x)\n  C: cbuffer; at b0; rules r; size 8\n    0..8 x: float2; stride 4; matrix rows 2; bits 1 2\n";
    for position in 0..complete.len() {
        for text in [
            complete[..position].to_owned(),
            format!("{}{}", &complete[..position], &complete[position + 1..]),
            format!("{}é{}", &complete[..position], &complete[position..]),
        ] {
            let mut sources = SourceMap::new();
            let file = sources.add_file("padstone.lock", text.into()).expect("it fits");
            let records = lock::read(sources.file(file), &mut Diagnostics::new()).abis;
            let _ = lock::write(&records);
        }
    }
    let huge = "version 1\na\n  C: c; rules r; size 99999999999999999999\n    0..18446744073709551615 a: f; stride -1\n";
    let mut sources = SourceMap::new();
    let file = sources.add_file("padstone.lock", huge.into()).expect("it fits");
    lock::read(sources.file(file), &mut Diagnostics::new());
}

#[test]
fn malformed_lines_are_reported() {
    let mut sources = SourceMap::new();
    let text = "version 1\n\na.hlsl\n  C\n  C: cbuffer; size x\n    0..4 a: float\n   odd\n  D: t; at t0\n    0..4 a: float\n";
    let file = sources.add_file("padstone.lock", text.into()).expect("it fits");
    let mut found = Diagnostics::new();
    let records = lock::read(sources.file(file), &mut found).abis;
    let lines: Vec<u32> = found.iter().map(|found| sources.locate(found.span.expect("a place").start).line).collect();
    assert_eq!((lines, records[0].resources.len()), (vec![4, 5, 6, 7, 9], 1));
}

#[test]
fn a_missing_version_is_reported_once() {
    let check = |text: &str, expected: &[&str], count: usize| {
        let mut sources = SourceMap::new();
        let file = sources.add_file("padstone.lock", text.into()).expect("it fits");
        let mut found = Diagnostics::new();
        let records = lock::read(sources.file(file), &mut found).abis;
        let changes_found: Vec<&str> = found.iter().map(|found| found.message.as_str()).collect();
        assert_eq!((changes_found, records.len()), (expected.to_vec(), count), "{text}");
    };
    let missing_version = "a lock file must start with `version 1`";
    let empty = "a lock file must start with `version 1`, but this one is empty";
    check("", &[empty], 0);
    check("# a\n\n", &[empty], 0);
    check("version 1\na.hlsl\nb.hlsl\na.hlsl\n", &["second record of a file and target"], 2);
    check("# a\nversion 1\n\na.hlsl\n", &[], 1);
    check("# a\nversion 2\n\na.hlsl\nb.hlsl\n", &["lock file of version 2: this padstone reads version 1"], 0);
    check("# a\nversion x\n", &[missing_version], 0);
    check("a.hlsl\nversion 1\n", &[missing_version], 0);
    let merge = "unresolved merge conflict";
    check("version 1\n<<<<<<< HEAD\na.hlsl\n=======\nb.hlsl\n>>>>>>> main\n", &[merge; 3], 2);
}

#[test]
fn moved_members_name_their_cause() {
    check(
        "80\n32..40 tint: float2\n40..44 exposure: float",
        "80\n32..44 tint: float3\n44..48 exposure: float",
        &["!`tint` is now `float3` instead of `float2`", "!`exposure` moved from 40 to 44 because `tint` is now `float3`"],
    );
    check(
        "16\n0..4 a: float\n4..12 b: float2",
        "32\n0..4 a: float\n16..32 b: float4",
        &[
            "!`C` grew from 16 to 32 bytes",
            "!`b` is now `float4` instead of `float2`",
            "!`b` moved from 4 to 16 because its type is now `float4`",
        ],
    );
    check(
        "16\n0..4 a: float\n4..8 b: float",
        "16\n0..4 a: float\n4..8 new: float\n8..12 b: float",
        &["!`new` of type `float` was added at offset 4, where hosts write `b`", "!`b` moved from 4 to 8 because `new` was added"],
    );
    check("16\n0..4 a: float\n4..8 b: float", "16\n0..4 b: float", &["+`a` was removed", "!`b` moved from 4 to 0 because `a` was removed"]);
    check(
        "16\n0..4 a: float\n4..8 b: float",
        "16\n0..4 b: float\n4..8 a: float",
        &["!`b` moved from 4 to 0 because `a` no longer precedes it", "!`a` moved from 0 to 4 because `b` now precedes it"],
    );
}

/// Members of 4 bytes in two orders, and the changes that no other change causes.
#[test]
fn a_reordered_member_is_the_cause_of_the_moves_of_others() {
    let check = |old: &str, new: &str, expected: &[&str]| {
        let members = |order: &str| {
            let lines = order.split(' ').enumerate().map(|(index, name)| format!("\n{}..{} {name}: float", 4 * index, 4 * index + 4));
            buffer(&format!("{}{}", 4 * order.split(' ').count(), lines.collect::<String>()))
        };
        let found = changes(&members(old), &members(new));
        let causes: Vec<&str> = found.iter().filter(|change| change.cause.is_none()).map(|change| change.text.as_str()).collect();
        assert_eq!(causes, expected, "{old} → {new}");
    };
    check("a b c d", "b c d a", &["`a` moved from 0 to 12 because `d` now precedes it"]);
    check("a b c d", "d a b c", &["`d` moved from 12 to 0 because `c` no longer precedes it"]);
    check("a b", "b a", &["`b` moved from 4 to 0 because `a` no longer precedes it"]);
    check(
        "a b c d e",
        "b a c e d",
        &["`b` moved from 4 to 0 because `a` no longer precedes it", "`e` moved from 16 to 12 because `d` no longer precedes it"],
    );
    check(
        "a b c",
        "n c a b",
        &["`n` of type `float` was added at offset 0, where hosts write `a`", "`c` moved from 8 to 4 because `b` no longer precedes it"],
    );
}

#[test]
fn changes_that_keep_the_abi_are_compatible() {
    check("16\n0..4 a: float", "16\n0..4 a: float\n4..8 b: float", &["+`b` of type `float` was added at offset 4"]);
    check("16\n0..4 a: float\n4..8 b: float", "16\n0..4 a: float", &["+`b` was removed"]);
    check("16\n0..4 a: float", "16\n0..4 exposure: float", &["+`a` was renamed to `exposure`"]);
    check("32\n0..4 a: float", "16\n0..4 a: float", &["+`C` shrank from 32 to 16 bytes"]);
    check("16\n0..4 a: float", "16\n0..4 a: float", &[]);
}

#[test]
fn changes_that_break_the_abi_are_incompatible() {
    check("16\n0..4 a: float", "32\n0..4 a: float", &["!`C` grew from 16 to 32 bytes"]);
    check("16\n0..4 a: float", "16\n0..4 a: uint", &["!`a` is now `uint` instead of `float`"]);
    check(
        "64\n0..64 m: float4x4; matrix columns 16",
        "64\n0..64 m: float4x4; matrix rows 16",
        &["!`m` is now row-major with matrix stride 16 instead of column-major with matrix stride 16"],
    );
    check("64\n0..16 a: float[4]; stride 4", "64\n0..52 a: float[4]; stride 16", &["!the stride of `a` is now 16 instead of 4"]);
    check(
        "4\n0..4 f: uint; bits 0 4\n0..0 g: uint; bits 4 4",
        "4\n0..4 f: uint; bits 0 5\n0..0 g: uint; bits 5 4",
        &["!`f` is now 5 bits instead of 4", "!`g` moved from 0, bits 4..8 to 0, bits 5..9 because `f` is now 5 bits instead of 4"],
    );
}

/// A member with another name is only renamed if nothing inside it changed.
#[test]
fn renamed_members_keep_their_parts() {
    check(
        "64\n0..64 m: float4x4; matrix columns 16",
        "64\n0..64 n: float4x4; matrix rows 16",
        &["+`m` was removed", "!`n` of type `float4x4` was added at offset 0, where hosts write `m`"],
    );
    let values = |name: &str| format!("16\n0..8 {name}: S\n0..4 {name}.x: float\n4..8 {name}.y: uint");
    check(&values("s"), &values("t"), &["+`s` was renamed to `t`"]);
    check(
        &values("s"),
        "16\n0..8 t: S\n0..4 t.x: uint\n4..8 t.y: float",
        &["+`s` was removed", "!`t` of type `S` was added at offset 0, where hosts write `s.x`"],
    );
    let matrix = |name: &str, words: &str| format!("64\n0..64 {name}: S[1]; stride 64\n0..64 {name}[].m: float4x4; matrix {words} 16");
    check(&matrix("s", "columns"), &matrix("t", "columns"), &["+`s` was renamed to `t`"]);
    check(
        &matrix("s", "columns"),
        &matrix("t", "rows"),
        &["+`s` was removed", "!`t` of type `S[1]` was added at offset 0, where hosts write `s[].m`"],
    );
}

/// The members of a struct are compared, whatever its name; the lengths of arrays remain.
#[test]
fn a_struct_with_another_name_is_the_same_type() {
    for (before, after) in [
        ("S", "T"),
        ("S[4]", "T[4]"),
        ("S[2][3]", "T<float, 2>[2][3]"),
        ("Pair<S>", "Pair<T>"),
        ("array<S, 4>", "array<T, 4>"),
        ("array<array<S, 2>, 4>", "array<array<vec<T, 2>, 2>, 4>"),
        ("array<S>", "array<T>"),
    ] {
        let member = |ty: &str| format!("64\n0..64 s: {ty}; stride 16\n0..4 s.x: float");
        check(&member(before), &member(after), &[]);
    }
    for (before, after) in
        [("S[4]", "S"), ("S[2][3]", "S[3][2]"), ("array<array<S, 2>, 4>", "array<array<S, 4>, 2>"), ("array<S, 4>", "array<S>")]
    {
        let member = |ty: &str| format!("64\n0..64 s: {ty}; stride 16\n0..4 s.x: float");
        check(&member(before), &member(after), &[&format!("!`s` is now `{after}` instead of `{before}`")]);
    }
}

/// A base class is a member of the name of its type.
#[test]
fn a_base_class_with_another_name_is_the_same_member() {
    let derived = |base: &str| {
        format!("32\n0..16 {base}: {base}\n0..4 {base}.x: float\n4..8 {base}.in: {base}Inner\n4..8 {base}.in.y: int\n16..20 a: float")
    };
    check(&derived("Base"), &derived("Root"), &["+`Base` was renamed to `Root`"]);
}

/// Two namespaces may declare one name.
#[test]
fn resources_of_one_name_are_distinguished() {
    let texts = |resources: &[&str]| {
        let lines = resources.iter().map(|line| format!("  C: cbuffer; at {line}; rules r; size 16\n")).collect::<String>();
        read(&format!("version 1\na.hlsl\n{lines}")).remove(0)
    };
    let check = |old: &[&str], new: &[&str], expected: &[&str]| {
        let found: Vec<String> = changes(&texts(old), &texts(new)).into_iter().map(|change| change.text).collect();
        assert_eq!(found, expected, "{old:?} {new:?}");
    };
    check(&["b0", "b1"], &["b0", "b1"], &[]);
    check(&["b0", "b1"], &["b1", "b0"], &["`C` moved from b0 to b1", "`C` moved from b1 to b0"]);
    check(&["b0", "b1"], &["b0", "b2"], &["`C` moved from b1 to b2"]);
    check(&["b0", "b1"], &["b2", "b3"], &["`C` moved from b0 to b2", "`C` moved from b1 to b3"]);
    check(&["b0", "b1"], &["b1"], &["`C` was removed"]);
    check(&["b1"], &["b0", "b1"], &["`C`, a cbuffer at b0, was added"]);
}

/// An enum may have the name of the former struct.
#[test]
fn a_struct_that_becomes_an_enum_is_another_type() {
    let (of_struct, of_enum) = ("16\n0..4 e: E\n0..4 e.x: float", "16\n0..4 e: E (uint)");
    check(of_struct, of_enum, &["!`e` is now `E (uint)` instead of `E`", "+`e.x` was removed"]);
    check(
        of_enum,
        of_struct,
        &["!`e` is now `E` instead of `E (uint)`", "!`e.x` of type `float` was added at offset 0, where hosts write `e`"],
    );
}

/// A bit-field has the size of its allocation unit, or 0 if it shares the preceding one, so its width is in bits.
#[test]
fn moved_bit_fields_name_their_cause() {
    check(
        "4\n0..4 a: uint; bits 0 4\n0..0 b: uint; bits 4 4\n0..0 c: uint; bits 8 8",
        "4\n0..4 b: uint; bits 0 4\n0..0 c: uint; bits 4 8",
        &[
            "+`a` was removed",
            "!`b` moved from 0, bits 4..8 to 0, bits 0..4 because `a` was removed",
            "!`c` moved from 0, bits 8..16 to 0, bits 4..12 because `a` was removed",
        ],
    );
    check(
        "4\n0..4 a: uint; bits 0 4\n0..0 b: uint; bits 4 4\n0..0 c: uint; bits 8 8",
        "8\n0..4 a: uint; bits 0 30\n4..8 b: uint; bits 0 4\n4..4 c: uint; bits 4 8",
        &[
            "!`C` grew from 4 to 8 bytes",
            "!`a` is now 30 bits instead of 4",
            "!`b` moved from 0, bits 4..8 to 4, bits 0..4 because `a` is now 30 bits instead of 4",
            "!`c` moved from 0, bits 8..16 to 4, bits 4..12 because `a` is now 30 bits instead of 4",
        ],
    );
    // Hosts write a member of an element, not the element.
    check(
        "8\n0..8 []: Light; stride 8\n0..4 [].a: f32\n4..8 [].b: f32",
        "8\n0..8 []: Light; stride 8\n0..4 [].a: f32\n4..8 [].z: u32",
        &["+`[].b` was removed", "!`[].z` of type `u32` was added at offset 4, where hosts write `[].b`"],
    );
    // An integer becomes a bit-field, and a new bit-field takes bits that hosts write as another.
    check("4\n0..4 a: uint", "4\n0..4 a: uint; bits 0 4", &["!`a` is now 4 bits instead of 32"]);
    check(
        "4\n0..4 a: uint; bits 0 4\n0..0 b: uint; bits 4 4",
        "4\n0..4 a: uint; bits 0 4\n0..0 z: uint; bits 4 2\n0..0 b: uint; bits 6 4",
        &[
            "!`z` of type `uint` was added at offset 0, where hosts write `b`",
            "!`b` moved from 0, bits 4..8 to 0, bits 6..10 because `z` was added",
        ],
    );
    check(
        "4\n0..4 a: uint; bits 0 4\n0..0 b: uint; bits 4 4",
        "4\n0..4 a: uint; bits 0 4\n0..0 b: uint; bits 4 4\n0..0 z: uint; bits 8 2",
        &["+`z` of type `uint` was added at offset 0"],
    );
}

#[test]
fn nested_members_move_with_their_parent() {
    let old = "64\n0..4 a: float\n16..48 lights: Light[2]; stride 16\n16..28 lights[].color: float3\n48..52 z: float";
    let new = "96\n0..4 a: float\n16..80 lights: Light[2]; stride 32\n16..28 lights[].color: float3\n32..36 lights[].size: float\n80..84 z: float";
    check(
        old,
        new,
        &[
            "!`C` grew from 64 to 96 bytes",
            "!the stride of `lights` is now 32 instead of 16",
            "+`lights[].size` of type `float` was added at offset 32",
            "!`z` moved from 48 to 80 because `lights` is now 64 bytes instead of 32",
        ],
    );
    let moved = "80\n0..16 a: float4\n32..64 lights: Light[2]; stride 16\n32..44 lights[].color: float3\n64..68 z: float";
    check(
        old,
        moved,
        &[
            "!`C` grew from 64 to 80 bytes",
            "!`a` is now `float4` instead of `float`",
            "!`lights` moved from 16 to 32 because `a` is now `float4`",
            "!`z` moved from 48 to 64 because `a` is now `float4`",
        ],
    );
}

#[test]
fn binding_changes_are_reported() {
    let old = read("version 1\na.hlsl\n  A: Texture2D; at t0\n  B: Texture2D; at t1\n").remove(0);
    let new = read("version 1\na.hlsl\n  B: TextureCube; at t2\n  D: SamplerState; at s0\n").remove(0);
    let changes_found: Vec<(String, bool)> = changes(&old, &new).into_iter().map(|change| (change.text, change.compatible)).collect();
    let expected = [
        ("`A` was removed", true),
        ("`B` is now a TextureCube instead of a Texture2D", false),
        ("`B` moved from t1 to t2", false),
        ("`D`, a SamplerState at s0, was added", false),
    ];
    assert_eq!(changes_found, expected.map(|(text, compatible)| (text.to_owned(), compatible)));
}

/// Names that could be read as something else are in quotes.
#[test]
fn any_file_name_survives_the_lock_file() {
    let names = [
        "a.hlsl",
        "#a.hlsl",
        " a.hlsl",
        "<<<<<<<.hlsl",
        "=======x.hlsl",
        "a (b).hlsl",
        "a (b)",
        "\"a",
        "a\nb",
        "version 1",
        "a ",
        "é\u{202e}",
    ];
    for target in ["", "d3d12"] {
        let abi = |file: &&str| Abi { file: (*file).to_owned(), target: target.to_owned(), ..Abi::default() };
        let text = lock::write(&names.iter().map(abi).collect::<Vec<_>>());
        let read: Vec<(String, String)> = read(&text).into_iter().map(|abi| (abi.file, abi.target)).collect();
        let expected: Vec<(String, String)> = names.iter().map(|name| ((*name).to_owned(), target.to_owned())).collect();
        assert_eq!(read, expected, "{text}");
    }
}

/// A type of the same name may have other values.
#[test]
fn values_of_another_size_or_kind_are_breaks() {
    check("32\n0..4 c: min16float\n16..32 b: float4", "32\n0..2 c: min16float\n16..32 b: float4", &["!`c` is now 2 bytes instead of 4"]);
    check(
        "12\n0..4 c: min16float\n4..8 b: float\n8..12 d: float",
        "12\n0..2 c: min16float\n4..8 b: float\n8..12 d: float",
        &["!`c` is now 2 bytes instead of 4"],
    );
    check("4\n0..1 e: E (uint8_t)", "4\n0..2 e: E (uint16_t)", &["!`e` is now `E (uint16_t)` instead of `E (uint8_t)`"]);
    check("4\n0..4 e: E (int)", "4\n0..4 e: E (uint)", &["!`e` is now `E (uint)` instead of `E (int)`"]);
    // A lock file of an earlier version.
    check("4\n0..4 e: E", "4\n0..4 e: E (uint)", &[]);
    check("4\n0..1 e: E", "4\n0..2 e: E (uint16_t)", &["!`e` is now 2 bytes instead of 1"]);
    // Later members follow.
    let found = changes(
        &buffer("12\n0..4 c: min16float\n4..8 b: float\n8..12 d: float"),
        &buffer("12\n0..2 c: min16float\n2..6 b: float\n6..10 d: float"),
    );
    let causes: Vec<(&str, Option<usize>)> = found.iter().map(|change| (change.text.as_str(), change.cause)).collect();
    let moved = |name: &str, from: u32, to: u32| format!("`{name}` moved from {from} to {to} because `c` is now 2 bytes instead of 4");
    let (b, d) = (moved("b", 4, 2), moved("d", 8, 6));
    assert_eq!(causes, [("`c` is now 2 bytes instead of 4", None), (&b, Some(0)), (&d, Some(0))]);
}

#[test]
fn the_type_of_a_buffer_of_one_value_is_compared() {
    let value = |ty: &str| read(&format!("version 1\na.wgsl\n  u: uniform; at group 0, binding 0; rules wgsl; size 16{ty}\n")).remove(0);
    let texts = |old: &str, new: &str| changes(&value(old), &value(new)).into_iter().map(|change| change.text).collect::<Vec<_>>();
    assert_eq!(texts("; type vec4<f32>", "; type vec4<i32>"), ["`u` is now `vec4<i32>` instead of `vec4<f32>`"]);
    assert_eq!(texts("", "; type vec4<i32>"), [""; 0]);
    let text = lock::write(&[value("; type float2x2, rows 16")]);
    assert!(text.contains("; size 16; type float2x2, rows 16\n"), "{text}");
}
