//! Bytes as decisions, out of which a well-formed program is made: it lies where the second implementation of the
//! property tests says.

#![no_main]

#[path = "../../crates/padstone/tests/properties/check.rs"]
mod check;
#[path = "../../crates/padstone/tests/properties/choices.rs"]
mod choices;
#[path = "../../crates/padstone/tests/properties/compare.rs"]
mod compare;
#[path = "../../crates/padstone/tests/properties/generate/mod.rs"]
mod generate;
#[path = "../../crates/padstone/tests/properties/naive/mod.rs"]
mod naive;
#[path = "../../crates/padstone/tests/properties/program.rs"]
mod program;
#[path = "../../crates/padstone/tests/properties/rows.rs"]
mod rows;
#[path = "../../crates/padstone/tests/properties/source/mod.rs"]
mod source;
#[path = "../../crates/padstone/tests/properties/subject.rs"]
mod subject;

use generate::Dialect;
use subject::Subject;

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    for (rules, dialect, choose) in compare::BOTH {
        agree(data, dialect, rules, choose);
    }
    agree(data, Dialect::Huge, "dx-cbuffer", compare::BOTH[0].2);
});

fn agree(data: &[u8], dialect: Dialect, rules: &str, choose: compare::Choose) {
    let subject = Subject::new(generate::program(data, dialect));
    if let Err(why) = check::check(&subject, rules, choose) {
        panic!("{why}\n{}", subject.text);
    }
}
