//! A build script: it writes a Rust struct for each buffer, prints the files that those depend on, and fails if two
//! compilers differ.

#![allow(clippy::print_stdout, reason = "an example prints")]

use std::io;

use padstone::{Content, Error, Loader, Options, Output, Severity, Workspace, compiler};

/// The files of the disk, below a directory.
struct Disk(&'static str);

impl Loader for Disk {
    fn load(&self, path: &str) -> io::Result<Content> {
        std::fs::read(format!("{}/{path}", self.0)).map(Content::from)
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let built = build(concat!(env!("CARGO_MANIFEST_DIR"), "/examples"), "sky.hlsl")?;
    for path in &built.depends_on {
        println!("cargo::rerun-if-changed={path}");
    }
    for warning in &built.warnings {
        println!("cargo::warning={warning}");
    }
    // A build script writes this to a file in `OUT_DIR`.
    println!("{}", built.rust);
    Ok(())
}

/// The generated files.
pub(crate) struct Built {
    /// The structs.
    pub(crate) rust: String,
    /// The files that were read, or would be if they were there.
    pub(crate) depends_on: Vec<String>,
    /// Errors and warnings.
    pub(crate) warnings: Vec<String>,
}

/// Reads a shader.
pub(crate) fn build(directory: &'static str, shader: &str) -> Result<Built, Error> {
    let workspace = Workspace::with_loader(Disk(directory));
    let unit = workspace.unit(shader, &Options::from_args(["-I", "inc", "-T", "ps_6_6"])?)?;
    let output = Output::named("rust")?.with("buffers", "Sky")?;
    let emitted = unit.emit(&output, &[&compiler::DXC])?;
    let mut warnings: Vec<String> = (emitted.diagnostics.iter())
        .filter(|found| found.severity != Severity::Note)
        .map(|found| match &found.span {
            Some(span) => format!("{}:{}: {}", span.file.path(), span.lines(Default::default()).start.0 + 1, found.message),
            None => found.message.clone(),
        })
        .collect();
    if !unit.compare(&[&compiler::DXC, &compiler::DXC_SPIRV]).agrees() {
        warnings.push("DXC lays buffers out differently for DXIL and for SPIR-V".to_owned());
    }
    let depends_on = unit.dependencies().into_iter().map(|file| file.path).collect();
    Ok(Built { rust: emitted.text, depends_on, warnings })
}
