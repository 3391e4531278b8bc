//! Alias analysis (WGSL, section 11.4.1): the pointers that a function gets may not lead to the same memory, if it writes
//! there; nor to a variable of the module that it uses itself, if either is written.

use padstone_diag::{Diagnostic, codes};
use padstone_source::Span;
use rustc_hash::FxHashMap;

use super::frame::{Found, LocalKind};
use crate::predeclared::{Entity, Predeclared, RuntimeFunction};
use crate::resolve::Resolver;
use crate::tree::{Body, CaseSelector, DeclarationKind, ExprId, ExpressionKind, Ident, StatementId, StatementKind, UnaryOp};
use crate::types::Type;

/// How many steps are made to find out which variables functions use. No shader that a person wrote needs as many.
const STEPS: usize = 10_000_000;

/// What memory is a part of.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Root {
    /// The variable of the module at that position.
    Global(u32),
    /// What the parameter of that number points to.
    Parameter(u32),
    /// A variable of the function.
    Local(u32),
}

/// How memory is used.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Access {
    reads: bool,
    writes: bool,
}

impl Access {
    const READ: Access = Access { reads: true, writes: false };
    const WRITE: Access = Access { reads: false, writes: true };
    const BOTH: Access = Access { reads: true, writes: true };

    fn and(self, other: Access) -> Access {
        Access { reads: self.reads || other.reads, writes: self.writes || other.writes }
    }

    fn is_any(self) -> bool {
        self.reads || self.writes
    }

    /// Whether memory that is used in both ways must not be the same.
    fn clashes(self, other: Access) -> bool {
        self.writes && other.is_any() || other.writes && self.is_any()
    }
}

/// What a function does with memory.
#[derive(Default)]
pub(super) struct Memories {
    used: FxHashMap<Root, Access>,
    calls: Vec<Call>,
}

/// A call of a function of the module, with what its pointers lead to.
struct Call {
    callee: u32,
    pointers: Vec<Pointer>,
}

struct Pointer {
    parameter: u32,
    root: Root,
    span: Span,
}

impl Resolver<'_> {
    /// What the function whose body has been read does with memory.
    pub(super) fn memories(&self, body: &Body, found: &Found, parameters: usize) -> Memories {
        let mut walk = Walk { resolver: self, body, found, parameters, roots: FxHashMap::default(), memories: Memories::default() };
        walk.statements(body[body[body.root].statements].iter().copied());
        walk.memories
    }

    /// Reports calls whose pointers lead to memory that is used in another way too. Functions do not call each other in a
    /// circle: that has been looked at.
    pub(super) fn check_aliases(&mut self, functions: &[Option<Memories>]) {
        let mut parameters: Vec<Vec<Access>> = vec![Vec::new(); functions.len()];
        for at in bottom_up(functions) {
            let Some(memories) = &functions[at] else { continue };
            let mut used = memories.used.clone();
            for call in &memories.calls {
                for pointer in &call.pointers {
                    let access = parameters[call.callee as usize].get(pointer.parameter as usize).copied().unwrap_or_default();
                    let known = used.entry(pointer.root).or_default();
                    *known = known.and(access);
                }
            }
            let count = self.parameter_count(at);
            parameters[at] = (0..count).map(|number| used.get(&Root::Parameter(number)).copied().unwrap_or_default()).collect();
        }
        let mut globals = Globals { functions, known: FxHashMap::default(), steps: STEPS, used: &parameters };
        for memories in functions.iter().flatten() {
            for call in &memories.calls {
                self.check_call(call, &parameters[call.callee as usize], &mut globals);
            }
        }
    }

    fn parameter_count(&self, at: usize) -> u32 {
        match self.tree.declarations[at].kind {
            DeclarationKind::Function(function) => function.parameters.len() as u32,
            _ => 0,
        }
    }

    fn check_call(&mut self, call: &Call, parameters: &[Access], globals: &mut Globals<'_>) {
        let access = |pointer: &Pointer| parameters.get(pointer.parameter as usize).copied().unwrap_or_default();
        for (at, pointer) in call.pointers.iter().enumerate() {
            let same = call.pointers[..at].iter().find(|other| other.root == pointer.root && access(other).clashes(access(pointer)));
            let callee = self.tree.declarations[call.callee as usize].name();
            let name = callee.map_or("", |name| self.text(name.symbol));
            if let Some(other) = same {
                let message = format!("two pointers lead to the same memory, and `{name}` writes there");
                let found = Diagnostic::error(&codes::ARGUMENT_ALIAS, message, pointer.span)
                    .label(pointer.span, "this one")
                    .label(other.span, "and this one");
                self.report(found.help("give the function copies, or one pointer"));
            } else if let Root::Global(global) = pointer.root
                && globals.access(call.callee, global).clashes(access(pointer))
            {
                let variable = self.tree.declarations[global as usize].name().map_or("", |name| self.text(name.symbol));
                let message = format!("this pointer leads to `{variable}`, which `{name}` uses too, and one of them is to write");
                self.error_help(&codes::ARGUMENT_ALIAS, message, pointer.span, "leave the parameter out, or use nothing but it");
            }
        }
    }
}

/// What functions do with variables of the module, themselves and in functions that they call.
struct Globals<'a> {
    functions: &'a [Option<Memories>],
    used: &'a [Vec<Access>],
    known: FxHashMap<(u32, u32), Access>,
    steps: usize,
}

impl Globals<'_> {
    fn access(&mut self, function: u32, global: u32) -> Access {
        if let Some(&known) = self.known.get(&(function, global)) {
            return known;
        }
        let mut access = Access::default();
        let mut seen = vec![false; self.functions.len()];
        let mut pending = vec![function];
        while let Some(at) = pending.pop() {
            if self.steps == 0 || std::mem::replace(&mut seen[at as usize], true) {
                continue;
            }
            self.steps -= 1;
            let Some(memories) = &self.functions[at as usize] else { continue };
            access = access.and(memories.used.get(&Root::Global(global)).copied().unwrap_or_default());
            for call in &memories.calls {
                for pointer in call.pointers.iter().filter(|pointer| pointer.root == Root::Global(global)) {
                    let through = self.used[call.callee as usize].get(pointer.parameter as usize);
                    access = access.and(through.copied().unwrap_or_default());
                }
                pending.push(call.callee);
            }
        }
        self.known.insert((function, global), access);
        access
    }
}

/// Functions, each behind those that it calls.
fn bottom_up(functions: &[Option<Memories>]) -> Vec<usize> {
    let mut order = Vec::with_capacity(functions.len());
    let mut seen = vec![false; functions.len()];
    for root in 0..functions.len() {
        let mut path = vec![(root, 0)];
        if std::mem::replace(&mut seen[root], true) {
            continue;
        }
        while let Some((at, next)) = path.last_mut() {
            let call = functions[*at].as_ref().and_then(|memories| memories.calls.get(*next));
            *next += 1;
            match call.map(|call| call.callee as usize) {
                Some(callee) if !std::mem::replace(&mut seen[callee], true) => path.push((callee, 0)),
                Some(_) => {}
                None => order.extend(path.pop().map(|(at, _)| at)),
            }
        }
    }
    order
}

/// Goes through a body. It nests no deeper than the parser lets it.
struct Walk<'a, 'r> {
    resolver: &'a Resolver<'r>,
    body: &'a Body,
    found: &'a Found,
    parameters: usize,
    /// What `let`s point to.
    roots: FxHashMap<u32, Root>,
    memories: Memories,
}

impl Walk<'_, '_> {
    fn statements(&mut self, statements: impl Iterator<Item = StatementId>) {
        statements.for_each(|statement| self.statement(statement));
    }

    fn block(&mut self, block: crate::tree::BlockId) {
        let body = self.body;
        self.statements(body[body[block].statements].iter().copied());
    }

    fn statement(&mut self, statement: StatementId) {
        let body = self.body;
        match body[statement].kind {
            StatementKind::Block(block) | StatementKind::Loop(block) | StatementKind::Continuing(block) => self.block(block),
            StatementKind::Variable(variable) => {
                let Some(value) = variable.value else { return };
                self.value(value);
                if let (Some(root), Some(local)) = (self.pointer_root(value), self.local_named(variable.name)) {
                    self.roots.insert(local, root);
                }
            }
            StatementKind::Assign { left, op, right } => {
                if let Some(left) = left {
                    self.store(left, if op.is_some() { Access::BOTH } else { Access::WRITE });
                }
                self.value(right);
            }
            StatementKind::Increment(place) | StatementKind::Decrement(place) => self.store(place, Access::BOTH),
            StatementKind::Call(value)
            | StatementKind::BreakIf(value)
            | StatementKind::ConstAssert(value)
            | StatementKind::Return(Some(value)) => self.value(value),
            StatementKind::If { clauses, otherwise } => {
                for clause in &body[clauses] {
                    self.value(clause.condition);
                    self.block(clause.block);
                }
                otherwise.into_iter().for_each(|block| self.block(block));
            }
            StatementKind::Switch { selector, clauses, .. } => {
                self.value(selector);
                for clause in &body[clauses] {
                    for selector in &body[clause.selectors] {
                        if let CaseSelector::Value(value) = *selector {
                            self.value(value);
                        }
                    }
                    self.block(clause.block);
                }
            }
            StatementKind::While { condition, body } => {
                self.value(condition);
                self.block(body);
            }
            StatementKind::For { init, condition, update, body } => {
                self.statements(init.into_iter());
                condition.into_iter().for_each(|condition| self.value(condition));
                self.block(body);
                self.statements(update.into_iter());
            }
            StatementKind::Break
            | StatementKind::Continue
            | StatementKind::Return(None)
            | StatementKind::Discard
            | StatementKind::Fallthrough
            | StatementKind::Error => {}
        }
    }

    /// Where a value is needed: memory that stands there is read.
    fn value(&mut self, id: ExprId) {
        if self.is_place(id) {
            self.access(id, Access::READ);
        }
        self.parts(id);
    }

    fn store(&mut self, id: ExprId, access: Access) {
        self.access(id, access);
        self.parts(id);
    }

    fn access(&mut self, place: ExprId, access: Access) {
        if let Some(root) = self.root(place) {
            let known = self.memories.used.entry(root).or_default();
            *known = known.and(access);
        }
    }

    /// What is evaluated on the way to an expression, itself left out.
    fn parts(&mut self, id: ExprId) {
        let nodes = &self.body.nodes;
        match nodes[id].kind {
            ExpressionKind::Call { callee, arguments } => {
                nodes[arguments].iter().for_each(|&argument| self.value(argument));
                self.call(callee, &nodes[arguments]);
            }
            ExpressionKind::Index { base, index } => {
                self.base(base);
                self.value(index);
            }
            ExpressionKind::Member { base, .. } => self.base(base),
            ExpressionKind::Paren(inner) => self.parts(inner),
            ExpressionKind::Unary { op: UnaryOp::AddressOf, operand } => self.parts(operand),
            ExpressionKind::Unary { operand, .. } => self.value(operand),
            ExpressionKind::Binary { left, right, .. } => {
                self.value(left);
                self.value(right);
            }
            ExpressionKind::Name(_)
            | ExpressionKind::Template { .. }
            | ExpressionKind::Attributed { .. }
            | ExpressionKind::Literal(_)
            | ExpressionKind::Error => {}
        }
    }

    /// What a part is taken of: memory is not read for that.
    fn base(&mut self, id: ExprId) {
        if self.is_place(id) { self.parts(id) } else { self.value(id) }
    }

    fn call(&mut self, callee: ExprId, arguments: &[ExprId]) {
        let nodes = &self.body.nodes;
        let name = match nodes[callee].kind {
            ExpressionKind::Template { name, .. } => name,
            _ => callee,
        };
        let ExpressionKind::Name(symbol) = nodes[name].kind else { return };
        match self.entity(Ident { symbol, span: nodes[name].span }) {
            Some(Entity::Global(at)) if matches!(self.resolver.tree.declarations[at as usize].kind, DeclarationKind::Function(_)) => {
                let pointers = arguments.iter().enumerate().filter_map(|(parameter, &argument)| {
                    let root = self.pointer_root(argument)?;
                    Some(Pointer { parameter: parameter as u32, root, span: nodes[argument].span })
                });
                let pointers = pointers.collect();
                self.memories.calls.push(Call { callee: at, pointers });
            }
            Some(Entity::Predeclared(Predeclared::RuntimeFunction(function))) => {
                let Some(root) = arguments.first().and_then(|&pointer| self.pointer_root(pointer)) else { return };
                let access = match function {
                    RuntimeFunction::AtomicLoad | RuntimeFunction::WorkgroupUniformLoad => Access::READ,
                    RuntimeFunction::AtomicStore => Access::WRITE,
                    function if function.name().starts_with("atomic") => Access::BOTH,
                    _ => return,
                };
                let known = self.memories.used.entry(root).or_default();
                *known = known.and(access);
            }
            _ => {}
        }
    }

    fn is_place(&self, id: ExprId) -> bool {
        self.found.types.get(id.index()).copied().flatten().is_some_and(|found| found.place.is_some())
    }

    /// What a pointer leads to.
    fn pointer_root(&self, id: ExprId) -> Option<Root> {
        let found = self.found.types.get(id.index()).copied().flatten()?;
        if matches!(self.resolver.types[found.ty], Type::Pointer(_)) { self.root(id) } else { None }
    }

    /// What the memory that an expression stands for, or points to, is a part of.
    fn root(&self, id: ExprId) -> Option<Root> {
        let nodes = &self.body.nodes;
        let mut id = id;
        loop {
            id = match nodes[id].kind {
                ExpressionKind::Name(symbol) => return self.root_of_name(Ident { symbol, span: nodes[id].span }),
                ExpressionKind::Paren(inner)
                | ExpressionKind::Member { base: inner, .. }
                | ExpressionKind::Index { base: inner, .. }
                | ExpressionKind::Unary { operand: inner, .. } => inner,
                // `bufferView<T>(&buffer, 0)`
                ExpressionKind::Call { arguments, .. } => *nodes[arguments].first()?,
                _ => return None,
            };
        }
    }

    fn root_of_name(&self, name: Ident) -> Option<Root> {
        match self.entity(name)? {
            Entity::Global(at) => Some(Root::Global(at)),
            Entity::Local(at) => match self.found.locals[at as usize].kind {
                LocalKind::Variable(_) => Some(Root::Local(at)),
                LocalKind::Value(_) if (at as usize) < self.parameters => Some(Root::Parameter(at)),
                LocalKind::Value(_) => self.roots.get(&at).copied(),
                LocalKind::Failed | LocalKind::Const(_) => None,
            },
            Entity::Predeclared(_) => None,
        }
    }

    /// What a name of the body stands for: names are in the order of the text.
    fn entity(&self, name: Ident) -> Option<Entity> {
        let uses = &self.found.uses;
        let at = uses.binary_search_by_key(&name.span.start, |(used, _)| used.span.start).ok()?;
        Some(uses[at].1)
    }

    fn local_named(&self, name: Ident) -> Option<u32> {
        let at = self.found.locals.binary_search_by_key(&name.span.start, |local| local.name.span.start).ok()?;
        Some(at as u32)
    }
}
