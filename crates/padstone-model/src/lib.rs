//! The one typed model that every front end lowers to and everything else reads.
//!
//! It describes *what* a shader declares and never at which offset: it contains no syntax and no layout rule.
//! A [`Module`] is one translation unit. Types are interned as [`TypeId`]; equal types have equal ids, and a
//! type refers to types with smaller ids only, so that "for each type in order" is a way to compute anything
//! about types without recursion, however deep they nest.
//!
//! ```
//! use padstone_model::{Module, Scalar, Type, Count};
//! let mut module = Module::default();
//! let float3 = module.types.intern(Type::Vector { scalar: Scalar::Float32, width: 3 });
//! let array = module.types.intern(Type::Array { element: float3, count: Count::Known(4) });
//! assert_eq!(module.type_name(array).to_string(), "float3[4]");
//! ```

mod annotations;
mod arena;
mod formats;
mod globals;
mod locations;
mod module;
mod name;
mod parameters;
mod program;
mod resource_type;
mod structs;
mod types;
mod units;

pub use annotations::{
    Annotation, AttributeValue, Direction, ExplicitBinding, GenericDependence, Interpolation, PackOffset, Register, RegisterClass,
    UserAttribute, UserAttributeId,
};
pub use arena::{Arena, Id};
pub use locations::LocationSizes;
pub use module::{
    DescriptorHeaps, EntryPoint, Language, MemberRead, Module, NamedExtension, Options, ReadStep, SpecializationConstant, Undeclared,
    UnenabledFeature, UnknownSamplerTexture, UsedTogether,
};
pub use name::TypeName;
pub use parameters::{Access, Buffer, BufferId, BufferKind, Packing, Parameter, ParameterId, ParameterKind};
pub use program::{
    BitField, Global, Interface, InterfaceId, Origin, Program, Signature, SignatureId, Stage, UnspecializedType, UnspecializedTypeId,
    UnspecializedTypeOwner,
};
pub use resource_type::{Dimension, ResourceAccess, ResourceClass, ResourceKind, ResourceShape, ResourceType, SampleType};
pub use structs::{Bitfield, Field, FieldRole, Spelling, Struct, StructId, StructKind};
pub use types::{Count, Enum, EnumId, Major, Pointee, PointerTarget, PointerTargetId, Scalar, Type, TypeArena, TypeId};
pub use units::{Align, Offset, Size, Stride};
