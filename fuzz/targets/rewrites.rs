//! Any bytes at all, as a module of WGSL that is rewritten: no panic, no hang, bounded memory.
//!
//! The first two bytes pick the edition, the options and the passes, the rest is the text.

#![no_main]

#[path = "../../crates/padstone/tests/pipeline/rewrites.rs"]
mod rewrites;

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    rewrites::run_rewrites(data, &mut std::io::sink()).expect("a sink takes all");
});
