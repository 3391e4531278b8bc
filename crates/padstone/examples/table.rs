//! Prints the members of a buffer under several compilers, and the reason for the offset of one of them.

#![allow(clippy::print_stdout, reason = "an example prints")]

use padstone::{Error, Options, Row, Workspace, compiler};

const SKY: &str = "struct Sun { float3 to; float size; };\ncbuffer Sky { float2 wind; Sun suns[2]; float3x3 turn; float fog; }\n";

fn main() -> Result<(), Error> {
    print!("{}", table()?);
    Ok(())
}

/// The table.
pub(crate) fn table() -> Result<String, Error> {
    let mut workspace = Workspace::new();
    workspace.set_file("sky.hlsl", SKY);
    let unit = workspace.unit("sky.hlsl", &Options::default())?;
    let mut text = String::new();
    for by in [&compiler::DXC, &compiler::DXC_SPIRV, &compiler::DXC_SPIRV_SCALAR] {
        let sky = unit.layout(by).buffer("Sky")?;
        text += &format!("{} bytes by {} ({})\n", sky.size, by.name(), sky.rules);
        for row in sky.rows() {
            text += &match row {
                Row::Field(field) => format!("{:6} {:4}  {} {}\n", field.offset, field.size, field.ty(), field.path),
                Row::Padding(padding) => format!("{:6} {:4}  ({})\n", padding.offset, padding.size, padding.reason.text),
            };
        }
    }
    text += &unit.explain("Sky.suns[1].size", &compiler::DXC)?.to_string();
    Ok(text)
}
