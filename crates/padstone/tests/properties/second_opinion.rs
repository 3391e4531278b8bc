//! The engine says what the naive implementation says.

use crate::check::check;
use crate::compare::BOTH;
use crate::each_program::for_each_program;

#[test]
fn the_engine_says_what_the_naive_implementation_says() {
    for (rules, dialect, choose) in BOTH {
        for_each_program(dialect, |subject| check(subject, rules, choose));
    }
}
