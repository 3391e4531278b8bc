//! P10xx: compiled files.

codes! {
    NOT_SPIRV = "P1001", "not-spirv", "A file is not a module of SPIR-V.";
    SPIRV_TRUNCATED = "P1002", "spirv-truncated", "A module of SPIR-V ends within an instruction, or an instruction has no length.";
    SPIRV_MALFORMED = "P1003", "spirv-malformed", "An instruction of SPIR-V has fewer words than it needs.";
    SPIRV_ID_UNDEFINED = "P1004", "spirv-id-undefined", "An id of SPIR-V is used where nothing before it defines it as what it has to be.";
    SPIRV_ID_TWICE = "P1005", "spirv-id-twice", "An id of SPIR-V is defined more than once.";
    SPIRV_TYPE_WITHOUT_BYTES = "P1006", "spirv-type-without-bytes", "A compiled buffer holds a type that has no bytes, or none that are known.";
    SPIRV_OFFSET_MISSING = "P1007", "spirv-offset-missing", "A compiled file does not say where a member lies.";
    SPIRV_STRIDE_MISSING = "P1008", "spirv-stride-missing", "A compiled file does not say how far apart elements, or the vectors of a matrix, lie.";
    SPIRV_OTHER_RULES = "P1009", "spirv-other-rules", "Something in a compiled file lies elsewhere than under the rules that were asked for.";
}
