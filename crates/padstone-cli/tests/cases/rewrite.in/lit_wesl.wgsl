import package::shapes::Shape;
@if(EXTRA) @group(0) @binding(1) var<uniform> extra: vec4f;
@group(0) @binding(0) var<uniform> shape: Shape;
@fragment fn main() -> @location(0) vec4f { return vec4f(shape.near + shape.far, 0.0, 1.0); }
