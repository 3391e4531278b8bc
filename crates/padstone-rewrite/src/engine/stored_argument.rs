//! Arguments that are parts of a struct, in their storage representation.

use padstone_model::Type;

use super::cursor::MemoryPosition;

/// The representation of a parameter.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct ParameterRepresentation {
    pub(super) position: MemoryPosition,
    pub(super) ty: Type,
    pub(super) pointer: bool,
}

/// An argument that is passed in its storage representation.
#[derive(Clone, Debug)]
pub(super) struct StoredArgument {
    pub(super) representation: ParameterRepresentation,
    /// The text of the argument.
    pub(super) text: String,
}
