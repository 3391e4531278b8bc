//! Changing any single field of any rule set is noticed by a test: `cargo xtask mutants` shows it.
//!
//! Each rule set is changed in each field to every other value ([`fields`]), in memory. Then the evidence for it is
//! heard again: programs and the naive implementation of the property tests, tables written by hand, and what DXC
//! answered. A mutant that nothing contradicts survives, and must be on the list of those that mean the same.
//!
//! Names, summaries and sources of rule sets are words. They are compared with `docs/rules.md` and with the output
//! of the command, which are checked against files.

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

/// Changes that mean the same, and why.
const EQUIVALENT: &[(&str, &str)] = &[];

#[test]
fn every_mutant_is_noticed() {
    let evidence = Evidence::gather();
    let mut survivors = Vec::new();
    let mut count = 0;
    for &original in rule_sets() {
        let case = evidence.about(original);
        for Mutant { name, rules } in mutants(original) {
            count += 1;
            let noticed = case.contradicts(&*Box::leak(Box::new(rules)));
            let excused = EQUIVALENT.iter().any(|(mutant, _)| *mutant == name);
            match (noticed, excused) {
                (true, false) | (false, true) => {}
                (false, false) => survivors.push(format!("{name}: nobody notices")),
                (true, true) => survivors.push(format!("{name}: is said to mean the same, but does not")),
            }
        }
    }
    println!("{count} mutants of {} rule sets, {} of them mean the same", rule_sets().len(), EQUIVALENT.len());
    assert!(survivors.is_empty(), "{} of {count} mutants:\n{}", survivors.len(), survivors.join("\n"));
}
