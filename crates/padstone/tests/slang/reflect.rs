//! padstone's reflection as a tree.

use std::collections::BTreeSet;

use padstone_read::bind::{self, Capabilities, Request, binding_rules::SLANG_2026};
use padstone_read::bind::{Shift, VkSlot};
use padstone_read::cfamily::{SlangOptions, SlangUnit};
use padstone_read::diag::{Diagnostic, Severity};
use padstone_read::emit::reflect::{Program, Reflection, ResourceSlot, slang_json};
use padstone_read::model::{Language, Major, ResourceClass};
use padstone_read::source::{MemoryLoader, Span};
use padstone_read::{Options, Unit};
use serde_json::Value;

/// padstone's result for a program: its reflection, or its errors.
pub(crate) fn reflect(files: &[(&str, &str)], target: &str, flags: &[String]) -> Result<Value, Vec<String>> {
    let (slang, request) = options(target, flags);
    let loader = MemoryLoader::new(files.iter().copied());
    let options = Options { language: Language::Slang, slang, ..Options::default() };
    let unit = Unit::load_program(&listed(files, flags), &loader, &options);
    let layout = unit.program(&request);
    let found = unit.diagnostics.iter().chain(layout.diagnostics.iter());
    let errors: Vec<String> = found.filter(|found| found.severity == Severity::Error).map(|found| found.message.to_string()).collect();
    if !errors.is_empty() {
        return Err(errors);
    }
    let mut text = Vec::new();
    slang_json::write(&mut text, &unit.module, &layout).map_err(|error| vec![error.to_string()])?;
    Ok(serde_json::from_slice(&text).expect("the output is JSON"))
}

/// An error of a program.
pub(crate) struct ReportedError {
    pub(crate) code: &'static str,
    /// The line in its file.
    pub(crate) line: Option<u32>,
    pub(crate) message: String,
    /// Whether it has a help or fix.
    pub(crate) helps: bool,
}

/// The errors of a program.
pub(crate) fn errors(files: &[(&str, &str)], target: &str, flags: &[String]) -> Vec<ReportedError> {
    let (slang, request) = options(target, flags);
    let options = Options { language: Language::Slang, slang, ..Options::default() };
    let unit = Unit::load_program(&listed(files, flags), &MemoryLoader::new(files.iter().copied()), &options);
    let layout = unit.program(&request);
    let found = unit.diagnostics.iter().chain(layout.diagnostics.iter()).filter(|found| found.severity == Severity::Error);
    let line = |span: Span| unit.sources.locate(span.start).line;
    // Other uses of an unknown name are labels of its error. libslang reports those in macros at their definition.
    let places = |found: &Diagnostic| -> Vec<Option<u32>> {
        let repeated = found.labels.iter().filter(|label| found.unknown.is_some() && label.text == "used again");
        std::iter::once(found.span.map(line)).chain(repeated.map(|label| Some(line(unit.sources.spelling(label.span))))).collect()
    };
    found
        .flat_map(|found| {
            places(found).into_iter().map(|line| ReportedError {
                code: found.code.id,
                line,
                message: found.message.clone(),
                helps: !found.helps.is_empty() || !found.fixes.is_empty(),
            })
        })
        .collect()
}

/// The files of the program: those among the options, then the program's own.
fn listed<'a>(files: &[(&'a str, &str)], flags: &'a [String]) -> Vec<&'a str> {
    flags.iter().map(String::as_str).filter(|flag| is_file(flag)).chain([files[0].0]).collect()
}

fn is_file(flag: &str) -> bool {
    flag.ends_with(".slang") || flag.ends_with(".hlsl")
}

/// The units of `-unit a.slang b.slang -unit`, which divides the files among the options and the program's own after them; without it, HLSL
/// files are units, and the rest is one unit.
fn units(flags: &[String]) -> Vec<SlangUnit> {
    let mut units = Vec::new();
    for flag in flags {
        match flag.as_str() {
            "-unit" => units.push(SlangUnit { files: 0, is_hlsl: false }),
            flag if flag.ends_with(".hlsl") => units.push(SlangUnit { files: 1, is_hlsl: true }),
            flag if is_file(flag) => units.iter_mut().rev().take(1).filter(|unit| !unit.is_hlsl).for_each(|unit| unit.files += 1),
            _ => {}
        }
    }
    // The last one also contains the program's own file.
    let goes_on = units.last().is_some_and(|unit| !unit.is_hlsl);
    units.truncate(units.len() - usize::from(goes_on));
    units
}

/// A number in an option: decimal or hexadecimal, possibly negative.
fn integer(text: &str) -> i64 {
    let digits = text.trim_start_matches('-');
    let number = match digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X")) {
        Some(digits) => i64::from_str_radix(digits, 16),
        None => digits.parse(),
    };
    let number = number.expect("the shift is a number");
    if digits.len() < text.len() { -number } else { number }
}

/// The options of slangc that a program can have.
pub(crate) fn options(target: &str, flags: &[String]) -> (SlangOptions, Request) {
    let mut slang = SlangOptions { units: units(flags), ..SlangOptions::default() };
    let mut options = bind::Options::default();
    let (mut profile, mut capabilities) = (None, Vec::new());
    let mut words = flags.iter().map(String::as_str);
    let number = |word: Option<&str>| word.and_then(|word| word.parse().ok());
    while let Some(word) = words.next() {
        match word {
            "-matrix-layout-row-major" => slang.default_major = Major::Row,
            "-matrix-layout-column-major" => slang.default_major = Major::Column,
            "-profile" => {
                let name = words.next().unwrap_or_default();
                profile = Some(name);
                slang.default_stage = SlangOptions::stage_of_profile(name).or(slang.default_stage);
                let base = name.split('+').next().unwrap_or_default();
                let version = base.split_once('_').and_then(|(_, version)| version.split_once('_'));
                options.shader_model = version.and_then(|(major, minor)| Some((major.parse().ok()?, minor.parse().ok()?)));
            }
            "-entry" => slang.entry_points.extend(words.next().map(|name| (name.to_owned(), None))),
            "-stage" => {
                let stage = words.next().and_then(SlangOptions::stage);
                match slang.entry_points.last_mut() {
                    Some(entry) => entry.1 = stage,
                    None => slang.default_stage = stage,
                }
            }
            "-msvc-style-bitfield-packing" => slang.msvc_bit_fields = true,
            "-unscoped-enum" => slang.unscoped_enums = true,
            "-default-image-format-unknown" => slang.unknown_formats = true,
            "-unit" => {}
            _ if is_file(word) => {}
            // Features that a target lacks do not affect locations.
            "-ignore-capabilities" => {}
            "-fvk-use-dx-layout" | "-fvk-use-scalar-layout" | "-fvk-use-c-layout" | "-fvk-use-gl-layout" => {}
            "-bindless-space-index" => options.bindless_space = number(words.next()),
            "-fvk-bind-globals" => {
                let (binding, set) = (number(words.next()), number(words.next()));
                options.bind_globals = binding.zip(set).map(|(binding, set)| VkSlot { set, binding });
            }
            "-capability" => capabilities.extend(words.next()),
            "-specialize" => slang.specialize.extend(words.next().map(str::to_owned)),
            _ if word.starts_with("-fvk-") && word.ends_with("-shift") => {
                let class = match word.as_bytes()[5] {
                    b'b' => ResourceClass::ConstantBuffer,
                    b't' => ResourceClass::ShaderResource,
                    b's' => ResourceClass::Sampler,
                    _ => ResourceClass::UnorderedAccess,
                };
                let (by, space) = (words.next().map_or(0, integer), words.next());
                options.shifts.push(Shift { class, space: number(space), by });
            }
            _ if word.starts_with("-D") => {
                let (name, value) = word[2..].split_once('=').map_or((&word[2..], None), |(name, value)| (name, Some(value.to_owned())));
                slang.defines.push((name.to_owned(), value));
            }
            other => panic!("unknown option {other}"),
        }
    }
    options.capabilities = Capabilities::read(profile, capabilities);
    let name = target_name(target, flags);
    let target = SLANG_2026.target(&name).unwrap_or_else(|| panic!("unknown target {name}"));
    (slang, Request { target, rules: SLANG_2026, options, profile: None })
}

/// The policy's name for a target with the layout option.
pub(crate) fn target_name(target: &str, flags: &[String]) -> String {
    let layout = flags.iter().rev().find_map(|flag| flag.strip_prefix("-fvk-use-")?.strip_suffix("-layout"));
    let family = if target == "glsl" { "spirv" } else { target };
    let of_layout = layout.map(|layout| format!("{family} {layout}")).filter(|name| SLANG_2026.target(name).is_some());
    of_layout.unwrap_or_else(|| target.to_owned())
}

/// Lays out a program and passes it to a function.
pub(crate) fn with<T>(source: &str, target: &str, flags: &[&str], use_it: impl FnOnce(&Reflection<'_>) -> T) -> T {
    let flags: Vec<String> = flags.iter().map(|&flag| flag.to_owned()).collect();
    let (slang, request) = options(target, &flags);
    let options = Options { language: Language::Slang, slang, ..Options::default() };
    let unit = Unit::load_program(&["program.slang"], &MemoryLoader::new([("program.slang", source)]), &options);
    let layout = unit.program(&request);
    let found = unit.diagnostics.iter().chain(layout.diagnostics.iter());
    let errors: Vec<_> = found.filter(|found| found.severity == Severity::Error).collect();
    assert!(errors.is_empty(), "{errors:?}\n{source}");
    use_it(&Reflection { sources: &unit.sources, module: &unit.module, layout: &layout, target, documented: None })
}

/// All resources and buffers of a program.
pub(crate) fn slots(program: &Program) -> Vec<&ResourceSlot> {
    let entry_parameters =
        program.entry_points.iter().flat_map(|entry| entry.uniforms.iter().chain(entry.parameters.iter().flat_map(|it| &it.slots)));
    program.globals.iter().chain(program.parameters.iter().flat_map(|parameter| &parameter.slots)).chain(entry_parameters).collect()
}

/// The names of the bases of a program.
pub(crate) fn bases(program: &Program) -> BTreeSet<String> {
    program.types.iter().flat_map(|ty| &ty.fields).filter(|field| field.base).map(|field| field.name.clone()).collect()
}

/// A path with libslang's name for all bases.
pub(crate) fn as_libslang(path: &str, bases: &BTreeSet<String>) -> String {
    let mut steps = path.split('.');
    let first = steps.next().unwrap_or_default().to_owned();
    steps.fold(first, |path, step| format!("{path}.{}", if bases.contains(step) { "$base" } else { step }))
}
