// rewrite pin
// What is in other files is not known here.
#import bevy_pbr::mesh_view_types::View
@group(0) @binding(0) var<uniform> view: View;
