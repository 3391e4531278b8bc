// Other declarations are unchanged: directives, overrides, assertions, comments, and structs that are passed between stages.
diagnostic(off, derivative_uniformity);

/* a struct of locations, which also has /* nested */ comments */
struct Vertex { @builtin(position) place: vec4f, @location(0) shade: f32 }
override scale: f32 = 2.0;
const COUNT = 3;
const_assert COUNT == 3;
struct Settings { weight: f32, // the first
    items: array<vec4f, COUNT>, offset: vec2f /* the last */, }
@group(0) @binding(0) var<uniform> settings: Settings;
@group(0) @binding(1) var<storage, read_write> results: array<f32, 8>;

@vertex fn vertex(@builtin(vertex_index) index: u32) -> Vertex {
    var out: Vertex;
    out.place = settings.items[index % 3u];
    out.shade = settings.weight;
    return out;
}

@fragment fn fragment(in: Vertex) -> @location(0) vec4f { return in.place * in.shade; }

@compute @workgroup_size(1)
fn main() {
    results[0] = settings.weight;
    results[1] = settings.items[2].z + settings.offset.y;
}
