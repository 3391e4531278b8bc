//! padstone rejects under naga's rules the declarations that naga rejects, and accepts the others: declarations with one token left out,
//! duplicated, or swapped with the next.

use padstone_peers::accepts;
use padstone_testing::{WGSL_DECLARATIONS, mutations};

use crate::ours;

/// Declarations of which they think differently, with the reason.
const DIFFERENT_VERDICTS: [(&str, &str); 1] = [(
    "struct A { n : atomic < u32 > , m : array < atomic < i32 > , 3 > } @ group ( 0 ) @ binding ( 0 ) var < storage , > a : A ;",
    "naga does not see that storage without an access is read-only where a comma follows it",
)];

/// padstone's own tests check that padstone accepts them.
#[test]
fn naga_accepts_the_modules_for_native_programs() {
    for module in include_str!("../../../crates/padstone-wgsl/tests/bodies/naga.txt").lines() {
        accepts(module).unwrap_or_else(|why| panic!("{module}\n{why}"));
    }
}

#[test]
fn verdicts_on_declarations_match() {
    let mutants = mutations(&WGSL_DECLARATIONS, 60, 100_000);
    let mut wrong = Vec::new();
    for text in WGSL_DECLARATIONS.iter().copied().chain(mutants.iter().map(String::as_str)) {
        let (theirs, ours) = (accepts(text).is_ok(), ours(text, "naga").errors.is_empty());
        if theirs != ours && !DIFFERENT_VERDICTS.iter().any(|(known, _)| text == *known) {
            wrong.push(format!("{text}: naga {theirs}, padstone {ours}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
