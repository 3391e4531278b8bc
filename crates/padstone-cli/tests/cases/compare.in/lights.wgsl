struct Light { position: vec3f, range: f32, color: vec4f }
struct Probe { position: vec3f, color: vec3f }
struct Lights { lights: array<Light> }
struct Probes { probes: array<Probe> }
@group(0) @binding(0) var<storage, read> lights: Lights;
@group(0) @binding(1) var<storage, read> probe_data: Probes;
