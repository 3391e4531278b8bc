//! padstone reads modules compiled by glslang with the recorded layouts.

use std::path::Path;

use padstone_testing::{Oracle, amount, is_full, reads_as_recorded};

#[test]
fn glslang_modules_match_the_recording() {
    let Some(glslang) = Oracle::find("glslangValidator", "GLSL compiled and read back") else { return };
    let out = Path::new(env!("CARGO_TARGET_TMPDIR")).join("glslang-compiled.spv");
    let number = std::cell::Cell::new(0);
    let (modules, values) = reads_as_recorded("glsl.jsonl", amount(30, 120) as usize, |record| {
        number.set(number.get() + 1);
        if !is_full() && number.get() % 4 != 0 {
            return None;
        }
        let (_, stage) = record["file"].as_str()?.rsplit_once('.')?;
        let environment = if matches!(stage, "mesh" | "task") { "vulkan1.3" } else { "vulkan1.2" };
        let arguments = ["-V", "--target-env", environment, "--stdin", "-S", stage, "-o", out.to_str()?];
        glslang.run(&arguments, record["source"].as_str()?).ok()?;
        std::fs::read(&out).ok()
    });
    println!("glslang's: {modules} modules, {values} values");
}
