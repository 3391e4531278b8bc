//! The sizes with which clang 22 checks whether members with a packoffset overlap.

use super::{CLANG_22_CBUFFER, RuleSet, Sources};

/// The legacy layout of a cbuffer in SemaHLSL.cpp, which aligns vectors to their scalar, for `dxil` and `spirv`. No buffer has this layout.
///
/// Measured on clang 22.1.8.
pub static CLANG_22_OVERLAPS: RuleSet = RuleSet {
    name: "clang-22-overlaps",
    summary: "the sizes with which clang 22 checks packoffsets",
    sources: Sources { vectors: "clang 22.1.8, SemaHLSL.cpp: aligned to their scalar", ..CLANG_22_CBUFFER.sources },
    vector_align: [1, 1, 1, 1],
    ..CLANG_22_CBUFFER
};
