//! Changing any single field of any rule set is noticed by a test: `cargo xtask mutants` shows it.
//!
//! Each rule set is changed in each field to every other value ([`fields`]), in memory. Then the evidence for it is
//! heard again: programs and the naive implementation of the property tests, tables of what was measured or is
//! written in a specification, and what DXC answered. A change that nothing contradicts must mean the same: over
//! hundreds of programs it moves nothing. And every field has a change that is noticed, but for those in
//! [`WITHOUT_EFFECT`].
//!
//! Names, summaries and sources of rule sets are words; they place no byte.

mod evidence;
mod fields;
mod golden;
mod tables;

#[path = "../properties/choices.rs"]
mod choices;
#[path = "../properties/compare.rs"]
mod compare;
#[path = "../properties/generate.rs"]
mod generate;
#[path = "../properties/naive/mod.rs"]
mod naive;
#[path = "../properties/program.rs"]
mod program;
#[path = "../properties/rows.rs"]
mod rows;
#[path = "../properties/source.rs"]
mod source;
#[path = "../properties/subject.rs"]
mod subject;

use padstone::layout::rule_sets;

use evidence::Evidence;
use fields::{Mutant, mutants};

/// Fields that make no difference to a rule set, whatever they say, and why.
const WITHOUT_EFFECT: &[(&str, &str, &str)] = &[];

#[test]
fn every_mutant_is_noticed() {
    let evidence = Evidence::gather();
    let (mut total, mut same, mut problems) = (0, Vec::new(), Vec::new());
    for &original in rule_sets() {
        let case = evidence.about(original);
        let mutants = mutants(original);
        total += mutants.len();
        let mut noticed_fields = Vec::new();
        for Mutant { field, to, rules } in &mutants {
            let rules = &*Box::leak(Box::new(rules.clone()));
            if case.contradicts(rules) {
                noticed_fields.push(field);
            } else if let Some(moved) = case.moves(rules) {
                problems.push(format!("{}: {field} = {to}: nobody notices that it moves {moved}", original.name));
            } else {
                same.push(format!("{}: {field} = {to}", original.name));
            }
        }
        for Mutant { field, .. } in &mutants {
            let listed = WITHOUT_EFFECT.iter().any(|(rules, name, _)| *rules == original.name && name == field);
            let problem = match (noticed_fields.contains(&field), listed) {
                (false, false) => format!("{}: {field}: no change of it is noticed", original.name),
                (true, true) => format!("{}: {field}: is said to have no effect, but has", original.name),
                _ => continue,
            };
            if !problems.contains(&problem) {
                problems.push(problem);
            }
        }
    }
    println!("{total} mutants of {} rule sets: {} noticed; {} move nothing:", rule_sets().len(), total - same.len(), same.len());
    println!("{}", same.join("\n"));
    assert!(problems.is_empty(), "{} problems:\n{}", problems.len(), problems.join("\n"));
}
