// rewrite legalize-uniform
requires // for the weights
    packed_4x8_integer_dot_product; /* for dot4U8Packed */
requires readonly_and_readwrite_storage_textures /* kept */ ;
requires pointer_composite_access;
struct Cell { weights: vec4<f32> }
@group(0) @binding(0) var<uniform> cell: Cell;
@fragment fn main() -> @location(0) vec4f { return vec4f(cell.weights.y); }
