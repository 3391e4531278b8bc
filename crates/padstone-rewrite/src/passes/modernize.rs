//! `modernize`: a module of 2020 in today's WGSL, with every byte where it was.
//!
//! `declarations.rs` and `bodies.rs` write today's words for those of 2020; `layout.rs` adds the `@align` and `@size` that today's rules
//! need to put every member where those of 2020 put it, and `pointers.rs` says what pointers into `storage` may do.

mod bodies;
mod declarations;
mod layout;
mod pointers;

use std::collections::BTreeSet;

use padstone_diag::Diagnostics;
use padstone_layout::NAGA;
use padstone_model::StructId;
use padstone_source::Span;
use padstone_wgsl::tree::{DeclarationKind, Edition};
use padstone_wgsl::{PieceKind, is_reserved, pieces};
use rustc_hash::{FxHashMap, FxHashSet};

use super::{inline, specialize};
use crate::locals::locals;
use crate::{Edits, Names, Options, Pass, PassMap, Unit};
use bodies::FunctionBody;
use pointers::Accesses;

pub(super) static PASS: Pass = Pass {
    name: "modernize",
    summary: "convert a module of 2020 to today's WGSL, with every byte at the same offset",
    takes: &[Edition::Draft2020],
    gives: Some(Edition::Current),
    agree: &[&NAGA],
    first: Some(preparing),
    run,
};

/// A function that takes pointers to what is read and to what is written has to be two. Where a member is in what is padding today, the
/// struct before it has to be inlined.
fn preparing(unit: &Unit<'_>, options: &Options) -> Option<(&'static Pass, Options)> {
    if Accesses::of(unit).are_mixed() {
        return Some((&specialize::PASS, options.clone()));
    }
    (!unplaceable(unit).is_empty()).then(|| (&inline::FOR_TODAY, options.clone()))
}

/// The structs that a member follows where they have padding today: the struct that each is a member of, and which member it is.
pub(super) fn unplaceable(unit: &Unit<'_>) -> BTreeSet<(StructId, usize)> {
    layout::attributes(unit, &mut Diagnostics::new()).unplaceable
}

fn run(unit: &Unit<'_>, _: &Options, edits: &mut Edits, moves: &mut PassMap, diagnostics: &mut Diagnostics) {
    let (mut new, mut found) = (Edits::default(), Diagnostics::new());
    let attributes = layout::attributes(unit, &mut found).by_member;
    let accesses = Accesses::of(unit);
    declarations::write(unit, &attributes, &accesses, &mut new, &mut found);
    for (function, body, typed) in unit.functions() {
        bodies::write(unit, FunctionBody { function, body, typed, accesses: &accesses }, &mut new, &mut found);
        declarations::write_attributes_of_types(unit, &body.nodes, &mut new);
    }
    rename_reserved(unit, &mut new, moves);
    if new.is_empty() {
        // Even a file that says nothing which changed is of another edition now.
        new.insert_before(Span { start: unit.source.base, end: unit.source.base }, "");
    }
    if !found.has_errors() {
        *edits = new;
    }
    diagnostics.extend(found.iter().cloned());
}

/// Names of 2020 that are keywords or reserved words today get others.
fn rename_reserved(unit: &Unit<'_>, edits: &mut Edits, moves: &mut PassMap) {
    let kept: FxHashSet<&str> = declared(unit).map(|name| unit.text(name)).filter(|name| is_reserved(name)).collect();
    let mut names = Names::new(unit);
    let mut renamed: FxHashMap<&str, String> = FxHashMap::default();
    for piece in pieces(unit.source).filter(|piece| matches!(piece.kind, PieceKind::Token(_))) {
        let text = unit.source.text(piece.span);
        if kept.contains(text) {
            let name = renamed.entry(text).or_insert_with(|| names.fresh(&format!("{text}_")));
            moves.renamed(text, name);
            edits.replace(piece.span, name.clone());
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
    let of_functions = unit.functions().flat_map(|(at, body, _)| locals(unit, at, body));
    of_module.chain(members.map(|member| member.name.span)).chain(of_functions)
}
