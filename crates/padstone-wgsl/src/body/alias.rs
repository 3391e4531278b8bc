//! Alias analysis (WGSL, section 11.4.1): the pointer parameters of a function must not point to the same memory if it writes there, nor to
//! a variable of the module that it accesses directly, if either is written.

use padstone_diag::{Diagnostic, codes};
use padstone_source::Span;
use rustc_hash::FxHashMap;

use super::roots::{Root, Roots};
use crate::predeclared::{Entity, Predeclared, RuntimeFunction};
use crate::resolve::{BodyTypes, Resolver};
use crate::tree::{BlockId, Body, DeclarationKind, ExprId, ExpressionKind, StatementId, StatementKind, StatementPart, UnaryOp};

/// The maximum number of steps of the analysis. Shaders written by people need far fewer.
const STEPS: usize = 10_000_000;

/// The accesses to memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct MemoryAccess {
    reads: bool,
    writes: bool,
}

impl MemoryAccess {
    const READ: MemoryAccess = MemoryAccess { reads: true, writes: false };
    const WRITE: MemoryAccess = MemoryAccess { reads: false, writes: true };
    const BOTH: MemoryAccess = MemoryAccess { reads: true, writes: true };

    fn and(self, other: MemoryAccess) -> MemoryAccess {
        MemoryAccess { reads: self.reads || other.reads, writes: self.writes || other.writes }
    }

    fn is_any(self) -> bool {
        self.reads || self.writes
    }

    /// Whether memory with both accesses must not alias.
    fn clashes(self, other: MemoryAccess) -> bool {
        self.writes && other.is_any() || other.writes && self.is_any()
    }
}

/// The memory accesses of a function.
#[derive(Default)]
pub(super) struct MemoryAccesses {
    used: FxHashMap<Root, MemoryAccess>,
    calls: Vec<Call>,
}

/// A call of a function of the module, with the memory that its pointers point to.
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
    /// The memory accesses in the body of the current function.
    pub(super) fn memories(&self, body: &Body, found: &BodyTypes, parameters: usize) -> MemoryAccesses {
        let mut walk = AliasAnalysis { roots: Roots::new(self, body, found, parameters), memories: MemoryAccesses::default() };
        walk.block(body.root);
        walk.memories
    }

    /// Reports calls whose pointers alias. In `order`, functions come after their callees.
    pub(super) fn check_aliases(&mut self, functions: &[Option<MemoryAccesses>], order: &[usize]) {
        let mut parameters: Vec<Vec<MemoryAccess>> = vec![Vec::new(); functions.len()];
        for &index in order {
            let Some(memories) = &functions[index] else { continue };
            let mut used = memories.used.clone();
            for call in &memories.calls {
                for pointer in &call.pointers {
                    let access = parameters[call.callee as usize].get(pointer.parameter as usize).copied().unwrap_or_default();
                    let known = used.entry(pointer.root).or_default();
                    *known = known.and(access);
                }
            }
            let count = self.parameter_count(index);
            parameters[index] = (0..count).map(|number| used.get(&Root::Parameter(number)).copied().unwrap_or_default()).collect();
        }
        let mut globals = GlobalAccesses { functions, known: FxHashMap::default(), steps: STEPS, used: &parameters };
        for memories in functions.iter().flatten() {
            for call in &memories.calls {
                self.check_call(call, &parameters[call.callee as usize], &mut globals);
            }
        }
    }

    fn parameter_count(&self, index: usize) -> u32 {
        match self.tree.declarations[index].kind {
            DeclarationKind::Function(function) => function.parameters.len() as u32,
            _ => 0,
        }
    }

    fn check_call(&mut self, call: &Call, parameters: &[MemoryAccess], globals: &mut GlobalAccesses<'_>) {
        let access = |pointer: &Pointer| parameters.get(pointer.parameter as usize).copied().unwrap_or_default();
        for (index, pointer) in call.pointers.iter().enumerate() {
            let same = call.pointers[..index].iter().find(|other| other.root == pointer.root && access(other).clashes(access(pointer)));
            let callee = self.tree.declarations[call.callee as usize].name();
            let name = callee.map_or("", |name| self.text(name.symbol));
            if let Some(other) = same {
                let message = format!("pointer arguments of `{name}` alias memory that it writes");
                let found = Diagnostic::error(&codes::ARGUMENT_ALIAS, message, pointer.span)
                    .label(pointer.span, "aliasing argument")
                    .label(other.span, "aliases this argument");
                self.report(found.help("pass copies, or a single pointer"));
            } else if let Root::Global(global) = pointer.root
                && globals.access(call.callee, global).clashes(access(pointer))
            {
                let variable = self.tree.declarations[global as usize].name().map_or("", |name| self.text(name.symbol));
                let message =
                    format!("pointer argument aliases `{variable}`, which `{name}` also accesses; at least one access is a write");
                self.error_help(
                    &codes::ARGUMENT_ALIAS,
                    message,
                    pointer.span,
                    "remove the parameter, or access the variable only through it",
                );
            }
        }
    }
}

/// The accesses of functions to variables of the module, including those of their callees.
struct GlobalAccesses<'a> {
    functions: &'a [Option<MemoryAccesses>],
    used: &'a [Vec<MemoryAccess>],
    known: FxHashMap<(u32, u32), MemoryAccess>,
    steps: usize,
}

impl GlobalAccesses<'_> {
    fn access(&mut self, function: u32, global: u32) -> MemoryAccess {
        if let Some(&known) = self.known.get(&(function, global)) {
            return known;
        }
        let mut access = MemoryAccess::default();
        let mut seen = vec![false; self.functions.len()];
        let mut pending = vec![function];
        while let Some(position) = pending.pop() {
            if self.steps == 0 || std::mem::replace(&mut seen[position as usize], true) {
                continue;
            }
            self.steps -= 1;
            let Some(memories) = &self.functions[position as usize] else { continue };
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

/// Visits a body. Its depth is limited by the parser.
struct AliasAnalysis<'a, 'r> {
    roots: Roots<'a, 'r>,
    memories: MemoryAccesses,
}

impl AliasAnalysis<'_, '_> {
    fn block(&mut self, block: BlockId) {
        let body = self.roots.body;
        body[body[block].statements].iter().for_each(|&statement| self.statement(statement));
    }

    fn statement(&mut self, statement: StatementId) {
        let body = self.roots.body;
        match body[statement].kind {
            // A type is not a value.
            StatementKind::Variable(variable) => {
                variable.value.into_iter().for_each(|value| self.value(value));
                self.roots.declare(&variable);
            }
            StatementKind::Assign { left, op, right } => {
                if let Some(left) = left {
                    self.store(left, if op.is_some() { MemoryAccess::BOTH } else { MemoryAccess::WRITE });
                }
                self.value(right);
            }
            StatementKind::Increment(place) | StatementKind::Decrement(place) => self.store(place, MemoryAccess::BOTH),
            _ => body.parts(statement, &mut |part| match part {
                StatementPart::Expression(value) => self.value(value),
                StatementPart::Statement(inner) => self.statement(inner),
                StatementPart::Block(block) => self.block(block),
            }),
        }
    }

    /// An expression whose value is needed: memory is loaded.
    fn value(&mut self, id: ExprId) {
        if self.roots.is_place(id) {
            self.access(id, MemoryAccess::READ);
        }
        self.visit_operands(id);
    }

    fn store(&mut self, id: ExprId, access: MemoryAccess) {
        self.access(id, access);
        self.visit_operands(id);
    }

    fn access(&mut self, place: ExprId, access: MemoryAccess) {
        if let Some(root) = self.roots.root(place) {
            let known = self.memories.used.entry(root).or_default();
            *known = known.and(access);
        }
    }

    /// The operands of an expression, without the expression itself.
    fn visit_operands(&mut self, id: ExprId) {
        let nodes = &self.roots.body.nodes;
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
            ExpressionKind::Paren(inner) => self.visit_operands(inner),
            ExpressionKind::Unary { op: UnaryOp::AddressOf, operand } => self.visit_operands(operand),
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

    /// The base of a member or index expression: its memory is not read.
    fn base(&mut self, id: ExprId) {
        if self.roots.is_place(id) { self.visit_operands(id) } else { self.value(id) }
    }

    fn call(&mut self, callee: ExprId, arguments: &[ExprId]) {
        let nodes = &self.roots.body.nodes;
        match self.roots.callee(callee) {
            Some(Entity::Global(position))
                if matches!(self.roots.resolver.tree.declarations[position as usize].kind, DeclarationKind::Function(_)) =>
            {
                let pointers = arguments.iter().enumerate().filter_map(|(parameter, &argument)| {
                    let root = self.roots.pointer_root(argument)?;
                    Some(Pointer { parameter: parameter as u32, root, span: nodes[argument].span })
                });
                let pointers = pointers.collect();
                self.memories.calls.push(Call { callee: position, pointers });
            }
            Some(Entity::Predeclared(Predeclared::RuntimeFunction(function))) => {
                let Some(root) = arguments.first().and_then(|&pointer| self.roots.pointer_root(pointer)) else { return };
                let access = match function {
                    RuntimeFunction::AtomicLoad | RuntimeFunction::WorkgroupUniformLoad => MemoryAccess::READ,
                    RuntimeFunction::AtomicStore => MemoryAccess::WRITE,
                    function if function.name().starts_with("atomic") => MemoryAccess::BOTH,
                    _ => return,
                };
                let known = self.memories.used.entry(root).or_default();
                *known = known.and(access);
            }
            _ => {}
        }
    }
}
