// rewrite pin
// The declarations of other files are unknown.
#import bevy_pbr::mesh_view_types::View
@group(0) @binding(0) var<uniform> view: View;
