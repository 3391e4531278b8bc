//! Operands: the results of expressions, and the memory that they refer to.

use crate::constant::Value;
use crate::types::{Memory, TypeId};

/// The evaluation time of a value (WGSL, section 8.1): "const-expression", "override-expression", "runtime expression".
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum EvaluationTime {
    /// At shader creation.
    Const,
    /// At pipeline creation.
    Override,
    /// At run time.
    Runtime,
}

/// The result of an expression.
#[derive(Clone, Debug)]
pub(crate) struct Operand {
    /// The value; a sample of its type unless it is constant.
    pub(crate) value: Value,
    pub(crate) known: EvaluationTime,
    /// The memory that it refers to, if it is a reference. The value is the loaded one.
    pub(crate) place: Option<MemoryView>,
}

impl Operand {
    pub(crate) fn new(value: Value, known: EvaluationTime) -> Operand {
        Operand { value, known, place: None }
    }

    pub(crate) fn constant(value: Value) -> Operand {
        Operand::new(value, EvaluationTime::Const)
    }

    pub(crate) fn is_constant(&self) -> bool {
        self.known == EvaluationTime::Const
    }
}

/// The memory that a reference refers to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct MemoryView {
    pub(crate) memory: Memory,
    pub(crate) part: ViewPart,
}

/// The part of a variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ViewPart {
    /// The variable, a member or an element.
    Whole,
    /// A component of a vector, which pointers cannot point to.
    Component,
    /// Several components of a vector; with `twice`, one of them is repeated, so that it cannot be assigned to.
    Swizzle { twice: bool },
}

impl MemoryView {
    /// A part of this memory.
    pub(super) fn part(self, store: TypeId, part: ViewPart) -> MemoryView {
        MemoryView { memory: Memory { store, ..self.memory }, part }
    }
}
