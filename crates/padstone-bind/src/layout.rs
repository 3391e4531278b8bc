//! What types take: inert data, each type once for each set of rules.

use padstone_model::{Field, Module, SignatureId, Stage, StructId, TypeId};
use padstone_source::Symbol;

use crate::layout_unit::{LayoutUnit, UnitOffsets, Usage};

/// A handle to a [`TypeLayout`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct LayoutId(u32);

impl LayoutId {
    pub(crate) fn new(index: usize) -> Option<LayoutId> {
        u32::try_from(index).ok().map(LayoutId)
    }

    /// Its position among all.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// What a type takes in one place, and how that is distributed in it.
#[derive(Clone, Debug)]
pub struct TypeLayout {
    /// The type; `None` for the buffer of a scope.
    pub ty: Option<TypeId>,
    /// What it takes.
    pub usage: Usage,
    /// The alignment of its bytes.
    pub align: u64,
    /// What is inside.
    pub shape: Shape,
}

impl TypeLayout {
    /// Bytes from one of these to the next where they are consecutive, as in a structured buffer: its size rounded up to its
    /// alignment. `None` if it has no bytes, or no end.
    pub fn stride(&self) -> Option<u64> {
        self.usage.get(LayoutUnit::Uniform)?.finite()?.checked_next_multiple_of(self.align.max(1))
    }
}

/// What is inside of a type.
#[derive(Clone, Debug)]
pub enum Shape {
    /// Nothing that takes anything by itself.
    Leaf,
    /// Numbers of so many bytes each.
    Vector {
        /// Bytes of each number.
        number: u64,
    },
    /// A matrix: rows or columns, one after another.
    Matrix {
        /// Bytes from one row or column to the next.
        stride: u64,
    },
    /// Elements.
    Array {
        /// Each of them. Of resources in structs, the fields are at the places that they have once the array is split.
        element: LayoutId,
        /// Bytes from one element to the next.
        stride: u64,
    },
    /// Fields: the base first, then those with a `packoffset`, then the others.
    Struct(Vec<Variable>),
    /// A constant buffer, texture buffer or parameter block.
    Group(Box<Group>),
    /// The elements of a structured buffer or of a stream.
    Elements(LayoutId),
}

/// A buffer and its content.
#[derive(Clone, Debug)]
pub struct Group {
    /// What the buffer itself takes.
    pub container: Usage,
    /// Its content, after what the buffer itself takes.
    pub element: Variable,
    /// How an argument buffer of Metal is filled.
    pub argument_buffer: Option<LayoutId>,
}

/// Something with a type and a place: a parameter, a field, the content of a buffer.
#[derive(Clone, Debug)]
pub struct Variable {
    /// Where it is declared.
    pub source: Source,
    /// What it takes.
    pub layout: LayoutId,
    /// Where it begins, from the start of what it is in.
    pub places: UnitOffsets,
    /// The stage between which and another it goes.
    pub stage: Option<Stage>,
    /// Its semantic, in capitals, without and as a number.
    pub semantic: Option<(Symbol, u32)>,
}

/// Where something is declared.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Source {
    /// Nowhere: the content of a buffer.
    Implicit,
    /// A global parameter of the program.
    Global(usize),
    /// A field of a struct.
    Field(StructId, usize),
    /// A parameter of an entry point.
    Parameter(SignatureId, usize),
    /// What an entry point returns.
    Result(SignatureId),
    /// An object in a parameter that is bound by itself: an element of [`ProgramLayout::bound`](crate::ProgramLayout::bound).
    Bound(usize),
}

impl Source {
    /// The declaration.
    pub fn field(self, module: &Module) -> Option<&Field> {
        match self {
            Source::Implicit | Source::Bound(_) => None,
            Source::Global(index) => module.program.globals.get(index).map(|global| &global.variable),
            Source::Field(id, index) => module.structs[id].fields.get(index),
            Source::Parameter(id, index) => module.program.signatures[id].parameters.get(index),
            Source::Result(id) => module.program.signatures[id].result.as_ref(),
        }
    }
}

impl Variable {
    pub(crate) fn new(source: Source, layout: LayoutId) -> Variable {
        Variable { source, layout, places: UnitOffsets::default(), stage: None, semantic: None }
    }
}
