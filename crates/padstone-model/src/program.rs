//! The contents of a program besides types and buffers: everything that its layout, which spans several files and
//! entry points, depends on.

use std::collections::BTreeSet;

use padstone_source::{Span, Symbol};

use crate::{Arena, Field, Id, ParameterId, StructId, TypeId, UserAttribute, UserAttributeId};

/// A handle to an [`Interface`].
pub type InterfaceId = Id<Interface>;
/// A handle to an [`UnspecializedType`].
pub type UnspecializedTypeId = Id<UnspecializedType>;
/// A handle to a [`Signature`].
pub type SignatureId = Id<Signature>;

/// The parameters of a program and what they refer to. For languages other than Slang, only the globals and the signatures.
#[derive(Clone, Debug, Default)]
pub struct Program {
    /// The global parameters in the order of the program: those of the files in order, then those of imported modules in the
    /// order of their first import.
    pub globals: Vec<Global>,
    /// The interfaces that are used as types of values.
    pub interfaces: Arena<Interface>,
    /// Unspecialized types, in the order of their first use in the program.
    pub unspecialized_types: Arena<UnspecializedType>,
    /// The parameters and results of entry points.
    pub signatures: Arena<Signature>,
    /// Uses of attributes that the source declares.
    pub user_attributes: Arena<UserAttribute>,
    /// The uses on structs, in the order of structs.
    pub struct_attributes: Vec<(StructId, UserAttributeId)>,
    /// Arrays and vectors whose element count is a link-time constant with a default value: `extern static const int N = 3`.
    pub linked_arrays: BTreeSet<TypeId>,
    /// Optional values of interfaces: `Optional<IFoo>`.
    pub optional_values: BTreeSet<TypeId>,
    /// Placeholders for a struct that its own declaration refers to before it is complete: as a generic argument, or as the resource of a
    /// handle. They have no members and no layout.
    pub incomplete: BTreeSet<TypeId>,
    /// The distinct string literals that function bodies hash.
    pub hashed_strings: Vec<String>,
    /// Whether the source has functions that may be entry points, but states the stage of none of them. HLSL: functions without
    /// `[shader]`, if no entry point is selected.
    pub unstaged_entry_points: bool,
    /// Slang: whether the values of interfaces, at least those of the globals, have specialization arguments.
    pub interfaces_specialized: bool,
    /// HLSL: whether constants in namespaces are global, which clang 22 does not place in `$Globals`: it has other members there than
    /// for the other compilers.
    pub globals_in_namespaces: bool,
}

/// A bit-field in its backing integer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BitField {
    /// The name.
    pub name: Symbol,
    /// The span of its name.
    pub span: Span,
    /// The type.
    pub ty: TypeId,
    /// The lowest bit; bit 0 is the least significant bit of the integer.
    pub first: u32,
    /// The width in bits.
    pub bits: u32,
}

/// A global parameter.
#[derive(Clone, Debug)]
pub struct Global {
    /// The name, its whole type, and its annotations. A `cbuffer` is of the type
    /// [`ConstantBuffer`](crate::ResourceKind::ConstantBuffer) of its members.
    pub variable: Field,
    /// The unit or module that declares it.
    pub origin: Origin,
    /// Its position in the order of the source, after preprocessing. The globals of a module are in the order of libslang, which visits
    /// namespaces after other declarations.
    pub source_order: usize,
    /// The corresponding parameter of the module.
    pub parameter: ParameterId,
}

impl Default for Origin {
    fn default() -> Origin {
        Origin::Unit(0)
    }
}

/// The translation unit or module that contains a declaration.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Origin {
    /// A translation unit, counted from 0 in command-line order.
    Unit(u32),
    /// An imported module, counted from 0 in the order of first import.
    Import(u32),
}

/// An interface.
#[derive(Clone, Debug)]
pub struct Interface {
    /// The name.
    pub name: Symbol,
    /// The span of its name.
    pub span: Span,
    /// The size reserved for a value: `n` of `[anyValueSize(n)]`, otherwise 16 bytes.
    pub any_value_size: u64,
}

/// An unspecialized type.
#[derive(Clone, Debug)]
pub struct UnspecializedType {
    /// The name.
    pub name: Symbol,
    /// The span of its name.
    pub span: Span,
    /// The interfaces that an argument must conform to.
    pub constraints: Vec<TypeId>,
    /// The declaration whose parameter it is.
    pub owner: UnspecializedTypeOwner,
}

/// The declaration whose parameter an unspecialized type is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum UnspecializedTypeOwner {
    /// The program: `type_param T : I;`.
    Program,
    /// The entry point with this index.
    EntryPoint(u32),
    /// A generic without arguments, which no parameter of the program uses.
    Generic,
}

/// The parameters and the result of an entry point; in GLSL, the global inputs and outputs.
#[derive(Clone, Debug, Default)]
pub struct Signature {
    /// `[numthreads(8, 8, 1)]`.
    pub thread_group: Option<[u32; 3]>,
    /// Whether only `[numthreads]` makes it an entry point, without `[shader]`.
    pub implied: bool,
    /// The parameters in order, varying and uniform; [`Annotation::Direction`](crate::Annotation::Direction) distinguishes them.
    pub parameters: Vec<Field>,
    /// The result, as a parameter without a name; `None` for `void`.
    pub result: Option<Field>,
    /// User-defined attributes on the function.
    pub attributes: Vec<UserAttributeId>,
    /// The unit or module that declares it.
    pub origin: Origin,
}

/// Pipeline stages.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Stage {
    /// Vertex: once per vertex.
    Vertex,
    /// Hull, or tessellation control: once per control point of a patch.
    Hull,
    /// Domain, or tessellation evaluation: once per point of a tessellated patch.
    Domain,
    /// Geometry: once per primitive.
    Geometry,
    /// Fragment, or pixel: once per fragment.
    Fragment,
    /// Compute: in thread groups.
    Compute,
    /// Ray generation.
    RayGeneration,
    /// Intersection: of a ray with a procedural primitive.
    Intersection,
    /// Any hit: for each potential hit of a ray.
    AnyHit,
    /// Closest hit: for the closest hit of a ray.
    ClosestHit,
    /// Miss: for a ray without a hit.
    Miss,
    /// Callable: called from other ray tracing stages.
    Callable,
    /// Mesh: outputs meshlets.
    Mesh,
    /// Amplification, or task: launches mesh shaders.
    Amplification,
    /// Dispatch: a node of a work graph.
    Dispatch,
}

impl Stage {
    /// The name in `[shader("…")]`.
    pub const fn name(self) -> &'static str {
        match self {
            Stage::Vertex => "vertex",
            Stage::Hull => "hull",
            Stage::Domain => "domain",
            Stage::Geometry => "geometry",
            Stage::Fragment => "fragment",
            Stage::Compute => "compute",
            Stage::RayGeneration => "raygeneration",
            Stage::Intersection => "intersection",
            Stage::AnyHit => "anyhit",
            Stage::ClosestHit => "closesthit",
            Stage::Miss => "miss",
            Stage::Callable => "callable",
            Stage::Mesh => "mesh",
            Stage::Amplification => "amplification",
            Stage::Dispatch => "node",
        }
    }

    /// Whether it is a ray tracing stage.
    pub const fn is_ray_tracing(self) -> bool {
        matches!(self, Stage::RayGeneration | Stage::Intersection | Stage::AnyHit | Stage::ClosestHit | Stage::Miss | Stage::Callable)
    }
}
