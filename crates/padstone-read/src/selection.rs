//! Profiles for `--rules` and the options of the compilers.

pub use crate::bind::HlslReader;
use crate::bind::binding_rules::{self, SLANG_2026};
use crate::bind::{BindingRules, Target};
use crate::cfamily::TargetEnv;
use crate::emit::nearest;
use crate::layout::{self, BindingModel, HlslCompiler, Offsets, Profile, RuleSet};
use crate::model::Language;

use crate::options::{CompilerOptions, OptionKey};

/// The rules for the layout and the bindings of a file.
#[derive(Clone, Copy)]
pub struct RuleSelection {
    /// The profile for offsets.
    pub profile: &'static Profile,
    /// The policy for bindings.
    pub policy: &'static BindingRules,
    /// The language and options for parsing the file.
    pub reader: HlslReader,
}

/// Returns the profiles that the command line selects for a file in a language, in command-line order.
///
/// # Errors
/// An unknown name, or an option that conflicts with a name.
pub fn select(rules: &[String], options: &CompilerOptions, language: Language) -> Result<Vec<RuleSelection>, String> {
    let automatic = automatic(options, language);
    let mut profiles = Vec::new();
    for name in rules.iter().map(|name| name.trim()) {
        profiles.push(if name == "auto" { automatic } else { layout::find(name).ok_or_else(|| unknown_rules(name))? });
    }
    if profiles.is_empty() {
        return Err("`--rules` needs a name".into());
    }
    match language {
        Language::Hlsl => agree(&profiles, automatic, options)?,
        Language::Slang | Language::Glsl | Language::Wgsl | Language::Wgsl2020 | Language::SpirV => {}
    }
    Ok(profiles.into_iter().map(|profile| for_profile(profile, options, language)).collect())
}

/// Selects a profile. Languages that have only explicit bindings use one policy under all profiles.
pub fn for_profile(profile: &'static Profile, options: &CompilerOptions, language: Language) -> RuleSelection {
    if !cfg!(feature = "cfamily") {
        return RuleSelection { profile, policy: &binding_rules::WGSL, reader: HlslReader::Dxil };
    }
    let policy = match (language, options.target_env()) {
        (Language::Hlsl, _) => return of_hlsl(profile, options),
        (Language::Wgsl | Language::Wgsl2020, _) => &binding_rules::WGSL,
        (Language::Glsl, TargetEnv::OpenGl) => &binding_rules::OPENGL,
        (Language::Glsl, TargetEnv::Vulkan) => &binding_rules::GLSLANG,
        (Language::SpirV, _) => &binding_rules::AS_COMPILED,
        (Language::Slang, _) => &binding_rules::SLANG_2026,
    };
    RuleSelection { profile, policy, reader: HlslReader::Dxil }
}

fn of_hlsl(profile: &'static Profile, options: &CompilerOptions) -> RuleSelection {
    let spirv = options.has(&OptionKey::SpirV);
    let vulkan = profile.binding == BindingModel::Vulkan || (spirv && !is_for_d3d_only(profile));
    let policy = match vulkan {
        true => &binding_rules::DXC_SPIRV,
        false if profile.hlsl == HlslCompiler::Fxc => binding_rules::FXC.for_shader_model(options.shader_model()),
        false => &binding_rules::DXC,
    };
    // clang binds as DXC does, but defines other macros.
    let reader = match policy.hlsl {
        Some(HlslReader::Dxil) if profile.hlsl == HlslCompiler::Clang => HlslReader::Clang,
        Some(HlslReader::SpirV) if profile.hlsl == HlslCompiler::Clang => HlslReader::ClangSpirV,
        reader => reader.unwrap_or(HlslReader::Dxil),
    };
    RuleSelection { profile, policy, reader }
}

/// The default profile of a language under the options: for HLSL, that of DXC.
pub fn automatic(options: &CompilerOptions, language: Language) -> &'static Profile {
    match language {
        Language::Wgsl => &layout::WGSL,
        Language::Wgsl2020 => &layout::WGSL_2020,
        // Without the feature, files of other languages are not read, and there is nothing to lay out.
        _ if !cfg!(feature = "cfamily") => &layout::WGSL,
        Language::Glsl => &layout::GLSLANG,
        Language::SpirV => &layout::AS_COMPILED,
        Language::Slang => slang_profile(options),
        Language::Hlsl => dxc_profile(options.has(&OptionKey::SpirV), options),
    }
}

/// DXC's profile under the options, for DXIL or for SPIR-V.
pub fn dxc_profile(spirv: bool, options: &CompilerOptions) -> &'static Profile {
    match (spirv, options.get(&OptionKey::VulkanLayout)) {
        (false, _) => &layout::DXC,
        (true, Some("dx")) => &layout::DXC_SPIRV_DX,
        (true, Some("gl")) => &layout::DXC_SPIRV_GL,
        (true, Some("scalar")) => &layout::DXC_SPIRV_SCALAR,
        (true, _) => &layout::DXC_SPIRV,
    }
}

/// The default target of a Slang program.
pub const SLANG_TARGET: &str = "spirv";

/// The target of a name, with the layout that the options select.
pub fn slang_target(policy: &BindingRules, name: &str, options: &CompilerOptions) -> Option<Target> {
    let family = match name {
        "spirv" | "spirv-asm" | "glsl" => SLANG_TARGET,
        other => other,
    };
    let by_option = options.get(&OptionKey::VulkanLayout).and_then(|layout| policy.target(&format!("{family} {layout}")));
    by_option.or_else(|| policy.target(name))
}

/// The profile of slangc for the target of its options.
fn slang_profile(options: &CompilerOptions) -> &'static Profile {
    slang_profile_for(options.get(&OptionKey::OutputTarget).unwrap_or(SLANG_TARGET), options)
}

/// The profile of slangc for a target.
fn slang_profile_for(target: &str, options: &CompilerOptions) -> &'static Profile {
    slang_target(&SLANG_2026, target, options).map_or(&layout::SLANG_SPIRV, |target| target.family.profile)
}

/// The SPIR-V profile of a language's compiler, regardless of the options; `None` if it has only one profile.
pub fn for_spirv(options: &CompilerOptions, language: Language) -> Option<&'static Profile> {
    match language {
        Language::Hlsl => Some(dxc_profile(true, options)),
        Language::Slang => Some(slang_profile_for(SLANG_TARGET, options)),
        Language::Glsl | Language::Wgsl | Language::Wgsl2020 | Language::SpirV => None,
    }
}

/// The DXIL profile of a language's compiler; `None` if it does not support DXIL.
pub fn for_dxil(options: &CompilerOptions, language: Language) -> Option<&'static Profile> {
    match language {
        Language::Hlsl => Some(dxc_profile(false, options)),
        Language::Slang => Some(slang_profile_for("hlsl", options)),
        Language::Glsl | Language::Wgsl | Language::Wgsl2020 | Language::SpirV => None,
    }
}

/// Whether the requested profiles are compatible with the options.
fn agree(profiles: &[&'static Profile], automatic: &'static Profile, options: &CompilerOptions) -> Result<(), String> {
    let names = || profiles.iter().map(|profile| profile.name).collect::<Vec<_>>().join(",");
    if options.has(&OptionKey::SpirV) && profiles.iter().all(|profile| is_for_d3d_only(profile)) {
        return Err(format!("`-spirv` conflicts with `--rules {}`", names()));
    }
    let vulkan = |profile: &&'static Profile| profile.binding == BindingModel::Vulkan;
    if options.has(&OptionKey::VulkanLayout) {
        let spelling = options.spelling(&OptionKey::VulkanLayout);
        if options.has(&OptionKey::SpirV)
            && profiles.iter().any(vulkan)
            && !profiles.iter().any(|profile| std::ptr::eq(*profile, automatic))
        {
            return Err(format!("`{spelling}` conflicts with `--rules {}`", names()));
        }
        if !options.has(&OptionKey::SpirV) {
            return Err(format!("`{spelling}` requires `-spirv`"));
        }
    }
    let is_below = |key: &&OptionKey| matches!(key, OptionKey::Shift(..)) && options.get(key).is_some_and(|by| by.starts_with('-'));
    if let Some(key) = options.keys().find(is_below)
        && !profiles.iter().any(|profile| layout::slang_profiles().iter().any(|known| std::ptr::eq(*known, *profile)))
    {
        return Err(format!("`{}`: only Slang accepts negative shifts", options.spelling(key)));
    }
    let only_vulkan = options.keys().find(|key| matches!(key, OptionKey::Shift(..) | OptionKey::BindGlobals | OptionKey::BindHeap(_)));
    match only_vulkan {
        Some(key) if !options.has(&OptionKey::SpirV) && !profiles.iter().any(vulkan) => {
            Err(format!("`{}` requires `-spirv`", options.spelling(key)))
        }
        _ => Ok(()),
    }
}

/// Whether a profile is that of a compiler for D3D, which ignores Vulkan's attributes.
fn is_for_d3d_only(profile: &Profile) -> bool {
    profile.binding == BindingModel::D3d && profile.explicit.offsets == Offsets::Ignored
}

/// The profiles to compare with, except this one: other compilers or targets of the language, and common rule sets.
pub fn other_profiles(own: &Profile, language: Language) -> impl Iterator<Item = &'static Profile> + use<> {
    let selected = |keep: fn(&Profile) -> bool| layout::profiles().iter().copied().filter(|profile| keep(profile)).collect();
    let mut profiles: Vec<&'static Profile> = match language {
        Language::Hlsl => selected(|profile| profile.binding != BindingModel::WebGpu && profile.qualified.is_none()),
        Language::Slang => layout::slang_profiles().to_vec(),
        Language::Glsl | Language::Wgsl | Language::Wgsl2020 => selected(|profile| profile.binding == BindingModel::WebGpu),
        Language::SpirV => Vec::new(),
    };
    if matches!(language, Language::Glsl | Language::Wgsl | Language::Wgsl2020) {
        profiles.extend(["std140", "std430", "scalar"].into_iter().filter_map(layout::find));
    }
    let own = own.name;
    profiles.into_iter().filter(move |profile| profile.name != own)
}

/// The message for an unknown name after `--rules`.
pub fn unknown_rules(name: &str) -> String {
    let profiles = layout::profiles().iter().chain(layout::slang_profiles()).map(|profile| profile.name);
    let names = profiles.chain(layout::rule_sets().iter().chain(layout::slang_rule_sets()).map(|rules| rules.name));
    let near = nearest(name, names).into_iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(" or ");
    let hint = if near.is_empty() { String::new() } else { format!("; a similar name exists: {near}") };
    format!("unknown rule set or profile `{name}`{hint}; `padstone layout --rules help` lists them all")
}

/// The list of all names for `--rules`.
pub fn list() -> String {
    let mut text = String::from("Profiles: the rules of a compiler\n");
    let mut line = |name: &str, summary: &str| text.push_str(&format!("  {name:24}{summary}\n"));
    line(
        "auto",
        "the language's default: dxc (with -spirv, DXC for SPIR-V with its options), glslang, wgsl, wgsl-2020, Slang's for the target",
    );
    layout::profiles().iter().chain(layout::slang_profiles()).for_each(|profile| line(profile.name, profile.summary));
    text.push_str("\nRule sets: the same rules for every buffer\n");
    let bare = |rules: &&&RuleSet| layout::profiles().iter().all(|profile| profile.name != rules.name);
    for rules in layout::rule_sets().iter().filter(bare).chain(layout::slang_rule_sets()) {
        text.push_str(&format!("  {:24}{}\n", rules.name, rules.summary));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::ParsedArgument;

    fn check(rules: &str, options: &str, expected: Result<&str, &str>) {
        check_in(Language::Hlsl, rules, options, expected);
    }

    fn check_in(language: Language, rules: &str, options: &str, expected: Result<&str, &str>) {
        let mut read = CompilerOptions::default();
        let mut rest = options.split_whitespace().map(str::to_owned);
        while let Some(argument) = rest.next() {
            assert!(matches!(read.take(argument, &mut rest), Ok(ParsedArgument::Option)), "{options}");
        }
        let names: Vec<String> = rules.split(',').map(str::to_owned).collect();
        let chosen = select(&names, &read, language).map(|chosen| {
            chosen.iter().map(|selection| format!("{}/{}", selection.profile.name, selection.policy.name)).collect::<Vec<_>>().join(" ")
        });
        assert_eq!(chosen.as_deref().map_err(String::as_str), expected, "--rules {rules} {options}");
    }

    #[test]
    fn rules_and_options_select_profile_and_policy() {
        check("auto", "", Ok("dxc/dxc"));
        check("auto", "-spirv", Ok("dxc-spirv/dxc-spirv"));
        check("auto", "-spirv -fvk-use-scalar-layout", Ok("dxc-spirv-scalar/dxc-spirv"));
        check("fxc,auto", "-T cs_5_0", Ok("fxc/fxc dxc/dxc"));
    }

    #[test]
    fn each_target_has_a_profile() {
        let names = |language, options: &str| {
            let mut read = CompilerOptions::default();
            let mut rest = options.split_whitespace().map(str::to_owned);
            while let Some(argument) = rest.next() {
                assert!(matches!(read.take(argument, &mut rest), Ok(ParsedArgument::Option)), "{options}");
            }
            [for_dxil(&read, language), for_spirv(&read, language)].map(|profile| profile.map(|profile| profile.name))
        };
        assert_eq!(names(Language::Hlsl, ""), [Some("dxc"), Some("dxc-spirv")]);
        assert_eq!(names(Language::Hlsl, "-spirv -fvk-use-gl-layout"), [Some("dxc"), Some("dxc-spirv-gl")]);
        assert_eq!(names(Language::Slang, ""), [Some("slang-hlsl"), Some("slang-spirv")]);
        assert_eq!(names(Language::Slang, "-target hlsl"), [Some("slang-hlsl"), Some("slang-spirv")]);
        assert_eq!(names(Language::Slang, "-fvk-use-scalar-layout"), [Some("slang-hlsl"), Some("slang-spirv-scalar")]);
        assert_eq!(names(Language::Glsl, ""), [None, None]);
    }

    #[test]
    fn rules_win_unless_they_contradict_the_options() {
        check("dxc-spirv-dx", "-spirv -fvk-use-dx-layout", Ok("dxc-spirv-dx/dxc-spirv"));
        check("dxc-spirv-dx", "-spirv", Ok("dxc-spirv-dx/dxc-spirv"));
        check("std140", "-spirv", Ok("std140/dxc-spirv"));
        check("std140", "", Ok("std140/dxc"));
        check("dxc,dxc-spirv", "-spirv", Ok("dxc/dxc dxc-spirv/dxc-spirv"));
        check("dxc", "-spirv", Err("`-spirv` conflicts with `--rules dxc`"));
        check("dxc-spirv-gl", "-spirv -fvk-use-dx-layout", Err("`-fvk-use-dx-layout` conflicts with `--rules dxc-spirv-gl`"));
        check("auto", "-fvk-use-dx-layout", Err("`-fvk-use-dx-layout` requires `-spirv`"));
        check("auto", "-fvk-b-shift 1 0", Err("`-fvk-b-shift 1 0` requires `-spirv`"));
        check("dxc-spirv", "-fvk-b-shift 1 0", Ok("dxc-spirv/dxc-spirv"));
    }

    #[test]
    fn each_language_has_its_own_rules_and_bindings() {
        check_in(Language::Wgsl, "auto,std430", "", Ok("wgsl/wgsl std430/wgsl"));
        check_in(Language::Wgsl2020, "auto", "", Ok("wgsl-2020/wgsl"));
        check_in(Language::Wgsl, "dxc-spirv", "", Ok("dxc-spirv/wgsl"));
        check_in(Language::Glsl, "auto,naga", "", Ok("glslang/glslang naga/glslang"));
        check_in(Language::Glsl, "auto", "-G", Ok("glslang/opengl"));
        check("wgsl,glslang", "", Ok("wgsl/dxc glslang/dxc-spirv"));
        check_in(Language::Slang, "auto,natural,dxc", "", Ok("slang-spirv/slang-2026 natural/slang-2026 dxc/slang-2026"));
        check_in(Language::Slang, "auto", "-target metal", Ok("slang-metal/slang-2026"));
        check_in(Language::Slang, "auto", "-fvk-use-scalar-layout", Ok("slang-spirv-scalar/slang-2026"));
        check_in(Language::Slang, "auto", "-target hlsl -fvk-use-scalar-layout", Ok("slang-hlsl/slang-2026"));
        check_in(Language::SpirV, "auto", "", Ok("as-compiled/as-compiled"));
        check_in(Language::SpirV, "std140", "", Ok("std140/as-compiled"));
    }
}
