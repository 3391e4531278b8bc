//! Source-to-source rewriting of WGSL: names, comments and whitespace outside the edits are unchanged, and every byte of every buffer
//! keeps its offset.
//!
//! A [`Pass`] edits a [`Unit`]: a text without errors, with its function bodies parsed and checked. [`rewrite`]
//! applies them, reads the result again, and compares all offsets before and after, so that no pass can
//! silently move a byte. The [`PathMap`] contains the old and new path of each member.
//!
//! ```
//! use padstone_diag::Diagnostics;
//! use padstone_rewrite::{Options, find, rewrite};
//! use padstone_source::SourceMap;
//! use padstone_wgsl::tree::Edition;
//!
//! let mut sources = SourceMap::new();
//! let text = "struct S { a: f32, @align(16) b: vec2f }\n@group(0) @binding(0) var<uniform> s: S;\n";
//! let file = sources.add_file("s.wgsl", text.into()).unwrap();
//! let mut found = Diagnostics::new();
//! let pin = find("pin").unwrap();
//! let rewritten = rewrite(&mut sources, file, Edition::Current, &[pin], &Options::default(), &mut found);
//! assert!(rewritten.text.starts_with("struct S { @align(4) @size(16) a: f32, @align(16) @size(16) b: vec2f }"));
//! assert_eq!(rewritten.map.buffers[0].rows[1].new_offset, 16);
//! ```
//!
//! A pass reports what it cannot rewrite, and leaves it unchanged.

mod byte_snapshot;
mod edits;
mod engine;
mod locals;
mod map;
mod names;
mod passes;
mod requirements;
mod tokens;
mod unit;
mod verify;

use std::collections::HashMap;
use std::sync::Arc;

use padstone_diag::{Diagnostic, Diagnostics, Edit, Severity, codes};
use padstone_layout::Profile;
use padstone_source::{FileId, SourceFile, SourceMap, Span};
use padstone_wgsl::first_of_linking;
use padstone_wgsl::tree::{Edition, apply};

pub use edits::Edits;
pub use map::{MappedBuffer, MovedMember, PathMap, SCHEMA};
pub use names::Names;
pub use passes::{PASSES, find};
pub use unit::Unit;
pub use verify::{Elements, PassMap};

use byte_snapshot::ByteSnapshot;
use map::Steps;
use unit::ParsedText;

/// A pass: one file in `passes/`, and a line in [`PASSES`].
pub struct Pass {
    /// The name on the command line.
    pub name: &'static str,
    /// A short description, for `--help`.
    pub summary: &'static str,
    /// The editions that it accepts.
    pub takes: &'static [Edition],
    /// The edition of its output; `None` if it is that of the input.
    pub gives: Option<Edition>,
    /// The profiles under which the result must have the layout that WGSL specifies.
    pub agree: &'static [&'static Profile],
    /// The pass to run first, if any.
    pub(crate) first: Option<PrerequisitePass>,
    pub(crate) run: fn(&Unit<'_>, &Options, &mut Edits, &mut PassMap, &mut Diagnostics),
}

/// The pass that has to run before this one, and its options; `None` if there is none.
pub(crate) type PrerequisitePass = fn(&Unit<'_>, &Options) -> Option<(&'static Pass, Options)>;

/// The options of the passes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Options {
    /// The back end whose rules apply; `None` for all of them.
    pub target: Option<Backend>,
    /// Report changes as errors, without changing anything.
    pub check: bool,
    /// `pin`: write padding as members instead of attributes.
    pub padding_members: bool,
    /// `pack`, `legalize-uniform`: the prefix of the names of vectors that several members share, before the number of their slot;
    /// `None` names them after the members.
    pub vector_names: Option<String>,
    /// The maximum number of function clones that a pass may create.
    pub max_clones: usize,
}

impl Default for Options {
    fn default() -> Self {
        Options { target: None, check: false, padding_members: false, vector_names: None, max_clones: 256 }
    }
}

/// The language that a shader is compiled to, or the compiler.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Backend {
    /// SPIR-V for Vulkan.
    Vulkan,
    /// GLSL.
    Gl,
    /// HLSL.
    D3d,
    /// Metal's shading language.
    Metal,
    /// naga, for any output language.
    Naga,
}

/// The result of a rewrite.
#[derive(Clone, Debug)]
pub struct Rewritten {
    /// The text.
    pub text: String,
    /// The old and new path of each member.
    pub map: PathMap,
    /// Whether the text changed.
    pub changed: bool,
}

/// Runs passes on a file, one after the other, and repeats them until none of them changes anything: `pack` may undo the effect of `pin` before
/// it. A file with errors is unchanged. Intermediate texts are
/// added to `sources`, so that diagnostics can refer to them.
pub fn rewrite(
    sources: &mut SourceMap,
    file: FileId,
    edition: Edition,
    passes: &[&'static Pass],
    options: &Options,
    diagnostics: &mut Diagnostics,
) -> Rewritten {
    if let Some(found) = composed(sources.file(file)).filter(|_| edition == Edition::Current) {
        diagnostics.push(found);
        return Rewritten { text: sources.file(file).text.to_string(), map: PathMap::default(), changed: false };
    }
    let reading = ParsedText::new(sources, file, edition);
    diagnostics.extend(reading.found.iter().cloned());
    if reading.found.has_errors() {
        return Rewritten { text: reading.text.to_string(), map: PathMap::default(), changed: false };
    }
    let before = reading.places.clone();
    let name = sources.file(file).name.clone();
    let mut run = PassRun { sources, name, options, steps: Steps::new(&before), now: reading };
    let (mut passes, mut merged) = (passes.to_vec(), Vec::new());
    let settles = (0..ROUNDS).any(|round| {
        let (text, mut found) = (run.now.text.clone(), Diagnostics::new());
        run.run_passes(&passes, &mut found);
        merge_diagnostics(&mut merged, &found, round == 0);
        // A pass that changes the edition has run already.
        passes.retain(|pass| pass.gives.is_none());
        options.check || passes.is_empty() || run.now.text == text
    });
    let PassRun { sources, now, steps, .. } = run;
    diagnostics.extend(merged);
    if !settles {
        let start = Span { start: sources.file(file).base(), end: sources.file(file).base() };
        let message = format!("padstone bug: the passes still change the text after {ROUNDS} rounds; file unchanged");
        diagnostics.push(Diagnostic::error(&codes::REWRITE_FAULT, message, start));
        return Rewritten { text: sources.file(file).text.to_string(), map: PathMap::default(), changed: false };
    }
    let map = steps.into_map(&before, &now.places);
    diagnostics.extend(growing(&before, &map));
    let changed = *now.text != *sources.file(file).text;
    Rewritten { map, text: now.text.to_string(), changed }
}

/// The maximum number of rounds.
const ROUNDS: usize = 16;

/// Merges the diagnostics of another round. Diagnostics about the previous text that are not reported for this one are dropped. So are warnings about
/// unchanged variables that the text of the first round does not get: they would be about code that the passes wrote.
fn merge_diagnostics(merged: &mut Vec<Diagnostic>, found: &Diagnostics, is_first: bool) {
    // Spans differ between rounds, so each old diagnostic is paired with a new one that has its message.
    let mut unmatched: HashMap<(&str, String), usize> = HashMap::new();
    found.iter().for_each(|new| *unmatched.entry((new.code.id, new.message.clone())).or_default() += 1);
    let mut matches = |found: &Diagnostic| {
        let count = unmatched.get_mut(&(found.code.id, found.message.clone())).filter(|count| **count > 0);
        count.map(|count| *count -= 1).is_some()
    };
    merged.retain(|old| matches(old) || !is_of_the_text(old));
    // Those that are left are the last of their message.
    let mut added: Vec<Diagnostic> =
        found.iter().rev().filter(|new| (is_first || new.code.id != codes::REWRITE_USE.id) && matches(new)).cloned().collect();
    added.reverse();
    merged.append(&mut added);
}

/// Whether a diagnostic describes the text, rather than a change.
fn is_of_the_text(found: &Diagnostic) -> bool {
    [&codes::REWRITE_USE, &codes::ATOMIC_BESIDE, &codes::REWRITE_UNFIT].iter().any(|code| found.code.id == code.id)
}

/// The buffers whose size has increased: their last vector is longer than its content, or their struct is rounded up.
fn growing<'m>(before: &'m ByteSnapshot, map: &'m PathMap) -> impl Iterator<Item = Diagnostic> + 'm {
    let larger = before.buffers.iter().zip(&map.buffers).filter(|(_, buffer)| buffer.new_size > buffer.size);
    larger.map(|(before, MappedBuffer { name, size, new_size, .. })| {
        let message = format!("`{name}` grew from {size} to {new_size} bytes: its binding must be at least as large");
        Diagnostic::warning(&codes::REWRITE_GROWS, message, before.span).label(before.span, "")
    })
}

/// A file that is being rewritten by passes.
struct PassRun<'r> {
    sources: &'r mut SourceMap,
    name: String,
    options: &'r Options,
    /// The current text, parsed.
    now: ParsedText,
    steps: Steps,
}

impl PassRun<'_> {
    /// Runs all passes once.
    fn run_passes(&mut self, passes: &[&'static Pass], diagnostics: &mut Diagnostics) {
        // Also runs on the result of the prerequisite pass, which is repeated as long as the pass changes it.
        let mut pending: Vec<(&'static Pass, Options, Option<Arc<str>>)> =
            passes.iter().rev().map(|&pass| (pass, self.options.clone(), None)).collect();
        while let Some((pass, options, prepared)) = pending.pop() {
            let current = &self.now;
            if !pass.takes.contains(&current.edition) {
                diagnostics.push(other_edition(pass, current));
                break;
            }
            let first = pass.first.filter(|_| prepared.as_ref() != Some(&current.text) && !options.check);
            if let Some((preparation, its_options)) = first.and_then(|first| current.with_unit(|unit| first(unit, &options))) {
                pending.push((pass, options, Some(current.text.clone())));
                pending.push((preparation, its_options, Some(current.text.clone())));
                continue;
            }
            let (mut edits, mut moves) = (Edits::default(), PassMap::default());
            current.with_unit(|unit| (pass.run)(unit, &options, &mut edits, &mut moves, diagnostics));
            if edits.is_empty() {
                continue;
            }
            if options.check {
                diagnostics.push(would_change(pass, edits.as_slice()));
                continue;
            }
            let next = take(self.sources, &format!("{} after {}", self.name, pass.name), pass, current, &edits);
            let verified = next.and_then(|next| {
                let pieces = verify::follow_leaves(&current.places, &next.places, &moves)?;
                next.agrees(pass).map(|()| (next, pieces))
            });
            match verified {
                Ok((next, pieces)) => {
                    self.steps.follow(&self.now.places, &pieces);
                    self.now = next;
                }
                // Passes do not track members between editions.
                Err(reason) if pass.gives.is_some() => diagnostics.push(not_modern(pass, edits.as_slice(), &reason)),
                Err(reason) => diagnostics.push(fault(pass, edits.as_slice(), &reason)),
            }
        }
    }
}

/// The parsed result of a pass.
fn take(sources: &mut SourceMap, name: &str, pass: &Pass, current: &ParsedText, edits: &Edits) -> Result<ParsedText, String> {
    let edits = as_the_text_ends_lines(&current.text, edits.as_slice());
    let text = apply(current.source(), &edits).map_err(|error| error.to_string())?;
    let file = sources.add_file(name, text.into()).map_err(|full| full.to_string())?;
    let next = ParsedText::new(sources, file, pass.gives.unwrap_or(current.edition));
    match next.found.iter().find(|found| found.severity == Severity::Error) {
        Some(error) => {
            let position = error.span.map(|span| sources.locate(span.start));
            let position = position.map_or_else(String::new, |position| format!("line {}, column {}: ", position.line, position.column));
            Err(format!("{position}{}", error.message))
        }
        None => Ok(next),
    }
}

/// New lines have the line ending of the first line of the text.
fn as_the_text_ends_lines(text: &str, edits: &[Edit]) -> Vec<Edit> {
    let returns = text.lines().next().is_some_and(|first| text[first.len()..].starts_with("\r\n"));
    let with_returns = |text: &str| text.replace("\r\n", "\n").replace('\n', "\r\n");
    edits.iter().map(|edit| if returns { Edit { text: with_returns(&edit.text), ..edit.clone() } } else { edit.clone() }).collect()
}

/// The diagnostic for a file that is part of a module.
fn composed(file: &SourceFile) -> Option<Diagnostic> {
    let position = first_of_linking(file)?;
    let message = "this file is composed with others into WGSL; a rewrite needs the whole module";
    let found = Diagnostic::error(&codes::REWRITE_COMPOSED, message, position).label(position, "an import, condition, or path");
    Some(found.help("omit `--in-place` and `--check`: padstone then composes the module, and rewrites the composed text"))
}

fn other_edition(pass: &Pass, current: &ParsedText) -> Diagnostic {
    let start = current.start();
    let (is, help) = match current.edition {
        Edition::Current => ("today's WGSL", "remove the pass"),
        Edition::Draft2020 => ("WGSL of 2020", "run `modernize` first"),
    };
    Diagnostic::error(&codes::REWRITE_EDITION, format!("`{}` does not support {is}", pass.name), start).help(help)
}

fn would_change(pass: &Pass, edits: &[Edit]) -> Diagnostic {
    let position = edits.iter().map(|edit| edit.span).min().unwrap_or_default();
    Diagnostic::error(&codes::REWRITE_NEEDED, format!("`{}` would change this file", pass.name), position).label(position, "first change")
}

fn not_modern(pass: &Pass, edits: &[Edit], reason: &str) -> Diagnostic {
    let position = edits.iter().map(|edit| edit.span).min().unwrap_or_default();
    let message = format!("`{}` output is invalid in today's WGSL; file unchanged", pass.name);
    Diagnostic::error(&codes::NOT_MODERN, message, position).label(position, "first change").note(reason)
}

fn fault(pass: &Pass, edits: &[Edit], reason: &str) -> Diagnostic {
    let position = edits.iter().map(|edit| edit.span).min().unwrap_or_default();
    let message = format!("padstone bug: `{}` output failed verification; file unchanged", pass.name);
    Diagnostic::error(&codes::REWRITE_FAULT, message, position).label(position, "first change").note(reason)
}
