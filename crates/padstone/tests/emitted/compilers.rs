//! padstone reads modules compiled by glslang with the recorded layouts.

use padstone_testing::{Glslang, amount, is_full, reads_as_recorded};

#[test]
fn glslang_modules_match_the_recording() {
    let Some(glslang) = Glslang::find("GLSL compiled and read back") else { return };
    let number = std::cell::Cell::new(0);
    let (modules, values) = reads_as_recorded("glsl.jsonl", amount(30, 120) as usize, |record| {
        number.set(number.get() + 1);
        if !is_full() && number.get() % 4 != 0 {
            return None;
        }
        glslang.module(record["file"].as_str()?, record["source"].as_str()?).ok()
    });
    println!("glslang's: {modules} modules, {values} values");
}
