//! P08xx: the language WGSL, in both editions.

codes! {
    WGSL_EDITION = "P0801", "wgsl-edition", "The syntax is that of the other edition of WGSL.";
    RESERVED_WORD = "P0802", "reserved-word", "A name is a keyword, reserved, or begins with two underscores.";
    WGSL_NUMBER = "P0803", "wgsl-number", "A number is malformed, or does not fit its type.";
    OPERATORS_MIXED = "P0804", "operators-mixed", "Operators stand beside each other that need parentheses between them.";
    DIRECTIVE_ORDER = "P0805", "directive-order", "A directive stands behind a declaration.";
    WGSL_CHARACTER = "P0806", "wgsl-character", "A character that no WGSL program may contain at this place.";
    UNRESOLVED_NAME = "P0820", "unresolved-name", "A name is not declared.";
    CYCLIC_DECLARATION = "P0821", "cyclic-declaration", "A declaration depends on itself.";
    NAME_TAKEN = "P0822", "name-taken", "Two declarations at module scope, or two parameters, have the same name.";
    WRONG_KIND_OF_NAME = "P0823", "wrong-kind-of-name", "A name stands for something else than what is needed, for example a type where a value is.";
    NO_OVERLOAD = "P0824", "no-overload", "No operator, function or constructor takes arguments of these types.";
    TYPE_MISMATCH = "P0825", "type-mismatch", "A value is of another type than what it is given to.";
    CONST_ASSERT_FAILED = "P0826", "const-assert-failed", "The condition of a const_assert is false.";
    EXTENSION_UNKNOWN = "P0827", "extension-unknown", "A directive names an extension or a language feature that does not exist.";
    EXTENSION_MISSING = "P0828", "extension-missing", "Something is used whose extension is not enabled.";
    DIAGNOSTIC_CONTROL = "P0829", "diagnostic-control", "A diagnostic directive or attribute has an unknown severity or rule, or contradicts another.";
    ADDRESS_SPACE = "P0830", "address-space", "A variable has no address space, or one that it cannot have.";
    ACCESS_MODE = "P0831", "access-mode", "An access mode is one that the address space, the type or the texture cannot have.";
    STORE_TYPE = "P0832", "store-type", "A type cannot lie in the address space of its variable.";
    RUNTIME_ARRAY_PLACE = "P0833", "runtime-array-place", "An array stands where its size must be known, and it is not.";
    PART_TYPE = "P0834", "part-type", "A type cannot be that of a member or an element.";
    STRUCT_EMPTY = "P0835", "struct-empty", "A struct has no members.";
    TYPE_TOO_LARGE = "P0836", "type-too-large", "A type has more bytes, members or levels than WGSL, or the compiler, allows.";
    MEMBER_ALIGN = "P0837", "member-align", "An alignment is no power of two, or none that the member's type can have.";
    MEMBER_SIZE = "P0838", "member-size", "A size is smaller than the member's type, or stands on a member whose size is not known.";
    BINDING_MISSING = "P0839", "binding-missing", "A resource has no group or no binding.";
    BINDING_SHARED = "P0840", "binding-shared", "Two resources of one entry point have the same group and binding.";
    SHADER_IO = "P0841", "shader-io", "A parameter or result of an entry point has no attributes that connect it, or unsuitable ones.";
    SHADER_STAGE = "P0842", "shader-stage", "An entry point lacks what its stage needs, or has what only another stage has.";
    ATTRIBUTE_TWICE = "P0843", "attribute-twice", "An attribute stands twice on one declaration.";
    ATTRIBUTE_UNKNOWN = "P0844", "attribute-unknown", "An attribute does not exist.";
    OVERRIDE_DECLARATION = "P0845", "override-declaration", "An override has a type that it cannot have, or shares its id.";
    FUNCTION_TYPE = "P0846", "function-type", "The type of a parameter or result is none that a function can have.";
    INDEX_OUT_OF_BOUNDS = "P0847", "index-out-of-bounds", "A constant index lies outside what it indexes.";
    INITIALIZER = "P0848", "initializer", "A declaration lacks its initialiser, or has one where it may not.";
    NO_REFERENCE = "P0850", "no-reference", "Something is assigned to, pointed to or followed that is no memory, or no pointer to it.";
    READ_ONLY = "P0851", "read-only", "Memory is written that can only be read.";
    NOT_LOADABLE = "P0852", "not-loadable", "A value is read or written as a whole that can be only in parts, or by functions.";
    RETURN_MISSING = "P0853", "return-missing", "A function that returns a value can come to its end without one.";
    JUMP = "P0854", "jump", "break, continue, return or discard stands where it has nowhere to go.";
    LOOP_ENDLESS = "P0855", "loop-endless", "A loop has no way out.";
    SWITCH = "P0856", "switch-clauses", "The clauses of a switch leave out a case, or have one twice.";
    ARGUMENT_COUNT = "P0857", "argument-count", "A function is called with more or fewer arguments than it has parameters.";
    RESULT_UNUSED = "P0858", "result-unused", "A value is computed that has to be used, and is not.";
}
