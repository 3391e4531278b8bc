// rewrite inline --for gl
// `range` is at offset 4 of its struct, where a uniform buffer cannot contain a struct.
struct Range { first: f32, count: f32 }
struct Part { id: f32, range: Range }
struct View { part: Part, near: f32 }
@group(0) @binding(0) var<uniform> view: View;
fn foo() -> f32 { return view.part.id + view.part.range.count + view.near; }
