//! The fixes of diagnostics remove them: for every recorded module of `tests/validation` and `tests/golden`, under every profile of its
//! language. Fixes that are marked as guesses are exempt.

#![allow(clippy::print_stdout, reason = "prints the counts")]

use std::collections::BTreeMap;
use std::path::Path;

use padstone_read::cfamily::{GlslOptions, glsl_stage};
use padstone_read::diag::{Applicability, Diagnostic, Edit, Fix, Severity};
use padstone_read::model::Language;
use padstone_read::source::MemoryLoader;
use padstone_read::{Options, Unit, layout};
use serde_json::Value;

/// The maximum number of fixes applied one after another.
const MOST: usize = 60;
/// The maximum number of failures printed.
const SHOWN: usize = 5;

#[test]
fn suggestions_fix_the_error() {
    let mut fixed: BTreeMap<String, usize> = BTreeMap::new();
    let (mut guesses, mut wrong) = (0, Vec::new());
    for (file, language, profiles) in [
        ("validation/wgsl.jsonl", Language::Wgsl, &["wgsl", "wgsl-legacy", "naga"][..]),
        ("validation/bodies.jsonl", Language::Wgsl, &["wgsl"]),
        ("validation/wgsl-2020.jsonl", Language::Wgsl2020, &["wgsl-2020"]),
        ("validation/glsl.jsonl", Language::Glsl, &["glslang"]),
        ("golden/wgsl.jsonl", Language::Wgsl, &["wgsl", "wgsl-legacy", "naga"]),
        ("golden/glsl.jsonl", Language::Glsl, &["glslang"]),
        ("golden/hlsl-dxc.jsonl", Language::Hlsl, &["dxc", "fxc", "clang-22", "documented"]),
    ] {
        for (name, source) in sources(file) {
            for profile in profiles {
                let text = Text { name: &name, language, profile };
                let found = text.read(&source);
                for fix in found.iter().flat_map(|(_, found)| &found.fixes) {
                    guesses += usize::from(fix.applicability == Applicability::MaybeIncorrect);
                }
                for (mistake, fix) in sure(&found) {
                    *fixed.entry(mistake.split(' ').next().unwrap_or_default().to_owned()).or_default() += 1;
                    if let Err(why) = text.fixes(&source, &found, &mistake, &fix) {
                        wrong.push(format!("-- {file} {name} under {profile}: {mistake}\n   {}: {why}\n{source}", fix.title));
                    }
                }
            }
        }
    }
    let all: usize = fixed.values().sum();
    println!("{all} suggestions remove their diagnostics, {guesses} are guesses: {fixed:?}");
    assert!(all >= 350 && fixed.len() >= 20, "few suggestions");
    assert!(wrong.is_empty(), "{} of {all} do not remove their diagnostic\n{}", wrong.len(), wrong[..wrong.len().min(SHOWN)].join("\n"));
}

/// Members with a packoffset, two or three in a buffer: wherever each is moved, the others may be there already.
#[test]
fn moved_members_overlap_no_other_member() {
    const TYPES: [&str; 6] = ["float", "float2", "float3", "double", "S", "float2x2"];
    const PLACES: [&str; 8] = ["c0", "c0.y", "c0.z", "c0.w", "c1", "c1.y", "c1.w", "c2"];
    let (mut moved, mut wrong) = (0, Vec::new());
    for seed in 0..TYPES.len() * PLACES.len() * PLACES.len() {
        let member = |index: usize| {
            let (ty, place) =
                (TYPES[(seed / (index * 2 + 1)) % TYPES.len()], PLACES[(seed / PLACES.len().pow(index as u32 % 2) + index) % PLACES.len()]);
            format!("    {ty} m{index} : packoffset({place});\n")
        };
        let members: String = (0..2 + seed % 2).map(member).collect();
        let source = format!("struct S {{ float a; }};\ncbuffer B {{\n{members}}}\n");
        for profile in ["dxc", "fxc", "clang-22", "dxc-spirv"] {
            let text = Text { name: "b.hlsl", language: Language::Hlsl, profile };
            let found = text.read(&source);
            for (mistake, fix) in sure(&found) {
                moved += 1;
                let errors = |found: &[(String, Diagnostic)]| found.iter().filter(|(_, found)| found.severity == Severity::Error).count();
                let is_error = found.iter().any(|(other, found)| *other == mistake && found.severity == Severity::Error);
                let after = text.read(&apply(&source, &fix));
                // For SPIR-V, DXC requires members in the order of their offsets.
                let disorders = profile == "dxc-spirv" && is_ascending(&source) && !is_ascending(&apply(&source, &fix));
                if disorders || errors(&after) + usize::from(is_error) > errors(&found) {
                    wrong.push(format!("-- {profile}: {mistake}\n   {}: {:?}\n{source}", fix.title, after));
                }
            }
        }
    }
    println!("{moved} moves leave no new error");
    assert!(moved > 300, "few moves");
    assert!(wrong.is_empty(), "{} of {moved} leave errors\n{}", wrong.len(), wrong[..wrong.len().min(SHOWN)].join("\n"));
}

/// Whether the packoffsets of a buffer ascend.
fn is_ascending(source: &str) -> bool {
    let places = source.split("packoffset(c").skip(1).filter_map(|text| text.split_once(')'));
    let offsets = places.map(|(place, _)| {
        let (register, component) = place.split_once('.').unwrap_or((place, "x"));
        (register.parse::<u32>().expect("a register"), "xyzw".find(component))
    });
    offsets.is_sorted()
}

/// The names and texts of the files in recordings.
fn sources(file: &str) -> Vec<(String, String)> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests").join(file);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let lines = text.lines().map(|line| serde_json::from_str::<Value>(line).expect("a line is a JSON object"));
    let named = lines.filter_map(|line| {
        let name = line["file"].as_str().unwrap_or("input").to_owned();
        Some((name, line["source"].as_str()?.to_owned()))
    });
    named.collect()
}

/// The options for reading a text.
struct Text<'t> {
    name: &'t str,
    language: Language,
    profile: &'t str,
}

impl Text<'_> {
    /// The diagnostics, each with the part that does not change with edits elsewhere in the text.
    fn read(&self, source: &str) -> Vec<(String, Diagnostic)> {
        let stage = self.name.rsplit_once('.').and_then(|(_, extension)| glsl_stage(extension));
        let options = Options { language: self.language, glsl: GlslOptions { stage, ..GlslOptions::default() }, ..Options::default() };
        let unit = Unit::read(self.name, source.into(), &MemoryLoader::default(), &options);
        let layouts = unit.layout(layout::find(self.profile).expect("a profile"));
        let base = unit.sources.files().next().map_or(0, |(_, file)| file.base());
        let found = unit.diagnostics.iter().chain(&layouts.diagnostics).cloned().map(|mut found| {
            for span in found.fixes.iter_mut().flat_map(|fix| &mut fix.edits).map(|edit| &mut edit.span).chain(&mut found.span) {
                (span.start, span.end) = (span.start - base, span.end - base);
            }
            (format!("{} {}", found.code.id, found.message), found)
        });
        found.collect()
    }

    /// A fix removes its error, and if that reveals others, their fixes remove those: in the end there is no error that was not
    /// there before.
    fn fixes(&self, source: &str, before: &[(String, Diagnostic)], mistake: &str, fix: &Fix) -> Result<(), String> {
        let count = |found: &[(String, Diagnostic)], mistake: &str| found.iter().filter(|(other, _)| other == mistake).count();
        let mut text = apply(source, fix);
        let mut after = self.read(&text);
        if count(&after, mistake) >= count(before, mistake) {
            return Err(format!("the diagnostic remains in\n{text}"));
        }
        for _ in 0..MOST {
            let new =
                after.iter().find(|(mistake, found)| found.severity == Severity::Error && count(&after, mistake) > count(before, mistake));
            let Some((mistake, found)) = new else { return Ok(()) };
            let Some(fix) = found.fixes.iter().find(|fix| fix.applicability == Applicability::MachineApplicable) else {
                return Err(format!("{mistake} in\n{text}"));
            };
            text = apply(&text, fix);
            after = self.read(&text);
        }
        Err(format!("fixes never end: {text}"))
    }
}

fn sure(found: &[(String, Diagnostic)]) -> Vec<(String, Fix)> {
    let fixes = found.iter().flat_map(|(mistake, found)| found.fixes.iter().map(move |fix| (mistake.clone(), fix.clone())));
    fixes.filter(|(_, fix)| fix.applicability == Applicability::MachineApplicable).collect()
}

fn apply(source: &str, fix: &Fix) -> String {
    let mut edits: Vec<_> = fix.edits.iter().collect();
    edits.sort_by_key(|edit| std::cmp::Reverse(edit.span.start));
    let mut text = source.to_owned();
    for edit in edits {
        text.replace_range(edit.span.start as usize..edit.span.end as usize, &edit.text);
    }
    text
}

/// Each fix uses a valid register that is free and that no other fix uses.
#[test]
fn overlapping_members_move_to_separate_registers() {
    let check = |source: &str, expected: &[&str]| {
        let found = Text { name: "overlaps", language: Language::Hlsl, profile: "clang-22" }.read(source);
        let titles: Vec<&str> = found.iter().flat_map(|(_, found)| &found.fixes).map(|fix| fix.title.as_str()).collect();
        assert_eq!(titles, expected, "{source}");
    };
    let three = "cbuffer C { float4 a : packoffset(c0); float4 b : packoffset(c0); float4 c : packoffset(c0); };";
    check(three, &["write `packoffset(c1)`, offset 16", "write `packoffset(c2)`, offset 32"]);
    check("cbuffer C { float4 a : packoffset(c4095); float4 b : packoffset(c4095); };", &[]);
    check("cbuffer C { float2 a : packoffset(c4095.w); };", &[]);
    // The whole member must fit: 4,096 registers are 65,536 bytes.
    check("cbuffer C { float a : packoffset(c0); float4 b[4000] : packoffset(c0); };", &["write `packoffset(c1)`, offset 16"]);
    check("cbuffer C { float a : packoffset(c0); float4 b[4000] : packoffset(c1); float4 c[96] : packoffset(c1); };", &[]);
    check("cbuffer C { float4 a[4000] : packoffset(c0); float4 b[96] : packoffset(c0); };", &["write `packoffset(c4000)`, offset 64000"]);
    check("struct S { float x; }; cbuffer C { S a : packoffset(c4096.y); };", &[]);
    check("struct S { float4 x[2]; }; cbuffer C { S a : packoffset(c4095.y); };", &[]);
    check("float4 g : packoffset(c4095);", &["write `register(c4095)`"]);
    check("float4 g[2] : packoffset(c4095);", &[]);
    // Members that straddle a register move to separate registers, also if another diagnostic moves them too.
    check(
        "cbuffer C { float2 a : packoffset(c0.w); float2 b : packoffset(c0.w); };",
        &["write `packoffset(c2)`, offset 32", "write `packoffset(c3)`, offset 48", "write `packoffset(c3)`, offset 48"],
    );
}

/// Members with explicit offsets, two to four in a struct or block: if all of them are moved to the suggested offsets, no diagnostic about an
/// offset remains, and no two of them overlap.
#[test]
fn suggested_offsets_work_together() {
    const PLACES: [u64; 8] = [0, 4, 8, 12, 16, 20, 32, 40];
    let glsl = (Language::Glsl, "a.frag", "layout(offset = ", ") ", ["float", "vec2", "vec3", "vec4", "vec2[2]", "S"]);
    let hlsl = (Language::Hlsl, "a.hlsl", "[[vk::offset(", ")]] ", ["float", "float2", "float3", "float4", "double", "S"]);
    let rules = [(glsl, "glslang"), (hlsl, "dxc-spirv"), (hlsl, "dxc-spirv-gl"), (hlsl, "dxc-spirv-scalar")];
    let is_misplaced = |mistake: &str| mistake.starts_with("P0419") || mistake.starts_with("P0530");
    let (mut suggested, mut wrong) = (0, Vec::new());
    for seed in 0..4 * PLACES.len().pow(3) {
        let ((language, name, before, after, types), profile) = rules[seed % rules.len()];
        let mut follows = Vec::new();
        let members: String = (0..2 + seed % 3)
            .map(|index| {
                let ty = types[(seed / (index * 2 + 1) + index) % types.len()];
                let place = PLACES[(seed / PLACES.len().pow(index as u32 % 3) + index) % PLACES.len()];
                // Some members follow the preceding one.
                follows.push((seed / 5 + index) % 4 == 3);
                let offset = if follows[index] { String::new() } else { format!("{before}{place}{after}") };
                format!("    {offset}{ty} m{index};\n")
            })
            .collect();
        let source = match language {
            Language::Glsl => {
                format!(
                    "#version 450\nstruct S {{ float a; vec2 b; }};\nlayout(std140, binding = 0) uniform B {{\n{members}}};\nvoid main() {{}}\n"
                )
            }
            _ => format!("struct S {{ float a; float2 b; }};\nstruct B {{\n{members}}};\nConstantBuffer<B> b;\n"),
        };
        let text = Text { name, language, profile };
        let found = text.read(&source);
        let mut edits = Vec::new();
        for (mistake, found) in found.iter().filter(|(mistake, _)| is_misplaced(mistake)) {
            let help = found.helps.iter().find_map(|help| help.strip_prefix("write `")?.strip_suffix('`'));
            let help = help.unwrap_or_else(|| panic!("{mistake} has no help in\n{source}"));
            edits.push(Edit { span: found.span.expect("it has a place"), text: help.to_owned() });
        }
        let is_wrong = |index: usize| found.iter().any(|(mistake, _)| is_misplaced(mistake) && mistake.contains(&format!(" `m{index}`")));
        let is_moved = |index: usize| is_wrong((0..=index).rev().find(|before| !follows[*before]).unwrap_or(0));
        let moved: Vec<String> = (0..follows.len()).filter(|index| is_moved(*index)).map(|index| format!("`m{index}`")).collect();
        suggested += edits.len();
        let title = String::new();
        let changed = apply(&source, &Fix { title, edits, applicability: Applicability::MachineApplicable });
        let after = text.read(&changed);
        let is_new = |mistake: &str| mistake.starts_with("P0506") && moved.iter().any(|name| mistake.contains(name));
        if after.iter().any(|(mistake, _)| is_misplaced(mistake) || is_new(mistake)) {
            wrong.push(format!("-- {profile}: {after:?}\n{source}\n{changed}"));
        }
    }
    println!("{suggested} suggested offsets work together");
    assert!(suggested > 1000, "few suggestions: {suggested}");
    assert!(wrong.is_empty(), "{} programs\n{}", wrong.len(), wrong[..wrong.len().min(SHOWN)].join("\n"));
}
