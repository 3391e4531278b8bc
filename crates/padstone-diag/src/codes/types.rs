//! P03xx: names, types and constants.

codes! {
    UNKNOWN_TYPE = "P0301", "unknown-type", "undeclared type name";
    INCOMPLETE_TYPE = "P0302", "incomplete-type", "struct used before its definition is complete, for example inside itself";
    NOT_CONSTANT = "P0303", "not-constant", "expression is not a constant that padstone can evaluate";
    CONSTANT_OVERFLOW = "P0304", "constant-overflow", "value of a constant expression does not fit in its type";
    DIVISION_BY_ZERO = "P0305", "division-by-zero", "division by zero in a constant expression";
    ARRAY_SIZE = "P0306", "array-size", "array size is negative, fractional, or missing";
    DUPLICATE_MEMBER = "P0307", "duplicate-member", "two members of a struct or buffer have the same name";
    REDEFINITION = "P0308", "redefinition", "redefinition of a name";
    TEMPLATE_ARGUMENTS = "P0309", "template-arguments", "too few, too many, or unsuitable type arguments";
    NEEDS_16BIT = "P0310", "needs-16bit-types", "16-bit type used without `-enable-16bit-types`";
    NEEDS_STRUCT = "P0311", "needs-struct", "element of a ConstantBuffer or TextureBuffer is not a struct";
    ENTRY_NOT_FOUND = "P0312", "entry-not-found", "entry point not found";
    BITFIELD_WIDTH = "P0313", "bitfield-width", "bit-field width does not fit in its type";
    NOT_A_BASE = "P0314", "not-a-base", "struct inherits from a type that is not a struct";
    MAJOR_WITHOUT_MATRIX = "P0315", "major-without-matrix", "row_major or column_major on a type that is not a matrix";
    TOO_MANY_INSTANCES = "P0316", "too-many-instances", "more template instances than padstone supports";
    NEEDS_VERSION = "P0317", "needs-language-version", "feature requires a later language version";
    SPECIALIZED_LATE = "P0318", "specialized-late", "template specialized after its first use with the same arguments";
    ASSERTION_FAILED = "P0319", "assertion-failed", "condition of a `static_assert` is false";
    NOT_IN_CLANG = "P0320", "not-in-clang", "clang 22 does not support the type, qualifier or declaration";
    QUALIFIER_CONFLICT = "P0321", "qualifier-conflict", "two qualifiers of a type exclude each other";
}
