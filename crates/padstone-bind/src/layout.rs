//! The layouts of types in programs: plain data, one for each type and set of rules.

use padstone_model::{Field, Module, SignatureId, Stage, StructId, TypeId};
use padstone_source::Symbol;

use crate::layout_unit::{LayoutUnit, UnitCounters, UnitOffsets};

/// A handle to a [`UnitLayout`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct LayoutId(u32);

impl LayoutId {
    pub(crate) fn new(index: usize) -> Option<LayoutId> {
        u32::try_from(index).ok().map(LayoutId)
    }

    /// The index among all layouts.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// The layout units that a type takes in one context, and their distribution over its parts.
#[derive(Clone, Debug)]
pub struct UnitLayout {
    /// The type; `None` for the buffer of a scope.
    pub ty: Option<TypeId>,
    /// The layout units that it takes.
    pub usage: UnitCounters,
    /// The alignment of its bytes.
    pub align: u64,
    /// The structure.
    pub shape: TypeStructure,
}

impl UnitLayout {
    /// The stride in bytes of consecutive values, as in a structured buffer: the size rounded up to the
    /// alignment. `None` if the type has no bytes, or is unbounded.
    pub fn stride(&self) -> Option<u64> {
        self.usage.get(LayoutUnit::Uniform)?.finite()?.checked_next_multiple_of(self.align.max(1))
    }
}

/// The structure of a type.
#[derive(Clone, Debug)]
pub enum TypeStructure {
    /// No parts with separate layout units.
    Leaf,
    /// A vector.
    Vector {
        /// The size of each component in bytes.
        component_size: u64,
    },
    /// A matrix.
    Matrix {
        /// The matrix stride in bytes.
        stride: u64,
    },
    /// An array.
    Array {
        /// The layout of an element. For resources in structs, fields have the locations after the array is split.
        element: LayoutId,
        /// The stride in bytes.
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
    /// The layout units of the buffer itself.
    pub container: UnitCounters,
    /// The content, which follows the buffer.
    pub element: Variable,
    /// How a Metal argument buffer is filled.
    pub argument_buffer: Option<LayoutId>,
}

/// A variable with a type and a location: a parameter, a field, or the content of a buffer.
#[derive(Clone, Debug)]
pub struct Variable {
    /// The declaration.
    pub source: VariableDeclaration,
    /// The layout units that it takes.
    pub layout: LayoutId,
    /// The location, relative to the start of its container.
    pub places: UnitOffsets,
    /// The stage, if it is a stage input or output.
    pub stage: Option<Stage>,
    /// The semantic: the name in capitals, and the index.
    pub semantic: Option<(Symbol, u32)>,
}

/// The declaration of a variable.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum VariableDeclaration {
    /// None: the content of a buffer.
    Implicit,
    /// A global parameter of the program.
    Global(usize),
    /// A field of a struct.
    Field(StructId, usize),
    /// A parameter of an entry point.
    Parameter(SignatureId, usize),
    /// The result of an entry point.
    Result(SignatureId),
    /// A resource in a parameter that is bound separately: an index into [`ProgramLayout::bound`](crate::ProgramLayout::bound).
    Bound(usize),
}

impl VariableDeclaration {
    /// The declaration.
    pub fn field(self, module: &Module) -> Option<&Field> {
        match self {
            VariableDeclaration::Implicit | VariableDeclaration::Bound(_) => None,
            VariableDeclaration::Global(index) => module.program.globals.get(index).map(|global| &global.variable),
            VariableDeclaration::Field(id, index) => module.structs[id].fields.get(index),
            VariableDeclaration::Parameter(id, index) => module.program.signatures[id].parameters.get(index),
            VariableDeclaration::Result(id) => module.program.signatures[id].result.as_ref(),
        }
    }
}

impl Variable {
    pub(crate) fn new(source: VariableDeclaration, layout: LayoutId) -> Variable {
        Variable { source, layout, places: UnitOffsets::default(), stage: None, semantic: None }
    }
}
