//! A hash by which generated headers of C and C++ recognize equal definitions.

/// FNV-1a, 32 bits, of a text without its comments: those after `//`, and lines that are a `/* … */`.
pub(crate) fn definition_hash(text: &str) -> u32 {
    let lines = text.lines().filter(|line| !line.trim_start().starts_with("/*"));
    let code = lines.map(|line| line.split_once("//").map_or(line, |(code, _)| code).trim_end());
    let bytes = code.flat_map(|line| line.bytes().chain(std::iter::once(b'\n')));
    bytes.fold(0x811c_9dc5, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}
