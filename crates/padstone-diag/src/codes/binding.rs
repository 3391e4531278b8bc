//! P06xx: registers, sets and bindings.

codes! {
    BINDING_OVERLAP = "P0601", "binding-overlap", "Two resources share a register or a binding.";
    REGISTER_CLASS = "P0602", "register-class", "The class of a register does not fit what is declared.";
    REGISTER_CONFLICT = "P0603", "register-conflict", "A declaration gives two registers of one class.";
    REGISTER_SPACE_ON_CONSTANT = "P0604", "register-space-on-constant", "A global constant gives a register space.";
    REGISTER_ON_MEMBER = "P0605", "register-on-member", "A register is given on a member of a struct or buffer, where it places nothing.";
    BINDING_RANGE = "P0606", "binding-range", "A register or binding lies beyond the last number there is.";
    UNBOUNDED_TWICE = "P0607", "unbounded-twice", "Two arrays of unbounded size want the rest of the same register space.";
    REGISTERS_EXHAUSTED = "P0608", "registers-exhausted", "No free registers are left in the space for a resource.";
    PUSH_CONSTANTS_TWICE = "P0609", "push-constants-twice", "More than one block of push constants is declared.";
    RESOURCE_STRUCT = "P0610", "resource-struct", "A struct holds resources in a way that the target cannot bind.";
    RESOURCE_STRUCT_SIZE = "P0611", "resource-struct-size", "Structs hold more resources than can be listed.";
    REGISTERS_BY_USE = "P0612", "registers-by-use", "Registers of resources inside structs depend on the order in which the shader uses them.";
}
