//! Declarations: structs with their new members, variables of those structs, and the functions that access them.

use std::collections::{BTreeMap, BTreeSet};

use padstone_model::{Count, StructId, Type};
use padstone_source::Span;
use padstone_wgsl::body::Meaning;
use padstone_wgsl::tree::{DeclarationKind, ExprId, ExpressionKind, Member, StatementKind, Struct};

use super::store::{Declared, Kind, Store, Stored};
use super::types::scalar_name;
use super::{Engine, Obstacle, Stuck};

/// A new member, as it is declared, or one that stays.
struct Written {
    text: String,
    /// Of the old members that it replaces: first and last.
    from: (usize, usize),
    /// Whether it is an old one as it was.
    stays: bool,
}

impl Engine<'_, '_> {
    /// The structs that the module names where values are: in functions, and in what stays as it is.
    pub(super) fn named_values(&self) -> BTreeSet<StructId> {
        let unit = self.unit;
        let mut named = BTreeSet::new();
        let changed: Vec<(StructId, usize)> = self.plan.stores.keys().filter_map(|&id| Some((id, self.declaration_of(id)?))).collect();
        for (at, declaration) in unit.tree.declarations.iter().enumerate() {
            match &declaration.kind {
                DeclarationKind::Struct(_) if changed.iter().any(|&(_, declared)| declared == at) => {}
                DeclarationKind::Variable(_) if self.variables.contains(&at) => {}
                DeclarationKind::Struct(body) => {
                    unit.tree[body.members].iter().for_each(|member| self.name_types(member.ty, &mut named));
                }
                DeclarationKind::Alias(alias) => self.name_types(alias.ty, &mut named),
                DeclarationKind::Variable(variable) => {
                    variable.ty.into_iter().chain(variable.value).for_each(|id| self.name_types(id, &mut named));
                }
                DeclarationKind::Function(function) => {
                    let parameters = unit.tree[function.parameters].iter().map(|parameter| parameter.ty);
                    parameters.chain(function.result).for_each(|ty| self.name_types(ty, &mut named));
                }
                DeclarationKind::ConstAssert(_) => {}
            }
        }
        for (_, body, typed) in unit.functions() {
            let types = self.local_types(body);
            for (name, meaning) in typed.uses() {
                let Meaning::Declaration(at) = meaning else { continue };
                let Some(&(id, _)) = changed.iter().find(|&&(_, declared)| declared == at) else { continue };
                if !types.iter().any(|span: &Span| span.start <= name.span.start && name.span.end <= span.end) {
                    named.insert(id);
                }
            }
        }
        named
    }

    /// Types of variables without a value, which may change, and of pointers.
    fn local_types(&self, body: &padstone_wgsl::tree::Body) -> Vec<Span> {
        let types = body.statements.iter().filter_map(|statement| {
            let StatementKind::Variable(variable) = statement.kind else { return None };
            let ty = body.nodes[variable.ty?].span;
            let is_pointer = self.unit.text(ty).starts_with("ptr");
            (is_pointer || self.plan.locals && variable.value.is_none()).then_some(ty)
        });
        types.collect()
    }

    /// The changed structs that an expression of module scope names.
    fn name_types(&self, id: ExprId, named: &mut BTreeSet<StructId>) {
        let mut pending = vec![id];
        while let Some(id) = pending.pop() {
            let node = self.unit.tree.nodes[id];
            if let ExpressionKind::Name(_) = node.kind
                && let Some(id) = self.struct_named(self.unit.text(node.span))
                && self.plan.stores.contains_key(&id)
            {
                named.insert(id);
            }
            pending.extend(self.unit.tree.nodes.parts(id));
        }
    }

    fn declaration_of(&self, id: StructId) -> Option<usize> {
        let span = self.unit.module.structs[id].span;
        self.unit.tree.declarations.iter().position(|declaration| declaration.name().is_some_and(|name| name.span == span))
    }

    /// All changes outside of functions, and of the types that functions write.
    pub(super) fn declarations(&mut self, suffix: &str, edits: &mut Vec<(Span, String)>) -> Result<(), Obstacle> {
        // Whoever makes a struct makes what is in it.
        self.values = self.unit.structs_within(&self.values);
        self.stored = self.unit.structs_within(&self.stored);
        let names = self.stored_names(suffix);
        for (&id, store) in self.plan.stores.iter().filter(|(id, _)| self.stored.contains(id)) {
            self.declare(id, store, &names, edits).map_err(|Stuck| Obstacle { span: self.unit.module.structs[id].span, variable: None })?;
        }
        for &at in self.variables {
            let declaration = &self.unit.tree.declarations[at];
            if let DeclarationKind::Variable(variable) = declaration.kind
                && let Some(ty) = variable.ty
            {
                self.rename(self.unit.tree.nodes[ty].span, self.stored_type(ty, &names), edits);
            }
        }
        for &(span, ty) in &self.renames {
            self.rename(span, self.stored_type_text(ty, &names), edits);
        }
        for (at, text) in &self.helpers.texts {
            edits.push((self.behind(self.unit.tree.declarations[*at].span), format!("\n\n{text}")));
        }
        Ok(())
    }

    fn rename(&self, span: Span, text: String, edits: &mut Vec<(Span, String)>) {
        if self.unit.text(span) != text {
            edits.push((span, text));
        }
    }

    /// The names under which structs are stored: their own, unless there are values of them too.
    fn stored_names(&mut self, suffix: &str) -> BTreeMap<StructId, String> {
        let mut names = BTreeMap::new();
        for (&id, store) in self.plan.stores.iter().filter(|(id, _)| self.stored.contains(id)) {
            let own = self.unit.struct_name(id).to_owned();
            let inner = self.unit.members(id).filter_map(|(field, _)| self.unit.struct_within(self.unit.module.types[field.ty]));
            let mut inner = inner.filter_map(|inner| Some((inner, names.get(&inner)?)));
            let differs = !store.is_as_before(id, self.unit.members(id).len())
                || inner.any(|(inner, name): (_, &String)| name != self.unit.struct_name(inner));
            let name = if differs && self.values.contains(&id) { self.names.fresh(&format!("{own}_{suffix}")) } else { own };
            names.insert(id, name);
        }
        names
    }

    fn declare(
        &self,
        id: StructId,
        store: &Store,
        names: &BTreeMap<StructId, String>,
        edits: &mut Vec<(Span, String)>,
    ) -> Result<(), Stuck> {
        let declaration = &self.unit.tree.declarations[self.declaration_of(id).ok_or(Stuck)?];
        let DeclarationKind::Struct(body) = declaration.kind else { return Err(Stuck) };
        let members = &self.unit.tree[body.members];
        let written = self.members_written(id, store, names, members)?;
        let is_line = !self.unit.text(body.braces).contains('\n');
        let end = if self.is_draft() { ";" } else { "," };
        if names[&id] != self.unit.struct_name(id) {
            let head = self.unit.text(Span { start: declaration.span.start, end: body.name.span.start });
            let lines: String = written.iter().map(|member| format!("    {}{end}\n", member.text)).collect();
            let tail = if self.is_draft() { ";" } else { "" };
            edits.push((self.behind(body.braces), format!("\n\n{head}{} {{\n{lines}}}{tail}", names[&id])));
            return Ok(());
        }
        let mut at = 0;
        while at < written.len() {
            let (first, mut last) = written[at].from;
            let mut end_of_group = at + 1;
            while written.get(end_of_group).is_some_and(|next| next.from.0 <= last) {
                last = last.max(written[end_of_group].from.1);
                end_of_group += 1;
            }
            let group = &written[at..end_of_group];
            at = end_of_group;
            if group.iter().all(|member| member.stays) {
                continue;
            }
            let span = Span { start: members[first].span.start, end: members[last].span.end };
            let between = if is_line { format!("{end} ") } else { format!("{end}\n{}", self.indent(members[first].span)) };
            let texts: Vec<&str> = group.iter().map(|member| member.text.as_str()).collect();
            self.rename(span, texts.join(&between), edits);
        }
        Ok(())
    }

    fn members_written(
        &self,
        id: StructId,
        store: &Store,
        names: &BTreeMap<StructId, String>,
        members: &[Member],
    ) -> Result<Vec<Written>, Stuck> {
        let (size, align) = self.unit.extent(Type::Struct(id)).map_or((None, None), |(size, align)| (Some(size), Some(align)));
        let mut written: Vec<Written> = Vec::new();
        let mut pins: Vec<(Option<u64>, Option<u64>)> = Vec::new();
        let (mut end, mut widest) = (0, 1);
        for (at, member) in store.members.iter().enumerate() {
            let (bytes, own) = self.natural(member);
            let kept = self.kept(id, store, at, names, members);
            let align = if kept.is_some() {
                self.unit
                    .members(id)
                    .nth(*member.from.start())
                    .and_then(|(field, _)| field.align())
                    .map_or(own, |(align, _)| align.bytes().max(own))
            } else {
                own
            };
            let mut pin = (None, None);
            let natural = u64::next_multiple_of(end, align);
            if natural > member.offset {
                return Err(Stuck);
            }
            if natural < member.offset {
                let wider =
                    (0..32).map(|shift| 1_u64 << shift).find(|&wider| wider > align && end.next_multiple_of(wider) == member.offset);
                match wider.filter(|&wider| kept.is_none() && Some(wider) <= self.align_of(id)) {
                    Some(wider) => pin.0 = Some(wider),
                    None => {
                        let before = at.checked_sub(1).ok_or(Stuck)?;
                        pins[before].1 = Some(member.offset - store.members[before].offset);
                    }
                }
            }
            widest = widest.max(align).max(pin.0.unwrap_or(1));
            let given = self.unit.members(id).nth(*member.from.start()).filter(|_| kept.is_some());
            let given = given.and_then(|(field, _)| field.size()).map(|(size, _)| size.bytes());
            end = member.offset + given.unwrap_or(bytes);
            pins.push(pin);
            let from = (*member.from.start(), *member.from.end());
            let stays = kept.as_deref().is_some_and(|text| text == self.unit.text(members[from.0].span));
            written.push(Written { text: kept.unwrap_or_default(), from, stays });
        }
        if let (Some(size), Some(align), false) = (size, align, self.is_draft()) {
            if widest < align {
                pins[0].0 = Some(align);
                widest = align;
            }
            let last = store.members.len() - 1;
            if end.next_multiple_of(widest) < size && written[last].text.is_empty() {
                pins[last].1 = Some(size - store.members[last].offset);
            }
        }
        for ((member, written), pin) in store.members.iter().zip(&mut written).zip(pins) {
            if pin != (None, None) && self.is_draft() {
                return Err(Stuck);
            }
            let mut text = String::new();
            if let Some(align) = pin.0 {
                text.push_str(&format!("@align({align}) "));
            }
            if let Some(size) = pin.1 {
                text.push_str(&format!("@size({size}) "));
            }
            if !written.text.is_empty() {
                written.stays &= text.is_empty();
                written.text.insert_str(0, &text);
                continue;
            }
            written.text = format!("{text}{}{}{}", member.name, self.member_colon(members), self.member_type(member, names));
        }
        Ok(written)
    }

    /// The place behind a declaration, the `;` that may follow it, and what is said of it on the same line.
    fn behind(&self, span: Span) -> Span {
        let start = span.end - self.unit.source.base;
        let rest = &self.unit.source.text[start as usize..];
        let line = &rest[..rest.find('\n').unwrap_or(rest.len())];
        let ends = line.trim_start().strip_prefix(';').unwrap_or(line).trim_start();
        let skipped = if ends.is_empty() || ends.starts_with("//") { line.trim_end().len() } else { line.len() - ends.len() };
        let end = span.end + skipped as u32;
        Span { start: end, end }
    }

    fn align_of(&self, id: StructId) -> Option<u64> {
        let placed = self.unit.layouts.standard().get(self.unit.module.structs[id].ty?).ok()?;
        Some(placed.align.bytes())
    }

    /// Between name and type, as this struct has it.
    fn member_colon(&self, members: &[Member]) -> String {
        let first = members.first().map(|member| Span { start: member.name.span.end, end: self.unit.tree.nodes[member.ty].span.start });
        let text = first.map_or(":", |span| self.unit.text(span));
        let is_plain = text.chars().all(|c| c == ' ' || c == ':');
        if is_plain { text.to_owned() } else { self.colon().to_owned() }
    }

    /// The text of a member that stays as it is.
    fn kept(&self, id: StructId, store: &Store, at: usize, names: &BTreeMap<StructId, String>, members: &[Member]) -> Option<String> {
        let member = &store.members[at];
        let Kind::Object { declared: Declared::Member(of, from), .. } = member.kind else { return None };
        let alone = |other: Option<&Stored>| other.is_none_or(|other| !other.from.contains(&from));
        let is_alone = alone(at.checked_sub(1).and_then(|before| store.members.get(before))) && alone(store.members.get(at + 1));
        if of != id || !is_alone || member.from != (from..=from) {
            return None;
        }
        let old = &members[from];
        let ty = self.unit.tree.nodes[old.ty].span;
        let before = self.unit.text(Span { start: old.span.start, end: ty.start });
        let kept = format!("{before}{}", self.stored_type(old.ty, names));
        (self.unit.text(old.name.span) == member.name).then_some(kept)
    }

    /// Size and alignment that a member has by its type.
    fn natural(&self, member: &Stored) -> (u64, u64) {
        match member.kind {
            Kind::Words { .. } => (member.size, 16),
            Kind::Object { ty, .. } => match (self.unit.extent(ty), ty) {
                (Some(extent), _) => extent,
                (None, Type::Array { element, count: Count::Runtime }) => {
                    (0, self.unit.extent(self.unit.module.types[element]).map_or(1, |(_, align)| align))
                }
                (None, _) => (member.size, 1),
            },
        }
    }

    fn member_type(&self, member: &Stored, names: &BTreeMap<StructId, String>) -> String {
        match member.kind {
            Kind::Words { scalar, vectors: None } => format!("vec4<{}>", scalar_name(scalar)),
            Kind::Words { scalar, vectors: Some(count) } => format!("array<vec4<{}>, {count}>", scalar_name(scalar)),
            Kind::Object { declared: Declared::Member(of, from), ty } => {
                let declaration = self.declaration_of(of).map(|at| self.unit.tree.declarations[at].kind);
                match declaration {
                    Some(DeclarationKind::Struct(Struct { members, .. })) => self.stored_type(self.unit.tree[members][from].ty, names),
                    _ => self.stored_type_text(ty, names),
                }
            }
            Kind::Object { declared: Declared::Component, ty } => self.stored_type_text(ty, names),
        }
    }

    /// A type as it is written at module scope, structs under the names under which they are stored.
    fn stored_type(&self, ty: ExprId, names: &BTreeMap<StructId, String>) -> String {
        let node = self.unit.tree.nodes[ty];
        let text = self.unit.text(node.span);
        match node.kind {
            ExpressionKind::Name(symbol) => {
                if let Some(name) = self.struct_named(text).and_then(|id| names.get(&id)) {
                    return name.clone();
                }
                let aliased = self.unit.tree.declarations.iter().find_map(|declaration| match &declaration.kind {
                    DeclarationKind::Alias(alias) if alias.name.symbol == symbol => Some(alias.ty),
                    _ => None,
                });
                match aliased.map(|aliased| (self.stored_type(aliased, names), self.unit.text(self.unit.tree.nodes[aliased].span))) {
                    Some((stored, written)) if stored != written => stored,
                    _ => text.to_owned(),
                }
            }
            ExpressionKind::Template { arguments, .. } => match self.unit.tree.nodes[arguments].first() {
                Some(&element) if text.starts_with("array") => {
                    let inner = self.unit.tree.nodes[element].span;
                    let before = self.unit.text(Span { start: node.span.start, end: inner.start });
                    let behind = self.unit.text(Span { start: inner.end, end: node.span.end });
                    format!("{before}{}{behind}", self.stored_type(element, names))
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

    fn stored_type_text(&self, ty: Type, names: &BTreeMap<StructId, String>) -> String {
        let text = self.unit.type_text(ty);
        match self.unit.struct_within(ty).and_then(|id| Some((self.unit.struct_name(id), names.get(&id)?))) {
            Some((old, new)) => text.replacen(old, new, 1),
            None => text,
        }
    }
}
