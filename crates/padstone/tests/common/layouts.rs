//! padstone's output for a source text: the JSON of `padstone layout --format json`, and the errors.

use padstone_read::bind::{self, BindingRules, Bindings, Shift, VkSlot, binding_rules};
use padstone_read::diag::{Diagnostic, Diagnostics, Severity};
use padstone_read::emit::diagnostics::TerminalColor;
use padstone_read::emit::{DrawnLines, FORMATS, Listing, Settings};
use padstone_read::layout::{self, BindingModel, ModuleLayout, Profile};
use padstone_read::model::{Major, ResourceClass};
use padstone_read::source::{Interner, MemoryLoader, SourceMap};
use padstone_read::{Options, Unit, cfamily};
use serde_json::Value;

/// padstone's output.
pub(crate) struct Answer {
    pub(crate) json: Value,
    pub(crate) errors: Vec<Error>,
}

/// An error with its line; 0 if it has none.
pub(crate) struct Error {
    pub(crate) line: u32,
    pub(crate) message: String,
}

/// A source text with its layouts.
pub(crate) struct Compiled {
    pub(crate) unit: Unit,
    pub(crate) layouts: ModuleLayout,
    bindings: Bindings,
    /// The policy that assigned the bindings.
    #[allow(dead_code, reason = "only recorded answers are laid out as programs too")]
    pub(crate) rules: &'static BindingRules,
    /// The binding options of the command line.
    #[allow(dead_code, reason = "only recorded answers are laid out as programs too")]
    pub(crate) bind: bind::Options,
    file: String,
}

/// Reads and lays out a text as DXC does with these flags.
pub(crate) fn compile(source: &str, flags: &[String], profile: &str) -> Compiled {
    compile_knowing(source, flags, profile, Interner::new())
}

/// The same with names that are interned already.
pub(crate) fn compile_knowing(source: &str, flags: &[String], profile: &str, names: Interner) -> Compiled {
    let profile = layout::find(profile).expect("a profile");
    let flags = Flags::read(flags, profile);
    let policy = match profile.name {
        "fxc" | "fxc-9" => &binding_rules::FXC,
        _ if profile.binding == BindingModel::Vulkan => &binding_rules::DXC_SPIRV,
        _ => &binding_rules::DXC,
    };
    compile_with(
        "main.hlsl",
        source,
        &Options { hlsl: cfamily::Options { names, ..flags.hlsl }, ..Options::default() },
        profile,
        policy,
        &flags.bind,
    )
}

/// Reads and lays out a text under a profile, with all options.
pub(crate) fn compile_with(
    file: &str,
    source: &str,
    options: &Options,
    profile: &'static Profile,
    rules: &'static BindingRules,
    bind: &bind::Options,
) -> Compiled {
    let unit = Unit::read(file, source.into(), &MemoryLoader::default(), options);
    let (layouts, bindings) = (unit.layout(profile), unit.bind(rules, bind));
    Compiled { unit, layouts, bindings, rules, bind: bind.clone(), file: file.to_owned() }
}

impl Compiled {
    /// The output for a user.
    pub(crate) fn answer(&self) -> Answer {
        let Compiled { unit, layouts, bindings, file, .. } = self;
        let listing = Listing { file, sources: &unit.sources, module: &unit.module, layouts, bindings };
        let json = FORMATS.iter().find(|format| format.name == "json").expect("there is JSON");
        let mut writer = (json.writer)(Settings { color: TerminalColor::Never, row_bytes: 16, lines: DrawnLines::ALL, structs: true });
        let mut text = Vec::new();
        writer.listing(&listing, &mut text).expect("a vector takes all");
        writer.finish(&mut text).expect("a vector takes all");

        let all: [&Diagnostics; 3] = [&unit.diagnostics, &layouts.diagnostics, &bindings.diagnostics];
        all.into_iter().flatten().for_each(|found| check_spans(&unit.sources, found));
        let errors = all.into_iter().flatten().filter(|found| found.severity == Severity::Error).map(|found| error(unit, found));
        Answer { errors: errors.collect(), json: serde_json::from_slice(&text).expect("the output is JSON") }
    }
}

/// Every span in a diagnostic is in one file or expansion, and no longer than a statement.
fn check_spans(sources: &SourceMap, found: &Diagnostic) {
    for span in found.span.into_iter().chain(found.labels.iter().map(|label| label.span)) {
        assert!(
            sources.is_whole(span),
            "{} {}: {span:?} begins in one file or expansion and ends in another",
            found.code.id,
            found.message
        );
        let text = sources.text(sources.call_site(span));
        let is_one = text.contains('{') || text.trim_end_matches(';').split(';').nth(1).is_none();
        assert!(is_one, "{} {}: more than a statement: {text}", found.code.id, found.message);
    }
}

fn error(unit: &Unit, found: &Diagnostic) -> Error {
    let line = found.span.map_or(0, |span| unit.sources.locate(span.start).line);
    Error { line, message: format!("{} {}", found.code.id, found.message) }
}

/// The relevant flags of DXC.
struct Flags {
    hlsl: cfamily::Options,
    bind: bind::Options,
}

impl Flags {
    fn read(flags: &[String], profile: &Profile) -> Flags {
        let mut read = Flags {
            hlsl: cfamily::Options {
                spirv: profile.binding == BindingModel::Vulkan,
                fxc: profile.name.starts_with("fxc"),
                ..cfamily::Options::default()
            },
            bind: bind::Options::default(),
        };
        let mut flags = flags.iter().map(String::as_str);
        while let Some(flag) = flags.next() {
            let mut value = || flags.next().unwrap_or_else(|| panic!("{flag} has a value"));
            let number = |text: &str| text.parse::<u32>().expect("a number");
            match flag {
                "-E" => read.hlsl.entry = Some(value().to_owned()),
                "-T" => {
                    let target = value();
                    if read.hlsl.fxc {
                        let mut parts = target.split('_');
                        let mut part = || parts.next().expect("a stage and two numbers");
                        let stage = part();
                        let stage = cfamily::HLSL_STAGES.iter().find(|(name, ..)| *name == stage).expect("a stage").1;
                        let numbers = [part(), part()].map(|text| text.parse().expect("a number"));
                        read.hlsl.target = cfamily::Target { stage, major: numbers[0], minor: numbers[1] };
                    } else {
                        assert_eq!(target, "cs_6_6", "all lines of DXC were recorded with this target");
                    }
                }
                "-enable-16bit-types" => read.hlsl.native_16bit = true,
                "-Zpr" => read.hlsl.default_major = Major::Row,
                "-Zpc" => read.hlsl.default_major = Major::Column,
                "-auto-binding-space" => read.bind.auto_binding_space = Some(number(value())),
                "-fvk-bind-globals" => read.bind.bind_globals = Some(VkSlot { binding: number(value()), set: number(value()) }),
                "-fvk-b-shift" | "-fvk-t-shift" | "-fvk-u-shift" => {
                    let class = match flag {
                        "-fvk-b-shift" => ResourceClass::ConstantBuffer,
                        "-fvk-t-shift" => ResourceClass::ShaderResource,
                        _ => ResourceClass::UnorderedAccess,
                    };
                    let (by, space) = (number(value()), value());
                    read.bind.shifts.push(Shift { class, space: (space != "all").then(|| number(space)), by: by.into() });
                }
                // The profile implies the first four; DXC accepts the last one without effect.
                "-spirv" | "-fvk-use-dx-layout" | "-fvk-use-gl-layout" | "-fvk-use-scalar-layout" | "-no-legacy-cbuf-layout" => {}
                _ => panic!("unknown flag: {flag}"),
            }
        }
        read
    }
}
