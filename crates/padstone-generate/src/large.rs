//! The input of the benchmarks: many structs of realistic shape, nested three deep.

use std::fmt::Write;

/// Structs of 12 members in WGSL, of which two in three contain the preceding one; every fourth has a buffer.
pub fn large_wgsl(structs: usize) -> String {
    let mut text = String::new();
    for number in 0..structs {
        let nested = if number % 3 == 0 { "tint: vec4f".to_owned() } else { format!("inner: Struct{}", number - 1) };
        let written = write!(
            text,
            "struct Struct{number} {{\n    position: vec3f,\n    radius: f32,\n    rotation: vec4<f32>,\n    uv: array<vec2f, 2>,\n    \
             material: u32, // index into the table\n    cell: vec3<i32>,\n    {nested},\n    transform: mat4x4f,\n    normal: vec3f,\n    \
             weights: array<f32, 4>,\n    flags: vec2u,\n    @size(16) fade: f32,\n}}\n\n"
        );
        written.expect("writing to a string never fails");
        if number % 4 == 3 {
            let binding = number / 4;
            let written =
                writeln!(text, "@group(0) @binding({binding}) var<storage, read_write> buffer{number}: array<Struct{number}, 4>;\n");
            written.expect("writing to a string never fails");
        }
    }
    text
}

/// The structs of [`large_wgsl`] in HLSL.
pub fn large_hlsl(structs: usize) -> String {
    let mut text = String::new();
    for number in 0..structs {
        let nested = if number % 3 == 0 { "float4 tint".to_owned() } else { format!("Struct{} inner", number - 1) };
        let written = write!(
            text,
            "struct Struct{number}\n{{\n    float3 position;\n    float radius;\n    float4 rotation;\n    float2 uv[2];\n    \
             uint material; // index into the table\n    int3 cell;\n    {nested};\n    float4x4 transform;\n    float3 normal;\n    \
             float weights[4];\n    uint2 flags;\n    float fade;\n}};\n\n"
        );
        written.expect("writing to a string never fails");
        if number % 4 == 3 {
            let written = write!(text, "cbuffer Buffer{number} : register(b{number}) {{\n    Struct{number} content{number};\n}}\n\n");
            written.expect("writing to a string never fails");
        }
    }
    text
}

/// The structs of [`large_wgsl`] in GLSL.
pub fn large_glsl(structs: usize) -> String {
    let mut text = String::from("#version 460\n\n");
    for number in 0..structs {
        let nested = if number % 3 == 0 { "vec4 tint".to_owned() } else { format!("Struct{} inner", number - 1) };
        let written = write!(
            text,
            "struct Struct{number} {{\n    vec3 position;\n    float radius;\n    vec4 rotation;\n    vec2 uv[2];\n    \
             uint material; // index into the table\n    ivec3 cell;\n    {nested};\n    mat4 transform;\n    vec3 normal;\n    \
             float weights[4];\n    uvec2 flags;\n    float fade;\n}};\n\n"
        );
        written.expect("writing to a string never fails");
        if number % 4 == 3 {
            let binding = number / 4;
            let written =
                writeln!(text, "layout(std430, binding = {binding}) buffer Buffer{number} {{ Struct{number} content{number}[4]; }};\n");
            written.expect("writing to a string never fails");
        }
    }
    text.push_str("void main() {}\n");
    text
}

/// The structs of [`large_wgsl`] in Slang, with a structured buffer of every third struct.
pub fn large_slang(structs: usize) -> String {
    let mut text = String::new();
    for number in 0..structs {
        let nested = if number % 3 == 0 { "float4 tint".to_owned() } else { format!("Struct{} inner", number - 1) };
        let written = write!(
            text,
            "struct Struct{number}\n{{\n    float3 position;\n    float radius;\n    float4 rotation;\n    float2 uv[2];\n    \
             uint material; // index into the table\n    int3 cell;\n    {nested};\n    float4x4 transform;\n    float3 normal;\n    \
             float weights[4];\n    uint2 flags;\n    float fade;\n}}\n\n"
        );
        written.expect("writing to a string never fails");
        if number % 3 == 2 {
            writeln!(text, "StructuredBuffer<Struct{number}> buffer{number};\n").expect("writing to a string never fails");
        }
    }
    text.push_str("[shader(\"compute\")] [numthreads(64, 1, 1)] void main(uint id : SV_DispatchThreadID) {}\n");
    text
}
