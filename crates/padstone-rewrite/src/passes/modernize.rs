//! `modernize`: converts a module of 2020 to current WGSL, with unchanged offsets.
//!
//! `declarations.rs` and `bodies.rs` translate the syntax; `layout.rs` adds the `@align` and `@size` that preserve the offsets of 2020
//! under the current rules, and `pointers.rs` determines the access modes of pointers into `storage`.

mod bodies;
mod declarations;
mod layout;
mod pointers;

use std::collections::BTreeSet;

use padstone_diag::Diagnostics;
use padstone_layout::NAGA;
use padstone_model::StructId;
use padstone_source::Span;
use padstone_wgsl::is_reserved;
use padstone_wgsl::tree::{DeclarationKind, Edition};
use rustc_hash::{FxHashMap, FxHashSet};

use super::inline::{self, inline_members};
use super::specialize;
use crate::locals::locals;
use crate::tokens::Tokens;
use crate::{Edits, Names, Options, Pass, PassMap, Unit};
use bodies::FunctionBody;
use pointers::{Accesses, PointerAliases};

pub(super) static PASS: Pass = Pass {
    name: "modernize",
    summary: "convert a module of 2020 to today's WGSL, with every byte at the same offset",
    takes: &[Edition::Draft2020],
    gives: Some(Edition::Current),
    agree: &[&NAGA],
    first: Some(preparing),
    run,
};

/// The variant of `inline` that inlines only the structs that current WGSL cannot pad.
static INLINING: Pass = Pass {
    first: None,
    run: |unit, options, edits, map, diagnostics| inline_members(unit, unplaceable(unit), options, edits, map, diagnostics),
    takes: &[Edition::Draft2020],
    ..inline::PASS
};

/// The prerequisite passes: a function that takes pointers to both read-only and writable memory must be duplicated, and a struct with a
/// member in its tail padding must be inlined.
fn preparing(unit: &Unit<'_>, options: &Options) -> Option<(&'static Pass, Options)> {
    if Accesses::of(unit).are_mixed() {
        return Some((&specialize::PASS, options.clone()));
    }
    (!unplaceable(unit).is_empty()).then(|| (&INLINING, options.clone()))
}

/// Members in the tail padding of the preceding struct: the struct that each belongs to, and the index of the preceding member.
fn unplaceable(unit: &Unit<'_>) -> BTreeSet<(StructId, usize)> {
    layout::attributes(unit, &mut Diagnostics::new()).unplaceable
}

fn run(unit: &Unit<'_>, _: &Options, edits: &mut Edits, moves: &mut PassMap, diagnostics: &mut Diagnostics) {
    let (mut new, mut found) = (Edits::default(), Diagnostics::new());
    let attributes = layout::attributes(unit, &mut found).by_member;
    let (accesses, tokens) = (Accesses::of(unit), Tokens::of(unit));
    let aliases = PointerAliases::of(unit, &accesses);
    declarations::write(unit, &tokens, &attributes, (&accesses, &aliases), &mut new, &mut found);
    bodies::write_parentheses(&unit.tree.nodes, &mut new);
    for (function, body, typed) in unit.functions() {
        let written = FunctionBody { function, body, typed, accesses: &accesses, aliases: &aliases };
        bodies::write(unit, &tokens, written, &mut new, &mut found);
        declarations::write_attributes_of_types(unit, &tokens, &body.nodes, &mut new);
    }
    rename_reserved(unit, &tokens, &mut new, moves);
    if new.is_empty() {
        // A file without syntax to change still changes its edition.
        new.insert_before(Span { start: unit.source.base, end: unit.source.base }, "");
    }
    if !found.has_errors() {
        *edits = new;
    }
    diagnostics.extend(found.iter().cloned());
}

/// Renames names of 2020 that are keywords or reserved words in current WGSL.
fn rename_reserved(unit: &Unit<'_>, tokens: &Tokens, edits: &mut Edits, moves: &mut PassMap) {
    let reserved: FxHashSet<&str> = declared(unit).map(|name| unit.text(name)).filter(|name| is_reserved(name)).collect();
    let mut names = Names::new(unit);
    let mut renamed: FxHashMap<&str, String> = FxHashMap::default();
    // Attributes are written already; their names are not those of declarations.
    let mut written: Vec<Span> = edits.as_slice().iter().map(|edit| edit.span).filter(|span| span.start < span.end).collect();
    written.sort_by_key(|span| span.start);
    let is_written = |token: Span| {
        let after = written.partition_point(|span| span.start <= token.start);
        after.checked_sub(1).is_some_and(|before| token.end <= written[before].end)
    };
    for token in tokens.all().filter(|&token| !is_written(token)) {
        let text = unit.source.text(token);
        if reserved.contains(text) {
            let name = renamed.entry(text).or_insert_with(|| names.fresh(&format!("{text}_")));
            moves.renamed(text, name);
            edits.replace(token, name.clone());
        }
    }
}

/// All names that a module declares.
fn declared<'u>(unit: &'u Unit<'_>) -> impl Iterator<Item = Span> + 'u {
    let of_module = unit.tree.declarations.iter().filter_map(|declaration| Some(declaration.name()?.span));
    let members = unit.tree.declarations.iter().flat_map(|declaration| match &declaration.kind {
        DeclarationKind::Struct(body) => &unit.tree[body.members],
        _ => &[],
    });
    let of_functions = unit.functions().flat_map(|(position, body, _)| locals(unit, position, body));
    of_module.chain(members.map(|member| member.name.span)).chain(of_functions)
}
