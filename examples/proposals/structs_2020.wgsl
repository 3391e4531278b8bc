struct A { u: f32; v: f32; };
struct B {
    a: vec2<f32>; b: vec3<f32>; c: f32; d: f32; e: A; f: A; g: vec2<f32>; h: vec2<f32>;
};
[[group(0), binding(0)]] var<storage> all: B;
