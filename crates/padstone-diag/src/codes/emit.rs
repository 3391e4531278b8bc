//! P07xx: outputs.

codes! {
    NOTHING_COMPARED = "P0700", "nothing-compared", "compared files have no buffer and no struct of the same name";
    TOO_MANY_ROWS = "P0701", "too-many-rows", "buffer has more members than padstone can list";
    STRUCT_OVERLAP = "P0702", "struct-overlap", "members overlap, so no struct type can contain all of them";
    LLVM_TOO_LARGE = "P0703", "llvm-type-too-large", "type is too large for the target's pointers";
    LLVM_TOO_LONG = "P0704", "llvm-type-too-long", "textual form of a type is too long to be useful";
    COPY_DIFFERS = "P0705", "copy-differs", "layouts store a member differently, so a bytewise copy is impossible";
    SPIRV_MISALIGNED = "P0706", "spirv-misaligned", "member offset is not a multiple of its widest scalar, as SPIR-V requires";
    SPIRV_STRIDE = "P0707", "spirv-stride", "elements overlap, or their stride is not a multiple of their widest scalar, as SPIR-V requires";
    SPIRV_TAIL = "P0708", "spirv-tail", "member overlaps what SPIR-V counts as the tail padding of a matrix";
    SPIRV_TOO_LARGE = "P0709", "spirv-too-large", "offset, size, or member count exceeds what SPIR-V can encode";
    SPIRV_BITFIELD = "P0710", "spirv-bitfield", "SPIR-V has no integer for the bytes of a bit-field";
    SPIRV_DIMENSIONS = "P0711", "spirv-dimensions", "array of blocks with more than one dimension, which Vulkan does not support";
    BUFFER_UNKNOWN = "P0720", "buffer-unknown", "unknown buffer or struct";
    HOST_TOO_LARGE = "P0721", "host-too-large", "buffer or struct is too large for a host struct";
    HOST_OVERLAP = "P0722", "host-overlap", "member overlaps another, so the host struct has no field for it";
    SOURCE_UNCHANGED = "P0723", "source-unchanged", "source file cannot be edited in place";
    HOST_NARROW = "P0724", "host-narrow", "host library has no type for scalars of a buffer or struct";
    NOT_IN_LAYOUT = "P0725", "not-in-layout", "parameter or requested name has no counterpart in the emitted layout";
    PUSH_CONSTANTS_LARGE = "P0726", "push-constants-large", "push constant block exceeds the size that every device supports";
    ROOT_SIGNATURE_LARGE = "P0727", "root-signature-large", "root signature exceeds D3D12's 64 DWORDs";
    NOT_SPLIT = "P0728", "not-split", "parameter cannot be split into declarations of its parts";
    DESCRIPTORS_COLLIDE = "P0729", "descriptors-collide", "two different descriptors have the same binding or register";
    STRUCT_USE_IN_MACRO = "P0730", "struct-use-in-macro", "macro uses a constant of a buffer that padstone replaces";
    STRUCT_USE_AMBIGUOUS = "P0731", "struct-use-ambiguous", "two buffers that padstone replaces have constants of the same name";
    MACRO_REPLACES_NAME = "P0732", "macro-replaces-name", "macro of the output has the name of a declaration, which it would replace";
    STRUCT_USE_INCLUDED = "P0733", "struct-use-included", "included file uses a constant of a buffer that padstone replaces";
    STRUCT_MISPLACED = "P0734", "struct-misplaced", "no struct has the constants of a buffer at their offsets under its rules";
    BUFFER_AMBIGUOUS = "P0735", "buffer-ambiguous", "several buffers or structs have the requested name";
    STRUCT_USE_UNCLEAR = "P0736", "struct-use-unclear", "name may be a constant of a buffer that padstone replaces, or another declaration";
    STRUCT_LAYOUTS = "P0737", "struct-layouts", "buffers lay out the requested struct under several rule sets";
    SPIRV_OPAQUE_MEMBER = "P0738", "spirv-opaque-member", "member is an interface or a resource with bytes, which SPIR-V cannot express";
}
