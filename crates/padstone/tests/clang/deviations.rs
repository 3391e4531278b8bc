//! Inputs for which clang 22 deviates from DXC, as data: `tests/oracle/deviations.jsonl`. A test fails when a deviation is fixed.

use serde_json::Value;

use crate::clang::module::LayoutText;
use crate::clang::{Clang, TARGETS, Target, llvm_module};
use crate::common::layouts::compile;
use padstone_testing::test_data;

/// One input on which the compilers disagree.
struct Deviation {
    id: String,
    source: String,
    target: &'static Target,
    native_16bit: bool,
    /// The body of clang's `%__cblayout_C`, or the reason why there is none.
    clang: Result<String, String>,
    /// Whether `--rules clang-22` imitates the deviation; it does not imitate obvious bugs of clang.
    followed: bool,
    /// Paths and offsets under `dxc`.
    dxc: Vec<(String, u64)>,
}

#[test]
fn clang_still_deviates() {
    let Some(clang) = Clang::find() else { return };
    let mut fixed = Vec::new();
    for deviation in deviations() {
        let module = clang.module(&deviation.source, deviation.target, deviation.native_16bit);
        let is_confirmed = match (&module, &deviation.clang) {
            (Ok(module), Ok(body)) => LayoutText::of(module).type_text("%__cblayout_C") == Some(body),
            (Err(error), Err(message)) => error.contains(message),
            _ => false,
        };
        if !is_confirmed {
            fixed.push(format!("{}: clang now answers\n{}", deviation.id, module.unwrap_or_else(|error| error)));
        }
    }
    assert!(fixed.is_empty(), "fixed deviations; remove them from the list:\n{}", fixed.join("\n"));
}

#[test]
fn both_deviating_offsets_are_known() {
    for Deviation { id, source, target, native_16bit, clang, followed, dxc } in deviations() {
        let flags: &[String] = if native_16bit { &["-enable-16bit-types".into()] } else { &[] };
        let layouts = compile(&source, flags, "dxc").answer();
        if let Some(error) = layouts.errors.first() {
            panic!("{id}, line {}: {}", error.line, error.message);
        }
        let members = layouts.json["layouts"][0]["members"].as_array().expect("members");
        for (path, offset) in dxc {
            let row = members.iter().find(|row| row["path"] == *path).unwrap_or_else(|| panic!("{id}: no {path}"));
            assert_eq!(row["offset"], offset, "{id}: {path} under dxc");
        }
        if let (Ok(body), true) = (clang, followed) {
            let (module, _) = llvm_module(&source, native_16bit, target);
            assert_eq!(LayoutText::of(&module).type_text("%__cblayout_C"), Some(&*body), "{id} under {}", target.profile);
        }
    }
}

fn deviations() -> Vec<Deviation> {
    let text = std::fs::read_to_string(test_data("oracle/deviations.jsonl")).expect("the list of deviations");
    let lines = text.lines().map(|line| serde_json::from_str::<Value>(line).expect("a line is a JSON object"));
    let of_clang = lines.filter(|line| line["compiler"].as_str().is_some_and(|compiler| compiler.starts_with("clang")));
    let found: Vec<Deviation> = of_clang.map(|line| deviation(&line)).collect();
    assert!(found.len() >= 10, "the list is not complete");
    found
}

fn deviation(line: &Value) -> Deviation {
    let text = |key: &str| line[key].as_str().map(str::to_owned);
    Deviation {
        id: text("id").expect("an id"),
        source: text("source").expect("a source"),
        target: &TARGETS[usize::from(line["target"] == "spirv")],
        native_16bit: line["native16"] == true,
        clang: text("clang").ok_or_else(|| text("clangFails").expect("clang's output")),
        followed: line["followed"] != false,
        dxc: serde_json::from_value(line["dxc"].clone()).expect("[path, offset] pairs"),
    }
}
