struct M { axes: mat2x3f, corners: array<vec3f, 2> }
@group(0) @binding(0) var<storage, read_write> ms: array<M>;
@group(0) @binding(1) var<storage, read_write> out: array<f32>;

@compute @workgroup_size(1)
fn main() {
    out[0] = length(ms[0].axes[1]) + ms[0].axes[0].y;
    ms[0].corners[1] = cross(ms[0].corners[0], vec3f(1.0, 0.0, 0.0));
}
