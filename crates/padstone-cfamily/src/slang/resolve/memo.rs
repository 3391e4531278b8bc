//! Memoized results: each is computed once.

use std::rc::Rc;

use padstone_model::{Count, GenericDependence, PointerTargetId, TypeId};
use padstone_source::{Span, Symbol};
use rustc_hash::{FxHashMap, FxHashSet};

use super::super::tree::DeclId;
use super::circular_constraints::ConstraintCycles;
use super::contents::{DeclaredContents, TypeContents};
use super::packs::PackId;
use super::unspecialized_types::WhereClauses;
use super::{Entity, GenericArgument, ResolutionState, Scope};
use crate::constants::Value;
use crate::sizeof::NaturalSizes;

/// Maps from queries to results. The first query computes the result.
#[derive(Default)]
pub(in crate::slang) struct Memo {
    /// Structs, enums and interfaces, as types.
    pub(super) types: FxHashMap<Scope, ResolutionState<TypeId>>,
    /// The declaration of each type.
    pub(super) origins: FxHashMap<TypeId, Scope>,
    /// The structs that pointers refer to, and all of them in the order of their first pointers.
    pub(super) pointer_targets: FxHashMap<PointedTo, PointerTargetId>,
    pub(super) pointed_to: Vec<PointedTo>,
    pub(super) constants: FxHashMap<Scope, ResolutionState<Option<Value>>>,
    /// Constants with a value that another module may replace when the program is linked.
    pub(super) linked: FxHashSet<Scope>,
    /// Arrays whose element counts are such constants.
    pub(super) linked_arrays: FxHashMap<(TypeId, Count), TypeId>,
    /// Scalar, vector and matrix types, by the index of their names.
    pub(super) numbers: Vec<Option<TypeId>>,
    pub(super) natural_sizes: NaturalSizes,
    /// The contents of types, by type.
    pub(super) contents: Vec<TypeContents>,
    /// The declared contents of members of generics whose types name a parameter.
    pub(super) declared: FxHashMap<Span, DeclaredContents>,
    /// The dependence of structs on `type_param`s, by type.
    pub(super) generic_dependences: FxHashMap<TypeId, GenericDependence>,
    /// Spellings of types that differ from their names.
    pub(super) known_spellings: FxHashMap<(Symbol, TypeId), bool>,
    /// Aliases that refer to themselves.
    pub(super) circular_aliases: FxHashSet<Scope>,
    /// Generics whose constraints refer to instances of themselves.
    pub(super) constraint_cycles: ConstraintCycles,
    /// Vectors with link-time component counts, and optional interface values, by the ordinary types that they replace.
    pub(super) variants: FxHashMap<TypeId, TypeId>,
    /// Placeholders for incomplete structs.
    pub(super) placeholders: FxHashMap<Scope, TypeId>,
    /// Classes, which have no layout.
    pub(in crate::slang) classes: FxHashSet<TypeId>,
    /// The arguments of packs.
    pub(super) packs: Vec<Vec<GenericArgument>>,
    pub(super) pack_ids: FxHashMap<Vec<GenericArgument>, PackId>,
    /// The namespaces that `using` names in a place.
    pub(super) used_namespaces: FxHashMap<DeclId, Rc<[Scope]>>,
    /// The targets of aliases.
    pub(super) aliases: FxHashMap<Scope, Entity>,
    /// Whether a type conforms to an interface.
    pub(super) conformances: FxHashMap<(TypeId, Scope), ResolutionState<bool>>,
    /// The differentials of types.
    pub(super) differentials: FxHashMap<TypeId, Option<TypeId>>,
    /// The types of unspecialized parameters, by declaration, and the reverse.
    pub(super) unspecialized: FxHashMap<DeclId, TypeId>,
    pub(super) unspecialized_declarations: FxHashMap<TypeId, DeclId>,
    /// The constraints of all `where` clauses, computed on first use.
    pub(super) clauses: Option<WhereClauses>,
    /// Structs with unnamed members, by name and member types.
    pub(super) tuples: FxHashMap<(Symbol, Vec<TypeId>), TypeId>,
    /// Built-in structs, and values of built-in interfaces.
    pub(super) builtin_structs: FxHashMap<Symbol, TypeId>,
    /// The bases of structs: nested declarations query them at each level.
    pub(super) bases: FxHashMap<Scope, Option<Scope>>,
    /// The names that several modules or namespaces declare.
    pub(super) shared_names: Option<FxHashSet<Symbol>>,
    /// The extensions that declare each name, computed on first use.
    pub(super) named_in_extensions: Option<FxHashMap<Symbol, Vec<DeclId>>>,
    /// The names that the bases of a struct declare.
    pub(super) base_names: FxHashMap<DeclId, FxHashSet<Symbol>>,
    /// The parts of namespaces and modules in the modules that a module imports.
    pub(super) imported_parts: FxHashMap<(DeclId, u32), Rc<[DeclId]>>,
    /// The number of declarations of each name in the extensions of a struct, computed on first use.
    pub(super) extension_names: Option<FxHashMap<(Option<DeclId>, Symbol), u32>>,
}

/// The target of a pointer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum PointedTo {
    /// A declaration, which may be incomplete.
    Declared(Scope),
    /// A type without a declaration.
    Type(TypeId),
}
