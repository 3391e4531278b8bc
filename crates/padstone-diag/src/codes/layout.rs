//! P05xx: layouts.

codes! {
    LAYOUT_OVERFLOW = "P0501", "layout-overflow", "A size or an offset exceeds what can be represented.";
    TYPE_TOO_DEEP = "P0502", "type-too-deep", "A type nests too deeply to be laid out.";
    ARRAY_UNSIZED = "P0503", "array-unsized", "An array has no size where one is needed.";
    CBUFFER_TOO_LARGE = "P0504", "cbuffer-too-large", "A constant buffer is larger than D3D allows.";
    ELEMENT_TOO_LARGE = "P0505", "element-too-large", "An element of a structured buffer is larger than D3D allows.";
    MEMBERS_OVERLAP = "P0506", "members-overlap", "Two members lie over one another, and the compiler accepts it.";
    ARRAY_EMPTY = "P0507", "array-empty", "An array has no elements.";
    INTEGER_COLUMN_MATRIX = "P0508", "integer-column-matrix", "DXC has no column-major matrices of integers or booleans in SPIR-V buffers.";
    PACKED_BYTES = "P0509", "packed-bytes", "DXC has no layout for packed bytes in SPIR-V buffers.";
    MATRIX_STRIDE_LOST = "P0510", "matrix-stride-lost", "DXC writes no MatrixStride for matrices in arrays of arrays.";
    RESOURCE_IN_BLOCK = "P0511", "resource-in-block", "A resource lies inside a struct of a SPIR-V buffer, which Vulkan does not allow.";
    READ_FROM_ROW_START = "P0512", "read-from-row-start", "DXC reads a matrix from the start of its row, not from where it lies.";
    READ_WIDE_MATRIX = "P0513", "read-wide-matrix", "DXC reads a matrix of 64-bit numbers from other places than where they lie.";
    READ_HALF_MATRIX = "P0514", "read-half-matrix", "DXC reads a matrix of 16-bit numbers in a structured buffer from other places than where they lie.";
    EMPTY_STRUCT_ARRAY = "P0515", "empty-struct-array", "DXC does not come to an end on an array of empty structs inside a struct of a constant buffer.";
    REFLECTION_MISCOUNTS = "P0516", "reflection-miscounts", "DXC's reflection reports a wrong size or number of elements for an array of matrices.";
    MATRIX_TAIL = "P0517", "matrix-tail", "A member lies behind the last vector of a matrix, in what Vulkan takes for a part of it.";
    STRIDE_TOO_SMALL = "P0518", "stride-too-small", "The elements of an array lie over one another, or all at one place.";
    READ_BEYOND_BUFFER = "P0519", "read-beyond-buffer", "DXC reads a number of a matrix from beyond the end of its buffer, and refuses the code.";
    READ_CRASHES = "P0520", "read-crashes", "DXC crashes on code that reads a vector of 64-bit numbers across the border of a register.";
    OFFSET_MISALIGNED = "P0530", "offset-misaligned", "An explicit offset of a member of a block is no multiple of its base alignment.";
    LAYOUT_UNKNOWN = "P0531", "layout-unknown", "The implementation decides where the members of a block lie.";
    UNIFORM_STRIDE = "P0532", "uniform-stride", "The elements of an array in a uniform buffer of WGSL do not lie a multiple of 16 bytes apart.";
    UNIFORM_OFFSET = "P0533", "uniform-offset", "A struct or array in a uniform buffer of WGSL does not begin at a multiple of 16 bytes.";
    UNIFORM_GAP = "P0534", "uniform-gap", "A member in a uniform buffer of WGSL lies too near behind a struct.";
    FEATURE_MISSING = "P0535", "feature-missing", "The module requires a language feature that the implementation does not know.";
    ALIGN_IS_NOT = "P0536", "align-is-not", "A member is not aligned as its attribute `align` says.";
    SIZE_IS_NOT = "P0537", "size-is-not", "A member does not take the bytes that its attribute `size` says.";
    OFFSET_IS_NOT = "P0538", "offset-is-not", "A member does not lie where its attribute `offset` says.";
    PLACED_ELSEWHERE = "P0539", "placed-elsewhere", "Another implementation of the language places a member elsewhere.";
    PUSH_CONSTANTS_TOO_LARGE = "P0540", "push-constants-too-large", "Push constants are larger than every implementation of Vulkan allows.";
    BINDING_TOO_LARGE = "P0541", "binding-too-large", "A buffer is larger than every implementation of WebGPU allows.";
}
