struct I { v3 : vec3<f32>; };
[[block]] struct Outer {
    inner : I;
    [[align(4), offset(12)]] outer : f32;
    [[size(16)]] last : vec2<f32>;
};
[[binding(0), group(0)]] var<uniform> u : [[access(read)]] Outer;
