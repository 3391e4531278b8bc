//! Structs of which nothing is left: those that have become members of others, where nobody else speaks of them.

use padstone_model::StructId;
use padstone_source::Span;
use padstone_wgsl::{PieceKind, pieces};
use rustc_hash::FxHashSet;

use super::Engine;
use super::hidden::words;

impl Engine<'_, '_> {
    /// Takes out the declarations of structs that lay in changed ones, and that the new text names nowhere.
    pub(super) fn drop_structs(&self, edits: &mut Vec<(Span, String)>) {
        let mut unused = self.inner_structs();
        if unused.is_empty() || edits.is_empty() {
            return;
        }
        let spans = in_order(&unused);
        let mut replaced: Vec<Span> = edits.iter().map(|&(span, _)| span).chain(spans.iter().copied()).collect();
        replaced.sort_by_key(|span| span.start);
        let mut named: FxHashSet<&str> = self.words_outside(&replaced);
        // What is changed in a struct goes with it.
        named.extend(edits.iter().filter(|(span, _)| !is_within(*span, &spans)).flat_map(|(_, text)| words(text)));
        while let Some(at) = unused.iter().position(|&(id, _)| named.contains(self.unit.struct_name(id))) {
            let (_, span) = unused.swap_remove(at);
            named.extend(words(self.unit.text(span)));
        }
        let gone = in_order(&unused);
        edits.retain(|(span, _)| !is_within(*span, &gone));
        edits.extend(gone.into_iter().map(|span| (self.unit.paragraph_of(Span { end: self.behind(span).end, ..span }), String::new())));
    }

    /// The structs that lay in changed ones and have no values, and their declarations.
    fn inner_structs(&self) -> Vec<(StructId, Span)> {
        let within = self.unit.structs_within(&self.stored);
        let changed = self.plan.stores.keys().filter(|id| within.contains(id));
        let members = changed.flat_map(|&id| self.unit.members(id).map(|(field, _)| self.unit.module.types[field.ty]));
        let mut inner: Vec<StructId> = members.filter_map(|ty| self.unit.struct_within(ty)).filter(|id| !self.values.contains(id)).collect();
        inner.sort_unstable();
        inner.dedup();
        inner.into_iter().filter_map(|id| Some((id, self.unit.tree.declarations[*self.declared.get(&id)?].span))).collect()
    }

    /// The words of the text outside of some spans, which are in order.
    fn words_outside(&self, spans: &[Span]) -> FxHashSet<&str> {
        let mut at = 0;
        let mut words = FxHashSet::default();
        for piece in pieces(self.unit.source).filter(|piece| matches!(piece.kind, PieceKind::Token(_))) {
            while spans.get(at).is_some_and(|span| span.end <= piece.span.start) {
                at += 1;
            }
            if spans.get(at).is_none_or(|span| piece.span.end <= span.start) {
                words.insert(self.unit.text(piece.span));
            }
        }
        words
    }
}

fn in_order(structs: &[(StructId, Span)]) -> Vec<Span> {
    let mut spans: Vec<Span> = structs.iter().map(|&(_, span)| span).collect();
    spans.sort_by_key(|span| span.start);
    spans
}

/// Whether a span lies in one of others, which are in order and apart.
fn is_within(span: Span, others: &[Span]) -> bool {
    let behind = others.partition_point(|other| other.start <= span.start);
    behind.checked_sub(1).is_some_and(|before| span.end <= others[before].end)
}
