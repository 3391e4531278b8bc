//! `explain` names, for every byte of a buffer, a member that contains it, or reports padding if none does.

use std::collections::HashSet;

use padstone_read::emit::diagnostics::TerminalColor;
use padstone_read::emit::explain::Question;
use padstone_read::layout::{self, Layout, ModuleLayout, Profile, slang_profiles, slang_rule_sets};
use padstone_read::model::Language;
use padstone_read::source::MemoryLoader;
use padstone_read::{Options, Unit};
use padstone_testing::{is_full, test_data};
use serde_json::Value;

use crate::emitted::inputs;
use crate::emitted::leaves::{Leaf, leaves};
use crate::properties::generate::Dialect;

/// The maximum number of leaves and bytes of a buffer whose every byte is explained.
const LEAVES: usize = 300;
const BYTES: u64 = 800;
/// One file in this many is explained: in an everyday run, in a full run. Neither is a multiple of 4, so that all profiles are used.
const STEPS: [usize; 2] = [34, 5];

/// The distance between the files that are explained.
fn step() -> usize {
    STEPS[usize::from(is_full())]
}

#[test]
fn every_byte_of_recorded_hlsl_is_explained() {
    let profiles = inputs::profiles();
    let mut counts = QuestionCounts::default();
    for (number, (input, own)) in inputs::recorded_hlsl().into_iter().enumerate().step_by(step()) {
        // The language's own profile, and each of the others in turn.
        counts.ask(&input.name, &input.unit, own);
        counts.ask(&input.name, &input.unit, profiles[number % profiles.len()]);
    }
    counts.at_least(1_000, 50_000, 10_000);
}

#[test]
fn every_byte_of_recorded_glsl_and_wgsl_is_explained() {
    let profiles = inputs::profiles();
    let mut counts = QuestionCounts::default();
    for (number, input) in inputs::recorded().into_iter().chain(inputs::examples()).enumerate().step_by(step()) {
        // Each file under a quarter of them, in turn.
        profiles.iter().skip(number % 4).step_by(4).for_each(|profile| counts.ask(&input.name, &input.unit, profile));
    }
    counts.at_least(1_000, 50_000, 10_000);
}

#[test]
fn every_byte_of_recorded_slang_is_explained() {
    let mut counts = QuestionCounts::default();
    for file in ["golden/slang.jsonl", "golden/slang-more.jsonl"] {
        let text = std::fs::read_to_string(test_data(file)).expect("the recorded answers");
        let lines = text.lines().map(|line| serde_json::from_str::<Value>(line).expect("a line is a JSON object"));
        for (number, line) in lines.enumerate().step_by(step()) {
            let Some(source) = line["source"].as_str().filter(|_| line["error"].is_null()) else { continue };
            let options = Options { language: Language::Slang, ..Options::default() };
            let unit = Unit::read("main.slang", source.into(), &MemoryLoader::default(), &options);
            let bare = slang_rule_sets().iter().filter_map(|rules| layout::find(rules.name));
            let every = slang_profiles().iter().copied().chain(bare);
            every.skip(number % 3).step_by(3).for_each(|profile| counts.ask(source, &unit, profile));
        }
    }
    counts.at_least(1_000, 50_000, 10_000);
}

#[test]
fn every_byte_of_generated_programs_is_explained() {
    for dialect in [Dialect::Hlsl, Dialect::Glsl, Dialect::Wgsl, Dialect::Wgsl2020] {
        let mut counts = QuestionCounts::default();
        for input in inputs::generated(dialect).take(40).step_by(step()) {
            inputs::profiles().into_iter().for_each(|profile| counts.ask(&input.name, &input.unit, profile));
        }
        counts.at_least(1_000, 50_000, 10_000);
    }
}

/// The explanations so far.
#[derive(Default)]
struct QuestionCounts {
    buffers: usize,
    members: usize,
    padding: usize,
    /// Bytes in several members, because of explicit offsets.
    shared: usize,
    /// Buffers that are too large, and those whose name is not unique.
    left_out: usize,
    rules: HashSet<&'static str>,
    /// The first byte of each buffer with a wrong explanation.
    wrong: Vec<String>,
}

impl QuestionCounts {
    /// Explains every byte of all buffers and structs of a unit.
    fn ask(&mut self, name: &str, unit: &Unit, profile: &'static Profile) {
        let layouts = unit.layout(profile);
        let mut names = HashSet::new();
        // A name selects a struct as the buffers that contain it lay it out.
        for layout in layouts.layouts.iter().map(|layout| layouts.named(&unit.module, layout)) {
            let counts = names.insert(layout.name(&unit.module)) && self.buffer(unit, &layouts, layout, name);
            self.left_out += usize::from(!counts);
        }
    }

    /// Whether every byte was explained.
    fn buffer(&mut self, unit: &Unit, layouts: &ModuleLayout, layout: &Layout, name: &str) -> bool {
        let Some(leaves) = leaves(&unit.module, layouts, layout, LEAVES).filter(|leaves| leaves.bytes <= BYTES) else { return false };
        let mut holders = vec![Vec::new(); leaves.bytes as usize];
        for leaf in &leaves.found {
            if leaf.bytes.end > leaves.bytes && !leaf.handle {
                self.wrong.push(format!("{name}\n{leaf:?} is outside of the {} bytes under {}", leaves.bytes, layouts.profile.name));
            }
            let bytes = holders.iter_mut().take(leaf.bytes.end as usize).skip(leaf.bytes.start as usize);
            bytes.for_each(|holders| holders.push(leaf));
        }
        // Bytes of a unit without bits of a bit-field belong to the unit.
        for holders in &mut holders {
            if holders.iter().any(|leaf: &&Leaf| !leaf.unit) {
                holders.retain(|leaf| !leaf.unit);
            }
        }
        self.buffers += 1;
        self.rules.insert(layouts.rules(layout).name);
        let buffer = layout.name(&unit.module);
        for (byte, holders) in (0u64..).zip(&holders) {
            let answer = explain(unit, layouts, &format!("{buffer}@{byte}"));
            let first = answer.as_ref().map_or("", |answer| answer.lines().next().unwrap_or_default());
            let right = match answer {
                Err(_) => false,
                Ok(_) if holders.is_empty() => {
                    let range = first.split_once(" is padding").and_then(|(_, rest)| numbers(rest.rsplit_once("bytes ")?.1));
                    let is_outside_members = range.is_some_and(|(start, end)| {
                        let clear = || !leaves.found.iter().any(|leaf| leaf.bytes.start < end && start < leaf.bytes.end);
                        start <= byte && byte < end && (!layout.overlaps.is_empty() || clear())
                    });
                    self.padding += 1;
                    is_outside_members
                }
                Ok(_) => {
                    self.members += 1;
                    self.shared += usize::from(holders.len() > 1);
                    // Of a backing field of Slang, the bit-field in it is explained.
                    let is_bit_field = |path: &str| {
                        let parent = path.rsplit_once('.').filter(|(_, name)| name.starts_with("$bit_field_backing"));
                        parent.is_some_and(|(parent, _)| first.starts_with(&format!("{parent}.")) && first.contains(" in bits "))
                    };
                    holders.iter().any(|leaf| first.starts_with(&format!("{}: ", leaf.path)) || is_bit_field(&leaf.path))
                }
            };
            let expected: Vec<_> = holders.iter().map(|leaf| &leaf.path).collect();
            if !right {
                let under = (layouts.profile.name, layouts.rules(layout).name);
                self.wrong.push(format!("{name}\n{buffer}@{byte} under {under:?}: {expected:?}, not {answer:?}"));
                break;
            }
        }
        if !leaves.open {
            let past_the_end = format!("{buffer}@{}", leaves.bytes);
            if let Ok(answer) = explain(unit, layouts, &past_the_end) {
                self.wrong.push(format!("{name}\n{past_the_end} under {}: {answer}", layouts.profile.name));
            }
        }
        true
    }

    fn at_least(&self, buffers: usize, members: usize, padding: usize) {
        let QuestionCounts { left_out, shared, rules, .. } = self;
        let (was, rules) = ((self.buffers, self.members, self.padding), rules.len());
        println!(
            "{} buffers under {rules} rule sets, {} bytes in members ({shared} in several), {} in padding; {left_out} left out",
            was.0, was.1, was.2
        );
        let shown = self.wrong.iter().step_by(self.wrong.len() / 8 + 1).map(String::as_str).collect::<Vec<_>>().join("\n\n");
        assert!(self.wrong.is_empty(), "{} buffers with a wrong answer\n{shown}", self.wrong.len());
        let minimum = |counts: usize| counts * step();
        assert!(minimum(was.0) >= buffers && minimum(was.1) >= members && minimum(was.2) >= padding, "too few buffers");
    }
}

fn explain(unit: &Unit, layouts: &ModuleLayout, path: &str) -> Result<String, String> {
    let question = Question { sources: &unit.sources, module: &unit.module, layouts, others: &[] };
    let explanation = question.explain(&path.parse()?).map_err(|unknown| unknown.message)?;
    let mut out = Vec::new();
    explanation.write(TerminalColor::Never, &mut out).map_err(|error| error.to_string())?;
    String::from_utf8(out).map_err(|error| error.to_string())
}

/// `12..16`.
fn numbers(range: &str) -> Option<(u64, u64)> {
    let (start, end) = range.split_once("..")?;
    let end = end.split(|c: char| !c.is_ascii_digit()).next()?;
    Some((start.parse().ok()?, end.parse().ok()?))
}
