//! The loop over generated programs.

use proptest::collection::vec;
use proptest::test_runner::{Config, RngAlgorithm, TestCaseError, TestError, TestRng, TestRunner};

use padstone_testing::amount;

use crate::properties::generate::{self, Dialect};
use crate::properties::subject::Subject;

/// The number of programs in everyday and full runs.
const PROGRAMS: [u64; 2] = [40, 2_000];
/// The number of threads, each with its own programs: the same on every machine, so that the programs are the same.
const SHARES: u64 = 4;

/// Checks a property of all programs; panics with the smallest counterexample.
pub(crate) fn for_each_program(dialect: Dialect, property: impl Fn(&Subject) -> Result<(), String> + Sync) {
    let cases = u32::try_from(amount(PROGRAMS[0], PROGRAMS[1]).div_ceil(SHARES)).expect("the number of cases fits in 32 bits");
    let failures: Vec<String> = std::thread::scope(|scope| {
        let started = (0..SHARES).map(|share| {
            scope.spawn({
                let property = &property;
                move || one_share(share, cases, dialect, property)
            })
        });
        let started: Vec<_> = started.collect();
        started.into_iter().filter_map(|thread| thread.join().expect("the runner catches panics").err()).collect()
    });
    assert!(failures.is_empty(), "{}", failures[0]);
}

/// # Errors
/// The smallest counterexample in this range of seeds.
fn one_share(share: u64, cases: u32, dialect: Dialect, property: impl Fn(&Subject) -> Result<(), String>) -> Result<(), String> {
    let mut seed = [0; 32];
    seed[..4].copy_from_slice(&number_from("PADSTONE_SEED").unwrap_or(0).to_le_bytes());
    seed[4..12].copy_from_slice(&share.to_le_bytes());
    let config = Config { cases, failure_persistence: None, max_shrink_iters: 20_000, ..Config::default() };
    let mut runner = TestRunner::new_with_rng(config, TestRng::from_seed(RngAlgorithm::ChaCha, &seed));
    let outcome = runner.run(&vec(proptest::num::u8::ANY, 0..700), |bytes| {
        let subject = Subject::new(generate::program(&bytes, dialect));
        property(&subject).map_err(|why| TestCaseError::fail(format!("{why}\n\n{}", describe(&subject))))
    });
    outcome.map_err(|error| match error {
        TestError::Fail(why, _) | TestError::Abort(why) => why.message().to_owned(),
    })
}

fn describe(Subject { program, text, unit }: &Subject) -> String {
    let messages: Vec<_> = unit.diagnostics.iter().map(|diagnostic| format!("{diagnostic:?}")).collect();
    format!("16-bit types: {}, {:?}-major by default\n{text}\n{}", program.native_16bit, program.default_major, messages.join("\n"))
}

fn number_from(variable: &str) -> Option<u32> {
    std::env::var(variable).ok()?.parse().ok()
}
