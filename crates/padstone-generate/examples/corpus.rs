//! Creates a project like that of a large renderer, to measure `padstone check`: `corpus DIR [FILES]`. There are 200 files unless
//! another number is given, which include six others; most of the text is function bodies, and ten targets have different macros defined.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::ExitCode;

/// Files that all others include.
const INCLUDES: usize = 6;
const PERMUTATIONS: usize = 10;

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let folder = arguments.next();
    let files = arguments.next().map_or(Some(200), |text| text.parse().ok());
    match (folder, files) {
        (Some(folder), Some(files)) if make(Path::new(&folder), files).is_ok() => ExitCode::SUCCESS,
        _ => ExitCode::FAILURE,
    }
}

fn make(folder: &Path, files: usize) -> std::io::Result<()> {
    fs::create_dir_all(folder.join("include"))?;
    fs::create_dir_all(folder.join("shaders"))?;
    fs::write(folder.join("padstone.toml"), settings())?;
    for number in 0..INCLUDES {
        fs::write(folder.join(format!("include/common{number}.hlsli")), include(number))?;
    }
    for number in 0..files {
        fs::write(folder.join(format!("shaders/pass{number}.hlsl")), shader(number))?;
    }
    Ok(())
}

/// A target for each permutation.
fn settings() -> String {
    let mut text = "files = [\"shaders/**\"]\ninclude-dirs = \"include\"\n\n[lints]\ntargets-differ = \"allow\"\n".to_owned();
    for number in 0..PERMUTATIONS {
        let (shadows, skinned, fog) = (number % 4, number % 2, number / 5);
        let defines = format!("\"SHADOWS={shadows}\", \"SKINNED={skinned}\", \"FOG={fog}\"");
        let written = write!(text, "\n[[target]]\nname = \"permutation{number}\"\nrules = \"dxc\"\ndefines = [{defines}]\n");
        written.expect("writing to a string never fails");
    }
    text
}

/// Macros, structs and functions for all shaders; each header includes the previous one.
fn include(number: usize) -> String {
    let mut text = "#pragma once\n\n".to_owned();
    if number > 0 {
        text.push_str(&format!("#include \"common{}.hlsli\"\n\n", number - 1));
    }
    for item in 0..8 {
        let written = write!(
            text,
            "#define SCALE_{number}_{item}(value) ((value) * {item}.5 + BIAS_{number}_{item})\n#define BIAS_{number}_{item} 0.25\n\
             #if SHADOWS > {}\n#define TAPS_{number}_{item} {}\n#else\n#define TAPS_{number}_{item} 1\n#endif\n\n\
             struct Data{number}_{item}\n{{\n    float4 base; // in linear color\n    float3 direction;\n    float range;\n    \
             uint taps[TAPS_{number}_{item}];\n#if SKINNED\n    float4x4 bones[4];\n#endif\n}};\n\n",
            item % 4,
            item + 2
        );
        written.expect("a string takes all");
        text.push_str(&function(&format!("helper{number}_{item}"), number + item));
    }
    text
}

fn shader(number: usize) -> String {
    let mut text = format!("#include \"common{}.hlsli\"\n\n", INCLUDES - 1);
    for item in 0..4 {
        let common = (number + item) % INCLUDES;
        let written = write!(
            text,
            "cbuffer Pass{item} : register(b{item})\n{{\n    Data{common}_{item} data{item}[2];\n    float4 tint{item};\n    \
             float exposure{item};\n#if FOG\n    float3 fogColor{item};\n#endif\n    uint frame{item};\n}};\n\n\
             Texture2D<float4> albedo{item} : register(t{item});\n\n"
        );
        written.expect("a string takes all");
        text.push_str(&function(&format!("pass{number}_{item}"), number + item));
    }
    text.push_str("[numthreads(8, 8, 1)]\nvoid main(uint3 id : SV_DispatchThreadID)\n{\n    float4 color = tint0 * exposure1;\n}\n");
    text
}

/// A function of about twenty lines.
fn function(name: &str, seed: usize) -> String {
    let mut text = format!("// What `{name}` returns depends on all that it is given.\nfloat4 {name}(float3 position, float4 color)\n{{\n");
    text.push_str("    float4 result = color; /* starts there */\n    [unroll]\n    for (int i = 0; i < 4; i++)\n    {\n");
    for line in 0..8 + seed % 5 {
        let written = writeln!(text, "        result.xyz += saturate(dot(position, color.xyz * {line}.0f)) * float3({line}, i, {seed});");
        written.expect("a string takes all");
        if line % 4 == 3 {
            text.push_str("#if FOG\n        result = lerp(result, color, saturate(length(position) * 0.01f)); // far away\n#endif\n");
        }
    }
    text.push_str("    }\n    return result;\n}\n\n");
    text
}
