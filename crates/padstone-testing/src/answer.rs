//! padstone's output: the JSON of `padstone layout --format json`, and its diagnostics.

use padstone_read::bind::{self, Amount, BindingRules, Request, binding_rules, targets};
use padstone_read::cfamily::{GlslOptions, TargetEnv, glsl_stage};
use padstone_read::diag::{Diagnostic, Severity};
use padstone_read::emit::diagnostics::TerminalColor;
use padstone_read::emit::{DrawnLines, FORMATS, Listing, Settings};
use padstone_read::model::Language;
use padstone_read::source::MemoryLoader;
use padstone_read::{Options, Unit, layout};
use serde_json::Value;

use crate::{Layout, Layouts, Member, StageInterface};

/// The output of padstone for a source text.
#[derive(Debug)]
pub struct PadstoneOutput {
    /// The layouts of buffers, and of structs outside them.
    pub layouts: Layouts,
    /// The names of those that are structs by themselves.
    pub structs: Vec<String>,
    /// The messages of errors.
    pub errors: Vec<String>,
    /// The messages of warnings.
    pub warnings: Vec<String>,
}

impl PadstoneOutput {
    /// The layouts of buffers, without those of standalone structs.
    pub fn buffers(mut self) -> Layouts {
        self.layouts.retain(|name, _| !self.structs.contains(name));
        self.layouts
    }
}

/// The output of padstone for a file under a profile: WGSL by its extension, in the edition of 2020 if it ends in `.2020.wgsl`; otherwise
/// GLSL by the extension of a stage.
pub fn ours(file: &str, source: &str, profile: &str, target: TargetEnv) -> PadstoneOutput {
    let (unit, policy) = read(file, source, target);
    answer(&unit, file, profile, policy)
}

fn read(file: &str, source: &str, target: TargetEnv) -> (Unit, &'static BindingRules) {
    let extension = file.rsplit('.').next().unwrap_or_default();
    let (language, policy) = match (extension, target) {
        ("wgsl", _) if file.ends_with(".2020.wgsl") => (Language::Wgsl2020, &binding_rules::WGSL),
        ("wgsl", _) => (Language::Wgsl, &binding_rules::WGSL),
        (_, TargetEnv::Vulkan) => (Language::Glsl, &binding_rules::GLSLANG),
        (_, TargetEnv::OpenGl) => (Language::Glsl, &binding_rules::OPENGL),
    };
    let glsl = GlslOptions { stage: glsl_stage(extension), target, ..GlslOptions::default() };
    let unit = Unit::read(file, source.into(), &MemoryLoader::default(), &Options { language, glsl, ..Options::default() });
    (unit, policy)
}

/// The location and component of each input and output, and of each aggregate, under its own name: those of its first member.
///
/// # Panics
///
/// If the file has errors.
pub fn interface(file: &str, source: &str) -> StageInterface {
    interface_of(&read(file, source, TargetEnv::Vulkan).0, file)
}

/// The same for a compiled module.
///
/// # Panics
///
/// If padstone reports an error.
pub fn compiled_interface(module: &[u8]) -> StageInterface {
    interface_of(&Unit::read_compiled("module.spv", module), "module.spv")
}

fn interface_of(unit: &Unit, file: &str) -> StageInterface {
    let language = unit.module.language;
    let rules = if language == Language::Wgsl { &binding_rules::WGSL } else { &binding_rules::GLSLANG };
    let request = Request { target: targets::VULKAN, rules: *rules, options: bind::Options::default(), profile: None };
    let layout = unit.program(&request);
    for found in unit.diagnostics.iter().chain(&layout.diagnostics) {
        assert!(found.severity != Severity::Error, "{}", message(unit, found));
    }
    let program = unit.reflect(&layout, file).0;
    let mut interface = StageInterface::new();
    for entry in &program.entry_points {
        for (direction, varyings) in [("input", &entry.inputs), ("output", &entry.outputs)] {
            for varying in varyings {
                let Some(location) = varying.location.and_then(Amount::finite) else { continue };
                let place = (location, u64::from(varying.component.unwrap_or(0)));
                for name in varying.path.split('.').map(|name| name.trim_end_matches("[]")) {
                    let first = interface.entry(format!("{direction} {name}")).or_insert(place);
                    *first = place.min(*first);
                }
            }
        }
    }
    interface
}

/// The output of padstone for a unit, under a profile and a policy.
///
/// # Panics
///
/// If there is no such profile.
pub fn answer(unit: &Unit, file: &str, profile: &str, policy: &BindingRules) -> PadstoneOutput {
    let layouts = unit.layout(layout::find(profile).expect("a profile"));
    let bindings = unit.bind(policy, &bind::Options::default());
    let listing = Listing { file, sources: &unit.sources, module: &unit.module, layouts: &layouts, bindings: &bindings };
    let json = FORMATS.iter().find(|format| format.name == "json").expect("there is JSON");
    let mut writer = (json.writer)(Settings { color: TerminalColor::Never, row_bytes: 16, lines: DrawnLines::ALL, structs: true });
    let mut text = Vec::new();
    writer.listing(&listing, &mut text).and_then(|()| writer.finish(&mut text)).expect("writing to a vector never fails");
    let json: Value = serde_json::from_slice(&text).expect("the output is JSON");

    let messages = |severity: Severity| {
        let diagnostics = [&unit.diagnostics, &layouts.diagnostics, &bindings.diagnostics].into_iter().flatten();
        diagnostics.filter(|found| found.severity == severity).map(|found| message(unit, found)).collect()
    };
    let listed = || json["layouts"].as_array().into_iter().flatten().map(|layout| (name(layout), layout));
    PadstoneOutput {
        layouts: listed().map(|(name, layout)| (name, read_layout(layout))).collect(),
        structs: listed().filter(|(_, layout)| layout["kind"] == "struct").map(|(name, _)| name).collect(),
        errors: messages(Severity::Error),
        warnings: messages(Severity::Warning),
    }
}

fn message(unit: &Unit, found: &Diagnostic) -> String {
    let line = found.span.map_or(0, |span| unit.sources.locate(span.start).line);
    format!("line {line}: {} {}", found.code.id, found.message)
}

fn name(layout: &Value) -> String {
    layout["name"].as_str().expect("a name").to_owned()
}

fn read_layout(layout: &Value) -> Layout {
    let binding = &layout["binding"];
    let set = binding["group"].as_u64().or_else(|| binding["set"].as_u64());
    let members = layout["members"].as_array().into_iter().flatten();
    Layout {
        size: layout["size"].as_u64(),
        align: layout["align"].as_u64(),
        binding: set.zip(binding["binding"].as_u64()),
        members: members.map(|row| (row["path"].as_str().expect("a path").to_owned(), read_member(row))).collect(),
    }
}

fn read_member(row: &Value) -> Member {
    Member {
        offset: row["offset"].as_u64().expect("an offset"),
        size: row["size"].as_u64(),
        align: row["align"].as_u64(),
        stride: row["stride"].as_u64(),
        count: row.get("count").map(Value::as_u64),
        matrix_stride: row["matrixStride"].as_u64(),
        row_major: row["majorness"].as_str().map(|major| major == "row"),
    }
}
