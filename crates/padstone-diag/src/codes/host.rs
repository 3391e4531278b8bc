//! P13xx: structs of the host.

codes! {
    HOST_STRUCT_UNKNOWN = "P1301", "host-struct-unknown", "The debug information of a program has no struct of that name, or several.";
    HOST_UNREADABLE = "P1302", "host-unreadable", "A program, or its debug information, cannot be read.";
    HOST_DIFFERS = "P1303", "host-differs", "A struct of a program and a buffer of a shader have different layouts.";
    HOST_BUFFER_SIZE = "P1304", "host-buffer-size", "The size of a constant buffer of D3D11 is not a multiple of 16 bytes.";
}
