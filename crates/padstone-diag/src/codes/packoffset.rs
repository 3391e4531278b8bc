//! P04xx: `packoffset`, `register(c…)` and `[[vk::offset]]`.

codes! {
    PACKOFFSET_OUTSIDE = "P0401", "packoffset-outside-cbuffer", "packoffset stands on something that is no member of a constant buffer.";
}
