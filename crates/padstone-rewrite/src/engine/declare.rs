//! Declarations: structs with their new members, variables of those structs, and the functions that access them.

use std::collections::{BTreeMap, BTreeSet};

use padstone_model::{StructId, Type};
use padstone_source::Span;
use padstone_wgsl::body::NameMeaning;
use padstone_wgsl::tree::{DeclarationKind, ExprId, ExpressionKind, Source, StatementKind};
use padstone_wgsl::{PieceKind, pieces};

use rustc_hash::{FxHashMap, FxHashSet};

use super::cursor::ChainRoot;
use super::members::StructDeclaration;
use super::obstacles::Obstacle;
use super::store::{MemberKind, StorageLayout};
use super::{Engine, RewriteBlocked, RewrittenFunction};
use crate::unit::{first_line, is_line_break};

impl Engine<'_, '_> {
    /// The structs that the module names as values, or as elements of arrays: in functions, and in unchanged declarations.
    pub(super) fn named_values(&self) -> BTreeSet<StructId> {
        let unit = self.unit;
        let mut named = BTreeSet::new();
        let changed: FxHashMap<usize, StructId> = self.plan.stores.keys().filter_map(|&id| Some((*self.declared.get(&id)?, id))).collect();
        let aliases = unit.tree.declarations.iter().enumerate().filter_map(|(index, declaration)| match &declaration.kind {
            DeclarationKind::Alias(alias) => {
                let mut structs = BTreeSet::new();
                self.name_types(alias.ty, &mut structs);
                Some((index, structs))
            }
            _ => None,
        });
        let aliases: FxHashMap<usize, BTreeSet<StructId>> = aliases.collect();
        for (index, declaration) in unit.tree.declarations.iter().enumerate() {
            match &declaration.kind {
                DeclarationKind::Struct(_) if changed.contains_key(&index) => {}
                DeclarationKind::Variable(_) if self.variables.contains(&index) => {}
                DeclarationKind::Struct(body) => {
                    unit.tree[body.members].iter().for_each(|member| self.name_types(member.ty, &mut named));
                }
                // The uses of an alias name its structs.
                DeclarationKind::Alias(_) | DeclarationKind::ConstAssert(_) => {}
                DeclarationKind::Variable(variable) => {
                    variable.ty.into_iter().chain(variable.value).for_each(|id| self.name_types(id, &mut named));
                }
                DeclarationKind::Function(_) if self.findings.uncalled.contains(&index) => {}
                DeclarationKind::Function(function) => {
                    let parameters = unit.tree[function.parameters].iter().map(|parameter| parameter.ty);
                    parameters.chain(function.result).for_each(|ty| self.name_types(ty, &mut named));
                }
            }
        }
        let value_members = self.plan.stores.values().flat_map(|store| &store.members).filter(|member| member.as_values);
        named.extend(value_members.filter_map(|member| match member.kind {
            MemberKind::Object { ty, .. } => unit.struct_within(ty),
            MemberKind::Words { .. } | MemberKind::Scalars { .. } => None,
        }));
        // Also in a function that is not called: its variants have its body.
        for (_, body, typed) in unit.functions() {
            let types = self.changing_types(body);
            for (name, meaning) in typed.uses() {
                let NameMeaning::Declaration(index) = meaning else { continue };
                let structs = changed.get(&index).into_iter().chain(aliases.get(&index).into_iter().flatten());
                if !types.iter().any(|span| span.start <= name.span.start && name.span.end <= span.end) {
                    named.extend(structs);
                }
            }
        }
        named
    }

    /// The types of pointers, and the structs of variables without an initializer, which may change.
    fn changing_types(&self, body: &padstone_wgsl::tree::Body) -> Vec<Span> {
        let types = body.statements.iter().filter_map(|statement| {
            let StatementKind::Variable(variable) = statement.kind else { return None };
            let node = body.nodes[variable.ty?];
            let ty = node.span;
            let is_pointer = matches!(node.kind, ExpressionKind::Template { .. }) && self.unit.text(ty).starts_with("ptr");
            let changes =
                self.plan.locals && variable.value.is_none() && !self.findings.unchanged_names.contains(&variable.name.span.start);
            let is_struct = self.struct_named(self.unit.text(ty)).is_some();
            (is_pointer || changes && is_struct).then_some(ty)
        });
        types.collect()
    }

    /// The structs of variables whose storage changes, and those that are nested in them after the change.
    fn stored_within(&self) -> BTreeSet<StructId> {
        let mut within = BTreeSet::new();
        let mut pending: Vec<StructId> = self.stored.iter().copied().collect();
        while let Some(id) = pending.pop() {
            if !within.insert(id) {
                continue;
            }
            match self.plan.stores.get(&id) {
                Some(store) => pending.extend(store.members.iter().filter_map(|member| match member.kind {
                    MemberKind::Object { ty, .. } if !member.as_values => self.unit.struct_within(ty),
                    MemberKind::Object { .. } | MemberKind::Words { .. } | MemberKind::Scalars { .. } => None,
                })),
                None => {
                    let types = self.unit.members(id).map(|(field, _)| self.unit.module.types[field.ty]);
                    pending.extend(types.filter_map(|ty| self.unit.struct_within(ty)));
                }
            }
        }
        within
    }

    /// The changed structs that an expression at module scope names, directly or through aliases.
    pub(super) fn name_types(&self, id: ExprId, named: &mut BTreeSet<StructId>) {
        let (mut pending, mut seen) = (vec![id], FxHashSet::default());
        while let Some(id) = pending.pop() {
            let node = self.unit.tree.nodes[id];
            if let ExpressionKind::Name(name) = node.kind {
                named.extend(self.struct_declared(self.unit.text(node.span)).filter(|id| self.plan.stores.contains_key(id)));
                pending.extend(self.aliases.get(&name).filter(|_| seen.insert(name)));
            }
            pending.extend(self.unit.tree.nodes.parts(id));
        }
    }

    /// Adds all changes outside functions, and those of types written in functions.
    pub(super) fn declarations(
        &mut self,
        suffix: &str,
        functions: Vec<RewrittenFunction>,
        newly_uncalled: &BTreeSet<usize>,
        edits: &mut Vec<(Span, String)>,
    ) -> Result<(), Obstacle> {
        // A constructor of a struct also constructs its nested structs.
        self.values = self.unit.structs_within(&self.values);
        self.stored = self.stored_within();
        let names = self.stored_names(suffix);
        let (plan, stored) = (self.plan, self.stored.clone());
        for (&id, store) in plan.stores.iter().filter(|(id, _)| stored.contains(id)) {
            self.declare(id, store, &names, edits).map_err(|RewriteBlocked| self.no_room(id))?;
        }
        for &index in self.variables {
            let declaration = &self.unit.tree.declarations[index];
            if let DeclarationKind::Variable(variable) = declaration.kind
                && let Some(ty) = variable.ty
            {
                let stored = self.plan.roots.get(&index).and_then(|store| Some(self.member_type(store.members.first()?, &names)));
                let text = stored.unwrap_or_else(|| self.stored_type(ty, &names));
                self.rename(self.unit.tree.nodes[ty].span, text, edits);
            }
        }
        for (declaration, texts) in self.variant_texts(&names) {
            let span = self.unit.tree.declarations[declaration].span;
            let text = texts.join("\n\n");
            edits.push(if newly_uncalled.contains(&declaration) { (span, text) } else { (self.span_after(span), format!("\n\n{text}")) });
        }
        for changed in functions.into_iter().filter(|changed| !newly_uncalled.contains(&changed.declaration)) {
            edits.extend(changed.edits);
            for (span, ty) in changed.renames {
                // An alias of a struct that keeps its name remains.
                if let (Type::Struct(id), Some(aliased)) = (ty, self.struct_named(self.unit.text(span)))
                    && id == aliased
                    && names.get(&id).is_some_and(|name| name == self.unit.struct_name(id))
                {
                    continue;
                }
                self.rename(span, self.stored_type_text(ty, &names), edits);
            }
        }
        for (index, text) in &self.helpers.texts {
            edits.push((self.span_after(self.unit.tree.declarations[*index].span), format!("\n\n{text}")));
        }
        Ok(())
    }

    /// Reports a struct whose members cannot have their offsets: the first variable that contains it remains unchanged.
    fn no_room(&self, id: StructId) -> Obstacle {
        let contains_declaration = |&&position: &&usize| {
            let content = self.unit.content(position).and_then(|ty| self.unit.struct_within(ty));
            self.unit.structs_within(&content.into_iter().collect()).contains(&id)
        };
        Obstacle::new(
            self.unit.module.structs[id].span,
            self.variables.iter().find(contains_declaration).map(|&position| ChainRoot::Variable(position)),
        )
    }

    fn rename(&self, span: Span, text: String, edits: &mut Vec<(Span, String)>) {
        if self.unit.text(span) != text {
            edits.push((span, text));
        }
    }

    /// The names of structs in memory: their own, unless they also have values.
    fn stored_names(&mut self, suffix: &str) -> BTreeMap<StructId, String> {
        let mut names = BTreeMap::new();
        for (&id, store) in self.plan.stores.iter().filter(|(id, _)| self.stored.contains(id)) {
            let struct_name = self.unit.struct_name(id).to_owned();
            let inner = self.unit.members(id).filter_map(|(field, _)| self.unit.struct_within(self.unit.module.types[field.ty]));
            let mut inner = inner.filter_map(|inner| Some((inner, names.get(&inner)?)));
            let differs = !store.is_as_before(id, self.unit.members(id).len())
                || inner.any(|(inner, name): (_, &String)| name != self.unit.struct_name(inner));
            let name =
                if differs && self.values.contains(&id) { self.names.fresh(&format!("{struct_name}_{suffix}")) } else { struct_name };
            names.insert(id, name);
        }
        names
    }

    fn declare(
        &mut self,
        id: StructId,
        store: &StorageLayout,
        names: &BTreeMap<StructId, String>,
        edits: &mut Vec<(Span, String)>,
    ) -> Result<(), RewriteBlocked> {
        let declaration = &self.unit.tree.declarations[*self.declared.get(&id).ok_or(RewriteBlocked)?];
        let DeclarationKind::Struct(body) = declaration.kind else { return Err(RewriteBlocked) };
        let members = &self.unit.tree[body.members];
        let written = self.members_written(&StructDeclaration { id, store, names, members })?;
        let is_line = !self.unit.text(body.braces).contains(is_line_break);
        let end = if self.is_draft() { ";" } else { "," };
        if names[&id] != self.unit.struct_name(id) {
            let head = self.unit.text(Span { start: declaration.span.start, end: body.name.span.start });
            let lines: String = written.iter().map(|member| format!("    {}{end}\n", member.text)).collect();
            let tail = if self.is_draft() { ";" } else { "" };
            edits.push((self.span_after(body.braces), format!("\n\n{head}{} {{\n{lines}}}{tail}", names[&id])));
            return Ok(());
        }
        let mut index = 0;
        while index < written.len() {
            let (first, mut last) = written[index].from;
            let mut end_of_group = index + 1;
            while written.get(end_of_group).is_some_and(|next| next.from.0 <= last) {
                last = last.max(written[end_of_group].from.1);
                end_of_group += 1;
            }
            let group = &written[index..end_of_group];
            index = end_of_group;
            if group.iter().all(|member| member.is_unchanged) {
                continue;
            }
            let span = Span { start: members[first].span.start, end: members[last].span.end };
            let between = if is_line { format!("{end} ") } else { format!("{end}\n{}", self.indent(members[first].span)) };
            let texts: Vec<&str> = group.iter().map(|member| member.text.as_str()).collect();
            let comments = self.comments_lost(span, &texts);
            let between_comments = if is_line { " ".to_owned() } else { format!("\n{}", self.indent(members[first].span)) };
            let comments: String = comments.iter().map(|comment| format!("{comment}{between_comments}")).collect();
            self.rename(span, format!("{comments}{}", texts.join(&between)), edits);
        }
        Ok(())
    }

    /// The comments of a source span that are missing from the new texts.
    fn comments_lost(&self, span: Span, texts: &[&str]) -> Vec<&str> {
        let is_comment = |kind| matches!(kind, PieceKind::LineComment | PieceKind::BlockComment);
        let within = Source { text: self.unit.text(span), base: span.start, ..self.unit.source };
        let comments = pieces(within).filter(|piece| is_comment(piece.kind)).map(|piece| self.unit.text(piece.span));
        comments.filter(|comment| !texts.iter().any(|text| text.contains(comment))).collect()
    }

    /// The position after a declaration, including an optional `;` and a trailing comment.
    pub(super) fn span_after(&self, span: Span) -> Span {
        let start = span.end - self.unit.source.base;
        let rest = &self.unit.source.text[start as usize..];
        let (line, _) = first_line(rest);
        let ends = line.trim_start().strip_prefix(';').unwrap_or(line).trim_start();
        let skipped = if ends.is_empty() || ends.starts_with("//") { line.trim_end().len() } else { line.len() - ends.len() };
        let end = span.end + skipped as u32;
        Span { start: end, end }
    }

    /// A type as written at module scope, with the storage names of structs.
    pub(super) fn stored_type(&self, ty: ExprId, names: &BTreeMap<StructId, String>) -> String {
        let node = self.unit.tree.nodes[ty];
        let text = self.unit.text(node.span);
        match node.kind {
            ExpressionKind::Name(symbol) => {
                if let Some(name) = self.struct_declared(text).and_then(|id| names.get(&id)) {
                    return name.clone();
                }
                let aliased = self.aliases.get(&symbol).copied();
                match aliased.map(|aliased| (self.stored_type(aliased, names), self.unit.text(self.unit.tree.nodes[aliased].span))) {
                    Some((stored, written)) if stored != written => stored,
                    _ => text.to_owned(),
                }
            }
            ExpressionKind::Template { arguments, .. } => match self.unit.tree.nodes[arguments].first() {
                Some(&element) if text.starts_with("array") => {
                    let inner = self.unit.tree.nodes[element].span;
                    let before = self.unit.text(Span { start: node.span.start, end: inner.start });
                    let after = self.unit.text(Span { start: inner.end, end: node.span.end });
                    format!("{before}{}{after}", self.stored_type(element, names))
                }
                _ => text.to_owned(),
            },
            ExpressionKind::Attributed { inner, .. } => {
                let before = self.unit.text(Span { start: node.span.start, end: self.unit.tree.nodes[inner].span.start });
                format!("{before}{}", self.stored_type(inner, names))
            }
            _ => text.to_owned(),
        }
    }

    pub(super) fn stored_type_text(&self, ty: Type, names: &BTreeMap<StructId, String>) -> String {
        let text = self.unit.type_text(ty);
        match self.unit.struct_within(ty).and_then(|id| Some((self.unit.struct_name(id), names.get(&id)?))) {
            Some((old, new)) => replace_name(&text, old, new),
            None => text,
        }
    }
}

/// The text with another name: `array<b, 3>` for `array<a, 3>`.
fn replace_name(text: &str, old: &str, new: &str) -> String {
    let is_part = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
    let is_name = |&(position, _): &(usize, &str)| {
        !is_part(text[..position].chars().next_back()) && !is_part(text[position + old.len()..].chars().next())
    };
    match text.match_indices(old).find(is_name) {
        Some((position, _)) => format!("{}{new}{}", &text[..position], &text[position + old.len()..]),
        None => text.to_owned(),
    }
}
