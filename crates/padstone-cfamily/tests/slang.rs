//! The Slang front end: programs that libslang accepts have no errors, those that it rejects have one at the same line, and the types of all
//! parameters are those of its reflection.

mod names;
mod programs;
mod shape;

use std::collections::BTreeMap;
use std::path::Path;

use padstone_cfamily::{SlangOptions, read_slang};
use padstone_diag::{Diagnostics, Severity};
use padstone_model::{Major, Module};
use padstone_source::{MemoryLoader, SourceMap};
use serde_json::Value;

struct Read {
    sources: SourceMap,
    module: Module,
    diagnostics: Diagnostics,
}

impl Read {
    /// Errors as `line: message`; the line is 0 if there is none.
    fn errors(&self) -> Vec<(u32, String)> {
        let errors = self.diagnostics.iter().filter(|found| found.severity == Severity::Error);
        errors.map(|found| (found.span.map_or(0, |span| self.sources.locate(span.start).line), found.message.clone())).collect()
    }
}

fn read(record: &Value) -> Read {
    let text = |key: &str| record[key].as_str().unwrap_or_default();
    let others = record["files"].as_object().into_iter().flatten();
    let files: Vec<(&str, &str)> = others.map(|(name, text)| (name.as_str(), text.as_str().unwrap_or_default())).collect();
    let mut sources = SourceMap::new();
    let file = sources.add_file(text("file"), text("source").into()).expect("there is room");
    let mut diagnostics = Diagnostics::new();
    let flags: Vec<&str> = record["flags"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    let module = read_slang(&mut sources, &[file], &MemoryLoader::new(files), &options(&flags), &mut diagnostics);
    Read { sources, module, diagnostics }
}

fn options(flags: &[&str]) -> SlangOptions {
    let mut options = SlangOptions::default();
    let mut flags = flags.iter();
    while let Some(&flag) = flags.next() {
        match flag {
            "-matrix-layout-row-major" => options.default_major = Major::Row,
            "-matrix-layout-column-major" => options.default_major = Major::Column,
            "-entry" => options.entry_points.extend(flags.next().map(|name| ((*name).to_owned(), None))),
            "-stage" => {
                let stage = flags.next().and_then(|name| SlangOptions::stage(name));
                options.entry_points.last_mut().expect("a stage is that of an entry point").1 = stage;
            }
            "-specialize" => options.specialize.extend(flags.next().map(|name| (*name).to_owned())),
            _ => {
                if let Some(define) = flag.strip_prefix("-D") {
                    let (name, value) = define.split_once('=').unwrap_or((define, "1"));
                    options.defines.push((name.to_owned(), Some(value.to_owned())));
                }
            }
        }
    }
    options
}

fn records(file: &str) -> Vec<Value> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/golden").join(file);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    text.lines().map(|line| serde_json::from_str(line).expect("each line is JSON")).collect()
}

/// The recording contains the examples of the project.
#[test]
fn examples_match_the_recorded_ones() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/slang");
    let mut checked = 0;
    for record in records("slang-reading.jsonl").iter().filter(|record| record["id"].as_str().is_some_and(|id| id.starts_with("example-")))
    {
        let others = record["files"].as_object().into_iter().flatten().map(|(name, text)| (name.as_str(), text));
        let main = (record["file"].as_str().expect("a name"), &record["source"]);
        for (name, text) in others.chain([main]) {
            let path = folder.join(name);
            let example = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            assert_eq!(text.as_str(), Some(&*example), "{name}");
            checked += 1;
        }
    }
    assert!(checked > 0);
}

/// Errors for single targets, which are reported when bindings are assigned: CUDA and C++ accept any register.
const OF_TARGETS: [&str; 2] = ["e-register-c/hlsl", "e-register-c/spirv"];

/// Every recorded program, under each of its targets.
#[test]
fn recorded_programs_match_libslang() {
    let mut wrong = BTreeMap::new();
    let mut checked = 0;
    for record in ["slang.jsonl", "slang-more.jsonl", "slang-reading.jsonl"].into_iter().flat_map(records) {
        let id = record["id"].as_str().unwrap_or_default();
        if record["crash"].as_bool() == Some(true) || OF_TARGETS.contains(&id) {
            continue;
        }
        checked += 1;
        if let Some(why) = disagreement(&record) {
            wrong.insert(record["id"].as_str().unwrap_or_default().to_owned(), why);
        }
    }
    let listed: Vec<String> = wrong.iter().map(|(id, why)| format!("{id}: {why}")).collect();
    assert!(wrong.is_empty(), "{} of {checked} programs differ from libslang:\n{}", wrong.len(), listed.join("\n"));
}

fn disagreement(record: &Value) -> Option<String> {
    let read = read(record);
    let errors = read.errors();
    if record["error"].is_string() {
        let code = record["errorCode"].as_str().unwrap_or_default();
        // Errors in bindings are not reported by the front end.
        let binding = ["E39000", "E39015", "E39020", "E39023"].contains(&code);
        // An unclosed condition is reported at its start, which is more helpful than the end of the file.
        let line = record["errorAt"][0].as_u64().filter(|_| code != "E15000");
        let found = errors.iter().any(|(position, _)| line.is_none_or(|line| line == u64::from(*position)));
        return (!found && !binding).then(|| format!("should be wrong in line {line:?}, and is in {errors:?}"));
    }
    if !errors.is_empty() {
        return Some(format!("{errors:?}"));
    }
    let (ours, theirs) = (shape::of_module(&read.module, record["target"].as_str().unwrap_or_default()), shape::of_json(&record["json"]));
    shape::difference(&ours, &theirs)
}
