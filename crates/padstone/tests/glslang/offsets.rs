//! Invalid `offset` and `align` values: glslang rejects some and rounds others, and padstone does the same, for every
//! combination of the lists here.

use padstone_read::cfamily::TargetEnv;
use padstone_testing::{Glslang, ours};

/// The packing of the block, and of all blocks: in a block without its own, glslang rounds offsets and ignores alignments.
const PACKINGS: [(&str, &str); 6] = [(", std140", ""), (", std430", ""), (", scalar", ""), ("", ""), ("", "scalar"), ("", "std430")];

/// The qualifiers of the second member, and their validity. An offset must be a multiple of the member's alignment, and an `align` must be
/// a power of two (The OpenGL Shading Language 4.60, section 4.4.5); a lower offset is rounded up.
const MEMBERS: [(&str, &str); 34] = [
    ("offset=2", "float a"),
    ("offset=6", "float a"),
    ("offset=4", "vec2 a"),
    ("offset=8", "vec3 a"),
    ("offset=8", "vec4 a"),
    ("offset=4", "float a[2]"),
    ("offset=20", "float a[2]"),
    ("offset=8", "In a"),
    ("offset=12", "In a"),
    ("offset=16", "In a[2]"),
    ("offset=4", "double a"),
    ("offset=4", "mat2 a"),
    ("offset=8", "mat3 a"),
    ("align=3", "float a"),
    ("align=0", "float a"),
    ("align=2", "float a"),
    ("align=8", "float a"),
    ("align=2", "vec4 a"),
    ("align=16", "vec2 a"),
    ("align=32", "In a[2]"),
    ("align=-8", "float a"),
    ("align=8, align=32", "float a"),
    ("offset=4, offset=8", "float a"),
    ("offset=4, align=16", "float a"),
    ("offset=36, align=8", "float a"),
    ("offset=7, align=8", "float a"),
    ("offset=-4", "float a"),
    ("offset=2", "float16_t a"),
    ("offset=1", "float16_t a"),
    ("offset=1", "int8_t a"),
    ("offset=2", "f16vec2 a"),
    ("align=4, offset=6", "float16_t a"),
    ("align=1", "int8_t a"),
    ("offset=12, align=8", "f16vec3 a"),
];

#[test]
fn verdicts_and_rounding_of_offsets_match_glslang() {
    let Some(glslang) = Glslang::find("misaligned members of blocks in GLSL") else { return };
    let (mut accepted, mut rejected) = (0, 0);
    for (packing, default) in PACKINGS {
        for kind in ["uniform", "buffer"] {
            for (attribute, member) in MEMBERS {
                let default = if default.is_empty() { String::new() } else { format!("layout({default}) {kind};\n") };
                let source = format!(
                    "#version 460\n#extension GL_EXT_scalar_block_layout : require\n\
                     #extension GL_EXT_shader_explicit_arithmetic_types : require\nstruct In {{ vec2 p; float q; }};\n\
                     {default}layout(set = 0, binding = 0{packing}) {kind} B {{ float first; layout({attribute}) {member}; float last; }} b;\n\
                     void main() {{ float x = b.last; }}\n"
                );
                let ours = ours("shader.comp", &source, "glslang", TargetEnv::Vulkan);
                match glslang.layouts("shader.comp", &source) {
                    Ok(theirs) => {
                        accepted += 1;
                        assert_eq!(ours.errors, [""; 0], "glslang takes it: {source}");
                        let found = padstone_testing::differences("glslang", &theirs, &ours.buffers());
                        assert_eq!(found, [""; 0], "{source}");
                    }
                    Err(why) => {
                        rejected += 1;
                        assert!(!ours.errors.is_empty(), "glslang rejects it: {why}\n{source}");
                    }
                }
            }
        }
    }
    println!("{accepted} blocks have glslang's offsets, {rejected} are rejected by both");
    assert!(accepted > 60 && rejected > 60, "the lists need accepted and rejected blocks");
}

/// Declarations by stage: `a` has its location first.
const LOCATIONS: &[(&str, &[&str])] = &[
    (
        "vert",
        &[
            "layout(location=0) in vec4 a; layout(location=0) in vec4 b;",
            "layout(location=0) in vec4 a, b;",
            "layout(location=0) in vec4 a; layout(location=0) out vec4 b;",
            "layout(location=0) in mat4 a; layout(location=3) in vec4 b;",
            "layout(location=0) in mat4 a; layout(location=4) in vec4 b;",
            "layout(location=0) out dvec4 a; layout(location=1) out vec4 b;",
            "layout(location=0) out dmat2x3 a; layout(location=3) out vec4 b;",
            "layout(location=0) out dvec3 a; layout(location=1, component=2) out vec2 b;",
            "layout(location=0) out dvec3 a; layout(location=1, component=1) out vec2 b;",
            "layout(location=0) out dvec3 a[2]; layout(location=1, component=2) out vec2 b;",
            "layout(location=0) in double a; layout(location=0, component=1) in vec2 b;",
            "layout(location=0) in double a; layout(location=0, component=2) in vec2 b;",
            "layout(location=0) in float a[2][3]; layout(location=5) in vec4 b;",
            "layout(location=0) in float a[2][3]; layout(location=6) in vec4 b;",
            "layout(location=0, component=0) in vec2 a; layout(location=0, component=2) in ivec2 b;",
            "layout(location=0) in vec3 a; layout(location=0, component=2) in vec2 b;",
            "layout(location=0, component=2) out float a[3]; layout(location=1) out vec2 b;",
            "layout(location=0, component=1) out float a[3]; layout(location=1) out vec2 b;",
            "layout(location=0) out mat2 a; layout(location=0, component=2) out float b;",
            "struct S { float x; vec2 y; mat2 m; }; layout(location=0) out S a; layout(location=3) out vec4 b;",
            "struct S { float x; vec2 y; mat2 m; }; layout(location=0) out S a; layout(location=4) out vec4 b;",
            "layout(constant_id=0) const int N = 3; layout(location=0) out float a[N]; layout(location=2) out vec4 b;",
            "layout(location=0) out B { vec4 x; vec4 y; } a; layout(location=1) out vec4 b;",
            "layout(location=0) out B { vec4 x; vec4 y; } a; layout(location=1, component=1) out float b;",
            "layout(location=0) out B { vec4 x; vec4 y; } a[2]; layout(location=3) out vec4 b;",
            "layout(location=0) out B { vec4 x; vec4 y; } a[2]; layout(location=4) out vec4 b;",
            "out B { layout(location=0) vec4 x; layout(location=1) vec4 y; } a; layout(location=1, component=1) out float b;",
            "layout(location=2) out B { vec4 x; layout(location=5) vec4 y; vec4 z; } a; layout(location=6) out vec4 b;",
            "layout(location=0) out B { vec4 x; layout(location=0) vec4 y; } a;",
            "layout(binding=0, location=0) uniform sampler2D a; layout(binding=1, location=0) uniform sampler2D b;",
            "layout(binding=0, location=0) uniform sampler2D a[2]; layout(binding=1, location=2) uniform sampler2D b;",
        ],
    ),
    (
        "tesc",
        &[
            "layout(vertices=3) out; layout(location=0) in vec4 a[]; layout(location=1) in vec4 b[];",
            "layout(vertices=3) out; layout(location=0) in vec4 a[]; layout(location=0) in vec4 b[];",
            "layout(vertices=3) out; layout(location=0) out vec4 a[3]; layout(location=1) out vec4 b[3];",
            "layout(vertices=3) out; layout(location=0) out vec4 a[]; layout(location=0) patch out vec4 b;",
            "layout(vertices=3) out; layout(location=0) patch out vec4 a[3]; layout(location=1) patch out vec4 b;",
        ],
    ),
    (
        "geom",
        &[
            "layout(triangles) in; layout(points, max_vertices=1) out; layout(location=0) in mat2 a[]; layout(location=1) in vec4 b[];",
            "layout(triangles) in; layout(points, max_vertices=1) out; layout(location=0) in mat2 a[]; layout(location=2) in vec4 b[];",
            "layout(triangles) in; layout(points, max_vertices=1) out; layout(location=0) in B { vec4 x[2]; vec4 y; } a[]; layout(location=2) in vec4 b[];",
            "layout(triangles) in; layout(points, max_vertices=1) out; in B { layout(location=0) vec4 x[3]; layout(location=3) vec4 y; } a[]; layout(location=2) in vec4 b[];",
        ],
    ),
    (
        "frag",
        &[
            "layout(location=0) out vec4 a; layout(location=0) in vec4 b;",
            "layout(location=0) out vec4 a[2]; layout(location=1) out vec4 b;",
            "layout(location=0, index=1) out vec4 a; layout(location=0) out vec4 b;",
            "layout(location=0, index=1) out vec4 a; layout(location=0, index=1) out vec4 b;",
            "layout(location=0) flat in dvec3 a; layout(location=1) in vec4 b;",
        ],
    ),
];

/// Vertex inputs that glslang 12 accepts, counting one location for a `dvec3` as OpenGL does. spirv-val 2023.1 rejects its modules for Vulkan:
/// "conflicting input location assignment".
const OVERLAPS_IN_VULKAN: [&str; 2] =
    ["layout(location=0) in dvec4 a; layout(location=1) in vec4 b;", "layout(location=0) in dmat2x3 a; layout(location=2) in vec4 b;"];

#[test]
fn wide_vertex_inputs_overlap_in_vulkan() {
    let glslang = Glslang::find("locations of vertex inputs of 64 bits in GLSL");
    for declarations in OVERLAPS_IN_VULKAN {
        let source = format!("#version 460\n{declarations}\nvoid main() {{}}\n");
        if let Some(glslang) = &glslang {
            assert!(glslang.layouts("shader.vert", &source).is_ok(), "glslang rejects {source}");
        }
        let ours = ours("shader.vert", &source, "glslang", TargetEnv::Vulkan).errors;
        assert!(ours.iter().any(|error| error.contains("P0933")), "{ours:?} of {source}");
    }
}

#[test]
fn location_overlaps_match_glslang() {
    let Some(glslang) = Glslang::find("locations of inputs, outputs and uniforms in GLSL") else { return };
    let (mut accepted, mut rejected) = (0, 0);
    for (stage, declarations) in LOCATIONS {
        for declarations in *declarations {
            let (file, source) = (format!("shader.{stage}"), format!("#version 460\n{declarations}\nvoid main() {{}}\n"));
            let ours = ours(&file, &source, "glslang", TargetEnv::Vulkan).errors;
            match glslang.layouts(&file, &source) {
                Ok(_) => {
                    accepted += 1;
                    assert_eq!(ours, [""; 0], "glslang accepts {source}");
                }
                Err(why) => {
                    rejected += 1;
                    assert!(why.contains("overlapping"), "{why}\n{source}");
                    assert!(ours.iter().any(|error| error.contains("P0933")), "{ours:?}, but glslang: {why}\n{source}");
                }
            }
        }
    }
    println!("{accepted} shaders are accepted by both, {rejected} rejected");
    assert!(accepted > 15 && rejected > 20, "the lists are one-sided");
}
