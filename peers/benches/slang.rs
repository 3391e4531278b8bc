//! Compares the speed of padstone and libslang on the same program: 2,000 structs of 12 members, nested three deep, with a structured buffer of every third.
//!
//! `cargo bench --bench slang` prints the time from the text to the layout of the program, the best of several runs. It excludes the
//! startup of libslang, which reads its own library first, and the writing of the JSON.

#![allow(missing_docs, clippy::print_stdout, reason = "a program for the terminal")]

use std::time::{Duration, Instant};

use padstone_generate::large_slang;
use padstone_read::bind::{self, Request, binding_rules::SLANG_2026, targets};
use padstone_read::emit::reflect::slang_json;
use padstone_read::model::Language;
use padstone_read::source::MemoryLoader;
use padstone_read::{Options, Unit};
use padstone_testing::slang::{self, Slang, SlangVerdict};

const STRUCTS: usize = 2_000;
const RUNS: usize = 5;
const RUNS_OF_PADSTONE: usize = 50;

fn main() {
    let text = large_slang(STRUCTS);
    println!("{STRUCTS} structs, {} bytes", text.len());
    let (own, reflection) = padstone(&text);
    println!("padstone  {own:>10.1?}");
    let Some(library) = Slang::find("padstone beside libslang") else {
        return println!("libslang is not installed: `cargo xtask test` installs it");
    };
    let request = slang::Request { source: text, options: ["-target", "spirv", "-matrix-layout-row-major"].map(str::to_owned).into() };
    let answers = library.ask_timed(&vec![request; RUNS]);
    let SlangVerdict::Accepted(theirs) = &answers[0].0 else { panic!("libslang reads the benchmark: {:?}", answers[0].0) };
    assert!(*theirs == reflection, "both have the same reflection");
    let best = answers.iter().map(|(_, time)| *time).min().unwrap_or_default();
    println!("libslang  {best:>10.1?}");
    println!("libslang takes {:.0} times as long", best.as_secs_f64() / own.as_secs_f64());
}

/// padstone's time and output.
fn padstone(text: &str) -> (Duration, serde_json::Value) {
    let options = Options { language: Language::Slang, ..Options::default() };
    let options = Options {
        slang: padstone_read::cfamily::SlangOptions { default_major: padstone_read::model::Major::Row, ..options.slang.clone() },
        ..options
    };
    let request = Request { target: targets::VULKAN, rules: SLANG_2026, options: bind::Options::default(), profile: None };
    let mut best = Duration::MAX;
    let mut json = Vec::new();
    for run in 0..RUNS_OF_PADSTONE {
        let begin = Instant::now();
        let unit = Unit::read("large.slang", text.into(), &MemoryLoader::default(), &options);
        let layout = unit.program(&request);
        best = best.min(begin.elapsed());
        if run == 0 {
            slang_json::write(&mut json, &unit.module, &layout).expect("a vector takes all");
        }
    }
    (best, serde_json::from_slice(&json).expect("the output is JSON"))
}
