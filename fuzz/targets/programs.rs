//! Bytes as choices, from which a well-formed program is generated: its layout equals that of the second implementation in the
//! property tests.

#![no_main]

#[path = "../../crates/padstone/tests/properties/mod.rs"]
#[allow(dead_code, reason = "the tests use all of it")]
mod properties;

use properties::generate::{self, Dialect};
use properties::subject::Subject;
use properties::{check, compare};

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
