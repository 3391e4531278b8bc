//! Every option of dxc, slangc and glslang that padstone accepts.

use std::fmt::Write as _;

use crate::model::Language;

use super::{Heap, OptionEffect, OptionKey, is_slang_profile, parse_target_env, stage_named};

/// One option.
pub(super) struct OptionEntry {
    /// The spellings, dxc's first.
    pub(super) names: &'static [&'static str],
    /// The values.
    pub(super) values: Arity,
    /// The placeholder of the values in the help.
    placeholder: &'static str,
    /// The effect; empty for options that do not affect layouts.
    summary: &'static str,
    /// The languages that it affects.
    pub(super) languages: &'static [Language],
    /// Parses its values.
    pub(super) read: fn(&[String]) -> OptionEffect,
}

const ALL: &[Language] = &[Language::Hlsl, Language::Slang, Language::Glsl, Language::Wgsl, Language::Wgsl2020, Language::SpirV];
const SOURCES: &[Language] = &[Language::Hlsl, Language::Slang, Language::Glsl, Language::Wgsl, Language::Wgsl2020];
const IMPORTING: &[Language] = &[Language::Hlsl, Language::Slang, Language::Glsl, Language::Wgsl];
const C_FAMILY: &[Language] = &[Language::Hlsl, Language::Slang, Language::Glsl];
const HLSL: &[Language] = &[Language::Hlsl, Language::Slang];
const DXC: &[Language] = &[Language::Hlsl];
const SLANG: &[Language] = &[Language::Slang];
const GLSL: &[Language] = &[Language::Glsl];

/// The number and form of an option's values.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Arity {
    None,
    /// In the next argument.
    One,
    /// In the next argument, or joined to the name.
    Joined,
    Two,
    Four,
}

impl Arity {
    pub(super) fn count(self) -> usize {
        match self {
            Arity::None => 0,
            Arity::One | Arity::Joined => 1,
            Arity::Two => 2,
            Arity::Four => 4,
        }
    }

    pub(super) fn description(self) -> &'static str {
        match self {
            Arity::None => "no value",
            Arity::One | Arity::Joined => "a value",
            Arity::Two => "two values",
            Arity::Four => "four values",
        }
    }
}

/// All options, those that do not affect layouts last.
pub(super) fn all() -> impl Iterator<Item = &'static OptionEntry> {
    // A constant, so that a build for WGSL alone does not contain the others.
    const INCLUDED: &[&[OptionEntry]] = if cfg!(feature = "cfamily") { &[RELEVANT, OF_CFAMILY, IRRELEVANT] } else { &[RELEVANT] };
    INCLUDED.iter().copied().flatten()
}

/// Options that affect layouts, bindings or outputs.
const RELEVANT: &[OptionEntry] = &[
    entry(&["-I"], Arity::Joined, " DIR", IMPORTING, "Search DIR for included and imported files", |_| OptionEffect::IncludeDir),
    entry(&["-D"], Arity::Joined, " NAME[=VALUE]", IMPORTING, "Define a macro; in WGSL, a feature or definition", |v| {
        let (name, value) = v[0].split_once('=').unwrap_or((&v[0], "1"));
        OptionEffect::Set(OptionKey::Define(name.to_owned()), value.to_owned())
    }),
    entry(&["-E", "-entry"], Arity::Joined, " NAME", SOURCES, "Entry point; resources that it does not use get no register", |v| {
        OptionEffect::Set(OptionKey::OptionEntry, v[0].clone())
    }),
    // `-eNAME` would be ambiguous with `-enable…`.
    entry(&["-e", "--entry-point"], Arity::One, " NAME", SOURCES, "Same as -E, as glslang spells it", |v| {
        OptionEffect::Set(OptionKey::OptionEntry, v[0].clone())
    }),
    entry(&["-lang"], Arity::One, " LANGUAGE", ALL, "Language, as slangc spells the option; same as --lang", |v| {
        OptionEffect::Set(OptionKey::Language, v[0].clone())
    }),
    entry(&["-target"], Arity::One, " TARGET", ALL, "Same as --target of `padstone reflect`", |v| {
        OptionEffect::Set(OptionKey::OutputTarget, v[0].clone())
    }),
    entry(&["-MD"], Arity::None, "", ALL, "Write a dependency file for make or ninja, in the same run", |_| {
        OptionEffect::Set(OptionKey::Dependencies, String::new())
    }),
    entry(&["-MF"], Arity::Joined, " FILE", ALL, "Path of the dependency file (default: FILE with extension .d)", |v| {
        OptionEffect::Set(OptionKey::DependencyFile, v[0].clone())
    }),
    entry(&["-MT"], Arity::Joined, " TARGET", ALL, "Target in the dependency file (default: the output)", |v| {
        OptionEffect::Set(OptionKey::DependencyTarget, v[0].clone())
    }),
    entry(&["-Fo", "-o"], Arity::Joined, " FILE", ALL, "Same as --output", |v| OptionEffect::Set(OptionKey::Output, v[0].clone())),
];

/// Options that affect layouts, bindings or outputs of the C family only. A build for WGSL alone does not know them.
const OF_CFAMILY: &[OptionEntry] = &[
    entry(&["-T", "-profile"], Arity::Joined, " PROFILE", HLSL, "Stage and shader model: cs_6_6, lib_6_8, sm_6_6", |v| {
        checked(OptionKey::Target, &v[0], is_slang_profile(&v[0]), "expected stage and shader model, such as `cs_6_6`")
    }),
    entry(&["-stage", "-S"], Arity::One, " STAGE", C_FAMILY, "Stage, as slangc or glslang names it: compute, comp, …", |v| {
        checked(OptionKey::Stage, &v[0], stage_named(&v[0]).is_some(), "expected a stage, such as `compute` or `comp`")
    }),
    entry(&["--target-env"], Arity::One, " ENV", GLSL, "Target: vulkan (default), vulkan1.0 to vulkan1.4, or opengl", |v| {
        match parse_target_env(&v[0]) {
            Some(environment) => OptionEffect::Set(OptionKey::TargetEnv, environment.into()),
            None => OptionEffect::OptionError("expected vulkan1.0 to vulkan1.4, or opengl".into()),
        }
    }),
    entry(&["-V"], Arity::None, "", GLSL, "Same as --target-env vulkan1.2", |_| OptionEffect::Set(OptionKey::TargetEnv, "vulkan".into())),
    entry(&["-G"], Arity::None, "", GLSL, "Same as --target-env opengl", |_| OptionEffect::Set(OptionKey::TargetEnv, "opengl".into())),
    entry(&["-Zpr", "-matrix-layout-row-major"], Arity::None, "", C_FAMILY, "Make matrices row-major by default", |_| {
        OptionEffect::Set(OptionKey::Major, "row".into())
    }),
    entry(&["-Zpc", "-matrix-layout-column-major"], Arity::None, "", C_FAMILY, "Make matrices column-major by default", |_| {
        OptionEffect::Set(OptionKey::Major, "column".into())
    }),
    entry(&["-enable-16bit-types"], Arity::None, "", HLSL, "Make half, min16float, and the other 16-bit types two bytes wide", |_| {
        OptionEffect::Set(OptionKey::Native16Bit, String::new())
    }),
    entry(&["-HV"], Arity::Joined, " YEAR", HLSL, "HLSL version: 2015, 2016, 2017, 2018, 2021 (default) or 202x", |v| {
        let year = v[0].trim_start_matches('=');
        let known = ["2015", "2016", "2017", "2018", "2021", "202x"].contains(&year);
        // For dxc, `202x` is 2029.
        let number = if year == "202x" { "2029" } else { year };
        checked(OptionKey::LanguageVersion, number, known, "expected 2015, 2016, 2017, 2018, 2021 or 202x")
    }),
    entry(&["-spirv"], Arity::None, "", HLSL, "Use the layouts and bindings of dxc's SPIR-V back end", |_| {
        OptionEffect::Set(OptionKey::SpirV, String::new())
    }),
    entry(&["-fvk-use-dx-layout"], Arity::None, "", HLSL, "With -spirv: use D3D's layout rules", |_| {
        OptionEffect::Set(OptionKey::VulkanLayout, "dx".into())
    }),
    entry(&["-fvk-use-gl-layout"], Arity::None, "", HLSL, "With -spirv: use strict std140 and std430", |_| {
        OptionEffect::Set(OptionKey::VulkanLayout, "gl".into())
    }),
    entry(&["-fvk-use-scalar-layout", "-force-glsl-scalar-layout"], Arity::None, "", HLSL, "With -spirv: use scalar block layout", |_| {
        OptionEffect::Set(OptionKey::VulkanLayout, "scalar".into())
    }),
    entry(&["-fvk-use-c-layout"], Arity::None, "", SLANG, "For Vulkan: use the layout of C structs", |_| {
        OptionEffect::Set(OptionKey::VulkanLayout, "c".into())
    }),
    entry(&["-fvk-b-shift"], Arity::Two, " N SPACE|all", HLSL, "With -spirv: add N to the bindings of b registers", |v| shift('b', v)),
    entry(&["-fvk-t-shift"], Arity::Two, " N SPACE|all", HLSL, "With -spirv: add N to the bindings of t registers", |v| shift('t', v)),
    entry(&["-fvk-s-shift"], Arity::Two, " N SPACE|all", HLSL, "With -spirv: add N to the bindings of s registers", |v| shift('s', v)),
    entry(&["-fvk-u-shift"], Arity::Two, " N SPACE|all", HLSL, "With -spirv: add N to the bindings of u registers", |v| shift('u', v)),
    entry(&["-fvk-bind-register"], Arity::Four, " REGISTER SPACE N SET", DXC, "With -spirv: binding and set of a register", bound_register),
    entry(&["-fvk-bind-globals"], Arity::Two, " N SET", HLSL, "With -spirv: binding and set of $Globals", |v| {
        slot(OptionKey::BindGlobals, v)
    }),
    entry(&["-fvk-bind-resource-heap"], Arity::Two, " N SET", DXC, "With -spirv: binding and set of ResourceDescriptorHeap", |v| {
        slot(OptionKey::BindHeap(Heap::Resources), v)
    }),
    entry(&["-fvk-bind-sampler-heap"], Arity::Two, " N SET", DXC, "With -spirv: binding and set of SamplerDescriptorHeap", |v| {
        slot(OptionKey::BindHeap(Heap::Samplers), v)
    }),
    entry(&["-fvk-bind-counter-heap"], Arity::Two, " N SET", DXC, "With -spirv: binding and set of the counters of heap buffers", |v| {
        slot(OptionKey::BindHeap(Heap::Counters), v)
    }),
    entry(&["-auto-binding-space"], Arity::One, " N", HLSL, "Space for resources without a register", |v| {
        checked(OptionKey::AutoBindingSpace, &v[0], v[0].parse::<u32>().is_ok(), "expected a space")
    }),
    entry(&["-bindless-space-index"], Arity::One, " N", SLANG, "Preferred space for the bindless resource heap", |v| {
        checked(OptionKey::BindlessSpace, &v[0], v[0].parse::<u32>().is_ok(), "expected a space")
    }),
    entry(&["-capability"], Arity::One, " NAME[+NAME]", SLANG, "Target capabilities, in addition to those of the profile", |_| {
        OptionEffect::Capability
    }),
    entry(&["-specialize"], Arity::One, " TYPE", SLANG, "Pass types or values for unspecialized parameters, in order", |_| {
        OptionEffect::Specialize
    }),
    entry(
        &["-msvc-style-bitfield-packing"],
        Arity::None,
        "",
        SLANG,
        "MSVC bit-field packing: MSB first, new unit for a new type size",
        |_| OptionEffect::Set(OptionKey::MsvcBitFields, String::new()),
    ),
    entry(&["-unscoped-enum"], Arity::None, "", SLANG, "Make enums unscoped by default", |_| {
        OptionEffect::Set(OptionKey::UnscopedEnums, String::new())
    }),
    entry(&["-default-image-format-unknown"], Arity::None, "", SLANG, "Do not infer image formats: use only those in the source", |_| {
        OptionEffect::Set(OptionKey::UnknownFormats, String::new())
    }),
];

/// Options that do not affect layouts. A build for WGSL alone does not know them.
const IRRELEVANT: &[OptionEntry] = &[
    irrelevant(
        &[
            "-O0",
            "-O1",
            "-O2",
            "-O3",
            "-Od",
            "-Zi",
            "-Zs",
            "-Zsb",
            "-Zss",
            "-WX",
            "-nologo",
            "-Vd",
            "-Ges",
            "-Gec",
            "-Gfa",
            "-Gfp",
            "-Gis",
            "-Cc",
            "-Ni",
            "-No",
            "-Lx",
            "-all-resources-bound",
            "-Qembed_debug",
            "-Qstrip_debug",
            "-Qstrip_priv",
            "-Qstrip_reflect",
            "-Qstrip_rootsignature",
            "-Qkeep_reflect_in_dxil",
            "-Qsource_in_debug_module",
            "-no-warnings",
            "-no-legacy-cbuf-layout",
            "-not_use_legacy_cbuf_load",
            "-pack-optimized",
            "-pack-prefix-stable",
            "-recompile",
            "-res_may_alias",
            "-enable-lifetime-markers",
            "-fvk-invert-y",
            "-fvk-use-dx-position-w",
            "-fspv-reflect",
            "-fspv-preserve-bindings",
            "-fspv-preserve-interface",
            "-fspv-flatten-resource-arrays",
            "-ffinite-math-only",
            "-g",
        ],
        Arity::None,
    ),
    irrelevant(SLANGC, Arity::None),
    irrelevant(SLANGC_WITH_VALUE, Arity::One),
    irrelevant(&["-default-downstream-compiler", "-trace-coverage-binding"], Arity::Two),
    irrelevant(&["--depfile", "--sep", "--source-entrypoint", "--variable-name", "--vn"], Arity::One),
    unsupported(GLSLANG_UNSUPPORTED),
    irrelevant(&["-Fc", "-Fd", "-Fe", "-Fh", "-Fre", "-Frs", "-Fsh", "-Vn", "-rootsig-define", "-force-rootsig-ver"], Arity::Joined),
    irrelevant(&["-W", "-fspv-target-env=", "-fspv-extension=", "-fspv-debug=", "-Oconfig=", "-fdiagnostics-"], Arity::Joined),
];

/// Options of glslang that assign bindings or locations, or shift them.
const GLSLANG_UNSUPPORTED: &[&str] = &[
    "--amb",
    "--aml",
    "--auto-map-bindings",
    "--auto-map-locations",
    "--flatten-uniform-arrays",
    "--fua",
    "--resource-set-binding",
    "--rsb",
    "--sbb",
    "--scb",
    "--shift-cbuffer-binding",
    "--shift-image-binding",
    "--shift-sampler-binding",
    "--shift-ssbo-binding",
    "--shift-texture-binding",
    "--shift-uav-binding",
    "--shift-UBO-binding",
    "--shift-ubo-binding",
    "--sib",
    "--ssb",
    "--stb",
    "--suavb",
    "--sub",
    "-R",
];

/// Options of slangc that do not affect layouts (libslang 2026.12, each measured).
const SLANGC: &[&str] = &[
    "-O",
    "-Onone",
    "-Odefault",
    "-Ohigh",
    "-Omaximal",
    "-disable-dynamic-dispatch",
    "-disable-non-essential-validations",
    "-disable-short-circuit",
    "-disable-source-map",
    "-disable-specialization",
    "-doc",
    "-dump-ast",
    "-dump-intermediates",
    "-dump-ir",
    "-dump-ir-ids",
    "-dump-module",
    "-dump-repro",
    "-dump-repro-on-error",
    "-dump-warning-diagnostics",
    "-embed-downstream-ir",
    "-emit-cpu-via-cpp",
    "-emit-cpu-via-llvm",
    "-emit-ir",
    "-emit-spirv-directly",
    "-emit-spirv-via-glsl",
    "-enable-effect-annotations",
    "-enable-experimental-dynamic-dispatch",
    "-enable-experimental-passes",
    "-enable-experimental-rich-diagnostics",
    "-enable-machine-readable-diagnostics",
    "-experimental-feature",
    "-fvk-use-entrypoint-name",
    "-g0",
    "-g1",
    "-g2",
    "-g3",
    "-gnone",
    "-gminimal",
    "-gstandard",
    "-gmaximal",
    "-gdwarf",
    "-gpdb",
    "-ignore-capabilities",
    "-incomplete-library",
    "-loop-inversion",
    "-minimum-slang-optimization",
    "-no-codegen",
    "-no-hlsl-binding",
    "-no-hlsl-pack-constant-buffer-elements",
    "-no-mangle",
    "-obfuscate",
    "-output-includes",
    "-parameter-blocks-use-register-spaces",
    "-preserve-params",
    "-report-checkpoint-intermediates",
    "-report-detailed-perf-benchmark",
    "-report-downstream-time",
    "-report-dynamic-dispatch-sites",
    "-report-perf-benchmark",
    "-restrictive-capability-check",
    "-separate-debug-info",
    "-skip-codegen",
    "-skip-spirv-validation",
    "-trace-coverage",
    "-trace-coverage-boolean",
    "-trace-branch-coverage",
    "-trace-function-coverage",
    "-track-liveness",
    "-validate-ir",
    "-validate-ir-detailed",
    "-validate-uniformity",
    "-verbose-paths",
    "-verify-debug-serial-ir",
    "-whole-program",
    "-zero-initialize",
];

const SLANGC_WITH_VALUE: &[&str] = &[
    "-archive-type",
    "-conformance",
    "-coverage-manifest-output",
    "-denorm-mode-fp16",
    "-denorm-mode-fp32",
    "-denorm-mode-fp64",
    "-depfile",
    "-diagnostic-color",
    "-dump-intermediate-prefix",
    "-dump-ir-after",
    "-dump-ir-before",
    "-file-system",
    "-floating-point-mode",
    "-fp-mode",
    "-help-style",
    "-ir-compression",
    "-line-directive-mode",
    "-llvm-cpu",
    "-llvm-features",
    "-llvm-target-triple",
    "-module-name",
    "-pass-through",
    "-reflection-json",
    "-source-embed-language",
    "-source-embed-name",
    "-source-embed-style",
    "-spirv-resource-heap-stride",
    "-spirv-sampler-heap-stride",
    "-std",
    "-trace-coverage-counter-width",
    "-trace-coverage-reserved-space",
    "-warnings-as-errors",
    "-warnings-disable",
];

const fn entry(
    names: &'static [&'static str],
    values: Arity,
    placeholder: &'static str,
    languages: &'static [Language],
    summary: &'static str,
    read: fn(&[String]) -> OptionEffect,
) -> OptionEntry {
    OptionEntry { names, values, placeholder, summary, languages, read }
}

const fn irrelevant(names: &'static [&'static str], values: Arity) -> OptionEntry {
    OptionEntry { names, values, placeholder: "", summary: "", languages: ALL, read: |_| OptionEffect::Nothing }
}

/// Options whose effect on bindings padstone does not compute: to ignore one would print wrong bindings.
const fn unsupported(names: &'static [&'static str]) -> OptionEntry {
    let read = |_: &[String]| {
        let message = "padstone does not support this option, which changes bindings or locations: specify them in the source";
        OptionEffect::OptionError(message.to_owned())
    };
    OptionEntry { names, values: Arity::None, placeholder: "", summary: "", languages: GLSL, read }
}

/// The option with that name, or with a name that the argument begins with if the value may be joined; and that value.
pub(super) fn find(argument: &str) -> Option<(&'static OptionEntry, Option<String>)> {
    if let Some(entry) = all().find(|entry| entry.names.contains(&argument)) {
        return Some((entry, None));
    }
    all().filter(|entry| entry.values == Arity::Joined).find_map(|entry| {
        let joined = entry.names.iter().find_map(|name| argument.strip_prefix(name))?;
        Some((entry, Some(joined.to_owned())))
    })
}

/// The option whose name is most similar to an argument, if the argument looks like a misspelling.
pub fn nearest(argument: &str) -> Option<&'static str> {
    let names = all().flat_map(|entry| entry.names.iter().copied());
    crate::diag::nearest(argument, names).first().copied()
}

/// The section of the help that lists the options, first those for several languages, then those for one.
pub fn help() -> String {
    let mut help = String::new();
    for (heading, languages) in [
        ("", None),
        ("\nFor HLSL and Slang:\n", Some(HLSL)),
        ("\nFor HLSL:\n", Some(DXC)),
        ("\nFor Slang:\n", Some(SLANG)),
        ("\nFor GLSL:\n", Some(GLSL)),
    ] {
        let is_in_group = |entry: &&OptionEntry| {
            languages.map_or(![HLSL, DXC, SLANG, GLSL].contains(&entry.languages), |languages| entry.languages == languages)
        };
        help.push_str(heading);
        for entry in all().filter(|entry| !entry.summary.is_empty()).filter(is_in_group) {
            let spelling = format!("{}{}", entry.names.join(", "), entry.placeholder);
            if spelling.len() <= 30 {
                let _ = writeln!(help, "  {spelling:30}  {}", entry.summary);
            } else {
                let _ = writeln!(help, "  {spelling}\n  {:30}  {}", "", entry.summary);
            }
        }
    }
    help
}

/// A binding and a set.
fn slot(key: OptionKey, values: &[String]) -> OptionEffect {
    let numbers = values.iter().all(|value| value.parse::<u32>().is_ok());
    checked(key, &values.join(" "), numbers, "expected a binding and a set")
}

fn checked(key: OptionKey, value: &str, valid: bool, expected: &str) -> OptionEffect {
    if valid { OptionEffect::Set(key, value.to_owned()) } else { OptionEffect::OptionError(expected.to_owned()) }
}

/// `-fvk-b-shift N SPACE`. Only Slang accepts negative numbers.
fn shift(class: char, values: &[String]) -> OptionEffect {
    let (by, space) = (&values[0], &values[1]);
    let in_space = match &**space {
        "all" => Some(space.clone()),
        number => integer(number).filter(|&number| number >= 0).map(|number| number.to_string()),
    };
    match integer(by).zip(in_space) {
        Some((by, space)) => OptionEffect::Set(OptionKey::Shift(class, space), by.to_string()),
        None => OptionEffect::OptionError("expected a number, and a space or `all`".to_owned()),
    }
}

/// `-fvk-bind-register t5 0 1 2`: the register t5 of space 0 has binding 1 of set 2.
fn bound_register(values: &[String]) -> OptionEffect {
    let (register, numbers) = (&values[0], &values[1..]);
    let is_register = register.starts_with(['b', 't', 's', 'u']) && register[1..].parse::<u32>().is_ok();
    let key = OptionKey::BindRegister(register.clone(), numbers[0].clone());
    let is_valid = is_register && numbers.iter().all(|number| number.parse::<u32>().is_ok());
    checked(key, &numbers[1..].join(" "), is_valid, "expected a register such as `t5`, its space, a binding and a set")
}

/// A number in the form that slangc accepts for options: decimal or hexadecimal, possibly negative.
fn integer(text: &str) -> Option<i64> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let number = match digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X")) {
        Some(digits) => u32::from_str_radix(digits, 16),
        None => digits.parse::<u32>(),
    };
    let number = i64::from(number.ok().filter(|_| !digits.contains('+'))?);
    Some(if digits.len() < text.len() { -number } else { number })
}
