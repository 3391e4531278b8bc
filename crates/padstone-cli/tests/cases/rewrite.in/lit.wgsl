#import lights::{Light, brightness}
#ifdef EXTRA
@group(0) @binding(1) var<uniform> extra: vec4f;
#endif
// Only comments in declarations remain.
@group(0) @binding(0) var<uniform> light: Light;
var<private> lights_Light: f32;

@fragment
fn main() -> @location(0) vec4f {
    return vec4f(brightness(light)); // of one light
}
