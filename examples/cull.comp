#version 460
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_buffer_reference : require
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require
#extension GL_EXT_shader_8bit_storage : require
#extension GL_EXT_shader_explicit_arithmetic_types_int8 : require
// Culls instances and writes draws for the visible ones. Buffer addresses refer to the meshes.
#include "include/camera.glsl"

layout(local_size_x = 64) in;

layout(buffer_reference, std430, buffer_reference_align = 16) readonly buffer Mesh {
    vec4 sphere;
    uint indexCount;
    uint firstIndex;
    int vertexOffset;
    uint8_t lods;
};

struct Instance {
    mat4x3 transform;
    Mesh mesh;
    uint material;
    uint8_t flags;
};

struct Draw {
    uint indexCount, instanceCount, firstIndex;
    int vertexOffset;
    uint firstInstance;
};

layout(std430, set = 1, binding = 0) readonly buffer Instances {
    uint instanceCount;
    Instance instances[];
};

layout(std430, set = 1, binding = 1) writeonly buffer Draws {
    layout(align = 64) Draw draws[];
};

layout(std430, set = 1, binding = 2) buffer Counters {
    uint seen;
    layout(offset = 64) uint hidden; // on another cache line
    uint64_t triangles;
} counters;

void main() {
    uint index = gl_GlobalInvocationID.x;
    if (index >= instanceCount) {
        return;
    }
    Mesh mesh = instances[index].mesh;
    vec4 centre = vec4(instances[index].transform * vec4(mesh.sphere.xyz, 1.0), 1.0);
    for (int i = 0; i < 6; ++i) {
        if (dot(camera.frustum.planes[i], centre) < -mesh.sphere.w) {
            atomicAdd(counters.hidden, 1u);
            return;
        }
    }
    uint slot = atomicAdd(counters.seen, 1u);
    draws[slot] = Draw(mesh.indexCount, 1u, mesh.firstIndex, mesh.vertexOffset, index);
}
