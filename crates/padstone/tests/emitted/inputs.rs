//! The inputs that are written as SPIR-V: every example, and thousands of generated programs in each language.

use std::path::Path;
use std::sync::Arc;

use padstone_read::bind::{self, BindingRules, Bindings, binding_rules};
use padstone_read::diag::Diagnostics;
use padstone_read::emit::spirv::{self, ModuleFormat};
use padstone_read::layout::{self, ModuleLayout, Profile};
use padstone_read::model::Language;
use padstone_read::source::{LoadError, Loader, MemoryLoader};
use padstone_read::{Options, Unit};
use serde_json::Value;

use crate::common::layouts::compile;
use crate::common::random::Random;
use crate::golden::record::records;
use crate::properties::generate::{Dialect, program};
use crate::properties::subject::Subject;
use padstone_testing::{amount, test_data};

/// The number of generated programs in each language, in everyday and full runs, and their size in bytes.
const GENERATED: [u64; 2] = [40, 300];
const BYTES: usize = 300;

/// A parsed source file.
pub(crate) struct Input {
    pub(crate) name: String,
    pub(crate) unit: Unit,
}

/// One input under one profile, with its module.
pub(crate) struct Written {
    pub(crate) layouts: ModuleLayout,
    pub(crate) bindings: Bindings,
    pub(crate) bytes: Vec<u8>,
    /// The diagnostics about parts that SPIR-V cannot express.
    pub(crate) rejected: Diagnostics,
}

impl Input {
    pub(crate) fn write(&self, profile: &'static Profile) -> Written {
        self.write_as(profile, ModuleFormat::Binary)
    }

    pub(crate) fn write_as(&self, profile: &'static Profile, format: ModuleFormat) -> Written {
        let layouts = self.unit.layout(profile);
        let bindings = self.unit.bind(self.policy(), &bind::Options::default());
        let mut bytes = Vec::new();
        let rejected = spirv::write(&mut bytes, &self.unit.module, &layouts, &bindings, format).expect("a vector takes all");
        Written { layouts, bindings, bytes, rejected }
    }

    fn policy(&self) -> &BindingRules {
        match self.unit.module.language {
            Language::Glsl => &binding_rules::GLSLANG,
            Language::Wgsl | Language::Wgsl2020 => &binding_rules::WGSL,
            Language::Hlsl | Language::Slang | Language::SpirV => &binding_rules::DXC_SPIRV,
        }
    }
}

/// Every example.
pub(crate) fn examples() -> Vec<Input> {
    let folder = std::fs::read_dir(test_data("../examples")).expect("the folder of examples");
    let paths: Vec<_> = folder.map(|entry| entry.expect("an entry of the folder").path()).collect();
    let mut paths: Vec<&str> = paths.iter().filter(|path| path.is_file()).map(|path| path.to_str().expect("a path in UTF-8")).collect();
    paths.sort_unstable();
    let examples: Vec<Input> = paths.into_iter().filter_map(example).collect();
    assert!(examples.len() >= 10, "there are at least ten examples");
    examples
}

/// The file, if its name implies the language.
fn example(path: &str) -> Option<Input> {
    let language = match path.rsplit_once('.')?.1 {
        "hlsl" => Language::Hlsl,
        "wgsl" if path.contains("2020") => Language::Wgsl2020,
        "wgsl" => Language::Wgsl,
        "vert" | "frag" | "comp" => Language::Glsl,
        _ => return None,
    };
    let wgsl = padstone_read::wgsl::Options {
        include_dirs: vec![test_data("../examples/include").to_string_lossy().into_owned()],
        defines: vec![("SHADOW_CASCADES".to_owned(), Some("2".to_owned()))],
        ..padstone_read::wgsl::Options::default()
    };
    Some(Input { name: path.to_owned(), unit: Unit::load(path, &Examples, &Options { language, wgsl, ..Options::default() }) })
}

/// The sources of the recorded results for GLSL and WGSL that have no errors.
pub(crate) fn recorded() -> Vec<Input> {
    let mut inputs = Vec::new();
    for (file, language) in [("golden/glsl.jsonl", Language::Glsl), ("golden/wgsl.jsonl", Language::Wgsl)] {
        let text = std::fs::read_to_string(test_data(file)).expect("the recorded answers");
        let records = text.lines().map(|line| serde_json::from_str::<Value>(line).expect("a line is a JSON object"));
        for record in records.filter(|record| record["error"].is_null()) {
            let text = |key: &str| record[key].as_str().expect("a line has texts").to_owned();
            let options = Options { language, ..Options::default() };
            let unit = Unit::read(&text("file"), text("source").into(), &MemoryLoader::default(), &options);
            inputs.push(Input { name: format!("{}\n{}", text("id"), text("source")), unit });
        }
    }
    inputs
}

/// The sources of DXC's recorded results without errors, each with the profile of its compilation mode.
pub(crate) fn recorded_hlsl() -> Vec<(Input, &'static Profile)> {
    let records = records("hlsl-dxc.jsonl").into_iter().filter(|record| record.error.is_none());
    let inputs = records.map(|record| {
        let unit = compile(&record.source, &record.flags, record.profile()).unit;
        (Input { name: format!("{}\n{}", record.id, record.source), unit }, layout::find(record.profile()).expect("a profile"))
    });
    inputs.collect()
}

/// Generated programs, the same in every run.
pub(crate) fn generated(dialect: Dialect) -> impl Iterator<Item = Input> {
    (0..amount(GENERATED[0], GENERATED[1])).map(move |seed| {
        let mut random = Random::new(seed);
        let bytes: Vec<u8> = (0..BYTES).map(|_| random.between(0, 255) as u8).collect();
        let subject = Subject::new(program(&bytes, dialect));
        Input { name: format!("seed {seed}\n{}", subject.text), unit: subject.unit }
    })
}

/// Every rule set and every profile; some names are both.
pub(crate) fn profiles() -> Vec<&'static Profile> {
    let rule_sets = || layout::rule_sets().iter().chain(layout::slang_rule_sets());
    let mut all: Vec<_> = rule_sets().filter_map(|rules| layout::find(rules.name)).collect();
    let others = layout::profiles().iter().filter(|profile| !rule_sets().any(|rules| rules.name == profile.name));
    all.extend(others);
    all
}

/// The files that the examples include.
struct Examples;

impl Loader for Examples {
    fn load(&self, path: &str) -> Result<Arc<str>, LoadError> {
        std::fs::read_to_string(Path::new(path)).map(Into::into).map_err(|_| LoadError::NotFound)
    }
}
