// A sky in WGSL as it was in 2020. Read it with --lang wgsl-2020.

struct Layer {
    scattering : vec3<f32>;
};

[[block]] struct Sky {
    [[align(16), size(64)]] inverse_view_projection : mat4x4<f32>;
    [[offset(64)]] sun : vec3<f32>;
    turbidity : f32;
    wind : vec2<f32>;
    rayleigh : Layer;
    rayleigh_height : f32; // in the last four bytes of `rayleigh`
    mie : Layer;
    mie_height : f32;
    exposure : f32;
};

[[contiguous]] struct Star {
    direction : vec3<f32>;
    magnitude : f32;
    colour : vec2<f32>;
    twinkle : f32;
};

[[block]] struct Stars {
    count : u32;
    stars : array<Star, 512>;
};

[[binding(0), group(0)]] var<uniform> sky : [[access(read)]] Sky;
[[binding(1), group(0)]] var<storage> stars : [[access(read)]] Stars;

fn fade(height : f32) -> vec3<f32> {
    const layer : ptr<uniform, Layer> = sky.rayleigh;
    return exp(-height / sky.rayleigh_height) * layer.scattering * sky.exposure;
}
