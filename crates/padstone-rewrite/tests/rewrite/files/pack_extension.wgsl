// rewrite pack
// Names of an unknown extension are accepted.
enable chromium_experimental_brand_new_thing;
diagnostic(off, chromium.brand_new_rule);

struct Sky { hue: f32, up: vec3f }
@group(0) @binding(0) var<uniform> sky: Sky;

@brand_new_attribute(3) @compute @workgroup_size(1)
fn main() {
    let up = brand_new(sky.up, sky.hue);
}
