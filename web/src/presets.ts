// Common misunderstandings, each with the smallest source that shows it.

import type { State } from "./state.ts";

export interface Preset extends State {
  readonly id: string;
  readonly title: string;
  readonly why: string;
  /** The buffer to show, if the file has several. */
  readonly buffer?: string;
}

const one = (name: string, text: string) => [{ name, text: text.replace(/^\n/, "") }];

export const PRESETS: readonly Preset[] = [
  {
    id: "vec3-float", title: "A float and a vec3", compilers: ["dxc", "dxc-spirv-gl"], options: "",
    why: "In D3D, a float3 and a float share 16 bytes in either order. std140 (OpenGL, and Vulkan with -fvk-use-gl-layout) aligns a float3 to 16 bytes, so a preceding float is followed by 12 bytes of padding.",
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
    why: "In a D3D constant buffer, each array element starts a 16-byte register: four floats take 52 bytes, but float[4] on the host takes 16. The next member is placed in the rest of the last register.",
    files: one("weights.hlsl", `
cbuffer Blur {
    float weights[4];
    float radius;
};
`),
  },
  {
    id: "float3x3", title: "A float3x3", compilers: ["dxc", "dxc-spirv-scalar"], options: "",
    why: "A float3x3 has three columns of 12 bytes, each in its own register: it takes 44 bytes, not 36. The next float is placed in the rest of the last column's register.",
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
    why: "A bool takes 4 bytes in a buffer and 1 byte in C++: two bools take 8 bytes on the GPU, and 2 on the host.",
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
    why: "D3D places a float in the unused end of the preceding struct; std140 rounds the struct up to 16 bytes, so the float starts after that.",
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
    why: "packoffset specifies a register and a component. Here `wind` starts one component too early and overlaps the end of `horizon`.",
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
    why: "One struct, two layouts: a structured buffer places its members like a C compiler, a constant buffer in 16-byte registers.",
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
    why: "A push constant block follows std430: array elements are contiguous, but a vec3 is still aligned to 16 bytes. Vulkan guarantees 128 bytes of push constants; this block takes 96.",
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
    why: "The same members under three rule sets: std140 rounds array strides up to 16, std430 does not, and scalar aligns a vec3 like a float.",
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
    why: "A vec3f is aligned to 16 bytes and takes 12: an f32 right after it is at offset 12, and an f32 before it is followed by 12 bytes of padding.",
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
    why: "Without uniform_buffer_standard_layout, the stride of an array in a uniform buffer must be a multiple of 16 bytes: array<f32, 4> is rejected.",
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
    why: "Each column of a mat3x3f takes 16 bytes: if you copy nine contiguous floats, the first scalar of the second column lands in padding, which nothing reads.",
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
    why: "The default, -fvk-use-gl-layout, -fvk-use-dx-layout and -fvk-use-scalar-layout: no two of them give all members the same offsets.",
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
    why: "clang 22 implements HLSL anew: in structured buffers it packs members that DXC aligns.",
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
    why: "Slang lays out the same buffer under the rules of each target: a float3 takes 16 bytes on Metal and is aligned to 4 in CUDA.",
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
    why: "half takes two bytes only with -enable-16bit-types; without that option it takes four, like float.",
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
    why: "A double3 takes 24 bytes, more than one register. D3D starts it at the next register; DXC's default for Vulkan aligns it to 32 bytes.",
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
    why: "D3D numbers b, t, s and u registers separately; Vulkan has one sequence of bindings, so b0, t0 and s0 all become binding 0.",
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
    why: "If one shader defines a macro and the other does not, every later member moves. Change the option to 0 to see it.",
    files: [
      { name: "forward.hlsl", text: `#include "frame.hlsli"\n\ncbuffer Frame { FrameData frame; };\n` },
      { name: "frame.hlsli", text: `struct FrameData {\n    float4x4 view;\n    float3 sun;\n#if WITH_FOG\n    float fogDensity;\n    float3 fogColor;\n#endif\n    float time;\n};\n` },
    ],
  },
];
