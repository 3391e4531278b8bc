//! P03xx: names, types and constants.

codes! {
    UNKNOWN_TYPE = "P0301", "unknown-type", "A type name is not declared.";
}
