//! P07xx: outputs.

codes! {
    TOO_MANY_ROWS = "P0701", "too-many-rows", "A buffer has more members than can be listed.";
}
