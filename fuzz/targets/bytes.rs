//! Arbitrary bytes as the source of a shader: no panic, no hang, bounded memory.
//!
//! The first byte selects the options, the rest is the text.

#![no_main]

#[path = "../../crates/padstone/tests/pipeline/mod.rs"]
mod pipeline;

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    pipeline::bytes::run_bytes(data, &mut std::io::sink()).expect("a sink takes all");
});
