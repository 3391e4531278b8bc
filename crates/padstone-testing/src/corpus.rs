//! The modules of `tests/validation`, each with the verdicts of compilers.

use std::fs;

use serde_json::Value;

use crate::{is_full, test_data};

/// A module, and the compilers that accept it.
#[derive(Clone, Debug)]
pub struct Module {
    /// `arrays/count-zero`.
    pub id: String,
    /// The name of the file.
    pub file: String,
    /// The text.
    pub source: String,
    line: Value,
}

impl Module {
    /// All modules of a file of `tests/validation`.
    pub fn all(file: &str) -> Vec<Module> {
        let text = fs::read_to_string(test_data("validation").join(file)).expect("the modules");
        text.lines().map(Module::read).collect()
    }

    /// Whether a compiler accepts it: `tint`, `naga`, `vulkan` …
    pub fn accepted_by(&self, compiler: &str) -> bool {
        match self.line[compiler].as_str() {
            Some("accept") => true,
            Some("reject") => false,
            other => panic!("{}: {compiler} says {other:?}", self.id),
        }
    }

    /// The recorded verdict of padstone under rules, if it differs from that of the compiler.
    pub fn accepted_under(&self, rules: &str) -> Option<bool> {
        self.line["rules"][rules].as_str().map(|answer| answer == "accept")
    }

    /// The reason why compilers disagree about it.
    pub fn reason(&self) -> Option<&str> {
        self.line["why"].as_str()
    }

    fn read(line: &str) -> Module {
        let line: Value = serde_json::from_str(line).expect("a line is a JSON object");
        let text = |key: &str| line[key].as_str().map(str::to_owned);
        Module {
            id: text("id").expect("an id"),
            file: text("file").unwrap_or_else(|| "module.wgsl".to_owned()),
            source: text("source").expect("a source"),
            line,
        }
    }
}

/// The divisor of the number of recorded modules that compilers are run on in everyday runs; padstone is compared with all records in every
/// run.
const EVERYDAY: usize = 5;

/// Runs a compiler on each module of a file, and returns the verdicts that differ from the recorded ones. With the environment variable
/// `PADSTONE_OVERWRITE` set, it records them. An everyday run selects one module in five.
pub fn recheck(file: &str, compiler: &str, ask: impl Fn(&Module) -> Result<(), String>) -> Vec<String> {
    let path = test_data("validation").join(file);
    let text = fs::read_to_string(&path).expect("the modules");
    let is_recording = std::env::var_os("PADSTONE_OVERWRITE").is_some();
    let step = if is_full() || is_recording { 1 } else { EVERYDAY };
    let (mut changed, mut recorded) = (Vec::new(), String::new());
    for line in text.lines().step_by(step) {
        let module = Module::read(line);
        let answer = ask(&module);
        let word = |accepted: bool| if accepted { "accept" } else { "reject" };
        let (was, is) = (module.accepted_by(compiler), answer.is_ok());
        if was != is {
            let reason = answer.err().unwrap_or_default();
            changed.push(format!("{}: {} is recorded, but {compiler} says {} {reason}", module.id, word(was), word(is)));
        }
        let key = |accepted: bool| format!("\"{compiler}\":\"{}\"", word(accepted));
        recorded.push_str(&line.replacen(&key(was), &key(is), 1));
        recorded.push('\n');
    }
    if is_recording {
        fs::write(&path, recorded).expect("the modules can be written");
    }
    changed
}
