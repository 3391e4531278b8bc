// rewrite pin
// An unknown extension and its declarations are unchanged.
enable chromium_experimental_brand_new_thing;
diagnostic(off, chromium.brand_new_rule);

struct Sky { hue: f32, up: vec3f }
@group(0) @binding(0) var<uniform> sky: Sky;

@compute @workgroup_size(1)
fn main() {
    let up = sky.up * sky.hue;
}
