//! Renames declarations of functions that would shadow names in the new text.

use padstone_model::Type;
use padstone_source::Span;
use padstone_wgsl::body::NameMeaning;
use padstone_wgsl::tree::Body;
use rustc_hash::FxHashSet;

use super::Engine;
use super::function::FunctionRewrite;
use super::vocabulary::is_vocabulary;
use crate::Unit;
use crate::locals::locals;

/// The words of a text, comments included.
pub(super) fn identifiers(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !(c.is_alphanumeric() || c == '_'))
}

/// The local names that occur in inserted text.
pub(super) fn mentioned(unit: &Unit<'_>, hiding: &[Span], edits: &[(Span, String)], renames: &[(Span, Type)]) -> Vec<Span> {
    if hiding.is_empty() {
        return Vec::new();
    }
    let types: Vec<String> = renames.iter().map(|&(_, ty)| unit.type_text(ty)).collect();
    let texts = edits.iter().map(|(_, text)| text).chain(&types);
    let words: FxHashSet<&str> = texts.flat_map(|text| identifiers(text)).collect();
    hiding.iter().copied().filter(|&name| words.contains(unit.text(name))).collect()
}

impl Engine<'_, '_> {
    /// The local names that shadow declarations which new text may use.
    pub(super) fn shadowing_names(&self, declaration: usize, body: &Body) -> Vec<Span> {
        let is_variable = |text: &str| self.unit.names.lookup(text).is_some_and(|name| self.spoken.contains(&name));
        let hides = |name: &Span| {
            let text = self.unit.text(*name);
            let is_alias = self.unit.names.lookup(text).is_some_and(|name| self.aliases.contains_key(&name));
            is_vocabulary(text) || self.struct_named(text).is_some() || is_variable(text) || is_alias
        };
        locals(self.unit, declaration, body).filter(hides).collect()
    }

    /// Renames locals of a function.
    pub(super) fn rename_locals(&mut self, function: &mut FunctionRewrite<'_>, names: &[Span]) {
        for &name in names {
            let new = self.name_here(self.unit.text(name));
            function.rename(name, &new);
        }
        let typed = function.typed;
        for (name, meaning) in typed.uses() {
            if let NameMeaning::Local(declared) = meaning
                && names.contains(&declared)
            {
                let new = function.name_of(self, declared);
                function.replace(name.span, new);
            }
        }
    }
}
