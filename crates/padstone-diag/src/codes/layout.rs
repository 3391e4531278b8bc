//! P05xx: layouts.

codes! {
    LAYOUT_OVERFLOW = "P0501", "layout-overflow", "size or offset exceeds the representable range";
    TYPE_TOO_DEEP = "P0502", "type-too-deep", "type nests too deeply for a layout";
    ARRAY_UNSIZED = "P0503", "array-unsized", "unsized array where a size is required";
    CBUFFER_TOO_LARGE = "P0504", "cbuffer-too-large", "constant buffer exceeds D3D's size limit";
    ELEMENT_TOO_LARGE = "P0505", "element-too-large", "element of a structured buffer exceeds D3D's size limit";
    MEMBERS_OVERLAP = "P0506", "members-overlap", "members overlap; the compiler accepts it";
    ARRAY_EMPTY = "P0507", "array-empty", "array has no elements";
    INTEGER_COLUMN_MATRIX = "P0508", "integer-column-matrix", "DXC cannot compile column-major matrices of integers or bools in SPIR-V buffers";
    PACKED_BYTES = "P0509", "packed-bytes", "DXC has no layout for packed bytes in SPIR-V buffers";
    MATRIX_STRIDE_LOST = "P0510", "matrix-stride-lost", "DXC omits MatrixStride for matrices in arrays of arrays";
    RESOURCE_IN_BLOCK = "P0511", "resource-in-block", "resource in a struct of a SPIR-V buffer, which Vulkan does not allow";
    READ_FROM_ROW_START = "P0512", "read-from-row-start", "DXC-generated code reads a matrix from the start of its 16-byte register instead of its offset";
    READ_WIDE_MATRIX = "P0513", "read-wide-matrix", "DXC-generated code reads a matrix of 64-bit scalars from other offsets";
    READ_HALF_MATRIX = "P0514", "read-half-matrix", "DXC-generated code reads a matrix of 16-bit scalars in a structured buffer from other offsets";
    EMPTY_STRUCT_ARRAY = "P0515", "empty-struct-array", "DXC hangs on an array of empty structs in a struct of a constant buffer";
    REFLECTION_MISCOUNTS = "P0516", "reflection-miscounts", "DXC's reflection reports a wrong size or element count for an array of matrices";
    MATRIX_TAIL = "P0517", "matrix-tail", "member overlaps what Vulkan counts as the tail padding of a matrix";
    STRIDE_TOO_SMALL = "P0518", "stride-too-small", "array stride is smaller than the element size";
    READ_BEYOND_BUFFER = "P0519", "read-beyond-buffer", "DXC-generated code reads a matrix component past the end of the buffer; DXC rejects that code";
    READ_CRASHES = "P0520", "read-crashes", "DXC crashes on code that reads a vector of 64-bit scalars across a 16-byte boundary";
    OFFSET_MISALIGNED = "P0530", "offset-misaligned", "explicit offset of a block member is not a multiple of its base alignment";
    LAYOUT_UNKNOWN = "P0531", "layout-unknown", "implementation-defined layout of a block";
    UNIFORM_STRIDE = "P0532", "uniform-stride", "array stride in a WGSL uniform buffer is not a multiple of 16 bytes";
    UNIFORM_OFFSET = "P0533", "uniform-offset", "struct or array in a WGSL uniform buffer is not at a multiple of 16 bytes";
    UNIFORM_GAP = "P0534", "uniform-gap", "member in a WGSL uniform buffer starts too close to the end of the preceding struct";
    FEATURE_MISSING = "P0535", "feature-missing", "module names an extension that the implementation does not have";
    ALIGN_IS_NOT = "P0536", "align-is-not", "alignment of a member differs from its `align` attribute";
    SIZE_IS_NOT = "P0537", "size-is-not", "size of a member differs from its `size` attribute";
    OFFSET_IS_NOT = "P0538", "offset-is-not", "offset of a member differs from its `offset` attribute";
    PLACED_ELSEWHERE = "P0539", "placed-elsewhere", "another implementation of the language places a member at a different offset";
    PUSH_CONSTANTS_TOO_LARGE = "P0540", "push-constants-too-large", "push constants exceed the size that every Vulkan implementation supports";
    BINDING_TOO_LARGE = "P0541", "binding-too-large", "buffer exceeds the size that every WebGPU implementation supports";
    READ_COUNTS_PADDING = "P0542", "read-counts-padding", "clang-generated code counts padding as fields of a struct and reads another offset";
    READ_OTHER_MAJOR = "P0543", "read-other-major", "DXC-generated code ignores the majorness of a matrix in the type argument of a structured buffer";
    STRIDE_IS_NOT = "P0544", "stride-is-not", "stride of an array differs from its `stride` attribute";
}
