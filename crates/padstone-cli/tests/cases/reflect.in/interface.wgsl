struct Varyings {
    @builtin(position) position: vec4f,
    @location(0) uv: vec2f,
    @location(1) @interpolate(flat) id: u32,
    @location(2) @interpolate(linear, centroid) depth: f32,
}

@vertex fn vertex(@location(0) position: vec3f, @builtin(vertex_index) index: u32) -> Varyings {
    var out: Varyings;
    return out;
}

@fragment fn fragment(in: Varyings) -> @location(0) vec4f {
    return vec4f();
}
