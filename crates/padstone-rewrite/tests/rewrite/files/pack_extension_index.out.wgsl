// rewrite pack
// An index of an unknown extension may have any type, and the file is unchanged.
enable chromium_experimental_brand_new_thing;

struct Sky { hue: f32, up: vec3f, clouds: array<vec4f, 4> }
@group(0) @binding(0) var<uniform> sky: Sky;

@compute @workgroup_size(1)
fn main() {
    let up = sky.up;
    let cloud = sky.clouds[brand_new()];
}
