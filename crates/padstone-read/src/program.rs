//! Programs: what `--target`, `--policy` and compiler options mean for their layout.

use std::collections::{BTreeMap, HashSet};

use crate::bind::binding_rules::{self, DOCUMENTED, SLANG_2026};
use crate::bind::{BINDING_RULES, BindingRules, ProgramLayout, Request, SlotRules};
use crate::cfamily::{SlangOptions, SlangUnit, TargetEnv};
use crate::diag::{Diagnostic, codes, counted};
use crate::emit::nearest;
use crate::layout::Profile;
use crate::model::Language;
use crate::source::{Loader, Location, Span};
use crate::{Options, Unit};

use crate::input::{Input, slang_options};
use crate::options::OptionKey;
use crate::selection::{HlslReader, SLANG_TARGET, dxc_profile, slang_target};

/// The files of a program, and the request for its layout.
pub struct Program {
    inputs: Vec<Input>,
    request: Request,
    /// The name of the requested target.
    target: String,
    /// Whether HLSL is parsed as for SPIR-V.
    reader: HlslReader,
    /// The Slang translation units.
    units: Vec<SlangUnit>,
}

/// The files of a program on the command line.
pub struct ProgramFiles {
    /// Files that are listed one by one.
    pub files: Vec<Input>,
    /// Whether each of them is a separate translation unit.
    pub separate_units: bool,
    /// Files of `--unit`, which form one translation unit each.
    pub units: Vec<Vec<Input>>,
}

impl ProgramFiles {
    /// The language of the program: that of its first file, or Slang if one of the files is Slang, or
    /// if the policy binds HLSL as slangc does.
    pub fn language(&self, policy: Option<&str>) -> Language {
        let mut languages = self.inputs().map(|input| input.language);
        let first = languages.clone().next().unwrap_or(Language::Slang);
        let rules = policy.and_then(binding_rules::find);
        let is_hlsl_for_slang = rules.is_some_and(BindingRules::reads_hlsl_as_slang) && first == Language::Hlsl;
        if is_hlsl_for_slang || languages.any(|language| language == Language::Slang) { Language::Slang } else { first }
    }

    /// All files of the program.
    pub fn inputs(&self) -> impl Iterator<Item = &Input> + Clone {
        self.files.iter().chain(self.units.iter().flatten())
    }

    /// The files of each unit. As in slangc, all Slang files are one unit, at the position of the first, and each HLSL file is one. `merges`: a
    /// unit that is listed again is the same unit, because parameters with the same name are the same parameter.
    ///
    /// # Errors
    /// Files that do not form a program.
    pub fn divided(self, merges: bool) -> Result<(Vec<Input>, Vec<SlangUnit>), String> {
        let mut groups: Vec<Vec<Input>> = Vec::new();
        let mut of_slang = None;
        for input in self.files {
            match (input.language, of_slang) {
                (Language::Slang, Some(group)) if !self.separate_units => {
                    let group: &mut Vec<Input> = &mut groups[group];
                    group.push(input);
                }
                (language, _) => {
                    if language == Language::Slang {
                        of_slang = Some(groups.len());
                    }
                    groups.push(vec![input]);
                }
            }
        }
        groups.extend(self.units);
        if merges {
            let mut seen = HashSet::new();
            groups.retain(|group| seen.insert(group.iter().map(|input| input.path.clone()).collect::<Vec<_>>()));
        }
        let mut units = Vec::with_capacity(groups.len());
        for group in &mut groups {
            let language = group[0].language;
            for input in group.iter_mut() {
                let (path, name) = (&input.path, input.language.name());
                match input.language {
                    Language::Slang | Language::Hlsl if input.language == language => input.language = Language::Slang,
                    Language::Slang | Language::Hlsl => {
                        return Err(format!("`{path}` is {name}, but its translation unit starts with {}", language.name()));
                    }
                    _ => {
                        return Err(second_program(path, input.language));
                    }
                }
            }
            units.push(SlangUnit { files: group.len(), is_hlsl: language == Language::Hlsl });
        }
        Ok((groups.into_iter().flatten().collect(), units))
    }
}

impl Program {
    /// The program that the files form. All Slang files are one unit, and HLSL files may be added; a file of another language is a program
    /// of its own.
    ///
    /// # Errors
    /// Files that do not form a program; a target or policy that the language does not have.
    pub fn new(files: ProgramFiles, target: Option<&str>, policy: Option<&str>) -> Result<Program, String> {
        let rules = policy.and_then(binding_rules::find);
        let (inputs, units) = if files.language(policy) == Language::Slang {
            files.divided(rules.is_some_and(BindingRules::merges_units))?
        } else {
            (files.files.into_iter().chain(files.units.into_iter().flatten()).collect(), Vec::new())
        };
        let first = &inputs[0];
        if let (true, Some(other)) = (units.is_empty(), inputs.get(1)) {
            return Err(second_program(&other.path, other.language));
        }
        // Rules that also support HLSL lay it out for D3D, unless options specify SPIR-V.
        let is_for_hlsl = rules.is_some_and(|rules| rules.languages.contains(&Language::Hlsl));
        let is_hlsl = units.first().is_some_and(|unit| unit.is_hlsl) && is_for_hlsl;
        let of_hlsl = || if first.options.has(&OptionKey::SpirV) { "spirv" } else { "hlsl" };
        let target = target.or_else(|| is_hlsl.then(of_hlsl));
        let (request, target, reader) = request(first, target, policy)?;
        Ok(Program { inputs, request, target, reader, units })
    }

    /// The files.
    pub fn inputs(&self) -> &[Input] {
        &self.inputs
    }

    /// The name of its target.
    pub fn target(&self) -> &str {
        &self.target
    }

    /// The request for its layout.
    pub fn request(&self) -> &Request {
        &self.request
    }

    /// Reads it and lays it out.
    pub fn lay_out(&self, loader: &dyn Loader) -> (Unit, ProgramLayout) {
        let unit = match self.inputs[0].language {
            Language::Slang => {
                let mut unit = load_program(&self.inputs, &self.units, &self.request.rules, loader);
                if self.units.iter().any(|unit| unit.files > 1) {
                    suggest_units(&mut unit);
                }
                unit
            }
            _ => self.inputs[0].load(loader, self.reader),
        };
        let layout = unit.program(&self.request);
        (unit, layout)
    }

    /// The layout under Slang's documentation, if that covers the target and is not the requested policy.
    pub fn documented(&self, unit: &Unit) -> Option<ProgramLayout> {
        let Request { target, rules, options, .. } = &self.request;
        let is_documented =
            matches!((rules.slots, DOCUMENTED.slots), (SlotRules::OfTypes(requested), SlotRules::OfTypes(known)) if requested == known);
        let is_other = !is_documented && unit.module.language == Language::Slang;
        let (name, _) = rules.target_of(target.family.profile)?;
        let target = DOCUMENTED.target(name.split(' ').next()?).filter(|_| is_other)?;
        Some(unit.program(&Request { target, rules: DOCUMENTED, options: options.clone(), profile: None }))
    }
}

/// Reads the files of one program, under the options of the first, for binding rules.
pub fn load_program(inputs: &[Input], units: &[SlangUnit], rules: &BindingRules, loader: &dyn Loader) -> Unit {
    let paths: Vec<&str> = inputs.iter().map(|input| &*input.path).collect();
    let first = inputs.first().filter(|_| cfg!(feature = "cfamily"));
    let slang = first.map(|input| slang_options(&input.options)).unwrap_or_default();
    let slang = SlangOptions { units: units.to_vec(), unsized_constants: rules.allows_unsized_constants(), ..slang };
    Unit::load_program(&paths, loader, &Options { language: Language::Slang, slang, ..Options::default() })
}

/// Suggests separate translation units for names that two files declare, and reports each file that is both listed and imported once.
fn suggest_units(unit: &mut Unit) {
    let mut all = Vec::new();
    // By name: the index of the error about the file, and the number of other ambiguous references because of it.
    let mut twice: BTreeMap<String, (usize, usize)> = BTreeMap::new();
    for mut found in unit.diagnostics.take_stored() {
        let file = |span: Span| unit.sources.locate(span.start).file;
        let is_in_other_file = found.span.is_some_and(|position| found.labels.iter().any(|label| file(label.span) != file(position)));
        if found.code.id == codes::REDEFINITION.id && is_in_other_file {
            found = found.help("pass `--separate-units` to read each file as its own translation unit");
        }
        if let (true, Some(name)) = (found.code.id == codes::AMBIGUOUS_NAME.id, read_twice(unit, &found)) {
            if let Some((_, others)) = twice.get_mut(&name) {
                *others += 1;
                continue;
            }
            found.labels.truncate(1);
            found.labels[0].text = "read twice: listed and imported".to_owned();
            found.helps =
                vec![format!("list only files that no other file imports: `{name}` is both listed and imported, and therefore read twice")];
            twice.insert(name, (all.len(), 0));
        }
        all.push(found);
    }
    for (index, others) in twice.into_values().filter(|(_, others)| *others > 0) {
        all[index].notes.push(format!("also ambiguous because of it: {}", counted(others, "other reference")));
    }
    unit.diagnostics.extend(all);
}

/// The file in which two labels of a diagnostic have the same position, because the program contains it twice.
fn read_twice(unit: &Unit, found: &Diagnostic) -> Option<String> {
    let mut places: Vec<Location> = found.labels.iter().map(|label| unit.sources.locate(label.span.start)).collect();
    while let Some(place) = places.pop() {
        let is_again = |other: &Location| other.file != place.file && other.name == place.name && other.offset == place.offset;
        if places.iter().any(is_again) {
            return Some(place.name);
        }
    }
    None
}

/// The request, the name of its target, and how HLSL is parsed.
///
/// # Errors
/// A target or policy that the language does not have, or that conflicts with the options.
pub fn request(input: &Input, target: Option<&str>, policy: Option<&str>) -> Result<(Request, String, HlslReader), String> {
    let options = &input.options;
    let policy = policy.map(|name| named(name, input.language)).transpose()?;
    let spirv = input.language == Language::Hlsl && options.has(&OptionKey::SpirV);
    let is_opengl = input.language == Language::Glsl && options.target_env() == TargetEnv::OpenGl;
    let name = match (target, policy) {
        (Some(name), _) if spirv && name != "spirv" => return Err(format!("`-spirv` conflicts with `--target {name}`")),
        (Some(name), _) => name,
        _ if spirv => "spirv",
        _ if is_opengl => "glsl",
        (None, Some(policy)) if input.language != Language::Slang => policy.targets[0].0,
        _ if input.language == Language::Slang => SLANG_TARGET,
        _ => binding_rules::for_language(input.language).next().map_or(SLANG_TARGET, |policy| policy.targets[0].0),
    };
    let candidates: Vec<&'static BindingRules> =
        policy.map_or_else(|| binding_rules::for_language(input.language).collect(), |rules| vec![rules]);
    let found = candidates.iter().find_map(|policy| Some((*policy, slang_target(policy, name, options)?)));
    let (policy, target) = found.ok_or_else(|| unknown_target(&candidates, name, policy.map(|_| input)))?;
    let policy = policy.for_shader_model(options.shader_model());
    let reader = policy.hlsl.unwrap_or(HlslReader::Dxil);
    let profile = match (policy.hlsl, input.language) {
        (Some(HlslReader::Dxil | HlslReader::SpirV), _) => Some(dxc_profile(reader == HlslReader::SpirV, options)),
        (None, Language::Wgsl2020) => Some(&crate::layout::WGSL_2020),
        (Some(HlslReader::Fxc | HlslReader::Clang | HlslReader::ClangSpirV) | None, _) => None,
    };
    Ok((Request { target, rules: *policy, options: input.bind_options(), profile }, name.to_owned(), reader))
}

/// The program of a Slang unit for the target of a profile, and the name of that target.
pub fn slang_program(unit: &Unit, input: &Input, profile: &Profile) -> Option<(ProgramLayout, &'static str)> {
    let (name, target) = SLANG_2026.target_of(profile)?;
    Some((unit.program(&Request { target, rules: SLANG_2026, options: input.bind_options(), profile: None }), name))
}

/// The name of the target that a Slang profile imitates: `spirv scalar`.
pub fn target_of(profile: &Profile, language: Language) -> Option<&'static str> {
    let (name, _) = SLANG_2026.target_of(profile).filter(|_| language == Language::Slang)?;
    Some(name)
}

/// The policy with that name, if it supports the language.
fn named(name: &str, language: Language) -> Result<&'static BindingRules, String> {
    // HLSL may be read as slangc reads it.
    let as_slang = |rules: &BindingRules| language == Language::Hlsl && rules.reads_hlsl_as_slang();
    let candidates = || {
        binding_rules::for_language(language)
            .chain(BINDING_RULES.iter().copied().filter(move |rules| as_slang(rules) && !rules.languages.contains(&language)))
    };
    let names = || candidates().map(|rules| rules.name);
    candidates().find(|known| known.name == name).ok_or_else(|| {
        let near = nearest(name, names()).first().map_or(String::new(), |near| format!("; a similar name exists: `{near}`"));
        format!("`--policy {name}`: {} has the policies {}{near}", language.name(), names().collect::<Vec<_>>().join(", "))
    })
}

/// `input`: the file for which a policy was requested by name.
fn unknown_target(policies: &[&BindingRules], name: &str, input: Option<&Input>) -> String {
    let mut names: Vec<&str> = Vec::new();
    for (target, _) in policies.iter().flat_map(|policy| policy.targets) {
        if !target.contains(' ') && !names.contains(target) {
            names.push(target);
        }
    }
    let near = nearest(name, names.iter().copied()).first().map_or(String::new(), |near| format!("; a similar name exists: `{near}`"));
    let names = names.join(", ");
    let (Some(input), [policy]) = (input, policies) else { return format!("`--target {name}`: expected {names}{near}") };
    let mut others = binding_rules::for_language(input.language).filter(|other| slang_target(other, name, &input.options).is_some());
    let other = others.next().map_or(String::new(), |other| format!("; `--policy {}` is for {name} too", other.name));
    format!("`--target {name}`: `--policy {}` is for {names} only{other}", policy.name)
}

/// The message about a file that cannot belong to the program of the preceding files.
pub fn second_program(path: &str, language: Language) -> String {
    let language = language.name();
    format!("`{path}` is {language}: only Slang files, and HLSL files with them, form one program; pass one file at a time")
}
