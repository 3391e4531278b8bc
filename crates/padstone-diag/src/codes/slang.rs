//! P11xx: the language Slang.

codes! {
    MODULE_NOT_FOUND = "P1101", "module-not-found", "There is no file of the name of a module that is imported or included.";
    NOT_VISIBLE = "P1102", "not-visible", "A name of another module is used that is not public there.";
    INTERFACE_UNIMPLEMENTED = "P1103", "interface-unimplemented", "A type lacks something of an interface that it says it implements.";
    CONSTRAINT_UNMET = "P1104", "constraint-unmet", "A type is put in for a parameter of a generic, or for an associated type, whose constraint it does not meet.";
    STAGE_UNKNOWN = "P1105", "stage-unknown", "There is no stage of that name.";
    STAGE_MISSING = "P1106", "stage-missing", "A function is asked for as an entry point and says nothing about its stage.";
    CONST_NOT_STATIC = "P1107", "const-not-static", "A global constant with a value is not `static`.";
    VOID_VALUE = "P1108", "void-value", "A variable is of the type `void`.";
    UNSIZED_PLACE = "P1109", "unsized-place", "An array without a size stands where one is needed.";
    ARRAY_OF_BLOCKS = "P1110", "array-of-blocks", "An array or a structured buffer has parameter blocks in its elements.";
    TOO_MANY_BUFFERS = "P1111", "too-many-buffers", "The parameters of a program hold more buffers than are supported.";
    STATIC_OPAQUE = "P1112", "static-opaque", "A `static` global is of a type that only parameters can have.";
    SECOND_BASE = "P1113", "second-base", "A struct is derived from more than one other.";
    COUNT_OPEN = "P1114", "count-open", "An array or a vector has a number of elements that is known only when the program is specialized or linked.";
    ATTRIBUTE_PLACEMENT = "P1115", "attribute-placement", "An attribute that the source declares stands on something that it is not for.";
    PACK_NOT_LAST = "P1116", "pack-not-last", "A parameter of a generic stands behind one that takes any number of arguments.";
    DECLARES_NOTHING = "P1117", "declares-nothing", "A type stands alone, with nothing that is declared of it.";
    CLASS_VALUE = "P1118", "class-value", "A parameter holds a value of a class, which has no layout.";
    SPECIALIZATION_TYPE = "P1119", "specialization-type", "A specialization constant is not of a number or truth.";
    CONST_WITHOUT_VALUE = "P1120", "const-without-value", "A `static const` has no value, and is not `extern`.";
    LINKED_NOT_CONST = "P1121", "linked-not-const", "What is `extern` or `export` is `static` or `const`, and not both.";
    OPTIONAL_OBJECT = "P1122", "optional-object", "An `Optional` holds an object, or a struct that has one.";
    PAYLOAD_ACCESS = "P1123", "payload-access", "A member of a ray's payload does not say who reads and writes it, or says it of something that does neither.";
    MODIFIER_PLACE = "P1130", "modifier-place", "A word stands before a declaration that it is not for.";
    MODIFIER_TWICE = "P1131", "modifier-twice", "A word stands before a declaration twice, or beside one that excludes it.";
    VISIBILITY = "P1132", "visibility", "A declaration cannot be as visible as it says where it stands.";
    TYPE_LESS_VISIBLE = "P1133", "type-less-visible", "A declaration is more visible than a type that it is declared with.";
    LAYOUT_WORD = "P1134", "layout-word", "A word in `layout(…)` is none, or lacks its value.";
    IMPORT_FAILED = "P1135", "import-failed", "A module that is imported has an error.";
    SYSTEM_VALUE = "P1136", "system-value", "A value of the system is none, or is not there in the stage.";
    SYSTEM_VALUE_TYPE = "P1137", "system-value-type", "A value of the system is declared as a type that it cannot be made into.";
    STAGE_INCOMPLETE = "P1138", "stage-incomplete", "An entry point lacks an attribute or parameter that its stage needs.";
    STAGE_CONFLICT = "P1139", "stage-conflict", "A profile says another stage for an entry point than `-stage`.";
    BASE_TYPE = "P1140", "base-type", "A struct is derived from something that is neither a struct nor an interface.";
    FORWARD_CONSTRAINT = "P1141", "forward-constraint", "The constraint of a parameter mentions one that is not declared before it.";
    REQUIRED_CONSTANT = "P1142", "required-constant", "A variable stands in an interface that it cannot ask for.";
    AMBIGUOUS_NAME = "P1143", "ambiguous-name", "A name is used that is declared twice.";
    DECLARATION_PLACE = "P1144", "declaration-place", "Something is declared where it cannot be.";
    NO_INTERFACE = "P1145", "no-interface", "What a type is asked to implement is no interface.";
    GENERIC_BASE = "P1146", "generic-base", "A struct is derived from an instance of a generic whose members depend on its arguments.";
    NOT_A_NAMESPACE = "P1147", "not-a-namespace", "What is used by its name alone is no namespace.";
    ENUM_TAG = "P1148", "enum-tag", "The values of an enumeration are said to be of a type that is no integer.";
    SEALED = "P1149", "sealed", "A type is derived from an interface or a struct that is sealed: only those of its own module are.";
}
