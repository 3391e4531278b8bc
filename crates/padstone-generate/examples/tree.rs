//! Creates a tree of shaders with a `padstone.toml`, to measure `padstone check`: `tree DIR COUNT`.

use std::fs;
use std::path::Path;
use std::process::ExitCode;

use padstone_generate::{Choices, bytes, glsl, wgsl};

/// Files in one folder.
const IN_A_FOLDER: usize = 100;

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let count = |text: String| text.parse().ok();
    match (arguments.next(), arguments.next().and_then(count)) {
        (Some(folder), Some(count)) if make(Path::new(&folder), count).is_ok() => ExitCode::SUCCESS,
        _ => ExitCode::FAILURE,
    }
}

fn make(folder: &Path, count: usize) -> std::io::Result<()> {
    fs::create_dir_all(folder.join("include"))?;
    fs::write(folder.join("padstone.toml"), SETTINGS)?;
    fs::write(folder.join("include/common.hlsli"), COMMON)?;
    for number in 0..count {
        let inner = folder.join(format!("shaders/{}", number / IN_A_FOLDER));
        fs::create_dir_all(&inner)?;
        let random = bytes(number as u64, 3000);
        let mut choices = Choices::new(&random);
        let (extension, text) = match number % 3 {
            0 => ("hlsl", hlsl(number)),
            1 => ("wgsl", wgsl::module(&mut choices, wgsl::ModuleFeatures::everywhere())),
            _ => ("comp", glsl::file(&mut choices, 4)),
        };
        fs::write(inner.join(format!("shader{number}.{extension}")), text)?;
    }
    Ok(())
}

/// Constant buffers that differ in their sizes, with structs of an include.
fn hlsl(number: usize) -> String {
    let members = |count: usize| (0..count).map(|index| format!("    {} m{index};\n", TYPES[(number + index) % TYPES.len()])).collect();
    let (first, second): (String, String) = (members(8 + number % 24), members(4 + number % 5));
    format!(
        "#include \"common.hlsli\"\n\nstruct Item {{\n{second}}};\n\ncbuffer Frame{number} {{\n    Camera camera;\n    Light lights[LIGHTS];\n{first}}};\n\n\
         StructuredBuffer<Item> items;\nTexture2D albedo[4];\nSamplerState linearSampler;\n"
    )
}

const TYPES: &[&str] = &["float", "float2", "float3", "row_major float4x4", "uint", "float4", "int2", "float3"];

const SETTINGS: &str = r#"files = ["shaders/**"]
include-dirs = "include"
defines = "LIGHTS=8"

[[target]]
name = "d3d12"
files = "**/*.hlsl"
rules = "dxc"

[[target]]
name = "vulkan"
files = ["**/*.hlsl", "**/*.comp"]
rules = "auto"
options = "-spirv"

[[target]]
name = "web"
files = "**/*.wgsl"

[lints]
targets-differ = "allow"
"#;

const COMMON: &str = "struct Camera {\n    row_major float4x4 view;\n    row_major float4x4 projection;\n    float3 eye;\n    float time;\n};\n\n\
    struct Light {\n    float3 position;\n    float radius;\n    float3 color;\n    uint kind;\n};\n";
