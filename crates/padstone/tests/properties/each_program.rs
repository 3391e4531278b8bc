//! The loop over ten thousand programs.

use proptest::collection::vec;
use proptest::test_runner::{Config, RngAlgorithm, TestCaseError, TestError, TestRng, TestRunner};

use crate::generate::{self, Dialect};
use crate::subject::Subject;

/// Checks a property of ten thousand programs; panics with the smallest program that has it not.
pub(crate) fn for_each_program(dialect: Dialect, property: impl Fn(&Subject) -> Result<(), String>) {
    let cases = number_from("PADSTONE_CASES").unwrap_or(10_000);
    let mut seed = [0; 32];
    seed[..4].copy_from_slice(&number_from("PADSTONE_SEED").unwrap_or(0).to_le_bytes());
    let config = Config { cases, failure_persistence: None, max_shrink_iters: 20_000, ..Config::default() };
    let mut runner = TestRunner::new_with_rng(config, TestRng::from_seed(RngAlgorithm::ChaCha, &seed));
    let outcome = runner.run(&vec(proptest::num::u8::ANY, 0..700), |bytes| {
        let subject = Subject::new(generate::program(&bytes, dialect));
        property(&subject).map_err(|why| TestCaseError::fail(format!("{why}\n\n{}", describe(&subject))))
    });
    match outcome {
        Ok(()) => {}
        Err(TestError::Fail(why, _)) => panic!("{}", why.message()),
        Err(TestError::Abort(why)) => panic!("{}", why.message()),
    }
}

fn describe(Subject { program, text, unit }: &Subject) -> String {
    let messages: Vec<_> = unit.diagnostics.iter().map(|diagnostic| format!("{diagnostic:?}")).collect();
    format!("16-bit types: {}, {:?}-major by default\n{text}\n{}", program.native_16bit, program.default_major, messages.join("\n"))
}

fn number_from(variable: &str) -> Option<u32> {
    std::env::var(variable).ok()?.parse().ok()
}
