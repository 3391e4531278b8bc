//! P04xx: `packoffset`, `register(c…)` and `[[vk::offset]]`.

codes! {
    PACKOFFSET_OUTSIDE = "P0401", "packoffset-outside-cbuffer", "packoffset stands on something that is no member of a constant buffer.";
    PACKOFFSET_MIXED = "P0402", "packoffset-mixed", "Some members of a constant buffer have a packoffset, others do not.";
    PACKOFFSET_CROSSES = "P0403", "packoffset-crosses-register", "A vector or scalar crosses the border of a register at its packoffset.";
    PACKOFFSET_COMPONENT = "P0404", "packoffset-component", "The packoffset of a struct, array or matrix has a component other than x.";
    PACKOFFSET_OVERLAP = "P0405", "packoffset-overlap", "Two members of a constant buffer lie over one another, and the compiler rejects it.";
    PACKOFFSET_ORDER = "P0406", "packoffset-order", "A packoffset lies before the end of the member before, which Vulkan's layouts do not allow.";
    PACKOFFSET_TWICE = "P0407", "packoffset-twice", "A member has more than one packoffset.";
    PACKOFFSET_MISALIGNED = "P0408", "packoffset-misaligned", "A packoffset is no multiple of the member's alignment.";
    PACKOFFSET_WRAPS = "P0409", "packoffset-wraps", "The byte offset of a packoffset does not fit the 32 bits that compilers count in.";
    REGISTER_OVERLAP = "P0410", "register-overlap", "Two global constants lie over one another by their registers, and the compiler rejects it.";
    REGISTER_ON_MEMBER = "P0411", "register-on-member", "register stands on a member of a constant buffer, where it does nothing.";
    REGISTER_ON_STRUCT_MEMBER = "P0412", "register-on-struct-member", "register stands on a member of a struct.";
    REGISTER_CLASS = "P0413", "register-class", "The register of a global constant is of a class that holds no constants.";
    REGISTER_SPACE = "P0414", "register-space", "The register of a global constant has a space.";
    REGISTER_LEGACY = "P0415", "register-legacy", "A global constant is placed by a register of class b or i, an old word for c.";
    REGISTER_PLACES_CONSTANTS = "P0416", "register-places-constants", "The register of a struct's resources places its constants as well.";
    VK_OFFSET_IGNORED = "P0417", "vk-offset-ignored", "vk::offset does nothing under this profile.";
    VK_OFFSET_ON_CONSTANT = "P0418", "vk-offset-on-constant", "vk::offset stands on a member of a buffer; it is for members of structs only.";
    VK_OFFSET_MISALIGNED = "P0419", "vk-offset-misaligned", "A vk::offset is no multiple of the member's alignment.";
    REGISTER_MISALIGNED = "P0420", "register-misaligned", "A global constant lies at a register that Vulkan does not allow for its type.";
    REGISTER_IGNORED = "P0421", "register-ignored", "A register, or a part of it, is ignored: for its class, its profile, or its brackets.";
}
