//! `modernize`: a module of 2020 in today's WGSL, with every byte where it was.
//!
//! `declarations.rs` and `bodies.rs` write today's words for those of 2020; `layout.rs` adds the `@align` and `@size` that today's rules
//! need to put every member where those of 2020 put it.

mod bodies;
mod declarations;
mod layout;

use padstone_diag::Diagnostics;
use padstone_layout::NAGA;
use padstone_source::Span;
use padstone_wgsl::tree::Edition;
use padstone_wgsl::{PieceKind, pieces};
use rustc_hash::FxHashMap;

use super::inline;
use crate::{Backend, Edits, Names, Options, Pass, PassMap, Unit};

pub(super) static PASS: Pass = Pass {
    name: "modernize",
    summary: "A module of 2020 in today's WGSL, with every byte where it was",
    takes: &[Edition::Draft2020],
    gives: Some(Edition::Today),
    agree: &[&NAGA],
    first: Some(inlining),
    run,
};

/// Where a member lies in what is padding today, the struct before it has to be inlined: those are the structs that Vulkan cannot take.
fn inlining(unit: &Unit<'_>, options: &Options) -> Option<(&'static Pass, Options)> {
    let mut found = Diagnostics::new();
    layout::attributes(unit, &mut found);
    found.has_errors().then(|| (&inline::PASS, Options { target: Some(Backend::Vulkan), ..options.clone() }))
}

fn run(unit: &Unit<'_>, _: &Options, edits: &mut Edits, moves: &mut PassMap, diagnostics: &mut Diagnostics) {
    let (mut new, mut found) = (Edits::default(), Diagnostics::new());
    let attributes = layout::attributes(unit, &mut found);
    declarations::write(unit, &attributes, &mut new);
    for (_, body, typed) in unit.functions() {
        bodies::write(unit, body, typed, &mut new, &mut found);
    }
    rename_keywords(unit, &mut new, moves);
    if new.is_empty() {
        // Even a file that says nothing which changed is of another edition now.
        new.insert_before(Span { start: unit.source.base, end: unit.source.base }, "");
    }
    if !found.has_errors() {
        *edits = new;
    }
    diagnostics.extend(found.iter().cloned());
}

/// Words that have become keywords, and were names in 2020.
const KEYWORDS: [&str; 7] = ["alias", "const_assert", "diagnostic", "enable", "override", "requires", "while"];

fn rename_keywords(unit: &Unit<'_>, edits: &mut Edits, moves: &mut PassMap) {
    let mut names = Names::new(unit);
    let mut renamed: FxHashMap<&str, String> = FxHashMap::default();
    for piece in pieces(unit.source).filter(|piece| matches!(piece.kind, PieceKind::Token(_))) {
        let text = unit.source.text(piece.span);
        if KEYWORDS.contains(&text) {
            let name = renamed.entry(text).or_insert_with(|| names.fresh(&format!("{text}_")));
            moves.renamed(text, name);
            edits.replace(piece.span, name.clone());
        }
    }
}
