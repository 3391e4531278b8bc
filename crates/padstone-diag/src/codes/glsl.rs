//! P09xx: the language GLSL.

codes! {
    GLSL_VERSION = "P0901", "glsl-version", "`#version` is missing, unknown, misplaced, or not supported by the target";
    VERSION_TOO_OLD = "P0902", "version-too-old", "feature requires a later version of GLSL than the shader specifies";
    GLSL_EXTENSION_MISSING = "P0903", "glsl-extension-missing", "feature requires an extension that the shader does not enable";
    GLSL_EXTENSION_UNKNOWN = "P0904", "glsl-extension-unknown", "unknown extension";
    GLSL_EXTENSION_SYNTAX = "P0905", "glsl-extension-syntax", "malformed `#extension`: expected `NAME : require`";
    GLSL_EXTENSION_USED = "P0906", "glsl-extension-used", "extension used under `#extension … : warn`";
    NAME_RESERVED = "P0907", "name-reserved", "name reserved by the language";
    NAME_CONFLICT = "P0908", "name-conflict", "conflicting declarations of one name";
    LAYOUT_QUALIFIER_UNKNOWN = "P0909", "layout-qualifier-unknown", "unknown layout qualifier, or one that the stage does not support";
    LAYOUT_QUALIFIER_VALUE = "P0910", "layout-qualifier-value", "layout qualifier value is missing, not allowed, or out of range";
    LAYOUT_QUALIFIER_PLACE = "P0911", "layout-qualifier-place", "layout qualifier not applicable to this declaration";
    QUALIFIER_PLACE = "P0912", "qualifier-place", "qualifier not applicable to this declaration, or in conflict with another";
    GLSL_BINDING_MISSING = "P0913", "glsl-binding-missing", "Vulkan block, sampler, texture, or image without a binding";
    LOOSE_UNIFORM = "P0914", "loose-uniform", "Vulkan uniform outside a block that is not a sampler, texture, or image";
    PACKING_UNPLACED = "P0915", "packing-unplaced", "`shared` or `packed` block, which only OpenGL drivers can lay out, in a Vulkan shader";
    OPAQUE_IN_BLOCK = "P0916", "opaque-in-block", "sampler, image, or counter in a block";
    OPAQUE_PLACE = "P0917", "opaque-place", "sampler, image, or counter that is not a uniform";
    NESTED_DEFINITION = "P0918", "nested-definition", "struct defined inside a struct or block";
    EMPTY_RECORD = "P0919", "empty-record", "struct or block without members";
    IMPLICIT_SIZE = "P0920", "implicit-size", "unsized array used where a size is required";
    TARGET_LACKS = "P0921", "target-lacks", "feature not supported by the target, Vulkan or OpenGL";
    STAGE_LACKS = "P0922", "stage-lacks", "feature not supported in this stage";
    PRECISION_MISSING = "P0923", "precision-missing", "GLSL ES type without a precision and without a default precision";
    IMAGE_FORMAT = "P0924", "image-format", "image format is missing or does not match the image type";
    CONSTANT_ID = "P0925", "constant-id", "declaration cannot be a specialization constant, or its id is already used";
    ALIGN_IGNORED = "P0926", "align-ignored", "glslang ignores `align` in a block without a packing qualifier of its own";
    COMPUTED_SIZE = "P0927", "computed-size", "glslang allocates one element for an array whose size depends on a specialization constant";
    REFERENCE_INSTANCE = "P0928", "reference-instance", "buffer reference block with an instance name, which also makes it an ordinary buffer";
    PUSH_CONSTANT_ARRAY = "P0929", "push-constant-array", "array of push constant blocks";
    INITIALIZER_MISMATCH = "P0930", "initializer-mismatch", "constant initializer does not match its type";
    LOCATION_MISSING = "P0931", "location-missing", "Vulkan stage input or output without a location";
    NAME_UNKNOWN = "P0932", "name-unknown", "undeclared name in a constant expression";
    LOCATION_OVERLAP = "P0933", "location-overlap", "stage input, output, or uniform at the location of another";
    FLAT_MISSING = "P0934", "flat-missing", "fragment input of integers or doubles without `flat`";
    COUNTER_OVERLAP = "P0935", "counter-overlap", "atomic counter at the offset of another in one binding";
}
