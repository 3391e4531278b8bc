//! padstone says what DXC said, for every line of `tests/golden`.

#![allow(clippy::print_stdout, reason = "says how much was compared")]

mod compare;
mod reads;
mod record;

#[path = "../common/layouts.rs"]
mod layouts;

use layouts::{Answer, compile};
use record::{Record, records};

/// How many lines that disagree are printed.
const SHOWN: usize = 20;

#[test]
fn layouts_are_those_of_dxc() {
    let records = records("hlsl-dxc.jsonl");
    let (mut values, mut disagreeing, mut no_answers) = (0, Vec::new(), 0);
    let (mut errors, mut same_line) = (0, 0);
    for record in &records {
        if record.is_no_answer() {
            no_answers += 1;
            continue;
        }
        let answer = compile(&record.source, &record.flags, record.profile()).answer();
        let differences = match &record.error {
            Some(error) => {
                errors += 1;
                same_line += usize::from(record.error_line().is_some_and(|line| answer.errors.iter().any(|error| error.line == line)));
                compare::error(error, &answer)
            }
            None => compare::buffers(&record.buffers, &answer, &mut values),
        };
        if !differences.is_empty() {
            disagreeing.push(describe(record, &differences));
        }
    }
    println!("{} lines, {values} values, {errors} errors ({same_line} name the line that DXC names)", records.len());
    println!("{no_answers} lines in which DXC crashed or did not finish were not compared");
    assert!(records.len() >= 1891 && values > 36_000, "the file is not complete: {values} values");
    assert!(disagreeing.is_empty(), "{} lines disagree:\n{}", disagreeing.len(), disagreeing[..disagreeing.len().min(SHOWN)].join("\n"));
}

#[test]
fn reads_are_those_of_dxc() {
    let records = records("hlsl-dxc-reads.jsonl");
    let (mut values, mut disagreeing) = (0, Vec::new());
    for record in records.iter().filter(|record| record.error.is_none()) {
        let differences = reads::compare(record, &mut values);
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
