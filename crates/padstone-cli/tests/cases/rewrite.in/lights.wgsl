#define_import_path lights
struct Light { at: vec2f, to: vec2f, power: f32, color: vec3f }
struct Unused { x: f32 }
fn brightness(light: Light) -> f32 { return light.power * light.color.x; }
