//! Checks the qualifiers in `layout(…)`: unknown ones, missing and unexpected values, and declarations that cannot have them (E31216,
//! E31217, and E31201 of slangc). Each qualifier was tried in libslang 2026.12 with and without a value, on each kind of declaration.

use padstone_diag::{Diagnostic, codes};

use super::super::attributes::is_format;
use super::super::parse::Parser;
use super::super::resolve::Resolver;
use super::super::tree::{DeclId, DeclKind, Ident};
use crate::reader::Reader;

/// Qualifiers that require a value.
const VALUED: &[&str] = &["binding", "set", "location", "index", "offset", "input_attachment_index", "constant_id"];

/// Qualifiers without a value, besides image formats.
const PLAIN: &[&str] = &[
    "push_constant",
    "shaderRecordEXT",
    "shaderRecordNV",
    "std140",
    "std430",
    "scalar",
    "derivative_group_quadsNV",
    "derivative_group_linearNV",
];

/// Qualifiers with an optional value.
const EITHER: &[&str] = &["local_size_x", "local_size_y", "local_size_z"];

const HELP: &str = "write, for example, `layout(binding = 1, set = 2)` or `layout(rgba8)`";

impl Parser<'_, '_> {
    /// Reports an unknown qualifier without a value, and a qualifier that lacks its value. libslang does so during parsing.
    pub(in crate::slang) fn check_layout_word(&mut self, word: Ident, has_value: bool) {
        let text = self.text(word.symbol);
        let message = if VALUED.contains(&text) {
            if has_value {
                return;
            }
            format!("`{text}` requires a value: `{text} = 0`")
        } else if EITHER.contains(&text) || PLAIN.contains(&text) && !has_value || is_format(text) && !has_value {
            return;
        } else if PLAIN.contains(&text) || is_format(text) {
            format!("`{text}` takes no value")
        } else if has_value {
            // libslang 2026.12 reports these after parsing.
            return;
        } else {
            format!("unknown layout qualifier `{text}`")
        };
        self.report(Diagnostic::error(&codes::LAYOUT_WORD, message, word.span).help(HELP));
    }
}

impl Resolver<'_> {
    /// Warns of a packing on a `cbuffer`: libslang 2026.12 accepts and ignores it (slang issue 8373).
    fn check_packing(&mut self, decl: DeclId) {
        let declared = &self.tree.decls[decl];
        if !matches!(declared.kind, DeclKind::Buffer { .. }) {
            return;
        }
        let layouts = [("std140", "Std140DataLayout"), ("std430", "Std430DataLayout"), ("scalar", "ScalarDataLayout")];
        for (word, _) in declared.modifiers.layout().to_vec() {
            let Some((text, layout)) = layouts.into_iter().find(|(text, _)| *text == self.text(word.symbol)) else { continue };
            let found = Diagnostic::warning(&codes::PACKING_IGNORED, format!("libslang ignores `{text}` on this buffer"), word.span);
            self.report(found.help(format!("declare `ConstantBuffer<T, {layout}>`, with the members in a struct `T`")));
        }
    }

    /// Reports unknown qualifiers, and qualifiers on declarations that cannot be bound.
    pub(in crate::slang) fn check_layout(&mut self, decl: DeclId) {
        let declared = &self.tree.decls[decl];
        if declared.modifiers.layout().is_empty() {
            return;
        }
        let is_known = |word: &str| VALUED.contains(&word) || EITHER.contains(&word) || PLAIN.contains(&word) || is_format(word);
        let words = declared.modifiers.layout().iter().map(|&(word, _)| word);
        let unknown: Vec<Ident> = words.filter(|word| !is_known(self.text(word.symbol))).collect();
        for word in unknown {
            let message = format!("unknown layout qualifier `{}`", self.text(word.symbol));
            self.report(Diagnostic::error(&codes::LAYOUT_WORD, message, word.span).help(HELP));
        }
        self.check_offset(decl);
        self.check_packing(decl);
        let declared = &self.tree.decls[decl];
        let parent = declared.parent.map(|parent| &self.tree.decls[parent].kind);
        let is_variable = matches!(declared.kind, DeclKind::Variable { .. } | DeclKind::Buffer { .. });
        if is_variable && !matches!(parent, Some(DeclKind::Struct { .. } | DeclKind::Buffer { .. })) {
            return;
        }
        for (word, _) in declared.modifiers.layout().to_vec() {
            let message = format!("layout qualifier `{}` is not allowed here", self.text(word.symbol));
            let found = Diagnostic::error(&codes::MODIFIER_PLACE, message, word.span);
            self.report(found.help("use it only on parameters of the program and of entry points"));
        }
    }

    /// Reports an `offset` without a binding (E20016 of slangc).
    fn check_offset(&mut self, decl: DeclId) {
        let words = self.tree.decls[decl].modifiers.layout();
        let named = |name: &str| words.iter().find(|(word, _)| self.text(word.symbol) == name).map(|&(word, _)| word);
        let (Some(offset), None, None) = (named("offset"), named("binding"), named("set")) else { return };
        if self.attribute(decl, "vk_binding").is_some() {
            return;
        }
        let found = Diagnostic::error(&codes::LAYOUT_WORD, "`offset` requires a `binding`", offset.span);
        self.report(found.help("write, for example, `layout(binding = 0, offset = 4)`, or `[[vk::offset(4)]]` on a member"));
    }
}
