//! Memoized results: each question is answered once.

use padstone_model::{Count, GenericDependence, TypeId};
use padstone_source::{Span, Symbol};
use rustc_hash::{FxHashMap, FxHashSet};

use super::super::tree::DeclId;
use super::circular_constraints::ConstraintCycles;
use super::contents::{Contents, Declared};
use super::packs::PackId;
use super::unspecialized_types::WhereClauses;
use super::{Argument, Entity, Progress, Scope};
use crate::constants::Value;

/// Everything is by what was requested; what is requested the first time is found by whoever asks.
#[derive(Default)]
pub(in crate::slang) struct Memo {
    /// Structs, enums and interfaces that are types.
    pub(super) types: FxHashMap<Scope, Progress<TypeId>>,
    /// What a type was declared as.
    pub(super) origins: FxHashMap<TypeId, Scope>,
    pub(super) constants: FxHashMap<Scope, Progress<Option<Value>>>,
    /// Constants with a value that another module may replace when the program is linked.
    pub(super) linked: FxHashSet<Scope>,
    /// Arrays that have as many elements as such a one says.
    pub(super) linked_arrays: FxHashMap<(TypeId, Count), TypeId>,
    /// Types of numbers, by the index of their name.
    pub(super) numbers: Vec<Option<TypeId>>,
    /// Natural sizes and alignments, by type.
    pub(super) naturals: Vec<Option<(u64, u64)>>,
    /// What is in types, by type.
    pub(super) contents: Vec<Contents>,
    /// What the types of members of generics are declared to hold, where a parameter is in them.
    pub(super) declared: FxHashMap<Span, Declared>,
    /// What `type_param`s decide of structs, by type.
    pub(super) generic_dependences: FxHashMap<TypeId, GenericDependence>,
    /// Names that types are written with: whether they are others than the types have.
    pub(super) known_spellings: FxHashMap<(Symbol, TypeId), bool>,
    /// Names for types that stand for themselves.
    pub(super) circular_aliases: FxHashSet<Scope>,
    /// Generics that ask something of instances of themselves.
    pub(super) constraint_cycles: ConstraintCycles,
    /// Vectors with as many components as linking says and optional values of interfaces, by what they are otherwise.
    pub(super) variants: FxHashMap<TypeId, TypeId>,
    /// Placeholders for incomplete structs.
    pub(super) stand_ins: FxHashMap<Scope, TypeId>,
    /// Classes, which have no layout.
    pub(in crate::slang) classes: FxHashSet<TypeId>,
    /// The arguments of packs.
    pub(super) packs: Vec<Vec<Argument>>,
    pub(super) pack_ids: FxHashMap<Vec<Argument>, PackId>,
    /// What aliases stand for.
    pub(super) aliases: FxHashMap<Scope, Entity>,
    /// Whether a type implements an interface.
    pub(super) conformances: FxHashMap<(TypeId, Scope), Progress<bool>>,
    /// What derivatives of types are kept in.
    pub(super) differentials: FxHashMap<TypeId, Option<TypeId>>,
    /// The types of unspecialized parameters, by declaration, and the reverse.
    pub(super) open: FxHashMap<DeclId, TypeId>,
    pub(super) open_declarations: FxHashMap<TypeId, DeclId>,
    /// What every `where` asks, once that was requested.
    pub(super) clauses: Option<WhereClauses>,
    /// Structs without names of members, by name and types.
    pub(super) tuples: FxHashMap<(Symbol, Vec<TypeId>), TypeId>,
    /// Structs that the language declares, and values of its interfaces.
    pub(super) builtin_structs: FxHashMap<Symbol, TypeId>,
    /// The bases that were looked up: what is nested asks again at each level.
    pub(super) bases: FxHashMap<Scope, Option<Scope>>,
    /// The names that more than one module or namespace declares.
    pub(super) shared_names: Option<FxHashSet<Symbol>>,
    /// How often extensions of a struct declare a name, once that was asked.
    pub(super) extension_names: Option<FxHashMap<(Option<DeclId>, Symbol), u32>>,
}
