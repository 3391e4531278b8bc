// rewrite pin --padding-members
enable f16;
struct Range { @align(64) first: u32, count: u32 }
struct Draw {
    id: u32, // of the draw
    range: Range,
    tint: vec3f,
    @size(8) small: f16, tail: vec3<f16>,
    word: u32,
}
struct Written { a: u32, b: vec2u }
struct Made { a: u32, b: vec2u }
struct Io { @location(0) a: f32, @location(1) b: vec2f }
@group(0) @binding(0) var<storage> draw: Draw;
@group(0) @binding(1) var<storage, read_write> out: array<Written>;
@group(0) @binding(2) var<storage> made: Made;
@group(0) @binding(3) var<storage> io: Io;
fn copy() -> Made { return Made(made.a, vec2u(0)); }
@fragment fn paint(io_in: Io) -> @location(0) vec4f { return vec4f(io_in.b, io.b); }
