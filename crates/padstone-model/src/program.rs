//! What a program of Slang declares beside types and buffers: all that its layout, which goes over several files and
//! entry points together, asks for.

use std::collections::BTreeSet;

use padstone_source::{Span, Symbol};
use rustc_hash::FxHashMap;

use crate::{Arena, Field, Id, ParameterId, StructId, TypeId};

/// A handle to an [`Interface`].
pub type InterfaceId = Id<Interface>;
/// A handle to an [`OpenType`].
pub type OpenTypeId = Id<OpenType>;
/// A handle to a [`Signature`].
pub type SignatureId = Id<Signature>;
/// A handle to a [`UserAttribute`].
pub type UserAttributeId = Id<UserAttribute>;

/// The parameters of a program and what they refer to. Of languages other than Slang there are only the globals.
#[derive(Clone, Debug, Default)]
pub struct Program {
    /// The global parameters in the order of the program: those of the files in order, then those of imported modules in the
    /// order of their first import.
    pub globals: Vec<Global>,
    /// Interfaces that types of the module are values of.
    pub interfaces: Arena<Interface>,
    /// Types that are still open, in the order in which the program meets them.
    pub open_types: Arena<OpenType>,
    /// What goes into entry points and comes out.
    pub signatures: Arena<Signature>,
    /// Uses of attributes that the source declares.
    pub user_attributes: Arena<UserAttribute>,
    /// Those on structs, in the order of structs.
    pub struct_attributes: Vec<(StructId, UserAttributeId)>,
    /// Arrays and vectors whose number of elements another module may replace when the program is linked: `extern static const int N = 3`.
    pub linked_arrays: BTreeSet<TypeId>,
    /// Values of interfaces that may be missing: `Optional<IFoo>`.
    pub optional_values: BTreeSet<TypeId>,
    /// What stands for a struct where it is named in its own declaration and not yet known: as an argument of a generic, as what a handle
    /// leads to. It has no members, and is laid out by nobody.
    pub incomplete: BTreeSet<TypeId>,
    /// The texts that function bodies take the hash of, each once.
    pub hashed_strings: Vec<String>,
    /// What the source calls the type of a variable, arrays around it peeled off, and that type, where it is not the type's own name but an
    /// alias or another spelling; by the span of the variable's name.
    pub written_types: FxHashMap<Span, (Symbol, TypeId)>,
    /// The bit-fields in the integers that stand for them (`$bit_field_backing_0`), by the span of those.
    pub bit_fields: FxHashMap<Span, Vec<BitField>>,
    /// Where the values of specialization constants are written, by the span of their names.
    pub specialization_values: FxHashMap<Span, Span>,
}

/// A bit-field in the integer that stands for a run of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BitField {
    /// Its name.
    pub name: Symbol,
    /// Where the name is declared.
    pub span: Span,
    /// Its type.
    pub ty: TypeId,
    /// Its first bit, from the lowest of the integer.
    pub first: u32,
    /// How many.
    pub bits: u32,
}

/// A global parameter.
#[derive(Clone, Debug)]
pub struct Global {
    /// Its name, its whole type and what the source says about it. A `cbuffer` is of the type
    /// [`ConstantBuffer`](crate::ResourceKind::ConstantBuffer) of its members.
    pub variable: Field,
    /// Who declares it.
    pub origin: Origin,
    /// The same as a parameter of the module.
    pub parameter: ParameterId,
}

/// Who declares something.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Origin {
    /// A translation unit, counted from 0 in the order in which they were given.
    Unit(u32),
    /// An imported module, counted from 0 in the order of first import.
    Import(u32),
}

/// An interface.
#[derive(Clone, Debug)]
pub struct Interface {
    /// Its name.
    pub name: Symbol,
    /// Where the name is declared.
    pub span: Span,
    /// Bytes kept free for a value: what `[anyValueSize(n)]` says, else 16.
    pub any_value_size: u64,
}

/// A type that is still open.
#[derive(Clone, Debug)]
pub struct OpenType {
    /// Its name.
    pub name: Symbol,
    /// Where the name is declared.
    pub span: Span,
    /// The interfaces that what is put in has to implement.
    pub constraints: Vec<TypeId>,
    /// Whose it is.
    pub owner: OpenTypeOwner,
}

/// Whose open type it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OpenTypeOwner {
    /// The program's: `type_param T : I;`.
    Program,
    /// That of the entry point with this position.
    EntryPoint(u32),
    /// That of a generic which nothing has been put into: nothing of the program is of it.
    Generic,
}

/// A use of an attribute that the source declares: `[Range(0, 1.5)]`.
#[derive(Clone, Debug)]
pub struct UserAttribute {
    /// Its name, as it is used.
    pub name: Symbol,
    /// Where it is used.
    pub span: Span,
    /// Its arguments, each of the type that the attribute declares.
    pub arguments: Vec<AttributeValue>,
}

/// An argument of a [`UserAttribute`].
#[derive(Clone, PartialEq, Debug)]
pub enum AttributeValue {
    /// An integer.
    Int(i64),
    /// A number with a fraction.
    Float(f64),
    /// A text, without quotes and escapes.
    Text(String),
    /// What is no such thing as it is written: reflection does not say it.
    Unsaid,
}

/// What goes into an entry point and comes out.
#[derive(Clone, Debug)]
pub struct Signature {
    /// `[numthreads(8, 8, 1)]`.
    pub thread_group: Option<[u32; 3]>,
    /// Whether `[numthreads]` alone makes it an entry point, without `[shader]`.
    pub implied: bool,
    /// Its parameters in order, varying and uniform; [`Annotation::Direction`](crate::Annotation::Direction) tells them apart.
    pub parameters: Vec<Field>,
    /// What it returns, as a parameter without a name; `None` for nothing.
    pub result: Option<Field>,
    /// Attributes on the function that the source declares.
    pub attributes: Vec<UserAttributeId>,
    /// Who declares it.
    pub origin: Origin,
}

/// The stages of pipelines.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Stage {
    /// Once for each vertex.
    Vertex,
    /// Once for each control point of a patch; also tessellation control.
    Hull,
    /// Once for each point of a tessellated patch; also tessellation evaluation.
    Domain,
    /// Once for each primitive.
    Geometry,
    /// Once for each fragment; also pixel.
    Fragment,
    /// In groups of threads.
    Compute,
    /// Sends out the first rays.
    RayGeneration,
    /// Meets a ray with something that is no triangle.
    Intersection,
    /// For each hit of a ray.
    AnyHit,
    /// For the closest hit of a ray.
    ClosestHit,
    /// For a ray that hits nothing.
    Miss,
    /// Called from other stages of ray tracing.
    Callable,
    /// Writes meshlets.
    Mesh,
    /// Starts mesh shaders; also task.
    Amplification,
    /// Starts groups by itself: work graphs.
    Dispatch,
}

impl Stage {
    /// Whether it belongs to ray tracing.
    pub const fn is_ray_tracing(self) -> bool {
        matches!(self, Stage::RayGeneration | Stage::Intersection | Stage::AnyHit | Stage::ClosestHit | Stage::Miss | Stage::Callable)
    }
}

/// Which way the values of a parameter of an entry point go.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Direction {
    /// In; also without a word.
    In,
    /// Out.
    Out,
    /// In and out.
    InOut,
    /// The same for all: no varying at all.
    Uniform,
}

/// How a varying comes to a fragment.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Interpolation {
    /// `linear`.
    Linear,
    /// `centroid`.
    Centroid,
    /// `noperspective`.
    NoPerspective,
    /// `nointerpolation`, `flat`.
    None,
    /// `sample`.
    Sample,
    /// `pervertex`.
    PerVertex,
}
