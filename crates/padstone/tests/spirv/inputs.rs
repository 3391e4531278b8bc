//! What is written as SPIR-V: every example, and a thousand generated programs.

use std::path::Path;
use std::sync::Arc;

use padstone::bind::{self, Bindings, policies};
use padstone::diag::Diagnostics;
use padstone::emit::spirv::{self, Form};
use padstone::layout::{self, ModuleLayout, Profile};
use padstone::source::{LoadError, Loader};
use padstone::{Options, Unit};

use crate::generate::{Dialect, program};
use crate::oracle::test_data;
use crate::random::Random;
use crate::subject::Subject;

/// How many programs are generated, and of how many bytes.
const GENERATED: u64 = 1_000;
const BYTES: usize = 300;

/// A source file, read.
pub(crate) struct Input {
    pub(crate) name: String,
    pub(crate) unit: Unit,
}

/// One input under one profile, and the module that it becomes.
pub(crate) struct Written {
    pub(crate) layouts: ModuleLayout,
    pub(crate) bindings: Bindings,
    pub(crate) bytes: Vec<u8>,
    /// What SPIR-V cannot say.
    pub(crate) refused: Diagnostics,
}

impl Input {
    pub(crate) fn write(&self, profile: &'static Profile) -> Written {
        self.write_as(profile, Form::Binary)
    }

    pub(crate) fn write_as(&self, profile: &'static Profile, form: Form) -> Written {
        let layouts = self.unit.layout(profile);
        let bindings = self.unit.bind(&policies::DXC_SPIRV, &bind::Options::default());
        let mut bytes = Vec::new();
        let refused = spirv::write(&mut bytes, &self.unit.module, &layouts, &bindings, form).expect("a vector takes all");
        Written { layouts, bindings, bytes, refused }
    }
}

/// Every example.
pub(crate) fn examples() -> Vec<Input> {
    let folder = std::fs::read_dir(test_data("../examples")).expect("the folder of examples");
    let mut paths: Vec<_> = folder.map(|entry| entry.expect("an entry of the folder").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "hlsl"));
    paths.sort();
    assert!(paths.len() >= 4, "there are at least four examples");
    paths.iter().map(|path| path.to_str().expect("a path in UTF-8")).map(example).collect()
}

fn example(path: &str) -> Input {
    Input { name: path.to_owned(), unit: Unit::load(path, &Examples, &Options::default()) }
}

/// Generated programs, the same every time.
pub(crate) fn generated() -> impl Iterator<Item = Input> {
    (0..GENERATED).map(|seed| {
        let mut random = Random::new(seed);
        let bytes: Vec<u8> = (0..BYTES).map(|_| random.between(0, 255) as u8).collect();
        let subject = Subject::new(program(&bytes, Dialect::Hlsl));
        Input { name: format!("seed {seed}\n{}", subject.text), unit: subject.unit }
    })
}

/// Every rule set, and every profile; some have one name.
pub(crate) fn profiles() -> Vec<&'static Profile> {
    let mut all: Vec<_> = layout::rule_sets().iter().filter_map(|rules| layout::find(rules.name)).collect();
    let others = layout::profiles().iter().filter(|profile| !layout::rule_sets().iter().any(|rules| rules.name == profile.name));
    all.extend(others);
    all
}

/// What the examples include.
struct Examples;

impl Loader for Examples {
    fn load(&self, path: &str) -> Result<Arc<str>, LoadError> {
        std::fs::read_to_string(Path::new(path)).map(Into::into).map_err(|_| LoadError::NotFound)
    }
}
