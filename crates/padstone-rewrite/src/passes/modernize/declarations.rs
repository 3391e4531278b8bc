//! What appears at module scope: attributes, members, variables, heads of functions.

use padstone_source::Span;
use padstone_wgsl::tree::{
    Attribute, Declaration, DeclarationKind, ExpressionKind, Function, List, Member, Nodes, Struct, Tree, Variable, VariableKind,
};

use super::layout::Attributes;
use crate::{Edits, Unit};

pub(super) fn write(unit: &Unit<'_>, layout: &Attributes, edits: &mut Edits) {
    let writer = Writer { unit, tree: unit.tree };
    for declaration in &unit.tree.declarations {
        writer.declaration(declaration, layout, edits);
    }
}

struct Writer<'a, 'u> {
    unit: &'u Unit<'a>,
    tree: &'u Tree,
}

impl Writer<'_, '_> {
    fn declaration(&self, declaration: &Declaration, layout: &Attributes, edits: &mut Edits) {
        let lacks_workgroup_size = matches!(declaration.kind, DeclarationKind::Function(_)) && self.lacks_workgroup_size(declaration);
        self.attributes(declaration.attributes, if lacks_workgroup_size { " @workgroup_size(1)" } else { "" }, edits);
        match &declaration.kind {
            DeclarationKind::Struct(body) => self.structure(body, layout, edits),
            DeclarationKind::Alias(alias) => {
                let word = self.word_before(alias.name.span, "type");
                edits.replace(word, "alias");
                self.attributed(alias.ty, edits);
            }
            DeclarationKind::Variable(variable) => self.variable(variable, edits),
            DeclarationKind::Function(function) => self.function(function, edits),
            DeclarationKind::ConstAssert(_) => {}
        }
    }

    /// `[[block]] struct S { [[offset(0)]] a : f32; };`
    fn structure(&self, body: &Struct, layout: &Attributes, edits: &mut Edits) {
        let members = &self.tree[body.members];
        for Member { attributes, name, ty, span } in members {
            self.attributes(*attributes, "", edits);
            if let Some(text) = layout.get(&name.span) {
                edits.insert_before(name.span, text.as_str());
            }
            self.attributed(*ty, edits);
            if let Some(semicolon) = self.next_is(span.end, ";") {
                edits.replace(semicolon, ",");
            }
        }
        if let Some(semicolon) = self.next_is(body.braces.end, ";") {
            edits.remove(semicolon);
        }
    }

    /// `var<storage> v : [[access(read)]] T;`, `let c : i32 = 1;`
    fn variable(&self, variable: &Variable, edits: &mut Edits) {
        if variable.kind == VariableKind::Let {
            edits.replace(self.word_before(variable.name.span, "let"), "const");
        }
        let access = variable.ty.and_then(|ty| match self.tree.nodes[ty].kind {
            ExpressionKind::Attributed { attributes, .. } => self.argument(attributes, "access"),
            _ => None,
        });
        if let Some(ty) = variable.ty {
            self.attributed(ty, edits);
        }
        // In 2020 a buffer without an access mode could be written.
        let [space] = self.tree.nodes[variable.template] else { return };
        let space = self.tree.nodes[space].span;
        if self.unit.text(space) == "storage" {
            edits.insert_after(space, format!(", {}", access.unwrap_or("read_write")));
        }
    }

    /// `[[stage(compute)]] fn main() -> void { }`
    fn function(&self, function: &Function, edits: &mut Edits) {
        for parameter in &self.tree[function.parameters] {
            self.attributes(parameter.attributes, "", edits);
            self.attributed(parameter.ty, edits);
        }
        self.attributes(function.result_attributes, "", edits);
        let Some(result) = function.result else { return };
        let span = self.tree.nodes[result].span;
        if self.unit.text(span) == "void" {
            let before = self.unit.text(Span { start: self.unit.source.base, end: span.start });
            let arrow = before.rfind("->").unwrap_or(before.len());
            let start = before[..arrow].trim_end().len() as u32 + self.unit.source.base;
            edits.remove(Span { start, end: span.end });
        }
    }

    /// `[[access(read)]] T`: what appears on a type.
    fn attributed(&self, ty: padstone_wgsl::tree::ExprId, edits: &mut Edits) {
        if let ExpressionKind::Attributed { attributes, .. } = self.tree.nodes[ty].kind {
            self.attributes(attributes, "", edits);
        }
    }

    /// `[[a, b(1)]]` as `@a @b(1)`, with more after the last; without those that have no meaning today.
    fn attributes(&self, list: List<Attribute>, more: &str, edits: &mut Edits) {
        let attributes = &self.tree.nodes[list];
        let mut rest = attributes;
        while let Some(first) = rest.first() {
            let (together, others) = rest.split_at(rest.iter().take_while(|attribute| attribute.brackets == first.brackets).count());
            let mut texts: Vec<String> = together.iter().filter_map(|attribute| self.attribute(&self.tree.nodes, attribute)).collect();
            if others.is_empty() && !more.is_empty() {
                texts.push(more.trim_start().to_owned());
            }
            if texts.is_empty() {
                edits.remove(Span { start: first.brackets.start, end: self.after_spaces(first.brackets.end) });
            } else {
                edits.replace(first.brackets, texts.join(" "));
            }
            rest = others;
        }
    }

    fn attribute(&self, nodes: &Nodes, attribute: &Attribute) -> Option<String> {
        let text = self.unit.text(attribute.span);
        let argument = || Some(self.unit.text(nodes[*nodes[attribute.arguments?].first()?].span));
        match self.unit.text(attribute.name.span) {
            // They said what is so, or what every struct in a buffer is.
            "block" | "contiguous" | "align" | "size" | "offset" | "access" => None,
            "stage" => argument().map(|stage| format!("@{stage}")),
            "builtin" => argument().map(|builtin| format!("@builtin({})", builtin_today(builtin))),
            _ => Some(format!("@{text}")),
        }
    }

    fn lacks_workgroup_size(&self, declaration: &Declaration) -> bool {
        let is_sized =
            self.tree.nodes[declaration.attributes].iter().any(|attribute| self.unit.text(attribute.name.span) == "workgroup_size");
        !is_sized && self.argument(declaration.attributes, "stage") == Some("compute")
    }

    /// The word in the parentheses of an attribute.
    fn argument(&self, list: List<Attribute>, name: &str) -> Option<&str> {
        let nodes = &self.tree.nodes;
        let attribute = nodes[list].iter().find(|attribute| self.unit.text(attribute.name.span) == name)?;
        Some(self.unit.text(nodes[*nodes[attribute.arguments?].first()?].span))
    }

    /// The word that a declaration begins with, before its name.
    fn word_before(&self, name: Span, word: &str) -> Span {
        let before = self.unit.text(Span { start: self.unit.source.base, end: name.start });
        let start = before.rfind(word).map_or(name.start, |at| at as u32 + self.unit.source.base);
        Span { start, end: start + word.len() as u32 }
    }

    /// A character after a place, with nothing but spaces between.
    fn next_is(&self, at: u32, text: &str) -> Option<Span> {
        let start = self.after_spaces(at);
        let span = Span { start, end: start + text.len() as u32 };
        (self.unit.text(span) == text).then_some(span)
    }

    fn after_spaces(&self, at: u32) -> u32 {
        let rest = self.unit.source.text.get((at - self.unit.source.base) as usize..).unwrap_or_default();
        at + (rest.len() - rest.trim_start().len()) as u32
    }
}

/// Names of built-in values have changed.
fn builtin_today(name: &str) -> &str {
    match name {
        "vertex_idx" => "vertex_index",
        "instance_idx" => "instance_index",
        "local_invocation_idx" => "local_invocation_index",
        "frag_coord" => "position",
        "sample_mask_in" | "sample_mask_out" => "sample_mask",
        other => other,
    }
}
