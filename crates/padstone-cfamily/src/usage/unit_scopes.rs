//! The namespaces and types of a unit, for the names in its bodies.

use padstone_model::TypeId;
use padstone_source::Symbol;

/// A namespace, struct or enum that names are declared in.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct ScopeId(pub(crate) u32);

impl ScopeId {
    pub(crate) const GLOBAL: ScopeId = ScopeId(0);
    /// That of a method whose struct was not found.
    pub(crate) const UNKNOWN: ScopeId = ScopeId(u32::MAX);
}

/// The namespaces and types of a unit.
pub(crate) trait UnitScopes {
    fn parent(&self, scope: ScopeId) -> Option<ScopeId>;
    /// Scopes whose names count as its own: those of base structs, of inline namespaces and of `using namespace`.
    fn imports(&self, scope: ScopeId) -> &[ScopeId];
    /// The meaning of a name in one scope alone, besides variables and functions. With `before`, only so many names of the unit are visible.
    fn named(&self, scope: ScopeId, name: Symbol, before: Option<u32>) -> Option<Named>;
    /// The meaning of a word of the language.
    fn builtin(&self, name: Symbol) -> Option<Named>;
    fn value_type(&self, ty: TypeId) -> ValueType;
}

/// The meaning of a name other than those of variables and functions.
#[derive(Clone, Copy)]
pub(crate) enum Named {
    Namespace(ScopeId),
    Type(ValueType),
    /// A buffer type, which takes the type of its elements as an argument.
    BufferType {
        is_indexed: bool,
    },
    /// A constant.
    Constant,
    /// A template, a parameter of one, or an interface.
    Unknown,
}

/// The type of a value, as far as its methods depend on it. Arrays count as their elements.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum ValueType {
    /// It has no methods that the unit declares.
    Builtin,
    /// With the scope of its members.
    Struct(ScopeId),
    /// A buffer whose elements are structs.
    Elements(ScopeId),
    Unknown,
}
