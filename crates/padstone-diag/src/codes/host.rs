//! P13xx: structs of the host.

codes! {
    HOST_STRUCT_UNKNOWN = "P1301", "host-struct-unknown", "The debug information of a program has no struct of that name, or several.";
    HOST_UNREADABLE = "P1302", "host-unreadable", "A program, or its debug information, cannot be read.";
}
