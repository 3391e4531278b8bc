// Misunderstandings that people really had, each with the smallest source that shows it.

import type { State } from "./state.ts";

export interface Preset extends State {
  readonly id: string;
  readonly title: string;
  readonly why: string;
  /** The buffer to look at, where the file has several. */
  readonly buffer?: string;
}

const one = (name: string, text: string) => [{ name, text: text.replace(/^\n/, "") }];

export const PRESETS: readonly Preset[] = [
  {
    id: "vec3-float", title: "A float and a vec3", compilers: ["dxc", "dxc-spirv-gl"], options: "",
    why: "A float3 and a float share 16 bytes, whichever comes first, in D3D. std140, which OpenGL has and -fvk-use-gl-layout asks for, aligns a float3 to 16 bytes: after a float it leaves 12 bytes of padding.",
    files: one("vec3.hlsl", `
cbuffer Fog {
    float density;
    float3 color;
    float3 position;
    float range;
};
`),
  },
  {
    id: "array-of-floats", title: "An array of floats", compilers: ["dxc", "dxc-spirv-scalar"], options: "",
    why: "In a constant buffer of D3D each element of an array begins a 16-byte register: four floats take 52 bytes, and a host's float[4] takes 16. What follows the array goes into the rest of its last register.",
    files: one("weights.hlsl", `
cbuffer Blur {
    float weights[4];
    float radius;
};
`),
  },
  {
    id: "float3x3", title: "A float3x3", compilers: ["dxc", "dxc-spirv-scalar"], options: "",
    why: "Three columns of 12 bytes, each in a register of its own: 44 bytes, not 36, and the float after it fills the last column's register.",
    files: one("rotation.hlsl", `
cbuffer Transform {
    float3x3 rotation;
    float scale;
};
`),
  },
  {
    id: "row-major", title: "row_major and column_major", compilers: ["dxc", "dxc-spirv"], options: "",
    why: "Majorness decides how many registers a matrix that is not square takes: a float3x2 has two columns of three floats, or three rows of two.",
    files: one("majorness.hlsl", `
cbuffer Matrices {
    row_major float3x2 rows;
    column_major float3x2 columns;
    float after;
};
`),
  },
  {
    id: "bool", title: "A bool is four bytes", compilers: ["dxc", "dxc-spirv"], options: "",
    why: "On the GPU a bool in a buffer takes 4 bytes, in C++ it takes 1: two bools on the host are half of one on the GPU.",
    files: one("flags.hlsl", `
cbuffer Flags {
    bool shadows;
    bool fog;
    float exposure;
};
`),
  },
  {
    id: "struct-tail", title: "What follows a nested struct", compilers: ["dxc", "fxc", "dxc-spirv"], options: "",
    why: "D3D puts a float into the unused end of a struct that comes before it; std140 rounds the struct up to 16 bytes, so the float begins after them.",
    files: one("light.hlsl", `
struct Light {
    float3 direction;
};

cbuffer Scene {
    Light sun;
    float intensity;
};
`),
  },
  {
    id: "packoffset", title: "packoffset", compilers: ["dxc", "dxc-spirv"], options: "",
    why: "Places by hand: a register and a component. Here `wind` begins one component too early and overlaps the end of `horizon`.",
    files: one("packoffset.hlsl", `
cbuffer Sky {
    float4 zenith : packoffset(c0);
    float3 horizon : packoffset(c1);
    float2 wind : packoffset(c1.z);
};
`),
  },
  {
    id: "structured", title: "Structured and constant buffers", compilers: ["dxc", "dxc-spirv"], options: "",
    why: "One struct, two layouts: a structured buffer has elements as a C compiler would place them, a constant buffer has 16-byte registers.",
    files: one("particle.hlsl", `
struct Particle {
    float2 velocity;
    float3 position;
    float age;
};

StructuredBuffer<Particle> particles;
ConstantBuffer<Particle> emitter;
`),
  },
  {
    id: "push-constants", title: "Push constants", compilers: ["glslang", "scalar"], options: "",
    why: "A push constant block follows std430: arrays are dense, but a vec3 still aligns to 16 bytes. Vulkan guarantees 128 bytes for all of them; this block takes 96.",
    files: one("push.comp", `
#version 450
layout(push_constant) uniform Push {
    float time;
    vec3 origin;
    float weights[3];
    mat3 rotation;
} push;
layout(local_size_x = 64) in;
void main() {}
`),
  },
  {
    id: "std140-std430", title: "std140 and std430", compilers: ["std140", "std430", "scalar"], options: "",
    why: "The same members under three qualifiers: std140 rounds the stride of arrays up to 16, std430 does not, and scalar aligns a vec3 as its float.",
    files: one("blocks.frag", `
#version 460
layout(set = 0, binding = 0, std140) uniform Material {
    float roughness[2];
    vec3 tint;
    float metalness;
    mat2 uv;
} material;
void main() {}
`),
  },
  {
    id: "wgsl-vec3", title: "WGSL: vec3f, then f32", compilers: ["wgsl", "std140"], options: "",
    why: "A vec3f aligns to 16 bytes and takes 12, so an f32 after it is at 12, and one before it leaves 12 bytes of padding.",
    files: one("camera.wgsl", `
struct Camera {
    exposure: f32,
    position: vec3f,
    near: f32,
    view: mat4x4f,
}
@group(0) @binding(0) var<uniform> camera: Camera;
`),
  },
  {
    id: "wgsl-uniform-array", title: "WGSL: an array of f32 in a uniform", compilers: ["wgsl-legacy", "wgsl"], options: "",
    why: "Without uniform_buffer_standard_layout, elements of arrays in uniform buffers must be a multiple of 16 bytes apart: array<f32, 4> is refused there.",
    files: one("kernel.wgsl", `
struct Kernel {
    radius: f32,
    weights: array<f32, 4>,
}
@group(0) @binding(0) var<uniform> kernel: Kernel;
`),
  },
  {
    id: "wgsl-host", title: "WGSL: mat3x3f on the host", compilers: ["wgsl"], options: "",
    why: "Each column of a mat3x3f takes 16 bytes: nine floats copied in a row put the second column's first number where nothing is read.",
    files: one("normal.wgsl", `
struct Normal {
    matrix: mat3x3f,
    scale: f32,
}
@group(0) @binding(0) var<storage> normal: Normal;
`),
  },
  {
    id: "vulkan-fvk", title: "One HLSL file, four Vulkan layouts", compilers: ["dxc-spirv", "dxc-spirv-gl", "dxc-spirv-dx", "dxc-spirv-scalar"], options: "",
    why: "The default, -fvk-use-gl-layout, -fvk-use-dx-layout and -fvk-use-scalar-layout: no two of them place all members alike.",
    files: one("vulkan.hlsl", `
struct Probe {
    float2 uv;
    float3 position;
};

cbuffer Probes {
    float blend;
    float3 tint;
    Probe probes[2];
    float count;
};
`),
  },
  {
    id: "dxc-clang", title: "DXC and clang 22", compilers: ["dxc", "clang-22"], options: "-enable-16bit-types -T vs_6_2",
    why: "clang's HLSL is a new implementation: in structured buffers it packs members where DXC aligns them.",
    files: one("clang.hlsl", `
struct Vertex {
    float16_t weight;
    float3 position;
    double area;
};

StructuredBuffer<Vertex> vertices;
cbuffer Draw { Vertex first; float bias; };
`),
  },
  {
    id: "slang-targets", title: "Slang: one program, many targets", compilers: ["slang-hlsl", "slang-spirv", "slang-metal", "slang-cuda"], options: "",
    why: "Slang places the same cbuffer for each target by that target's rules: a float3 takes 16 bytes on Metal and aligns to 4 in CUDA.",
    files: one("scene.slang", `
struct Scene {
    float3 ambient;
    float exposure;
    float2 jitter;
    bool debug;
    float3 fog;
};

ConstantBuffer<Scene> scene;
`),
  },
  {
    id: "sixteen-bit", title: "16-bit types", compilers: ["dxc", "dxc-spirv"], options: "-enable-16bit-types -T ps_6_2",
    why: "half takes two bytes only with -enable-16bit-types; without it, it is a float that looks smaller.",
    files: one("half.hlsl", `
cbuffer Tint {
    half3 color;
    half alpha;
    float gain;
    half2x2 mix;
};
`),
  },
  {
    id: "double", title: "A double after a float", compilers: ["dxc", "dxc-spirv"], options: "",
    why: "A double3 takes 24 bytes, more than a register. D3D starts it at the next register; Vulkan's default aligns it to 32 bytes.",
    files: one("orbit.hlsl", `
cbuffer Orbit {
    float period;
    double3 position;
    float mass;
};
`),
  },
  {
    id: "registers", title: "Registers and bindings", compilers: ["dxc", "dxc-spirv"], options: "",
    why: "D3D counts b, t, s and u apart; Vulkan counts one row of bindings for all, so b0, t0 and s0 all ask for binding 0.",
    files: one("resources.hlsl", `
cbuffer Frame : register(b0) { float4 time; };
Texture2D albedo : register(t0);
SamplerState linearClamp : register(s0);
StructuredBuffer<float4> instances : register(t1);

float4 main(float2 uv : TEXCOORD) : SV_Target {
    return albedo.Sample(linearClamp, uv) * time + instances[0];
}
`),
  },
  {
    id: "include", title: "A struct shared by two shaders", compilers: ["dxc", "dxc-spirv"], options: "-D WITH_FOG=1",
    why: "A define that one shader has and the other does not moves every member after it. Change the option to 0 to see it.",
    files: [
      { name: "forward.hlsl", text: `#include "frame.hlsli"\n\ncbuffer Frame { FrameData frame; };\n` },
      { name: "frame.hlsli", text: `struct FrameData {\n    float4x4 view;\n    float3 sun;\n#if WITH_FOG\n    float fogDensity;\n    float3 fogColor;\n#endif\n    float time;\n};\n` },
    ],
  },
];
