// rewrite scalarize
// A struct that is passed between stages keeps its attributes; memory gets a separate struct.
struct Vertex { @location(0) uv: vec2f, @location(1) @interpolate(flat) id: u32 }
struct Log { last: Vertex, n: u32 }
@group(0) @binding(0) var<storage, read_write> log: Log;

@fragment fn main(vertex: Vertex) {
    log.last.uv = vertex.uv;
    log.last = vertex;
}
