//! P02xx: syntax of declarations.

codes! {
    UNEXPECTED_TOKEN = "P0201", "unexpected-token", "unexpected token";
    UNCLOSED = "P0202", "unclosed", "unclosed delimiter";
    NESTED_TOO_DEEP = "P0203", "nested-too-deep", "declarations or expressions nest too deeply";
    UNSUPPORTED = "P0204", "unsupported", "unsupported construct; whatever depends on it has no layout";
    ATTRIBUTE_ARGUMENT = "P0205", "attribute-argument", "wrong arguments for an attribute";
    REGISTER_UNKNOWN = "P0206", "register-unknown", "unknown register class letter";
    REGISTER_NUMBER = "P0207", "register-number", "register without a number, or with a number that does not fit in 32 bits";
    REGISTER_SPACE_SYNTAX = "P0208", "register-space-syntax", "malformed register space: expected `space` and a number";
    PACKOFFSET_SYNTAX = "P0209", "packoffset-syntax", "malformed packoffset: expected, for example, `packoffset(c4.y)`";
    PACKOFFSET_CLASS = "P0210", "packoffset-class", "packoffset with a register class other than `c`";
    PACKOFFSET_COMPONENT_UNKNOWN = "P0211", "packoffset-component-unknown", "packoffset component other than x, y, z, w, r, g, b, or a";
    PACKOFFSET_ON_BUFFER = "P0212", "packoffset-on-buffer", "packoffset on a buffer instead of its members";
    BITFIELD_IN_BUFFER = "P0213", "bitfield-in-buffer", "bit-field declared directly in a cbuffer";
    ATTRIBUTE_PLACE = "P0214", "attribute-place", "attribute not applicable to this declaration";
    REGISTER_PROFILE = "P0215", "register-profile", "register of a cbuffer or tbuffer for one profile";
}
