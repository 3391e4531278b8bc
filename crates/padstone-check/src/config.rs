//! The settings of a project: `padstone.toml`.
//!
//! ```
//! use padstone_check::config;
//! use padstone_diag::Diagnostics;
//! use padstone_source::SourceMap;
//!
//! let (mut sources, mut found) = (SourceMap::new(), Diagnostics::new());
//! let text = "files = [\"shaders/*.hlsl\"]\n[[target]]\nname = \"d3d12\"\nrules = [\"dxc\"]\n";
//! let file = sources.add_file("padstone.toml", text.into()).unwrap();
//! let config = config::read(&sources, file, &mut found);
//! assert_eq!((config.targets[0].name.value.as_str(), found.has_errors()), ("d3d12", false));
//! ```
//!
//! Reading never fails: invalid settings are reported and skipped.

mod keys;
mod patterns;
mod reader;

use std::cell::RefCell;
use std::collections::BTreeMap;

use padstone_diag::{Diagnostics, codes};
use padstone_emit::host::{self, HostLanguage, HostTypes};
use padstone_source::{FileId, SourceMap, Span};

use crate::Level;
use crate::lints::{ALL, LINTS, Levels};
pub use keys::{HOST, TARGET, TOP};
pub use patterns::Patterns;
use reader::ConfigTable;

/// The name of the file.
pub const FILE_NAME: &str = "padstone.toml";

/// The JSON schema of the file.
pub const SCHEMA: &str = include_str!("../../../schema/padstone-toml-v1.schema.json");

/// A value with its span.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Spanned<T> {
    /// The value.
    pub value: T,
    /// The span of the value.
    pub span: Span,
}

/// The settings of all targets, or of one.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// Rule sets and profiles.
    pub rules: Vec<Spanned<String>>,
    /// `NAME` or `NAME=VALUE`.
    pub defines: Vec<Spanned<String>>,
    /// Options of dxc, slangc and glslang, one argument per option or value.
    pub options: Vec<Spanned<String>>,
}

/// The settings of a project. Paths and globs are relative to the directory of the file.
#[derive(Clone, Debug, Default)]
pub struct Config {
    /// The files of the project.
    pub files: Patterns,
    /// The globs of these as written.
    pub globs: Vec<Spanned<String>>,
    /// Languages of files with an unknown extension.
    pub languages: Vec<(Patterns, Spanned<String>)>,
    /// Directories searched for includes.
    pub include_dirs: Vec<Spanned<String>>,
    /// The settings for all targets.
    pub settings: Settings,
    /// The targets of the project. If there are none, the rules above apply.
    pub targets: Vec<Target>,
    /// The levels of lints and warnings.
    pub lints: Levels,
    /// The maximum size of a file in MiB; the default limit if `None`.
    pub max_file_size: Option<u64>,
    /// Directories outside the project into which host files may be written.
    pub output_dirs: Vec<Spanned<String>>,
    /// Host files generated from shaders.
    pub hosts: Vec<HostFile>,
}

/// A target of the project.
#[derive(Clone, Debug)]
pub struct Target {
    /// The name in diagnostics and in the lock file.
    pub name: Spanned<String>,
    /// The project files of this target; all if empty.
    pub files: Patterns,
    /// The globs of these as written.
    pub globs: Vec<Spanned<String>>,
    /// The settings, in addition to those of the project.
    pub settings: Settings,
}

impl Target {
    /// The name of its results for one of several rule sets, in diagnostics and in the lock file.
    pub fn result_name(target: &str, rules: &str) -> String {
        format!("{target}, {rules}")
    }

    /// Whether its results for one of several rule sets may have a name. `auto` may stand for any profile.
    fn has_results_named(&self, name: &str) -> bool {
        let profiles = || padstone_layout::profiles().iter().chain(padstone_layout::slang_profiles()).map(|profile| profile.name);
        let rules = self.settings.rules.iter().map(|rules| rules.value.as_str());
        let is_named = |rules: &str| Target::result_name(&self.name.value, rules) == name;
        rules.len() > 1 && rules.into_iter().any(|rules| if rules == "auto" { profiles().any(is_named) } else { is_named(rules) })
    }
}

/// A host file generated from a shader.
#[derive(Clone, Debug)]
pub struct HostFile {
    /// The host's language, one of [`host::LANGUAGES`].
    pub language: Spanned<String>,
    /// The vector library of the structs: the value of `types`.
    pub types: Option<Spanned<String>>,
    /// The traits that structs derive.
    pub derives: Vec<Spanned<String>>,
    /// The path of the host file.
    pub file: Spanned<String>,
    /// The path of the shader.
    pub shader: Spanned<String>,
    /// The buffers and structs to generate; all buffers if empty.
    pub buffers: Vec<Spanned<String>>,
    /// The target whose programs use the file.
    pub target: Option<Spanned<String>>,
    /// The rule set or profile of the layouts.
    pub rules: Option<Spanned<String>>,
}

impl HostFile {
    /// The types and traits of generated structs.
    ///
    /// # Errors
    /// The reason why the language does not support these types or traits.
    pub fn types(&self, language: &'static HostLanguage) -> Result<HostTypes, String> {
        let derives: Vec<&str> = self.derives.iter().map(|derive| derive.value.as_str()).collect();
        HostTypes::new(language, self.types.as_ref().map(|types| types.value.as_str()), &derives)
    }

    /// The language, one of [`host::LANGUAGES`].
    pub fn language(&self) -> Option<&'static HostLanguage> {
        host::LANGUAGES.iter().find(|known| known.name == self.language.value)
    }

    fn check(&self, table: &ConfigTable<'_>) {
        let Some(language) = self.language() else {
            return table.report_unknown(&self.language, "host language", host::LANGUAGES.iter().map(|known| known.name));
        };
        let styles = || language.styles.iter().map(|style| style.name);
        let traits = || language.derives.iter().map(|derive| derive.name);
        if let Some(types) = self.types.iter().find(|types| styles().all(|style| style != types.value)) {
            table.report_unknown(types, "`types` value", styles());
        } else if let Some(derive) = self.derives.iter().find(|derive| traits().all(|known| known != derive.value)) {
            table.report_unknown(derive, "`derive` value", traits());
        } else if let (Err(reason), Some(first)) = (self.types(language), self.derives.first()) {
            table.reject(first, &reason);
        }
    }
}

/// Reads the settings.
pub fn read(sources: &SourceMap, file: FileId, found: &mut Diagnostics) -> Config {
    let collected = RefCell::new(Diagnostics::new());
    let config = reader::parse(sources.file(file), &collected).map(config).unwrap_or_default();
    found.extend(collected.into_inner().iter().cloned());
    config
}

fn config(mut top: ConfigTable<'_>) -> Config {
    let globs = top.strings("files");
    let config = Config {
        files: top.compile(globs.clone()),
        globs,
        languages: top.table("languages").map(languages).unwrap_or_default(),
        include_dirs: top.strings("include-dirs"),
        settings: settings(&mut top),
        targets: top.tables("target").into_iter().filter_map(target).collect(),
        lints: Levels(top.table("lints").map(lints).unwrap_or_default()),
        max_file_size: top.count("max-file-size"),
        output_dirs: top.strings("output-dirs"),
        hosts: top.tables("host").into_iter().filter_map(host).collect(),
    };
    for (index, target) in config.targets.iter().enumerate() {
        if let Some(first) = config.targets[..index].iter().find(|other| other.name.value == target.name.value) {
            top.report_duplicate(&target.name, &first.name);
        }
        if let Some(other) = config.targets.iter().find(|other| other.has_results_named(&target.name.value)) {
            top.report_name_of_results(&target.name, &other.name);
        }
    }
    for target in config.hosts.iter().filter_map(|host| host.target.as_ref()) {
        top.report_unknown_target(target, config.targets.iter().map(|target| target.name.value.as_str()));
    }
    top.finish(TOP);
    config
}

fn languages(mut table: ConfigTable<'_>) -> Vec<(Patterns, Spanned<String>)> {
    let entries = table.texts();
    entries.into_iter().map(|(glob, language)| (table.compile(vec![glob]), language)).collect()
}

fn settings(table: &mut ConfigTable<'_>) -> Settings {
    let rules = table.strings("rules");
    for rule in &rules {
        known_rules(table, rule);
    }
    Settings { rules, defines: table.strings("defines"), options: table.strings("options") }
}

fn known_rules(table: &ConfigTable<'_>, rule: &Spanned<String>) {
    let profiles = padstone_layout::profiles().iter().chain(padstone_layout::slang_profiles()).map(|profile| profile.name);
    let rule_sets = padstone_layout::rule_sets().iter().chain(padstone_layout::slang_rule_sets()).map(|rules| rules.name);
    let names = profiles.chain(rule_sets);
    if rule.value != "auto" && padstone_layout::find(&rule.value).is_none() {
        table.report_unlisted(rule, "rule set or profile", names, Some("`padstone layout --rules help` lists them all"));
    }
}

fn target(mut table: ConfigTable<'_>) -> Option<Target> {
    let name = table.required("name")?;
    let globs = table.globs("files");
    let target = Target { name, files: table.compile(globs.clone()), globs, settings: settings(&mut table) };
    // `FILE (NAME)` is the head of a record in the lock file.
    if target.name.value.is_empty() || target.name.value.contains(|c: char| matches!(c, '(' | ')') || c.is_control()) {
        table.reject(&target.name, "the name of a target must have a character, and no parenthesis or control character");
    }
    table.finish(TARGET);
    Some(target)
}

fn lints(mut table: ConfigTable<'_>) -> BTreeMap<String, Level> {
    let mut levels = BTreeMap::new();
    for (name, level) in table.texts() {
        let known = Level::ALL.into_iter().find(|known| known.name() == level.value);
        match known {
            None => table.report_unknown(&level, "level", Level::ALL.map(Level::name).into_iter()),
            Some(_) if !is_lint(&name.value) => table.report_unknown(&name, "lint or warning", lint_names()),
            Some(level) => _ = levels.insert(name.value, level),
        }
    }
    levels
}

/// Whether a name can have a level: `all`, or the name of a lint or diagnostic.
fn is_lint(name: &str) -> bool {
    lint_names().any(|known| known == name)
}

fn lint_names() -> impl Iterator<Item = &'static str> + Clone {
    let codes = codes::ALL.iter().flat_map(|area| area.iter()).map(|code| code.name);
    std::iter::once(ALL).chain(LINTS.iter().map(|lint| lint.name)).chain(codes)
}

fn host(mut table: ConfigTable<'_>) -> Option<HostFile> {
    let (language, file, shader) = (table.required("language"), table.required("file"), table.required("shader"));
    let (types, derives) = (table.string("types"), table.strings("derive"));
    let (buffers, target, rules) = (table.strings("buffers"), table.string("target"), table.string("rules"));
    rules.iter().for_each(|rules| known_rules(&table, rules));
    let (language, file, shader) = (language?, file?, shader?);
    let host = HostFile { language, types, derives, file, shader, buffers, target, rules };
    host.check(&table);
    table.finish(HOST);
    Some(host)
}
