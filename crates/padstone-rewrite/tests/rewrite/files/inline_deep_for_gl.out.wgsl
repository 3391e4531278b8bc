// rewrite inline --for gl
// `range` is at offset 4 of its struct, where a uniform buffer cannot contain a struct.
struct View { part_id: f32, part_range_first: f32, part_range_count: f32, near: f32 }
@group(0) @binding(0) var<uniform> view: View;
fn foo() -> f32 { return view.part_id + view.part_range_count + view.near; }
