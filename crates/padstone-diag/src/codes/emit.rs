//! P07xx: outputs.

codes! {
    TOO_MANY_ROWS = "P0701", "too-many-rows", "A buffer has more members than can be listed.";
    STRUCT_OVERLAP = "P0702", "struct-overlap", "Members share bytes, so no struct type can hold them all.";
    LLVM_TOO_LARGE = "P0703", "llvm-type-too-large", "A type is too large for the pointers of the target.";
    LLVM_TOO_LONG = "P0704", "llvm-type-too-long", "The text of a type is too long to be of use.";
    COPY_DIFFERS = "P0705", "copy-differs", "Two layouts store something differently, so that it cannot be copied byte by byte.";
}
