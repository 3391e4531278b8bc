//! Offsets of atomic counters: glslang accepts the same declarations, and decorates its module with the same numbers.

use std::collections::BTreeMap;

use padstone_generate::{Choices, bytes};
use padstone_read::cfamily::{GlslOptions, TargetEnv, glsl_stage};
use padstone_read::diag::Severity;
use padstone_read::model::Language;
use padstone_read::source::MemoryLoader;
use padstone_read::{Options, Unit};
use padstone_testing::{Glslang, Target, seeds};

/// The number of generated shaders in everyday and full runs.
const SHADERS: [u64; 2] = [300, 3_000];

/// Declarations with explicit, implicit, invalid and default offsets in two bindings.
fn declarations(choices: &mut Choices<'_>) -> String {
    let mut text = String::new();
    for number in 0..choices.between(1, 6) {
        let binding = choices.below(2);
        let offset =
            if choices.one_in(2) { "" } else { *choices.pick(&[", offset = 0", ", offset = 4", ", offset = 24", ", offset = 64"]) };
        let offset = if choices.one_in(40) { ", offset = 6" } else { offset };
        let is_default = choices.one_in(5);
        let dims = *choices.pick(&["", "", "", "[2]", "[3][2]"]);
        let dims = if choices.one_in(60) { "[]" } else { dims };
        let name = if is_default { String::new() } else { format!(" counter{number}{dims}") };
        let other = if !is_default && choices.one_in(5) { format!(", other{number}") } else { String::new() };
        text += &format!("layout(binding = {binding}{offset}) uniform atomic_uint{name}{other};\n");
    }
    text
}

#[test]
fn offsets_of_atomic_counters_match_glslang() {
    let Some(glslang) = Glslang::find("atomic counters of GLSL") else { return };
    let (mut accepted, mut rejected) = (0, 0);
    for seed in seeds(SHADERS[0], SHADERS[1]) {
        let declared = declarations(&mut Choices::new(&bytes(seed, 200)));
        let names: Vec<&str> =
            declared.split([' ', ';', ',', '\n']).filter(|word| word.contains("counter") || word.contains("other")).collect();
        let first = |name: &str| format!("atomicCounter({})", name.replace("[]", "[0]").replace("[2]", "[0]").replace("[3]", "[0]"));
        let sum: Vec<String> = names.iter().map(|name| first(name)).collect();
        let source = format!(
            "#version 460\n{declared}layout(std430, binding = 0) buffer Total {{ uint total; }};\nvoid main() {{ total = 0 + {}; }}\n",
            if sum.is_empty() { "0".to_owned() } else { sum.join(" + ") }
        );
        let glsl = GlslOptions { stage: glsl_stage("comp"), target: TargetEnv::OpenGl, ..GlslOptions::default() };
        let options = Options { language: Language::Glsl, glsl, ..Options::default() };
        let unit = Unit::read("shader.comp", source.as_str().into(), &MemoryLoader::default(), &options);
        let errors: Vec<&str> =
            unit.diagnostics.iter().filter(|found| found.severity == Severity::Error).map(|found| &*found.message).collect();
        match glslang.decorations("shader.comp", &source, Target::OpenGlSpirv, "Offset") {
            Ok(theirs) => {
                accepted += 1;
                assert_eq!(errors, [""; 0], "glslang accepts it:\n{source}");
                let offset_of = |parameter: &padstone_read::model::Parameter| {
                    Some((unit.module.name(parameter.name).to_owned(), parameter.counter_offset?.bytes()))
                };
                let ours: BTreeMap<String, u64> = unit.module.parameters.iter().filter_map(|(_, parameter)| offset_of(parameter)).collect();
                assert_eq!(ours, theirs, "{source}");
            }
            Err(why) => {
                rejected += 1;
                assert!(!errors.is_empty(), "glslang rejects it: {why}\n{source}");
            }
        }
    }
    println!("{accepted} shaders have glslang's offsets, {rejected} are rejected by both");
    assert!(accepted > 50 && rejected > 50, "the declarations need accepted and rejected ones: {accepted}, {rejected}");
}
