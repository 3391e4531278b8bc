//! Compares a program with its rewritten form on the same bytes.

use std::collections::BTreeMap;
use std::fmt;

use padstone_device::{Gpu, NAGA_PANICS, PADDING, compile, contents};
use padstone_generate::wgsl::Buffer;
use padstone_peers::layouts;
use padstone_read::diag::{Diagnostic, Diagnostics, Severity, codes};
use padstone_read::model::Language;
use padstone_read::source::{MemoryLoader, SourceMap};
use padstone_read::{Options, Unit};
use padstone_rewrite::{PASSES, Pass, Rewritten, find, rewrite};
use padstone_testing::Tint;
use padstone_wgsl::tree::Edition;

/// A module with a compute shader.
pub(crate) struct Program {
    pub(crate) name: String,
    pub(crate) edition: Edition,
    pub(crate) text: String,
    /// An equivalent module that naga accepts.
    pub(crate) reference: String,
    /// Whether naga accepts the text itself; it does not accept pointers to parts of variables as arguments.
    pub(crate) takes_naga: bool,
    /// The pass after which naga accepts the text, if it does not accept the original.
    pub(crate) naga_after: String,
    pub(crate) buffers: Vec<Buffer>,
    /// The contents of the buffers.
    pub(crate) seed: u64,
}

/// The verdict about a program and some passes.
#[derive(Debug)]
pub(crate) enum Verdict {
    /// The passes made no change.
    Same,
    /// Both have the same results.
    Equal,
    /// naga rejects the rewritten text for the same reason as the original.
    NotRun,
    /// A pass reported that it could not change something; the result was compared.
    Rejected,
    /// The results differ, or there is another error.
    Wrong(String),
}

/// The number of verdicts for each sequence of passes.
#[derive(Default)]
pub(crate) struct Tally {
    counts: BTreeMap<String, [usize; 5]>,
    /// The error, and its text.
    pub(crate) wrong: Vec<String>,
}

impl Tally {
    pub(crate) fn add(&mut self, found: Vec<(String, Verdict)>) {
        for (passes, verdict) in found {
            let column = match &verdict {
                Verdict::Same => 0,
                Verdict::Equal => 1,
                Verdict::NotRun => 2,
                Verdict::Rejected => 3,
                Verdict::Wrong(_) => 4,
            };
            self.counts.entry(passes.clone()).or_default()[column] += 1;
            if let Verdict::Wrong(why) = verdict {
                self.wrong.push(format!("{passes}: {why}"));
            }
        }
    }

    /// All errors, and one program in full.
    pub(crate) fn assert_equal(&self) {
        let reasons: Vec<String> = self.wrong.iter().map(|wrong| wrong.lines().take(18).collect::<Vec<_>>().join("\n")).collect();
        assert!(self.wrong.is_empty(), "{} are wrong:\n{}\n\n{}", self.wrong.len(), reasons.join("\n--\n"), self.wrong[0]);
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{:<28}{:>10}{:>10}{:>10}{:>10}{:>10}", "passes", "unchanged", "equal", "not run", "rejected", "wrong")?;
        for (passes, [same, equal, not_run, rejected, wrong]) in &self.counts {
            writeln!(f, "{passes:<28}{same:>10}{equal:>10}{not_run:>10}{rejected:>10}{wrong:>10}")?;
        }
        Ok(())
    }
}

/// The sequences of passes for a program: each pass alone, and some combinations.
pub(crate) fn sequences(program: &Program) -> Vec<Vec<&'static Pass>> {
    let taken = |pass: &&&'static Pass| pass.takes.contains(&program.edition);
    let alone: Vec<Vec<&'static Pass>> = PASSES.iter().filter(taken).map(|&pass| vec![pass]).collect();
    let composed: &[&[&str]] = match (program.edition, program.takes_naga) {
        (Edition::Draft2020, _) => &[
            &["pack", "modernize"],
            &["scalarize", "modernize"],
            &["inline", "modernize"],
            &["specialize", "modernize"],
            &["specialize", "pack", "modernize"],
            &["specialize", "scalarize", "modernize"],
            &["specialize", "inline", "modernize"],
            &["modernize", "specialize", "legalize-uniform"],
            &["modernize", "specialize", "pin"],
            &["modernize", "pack"],
            &["modernize", "scalarize"],
            &["modernize", "inline"],
        ],
        (Edition::Current, true) => &[
            &["pack", "inline"],
            &["pack", "legalize-uniform"],
            &["pack", "pin"],
            &["legalize-uniform", "pin"],
            &["legalize-uniform", "inline"],
            &["scalarize", "pack"],
            &["inline", "pack"],
            &["pin", "pack"],
            &["inline", "scalarize", "pin"],
            &["inline", "pack", "scalarize"],
        ],
        (Edition::Current, false) => &[
            &["specialize", "pack"],
            &["specialize", "inline"],
            &["specialize", "scalarize"],
            &["pack", "specialize"],
            &["inline", "specialize"],
            &["scalarize", "specialize"],
            &["legalize-uniform", "specialize"],
            &["pin", "specialize"],
            &["specialize", "pack", "pin"],
            &["specialize", "inline", "scalarize"],
        ],
    };
    let composed = composed.iter().filter_map(|names| names.iter().map(|name| find(name)).collect::<Option<Vec<_>>>());
    alone.into_iter().chain(composed).collect()
}

/// The original and the result of each sequence of passes, for printing.
pub(crate) fn compare(gpu: &Gpu, program: &Program, sequences: &[Vec<&'static Pass>], print: bool) -> Vec<(String, Verdict)> {
    let before = outcome(gpu, &program.reference, program, &BTreeMap::new());
    let before = before.unwrap_or_else(|why| panic!("{}: the original fails: {why}\n{}", program.name, program.reference));
    let tint = Tint::find("rewritten programs against tint");
    let mut runs = Runs { gpu, program, before, tint, known: BTreeMap::new() };
    let mut verdicts = Vec::new();
    for passes in sequences {
        let names: Vec<&str> = passes.iter().map(|pass| pass.name).collect();
        let (rewritten, found) = rewritten(&program.text, program.edition, passes);
        if print {
            println!("== {}\n{}", names.join(","), rewritten.text);
        }
        let verdict = judge(&mut runs, passes, &rewritten, &found);
        let verdict = verdict.unwrap_or_else(|why| {
            let name = &program.name;
            let ours = if rewritten.changed { &*rewritten.text } else { "" };
            Verdict::Wrong(format!("{name}: {why}\n{}\n== became\n{ours}", program.text))
        });
        verdicts.push((names.join(","), verdict));
    }
    verdicts
}

/// The rewritten texts of a program that have run: several sequences of passes have the same result.
struct Runs<'a> {
    gpu: &'a Gpu,
    program: &'a Program,
    before: Outcome,
    tint: Option<Tint>,
    known: BTreeMap<String, Result<(), Failure>>,
}

/// The reason why a rewritten text is not equivalent.
#[derive(Clone)]
enum Failure {
    /// tint rejects it, or its results differ.
    Wrong(String),
    /// naga or the device rejects it.
    DoesNotRun(String),
}

impl Runs<'_> {
    /// Compares the results of a text with those of the original.
    fn compare(&mut self, text: &str, edition: Edition, sizes: &BTreeMap<String, u64>) -> Result<(), Failure> {
        if let Some(known) = self.known.get(text) {
            return known.clone();
        }
        let found = self.run(text, edition, sizes);
        self.known.insert(text.to_owned(), found.clone());
        found
    }

    fn run(&self, text: &str, edition: Edition, sizes: &BTreeMap<String, u64>) -> Result<(), Failure> {
        if let Some(tint) = self.tint.as_ref().filter(|_| edition == Edition::Current) {
            tint.structs(text).map_err(|why| Failure::Wrong(format!("tint: {why}")))?;
        }
        let after = outcome(self.gpu, text, self.program, sizes).map_err(Failure::DoesNotRun)?;
        self.before.is(&after).map_err(Failure::Wrong)
    }
}

fn judge(runs: &mut Runs<'_>, passes: &[&'static Pass], rewritten: &Rewritten, found: &Diagnostics) -> Result<Verdict, String> {
    let program = runs.program;
    if let Some(fault) = found.iter().find(|found| found.code.id == codes::REWRITE_FAULT.id) {
        return Err(format!("{}\n{}", fault.message, fault.notes.join("\n")));
    }
    // A larger buffer, or a removed function, is not a rejection.
    let is_rejection = |found: &Diagnostic| found.severity != Severity::Note && found.code.id != codes::REWRITE_GROWS.id;
    let rejection = found.iter().any(|found| found.code.id.starts_with("P12") && is_rejection(found));
    if !rewritten.changed {
        return Ok(if rejection { Verdict::Rejected } else { Verdict::Same });
    }
    let edition = passes.iter().rev().find_map(|pass| pass.gives).unwrap_or(program.edition);
    let (second, _) =
        self::rewritten(&rewritten.text, edition, &passes.iter().copied().filter(|pass| pass.takes.contains(&edition)).collect::<Vec<_>>());
    if second.changed {
        return Err(format!("the second run changes it to\n{}", second.text));
    }
    let sizes = placed(program, rewritten)?;
    match runs.compare(&rewritten.text, edition, &sizes) {
        // WGSL of 2020 cannot run; its translation is run.
        Err(Failure::DoesNotRun(_)) if edition == Edition::Draft2020 => return Ok(Verdict::NotRun),
        Ok(()) => {}
        Err(Failure::DoesNotRun(_)) if !program.takes_naga && passes.iter().all(|pass| pass.name != program.naga_after) => {
            return Ok(Verdict::NotRun);
        }
        Err(Failure::DoesNotRun(_)) if rejection && !program.takes_naga => return Ok(Verdict::NotRun),
        // A bug of naga; tint accepts the text.
        Err(Failure::DoesNotRun(why)) if why == NAGA_PANICS => return Ok(Verdict::NotRun),
        Err(Failure::DoesNotRun(why) | Failure::Wrong(why)) => return Err(why),
    }
    Ok(if rejection { Verdict::Rejected } else { Verdict::Equal })
}

/// Compares the map with naga's layout of the rewritten text, and the sizes of its buffers.
fn placed(program: &Program, rewritten: &Rewritten) -> Result<BTreeMap<String, u64>, String> {
    let theirs = layouts(&rewritten.text).unwrap_or_default();
    for buffer in &rewritten.map.buffers {
        for row in &buffer.rows {
            if row.offset != row.new_offset {
                return Err(format!("`{}`: {} moved from byte {} to {}", buffer.name, row.path, row.offset, row.new_offset));
            }
            let member = theirs.get(&buffer.name).and_then(|layout| layout.members.get(&row.new_path));
            if let Some(member) = member.filter(|_| row.new_part.is_none() && program.edition == Edition::Current)
                && member.offset != row.new_offset
            {
                return Err(format!(
                    "`{}`: {} is at byte {} in naga, and not {}",
                    buffer.name, row.new_path, member.offset, row.new_offset
                ));
            }
        }
        // The map is complete: it contains each scalar in element 0 of all arrays.
        let numbers = program.buffers.iter().find(|known| known.name == buffer.name).map_or(&[][..], |known| &known.values);
        let covers = |offset: u64| buffer.rows.iter().any(|row| (row.offset..row.offset + row.size).contains(&offset));
        if let Some(first) = numbers.first().filter(|first| !covers(first.offset)) {
            return Err(format!("`{}`: the map lacks byte {}", buffer.name, first.offset));
        }
    }
    Ok(rewritten.map.buffers.iter().map(|buffer| (buffer.name.clone(), buffer.new_size)).collect())
}

/// Runs passes on a text.
pub(crate) fn rewritten(text: &str, edition: Edition, passes: &[&'static Pass]) -> (Rewritten, Diagnostics) {
    let mut sources = SourceMap::new();
    let file = sources.add_file("program.wgsl", text.into()).expect("it fits");
    let mut found = Diagnostics::new();
    let rewritten = rewrite(&mut sources, file, edition, passes, &padstone_rewrite::Options::default(), &mut found);
    (rewritten, found)
}

/// The contents of the buffers after a run, by name.
struct Outcome(BTreeMap<String, Vec<u8>>);

impl Outcome {
    /// Whether another run had the same results, and wrote no byte after the end of a buffer.
    fn is(&self, other: &Outcome) -> Result<(), String> {
        for (name, bytes) in &self.0 {
            let Some(theirs) = other.0.get(name) else { return Err(format!("`{name}` is missing")) };
            let padded = bytes.iter().copied().chain(std::iter::repeat(PADDING));
            if let Some(index) = theirs.iter().zip(padded).position(|(theirs, ours)| *theirs != ours) {
                let word = index / 4 * 4;
                let show = |bytes: &[u8]| bytes.get(word..word + 4).map_or_else(String::new, |bytes| format!("{bytes:02x?}"));
                return Err(format!(
                    "`{name}` differs from byte {index} on: the word at {word} was {} and is {}",
                    show(bytes),
                    show(theirs)
                ));
            }
        }
        Ok(())
    }
}

/// Runs a text on the bytes of a program. Buffers that became larger are padded.
fn outcome(gpu: &Gpu, text: &str, program: &Program, sizes: &BTreeMap<String, u64>) -> Result<Outcome, String> {
    let compiled = compile(text)?;
    let kinds: Vec<_> = compiled.resources.iter().map(|resource| resource.kind).collect();
    let kernel = gpu.kernel(&compiled.words, &compiled.entry_point, &kinds)?;
    let filled = |name: &String| {
        let buffer = program.buffers.iter().find(|buffer| buffer.name == *name).ok_or_else(|| format!("`{name}` is new"))?;
        let mut bytes = contents(buffer, program.seed);
        let size = sizes.get(name).map_or(0, |&size| usize::try_from(size).expect("a small buffer"));
        bytes.resize(bytes.len().max(size.next_multiple_of(4)), PADDING);
        Ok(bytes)
    };
    let names: Vec<String> = compiled.resources.into_iter().map(|resource| resource.name).collect();
    let contents = names.iter().map(filled).collect::<Result<Vec<_>, String>>()?;
    Ok(Outcome(names.into_iter().zip(kernel.run(&contents)?).collect()))
}

/// A parsed module.
pub(crate) fn unit(text: &str, edition: Edition) -> Unit {
    let language = if edition == Edition::Current { Language::Wgsl } else { Language::Wgsl2020 };
    let unit = Unit::read("program.wgsl", text.into(), &MemoryLoader::default(), &Options { language, ..Options::default() });
    assert!(!unit.diagnostics.has_errors(), "{:?}\n{text}", unit.diagnostics.iter().map(|found| &found.message).collect::<Vec<_>>());
    unit
}
