//! What names of HLSL refer to.

use padstone_model::TypeId;

use crate::constants::{Int, Value};
use crate::usage::ScopeId;

/// What a name refers to.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Entity {
    Type(TypeId),
    /// A struct whose definition is being read, with the scope of its members.
    Incomplete(ScopeId),
    /// An interface: a type without bytes of its own.
    Interface,
    Template(TemplateId),
    Constant(Constant),
    /// A variable whose value is not known here.
    Variable,
    Namespace(ScopeId),
    /// A parameter of a template whose arguments are not known: no number may depend on it.
    Dependent,
}

/// A constant of HLSL: a value, and the type of those that only a cast converts to another.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Constant {
    pub(super) value: Value,
    /// The `enum class` that it is of (ISO C++14, 7.2).
    pub(super) scoped_enum: Option<TypeId>,
}

impl Constant {
    pub(super) fn integer(value: i128, ty: Int) -> Constant {
        Value::Int(value, ty).into()
    }
}

impl From<Value> for Constant {
    fn from(value: Value) -> Constant {
        Constant { value, scoped_enum: None }
    }
}

/// A template, as an index into [`super::templates::Templates`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct TemplateId(pub(super) usize);

/// A template argument.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Argument {
    Type(TypeId),
    Value(Constant),
}
