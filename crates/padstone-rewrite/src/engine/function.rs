//! Rewrites one function: finds its accesses to memory whose storage changes, and replaces them.

use std::collections::BTreeMap;

use padstone_model::StructId;
use padstone_source::Span;
use padstone_wgsl::body::{Implicit, NameMeaning, TypedBody};
use padstone_wgsl::tree::{Body, ExprId, ExpressionKind, Statement, UnaryOp};
use rustc_hash::{FxHashMap, FxHashSet};

use super::cursor::{ChainRoot, ChainStep, Duplicability, Index, MemoryCursor, MemoryPosition, VectorPart};
use super::load::LoadedValue;
use super::obstacles::Obstacle;
use super::roles::{ExpressionUse, heads, roles};
use super::stored_argument::StoredArgument;
use super::{Engine, RewriteBlocked};

/// A function that is being rewritten.
pub(crate) struct FunctionRewrite<'f> {
    /// The position of its declaration.
    pub(super) declaration: usize,
    pub(crate) body: &'f Body,
    pub(crate) typed: &'f TypedBody,
    /// The meanings of the names in the body, by position.
    meanings: FxHashMap<u32, NameMeaning>,
    members: FxHashMap<ExprId, (StructId, usize)>,
    parents: Vec<Option<ExprId>>,
    roles: FxHashMap<ExprId, ExpressionUse>,
    /// The starts of the statements in loop headers.
    heads: FxHashSet<u32>,
    /// In 2020, the expressions with an implicit `&` or `*`.
    implicit: FxHashMap<Span, Implicit>,
    pub(crate) cursors: Vec<Option<MemoryCursor>>,
    /// Arguments for a variant of the called function.
    pub(super) passed: FxHashMap<ExprId, StoredArgument>,
    /// The functions that it still calls.
    pub(super) calls: Vec<usize>,
    /// New names of locals, by the position of the declaration.
    renamed: FxHashMap<u32, String>,
    loaded: FxHashMap<ExprId, LoadedValue>,
    /// The memory that local names refer or point to, by the position of their declaration.
    locals: FxHashMap<u32, MemoryCursor>,
    /// New text, by the start of the replaced text.
    edits: BTreeMap<u32, (Span, String)>,
}

impl<'f> FunctionRewrite<'f> {
    pub(crate) fn new(declaration: usize, body: &'f Body, typed: &'f TypedBody) -> Self {
        let count = body.nodes.expressions.len();
        let mut parents = vec![None; count];
        for (position, parent) in parents_of(body) {
            parents[position.index()] = Some(parent);
        }
        FunctionRewrite {
            declaration,
            body,
            typed,
            meanings: typed.uses().map(|(name, meaning)| (name.span.start, meaning)).collect(),
            members: typed.members().map(|(id, owner, position)| (id, (owner, position))).collect(),
            parents,
            roles: roles(body),
            heads: heads(body),
            implicit: typed.implicit().collect(),
            cursors: vec![None; count],
            passed: FxHashMap::default(),
            calls: Vec::new(),
            renamed: FxHashMap::default(),
            loaded: FxHashMap::default(),
            locals: FxHashMap::default(),
            edits: BTreeMap::new(),
        }
    }

    /// Binds a local name to memory whose storage changes.
    pub(crate) fn bind_cursor(&mut self, name: Span, cursor: MemoryCursor) {
        self.locals.insert(name.start, cursor);
    }

    /// The initial memory of a local name.
    pub(super) fn root(&self, declared: u32) -> Option<&MemoryCursor> {
        self.locals.get(&declared)
    }

    /// Renames a local.
    pub(super) fn rename(&mut self, name: Span, new: &str) {
        self.renamed.insert(name.start, new.to_owned());
        self.replace(name, new.to_owned());
    }

    /// The current name of a local.
    pub(super) fn name_of(&self, engine: &Engine<'_, '_>, declared: Span) -> String {
        self.renamed.get(&declared.start).cloned().unwrap_or_else(|| engine.unit.text(declared).to_owned())
    }

    /// The function of the module that a call refers to, if it is one.
    pub(super) fn called(&self, engine: &Engine<'_, '_>, callee: ExprId) -> Option<usize> {
        match self.meanings.get(&self.body.nodes[callee].span.start) {
            Some(&NameMeaning::Declaration(position)) if engine.is_function(position) => Some(position),
            _ => None,
        }
    }

    /// Whether a callee is built-in.
    pub(super) fn is_predeclared(&self, callee: ExprId) -> bool {
        self.meanings.get(&self.body.nodes[callee].span.start) == Some(&NameMeaning::Predeclared)
    }

    /// The parent of an expression.
    pub(super) fn parent(&self, id: ExprId) -> Option<ExprId> {
        self.parents[id.index()]
    }

    /// Whether a statement is in a loop header, where no other statement can be inserted.
    pub(crate) fn is_in_head(&self, statement: &Statement) -> bool {
        self.heads.contains(&statement.span.start)
    }

    /// Whether a name refers to a local.
    pub(crate) fn is_local(&self, name: ExprId) -> bool {
        matches!(self.meanings.get(&self.body.nodes[name].span.start), Some(NameMeaning::Local(_)))
    }

    pub(crate) fn take_edits(&mut self) -> Vec<(Span, String)> {
        std::mem::take(&mut self.edits).into_values().collect()
    }

    /// Replaces text, including replacements inside it.
    pub(crate) fn replace(&mut self, span: Span, text: String) {
        let inside: Vec<u32> = self.edits.range(span.start..span.end).map(|(&start, _)| start).collect();
        for start in inside {
            self.edits.remove(&start);
        }
        self.edits.insert(span.start, (span, text));
    }

    /// Inserts lines before a statement.
    pub(super) fn precede(&mut self, statement: Span, lines: String) {
        self.edits.insert(statement.start, (statement.before(), lines));
    }

    /// The new text of a span.
    pub(crate) fn text(&self, engine: &Engine<'_, '_>, span: Span) -> String {
        let mut text = String::new();
        let mut done = span.start;
        for (old, new) in self.edits.range(span.start..span.end).map(|(_, edit)| edit) {
            text.push_str(engine.unit.text(Span { start: done, end: old.start }));
            text.push_str(new);
            done = old.end;
        }
        text.push_str(engine.unit.text(Span { start: done, end: span.end }));
        text
    }
}

/// The parent of each expression.
fn parents_of(body: &Body) -> impl Iterator<Item = (ExprId, ExprId)> + '_ {
    body.nodes.ids().flat_map(|parent| body.nodes.parts(parent).map(move |part| (part, parent)))
}

impl Engine<'_, '_> {
    /// Computes the memory of expressions, operands first, and replaces those that are read.
    pub(crate) fn expressions(&mut self, function: &mut FunctionRewrite<'_>) -> Result<(), Obstacle> {
        for id in function.body.nodes.ids() {
            let cursor = self.cursor(function, id).map_err(|RewriteBlocked| self.obstacle(function, id))?;
            function.cursors[id.index()] = cursor.map(|cursor| match function.implicit.get(&function.body.nodes[id].span) {
                Some(implicit) => MemoryCursor { pointer: *implicit == Implicit::AddressOf, ..cursor },
                None => cursor,
            });
            if function.cursors[id.index()].is_some() && !is_step(function, id) {
                self.top(function, id).map_err(|RewriteBlocked| self.obstacle(function, id))?;
            }
            self.join_swizzles(function, id);
            self.call(function, id)?;
        }
        Ok(())
    }

    /// The obstacle at a position.
    pub(crate) fn obstacle(&self, function: &FunctionRewrite<'_>, id: ExprId) -> Obstacle {
        let mut base = id;
        while let Some(part) = function.body.nodes.parts(base).next() {
            base = part;
        }
        let root = function.cursors[base.index()].as_ref().map(|cursor| cursor.root);
        let is_pointer = function.cursors[id.index()].as_ref().is_some_and(|cursor| cursor.pointer);
        let is_argument = |parent: ExprId| matches!(function.body.nodes[parent].kind, ExpressionKind::Call { .. });
        Obstacle {
            span: function.body.nodes[id].span,
            variable: root,
            is_argument: is_pointer && function.parents[id.index()].is_some_and(is_argument),
        }
    }

    fn cursor(&self, function: &FunctionRewrite<'_>, id: ExprId) -> Result<Option<MemoryCursor>, RewriteBlocked> {
        let nodes = &function.body.nodes;
        let cursor_of = |part: ExprId| function.cursors[part.index()].as_ref();
        Ok(match nodes[id].kind {
            ExpressionKind::Name(_) => match function.meanings.get(&nodes[id].span.start) {
                Some(&NameMeaning::Declaration(position)) if self.variables.contains(&position) => self.unit.content(position).map(|ty| {
                    let name = self.unit.text(nodes[id].span).to_owned();
                    self.start(name, ty, ChainRoot::Variable(position))
                }),
                Some(NameMeaning::Local(declared)) => function.locals.get(&declared.start).cloned(),
                _ => None,
            },
            ExpressionKind::Paren(inner) => cursor_of(inner).filter(|_| is_step(function, inner)).cloned(),
            ExpressionKind::Unary { op: UnaryOp::AddressOf, operand } => {
                cursor_of(operand).map(|cursor| MemoryCursor { pointer: true, ..cursor.clone() })
            }
            ExpressionKind::Unary { op: UnaryOp::Indirection, operand } => {
                cursor_of(operand).map(|cursor| MemoryCursor { pointer: false, ..cursor.clone() })
            }
            ExpressionKind::Member { base, name, .. } => match (cursor_of(base), function.members.get(&id)) {
                (None, _) => None,
                (Some(cursor), Some(&(cursor_of, position))) => Some(self.step(cursor, ChainStep::Member(cursor_of, position))?),
                (Some(cursor), None) => {
                    let letters = self.unit.names.resolve(name);
                    let component = |letter| "xyzw".find(letter).or_else(|| "rgba".find(letter)).map(|position| position as u8);
                    let components = letters.chars().map(component).collect::<Option<Vec<u8>>>().ok_or(RewriteBlocked)?;
                    let stepped = self.step(cursor, ChainStep::Swizzle(components))?;
                    // The source's letters of a component are preserved.
                    Some(if cursor.position == MemoryPosition::Whole {
                        MemoryCursor { text: format!("{}.{letters}", cursor.text), ..stepped }
                    } else {
                        stepped
                    })
                }
            },
            ExpressionKind::Index { base, index } => match cursor_of(base) {
                None => None,
                Some(cursor) => {
                    let index = self.written_index(function, index);
                    Some(self.step(cursor, ChainStep::Index(index))?)
                }
            },
            _ => None,
        })
    }

    fn written_index(&self, function: &FunctionRewrite<'_>, id: ExprId) -> Index {
        Index {
            text: function.text(self, function.body.nodes[id].span),
            constant: function.typed.integer(id).and_then(|value| u64::try_from(value).ok()),
            unsigned: self.unit.checker.value_type_name(function.typed, id).as_deref() == Some("u32"),
            repeats: self.repeats(function, id),
        }
    }

    /// The scope in which an expression may be repeated with the same value: none if it has side effects, and only nearby if it reads a variable.
    pub(crate) fn repeats(&self, function: &FunctionRewrite<'_>, id: ExprId) -> Duplicability {
        let mut repeats = if function.typed.integer(id).is_some() { Duplicability::Always } else { Duplicability::Nearby };
        let mut pending = vec![id];
        while let Some(id) = pending.pop() {
            if function.typed.is_reference(id) {
                let is_local = matches!(function.body.nodes[id].kind, ExpressionKind::Name(_)) && function.is_local(id);
                repeats = repeats.min(if is_local { Duplicability::InStores } else { Duplicability::Here });
            }
            if let ExpressionKind::Call { callee, .. } = function.body.nodes[id].kind
                && self.may_act(function, callee)
            {
                return Duplicability::Never;
            }
            pending.extend(function.body.nodes.parts(id));
        }
        repeats
    }

    /// Whether a callee may have side effects, or return different values.
    fn may_act(&self, function: &FunctionRewrite<'_>, callee: ExprId) -> bool {
        let nodes = &function.body.nodes;
        let name = if let ExpressionKind::Template { name, .. } = nodes[callee].kind { name } else { callee };
        match function.meanings.get(&nodes[name].span.start) {
            Some(&NameMeaning::Declaration(position)) => self.is_function(position),
            Some(NameMeaning::Predeclared) => {
                const ACTING: [&str; 5] = ["atomic", "workgroup", "subgroup", "quad", "texture"];
                let text = self.unit.text(nodes[name].span);
                ACTING.iter().any(|start| text.starts_with(start))
            }
            _ => true,
        }
    }

    /// Handles the end of a chain, depending on the use of its memory.
    fn top(&mut self, function: &mut FunctionRewrite<'_>, id: ExprId) -> Result<(), RewriteBlocked> {
        let Some(cursor) = function.cursors[id.index()].clone() else { return Ok(()) };
        if let Some(passed) = self.passed(function, id, &cursor) {
            function.passed.insert(id, passed);
            return Ok(());
        }
        self.use_of(function, id, &cursor)
    }

    /// Handles a use other than an argument that is passed as stored.
    pub(super) fn use_of(&mut self, function: &mut FunctionRewrite<'_>, id: ExprId, cursor: &MemoryCursor) -> Result<(), RewriteBlocked> {
        let span = function.body.nodes[id].span;
        let role = function.roles.get(&id).copied();
        if cursor.pointer {
            return match role {
                Some(ExpressionUse::Let(statement)) => self.pointer(function, cursor, statement),
                _ if self.is_length(function, id) && cursor.position == MemoryPosition::Whole => {
                    if !cursor.same {
                        function.replace(span, self.pointer_text(&cursor.text));
                    }
                    Ok(())
                }
                // `_ = &u.light;` only uses the variable, so the innermost remaining struct is enough.
                Some(ExpressionUse::Unused) => {
                    if !cursor.same {
                        function.replace(span, self.pointer_text(&cursor.text));
                    }
                    Ok(())
                }
                _ => self.pass_pointer(function, cursor, span),
            };
        }
        if role == Some(ExpressionUse::Target) {
            return Ok(());
        }
        if cursor.same && cursor.part == VectorPart::Whole && !self.is_stored_anew(cursor) {
            return Ok(());
        }
        // An unused value is read only to use the variable: its first scalar is enough.
        let first = if role == Some(ExpressionUse::Unused) { Some(self.first_number(cursor)?) } else { None };
        let loaded = self.load(first.as_ref().unwrap_or(cursor))?;
        function.replace(span, loaded.clone().into_text());
        function.loaded.insert(id, loaded);
        Ok(())
    }

    /// The first scalar or vector of memory whose storage changes.
    fn first_number(&self, cursor: &MemoryCursor) -> Result<MemoryCursor, RewriteBlocked> {
        let mut first = cursor.clone();
        while first.vector().is_none()
            && first.part == VectorPart::Whole
            && (first.position != MemoryPosition::Whole || self.is_stored_anew(&first))
        {
            first = self.step(&first, self.first_part(first.ty)?)?;
        }
        Ok(first)
    }

    /// Merges accesses: `vec2<f32>(u.abc.z, u.abc.w)` is `u.abc.zw`.
    fn join_swizzles(&mut self, function: &mut FunctionRewrite<'_>, id: ExprId) {
        let nodes = &function.body.nodes;
        let ExpressionKind::Call { callee, arguments } = nodes[id].kind else { return };
        let is_vector = function.is_predeclared(callee) && self.unit.text(nodes[callee].span).starts_with("vec");
        if !is_vector || nodes[arguments].len() < 2 {
            return;
        }
        let mut joined: Option<(&str, Vec<u8>, _)> = None;
        for argument in &nodes[arguments] {
            let Some(LoadedValue::Lanes { vector, lanes, scalar }) = function.loaded.get(argument) else { return };
            match &mut joined {
                None => joined = Some((vector, lanes.clone(), *scalar)),
                Some((first, all, _)) if first == vector => all.extend(lanes),
                _ => return,
            }
            let is_repeatable = function.cursors[argument.index()].as_ref().is_some_and(|cursor| cursor.repeats() >= Duplicability::Here);
            if !is_repeatable {
                return;
            }
        }
        let Some((vector, lanes, scalar)) = joined else { return };
        let requested = super::types::vector_name(scalar, lanes.len() as u8);
        let has_requested_type = self.unit.checker.value_type_name(function.typed, id).is_some_and(|name| name == requested);
        if has_requested_type && (2..=4).contains(&lanes.len()) {
            let loaded = LoadedValue::Lanes { vector: vector.to_owned(), lanes, scalar };
            function.replace(nodes[id].span, loaded.clone().into_text());
            function.loaded.insert(id, loaded);
        }
    }
}

/// Whether the chain continues. It ends at parentheses whose value is read, because the rewriter preserves these.
fn is_step(function: &FunctionRewrite<'_>, id: ExprId) -> bool {
    let Some(parent) = function.parents[id.index()] else { return false };
    match function.body.nodes[parent].kind {
        ExpressionKind::Paren(_) => {
            let is_pointer = function.cursors[id.index()].as_ref().is_some_and(|cursor| cursor.pointer);
            is_pointer
                || is_step(function, parent)
                || function.roles.contains_key(&parent)
                || function.implicit.contains_key(&function.body.nodes[parent].span)
        }
        ExpressionKind::Member { .. } | ExpressionKind::Unary { op: UnaryOp::AddressOf | UnaryOp::Indirection, .. } => true,
        ExpressionKind::Index { base, .. } => base == id,
        _ => false,
    }
}
