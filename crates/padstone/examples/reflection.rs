//! Lists the bindings of a Slang program, for two targets.

#![allow(clippy::print_stdout, reason = "an example prints")]

use padstone::{Compiler, Error, Options, Workspace};

const SCENE: &str = "import material;\nParameterBlock<Material> material;\nTexture2D sky;\n\
    [shader(\"fragment\")] float4 shade(float2 uv : UV, uniform float exposure) : SV_Target { return 0; }\n";
const MATERIAL: &str =
    "module material;\npublic struct Material { public float4 tint; public Texture2D albedo; public SamplerState linear; };\n";

fn main() -> Result<(), Error> {
    print!("{}", list()?);
    Ok(())
}

/// The list.
pub(crate) fn list() -> Result<String, Error> {
    let mut workspace = Workspace::new();
    workspace.set_file("scene.slang", SCENE);
    workspace.set_file("material.slang", MATERIAL);
    let unit = workspace.unit("scene.slang", &Options::default())?;
    let mut text = String::new();
    for target in ["slang-2026/spirv", "slang-2026/hlsl"] {
        let reflection = unit.reflect(&Compiler::named(target)?)?;
        text += &format!("{target}\n");
        for slot in reflection.slots() {
            let name = if slot.path.is_empty() { "(implicit buffer)" } else { &slot.path };
            text += &format!("  {name}: {:?} at {:?}\n", slot.kind, slot.place);
        }
    }
    Ok(text)
}
