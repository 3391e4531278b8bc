//! The types of the language. The model has only the types with bytes or a binding.
//!
//! Types are interned: two types are equal if and only if their [`TypeId`]s are. The properties of a type that the rules of module scope
//! require (its size, whether it is host-shareable, …) are computed once, when it is interned.

mod name;
mod properties;
mod texture;

use hashbrown::HashTable;
use padstone_model::StructId;
use padstone_source::Symbol;
use rustc_hash::FxBuildHasher;
use std::hash::BuildHasher;
use std::ops::Index;

pub(crate) use name::{TypeList, TypeName};
pub(crate) use properties::{MAX_DEPTH, Traits, TypeProperties, round_up};
pub(crate) use texture::{DepthTexture, SampledTexture, StorageTexture, TexelFormat, Texture};

use crate::scalar::Scalar;

/// A type. Structs are identified by their declaration, all other types by their components.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Type {
    /// An unknown type, which has been reported.
    Unknown,
    Scalar(Scalar),
    Vector {
        scalar: Scalar,
        width: u8,
    },
    Matrix {
        scalar: Scalar,
        columns: u8,
        rows: u8,
    },
    Atomic(Scalar),
    Array {
        element: TypeId,
        count: Count,
    },
    /// `binding_array<texture_2d<f32>, 4>`, of the language extension `sized_binding_array`; in naga also of other resources, and unbounded.
    BindingArray {
        element: TypeId,
        count: Count,
    },
    Struct(StructId),
    /// `__frexp_result_vec2_f32`: the result type of `frexp` and `modf` (WGSL, section 17.5), which the source cannot name; and other
    /// built-in structs.
    Parts {
        kind: PartsKind,
        operand: TypeId,
    },
    /// `buffer<64>` and `buffer`, of the language extension `buffer_view`.
    Buffer(Count),
    Pointer(Memory),
    Sampler {
        comparison: bool,
    },
    Texture(Texture),
    /// `acceleration_structure`, of naga.
    AccelerationStructure {
        vertex_return: bool,
    },
    /// `ray_query`, of naga: the state of a ray that a function traces.
    RayQuery {
        vertex_return: bool,
    },
}

impl Type {
    /// Whether it has no bytes, only a binding.
    pub(crate) fn is_resource(self) -> bool {
        matches!(self, Type::Texture(_) | Type::Sampler { .. } | Type::BindingArray { .. } | Type::AccelerationStructure { .. })
    }
}

/// The number of elements of an array.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Count {
    Known(u32),
    /// An `override`: known at pipeline creation. Two such counts are equal if both are the name of the same override (section 6.2.9); any
    /// other expression is equal only to itself.
    Override(u32),
    Runtime,
}

/// The function that returns the struct.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum PartsKind {
    /// `fract`, `exp`.
    Frexp,
    /// `fract`, `whole`.
    Modf,
    /// `old_value`, `exchanged`.
    Exchange,
    /// `RayDesc`, of naga, which the source can name and construct.
    RayDesc,
    /// `RayIntersection`, of naga.
    RayIntersection,
}

/// The memory that a pointer points to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Memory {
    pub(crate) space: AddressSpace,
    pub(crate) store: TypeId,
    pub(crate) access: AccessMode,
}

/// The address spaces (section 7.3).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum AddressSpace {
    Function,
    Private,
    Workgroup,
    Uniform,
    Storage,
    Immediate,
    /// An input of a stage in 2020: `[[location(0)]] var<in> color : vec4<f32>;`.
    In,
    /// An output of a stage in 2020.
    Out,
    /// Textures and samplers; the space has no name in the source.
    Handle,
}

impl AddressSpace {
    pub(crate) const fn name(self) -> &'static str {
        match self {
            AddressSpace::Function => "function",
            AddressSpace::Private => "private",
            AddressSpace::Workgroup => "workgroup",
            AddressSpace::Uniform => "uniform",
            AddressSpace::Storage => "storage",
            AddressSpace::Immediate => "immediate",
            AddressSpace::In => "in",
            AddressSpace::Out => "out",
            AddressSpace::Handle => "handle",
        }
    }

    /// The default access mode (section 7.3).
    pub(crate) const fn default_access(self) -> AccessMode {
        match self {
            AddressSpace::Function | AddressSpace::Private | AddressSpace::Workgroup | AddressSpace::Out => AccessMode::ReadWrite,
            AddressSpace::In | AddressSpace::Uniform | AddressSpace::Storage | AddressSpace::Immediate | AddressSpace::Handle => {
                AccessMode::Read
            }
        }
    }
}

/// The access modes (section 7.2).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum AccessMode {
    Read,
    Write,
    ReadWrite,
}

impl AccessMode {
    pub(crate) const fn name(self) -> &'static str {
        match self {
            AccessMode::Read => "read",
            AccessMode::Write => "write",
            AccessMode::ReadWrite => "read_write",
        }
    }
}

/// A handle to a [`Type`]. Scalars, vectors and matrices have fixed handles.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct TypeId(u32);

impl TypeId {
    pub(crate) const UNKNOWN: TypeId = TypeId(0);

    pub(crate) const BOOL: TypeId = TypeId::scalar(Scalar::Bool);
    pub(crate) const I32: TypeId = TypeId::scalar(Scalar::I32);
    pub(crate) const U32: TypeId = TypeId::scalar(Scalar::U32);
    pub(crate) const F32: TypeId = TypeId::scalar(Scalar::F32);

    pub(crate) const fn scalar(scalar: Scalar) -> TypeId {
        TypeId(1 + scalar as u32)
    }

    /// A vector of 2 to 4 components.
    pub(crate) const fn vector(scalar: Scalar, width: u8) -> TypeId {
        TypeId(1 + SCALARS + (width as u32 - 2) * SCALARS + scalar as u32)
    }

    /// A matrix of 2 to 4 columns and rows.
    pub(crate) const fn matrix(scalar: Scalar, columns: u8, rows: u8) -> TypeId {
        TypeId(1 + 4 * SCALARS + ((columns as u32 - 2) * 3 + (rows as u32 - 2)) * SCALARS + scalar as u32)
    }

    pub(crate) const fn index(self) -> usize {
        self.0 as usize
    }
}

const SCALARS: u32 = Scalar::ALL.len() as u32;

/// All types of a module, each once, and its structs.
#[derive(Debug)]
pub(crate) struct Types {
    items: Vec<Type>,
    properties: Vec<TypeProperties>,
    table: HashTable<u32>,
    structs: Vec<StructType>,
    members: Vec<MemberType>,
}

/// A struct, with the information that expressions require.
#[derive(Clone, Copy, Debug)]
struct StructType {
    name: Symbol,
    ty: TypeId,
    first: u32,
    end: u32,
}

/// A member of a struct.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MemberType {
    pub(crate) name: Symbol,
    pub(crate) ty: TypeId,
}

impl Types {
    pub(crate) fn new() -> Self {
        let mut types =
            Types { items: Vec::new(), properties: Vec::new(), table: HashTable::new(), structs: Vec::new(), members: Vec::new() };
        types.add(Type::Unknown);
        for scalar in Scalar::ALL {
            types.add(Type::Scalar(scalar));
        }
        for width in 2..=4 {
            for scalar in Scalar::ALL {
                types.add(Type::Vector { scalar, width });
            }
        }
        for (columns, rows) in (2..=4).flat_map(|columns| (2..=4).map(move |rows| (columns, rows))) {
            for scalar in Scalar::ALL {
                types.add(Type::Matrix { scalar, columns, rows });
            }
        }
        types
    }

    /// The handle of a type.
    pub(crate) fn intern(&mut self, ty: Type) -> TypeId {
        match ty {
            Type::Unknown => return TypeId::UNKNOWN,
            Type::Scalar(scalar) => return TypeId::scalar(scalar),
            Type::Vector { scalar, width } => return TypeId::vector(scalar, width),
            Type::Matrix { scalar, columns, rows } => return TypeId::matrix(scalar, columns, rows),
            Type::Struct(id) => return self.structs[id.index()].ty,
            _ => {}
        }
        let hash = FxBuildHasher.hash_one(ty);
        let items = &self.items;
        if let Some(&found) = self.table.find(hash, |&id| items[id as usize] == ty) {
            return TypeId(found);
        }
        let id = self.add(ty);
        let items = &self.items;
        self.table.insert_unique(hash, id.0, |&id| FxBuildHasher.hash_one(items[id as usize]));
        id
    }

    /// Reserves memory for the members of all structs.
    pub(crate) fn reserve_members(&mut self, count: usize) {
        self.members.reserve(count);
    }

    /// The type of a struct with these members and properties. Ids of structs are consecutive, from 0.
    pub(crate) fn add_struct(&mut self, name: Symbol, members: impl IntoIterator<Item = MemberType>, properties: TypeProperties) -> TypeId {
        let id = StructId::from_index(self.structs.len());
        let first = self.members.len() as u32;
        self.members.extend(members);
        let ty = TypeId(self.items.len() as u32);
        self.items.push(Type::Struct(id));
        self.properties.push(properties);
        self.structs.push(StructType { name, ty, first, end: self.members.len() as u32 });
        ty
    }

    pub(crate) fn properties(&self, ty: TypeId) -> &TypeProperties {
        &self.properties[ty.index()]
    }

    pub(crate) fn members(&self, id: StructId) -> &[MemberType] {
        let declared = &self.structs[id.index()];
        &self.members[declared.first as usize..declared.end as usize]
    }

    pub(crate) fn struct_name(&self, id: StructId) -> Symbol {
        self.structs[id.index()].name
    }

    /// The number of types.
    pub(crate) fn len(&self) -> usize {
        self.items.len()
    }

    /// The scalar type of a scalar or vector.
    pub(crate) fn component(&self, ty: TypeId) -> Option<Scalar> {
        match self[ty] {
            Type::Scalar(scalar) | Type::Vector { scalar, .. } => Some(scalar),
            _ => None,
        }
    }

    /// A scalar or vector type with another scalar type.
    pub(crate) fn with_component(&self, ty: TypeId, scalar: Scalar) -> TypeId {
        match self[ty] {
            Type::Vector { width, .. } => TypeId::vector(scalar, width),
            _ => TypeId::scalar(scalar),
        }
    }

    /// The type after concretization of abstract numbers (section 6.1.3).
    pub(crate) fn concrete(&mut self, ty: TypeId) -> TypeId {
        match self[ty] {
            Type::Scalar(scalar) => TypeId::scalar(scalar.concrete()),
            Type::Vector { scalar, width } => TypeId::vector(scalar.concrete(), width),
            Type::Matrix { scalar, columns, rows } => TypeId::matrix(scalar.concrete(), columns, rows),
            Type::Array { element, count } => {
                let element = self.concrete(element);
                self.intern(Type::Array { element, count })
            }
            Type::Parts { kind, operand: operand_type } => {
                let operand_type = self.concrete(operand_type);
                self.intern(Type::Parts { kind, operand: operand_type })
            }
            _ => ty,
        }
    }

    fn add(&mut self, ty: Type) -> TypeId {
        let id = TypeId(self.items.len() as u32);
        self.properties.push(properties::of(self, ty));
        self.items.push(ty);
        id
    }
}

impl Index<TypeId> for Types {
    type Output = Type;

    fn index(&self, id: TypeId) -> &Type {
        &self.items[id.index()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scalars_have_fixed_ids() {
        let types = Types::new();
        assert_eq!(types[TypeId::UNKNOWN], Type::Unknown);
        for scalar in Scalar::ALL {
            assert_eq!(types[TypeId::scalar(scalar)], Type::Scalar(scalar));
            assert_eq!(types[TypeId::vector(scalar, 3)], Type::Vector { scalar, width: 3 });
            assert_eq!(types[TypeId::matrix(scalar, 4, 2)], Type::Matrix { scalar, columns: 4, rows: 2 });
        }
    }
}
