//! Lays out a struct under the rules of an engine's math library, and lists where the shader's layout differs.

#![allow(clippy::print_stdout, reason = "an example prints")]

use padstone::rules::{Matrices, RuleSet, STD430};
use padstone::{Compiler, Error, Options, Workspace, compiler};

const MESHES: &str =
    "struct Mesh { float4x4 world; float3 center; float radius; uint2 range; float3 scale; };\nStructuredBuffer<Mesh> meshes;\n";

/// Vectors are arrays of floats, matrices are aligned to their scalar.
fn math_library() -> RuleSet {
    RuleSet {
        name: "math-library",
        summary: "the engine's math library: every type has the alignment of its scalar",
        vector_align: [1, 1, 1, 1],
        matrices: Matrices::Packed,
        ..STD430.clone()
    }
}

fn main() -> Result<(), Error> {
    print!("{}", list()?);
    Ok(())
}

/// The list.
pub(crate) fn list() -> Result<String, Error> {
    let mut workspace = Workspace::new();
    workspace.set_file("meshes.hlsl", MESHES);
    let unit = workspace.unit("meshes.hlsl", &Options::default())?;
    let mut text = String::new();
    let library = Compiler::custom(math_library());
    for by in [&compiler::DXC, &compiler::GLSLANG] {
        let comparison = unit.compare(&[&library, by]);
        text += &format!("{library} and {by}: {}\n", if comparison.agrees() { "equal" } else { "different" });
        for compared in &comparison.compared {
            for member in &compared.diverging {
                let offsets = member.placements.iter().map(|placement| placement.as_ref().map(|placement| placement.offset));
                text += &format!("  {}.{}: {:?}\n", compared.name, member.path, offsets.collect::<Vec<_>>());
            }
        }
    }
    Ok(text)
}
