//! P07xx: outputs.

codes! {
    TOO_MANY_ROWS = "P0701", "too-many-rows", "A buffer has more members than can be listed.";
    STRUCT_OVERLAP = "P0702", "struct-overlap", "Members share bytes, so no struct type can hold them all.";
    LLVM_TOO_LARGE = "P0703", "llvm-type-too-large", "A type is too large for the pointers of the target.";
    LLVM_TOO_LONG = "P0704", "llvm-type-too-long", "The text of a type is too long to be of use.";
    COPY_DIFFERS = "P0705", "copy-differs", "Two layouts store something differently, so that it cannot be copied byte by byte.";
    SPIRV_MISALIGNED = "P0706", "spirv-misaligned", "A member does not lie at a multiple of its widest number, as SPIR-V asks for.";
    SPIRV_STRIDE = "P0707", "spirv-stride", "Elements share bytes, or do not lie at multiples of their widest number, as SPIR-V asks for.";
    SPIRV_TAIL = "P0708", "spirv-tail", "A member lies in what SPIR-V takes for the padding of a matrix.";
    SPIRV_TOO_LARGE = "P0709", "spirv-too-large", "An offset, a size or the number of members exceeds what SPIR-V can say.";
    SPIRV_BITFIELD = "P0710", "spirv-bitfield", "Bit-fields take bytes that no integer of SPIR-V has.";
    SPIRV_DIMENSIONS = "P0711", "spirv-dimensions", "An array of blocks has more dimensions than the one that Vulkan knows.";
    BUFFER_UNKNOWN = "P0720", "buffer-unknown", "There is no buffer or struct of the name that was asked for.";
    HOST_TOO_LARGE = "P0721", "host-too-large", "A buffer or struct is too large for a struct of the host.";
    HOST_OVERLAP = "P0722", "host-overlap", "A member shares bytes with another, so that a struct of the host has no field for it.";
    SOURCE_UNCHANGED = "P0723", "source-unchanged", "A source file cannot be edited in place.";
    HOST_NARROW = "P0724", "host-narrow", "A buffer or struct has numbers that a library of the host cannot write.";
    NOT_IN_LAYOUT = "P0725", "not-in-layout", "A parameter, or a name that was asked for, has no counterpart in the layout that is emitted.";
    PUSH_CONSTANTS_LARGE = "P0726", "push-constants-large", "A block of push constants is larger than what every device has.";
    ROOT_SIGNATURE_LARGE = "P0727", "root-signature-large", "A root signature takes more than the 64 DWORDs that D3D12 has room for.";
    NOT_SPLIT = "P0728", "not-split", "A parameter cannot be written down as declarations of its parts.";
    DESCRIPTORS_COLLIDE = "P0729", "descriptors-collide", "Two descriptors are at one binding or register that a layout has room for one of.";
}
