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

mod arena;
mod formats;
mod globals;
mod locations;
mod module;
mod name;
mod program;
mod resource_type;
mod types;
mod units;

pub use arena::{Arena, Id, TypeArena, TypeId};
pub use locations::LocationSizes;
pub use module::{
    Access, Annotation, Bitfield, Buffer, BufferId, BufferKind, DescriptorHeaps, EntryPoint, ExplicitBinding, Field, FieldRole,
    GenericDependence, Language, Module, Options, PackOffset, Packing, Parameter, ParameterId, ParameterKind, Read, ReadStep, Register,
    RegisterClass, Struct, StructId, StructKind, Undeclared, UsedTogether, Written,
};
pub use name::TypeName;
pub use program::{
    AttributeValue, BitField, Direction, Global, Interface, InterfaceId, Interpolation, OpenType, OpenTypeId, OpenTypeOwner, Origin,
    Program, Signature, SignatureId, Stage, UserAttribute, UserAttributeId,
};
pub use resource_type::{Dimension, ResourceAccess, ResourceClass, ResourceKind, ResourceShape, ResourceType, SampleType};
pub use types::{Count, Enum, EnumId, Major, Pointee, Scalar, Type};
pub use units::{Align, Offset, Size, Stride};
