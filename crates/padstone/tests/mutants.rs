//! A test detects a change of any single field of any rule set: run `cargo xtask mutants`.
//!
//! Each rule set is changed in each field to every other value ([`fields`]), in memory. Then the evidence for it is
//! checked again: programs and the naive implementation of the property tests, tables that were measured or
//! derived from a specification, and DXC's recordings. A change that nothing contradicts must be equivalent: over
//! hundreds of programs it changes no offset. And every field has a change that is detected, except for those in
//! [`WITHOUT_EFFECT`].
//!
//! Names, summaries and sources of rule sets do not affect offsets.

#![allow(clippy::print_stdout, reason = "prints the counts")]

mod evidence;
pub(crate) mod fields;
mod golden;
mod tables;

use padstone_read::layout::{RuleSet, rule_sets};
use padstone_testing::is_full;

use evidence::Evidence;
use fields::{Mutant, mutants};

/// Fields with no effect, for which no value is right or wrong, with the reason.
const WITHOUT_EFFECT: &[(&str, &str, &str)] = &[
    ("dx-structured", "array_tail", CONTIGUOUS),
    ("vk-dx-structured", "array_tail", CONTIGUOUS),
    ("clang-22-structured", "array_tail", CONTIGUOUS),
    ("documented-structured", "array_tail", CONTIGUOUS),
    ("clang-22-structured", "struct_tail", PACKED),
    ("documented-structured", "struct_tail", PACKED),
    ("clang-22-cbuffer", "array_tail", LLVM),
    ("clang-22-cbuffer", "empty_elements", LLVM),
    ("clang-22-spirv-cbuffer", "array_tail", LLVM),
    ("clang-22-spirv-cbuffer", "empty_elements", LLVM),
    ("clang-22-structured", "empty_elements", "no struct is empty: one without members takes a byte"),
    ("std430", "empty_elements", UNMEASURED),
    ("vk-relaxed-std430", "empty_elements", UNMEASURED),
    ("vk-dx-structured", "empty_elements", UNMEASURED),
    ("std430", "resources", REJECTED),
    ("vk-relaxed-std430", "resources", REJECTED),
    ("vk-dx-structured", "resources", REJECTED),
    ("clang-22-structured", "resources", REJECTED),
];

const CONTIGUOUS: &str = "elements are contiguous: there is no padding after the last";
const PACKED: &str = "structs are packed: there is no tail padding";
const LLVM: &str = "arrays are LLVM arrays, which have separate rules";
const UNMEASURED: &str = "alignments of empty elements are 1 or not measured";
const REJECTED: &str = "compilers reject objects in buffers with these rules";

/// Only in full runs.
#[test]
fn every_mutant_is_detected() {
    if !is_full() {
        println!("not tested: only in full runs");
        return;
    }
    let evidence = Evidence::gather();
    let (mut total, mut same, mut problems) = (0, Vec::new(), Vec::new());
    for &original in rule_sets() {
        let case = evidence.about(original);
        // The evidence must agree with the unchanged rules.
        if case.contradicts(original) {
            problems.push(format!("{}: the evidence contradicts it as it is", original.name));
            continue;
        }
        let mutants = mutants(original);
        total += mutants.len();
        let mut noticed_fields = Vec::new();
        for Mutant { field, to, rules } in &mutants {
            let rules = &*Box::leak(Box::new(rules.clone()));
            if case.contradicts(rules) {
                noticed_fields.push(field);
            } else if let Some(moved) = case.moves(rules)
                && !has_no_effect(original, field)
            {
                problems.push(format!("{}: {field} = {to}: nobody notices that it moves {moved}", original.name));
            } else {
                same.push(format!("{}: {field} = {to}", original.name));
            }
        }
        for Mutant { field, .. } in &mutants {
            let problem = match (noticed_fields.contains(&field), has_no_effect(original, field)) {
                (false, false) => format!("{}: {field}: no change of it is noticed", original.name),
                (true, true) => format!("{}: {field}: is said to have no effect, but has", original.name),
                _ => continue,
            };
            if !problems.contains(&problem) {
                problems.push(problem);
            }
        }
    }
    println!("{total} mutants of {} rule sets: {} detected; {} move no member:", rule_sets().len(), total - same.len(), same.len());
    println!("{}", same.join("\n"));
    assert!(problems.is_empty(), "{} problems:\n{}", problems.len(), problems.join("\n"));
}

fn has_no_effect(rules: &RuleSet, field: &str) -> bool {
    WITHOUT_EFFECT.iter().any(|(name, listed, _)| *name == rules.name && *listed == field)
}
