//! P13xx: host structs.

codes! {
    HOST_STRUCT_UNKNOWN = "P1301", "host-struct-unknown", "debug information of a program contains no struct with this name, or several";
    HOST_UNREADABLE = "P1302", "host-unreadable", "program or its debug information cannot be read";
    HOST_DIFFERS = "P1303", "host-differs", "host struct and shader buffer have different layouts";
    HOST_BUFFER_SIZE = "P1304", "host-buffer-size", "size of a D3D11 constant buffer is not a multiple of 16 bytes";
}
