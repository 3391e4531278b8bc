//! Removes structs whose members were moved to other structs, if nothing else refers to them.

use padstone_model::StructId;
use padstone_source::Span;
use padstone_wgsl::{PieceKind, pieces};
use rustc_hash::FxHashMap;

use super::Engine;
use super::shadowing::identifiers;

impl Engine<'_, '_> {
    /// Removes the declarations of structs that were nested in changed ones and that the new text does not name.
    pub(super) fn drop_structs(&self, edits: &mut Vec<(Span, String)>) {
        let unused = self.inner_structs();
        if unused.is_empty() || edits.is_empty() {
            return;
        }
        let spans = in_order(unused.iter().map(|&(_, span)| span));
        let mut replaced: Vec<Span> = edits.iter().map(|&(span, _)| span).chain(spans.iter().copied()).collect();
        replaced.sort_by_key(|span| span.start);
        // Changes inside a removed struct are dropped too.
        let edited = edits.iter().filter(|(span, _)| !is_within(*span, &spans)).flat_map(|(_, text)| identifiers(text));
        let mut named: Vec<&str> = self.words_outside(&replaced).chain(edited).collect();
        let mut unused: FxHashMap<&str, Span> = unused.into_iter().map(|(id, span)| (self.unit.struct_name(id), span)).collect();
        while let Some(name) = named.pop() {
            if let Some(span) = unused.remove(name) {
                named.extend(identifiers(self.unit.text(span)));
            }
        }
        let uncalled = in_order(unused.into_values());
        edits.retain(|(span, _)| !is_within(*span, &uncalled));
        edits.extend(
            uncalled.into_iter().map(|span| (self.unit.paragraph_of(Span { end: self.span_after(span).end, ..span }), String::new())),
        );
    }

    /// The structs that were nested in changed ones and have no values, with their declarations.
    fn inner_structs(&self) -> Vec<(StructId, Span)> {
        let within = self.unit.structs_within(&self.stored);
        let changed = self.plan.stores.keys().filter(|id| within.contains(id));
        let members = changed.flat_map(|&id| self.unit.members(id).map(|(field, _)| self.unit.module.types[field.ty]));
        let mut inner: Vec<StructId> =
            members.filter_map(|ty| self.unit.struct_within(ty)).filter(|id| !self.values.contains(id)).collect();
        inner.sort_unstable();
        inner.dedup();
        inner.into_iter().filter_map(|id| Some((id, self.unit.tree.declarations[*self.declared.get(&id)?].span))).collect()
    }

    /// The words of the text outside some ordered spans.
    fn words_outside<'e>(&'e self, spans: &'e [Span]) -> impl Iterator<Item = &'e str> {
        let mut index = 0;
        let tokens = pieces(self.unit.source).filter(|piece| matches!(piece.kind, PieceKind::Token(_)));
        tokens.filter_map(move |piece| {
            while spans.get(index).is_some_and(|span| span.end <= piece.span.start) {
                index += 1;
            }
            spans.get(index).is_none_or(|span| piece.span.end <= span.start).then(|| self.unit.text(piece.span))
        })
    }
}

fn in_order(spans: impl Iterator<Item = Span>) -> Vec<Span> {
    let mut spans: Vec<Span> = spans.collect();
    spans.sort_by_key(|span| span.start);
    spans
}

/// Whether a span is inside one of the others, which are ordered and do not overlap.
fn is_within(span: Span, others: &[Span]) -> bool {
    let after = others.partition_point(|other| other.start <= span.start);
    after.checked_sub(1).is_some_and(|before| span.end <= others[before].end)
}
