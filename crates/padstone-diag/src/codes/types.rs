//! P03xx: names, types and constants.

codes! {
    UNKNOWN_TYPE = "P0301", "unknown-type", "A type name is not declared.";
    INCOMPLETE_TYPE = "P0302", "incomplete-type", "A struct is used before its definition is complete, for example inside itself.";
    NOT_CONSTANT = "P0303", "not-constant", "A constant is needed, and the expression is none that can be evaluated.";
    CONSTANT_OVERFLOW = "P0304", "constant-overflow", "The value of a constant expression does not fit its type.";
    DIVISION_BY_ZERO = "P0305", "division-by-zero", "A constant expression divides by zero.";
    ARRAY_SIZE = "P0306", "array-size", "The size of an array is negative, not whole or missing.";
    DUPLICATE_MEMBER = "P0307", "duplicate-member", "Two members of a struct or buffer have the same name.";
    REDEFINITION = "P0308", "redefinition", "A type is defined twice.";
    TEMPLATE_ARGUMENTS = "P0309", "template-arguments", "A type has too few, too many or unsuitable arguments.";
    NEEDS_16BIT = "P0310", "needs-16bit-types", "A 16-bit type is used without `-enable-16bit-types`.";
    NEEDS_STRUCT = "P0311", "needs-struct", "The element of a ConstantBuffer or TextureBuffer is no struct.";
    ENTRY_NOT_FOUND = "P0312", "entry-not-found", "There is no function of the name that was asked for as the entry point.";
    BITFIELD_WIDTH = "P0313", "bitfield-width", "The width of a bit-field does not fit its type.";
    NOT_A_BASE = "P0314", "not-a-base", "A struct inherits from something that is no struct.";
    MAJOR_WITHOUT_MATRIX = "P0315", "major-without-matrix", "row_major or column_major stands on something that is no matrix.";
    TOO_MANY_INSTANCES = "P0316", "too-many-instances", "The templates of a file have more instances than are supported.";
    NEEDS_VERSION = "P0317", "needs-language-version", "Something is used that the version of the language does not have yet.";
    SPECIALIZED_LATE = "P0318", "specialized-late", "A template is specialized after its first use with the same arguments.";
}
