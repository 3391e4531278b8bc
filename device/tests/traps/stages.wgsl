// A struct is a stage input or output and also in a buffer: its attributes of the stage remain on the original.
// changed: inline, scalarize
struct Fragment { @location(0) uv: vec2f, @location(1) @interpolate(flat) id: u32 }
struct Log { count: u32, last: Fragment, n: u32 }
@group(0) @binding(0) var<storage, read_write> log: Log;

@fragment
fn paint(fragment: Fragment) -> @location(0) vec4f {
    log.last.uv = fragment.uv;
    log.last = fragment;
    return vec4f(log.last.uv, 0.0, 1.0);
}

@compute @workgroup_size(1)
fn main() {
    let fragment = Fragment(vec2f(1.0, 2.0), 3u);
    log.last = fragment;
    log.last.uv.y += 4.0;
    log.n += log.last.id;
}
