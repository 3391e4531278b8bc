//! Any bytes at all, as the source of a shader: no panic, no hang, bounded memory.
//!
//! The first byte picks the options, the rest is the text.

#![no_main]

#[path = "../../crates/padstone/tests/pipeline/mod.rs"]
mod pipeline;
#[path = "../../crates/padstone/tests/pipeline/bytes.rs"]
mod bytes;

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    bytes::run_bytes(data, &mut std::io::sink()).expect("a sink takes all");
});
