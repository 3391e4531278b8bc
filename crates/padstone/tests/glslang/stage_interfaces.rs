//! Stage inputs and outputs of GLSL have glslang's locations: every type, alone and in blocks, in every stage.

use padstone_read::Unit;
use padstone_read::model::{ParameterKind, SampleType, Type};
use padstone_testing::{Glslang, compiled_interface, interface};

/// Stages, whether they have inputs and outputs that are not built in, and the spelling of their arrays of vertices.
const STAGES: [(&str, &str, &str); 8] = [
    ("vert", "out", ""),
    ("tesc", "in", "[]"),
    ("tesc", "out", "[]"),
    ("tesc", "patch out", ""),
    ("tese", "in", "[]"),
    ("geom", "in", "[]"),
    ("geom", "out", ""),
    ("frag", "in", ""),
];

const TYPES: [(&str, &str); 18] = [
    ("float", ""),
    ("vec3", ""),
    ("mat2", ""),
    ("mat3x4", ""),
    ("mat4x3", "[2]"),
    ("double", ""),
    ("dvec2", ""),
    ("dvec3", ""),
    ("dvec4", "[2]"),
    ("dmat2", ""),
    ("dmat3x2", ""),
    ("dmat4", ""),
    ("float", "[3]"),
    ("vec3", "[2][2]"),
    ("uint", ""),
    ("S", ""),
    ("S", "[2]"),
    ("T", ""),
];

#[test]
fn stage_interfaces_match_glslang() {
    let Some(glslang) = Glslang::find("locations of GLSL compared with glslang's") else { return };
    for (stage, storage, vertices) in STAGES {
        let heads = match stage {
            "tesc" => "layout(vertices = 3) out;",
            "tese" => "layout(triangles) in;",
            "geom" => "layout(triangles) in; layout(triangle_strip, max_vertices = 3) out;",
            _ => "",
        };
        let mut source = format!("#version 460\n{heads}\nstruct S {{ vec2 a; mat3 b; float c[2]; }}; struct T {{ dvec3 a; S b; }};\n");
        for (number, (ty, dims)) in TYPES.iter().enumerate() {
            // Integers and doubles are not interpolated.
            let flat = if (stage, storage) == ("frag", "in") { "flat " } else { "" };
            let position = number * 200;
            let inputs = format!("{flat}layout(location = {}) vec2 c{number}; {flat}{ty} d{number}{dims};", position + 170);
            // Members of arrays of blocks have no separate locations.
            let inputs = if vertices.is_empty() { &inputs } else { "" };
            let members = format!("{flat}{ty} a{number}{dims}; {inputs} {flat}float e{number};");
            source += &format!(
                "layout(location = {}) {flat}{storage} {ty} x{number}{vertices}{dims};\n\
                 layout(location = {}, component = 1) {flat}{storage} vec2 y{number}{vertices};\n\
                 layout(location = {}) {storage} Block{number} {{ {members} }} z{number}{vertices};\n",
                position,
                position + 50,
                position + 60,
            );
        }
        source += "void main() {}\n";
        let file = format!("shader.{stage}");
        let theirs = glslang.interface(&file, &source).unwrap_or_else(|error| panic!("glslang, {stage}: {error}\n{source}"));
        let ours = interface(&file, &source);
        assert!(theirs.len() >= 3 * TYPES.len(), "{stage} {storage}: {}", theirs.len());
        for (name, theirs) in &theirs {
            assert_eq!(ours.get(name), Some(theirs), "{stage}: {name}\n{source}");
        }
        // The module has them too.
        let compiled = glslang.module(&file, &source).map(|module| compiled_interface(&module)).expect("it was accepted before");
        for (name, theirs) in &theirs {
            assert_eq!(compiled.get(name), Some(theirs), "{stage}, compiled: {name}\n{source}");
        }
    }
}

/// SPIR-V has one type for all samplers: those through which a module compares depths are comparison samplers for wgpu.
#[test]
fn compiled_modules_have_comparison_samplers() {
    let Some(glslang) = Glslang::find("samplers of compiled modules") else { return };
    let source = "#version 460\n\
        layout(binding = 0) uniform texture2D image;\n\
        layout(binding = 1) uniform sampler plain;\n\
        layout(binding = 2) uniform samplerShadow shadow;\n\
        layout(binding = 3) uniform samplerShadow shadows[2];\n\
        layout(location = 0) in vec3 uv;\n\
        layout(location = 0) out vec4 color;\n\
        void main() {\n\
            float lit = texture(sampler2DShadow(image, shadow), uv) + textureGather(sampler2DShadow(image, shadows[1]), uv.xy, uv.z).x;\n\
            color = texture(sampler2D(image, plain), uv.xy) * lit;\n\
        }\n";
    let module = glslang.module("shader.frag", source).unwrap_or_else(|error| panic!("{error}"));
    let unit = Unit::read_compiled("shader.spv", &module);
    let is_comparison = |name: &str| {
        let (_, parameter) = unit.module.parameters.iter().find(|(_, found)| unit.module.name(found.name) == name).expect("it is used");
        let ParameterKind::Opaque(ty) = parameter.kind else { panic!("{name} is a buffer") };
        matches!(unit.module.types[ty], Type::Resource(found) if found.shape.sample == SampleType::Depth)
    };
    assert_eq!(["plain", "shadow", "shadows"].map(is_comparison), [false, true, true]);
}
