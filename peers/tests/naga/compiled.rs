//! padstone reads modules compiled by naga with the recorded layouts.

use padstone_testing::reads_as_recorded;

#[test]
fn naga_modules_match_the_recording() {
    let (modules, values) = reads_as_recorded("wgsl.jsonl", 100, |record| {
        // The modules that naga lays out differently, or rejects.
        if record["naga"]["agree"] != true || record["naga"]["validation"].is_string() {
            return None;
        }
        padstone_peers::compile(record["source"].as_str()?).ok()
    });
    println!("naga's: {modules} modules, {values} values");
}
