//! Every option of dxc and slangc that padstone knows.

use std::fmt::Write as _;

use super::{Key, Read, parse_stage, parse_target};

/// One option.
pub(super) struct Entry {
    /// Its spellings, dxc's first.
    pub(super) names: &'static [&'static str],
    /// What follows it.
    pub(super) values: Values,
    /// How the help prints the values.
    placeholder: &'static str,
    /// What it does; empty for those that say nothing about layouts.
    summary: &'static str,
    /// What it means.
    pub(super) read: fn(&[String]) -> Read,
}

/// How many values an option has.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Values {
    None,
    /// In the next argument.
    One,
    /// In the next argument, or joined to the name.
    Joined,
    Two,
}

impl Values {
    pub(super) fn count(self) -> usize {
        match self {
            Values::None => 0,
            Values::One | Values::Joined => 1,
            Values::Two => 2,
        }
    }

    pub(super) fn words(self) -> &'static str {
        match self {
            Values::None => "no value",
            Values::One | Values::Joined => "a value",
            Values::Two => "two values",
        }
    }
}

/// All options, those of the compilers that have no bearing on layouts last.
pub(super) const TABLE: &[Entry] = &[
    entry(&["-I"], Values::Joined, " DIR", "Look for includes in DIR too", |_| Read::IncludeDir),
    entry(&["-D"], Values::Joined, " NAME[=VALUE]", "Define a macro", |v| {
        let (name, value) = v[0].split_once('=').unwrap_or((&v[0], "1"));
        Read::Set(Key::Define(name.to_owned()), value.to_owned())
    }),
    entry(&["-T", "-profile"], Values::Joined, " PROFILE", "Stage and shader model: cs_6_6, lib_6_8, sm_6_6", |v| {
        checked(Key::Target, &v[0], parse_target(&v[0]).is_some(), "expected stage and shader model, such as `cs_6_6`")
    }),
    entry(&["-E", "-entry"], Values::Joined, " NAME", "Entry point: what it does not reach gets no register", |v| {
        Read::Set(Key::Entry, v[0].clone())
    }),
    entry(&["-stage"], Values::One, " STAGE", "Stage, as slangc names it: compute, vertex, fragment, …", |v| {
        checked(Key::Stage, &v[0], parse_stage(&v[0]).is_some(), "expected a stage, such as `compute`")
    }),
    entry(&["-Zpr", "-matrix-layout-row-major"], Values::None, "", "Matrices that say nothing are row-major", |_| {
        Read::Set(Key::Major, "row".into())
    }),
    entry(&["-Zpc", "-matrix-layout-column-major"], Values::None, "", "Matrices that say nothing are column-major (default)", |_| {
        Read::Set(Key::Major, "column".into())
    }),
    entry(&["-enable-16bit-types"], Values::None, "", "half, min16float and the like take two bytes", |_| {
        Read::Set(Key::Native16Bit, String::new())
    }),
    entry(&["-HV"], Values::Joined, " YEAR", "Version of HLSL: 2015, 2016, 2017, 2018 or 2021 (default)", |v| {
        let year = v[0].trim_start_matches('=');
        let known = ["2015", "2016", "2017", "2018", "2021"].contains(&year);
        checked(Key::LanguageVersion, year, known, "expected 2015, 2016, 2017, 2018 or 2021")
    }),
    entry(&["-lang"], Values::One, " LANGUAGE", "Language, as slangc spells the option; same as --lang", |v| {
        Read::Set(Key::Language, v[0].clone())
    }),
    entry(&["-spirv"], Values::None, "", "Layouts and bindings of dxc's SPIR-V back end", |_| Read::Set(Key::SpirV, String::new())),
    entry(&["-fvk-use-dx-layout"], Values::None, "", "With -spirv: D3D's rules", |_| Read::Set(Key::VulkanLayout, "dx".into())),
    entry(&["-fvk-use-gl-layout"], Values::None, "", "With -spirv: strict std140 and std430", |_| {
        Read::Set(Key::VulkanLayout, "gl".into())
    }),
    entry(&["-fvk-use-scalar-layout", "-force-glsl-scalar-layout"], Values::None, "", "With -spirv: scalar block layout", |_| {
        Read::Set(Key::VulkanLayout, "scalar".into())
    }),
    entry(&["-fvk-b-shift"], Values::Two, " N SPACE|all", "With -spirv: add N to the bindings of b registers", |v| shift('b', v)),
    entry(&["-fvk-t-shift"], Values::Two, " N SPACE|all", "With -spirv: add N to the bindings of t registers", |v| shift('t', v)),
    entry(&["-fvk-s-shift"], Values::Two, " N SPACE|all", "With -spirv: add N to the bindings of s registers", |v| shift('s', v)),
    entry(&["-fvk-u-shift"], Values::Two, " N SPACE|all", "With -spirv: add N to the bindings of u registers", |v| shift('u', v)),
    entry(&["-fvk-bind-globals"], Values::Two, " N SET", "With -spirv: binding and set of $Globals", |v| {
        let numbers = v.iter().all(|value| value.parse::<u32>().is_ok());
        checked(Key::BindGlobals, &v.join(" "), numbers, "expected a binding and a set")
    }),
    entry(&["-auto-binding-space"], Values::One, " N", "Space of what has no register in the source", |v| {
        checked(Key::AutoBindingSpace, &v[0], v[0].parse::<u32>().is_ok(), "expected the number of a space")
    }),
    entry(&["-MD"], Values::None, "", "Write a dependency file for make or ninja, in the same run", |_| {
        Read::Set(Key::Dependencies, String::new())
    }),
    entry(&["-MF"], Values::Joined, " FILE", "Where to write it (default: the first FILE with the extension .d)", |v| {
        Read::Set(Key::DependencyFile, v[0].clone())
    }),
    entry(&["-Fo", "-o"], Values::Joined, " FILE", "Same as --output", |v| Read::Set(Key::Output, v[0].clone())),
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
            "-minimum-slang-optimization",
            "-warnings-as-errors",
        ],
        Values::None,
    ),
    irrelevant(&["-target", "-capability", "-line-directive-mode"], Values::One),
    irrelevant(&["-Fc", "-Fd", "-Fe", "-Fh", "-Fre", "-Frs", "-Fsh", "-Vn", "-rootsig-define", "-force-rootsig-ver"], Values::Joined),
    irrelevant(&["-W", "-fspv-target-env=", "-fspv-extension=", "-fspv-debug=", "-Oconfig=", "-fdiagnostics-"], Values::Joined),
];

const fn entry(
    names: &'static [&'static str],
    values: Values,
    placeholder: &'static str,
    summary: &'static str,
    read: fn(&[String]) -> Read,
) -> Entry {
    Entry { names, values, placeholder, summary, read }
}

const fn irrelevant(names: &'static [&'static str], values: Values) -> Entry {
    Entry { names, values, placeholder: "", summary: "", read: |_| Read::Nothing }
}

/// The option that an argument is or, for those whose value may be joined, begins with; and that value.
pub(super) fn find(argument: &str) -> Option<(&'static Entry, Option<String>)> {
    if let Some(entry) = TABLE.iter().find(|entry| entry.names.contains(&argument)) {
        return Some((entry, None));
    }
    TABLE.iter().filter(|entry| entry.values == Values::Joined).find_map(|entry| {
        let joined = entry.names.iter().find_map(|name| argument.strip_prefix(name))?;
        Some((entry, Some(joined.to_owned())))
    })
}

/// The section of the help that lists the options.
pub(crate) fn help() -> String {
    let mut help = String::new();
    for entry in TABLE.iter().filter(|entry| !entry.summary.is_empty()) {
        let spelling = format!("{}{}", entry.names.join(", "), entry.placeholder);
        if spelling.len() <= 30 {
            let _ = writeln!(help, "  {spelling:30}  {}", entry.summary);
        } else {
            let _ = writeln!(help, "  {spelling}\n  {:30}  {}", "", entry.summary);
        }
    }
    help
}

fn checked(key: Key, value: &str, valid: bool, expected: &str) -> Read {
    if valid { Read::Set(key, value.to_owned()) } else { Read::Wrong(expected.to_owned()) }
}

/// `-fvk-b-shift N SPACE`.
fn shift(class: char, values: &[String]) -> Read {
    let (by, space) = (&values[0], &values[1]);
    let valid = by.parse::<u32>().is_ok() && (space == "all" || space.parse::<u32>().is_ok());
    checked(Key::Shift(class, space.clone()), by, valid, "expected a number, and a space or `all`")
}
