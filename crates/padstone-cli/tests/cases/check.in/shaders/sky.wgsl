struct Sky { rotation: mat3x3f, intensity: f32 }
@group(0) @binding(0) var<uniform> sky: Sky;
