// rewrite pin --padding-members
enable f16;
struct Range { @align(64) first: u32, count: u32, @size(56) _pad: u32 }
struct Draw {
    id: u32,
    @size(60) _pad: u32, // of the draw
    range: Range,
    tint: vec3f,
    @size(8) small: f16,
    _pad_1: u32, tail: vec3<f16>, _pad_2: f16,
    word: u32,
    @size(28) _pad_3: u32,
}
struct Written { @align(4) @size(8) a: u32, @align(8) @size(8) b: vec2u }
struct Made { @align(4) @size(8) a: u32, @align(8) @size(8) b: vec2u }
struct Io { @location(0) a: f32, @location(1) b: vec2f }
@group(0) @binding(0) var<storage> draw: Draw;
@group(0) @binding(1) var<storage, read_write> out: array<Written>;
@group(0) @binding(2) var<storage> made: Made;
@group(0) @binding(3) var<storage> io: Io;
fn copy() -> Made { return Made(made.a, vec2u(0)); }
@fragment fn paint(io_in: Io) -> @location(0) vec4f { return vec4f(io_in.b, io.b); }
