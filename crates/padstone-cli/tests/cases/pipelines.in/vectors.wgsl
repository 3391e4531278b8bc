@group(0) @binding(0) var<uniform> color: vec3f;
@group(0) @binding(1) var<storage> offset: vec3<u32>;
@group(0) @binding(2) var<storage> colors: array<vec3f>;

struct Light {
    color: vec3f,
}
@group(0) @binding(3) var<uniform> light: Light;

@fragment fn main() -> @location(0) vec4f {
    return vec4f(color + colors[offset.x] + light.color, 1.0);
}
