//! The function whose body is being checked: its local names, and the results so far.

use padstone_diag::{Diagnostic, codes};
use padstone_model::{Stage, StructId};
use padstone_source::{Span, Symbol};
use std::ops::Range;

use super::{EvaluationTime, MemoryView, Operand, Resolver};
use crate::constant::Value;
use crate::predeclared::Entity;
use crate::scalar::Number;
use crate::tree::{Body, ExprId, Ident};
use crate::types::{AccessMode, AddressSpace, Memory, Texture, Type, TypeId};

/// The state of checking a body.
pub(crate) struct Frame<'a> {
    pub(crate) body: &'a Body,
    pub(crate) result: Option<TypeId>,
    pub(crate) found: BodyTypes,
    pub(crate) levels: Vec<EnclosingStatement>,
    /// Locals that a `continue` may have skipped, in a `continuing` block.
    pub(crate) bypassed: Range<u32>,
    /// The meanings that local names hide, innermost last.
    hidden: Vec<(Symbol, Option<Entity>)>,
    depth: u32,
}

/// The results of checking a body.
#[derive(Default)]
pub(crate) struct BodyTypes {
    /// By expression.
    pub(crate) types: Vec<Option<ExpressionType>>,
    pub(crate) uses: Vec<(Ident, Entity)>,
    pub(crate) members: Vec<(ExprId, StructId, usize)>,
    pub(crate) locals: Vec<Local>,
    /// The declarations of the callees.
    pub(crate) calls: Vec<u32>,
    pub(crate) limits: Vec<StageRestriction>,
    /// Implicit `&` and `*`.
    pub(crate) implicit: Vec<(Span, Implicit)>,
}

/// An operation that only some stages may perform.
pub(crate) struct StageRestriction {
    pub(crate) operation: String,
    pub(crate) stages: &'static [Stage],
    pub(crate) span: Span,
}

/// Type, memory and evaluation time of an expression.
#[derive(Clone, Copy)]
pub(crate) struct ExpressionType {
    pub(crate) ty: TypeId,
    pub(crate) place: Option<MemoryView>,
    pub(crate) known: EvaluationTime,
    /// The value, if it is a constant integer.
    pub(crate) integer: Option<i128>,
}

/// A local name.
pub(crate) struct Local {
    pub(crate) name: Ident,
    pub(crate) kind: LocalKind,
    depth: u32,
}

/// The meaning of a local name.
pub(crate) enum LocalKind {
    /// The expression has an error, which has been reported.
    Failed,
    Const(Value),
    /// A `let` or a parameter.
    Value(TypeId),
    Variable(Memory),
}

/// The enclosing statement.
#[derive(Clone, Copy, Debug)]
pub(crate) enum EnclosingStatement {
    /// A loop, with the number of locals at its first `continue`.
    Loop(Option<u32>),
    Switch,
    Continuing,
}

/// An operator that is implicit in the draft of 2020, and explicit in today's WGSL.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Implicit {
    /// `&`: memory where a pointer is needed.
    AddressOf,
    /// `*`: a pointer where memory or a value is needed.
    Indirection,
}

impl<'a> Frame<'a> {
    pub(crate) fn new(body: &'a Body, result: Option<TypeId>) -> Self {
        let found = BodyTypes { types: vec![None; body.nodes.expressions.len()], ..BodyTypes::default() };
        Frame { body, result, found, levels: Vec::new(), bypassed: 0..0, hidden: Vec::new(), depth: 0 }
    }
}

impl<'a> Resolver<'a> {
    /// The current function; only called while there is one.
    pub(crate) fn frame(&mut self) -> &mut Frame<'a> {
        self.frame.as_mut().expect("a body is being checked")
    }

    /// Runs `inside` in a new scope.
    pub(crate) fn scoped<T>(&mut self, inside: impl FnOnce(&mut Self) -> T) -> T {
        let frame = self.frame();
        frame.depth += 1;
        let outer = frame.hidden.len();
        let result = inside(self);
        self.frame().depth -= 1;
        self.leave(outer);
        result
    }

    /// Restores the meanings that the locals from `outer` on hide.
    pub(crate) fn leave(&mut self, outer: usize) {
        let hidden = self.frame().hidden.split_off(outer);
        for (name, before) in hidden.into_iter().rev() {
            self.scope.bind(name, before);
        }
    }

    /// Binds a name to a local from here on.
    pub(crate) fn declare_local(&mut self, name: Ident, kind: LocalKind) {
        if name.symbol.is_empty() {
            return;
        }
        let frame = self.frame();
        let (depth, number) = (frame.depth, frame.found.locals.len() as u32);
        frame.found.locals.push(Local { name, kind, depth });
        let before = self.scope.bind(name.symbol, Some(Entity::Local(number)));
        self.frame().hidden.push((name.symbol, before));
        let Some(Entity::Local(before)) = before else { return };
        let earlier = &self.frame().found.locals[before as usize];
        if earlier.depth == depth {
            let first = earlier.name.span;
            let message = format!("redeclaration of `{}` in one scope", self.text(name.symbol));
            self.report(
                Diagnostic::error(&codes::NAME_TAKEN, message, name.span)
                    .label(name.span, "redeclared here")
                    .label(first, "first declared here"),
            );
        }
    }

    /// The operand of a local at its use.
    pub(crate) fn local(&mut self, position: u32) -> Option<Operand> {
        match &self.frame().found.locals[position as usize].kind {
            LocalKind::Failed => None,
            LocalKind::Const(value) => Some(Operand::constant(value.clone())),
            &LocalKind::Value(ty) => Some(Operand::new(Value::sample(&self.types, ty), EvaluationTime::Runtime)),
            &LocalKind::Variable(memory) => Some(self.memory(memory)),
        }
    }

    /// The meaning of a name. Names in a body are recorded.
    pub(crate) fn lookup(&mut self, name: Ident) -> Option<Entity> {
        let entity = self.scope.lookup(name.symbol)?;
        if let Some(frame) = &mut self.frame {
            frame.found.uses.push((name, entity));
            if let Entity::Local(position) = entity
                && frame.bypassed.contains(&position)
            {
                self.report_bypassed(name, position);
            }
        }
        Some(entity)
    }

    fn report_bypassed(&mut self, name: Ident, position: u32) {
        let declared = self.frame().found.locals[position as usize].name.span;
        let message = format!("a `continue` skips the declaration of `{}`", self.text(name.symbol));
        let found = Diagnostic::error(&codes::JUMP, message, name.span).label(name.span, "used here").label(declared, "declared here");
        self.report(found.help("declare it before the `continue`"));
    }

    /// Records a use of a variable that only some stages may access (section 7.3).
    pub(crate) fn limit_variable(&mut self, name: Ident, memory: Memory) {
        const WRITES: &[Stage] = &[Stage::Fragment, Stage::Compute];
        let (operation, stages): (_, &[Stage]) = match (memory.space, memory.access, self.types[memory.store]) {
            (AddressSpace::Workgroup, ..) => ("a variable in `workgroup`", &[Stage::Compute]),
            (AddressSpace::Storage, AccessMode::ReadWrite, _) => ("a variable in `storage, read_write`", WRITES),
            (_, _, Type::Texture(Texture::Storage(.., AccessMode::Write | AccessMode::ReadWrite))) => ("a writable texture", WRITES),
            _ => return,
        };
        self.frame().found.limits.push(StageRestriction { operation: operation.to_owned(), stages, span: name.span });
    }

    /// Records the type of an expression.
    pub(crate) fn note(&mut self, id: ExprId, operand: &Operand) {
        if let Some(frame) = &mut self.frame {
            let ty = operand.value.ty();
            let integer = operand.value.as_number().filter(|_| operand.is_constant()).and_then(Number::as_integer);
            frame.found.types[id.index()] = Some(ExpressionType { ty, place: operand.place, known: operand.known, integer });
        }
    }

    /// Records an implicit `&` or `*`, as in 2020.
    pub(crate) fn note_implicit(&mut self, span: Span, implicit: Implicit) {
        if let Some(frame) = &mut self.frame {
            frame.found.implicit.push((span, implicit));
        }
    }

    /// Records the struct member that an expression names.
    pub(crate) fn note_member(&mut self, id: ExprId, owner: StructId, position: usize) {
        if let Some(frame) = &mut self.frame {
            frame.found.members.push((id, owner, position));
        }
    }
}
