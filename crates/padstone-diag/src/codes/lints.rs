//! P15xx: lints.

codes! {
    IMPLICIT_PADDING = "P1501", "implicit-padding", "implicit padding";
    TAIL_REUSE = "P1502", "tail-reuse", "member occupies the tail padding of the preceding member, where other compilers do not place it";
    VEC3_IN_ARRAY = "P1503", "vec3-in-array", "array of three-component vectors: stride 12 under some rule sets, 16 under others";
    BOOL_IN_HOST_SHARED = "P1504", "bool-in-host-shared", "buffer contains a bool, which is 4 bytes there and 1 byte on most hosts";
    STRADDLING_DOUBLE = "P1505", "straddling-double", "64-bit scalar is not at a multiple of 8 bytes";
    TARGETS_DIFFER = "P1506", "targets-differ", "member has different offsets for the targets of the project";
    UNIFORM_ARRAY_STRIDE = "P1507", "uniform-array-stride", "stride of an array in a uniform buffer exceeds the element size";
    MATRIX_MAJORNESS_UNSPECIFIED = "P1508", "matrix-majorness-unspecified", "matrix without an explicit `row_major` or `column_major`";
    BUFFER_OVER_LIMIT = "P1509", "buffer-over-limit", "buffer exceeds the size that every implementation of its API supports";
    PADDING_FITS_MEMBER = "P1510", "padding-fits-member", "later member would fit into padding";
    FIELD_AFTER_GENERIC = "P1511", "field-after-generic", "offset of a member depends on a generic argument because an earlier member's type does";
}
