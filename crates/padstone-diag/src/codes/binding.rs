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
    EXPLICIT_OVERLAP = "P0612", "explicit-overlap", "Two parameters of a program, or two parts of one, are in the same place.";
    EXPLICIT_CONFLICT = "P0613", "explicit-conflict", "A parameter of a program is given two places of one kind.";
    SAME_NAME_MISMATCH = "P0614", "same-name-mismatch", "Two units declare one parameter differently.";
    REGISTER_WITHOUT_BINDING = "P0615", "register-without-binding", "A parameter has a register for D3D, but no binding for Vulkan.";
    WHOLE_SET_BINDING = "P0616", "whole-set-binding", "What takes a whole descriptor set is given a binding other than 0.";
    SHIFTED_ONTO_ANOTHER = "P0617", "shifted-onto-another", "A shift of registers moves a parameter to a binding that is taken.";
    BINDLESS_SPACE_TAKEN = "P0618", "bindless-space-taken", "The space asked for bindless descriptors is taken.";
    LOOSE_GLOBAL = "P0619", "loose-global", "A global of Slang is a parameter of the program, not a variable.";
    BINDING_ON_LOOSE_GLOBAL = "P0620", "binding-on-loose-global", "A binding on a loose global means nothing.";
    BINDING_ON_ENTRY_PARAMETER = "P0621", "binding-on-entry-parameter", "A binding on a parameter of an entry point means nothing.";
    SHADER_RECORDS_TWICE = "P0622", "shader-records-twice", "More than one shader record is declared.";
    STAGE_PARAMETER = "P0623", "stage-parameter", "A stage of ray tracing does not have such a parameter.";
    NOT_VARYING = "P0624", "not-varying", "Something that cannot go from one stage to another is declared to.";
    MIXED_LOCATIONS = "P0625", "mixed-locations", "Some members of a struct have a location, and others have none.";
    WHOLE_SET_SHARED = "P0626", "whole-set-shared", "Something is put into a set or space that the source gives as a whole to a parameter block.";
    KINDS_OVERLAP = "P0627", "kinds-overlap", "Registers of two classes become one binding because classes are shifted.";
    MOVED_BY_EXPLICIT = "P0628", "moved-by-explicit", "Automatic places lie elsewhere because the source gives another parameter the first of them.";
    BINDING_BESIDE_SHIFT = "P0629", "binding-beside-shift", "A binding means nothing beside a shift of registers.";
    ENTRY_UNIFORM = "P0630", "entry-uniform", "A `uniform` parameter of an entry point of HLSL, which DXC does not take, is bound nowhere.";
    CODE_ELSEWHERE = "P0631", "code-elsewhere", "The code that libslang makes reads something elsewhere than its reflection says.";
}
