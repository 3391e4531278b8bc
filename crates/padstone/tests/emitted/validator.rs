//! Vulkan's validator accepts the written modules under the flags for the rule set, and rejects them under stricter
//! ones if the rules differ. The assembler converts the text form to the binary form.

use std::collections::BTreeMap;
use std::path::Path;
use std::rc::Rc;

use padstone_read::artifact::read_spirv;
use padstone_read::diag::{Severity, codes};
use padstone_read::emit::spirv::{BLOCK_LAYOUTS, ModuleFormat, ValidatorLayout, block_layout};
use padstone_read::layout::{self, ModuleLayout, Profile};
use padstone_read::model::{Count, Language, Module};
use padstone_read::source::MemoryLoader;
use padstone_read::{Options, Unit};

use crate::common::random::Random;
use crate::emitted::inputs::{Input, Written, examples, generated, profiles, recorded};
use crate::properties::generate::Dialect;
use padstone_testing::{Oracle, amount};

/// The maximum number of disagreements printed.
const SHOWN: usize = 5;
/// One in this many of the pairs of other inputs and profiles is validated, because each takes a process.
const SPARSE: usize = 60;
/// The number of words of a module's header, and some opcodes.
const HEADER: usize = 5;
const EXTENSION: u32 = 10;
const MEMORY_MODEL: u32 = 14;
const ENTRY_POINT: u32 = 15;
const MODULE_PROCESSED: u32 = 330;
const DECORATE_STRING: u32 = 5632;
const MEMBER_DECORATE_STRING: u32 = 5633;

#[test]
fn the_validator_accepts_modules_with_the_options_of_the_rules() {
    let Some(validator) = Oracle::find("spirv-val", "emitted SPIR-V modules validated") else { return };
    let mut rejected: BTreeMap<(&str, ValidatorLayout), usize> = BTreeMap::new();
    let mut failures = Vec::new();
    let mut accepted = 0;
    for (input, profile) in pairs() {
        let written = input.write(profile);
        let follows_rules = follows_rules_only(&input, &written);
        let needed = if follows_rules { block_layout(&input.unit.module, &written.layouts) } else { ValidatorLayout::Scalar };
        match validate(&validator, &written, needed) {
            Ok(()) => accepted += 1,
            Err(why) => failures.push(format!("-- {} under {}: {why}", input.name, profile.name)),
        }
        for stricter in ValidatorLayout::ALL.into_iter().filter(|&stricter| follows_rules && stricter < needed) {
            if validate(&validator, &written, stricter).is_err() {
                *rejected.entry((profile.name, stricter)).or_default() += 1;
            }
        }
    }
    println!("{accepted} modules validated; rejected under stricter flags: {rejected:?}");
    assert!(failures.is_empty(), "{} modules\n{}", failures.len(), failures[..failures.len().min(SHOWN)].join("\n"));
    for row in BLOCK_LAYOUTS {
        let stricter = ValidatorLayout::ALL.into_iter().rfind(|&stricter| stricter < row.uniform);
        if let Some(stricter) = stricter {
            assert!(rejected.contains_key(&(row.rules, stricter)), "{} is never rejected under {stricter:?}", row.rules);
        }
    }
}

#[test]
fn the_assembler_reads_the_text_as_the_binary() {
    let Some(assembler) = Oracle::find("spirv-as", "emitted SPIR-V text assembled") else { return };
    let out = Path::new(env!("CARGO_TARGET_TMPDIR")).join("assembled.spv");
    let path = out.to_str().expect("a path in UTF-8");
    for (input, profile) in pairs().step_by(11) {
        let (binary, text) = (input.write(profile).bytes, input.write_as(profile, ModuleFormat::Assembly).bytes);
        let read = assembler.run(&["--preserve-numeric-ids", "--target-env", "vulkan1.2", "-o", path, "-"], &text);
        read.unwrap_or_else(|why| panic!("{}: {why}\n{}", input.name, String::from_utf8_lossy(&text)));
        let assembled = std::fs::read(&out).expect("the assembler wrote a file");
        // All except the header, which has another generator.
        assert!(assembled[HEADER * 4..] == binary[HEADER * 4..], "{} under {}", input.name, profile.name);
    }
}

/// Vulkan has no arrays of arrays of blocks (VUID-StandaloneSpirv-Uniform-06807): they are written as arrays, with a diagnostic.
#[test]
fn arrays_of_arrays_of_blocks_become_one_dimensional() {
    let source = "#version 460\nlayout(set = 0, binding = 0, std140) uniform B { float z; } b[2][3];\n\
        layout(set = 0, binding = 1, std430) buffer C { float z[]; } c[4];\n\
        layout(set = 0, binding = 2, std430) buffer D { float z; } d[2][2][2];\nvoid main() {}\n";
    let options = Options { language: Language::Glsl, ..Options::default() };
    let unit = Unit::read("arrays.comp", source.into(), &MemoryLoader::default(), &options);
    let input = Input { name: "arrays".to_owned(), unit };
    let written = input.write(layout::find("glslang").expect("a profile"));
    let codes_reported: Vec<&str> = written.rejected.iter().map(|found| found.code.id).collect();
    assert_eq!(codes_reported, [codes::SPIRV_DIMENSIONS.id; 2], "of `b` and `d`");
    let read = read_spirv("arrays.spv", &written.bytes);
    let dims: Vec<&[Count]> = read.module.parameters.iter().map(|(_, parameter)| &parameter.dims[..]).collect();
    assert_eq!(dims, [[Count::Known(6)], [Count::Known(4)], [Count::Known(8)]]);
    let Some(validator) = Oracle::find("spirv-val", "arrays of blocks validated") else { return };
    validate(&validator, &written, ValidatorLayout::Standard).expect("Vulkan accepts arrays of blocks");
}

/// Errors about modules that spirv-val 2023.1 accepts. SPIR-V 1.6, 2.16.2, requires an explicit layout of buffers, which these do not have, so
/// they contain no offsets to read; or a value is ambiguous.
const ACCEPTED_WITHOUT_LAYOUT: [(&str, &str); 3] = [
    (codes::SPIRV_DECORATED_TWICE.id, "two bindings of one variable: neither is its binding"),
    (codes::SPIRV_STRIDE_MISSING.id, "a matrix without its stride or majorness"),
    (codes::SPIRV_TYPE_WITHOUT_BYTES.id, "a pointer without a known size"),
];

/// Modules with one changed word, or without one instruction: padstone reads those that Vulkan's validator accepts without an error.
#[test]
fn accepted_mutants_are_read() {
    let Some(validator) = Oracle::find("spirv-val", "verdicts on changed modules") else { return };
    let mut random = Random::new(41);
    let (mut accepted, mut failures) = (0, Vec::new());
    let inputs: Vec<_> = pairs().step_by(7).map(|(input, profile)| (input.name.clone(), input.write(profile).bytes)).collect();
    let mutants = amount(250, 4_000);
    for _ in 0..mutants {
        let (name, bytes) = random.pick(&inputs);
        let mutant = mutant(bytes, &mut random);
        if validator.run(&["--target-env", "vulkan1.2", "--scalar-block-layout"], &mutant).is_err() {
            continue;
        }
        accepted += 1;
        let read = read_spirv("mutant.spv", &mutant);
        let errors = read.diagnostics.iter().chain(&read.layouts.diagnostics).filter(|found| found.severity == Severity::Error);
        let errors = errors.filter(|found| ACCEPTED_WITHOUT_LAYOUT.iter().all(|(code, _)| *code != found.code.id));
        failures.extend(errors.map(|found| format!("{} {}, in {}", found.code.id, found.message, name.lines().next().unwrap_or_default())));
    }
    println!("{accepted} of {mutants} changed modules accepted");
    assert!(accepted * 10 > mutants, "{accepted} of {mutants}");
    assert!(failures.is_empty(), "{} errors\n{}", failures.len(), failures[..failures.len().min(SHOWN)].join("\n"));
}

/// Another operand of an instruction, from the same module, or one instruction less.
fn mutant(bytes: &[u8], random: &mut Random) -> Vec<u8> {
    let words: Vec<u32> = bytes.chunks_exact(4).map(|word| u32::from_le_bytes(word.try_into().expect("four bytes"))).collect();
    let mut starts = Vec::new();
    let mut start = HEADER;
    while start < words.len() {
        starts.push(start);
        start += (words[start] >> 16) as usize;
    }
    let start = *random.pick(&starts);
    let length = (words[start] >> 16) as usize;
    let mut changed = words.clone();
    if length < 2 || random.chance(30) {
        changed.drain(start..start + length);
    } else {
        let place = start + random.between(1, length as u64 - 1) as usize;
        changed[place] = *random.pick(&words[HEADER..]) & 0xFFFF;
    }
    changed.into_iter().flat_map(u32::to_le_bytes).collect()
}

/// Validates every example under every profile, and one in [`SPARSE`] of all other inputs and profiles.
fn pairs() -> impl Iterator<Item = (Rc<Input>, &'static Profile)> {
    let inputs = examples().into_iter().map(|input| (input, profiles()));
    let dialects = [Dialect::Hlsl, Dialect::Glsl, Dialect::Wgsl, Dialect::Wgsl2020];
    let others = dialects.into_iter().flat_map(generated).chain(recorded()).enumerate().map(|(index, input)| {
        let selected = profiles().into_iter().enumerate().filter(|(turn, _)| (turn + index).is_multiple_of(SPARSE));
        (input, selected.map(|(_, profile)| profile).collect())
    });
    inputs.chain(others).flat_map(|(input, profiles)| {
        let input = Rc::new(input);
        profiles.into_iter().map(move |profile| (Rc::clone(&input), profile))
    })
}

/// Whether only rules determine the offsets, and there is no diagnostic about them.
fn follows_rules_only(input: &Input, written: &Written) -> bool {
    let placed =
        |module: &Module| module.structs.iter().flat_map(|(_, declared)| &declared.fields).any(|field| !field.annotations.is_empty());
    let silent = |layouts: &ModuleLayout| layouts.diagnostics.iter().next().is_none();
    !placed(&input.unit.module) && silent(&written.layouts) && written.rejected.iter().next().is_none()
}

/// Vulkan 1.2 always allows relaxed layouts; Vulkan 1.0 is stricter, but some types need more than that.
/// Under Vulkan 1.0, only layout errors count.
fn validate(validator: &Oracle, written: &Written, layout: ValidatorLayout) -> Result<(), String> {
    if layout == ValidatorLayout::Standard {
        let outcome = validator.run(&["--target-env", "vulkan1.0"], &for_vulkan_1_0(&written.bytes));
        outcome.map(|_| ()).or_else(|why| if why.contains("layout rules") { Err(why) } else { Ok(()) })?;
    }
    let arguments: Vec<&str> = ["--target-env", "vulkan1.2"].into_iter().chain(layout.flag()).collect();
    validator.run(&arguments, &written.bytes).map(|_| ())
}

/// The module as version 1.0: its interface contains no buffers, their storage class is an extension, and its origin is
/// not recorded.
fn for_vulkan_1_0(bytes: &[u8]) -> Vec<u8> {
    let words: Vec<u32> = bytes.chunks_exact(4).map(|word| u32::from_le_bytes(word.try_into().expect("four bytes"))).collect();
    let mut changed = words[..HEADER].to_vec();
    changed[1] = 0x0001_0000;
    let mut rest = &words[HEADER..];
    while let [first, ..] = rest {
        let (length, opcode) = ((first >> 16) as usize, first & 0xFFFF);
        if opcode == MEMORY_MODEL {
            let name = b"SPV_KHR_storage_buffer_storage_class\0\0\0\0".chunks_exact(4);
            changed.push(((name.len() as u32 + 1) << 16) | EXTENSION);
            changed.extend(name.map(|word| u32::from_le_bytes(word.try_into().expect("four bytes"))));
        }
        match opcode {
            // The name "main" has two words.
            ENTRY_POINT => changed.extend([5 << 16 | ENTRY_POINT].iter().chain(&rest[1..5])),
            MODULE_PROCESSED | DECORATE_STRING | MEMBER_DECORATE_STRING => {}
            _ => changed.extend(&rest[..length]),
        }
        rest = &rest[length..];
    }
    changed.into_iter().flat_map(u32::to_le_bytes).collect()
}
