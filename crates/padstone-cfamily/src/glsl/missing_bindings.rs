//! Bindings that Vulkan requires and the source does not specify. The end of the unit shows which are free.

use std::collections::BTreeSet;

use padstone_diag::{Diagnostic, Edit, codes};
use padstone_source::Span;
use rustc_hash::FxHashMap;

use super::Parser;
use super::layouts::Layout;
use super::qualifiers::Qualifiers;
use crate::reader::Reader;

/// The declarations without a binding.
#[derive(Default)]
pub(super) struct MissingBindings {
    /// By the span of their diagnostics.
    reported: FxHashMap<Span, MissingBinding>,
    /// Whether a declaration has a set or binding that was not understood.
    is_other_unknown: bool,
}

#[derive(Clone, Copy)]
struct MissingBinding {
    set: u32,
    /// Where `layout(…)` is missing; `None` if the declaration has one, which lacks the binding.
    insert_at: Option<Span>,
}

impl MissingBindings {
    /// Records the layout qualifiers of a declaration that has a binding.
    pub(super) fn record(&mut self, layout: &Layout) {
        self.is_other_unknown |= layout.unbound;
    }
}

impl Parser<'_> {
    /// Reports that Vulkan wants a binding.
    pub(super) fn report_missing_binding(&mut self, at: Span, what: &str, qualifiers: &Qualifiers) {
        let layout = qualifiers.layout();
        let insert_at = if layout.span.is_none() { qualifiers.span.map(Span::before) } else { None };
        let set = layout.set.map_or(0, |(set, _)| set);
        self.missing_bindings.reported.insert(at, MissingBinding { set, insert_at });
        self.report(Diagnostic::error(&codes::GLSL_BINDING_MISSING, format!("Vulkan requires a binding for this {what}"), at));
    }

    /// Adds a free binding to each report, another one to each declaration of a set.
    pub(super) fn finish_missing_bindings(&mut self) {
        let MissingBindings { reported, is_other_unknown } = std::mem::take(&mut self.missing_bindings);
        if reported.is_empty() {
            return;
        }
        let bindings = self.module.parameters.iter().filter_map(|(_, parameter)| parameter.binding);
        let mut taken: BTreeSet<(u32, u32)> = bindings.map(|binding| (binding.set.unwrap_or(0), binding.binding)).collect();
        let diagnostics = &mut *self.cursor.preprocessor.unit.diagnostics;
        for found in diagnostics.take_stored() {
            let missing = found.span.filter(|_| found.code == &codes::GLSL_BINDING_MISSING).and_then(|span| reported.get(&span).copied());
            diagnostics.push(match missing {
                None => found,
                Some(_) if is_other_unknown => found.help("add a free `binding` to its layout qualifiers"),
                Some(MissingBinding { set, insert_at }) => {
                    let free = (0..).find(|&binding| taken.insert((set, binding))).unwrap_or_default();
                    match insert_at {
                        Some(span) => {
                            let edit = Edit { span, text: format!("layout(binding = {free}) ") };
                            found.fix(format!("add `binding = {free}`"), vec![edit])
                        }
                        None => found.help(format!("add `binding = {free}`, or another free binding, to its layout qualifiers")),
                    }
                }
            });
        }
    }
}
