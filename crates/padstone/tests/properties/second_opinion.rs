//! The engine agrees with the naive implementation.

use crate::properties::check::check;
use crate::properties::compare::BOTH;
use crate::properties::each_program::for_each_program;
use crate::properties::generate::Dialect;

#[test]
fn the_engine_matches_the_naive_implementation_for_hlsl() {
    compare_all(&[Dialect::Hlsl, Dialect::Common]);
}

#[test]
fn the_engine_matches_the_naive_implementation_for_glsl() {
    compare_all(&[Dialect::Glsl]);
}

#[test]
fn the_engine_matches_the_naive_implementation_for_wgsl() {
    compare_all(&[Dialect::Wgsl, Dialect::Wgsl2020]);
}

fn compare_all(dialects: &[Dialect]) {
    for &dialect in dialects {
        // A program is read once for all rule sets.
        let rule_sets: Vec<_> = BOTH.iter().filter(|(_, other, _)| *other == dialect).collect();
        assert!(!rule_sets.is_empty(), "no naive implementation of {dialect:?}");
        for_each_program(dialect, |subject| rule_sets.iter().try_for_each(|(rules, _, choose)| check(subject, rules, *choose)));
    }
}
