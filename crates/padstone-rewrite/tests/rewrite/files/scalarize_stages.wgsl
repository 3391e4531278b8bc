// rewrite scalarize
// A struct that goes through the stages keeps what it says of them; memory gets one of its own.
struct Vertex { @location(0) uv: vec2f, @location(1) @interpolate(flat) id: u32 }
struct Log { last: Vertex, n: u32 }
@group(0) @binding(0) var<storage, read_write> log: Log;

@fragment fn main(vertex: Vertex) {
    log.last.uv = vertex.uv;
    log.last = vertex;
}
