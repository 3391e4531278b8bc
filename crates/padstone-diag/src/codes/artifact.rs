//! P10xx: compiled files.

codes! {
    NOT_SPIRV = "P1001", "not-spirv", "file is not a SPIR-V module";
    SPIRV_TRUNCATED = "P1002", "spirv-truncated", "SPIR-V module ends inside an instruction, or has an instruction without a length";
    SPIRV_MALFORMED = "P1003", "spirv-malformed", "SPIR-V instruction has too few words";
    SPIRV_ID_UNDEFINED = "P1004", "spirv-id-undefined", "SPIR-V id used before a definition of the required kind";
    SPIRV_ID_TWICE = "P1005", "spirv-id-twice", "SPIR-V id defined more than once";
    SPIRV_TYPE_WITHOUT_BYTES = "P1006", "spirv-type-without-bytes", "compiled buffer contains a type without bytes, or of unknown size";
    SPIRV_OFFSET_MISSING = "P1007", "spirv-offset-missing", "compiled file lacks the offset of a member";
    SPIRV_STRIDE_MISSING = "P1008", "spirv-stride-missing", "compiled file lacks an array stride or matrix stride";
    SPIRV_OTHER_RULES = "P1009", "spirv-other-rules", "compiled file has a different layout than the requested rule set";
    SPIRV_DECORATED_TWICE = "P1010", "spirv-decorated-twice", "SPIR-V decoration of one item with two values";
}
