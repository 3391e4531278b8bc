//! The recorded verdicts are those of the installed compilers. `PADSTONE_OVERWRITE=1 cargo test` records changed ones.

use padstone_testing::{Glslang, Target, Tint, recheck};

#[test]
fn tint_gives_the_recorded_answers() {
    let Some(tint) = Tint::find("recorded verdicts on modules of WGSL asked again") else { return };
    for file in ["wgsl.jsonl", "bodies.jsonl", "uniformity.jsonl"] {
        unchanged(file, &recheck(file, "tint", |module| tint.structs(&module.source).map(drop)));
    }
}

#[test]
fn glslang_gives_the_recorded_answers() {
    let Some(glslang) = Glslang::find("recorded verdicts on shaders in GLSL asked again") else { return };
    for (key, target) in Target::ALL {
        unchanged("glsl.jsonl", &recheck("glsl.jsonl", key, |module| glslang.accepts(&module.file, &module.source, target)));
    }
}

fn unchanged(file: &str, changed: &[String]) {
    assert!(changed.is_empty(), "{} answers in {file} changed:\n{}", changed.len(), changed.join("\n"));
}
