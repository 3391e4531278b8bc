struct Probe { position: vec3f, weight: f32, color: vec3f }
