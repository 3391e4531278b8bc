[[block]] struct Sky { sun : vec2<f32>; layer : Layer; height : f32; };
struct Layer { scattering : vec3<f32>; };
[[binding(0), group(0)]] var<uniform> sky : [[access(read)]] Sky;
fn fade() -> f32 {
    const scattering : vec3<f32> = sky.layer.scattering;
    return scattering.x / sky.height;
}
