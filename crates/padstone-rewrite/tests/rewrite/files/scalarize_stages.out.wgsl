// rewrite scalarize
// A struct that is passed between stages keeps its attributes; memory gets a separate struct.
struct Vertex { @location(0) uv: vec2f, @location(1) @interpolate(flat) id: u32 }

struct Vertex_scalars {
    @align(8) uv_x: f32,
    uv_y: f32,
    @size(8) id: u32,
}
struct Log { @align(8) last: Vertex_scalars, @size(8) n: u32 }
@group(0) @binding(0) var<storage, read_write> log: Log;

@fragment fn main(vertex: Vertex) {
    {
        let value: vec2<f32> = vertex.uv;
        log.last.uv_x = value.x;
        log.last.uv_y = value.y;
    }
    log.last.uv_x = vertex.uv.x;
    log.last.uv_y = vertex.uv.y;
    log.last.id = vertex.id;
}
