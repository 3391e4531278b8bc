//! Translates declarations: attributes, members, variables, function signatures.

use padstone_diag::{Diagnostic, Diagnostics, codes};
use padstone_source::Span;
use padstone_wgsl::tree::{
    Attribute, Declaration, DeclarationKind, ExpressionKind, Function, List, Member, Nodes, Struct, Tree, Variable, VariableKind,
};

use super::layout::AttributesByMember;
use super::pointers::{Accesses, PointerAliases, storage_pointee};
use crate::tokens::Tokens;
use crate::{Edits, Unit};

pub(super) fn write(
    unit: &Unit<'_>,
    tokens: &Tokens,
    layout: &AttributesByMember,
    (accesses, aliases): (&Accesses, &PointerAliases),
    edits: &mut Edits,
    found: &mut Diagnostics,
) {
    let writer = Writer { unit, tokens, tree: unit.tree, nodes: &unit.tree.nodes };
    for (index, declaration) in unit.tree.declarations.iter().enumerate() {
        writer.declaration(declaration, layout, aliases, edits);
        match &declaration.kind {
            DeclarationKind::Function(function) => writer.pointers(index, function, (accesses, aliases), edits),
            DeclarationKind::Variable(variable) => found.extend(writer.of_stage(variable)),
            _ => {}
        }
    }
    write_attributes_of_types(unit, tokens, writer.nodes, edits);
}

/// `[[access(read)]] T`, `[[stride(16)]] array<T, 4>`: attributes of types, at any depth.
pub(super) fn write_attributes_of_types(unit: &Unit<'_>, tokens: &Tokens, nodes: &Nodes, edits: &mut Edits) {
    let writer = Writer { unit, tokens, tree: unit.tree, nodes };
    for id in nodes.ids() {
        if let ExpressionKind::Attributed { attributes, .. } = nodes[id].kind {
            writer.attributes(attributes, "", edits);
        }
    }
}

struct Writer<'a, 'u> {
    unit: &'u Unit<'a>,
    tokens: &'u Tokens,
    tree: &'u Tree,
    /// The nodes of the tree or of a body.
    nodes: &'u Nodes,
}

impl Writer<'_, '_> {
    fn declaration(&self, declaration: &Declaration, layout: &AttributesByMember, aliases: &PointerAliases, edits: &mut Edits) {
        let lacks_workgroup_size = matches!(declaration.kind, DeclarationKind::Function(_)) && self.lacks_workgroup_size(declaration);
        self.attributes(declaration.attributes, if lacks_workgroup_size { " @workgroup_size(1)" } else { "" }, edits);
        match &declaration.kind {
            DeclarationKind::Struct(body) => self.structure(body, layout, edits),
            DeclarationKind::Alias(alias) => {
                self.replace_word_before(alias.name.span, "alias", edits);
                if let Some(pointee) = storage_pointee(self.unit, self.nodes, alias.ty)
                    && aliases.is_writable(alias.name.symbol)
                {
                    edits.insert_after(pointee, ", read_write");
                }
            }
            DeclarationKind::Variable(variable) => self.variable(declaration, variable, edits),
            DeclarationKind::Function(function) => self.function(function, edits),
            DeclarationKind::ConstAssert(_) => {}
        }
    }

    /// `[[block]] struct S { [[offset(0)]] a : f32; };`
    fn structure(&self, body: &Struct, layout: &AttributesByMember, edits: &mut Edits) {
        let members = &self.tree[body.members];
        for Member { attributes, name, span, .. } in members {
            self.attributes(*attributes, "", edits);
            if let Some(text) = layout.get(&name.span) {
                edits.insert_before(name.span, text.as_str());
            }
            if let Some(semicolon) = self.next_is(span.end, ";") {
                edits.replace(semicolon, ",");
            }
        }
        if let Some(semicolon) = self.next_is(body.braces.end, ";") {
            edits.remove(semicolon);
        }
    }

    /// `var<storage> v : [[access(read)]] T;`, `let c : i32 = 1;`
    fn variable(&self, declaration: &Declaration, variable: &Variable, edits: &mut Edits) {
        let is_override = self.nodes[declaration.attributes]
            .iter()
            .any(|attribute| matches!(self.unit.text(attribute.name.span), "constant_id" | "override"));
        match variable.kind {
            VariableKind::Let | VariableKind::Const if is_override => {
                self.replace_word_before(variable.name.span, "override", edits);
            }
            VariableKind::Let => self.replace_word_before(variable.name.span, "const", edits),
            _ => {}
        }
        let access = variable.ty.and_then(|ty| match self.tree.nodes[ty].kind {
            ExpressionKind::Attributed { attributes, .. } => self.argument(attributes, "access"),
            _ => None,
        });
        // In 2020 a buffer without an access mode was writable.
        let [space] = self.tree.nodes[variable.template] else { return };
        let space = self.tree.nodes[space].span;
        if self.unit.text(space) == "storage" {
            edits.insert_after(space, format!(", {}", access.unwrap_or("read_write")));
        }
    }

    /// Rewrites a stage input or output: in 2020 they were variables.
    fn of_stage(&self, variable: &Variable) -> Option<Diagnostic> {
        let [space] = self.nodes[variable.template] else { return None };
        let (span, name) = (self.nodes[space].span, self.unit.text(variable.name.span));
        let help = match self.unit.text(span) {
            "in" => format!("make `{name}` a parameter of the entry point"),
            "out" => format!("make `{name}` a local variable of the entry point, and return it"),
            _ => return None,
        };
        let message = format!("today's WGSL has no `var<{}>`", self.unit.text(span));
        Some(Diagnostic::error(&codes::NOT_MODERN, message, span).label(span, "").help(help))
    }

    /// Pointer parameters, which had the access mode of the variable.
    fn pointers(&self, index: usize, function: &Function, (accesses, aliases): (&Accesses, &PointerAliases), edits: &mut Edits) {
        for (position, parameter) in self.tree[function.parameters].iter().enumerate() {
            if accesses.is_writable((index, position)) {
                aliases.write_access(self.unit, self.nodes, parameter.ty, edits);
            }
        }
    }

    /// `[[stage(compute)]] fn main() -> void { }`
    fn function(&self, function: &Function, edits: &mut Edits) {
        for parameter in &self.tree[function.parameters] {
            self.attributes(parameter.attributes, "", edits);
        }
        self.attributes(function.result_attributes, "", edits);
        let Some(result) = function.result else { return };
        let span = self.tree.nodes[result].span;
        if self.unit.text(span) == "void" {
            let mut before = self.tokens.before(span.start);
            let (Some(arrow), Some(parenthesis)) = (before.next(), before.next()) else { return };
            // Comments around the arrow remain.
            let is_blank = |start: u32, end: u32| self.unit.text(Span { start, end }).trim().is_empty();
            let start = if is_blank(parenthesis.end, arrow.start) { parenthesis.end } else { arrow.start };
            if is_blank(arrow.end, span.start) {
                edits.remove(Span { start, end: span.end });
            } else {
                edits.remove(Span { start, end: arrow.end });
                edits.remove(span);
            }
        }
    }

    /// `[[a, b(1)]]` as `@a @b(1)`, followed by `more`; without attributes that no longer exist.
    fn attributes(&self, list: List<Attribute>, more: &str, edits: &mut Edits) {
        let attributes = &self.nodes[list];
        let mut rest = attributes;
        while let Some(first) = rest.first() {
            let (together, others) = rest.split_at(rest.iter().take_while(|attribute| attribute.brackets == first.brackets).count());
            let mut texts: Vec<String> = together.iter().filter_map(|attribute| self.attribute(attribute)).collect();
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

    fn attribute(&self, attribute: &Attribute) -> Option<String> {
        let nodes = self.nodes;
        let text = self.unit.text(attribute.span);
        let argument = || Some(self.unit.text(nodes[*nodes[attribute.arguments?].first()?].span));
        match self.unit.text(attribute.name.span) {
            // These attributes assert the layout, or mark the structs of buffers.
            "block" | "contiguous" | "align" | "size" | "offset" | "access" | "stride" => None,
            "constant_id" | "override" => argument().map(|id| format!("@id({id})")),
            "set" => argument().map(|set| format!("@group({set})")),
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

    /// The argument of an attribute.
    fn argument(&self, list: List<Attribute>, name: &str) -> Option<&str> {
        let nodes = &self.tree.nodes;
        let attribute = nodes[list].iter().find(|attribute| self.unit.text(attribute.name.span) == name)?;
        Some(self.unit.text(nodes[*nodes[attribute.arguments?].first()?].span))
    }

    /// Replaces the keyword of a declaration, which precedes its name.
    fn replace_word_before(&self, name: Span, word: &str, edits: &mut Edits) {
        self.tokens.before(name.start).next().into_iter().for_each(|keyword| edits.replace(keyword, word));
    }

    /// The next token after a position, if it has this text.
    fn next_is(&self, position: u32, text: &str) -> Option<Span> {
        self.tokens.after(position).next().filter(|token| self.unit.text(*token) == text)
    }

    fn after_spaces(&self, position: u32) -> u32 {
        let rest = self.unit.source.text.get((position - self.unit.source.base) as usize..).unwrap_or_default();
        position + (rest.len() - rest.trim_start().len()) as u32
    }
}

/// Renames built-in values.
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
