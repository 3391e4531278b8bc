//! The scopes at a position of a file, as far as they declare names of constants.

use std::collections::{BTreeMap, BTreeSet};

/// The meaning of a name in a scope.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum NameInScope {
    /// It is another declaration.
    Hidden,
    /// It may be another declaration: the tokens do not tell.
    Unclear,
}

pub(super) type ScopeNames<'t> = BTreeMap<&'t str, NameInScope>;

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum ScopeKind {
    /// A namespace, with its qualified name; the global scope has an empty one.
    Namespace(String),
    /// A block or a list of values.
    Block,
    /// The body of a struct or a similar type, with its qualified name.
    TypeBody(String),
    /// The body of an enum; whether its enumerators are also names of the enclosing scope.
    EnumBody { is_unscoped: bool },
    /// The statement after the header of a loop, without braces, at a depth of parentheses; whether a `do` precedes its end.
    Statement { depth: usize, has_do: bool },
    /// A declaration after `template<…>`, at a depth of parentheses.
    Template { depth: usize },
}

impl ScopeKind {
    /// Whether braces delimit the scope.
    pub(super) fn has_braces(&self) -> bool {
        !matches!(self, ScopeKind::Statement { .. } | ScopeKind::Template { .. })
    }
}

pub(super) struct ShaderScope<'t> {
    pub(super) kind: ScopeKind,
    pub(super) names: ScopeNames<'t>,
    /// Variables of a loop.
    pub(super) loop_names: Vec<&'t str>,
}

/// The place of a declaration.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum DeclaredIn {
    /// The parameters of the body that follows.
    Pending,
    Scope(usize),
}

impl DeclaredIn {
    /// Whether it is outside the scopes from an index.
    fn is_outside(self, base: usize) -> bool {
        !matches!(self, DeclaredIn::Scope(index) if index >= base)
    }
}

/// The scopes, outermost first.
pub(super) struct ShaderScopes<'t> {
    stack: Vec<ShaderScope<'t>>,
    /// Names in parentheses, which belong to the body or statement that follows: parameters, and variables of loops.
    pending: ScopeNames<'t>,
    pending_loop: Vec<&'t str>,
    /// The names in each namespace that was left.
    namespaces: BTreeMap<String, ScopeNames<'t>>,
    conditions: Vec<Condition<'t>>,
    /// Whether the variables of a loop are in scope after it: before HLSL 2021 (DirectXShaderCompiler #4082).
    loop_variables_stay: bool,
    /// Whether scopes depend on conditions: no name is clear any more.
    pub(super) are_unclear: bool,
}

/// An `#if`.
struct Condition<'t> {
    /// The number of scopes before it.
    base: usize,
    /// The names that the current branch declares in outer scopes.
    branch: Vec<(DeclaredIn, &'t str)>,
    /// The names of all branches so far, and whether each of them declares it.
    names: BTreeMap<(DeclaredIn, &'t str), bool>,
    has_else: bool,
    is_first: bool,
    /// The number of scopes that the branches leave open.
    opened: usize,
    /// The number of outer scopes that the current branch closed, and that of the branches before.
    closed: usize,
    closed_before: usize,
    /// The names in the scopes that branches leave open.
    inside: Vec<&'t str>,
}

impl<'t> ShaderScopes<'t> {
    pub(super) fn new(namespaces: BTreeMap<String, ScopeNames<'t>>, loop_variables_stay: bool) -> ShaderScopes<'t> {
        let mut scopes = ShaderScopes {
            stack: Vec::new(),
            pending: BTreeMap::new(),
            pending_loop: Vec::new(),
            namespaces,
            conditions: Vec::new(),
            loop_variables_stay,
            are_unclear: false,
        };
        scopes.open(ScopeKind::Namespace(String::new()), BTreeMap::new());
        scopes
    }

    /// The names of all namespaces.
    pub(super) fn into_namespaces(mut self) -> BTreeMap<String, ScopeNames<'t>> {
        while self.stack.pop().is_some_and(|scope| {
            self.keep(scope);
            true
        }) {}
        self.namespaces
    }

    pub(super) fn open(&mut self, kind: ScopeKind, names: ScopeNames<'t>) {
        let mut names = names;
        if let ScopeKind::Namespace(name) = &kind {
            names.extend(self.namespaces.get(name).into_iter().flatten());
        }
        self.stack.push(ShaderScope { kind, names, loop_names: Vec::new() });
    }

    /// Opens a scope that contains the pending names.
    pub(super) fn open_pending(&mut self, kind: ScopeKind, names: ScopeNames<'t>) {
        let mut names = names;
        names.extend(std::mem::take(&mut self.pending));
        let loop_names = std::mem::take(&mut self.pending_loop);
        self.clear_pending();
        self.stack.push(ShaderScope { kind, names, loop_names });
    }

    pub(super) fn has_pending(&self) -> bool {
        !self.pending.is_empty()
    }

    pub(super) fn clear_pending(&mut self) {
        self.pending.clear();
        self.pending_loop.clear();
        for condition in &mut self.conditions {
            condition.branch.retain(|(place, _)| *place != DeclaredIn::Pending);
        }
    }

    /// Closes the innermost scope with braces, and those inside it. Returns its kind.
    pub(super) fn close_braces(&mut self) -> Option<ScopeKind> {
        let innermost = self.stack.iter().rposition(|scope| scope.kind.has_braces()).filter(|&position| position > 0)?;
        if let Some(condition) = self.conditions.last_mut().filter(|condition| innermost < condition.base) {
            condition.closed += 1;
            return None;
        }
        while self.stack.len() > innermost + 1 {
            self.close();
        }
        let kind = self.stack[innermost].kind.clone();
        self.close();
        Some(kind)
    }

    /// Closes the innermost scope.
    pub(super) fn close(&mut self) {
        let Some(scope) = self.stack.pop() else { return };
        let loop_names = scope.loop_names.clone();
        self.keep(scope);
        if self.loop_variables_stay {
            let inner = self.declaring();
            loop_names.into_iter().for_each(|name| _ = self.stack[inner].names.entry(name).or_insert(NameInScope::Hidden));
        }
    }

    /// Remembers the names of a namespace, which may be opened again. Those of a namespace under a condition are unclear.
    fn keep(&mut self, scope: ShaderScope<'t>) {
        let ScopeKind::Namespace(namespace) = scope.kind else { return };
        let is_conditional = self.conditions.last().is_some_and(|condition| self.stack.len() >= condition.base);
        let known = self.namespaces.entry(namespace).or_default();
        for (name, meaning) in scope.names {
            known.entry(name).or_insert(if is_conditional { NameInScope::Unclear } else { meaning });
        }
    }

    pub(super) fn innermost(&self) -> &ScopeKind {
        self.stack.last().map_or(&ScopeKind::Block, |scope| &scope.kind)
    }

    pub(super) fn innermost_mut(&mut self) -> Option<&mut ShaderScope<'t>> {
        self.stack.last_mut()
    }

    pub(super) fn len(&self) -> usize {
        self.stack.len()
    }

    /// The scopes, innermost first.
    pub(super) fn inward_out(&self) -> impl Iterator<Item = &ShaderScope<'t>> {
        self.stack.iter().rev()
    }

    /// The qualified name of the innermost namespace or type.
    pub(super) fn path(&self) -> &str {
        let path = self.stack.iter().rev().find_map(|scope| match &scope.kind {
            ScopeKind::Namespace(path) | ScopeKind::TypeBody(path) => Some(path.as_str()),
            _ => None,
        });
        path.unwrap_or("")
    }

    pub(super) fn pending_name(&self, name: &str) -> Option<NameInScope> {
        self.pending.get(name).copied()
    }

    /// The scope of declarations: the header of a template is not one.
    fn declaring(&self) -> usize {
        self.stack.iter().rposition(|scope| !matches!(scope.kind, ScopeKind::Template { .. })).unwrap_or(0)
    }

    /// Declares a name in the innermost scope.
    pub(super) fn declare(&mut self, name: &'t str, meaning: NameInScope) {
        let scope = self.declaring();
        self.declare_in(DeclaredIn::Scope(scope), name, meaning);
    }

    /// Declares an enumerator in the scope around its enum.
    pub(super) fn declare_outside(&mut self, name: &'t str, meaning: NameInScope) {
        let scope = self.declaring();
        let outer = self.stack[..scope].iter().rposition(|scope| !matches!(scope.kind, ScopeKind::Template { .. })).unwrap_or(0);
        self.declare_in(DeclaredIn::Scope(outer), name, meaning);
    }

    /// Declares a name in parentheses.
    pub(super) fn declare_pending(&mut self, name: &'t str, meaning: NameInScope, is_loop: bool) {
        if is_loop {
            self.pending_loop.push(name);
        }
        self.declare_in(DeclaredIn::Pending, name, meaning);
    }

    fn declare_in(&mut self, place: DeclaredIn, name: &'t str, meaning: NameInScope) {
        let meaning = if self.are_unclear { NameInScope::Unclear } else { meaning };
        let is_new = self.names_mut(place).insert(name, meaning).is_none();
        if let Some(condition) = self.conditions.last_mut().filter(|condition| is_new && place.is_outside(condition.base)) {
            condition.branch.push((place, name));
        }
    }

    fn names_mut(&mut self, place: DeclaredIn) -> &mut ScopeNames<'t> {
        match place {
            DeclaredIn::Pending => &mut self.pending,
            DeclaredIn::Scope(index) => &mut self.stack[index].names,
        }
    }

    pub(super) fn begin_condition(&mut self) {
        self.conditions.push(Condition {
            base: self.stack.len(),
            branch: Vec::new(),
            names: BTreeMap::new(),
            has_else: false,
            is_first: true,
            opened: 0,
            closed: 0,
            closed_before: 0,
            inside: Vec::new(),
        });
    }

    /// An `#elif` or `#else`.
    pub(super) fn next_branch(&mut self, is_else: bool) {
        self.end_branch();
        if let Some(condition) = self.conditions.last_mut() {
            condition.has_else |= is_else;
        }
    }

    /// Forgets what a branch declares in outer scopes, so that the next branch starts as it did.
    fn end_branch(&mut self) {
        let Some(mut condition) = self.conditions.pop() else { return };
        let mut opened = 0;
        while self.stack.len() > condition.base {
            opened += 1;
            if let Some(scope) = self.stack.pop() {
                condition.inside.extend(scope.names.keys());
                self.keep(scope);
            }
        }
        self.are_unclear |= !condition.is_first && (opened, condition.closed) != (condition.opened, condition.closed_before);
        (condition.opened, condition.closed_before, condition.closed) = (opened, condition.closed, 0);
        let branch: BTreeSet<_> = std::mem::take(&mut condition.branch).into_iter().collect();
        for (name, in_all) in &mut condition.names {
            *in_all &= branch.contains(name);
        }
        for (place, name) in branch {
            condition.names.entry((place, name)).or_insert(condition.is_first);
            self.names_mut(place).remove(name);
        }
        condition.is_first = false;
        self.conditions.push(condition);
    }

    /// An `#endif`: names that not all branches declare are unclear.
    pub(super) fn end_condition(&mut self) {
        self.end_branch();
        let Some(condition) = self.conditions.pop() else { return };
        self.are_unclear |= !condition.has_else && condition.opened + condition.closed_before > 0;
        for ((place, name), in_all) in condition.names {
            let is_clear = in_all && condition.has_else;
            self.declare_in(place, name, if is_clear { NameInScope::Hidden } else { NameInScope::Unclear });
        }
        if condition.has_else {
            (0..condition.closed_before).for_each(|_| _ = self.close_braces());
            (0..condition.opened).for_each(|_| self.open(ScopeKind::Block, BTreeMap::new()));
        }
        for name in condition.inside {
            self.declare(name, NameInScope::Unclear);
        }
    }
}
