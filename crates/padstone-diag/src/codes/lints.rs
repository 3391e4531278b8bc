//! P15xx: lints.

codes! {
    IMPLICIT_PADDING = "P1501", "implicit-padding", "Bytes of a buffer belong to no member, and the source does not say so.";
    TAIL_REUSE = "P1502", "tail-reuse", "A member lies in the padding at the end of another, where other compilers do not put it.";
    VEC3_IN_ARRAY = "P1503", "vec3-in-array", "An array has vectors of three as elements, which lie 12 bytes apart for some and 16 for others.";
    BOOL_IN_HOST_SHARED = "P1504", "bool-in-host-shared", "A buffer holds a bool, which takes four bytes there and one on most hosts.";
    STRADDLING_DOUBLE = "P1505", "straddling-double", "A 64-bit number does not begin at a multiple of 8 bytes.";
    TARGETS_DIFFER = "P1506", "targets-differ", "A member lies elsewhere for another target of the project.";
    UNIFORM_ARRAY_STRIDE = "P1507", "uniform-array-stride", "The elements of an array in a uniform buffer lie further apart than they are large.";
    MATRIX_MAJORNESS_UNSPECIFIED = "P1508", "matrix-majorness-unspecified", "A matrix does not say whether it is row-major or column-major.";
    BUFFER_OVER_LIMIT = "P1509", "buffer-over-limit", "A buffer is larger than every implementation of its API allows.";
    PADDING_FITS_MEMBER = "P1510", "padding-fits-member", "A later member would fit into padding before another.";
    FIELD_AFTER_GENERIC = "P1511", "field-after-generic", "A member of a generic lies behind one whose type a parameter decides, and so elsewhere for each argument.";
}
