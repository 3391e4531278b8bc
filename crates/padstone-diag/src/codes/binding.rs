//! P06xx: registers, sets and bindings.

codes! {
    BINDING_OVERLAP = "P0601", "binding-overlap", "Two resources share a register or a binding.";
    RESOURCE_CLASS = "P0602", "resource-class", "The class of a register does not fit the resource that it is for.";
    REGISTER_CONFLICT = "P0603", "register-conflict", "A declaration gives two registers of one class.";
    BINDING_RANGE = "P0604", "binding-range", "A register or binding lies beyond the last number there is.";
    UNBOUNDED_TWICE = "P0605", "unbounded-twice", "Two arrays of unbounded size want the rest of the same register space.";
    REGISTERS_EXHAUSTED = "P0606", "registers-exhausted", "No free registers are left in the space for a resource.";
    REGISTERS_BY_USE = "P0607", "registers-by-use", "Registers of resources inside structs depend on the order in which the shader uses them.";
    PUSH_CONSTANTS_TWICE = "P0608", "push-constants-twice", "More than one block of push constants is declared.";
    RESOURCE_STRUCT = "P0609", "resource-struct", "A struct holds resources in a way that the target cannot bind.";
    RESOURCE_STRUCT_SPACE = "P0610", "resource-struct-space", "A register space is given to a struct of resources.";
    RESOURCE_STRUCT_SIZE = "P0611", "resource-struct-size", "Structs hold more resources than can be listed.";
}
