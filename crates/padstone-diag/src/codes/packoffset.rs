//! P04xx: `packoffset`, `register(c…)` and `[[vk::offset]]`.

codes! {
    PACKOFFSET_OUTSIDE = "P0401", "packoffset-outside-cbuffer", "packoffset outside a constant buffer";
    PACKOFFSET_MIXED = "P0402", "packoffset-mixed", "only some members of a constant buffer have a packoffset";
    PACKOFFSET_CROSSES = "P0403", "packoffset-crosses-register", "packoffset makes a vector or scalar straddle a 16-byte boundary";
    PACKOFFSET_COMPONENT = "P0404", "packoffset-component", "packoffset of a struct, array, or matrix has a component other than x";
    PACKOFFSET_OVERLAP = "P0405", "packoffset-overlap", "members of a constant buffer overlap; the compiler rejects it";
    PACKOFFSET_ORDER = "P0406", "packoffset-order", "packoffset precedes the end of the previous member, which Vulkan does not allow";
    PACKOFFSET_TWICE = "P0407", "packoffset-twice", "member with more than one packoffset";
    PACKOFFSET_MISALIGNED = "P0408", "packoffset-misaligned", "packoffset is not a multiple of the member's alignment";
    PACKOFFSET_WRAPS = "P0409", "packoffset-wraps", "byte offset of a packoffset does not fit in the compiler's 32 bits";
    REGISTER_OVERLAP = "P0410", "register-overlap", "global constants overlap because of their registers; the compiler rejects it";
    REGISTER_ON_MEMBER = "P0411", "register-on-member", "register on a member of a constant buffer has no effect";
    REGISTER_ON_STRUCT_MEMBER = "P0412", "register-on-struct-member", "register on a member of a struct";
    REGISTER_CLASS = "P0413", "register-class", "register class of a global constant cannot contain constants";
    REGISTER_SPACE = "P0414", "register-space", "register of a global constant has a space";
    REGISTER_LEGACY = "P0415", "register-legacy", "global constant in a register of class b or i, an obsolete spelling of c";
    REGISTER_PLACES_CONSTANTS = "P0416", "register-places-constants", "register of a struct's resources also places the struct's constants";
    VK_OFFSET_IGNORED = "P0417", "vk-offset-ignored", "`vk::offset` has no effect under this profile";
    VK_OFFSET_ON_CONSTANT = "P0418", "vk-offset-on-constant", "`vk::offset` on a member of a buffer; it applies only to members of structs";
    VK_OFFSET_MISALIGNED = "P0419", "vk-offset-misaligned", "`vk::offset` is not a multiple of the member's alignment";
    REGISTER_MISALIGNED = "P0420", "register-misaligned", "register of a global constant violates Vulkan's alignment rules";
    REGISTER_IGNORED = "P0421", "register-ignored", "register, or a part of it, is ignored because of its class, the profile, or its brackets";
    PACKOFFSET_MOVED = "P0422", "packoffset-moved", "member is not at its packoffset, where bytes of another member are";
}
