//! Writes the text of the benchmarks to files, `large.hlsl`, `large.glsl`, `large.slang` and `large.wgsl`: `large DIR [STRUCTS]`. There are
//! 2,000 structs unless another number is given.

use std::fs;
use std::path::Path;
use std::process::ExitCode;

use padstone_generate::{large_glsl, large_hlsl, large_slang, large_wgsl};

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let folder = arguments.next();
    let structs = arguments.next().map_or(Some(2_000), |text| text.parse().ok());
    match (folder, structs) {
        (Some(folder), Some(structs)) if write(Path::new(&folder), structs).is_ok() => ExitCode::SUCCESS,
        _ => ExitCode::FAILURE,
    }
}

fn write(folder: &Path, structs: usize) -> std::io::Result<()> {
    fs::create_dir_all(folder)?;
    fs::write(folder.join("large.hlsl"), large_hlsl(structs))?;
    fs::write(folder.join("large.glsl"), large_glsl(structs))?;
    fs::write(folder.join("large.slang"), large_slang(structs))?;
    fs::write(folder.join("large.wgsl"), large_wgsl(structs))
}
