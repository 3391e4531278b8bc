//! The modules of `tests/validation`: naga's verdicts are still those recorded.

use padstone_peers::accepts;
use padstone_testing::recheck;

#[test]
fn naga_gives_the_recorded_answers() {
    for file in ["wgsl.jsonl", "bodies.jsonl", "uniformity.jsonl"] {
        let changed = recheck(file, "naga", |module| accepts(&module.source));
        assert!(changed.is_empty(), "{} answers in {file} changed:\n{}", changed.len(), changed.join("\n"));
    }
}
