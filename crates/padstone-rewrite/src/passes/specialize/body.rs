//! Rewrites one function: redirects calls to clones, and replaces pointers by memory paths.

use padstone_diag::{Diagnostic, codes};
use padstone_source::Span;
use padstone_wgsl::body::{NameMeaning, TypedBody};
use padstone_wgsl::tree::{Body, Edition, ExprId, ExpressionKind, Function, StatementId, StatementKind, UnaryOp, VariableKind};
use rustc_hash::{FxHashMap, FxHashSet};

use super::edits::Changes;
use super::forwards::Parameter;
use super::path::{MemoryPath, PathPattern, PathStep, literal};
use super::{Clones, INDEX_TYPE, is_restricted};
use crate::engine::name_value;
use crate::locals::{locals, variables};
use crate::unit::is_line_break;
use crate::{Names, Unit};

/// A function that is being rewritten.
pub(super) struct Rewriting<'a, 'u> {
    unit: &'u Unit<'a>,
    declaration: usize,
    body: &'u Body,
    typed: &'u TypedBody,
    /// For each replaced parameter, the memory path pattern.
    places: Vec<Option<PathPattern>>,
    /// The meanings of names, by the position of their use.
    meanings: FxHashMap<u32, NameMeaning>,
    parents: Vec<Option<ExprId>>,
    /// The memory that parameters refer to, by the span of their declaration, and its text.
    bound: FxHashMap<Span, (MemoryPath, String)>,
    /// `let`s of pointers, by the span of their names.
    lets: FxHashMap<Span, Let>,
    /// Names that were added to this function.
    added_names: FxHashSet<String>,
    changes: Changes,
}

/// `let p = &a[i];`
struct Let {
    /// The statement before which a declaration can be inserted: the `let`, or the `for` that it is part of.
    before: Span,
    value: ExprId,
    /// The memory path, once it was requested; its indices have names from then on.
    path: Option<Option<MemoryPath>>,
}

impl<'a, 'u> Rewriting<'a, 'u> {
    pub(super) fn new(
        unit: &'u Unit<'a>,
        declaration: usize,
        (body, typed): (&'u Body, &'u TypedBody),
        places: Vec<Option<PathPattern>>,
    ) -> Self {
        let meanings = typed.uses().map(|(name, meaning)| (name.span.start, meaning)).collect();
        let mut parents = vec![None; body.nodes.expressions.len()];
        for id in body.nodes.ids() {
            for part in body.nodes.parts(id) {
                parents[part.index()] = Some(id);
            }
        }
        let lets = lets(unit, body).collect();
        let (bound, added_names, changes) = Default::default();
        Rewriting { unit, declaration, body, typed, places, meanings, parents, bound, lets, added_names, changes }
    }

    /// Renames the function, and replaces pointer parameters by indices.
    pub(super) fn head(&mut self, function: &Function, name: &str, names: &mut Names<'a>) {
        self.changes.put(function.name.span, name);
        let parameters = &self.unit.tree[function.parameters];
        let mut texts = Vec::new();
        for (parameter, place) in parameters.iter().zip(&self.places) {
            let Some(place) = place else {
                texts.push(None);
                continue;
            };
            let requested = format!("{}_index", self.unit.text(parameter.name.span));
            let indices: Vec<String> = (0..place.elements()).map(|_| names.fresh_local(&requested, &mut self.added_names)).collect();
            let written: Vec<String> = indices.iter().map(|index| format!("{index}: {INDEX_TYPE}")).collect();
            texts.push(Some(written.join(", ")));
            self.bound.insert(parameter.name.span, (place.named(&indices), place.path_with_indices(self.unit, &indices)));
        }
        let spans: Vec<Span> = parameters.iter().map(|parameter| parameter.span).collect();
        replace_items(&spans, texts, &mut self.changes);
        let roots = self.places.iter().flatten().map(|place| place.root_name(self.unit)).collect();
        self.uncover(&roots, names);
    }

    /// Renames locals that shadow names in the new text.
    fn uncover(&mut self, shadowed: &FxHashSet<&str>, names: &mut Names<'a>) {
        let declared = locals(self.unit, self.declaration, self.body);
        let hiding: Vec<Span> =
            declared.filter(|span| shadowed.contains(self.unit.text(*span)) && !self.bound.contains_key(span)).collect();
        let mut renamed: FxHashMap<Span, String> = FxHashMap::default();
        for span in hiding {
            let name = names.fresh_local(self.unit.text(span), &mut self.added_names);
            self.changes.put(span, name.clone());
            renamed.insert(span, name);
        }
        for (name, meaning) in self.typed.uses() {
            if let NameMeaning::Local(declared) = meaning
                && let Some(text) = renamed.get(&declared)
            {
                self.changes.put(name.span, text.clone());
            }
        }
    }

    /// Replaces pointers by memory accesses, except in calls that receive indices.
    pub(super) fn pointers(&mut self) {
        for id in self.body.nodes.ids() {
            let expression = self.body.nodes[id];
            let ExpressionKind::Name(_) = expression.kind else { continue };
            let Some(NameMeaning::Local(declared)) = self.meanings.get(&expression.span.start) else { continue };
            let Some((_, place)) = self.bound.get(declared) else { continue };
            let (span, text) = match self.parent(id) {
                Some((parent, ExpressionKind::Unary { op: UnaryOp::Indirection, .. })) => {
                    // `(*p).x` no longer needs parentheses.
                    let around = self.parent(parent).filter(|(_, kind)| matches!(kind, ExpressionKind::Paren(_)));
                    (self.body.nodes[around.map_or(parent, |(around, _)| around)].span, place.clone())
                }
                Some((_, ExpressionKind::Member { .. })) => (expression.span, place.clone()),
                Some((_, ExpressionKind::Index { base, .. })) if base == id => (expression.span, place.clone()),
                // In 2020 a name was also the pointer to its memory.
                _ if self.is_draft() => (expression.span, place.clone()),
                _ => (expression.span, format!("&{place}")),
            };
            self.changes.put(span, text);
        }
    }

    /// Redirects calls that pass pointers into buffers to clones without pointer parameters.
    pub(super) fn calls(&mut self, clones: &mut Clones<'a, 'u>) {
        let mut is_uncovered = false;
        for id in self.body.nodes.ids() {
            let call = self.body.nodes[id];
            let ExpressionKind::Call { callee, arguments } = call.kind else { continue };
            let name = self.body.nodes[callee].span;
            let Some(&NameMeaning::Declaration(called)) = self.meanings.get(&name.start) else { continue };
            let spaces = clones.parameters[called].clone();
            if spaces.iter().flatten().next().is_none() {
                continue;
            }
            let arguments: Vec<ExprId> = self.body.nodes[arguments].to_vec();
            let pointers = arguments.iter().zip(&spaces).enumerate();
            let chains: Vec<Option<MemoryPath>> =
                pointers.map(|(position, (&argument, space))| self.argument(argument, (*space)?, (called, position), clones)).collect();
            if chains.iter().all(Option::is_none) {
                continue;
            }
            // Converted indices name their type.
            if !is_uncovered && chains.iter().flatten().any(|path| path.indices().next().is_some()) {
                self.uncover(&FxHashSet::from_iter([INDEX_TYPE]), &mut clones.names);
                is_uncovered = true;
            }
            let shapes = chains.iter().map(|path| path.as_ref().map(MemoryPath::shape)).collect();
            let Some(new) = clones.name(called, shapes, call.span) else { continue };
            self.changes.put(name, new);
            self.replace_arguments(&arguments, &chains);
        }
    }

    /// The memory path of an argument, if a clone is needed for it.
    fn argument(&mut self, id: ExprId, space: &str, parameter: Parameter, clones: &mut Clones<'a, 'u>) -> Option<MemoryPath> {
        let path = self.path(id, &mut clones.names);
        let span = self.body.nodes[id].span;
        if path.is_none() && is_restricted(space) {
            let message = format!("cannot determine which variable in `{space}` this pointer refers to");
            clones.report(Diagnostic::error(&codes::POINTER_UNRESOLVED, message, span).label(span, ""));
        } else if path.is_none() && self.is_part_of_variable(id) {
            clones.report(pointer_to_part(space, span));
        }
        path.filter(|path| clones.is_removed(parameter) || !path.steps.is_empty())
    }

    /// Whether a pointer points to a part of a variable.
    fn is_part_of_variable(&self, id: ExprId) -> bool {
        match self.body.nodes[id].kind {
            ExpressionKind::Member { .. } | ExpressionKind::Index { .. } => true,
            ExpressionKind::Paren(inner) | ExpressionKind::Unary { operand: inner, .. } => self.is_part_of_variable(inner),
            ExpressionKind::Name(_) => match self.meanings.get(&self.body.nodes[id].span.start) {
                Some(NameMeaning::Local(declared)) => self.lets.get(declared).is_some_and(|known| self.is_part_of_variable(known.value)),
                _ => false,
            },
            _ => false,
        }
    }

    /// The memory path of a reference or pointer; `None` if its variable is not declared by the module.
    fn path(&mut self, id: ExprId, names: &mut Names<'a>) -> Option<MemoryPath> {
        match self.body.nodes[id].kind {
            ExpressionKind::Paren(inner) | ExpressionKind::Unary { op: UnaryOp::AddressOf | UnaryOp::Indirection, operand: inner } => {
                self.path(inner, names)
            }
            ExpressionKind::Member { base, name_start, .. } => {
                let mut path = self.path(base, names)?;
                let name = self.unit.text(Span { start: name_start, end: self.body.nodes[id].span.end });
                path.steps.push(PathStep::Member(name.to_owned()));
                Some(path)
            }
            ExpressionKind::Index { base, index } => {
                let mut path = self.path(base, names)?;
                path.steps.push(PathStep::Written(index));
                Some(path)
            }
            ExpressionKind::Name(_) => match *self.meanings.get(&self.body.nodes[id].span.start)? {
                NameMeaning::Declaration(root) => {
                    self.unit.checker.address_space(root)?;
                    Some(MemoryPath { root, steps: Vec::new() })
                }
                NameMeaning::Local(declared) => match self.bound.get(&declared) {
                    Some((path, _)) => Some(path.clone()),
                    None => self.let_chain(declared, names),
                },
                NameMeaning::Predeclared => None,
            },
            _ => None,
        }
    }

    /// The memory path of a `let`. Its indices were evaluated there, so they get their names there.
    fn let_chain(&mut self, declared: Span, names: &mut Names<'a>) -> Option<MemoryPath> {
        let known = self.lets.get(&declared)?;
        if let Some(path) = &known.path {
            return path.clone();
        }
        let (value, requested) = (known.value, format!("{}_index", self.unit.text(declared)));
        let mut path = self.path(value, names);
        for step in path.iter_mut().flat_map(|path| &mut path.steps) {
            if let PathStep::Written(index) = *step {
                let name = literal(self.unit, &self.body.nodes, index);
                *step = PathStep::Named(name.unwrap_or_else(|| names.fresh_local(&requested, &mut self.added_names)));
            }
        }
        self.lets.get_mut(&declared)?.path = Some(path.clone());
        path
    }

    /// Passes indices instead of pointers.
    fn replace_arguments(&mut self, arguments: &[ExprId], chains: &[Option<MemoryPath>]) {
        let mut texts = Vec::new();
        let spans: Vec<Span> = arguments.iter().map(|&argument| self.body.nodes[argument].span).collect();
        for path in chains {
            texts.push(path.as_ref().map(|path| {
                let indices: Vec<String> = path.indices().map(|step| self.index(step)).collect();
                indices.join(", ")
            }));
        }
        // Operands come first: changes inside an argument are in its text already.
        replace_items(&spans, texts, &mut self.changes);
    }

    /// An index as an argument of type `u32`.
    fn index(&self, step: &PathStep) -> String {
        match step {
            PathStep::Named(name) | PathStep::Member(name) => name.clone(),
            PathStep::Written(index) => self.index_text(*index),
        }
    }

    fn index_text(&self, index: ExprId) -> String {
        if let Some(number) = literal(self.unit, &self.body.nodes, index) {
            return number;
        }
        let text = self.changes.rendered(self.unit, self.body.nodes[index].span);
        let ty = self.unit.checker.type_name(self.typed, index).unwrap_or_default();
        let is_signed = ty == "i32" || ty.starts_with("ref<") && ty.split(", ").nth(1) == Some("i32");
        if is_signed { format!("{INDEX_TYPE}({text})") } else { text }
    }

    /// All changes. The `let`s whose indices were requested come last, because they move the changes of others.
    pub(super) fn into_changes(mut self) -> Changes {
        let named_lets = self.lets.values().filter_map(|known| Some((known.before, known.value, known.path.clone()??)));
        let mut named_lets: Vec<(Span, ExprId, MemoryPath)> = named_lets.collect();
        named_lets.sort_by_key(|&(_, value, _)| value);
        for (before, value, path) in named_lets {
            self.name_indices(before, value, &path);
        }
        self.changes
    }

    /// `let p = &a[i];` becomes `let p_index = i; let p = &a[p_index];`
    fn name_indices(&mut self, before: Span, value: ExprId, path: &MemoryPath) {
        let written = indices(self.body, value);
        let names: Vec<String> = path.indices().map(|step| self.index(step)).collect();
        // Other pointers in the path precede this one, so their indices have names already.
        let names = &names[names.len() - written.len()..];
        let is_named = |&(index, _): &(ExprId, &String)| literal(self.unit, &self.body.nodes, index).is_none();
        let named: Vec<(ExprId, &String)> = written.into_iter().zip(names).filter(is_named).collect();
        let indent = indent(self.unit, before);
        let mut lets = String::new();
        for &(index, name) in &named {
            let mut text = self.index_text(index);
            if self.unit.checker.type_name(self.typed, index).as_deref() == Some("abstract-int") {
                text = format!("{INDEX_TYPE}({text})");
            }
            lets.push_str(&format!("{}\n{indent}", name_value(self.unit.source.edition, name, INDEX_TYPE, &text)));
        }
        for (index, name) in named {
            self.changes.replace(self.body.nodes[index].span, name.clone());
        }
        if !lets.is_empty() {
            self.changes.put(before.before(), lets);
        }
    }

    fn is_draft(&self) -> bool {
        self.unit.source.edition == Edition::Draft2020
    }

    fn parent(&self, id: ExprId) -> Option<(ExprId, ExpressionKind)> {
        self.parents[id.index()].map(|parent| (parent, self.body.nodes[parent].kind))
    }
}

fn pointer_to_part(space: &str, span: Span) -> Diagnostic {
    let message = format!("argument points to a part of a variable in `{space}`, which some implementations reject");
    Diagnostic::warning(&codes::POINTER_UNRESOLVED, message, span)
        .label(span, "unchanged")
        .help("copy the part to a local variable, pass a pointer to that variable, and copy it back")
}

/// The index expressions of a memory path, in source order.
fn indices(body: &Body, id: ExprId) -> Vec<ExprId> {
    let (mut id, mut found) = (id, Vec::new());
    loop {
        id = match body.nodes[id].kind {
            ExpressionKind::Index { base, index } => {
                found.push(index);
                base
            }
            ExpressionKind::Member { base, .. } => base,
            ExpressionKind::Paren(inner) | ExpressionKind::Unary { operand: inner, .. } => inner,
            _ => break,
        };
    }
    found.reverse();
    found
}

/// The `let`s of a body, by the span of their names.
fn lets<'u>(unit: &Unit<'_>, body: &'u Body) -> impl Iterator<Item = (Span, Let)> + 'u {
    let kind = if unit.source.edition == Edition::Draft2020 { VariableKind::Const } else { VariableKind::Let };
    let heads = body.statements.iter().filter_map(|statement| match statement.kind {
        StatementKind::For { init: Some(init), .. } => Some((init, statement.span)),
        _ => None,
    });
    let heads: FxHashMap<StatementId, Span> = heads.collect();
    variables(body).filter_map(move |(id, variable)| {
        let value = variable.value.filter(|_| variable.kind == kind)?;
        let statement = body[id].span;
        let before = heads.get(&id).copied().unwrap_or(statement);
        Some((variable.name.span, Let { before, value, path: None }))
    })
}

/// The indentation of a statement.
fn indent(unit: &Unit<'_>, statement: Span) -> String {
    let before = unit.text(Span { start: unit.source.base, end: statement.start });
    let line = before.rsplit(is_line_break).next().unwrap_or_default();
    line.chars().take_while(|c| c.is_whitespace()).collect()
}

/// Replaces some items of a parenthesized list; empty items are removed with one comma.
fn replace_items(spans: &[Span], texts: Vec<Option<String>>, changes: &mut Changes) {
    // From here on, all items are removed.
    let remaining = texts.iter().rposition(|text| text.as_ref().is_none_or(|text| !text.is_empty())).map_or(0, |last| last + 1);
    for (index, text) in texts.into_iter().enumerate() {
        let span = match &text {
            None => continue,
            Some(text) if !text.is_empty() => spans[index],
            Some(_) if index < remaining => Span { start: spans[index].start, end: spans[index + 1].start },
            // The preceding comma is removed too.
            Some(_) => Span { start: if index == 0 { spans[0].start } else { spans[index - 1].end }, end: spans[index].end },
        };
        changes.replace(span, text.unwrap_or_default());
    }
}
