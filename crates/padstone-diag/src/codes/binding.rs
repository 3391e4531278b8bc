//! P06xx: registers, sets and bindings.

codes! {
    BINDING_OVERLAP = "P0601", "binding-overlap", "Two resources share a register or a binding.";
}
