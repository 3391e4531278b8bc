//! padstone's results equal those of DXC, tint and glslang for every line of `tests/golden`.

#![allow(clippy::print_stdout, reason = "prints the counts")]

mod compare;
mod dxc;
mod exact;
mod languages;
mod programs;
mod reads;
pub(crate) mod record;

use std::collections::BTreeSet;

use crate::common::layouts::{Answer, compile, compile_knowing};
use compare::Judge;
use dxc::Dxc;
use exact::{Glslang, Tint};
use languages::{compile_file, compile_file_knowing};
use padstone_read::source::Interner;
use record::{Record, records};

/// Shaders whose error padstone and DXC report at different lines, with reasons.
const DISPLACED: &[(&str, &str)] =
    &[("hlsl-dev-h216-sb-matrix", "DXC names the buffer, and padstone the member in it that cannot be laid out")];

/// The maximum number of disagreements printed.
const SHOWN: usize = 20;

#[test]
fn layouts_match_dxc() {
    let records = records("hlsl-dxc.jsonl");
    let (mut values, mut disagreeing, mut no_answers) = (0, Vec::new(), 0);
    let (mut errors, mut displaced) = (0, BTreeSet::<&str>::new());
    for record in &records {
        if record.is_no_answer() {
            no_answers += 1;
            continue;
        }
        let answer = compile(&record.source, &record.flags, record.profile()).answer();
        let differences = match &record.error {
            Some(error) => {
                errors += 1;
                let known = DISPLACED.iter().find(|(shader, _)| record.id.rsplit_once('.').is_some_and(|(id, _)| id == *shader));
                let other = displaced_error(Dxc::NAME, record, &answer);
                displaced.extend(known.filter(|_| other.is_some()).map(|&(shader, _)| shader));
                let other = other.filter(|_| known.is_none());
                other.map_or_else(|| compare::error(error, &answer), |other| vec![other])
            }
            None => compare::buffers::<Dxc>(&record.buffers, &answer, &mut values),
        };
        if !differences.is_empty() {
            disagreeing.push(describe(record, &differences));
        }
    }
    println!("{} lines, {values} values, {errors} errors", records.len());
    println!("{no_answers} lines in which DXC crashed or did not finish were not compared");
    assert_eq!(displaced.len(), DISPLACED.len(), "errors now at DXC's line: remove them from the list");
    assert!(records.len() >= 1891 && values > 36_000, "the file is not complete: {values} values");
    assert!(disagreeing.is_empty(), "{} lines disagree:\n{}", disagreeing.len(), disagreeing[..disagreeing.len().min(SHOWN)].join("\n"));
}

#[test]
fn layouts_match_fxc() {
    let records = records("fxc.jsonl");
    let (mut values, mut disagreeing) = (0, Vec::new());
    for record in &records {
        let answer = compile(&record.source, &record.flags, record.profile()).answer();
        let differences = compare::buffers::<Dxc>(&record.buffers, &answer, &mut values);
        if !differences.is_empty() {
            disagreeing.push(describe(record, &differences));
        }
    }
    println!("{} lines, {values} values", records.len());
    assert!(disagreeing.is_empty(), "{} lines disagree:\n{}", disagreeing.len(), disagreeing.join("\n"));
    assert!(records.len() >= 95 && values > 2_000, "the file is not complete: {values} values");
}

#[test]
fn wgsl_layouts_match_tint() {
    check_all::<Tint>("wgsl.jsonl", 261, 27_000);
}

#[test]
fn glsl_layouts_match_glslang() {
    check_all::<Glslang>("glsl.jsonl", 147, 5_000);
}

/// Every line of a file matches, and every error is at the recorded line.
fn check_all<J: Judge>(file: &str, lines: usize, least_values: usize) {
    let records = records(file);
    let (mut values, mut disagreeing, mut errors) = (0, Vec::new(), 0);
    for record in &records {
        let answer = compile_file(&record.file, &record.source, record.profile()).answer();
        let differences = match &record.error {
            Some(error) => displaced_error(J::NAME, record, &answer).map_or_else(|| compare::error(error, &answer), |other| vec![other]),
            None => compare::buffers::<J>(&record.buffers, &answer, &mut values),
        };
        errors += usize::from(record.error.is_some());
        if !differences.is_empty() {
            disagreeing.push(describe(record, &differences));
        }
    }
    println!("{} lines, {values} values, {errors} errors", records.len());
    assert!(records.len() == lines, "the file is not complete: {} lines", records.len());
    let shown = disagreeing[..disagreeing.len().min(SHOWN)].join("\n");
    assert!(disagreeing.is_empty(), "{} lines disagree:\n{shown}", disagreeing.len());
    assert!(values >= least_values, "too little was compared: {values} values");
}

/// The difference if no error is at the recorded line.
fn displaced_error(name: &str, record: &Record, answer: &Answer) -> Option<String> {
    let line = record.error_line()?;
    let messages: Vec<String> = answer.errors.iter().map(|error| format!("line {}: {}", error.line, error.message)).collect();
    let is_there = answer.errors.iter().any(|error| error.line == line);
    let error = record.error.as_deref().unwrap_or_default();
    (!is_there).then(|| format!("no error at line {line}, where {name} reports: {error}\n     {}", messages.join("\n     ")))
}

#[test]
fn whole_programs_and_single_buffers_have_the_same_layouts() {
    let hlsl = records("hlsl-dxc.jsonl").into_iter().map(|record| (compile(&record.source, &record.flags, record.profile()), record));
    let others = ["wgsl.jsonl", "glsl.jsonl"].into_iter().flat_map(records);
    let others = others.map(|record| (compile_file(&record.file, &record.source, record.profile()), record));
    let (mut values, mut disagreeing) = (0, Vec::new());
    for (compiled, record) in hlsl.chain(others).filter(|(_, record)| record.error.is_none()) {
        let differences = programs::differences(&compiled, &compiled.answer().json, &mut values);
        if !differences.is_empty() {
            disagreeing.push(describe(&record, &differences));
        }
    }
    let shown = disagreeing[..disagreeing.len().min(SHOWN)].join("\n");
    assert!(disagreeing.is_empty(), "{} lines disagree:\n{shown}", disagreeing.len());
    println!("{values} binding locations and offsets");
    assert!(values > 15_000, "too little was compared: {values} values");
}

/// The output does not depend on the names interned before: here all of them, in reverse order, and others.
#[test]
fn symbol_order_does_not_affect_layouts() {
    for file in ["hlsl-dxc.jsonl", "wgsl.jsonl", "glsl.jsonl"] {
        for record in records(file).iter().step_by(if padstone_testing::is_full() { 5 } else { 25 }) {
            let compile = |names: Interner| match file {
                "hlsl-dxc.jsonl" => compile_knowing(&record.source, &record.flags, record.profile(), names),
                _ => compile_file_knowing(&record.file, &record.source, record.profile(), names),
            };
            let compiled = compile(Interner::new());
            let mut names = Interner::new();
            for (_, name) in compiled.unit.module.names.iter().collect::<Vec<_>>().into_iter().rev() {
                names.intern(name);
                names.intern(&format!("_{name}"));
            }
            let (first, last) = (compiled.answer(), compile(names).answer());
            let errors = |answer: &crate::common::layouts::Answer| {
                answer.errors.iter().map(|error| (error.line, error.message.clone())).collect::<Vec<_>>()
            };
            assert!(first.json == last.json && errors(&first) == errors(&last), "{}", describe(record, &[]));
        }
    }
}

#[test]
fn reads_match_dxc() {
    let records = records("hlsl-dxc-reads.jsonl");
    let (mut values, mut disagreeing) = (0, Vec::new());
    for record in &records {
        let differences = match &record.error {
            // A crash of DXC on a read is an expected result: padstone reports it.
            Some(error) => compare::error(error, &compile(&record.source, &record.flags, record.profile()).answer()),
            None => reads::compare(record, &mut values),
        };
        if !differences.is_empty() {
            disagreeing.push(describe(record, &differences));
        }
    }
    assert!(records.len() >= 35 && values >= 110, "the file is not complete: {values} reads");
    assert!(disagreeing.is_empty(), "{} lines disagree:\n{}", disagreeing.len(), disagreeing.join("\n"));
}

fn describe(record: &Record, differences: &[String]) -> String {
    let source = record.source.split("RWByteAddressBuffer zz_out").next().unwrap_or_default().trim();
    format!("-- {} {}\n   {}\n     {}", record.id, record.flags.join(" "), source.replace('\n', "\n   "), differences.join("\n     "))
}
