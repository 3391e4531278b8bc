//! P09xx: the language GLSL.

codes! {
    GLSL_VERSION = "P0901", "glsl-version", "The `#version` is missing, unknown, out of place, or none that the target takes.";
    VERSION_TOO_OLD = "P0902", "version-too-old", "The version of GLSL that the shader asks for does not have something that it uses.";
    GLSL_EXTENSION_MISSING = "P0903", "glsl-extension-missing", "Something needs an extension that the shader does not ask for.";
    GLSL_EXTENSION_UNKNOWN = "P0904", "glsl-extension-unknown", "There is no extension of that name.";
    GLSL_EXTENSION_SYNTAX = "P0905", "glsl-extension-syntax", "An `#extension` is not of the form `NAME : require`.";
    GLSL_EXTENSION_USED = "P0906", "glsl-extension-used", "Something needs an extension of which the shader wants to hear when it is used.";
    NAME_RESERVED = "P0907", "name-reserved", "A name is one that the language keeps for itself.";
    NAME_CONFLICT = "P0908", "name-conflict", "Two declarations of one name cannot stand side by side.";
    LAYOUT_QUALIFIER_UNKNOWN = "P0909", "layout-qualifier-unknown", "There is no layout qualifier of that name, or the stage does not have it.";
    LAYOUT_QUALIFIER_VALUE = "P0910", "layout-qualifier-value", "The value of a layout qualifier is missing, superfluous or out of range.";
    LAYOUT_QUALIFIER_PLACE = "P0911", "layout-qualifier-place", "A layout qualifier stands on something that it cannot apply to.";
    QUALIFIER_PLACE = "P0912", "qualifier-place", "A qualifier stands on something that it cannot apply to, or contradicts another.";
    GLSL_BINDING_MISSING = "P0913", "glsl-binding-missing", "A block, sampler, texture or image of Vulkan has no binding.";
    LOOSE_UNIFORM = "P0914", "loose-uniform", "A uniform of Vulkan lies outside of all blocks and is no sampler, texture or image.";
    PACKING_UNPLACED = "P0915", "packing-unplaced", "A block of Vulkan is `shared` or `packed`, which only OpenGL can place.";
    OPAQUE_IN_BLOCK = "P0916", "opaque-in-block", "A sampler, image or counter lies in a block.";
    OPAQUE_PLACE = "P0917", "opaque-place", "A sampler, image or counter is declared otherwise than as a uniform.";
    NESTED_DEFINITION = "P0918", "nested-definition", "A struct is defined inside a struct or block.";
    EMPTY_RECORD = "P0919", "empty-record", "A struct or block has no members.";
    IMPLICIT_SIZE = "P0920", "implicit-size", "An array without a size is used in a way that needs one.";
    TARGET_LACKS = "P0921", "target-lacks", "Something of the shader is not there on the target, Vulkan or OpenGL.";
    STAGE_LACKS = "P0922", "stage-lacks", "Something of the shader is not there in its stage.";
    PRECISION_MISSING = "P0923", "precision-missing", "A type of GLSL ES has no precision, and none is the default.";
    IMAGE_FORMAT = "P0924", "image-format", "An image has no format, or one that does not fit its type.";
    CONSTANT_ID = "P0925", "constant-id", "A specialization constant is none that can be specialized, or its number is taken.";
    ALIGN_IGNORED = "P0926", "align-ignored", "glslang ignores `align` in a block that does not name its packing itself.";
    COMPUTED_SIZE = "P0927", "computed-size", "glslang gives an array room for one element if its size is computed from a specialization constant.";
    REFERENCE_INSTANCE = "P0928", "reference-instance", "A block for references has an instance name, which makes it an ordinary buffer as well.";
    PUSH_CONSTANT_ARRAY = "P0929", "push-constant-array", "A block of push constants is an array.";
    INITIALIZER_MISMATCH = "P0930", "initializer-mismatch", "The value of a constant does not fit its type.";
    LOCATION_MISSING = "P0931", "location-missing", "An input or output of Vulkan has no location.";
    NAME_UNKNOWN = "P0932", "name-unknown", "A name in a constant expression is not declared.";
}
