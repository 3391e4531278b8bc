[[block]] struct Fog { [[stride(16)]] heights : array<f32, 4>; };
[[group(0), binding(0)]] var<storage> fog : Fog;
