// rewrite legalize-uniform
requires uniform_buffer_standard_layout, // for the weights
    packed_4x8_integer_dot_product; /* for dot4U8Packed */
requires readonly_and_readwrite_storage_textures, /* kept */ uniform_buffer_standard_layout;
requires uniform_buffer_standard_layout, pointer_composite_access;
struct Cell { weights: array<f32, 2> }
@group(0) @binding(0) var<uniform> cell: Cell;
@fragment fn main() -> @location(0) vec4f { return vec4f(cell.weights[1]); }
