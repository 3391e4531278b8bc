#version 460
#extension GL_GOOGLE_include_directive : require
// Lights a G-buffer: shared headers, push constants, a block of material tables, and lights in scalar layout.
#include "include/camera.glsl"
#include "include/lights.glsl"

layout(constant_id = 0) const int MATERIALS = 8;

struct Material {
    vec3 albedo;
    float roughness;
    vec2 parameters[2];
};

layout(push_constant) uniform Draw {
    mat3x4 model;
    layout(offset = 64) uint material;
    float exposure;
} draw;

layout(std140, set = 1, binding = 0) uniform Materials {
    Material table[16];
    dvec3 worldOrigin;
    bool clearcoat;
} materials;

layout(std140, set = 1, binding = 1) uniform Probe {
    vec4 coefficients[9];
} probes[4];

layout(set = 2, binding = 0) uniform sampler2D albedo;
layout(set = 2, binding = 1) uniform texture2D normals;
layout(set = 2, binding = 2) uniform sampler point;

layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 colour;

void main() {
    Material material = materials.table[draw.material % uint(MATERIALS)];
    vec3 normal = texture(sampler2D(normals, point), uv).xyz * 2.0 - 1.0;
    vec3 sum = probes[0].coefficients[0].rgb * material.albedo;
    for (int i = 0; i < count; ++i) {
        vec3 toLight = lights[i].position - camera.eye;
        float fade = max(1.0 - length(toLight) / lights[i].range, 0.0);
        sum += lights[i].colour * fade * max(dot(normal, normalize(toLight)), 0.0);
    }
    colour = vec4(sum * texture(albedo, uv).rgb * draw.exposure, 1.0);
}
