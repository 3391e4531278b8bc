//! Maps diagnostics and spans of a composed text to the original files.

use padstone_diag::{Diagnostic, Diagnostics};
use padstone_model::{Annotation, Arena, ExplicitBinding, Field, Id, Module};
use padstone_source::{Span, Symbol};
use rustc_hash::{FxHashMap, FxHashSet};

use super::Linked;
use super::text::LinkedText;
use crate::tree::Source;

impl Linked {
    /// The text as a source.
    pub(crate) fn source(&self) -> Source<'_> {
        self.text.source()
    }

    /// Reports the diagnostics of the composed text at their original spans.
    pub(crate) fn report(&self, in_text: &Diagnostics, found: &mut Diagnostics) {
        // Syntax errors were reported when the files were parsed separately.
        let reported: FxHashSet<_> = found.iter().filter_map(|known| Some((known.code.id, known.span?))).collect();
        for diagnostic in in_text {
            let diagnostic = self.text.in_files(diagnostic.clone());
            if !diagnostic.span.is_some_and(|span| reported.contains(&(diagnostic.code.id, span))) {
                found.push(diagnostic);
            }
        }
    }

    /// Maps the spans of a module to the original files, and its names to the original ones where these are unique.
    pub(crate) fn finish(&self, module: &mut Module) {
        let short = short_names(module);
        let name = |symbol: &mut Symbol| *symbol = short.get(symbol).copied().unwrap_or(*symbol);
        let map_span = |span: &mut Span| *span = self.text.origin(*span);
        // Types whose composed spelling differs from the original cannot be edited.
        let verbatim = |ty: &mut Option<Span>| *ty = ty.and_then(|ty| self.text.verbatim(ty)).filter(|ty| !ty.is_empty());
        let field = |field: &mut Field| {
            map_span(&mut field.span);
            verbatim(&mut field.written.type_span);
            for annotation in &mut field.annotations {
                // WGSL has no constructs of the other languages.
                if let Annotation::Align { span, .. }
                | Annotation::Size { span, .. }
                | Annotation::Offset { span, .. }
                | Annotation::Location { span, .. } = annotation
                {
                    map_span(span);
                }
            }
        };
        for id in ids(&module.structs) {
            let declared = &mut module.structs[id];
            name(&mut declared.name);
            map_span(&mut declared.span);
            declared.fields.iter_mut().for_each(field);
        }
        for id in ids(&module.program.signatures) {
            let signature = &mut module.program.signatures[id];
            signature.parameters.iter_mut().chain(&mut signature.result).for_each(field);
        }
        for id in ids(&module.buffers) {
            name(&mut module.buffers[id].name);
            map_span(&mut module.buffers[id].span);
        }
        for id in ids(&module.parameters) {
            let parameter = &mut module.parameters[id];
            name(&mut parameter.name);
            map_span(&mut parameter.span);
            verbatim(&mut parameter.written.type_span);
            if let Some(ExplicitBinding { span, .. }) = &mut parameter.binding {
                map_span(span);
            }
        }
        module.entry_points.iter_mut().for_each(|entry| map_span(&mut entry.span));
    }
}

impl LinkedText {
    /// The diagnostics of this text, mapped to the original files. A fix is included only if the text is verbatim, and its replacement
    /// contains no path.
    pub(super) fn in_files(&self, mut diagnostic: Diagnostic) -> Diagnostic {
        diagnostic.fixes.retain_mut(|fix| {
            fix.edits.iter_mut().all(|edit| match self.verbatim(edit.span) {
                Some(span) if !edit.text.contains("::") => {
                    edit.span = span;
                    true
                }
                _ => false,
            })
        });
        diagnostic.span = diagnostic.span.map(|span| self.origin(span));
        for label in &mut diagnostic.labels {
            label.span = self.origin(label.span);
        }
        diagnostic
    }
}

/// The names without their paths, if they are unique.
fn short_names(module: &mut Module) -> FxHashMap<Symbol, Symbol> {
    let structs = module.structs.iter().map(|(_, declared)| declared.name);
    let mut names: Vec<Symbol> = structs.chain(module.parameters.iter().map(|(_, parameter)| parameter.name)).collect();
    names.sort_unstable_by_key(|&name| module.names.resolve(name));
    names.dedup();
    let mut count: FxHashMap<&str, u32> = FxHashMap::default();
    for &name in &names {
        *count.entry(last_segment(module.names.resolve(name))).or_default() += 1;
    }
    let mut short = Vec::new();
    for &name in &names {
        let text = module.names.resolve(name);
        if text.contains("::") && count.get(last_segment(text)) == Some(&1) {
            short.push((name, last_segment(text).to_owned()));
        }
    }
    short.into_iter().map(|(name, text)| (name, module.names.intern(&text))).collect()
}

/// `Light` of `lighting::Light`.
fn last_segment(path: &str) -> &str {
    path.rsplit("::").next().unwrap_or(path)
}

fn ids<T>(arena: &Arena<T>) -> impl Iterator<Item = Id<T>> + use<T> {
    (0..arena.len()).map(Id::from_index)
}
