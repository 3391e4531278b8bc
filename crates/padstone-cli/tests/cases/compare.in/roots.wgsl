@group(0) @binding(0) var<storage> weights: array<f32, 2>;
@group(0) @binding(1) var<storage> rotation: mat2x2f;
@group(0) @binding(2) var<storage> bones: array<mat3x2f, 4>;
@group(0) @binding(3) var<storage> tint: vec4f;
