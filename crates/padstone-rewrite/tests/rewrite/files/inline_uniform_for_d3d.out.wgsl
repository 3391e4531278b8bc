// rewrite inline --for d3d
// In a GLSL uniform buffer, the size of a struct is a multiple of 16 bytes; in a storage buffer it need not be.
struct Range { first: f32, count: f32 }
struct View { range: Range, near: f32, far: f32, clip: Range }
struct Draws { range: Range, id: u32 }
@group(0) @binding(0) var<uniform> view: View;
@group(0) @binding(1) var<storage, read_write> draws: Draws;

fn depth() -> f32 {
    draws.range = view.range;
    return view.range.first + view.near + view.clip.count;
}
