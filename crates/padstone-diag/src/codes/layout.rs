//! P05xx: layouts.

codes! {
    LAYOUT_OVERFLOW = "P0501", "layout-overflow", "A size or an offset exceeds what can be represented.";
}
