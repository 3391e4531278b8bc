//! P02xx: syntax of declarations.

codes! {
    UNEXPECTED_TOKEN = "P0201", "unexpected-token", "Something else was expected at this place.";
    UNCLOSED = "P0202", "unclosed", "A bracket is never closed.";
    NESTED_TOO_DEEP = "P0203", "nested-too-deep", "Declarations or expressions nest deeper than is supported.";
    UNSUPPORTED = "P0204", "unsupported", "A construct that is not supported yet; what depends on it gets no number.";
    ATTRIBUTE_ARGUMENT = "P0205", "attribute-argument", "An attribute has the wrong arguments.";
    REGISTER_UNKNOWN = "P0206", "register-unknown", "A register begins with a letter that names no class of registers.";
    REGISTER_NUMBER = "P0207", "register-number", "A register has no number, or one that does not fit 32 bits.";
    REGISTER_SPACE_SYNTAX = "P0208", "register-space-syntax", "A register space is not `space` and a number.";
    PACKOFFSET_SYNTAX = "P0209", "packoffset-syntax", "A packoffset is not of the form `packoffset(c4.y)`.";
    PACKOFFSET_CLASS = "P0210", "packoffset-class", "A packoffset names a register of another class than `c`.";
    PACKOFFSET_COMPONENT_UNKNOWN = "P0211", "packoffset-component-unknown", "The component of a packoffset is none of x, y, z, w, r, g, b, a.";
    PACKOFFSET_ON_BUFFER = "P0212", "packoffset-on-buffer", "A packoffset stands on the buffer instead of on its members.";
    BITFIELD_IN_BUFFER = "P0213", "bitfield-in-buffer", "A bit-field stands directly in a cbuffer.";
    ATTRIBUTE_PLACE = "P0214", "attribute-place", "An attribute stands on something that it cannot apply to.";
}
