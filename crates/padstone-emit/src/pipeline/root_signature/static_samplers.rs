//! The settings of static samplers ("Specifying Root Signatures in HLSL", Static Sampler).

use padstone_model::SampleType;

use super::RootSignatureVersion;
use crate::reflect::ResourceSlot;

/// The values of a setting.
#[derive(Clone, Copy)]
enum SettingValues {
    /// One of these words after an optional prefix.
    Word(&'static str, &'static [&'static str]),
    /// A number in this range.
    Number(f32, f32),
    /// An integer from 0 to this.
    Integer(u32),
    /// Words separated by `|`, since version 1.2.
    Flags(&'static [&'static str]),
}

const ADDRESS: SettingValues = SettingValues::Word("TEXTURE_ADDRESS_", &["WRAP", "MIRROR", "CLAMP", "BORDER", "MIRROR_ONCE", "MIRRORONCE"]);

/// Each may have one of the prefixes of [`REDUCTIONS`].
const FILTERS: [&str; 9] = [
    "MIN_MAG_MIP_POINT",
    "MIN_MAG_POINT_MIP_LINEAR",
    "MIN_POINT_MAG_LINEAR_MIP_POINT",
    "MIN_POINT_MAG_MIP_LINEAR",
    "MIN_LINEAR_MAG_MIP_POINT",
    "MIN_LINEAR_MAG_POINT_MIP_LINEAR",
    "MIN_MAG_LINEAR_MIP_POINT",
    "MIN_MAG_MIP_LINEAR",
    "ANISOTROPIC",
];

const REDUCTIONS: [&str; 3] = ["COMPARISON_", "MINIMUM_", "MAXIMUM_"];

const SETTINGS: [(&str, SettingValues); 11] = [
    ("filter", SettingValues::Word("FILTER_", &FILTERS)),
    ("addressU", ADDRESS),
    ("addressV", ADDRESS),
    ("addressW", ADDRESS),
    // D3D12_MIP_LOD_BIAS_MIN and _MAX.
    ("mipLODBias", SettingValues::Number(-16.0, 15.99)),
    // D3D12_MAX_MAXANISOTROPY.
    ("maxAnisotropy", SettingValues::Integer(16)),
    (
        "comparisonFunc",
        SettingValues::Word("COMPARISON_", &["NEVER", "LESS", "EQUAL", "LESS_EQUAL", "GREATER", "NOT_EQUAL", "GREATER_EQUAL", "ALWAYS"]),
    ),
    (
        "borderColor",
        SettingValues::Word(
            "STATIC_BORDER_COLOR_",
            &["TRANSPARENT_BLACK", "OPAQUE_BLACK", "OPAQUE_WHITE", "OPAQUE_BLACK_UINT", "OPAQUE_WHITE_UINT"],
        ),
    ),
    ("minLOD", SettingValues::Number(f32::MIN, f32::MAX)),
    ("maxLOD", SettingValues::Number(f32::MIN, f32::MAX)),
    ("flags", SettingValues::Flags(&["UINT_BORDER_COLOR", "NON_NORMALIZED_COORDINATES"])),
];

/// Checks the settings of a static sampler: `filter=FILTER_ANISOTROPIC, maxAnisotropy=8`. Names ignore case, as in compilers.
///
/// # Errors The first invalid setting.
pub fn check_static_sampler(settings: &str, version: RootSignatureVersion) -> Result<(), String> {
    if settings.trim().is_empty() {
        return Ok(());
    }
    let mut seen: Vec<&str> = Vec::new();
    for setting in settings.split(',') {
        let Some((name, value)) = setting.split_once('=').map(|(name, value)| (name.trim(), value.trim())) else {
            return Err(format!("`{}` is not a setting: expected `NAME=VALUE`", setting.trim()));
        };
        if ["space", "visibility"].iter().any(|own| name.eq_ignore_ascii_case(own)) {
            return Err(format!("`{name}` comes from the shader; it is not a setting"));
        }
        let Some((name, allowed)) = SETTINGS.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)) else {
            return Err(format!("static samplers have no setting `{name}`; they have {}", list(SETTINGS.iter().map(|(name, _)| *name))));
        };
        if seen.contains(name) {
            return Err(format!("`{name}` is set twice"));
        }
        seen.push(name);
        allowed.check(value, version).map_err(|allowed| format!("`{value}` is not a value of `{name}`: {allowed}"))?;
    }
    Ok(())
}

impl SettingValues {
    /// The error contains the allowed values.
    fn check(self, value: &str, version: RootSignatureVersion) -> Result<(), String> {
        let is_allowed = match self {
            SettingValues::Word(prefix, words) => match strip_prefix(value, prefix) {
                Some(word) if prefix == "FILTER_" => {
                    let base = REDUCTIONS.iter().find_map(|reduction| strip_prefix(word, reduction)).unwrap_or(word);
                    words.iter().any(|known| known.eq_ignore_ascii_case(base))
                }
                // Integer static samplers were added in the same version as the flags.
                Some(word) if word.to_ascii_uppercase().ends_with("_UINT") && version < RootSignatureVersion::V1_2 => {
                    return Err("it requires `--rs-version 1.2`".to_owned());
                }
                Some(word) => words.iter().any(|known| known.eq_ignore_ascii_case(word)),
                None => false,
            },
            SettingValues::Number(min, max) => number(value).is_some_and(|number| (min..=max).contains(&number)),
            SettingValues::Integer(max) => {
                value.bytes().all(|byte| byte.is_ascii_digit()) && value.parse().is_ok_and(|number: u32| number <= max)
            }
            SettingValues::Flags(_) if version < RootSignatureVersion::V1_2 => return Err("flags require `--rs-version 1.2`".to_owned()),
            SettingValues::Flags(flags) => value.split('|').all(|flag| flags.iter().any(|known| known.eq_ignore_ascii_case(flag.trim()))),
        };
        if is_allowed { Ok(()) } else { Err(self.allowed()) }
    }

    fn allowed(self) -> String {
        match self {
            SettingValues::Word("FILTER_", words) => {
                format!("expected {}, optionally with {} after `FILTER_`", named("FILTER_", words), list(REDUCTIONS.into_iter()))
            }
            SettingValues::Word(prefix, words) => format!("expected {}", named(prefix, words)),
            SettingValues::Number(f32::MIN, _) => "expected a number".to_owned(),
            SettingValues::Number(min, max) => format!("expected a number from {min} to {max}"),
            SettingValues::Integer(max) => format!("expected an integer from 0 to {max}"),
            SettingValues::Flags(flags) => format!("expected {}", named("", flags)),
        }
    }
}

/// The settings of a static sampler as they follow its register, with a filter that fits the sampler: the default one does not compare.
///
/// # Errors
/// The reason why the specified filter does not fit.
pub(super) fn settings_for(slot: &ResourceSlot, settings: &str) -> Result<String, &'static str> {
    let compares = slot.resource.is_some_and(|resource| resource.shape.sample == SampleType::Depth);
    let mut values = settings.split(',').filter_map(|setting| setting.split_once('='));
    let filter = values.find(|(name, _)| name.trim().eq_ignore_ascii_case("filter")).map(|(_, value)| value.trim());
    let separated = if settings.is_empty() { String::new() } else { format!(", {settings}") };
    match filter.map(|filter| strip_prefix(filter, "FILTER_COMPARISON_").is_some()) {
        None if compares => Ok(format!(", filter=FILTER_COMPARISON_ANISOTROPIC{separated}")),
        Some(false) if compares => Err("is a comparison sampler, so its filter must start with `FILTER_COMPARISON_`"),
        Some(true) if !compares => Err("does not compare, so its filter must not start with `FILTER_COMPARISON_`"),
        _ => Ok(separated),
    }
}

fn strip_prefix<'a>(text: &'a str, prefix: &str) -> Option<&'a str> {
    let start = text.get(..prefix.len())?;
    if start.eq_ignore_ascii_case(prefix) { text.get(prefix.len()..) } else { None }
}

/// An HLSL literal: `-1.5f`, `3.402823466e+38f`. Rust also parses `inf` and `nan`, which HLSL does not have.
fn number(text: &str) -> Option<f32> {
    let digits = text.strip_suffix(['f', 'F']).unwrap_or(text);
    let is_literal = digits.bytes().all(|byte| byte.is_ascii_digit() || matches!(byte, b'+' | b'-' | b'.' | b'e' | b'E'));
    digits.parse().ok().filter(|number: &f32| is_literal && number.is_finite())
}

fn named(prefix: &str, words: &[&str]) -> String {
    list(words.iter().map(|word| format!("{prefix}{word}")))
}

fn list(words: impl Iterator<Item = impl AsRef<str>>) -> String {
    let words: Vec<String> = words.map(|word| format!("`{}`", word.as_ref())).collect();
    match words.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} or {last}", others.join(", ")),
        None => String::new(),
    }
}
