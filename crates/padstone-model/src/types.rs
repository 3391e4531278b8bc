//! Types and their components.

use std::hash::BuildHasher;
use std::ops::Index;

use hashbrown::HashTable;
use padstone_source::{Span, Symbol};
use rustc_hash::FxBuildHasher;

use crate::{BufferId, Id, InterfaceId, ResourceType, StructId, UnspecializedTypeId};

/// A handle to a [`Type`].
pub type TypeId = Id<Type>;

/// A handle to an [`Enum`].
pub type EnumId = Id<Enum>;

/// A type. Two types are the same if and only if they are equal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Type {
    /// One bool, integer, or floating-point value.
    Scalar(Scalar),
    /// A vector of 1 to 4 components. A vector with one component is not a scalar: compilers treat them differently.
    Vector {
        /// The type of each component.
        scalar: Scalar,
        /// The number of components, 1 to 4.
        width: u8,
    },
    /// A matrix of 1 to 4 rows and columns.
    Matrix {
        /// The type of each element.
        scalar: Scalar,
        /// The number of rows.
        rows: u8,
        /// The number of columns.
        columns: u8,
        /// Row-major or column-major: specified by a keyword, a pragma, or the command line.
        major: Major,
    },
    /// An atomic scalar, `atomic<u32>`; its layout is that of the scalar.
    Atomic(Scalar),
    /// A 64-bit address, `layout(buffer_reference)` of GLSL, `T*` of Slang, and the type that it points to. (The type
    /// itself may contain the pointer.)
    Pointer(Pointee),
    /// An array.
    Array {
        /// The type of each element; for `float a[2][3]` that is `float[3]`.
        element: TypeId,
        /// The element count.
        count: Count,
    },
    /// A struct, class or the members of a buffer.
    Struct(StructId),
    /// An enumeration; its bytes are those of its underlying scalar.
    Enum(EnumId),
    /// A texture, sampler, buffer, or other resource, which has a binding and no bytes.
    Resource(ResourceType),
    /// A value of interface type: the ids of its type and conformance, then `any_value_size` bytes for the value. Slang only.
    Interface(InterfaceId),
    /// An unspecialized type: a generic parameter or a `type_param` without an argument. Slang only.
    Unspecialized(UnspecializedTypeId),
    /// `DescriptorHandle<T>`, `T.Handle` of Slang: the index of a descriptor, or the resource itself, depending on the
    /// target.
    Handle(TypeId),
    /// A type that the front end did not understand, and reported. Nothing that contains it gets an offset or size.
    Unknown,
}

/// All types of a module, each once unless [`TypeArena::add`] added it separately.
#[derive(Clone, Debug, Default)]
pub struct TypeArena {
    items: Vec<Type>,
    table: HashTable<u32>,
}

impl TypeArena {
    /// The handle of a type. Types that it refers to must have been interned before; the fields of a struct before
    /// the struct type itself.
    pub fn intern(&mut self, ty: Type) -> TypeId {
        let hash = FxBuildHasher.hash_one(ty);
        let items = &self.items;
        if let Some(&found) = self.table.find(hash, |&id| items[id as usize] == ty) {
            return Id::from_index(found as usize);
        }
        let id = Id::from_index(self.items.len());
        self.items.push(ty);
        let items = &self.items;
        self.table.insert_unique(hash, id.index() as u32, |&id| FxBuildHasher.hash_one(items[id as usize]));
        id
    }

    /// The handle of a separate type, which [`TypeArena::intern`] never returns for an equal one: compiled files
    /// have types that differ only in the offsets of their members.
    pub fn add(&mut self, ty: Type) -> TypeId {
        self.items.push(ty);
        Id::from_index(self.items.len() - 1)
    }

    /// The element type inside all arrays: `float` of `float[2][3]`; any other type itself.
    #[inline]
    pub fn peel_arrays(&self, mut ty: TypeId) -> TypeId {
        while let Type::Array { element, .. } = self[ty] {
            ty = element;
        }
        ty
    }

    /// The number of elements of each array around [`Self::peel_arrays`], outermost first: 2 and 3 for `float[2][3]`.
    ///
    /// ```
    /// # use padstone_model::{Count, Scalar, Type, TypeArena};
    /// let mut types = TypeArena::default();
    /// let float = types.intern(Type::Scalar(Scalar::Float32));
    /// let row = types.intern(Type::Array { element: float, count: Count::Known(3) });
    /// let rows = types.intern(Type::Array { element: row, count: Count::Known(2) });
    /// assert_eq!(types.dimensions(rows).collect::<Vec<_>>(), [Count::Known(2), Count::Known(3)]);
    /// assert_eq!(types.peel_arrays(rows), float);
    /// ```
    pub fn dimensions(&self, mut ty: TypeId) -> impl Iterator<Item = Count> + '_ {
        std::iter::from_fn(move || match self[ty] {
            Type::Array { element, count } => {
                ty = element;
                Some(count)
            }
            _ => None,
        })
    }

    /// The number of types.
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// Whether the arena is empty.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// All types with their handles; a type follows those that it refers to.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (TypeId, &Type)> + DoubleEndedIterator {
        self.items.iter().enumerate().map(|(index, ty)| (Id::from_index(index), ty))
    }
}

impl Index<TypeId> for TypeArena {
    type Output = Type;

    fn index(&self, id: TypeId) -> &Type {
        &self.items[id.index()]
    }
}

/// The type that a pointer points to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Pointee {
    /// The type as written: `float4`.
    pub name: Symbol,
    /// The name of its declaration, as libslang reports it: `vector` of `float4`, `Material` of `Material<float>`.
    pub declaration: Symbol,
    /// The struct or block, of which several may have one name; `None` for other types.
    pub target: Option<PointerTargetId>,
}

impl Pointee {
    /// A pointee whose spelling is the name of its declaration.
    pub fn declared(name: Symbol, target: Option<PointerTargetId>) -> Pointee {
        Pointee { name, declaration: name, target }
    }
}

/// The handle of a [`PointerTarget`].
pub type PointerTargetId = Id<PointerTarget>;

/// A struct or block that pointers refer to. Pointers to it may precede it, therefore they refer to it by a handle.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum PointerTarget {
    /// It is not defined, or nothing but pointers requires it.
    #[default]
    Undefined,
    /// A struct.
    Struct(StructId),
    /// A block, `layout(buffer_reference)` of GLSL.
    Buffer(BufferId),
}

/// The element count of an array.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Count {
    /// A compile-time constant.
    Known(u64),
    /// Runtime-sized: `float a[]`.
    Runtime,
    /// A link-time constant: `extern static const int N;` of Slang.
    LinkTime,
}

impl Count {
    /// The element count if it is a compile-time constant.
    pub fn known(self) -> Option<u64> {
        match self {
            Count::Known(count) => Some(count),
            Count::Runtime | Count::LinkTime => None,
        }
    }
}

/// Whether the rows or the columns of a matrix are contiguous in memory.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Major {
    /// Row-major: each row is contiguous.
    Row,
    /// Column-major: each column is contiguous; the default of HLSL.
    #[default]
    Column,
}

impl Major {
    /// `(number of vectors, components of each)` of a matrix with `rows` rows and `columns` columns.
    pub const fn vectors(self, rows: u8, columns: u8) -> (u8, u8) {
        match self {
            Major::Row => (rows, columns),
            Major::Column => (columns, rows),
        }
    }
}

/// A scalar type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Scalar {
    /// True or false.
    Bool,
    /// 8-bit signed.
    Int8,
    /// 8-bit unsigned.
    Uint8,
    /// 16-bit signed.
    Int16,
    /// 16-bit unsigned.
    Uint16,
    /// 32-bit signed.
    Int32,
    /// 32-bit unsigned.
    Uint32,
    /// 64-bit signed.
    Int64,
    /// 64-bit unsigned.
    Uint64,
    /// 16-bit floating point. HLSL's `half` is this only with `-enable-16bit-types`, else [`Scalar::Float32`].
    Float16,
    /// 32-bit floating point.
    Float32,
    /// 64-bit floating point.
    Float64,
    /// At least 16 bits of floating point (`min16float`); in memory 32, or 16 with `-enable-16bit-types`.
    Min16Float,
    /// At least 10 bits of floating point.
    Min10Float,
    /// At least 16 bits, signed.
    Min16Int,
    /// At least 12 bits, signed.
    Min12Int,
    /// At least 16 bits, unsigned.
    Min16Uint,
    /// Four signed bytes in one 32-bit value.
    Int8x4Packed,
    /// Four unsigned bytes in one 32-bit value.
    Uint8x4Packed,
    /// No value; the result of functions that return nothing.
    Void,
    /// Signed, with the size of an address: 8 bytes.
    IntPtr,
    /// Unsigned, with the size of an address: 8 bytes.
    UintPtr,
    /// 16-bit floating point with the exponent range of 32-bit floating point.
    BFloat16,
    /// 8-bit floating point, 4 bits of exponent and 3 of mantissa.
    FloatE4M3,
    /// 8-bit floating point, 5 bits of exponent and 2 of mantissa.
    FloatE5M2,
}

impl Scalar {
    /// Whether this is one of the `min…` types, whose width the implementation chooses.
    pub const fn is_min_precision(self) -> bool {
        matches!(self, Scalar::Min16Float | Scalar::Min10Float | Scalar::Min16Int | Scalar::Min12Int | Scalar::Min16Uint)
    }

    /// Whether values are floating point.
    pub const fn is_float(self) -> bool {
        matches!(
            self,
            Scalar::Float16
                | Scalar::Float32
                | Scalar::Float64
                | Scalar::Min16Float
                | Scalar::Min10Float
                | Scalar::BFloat16
                | Scalar::FloatE4M3
                | Scalar::FloatE5M2
        )
    }

    /// The size in memory, in bytes; `native_16bit` is [`crate::Options::native_16bit`]. All shading languages store a bool
    /// in a buffer as 4 bytes.
    pub const fn bytes(self, native_16bit: bool) -> u64 {
        match self {
            Scalar::Void => 0,
            Scalar::Int8 | Scalar::Uint8 | Scalar::FloatE4M3 | Scalar::FloatE5M2 => 1,
            Scalar::Int16 | Scalar::Uint16 | Scalar::Float16 | Scalar::BFloat16 => 2,
            Scalar::Bool | Scalar::Int32 | Scalar::Uint32 | Scalar::Float32 | Scalar::Int8x4Packed | Scalar::Uint8x4Packed => 4,
            Scalar::Int64 | Scalar::Uint64 | Scalar::Float64 | Scalar::IntPtr | Scalar::UintPtr => 8,
            _ if native_16bit => 2,
            _ => 4,
        }
    }
}

/// An enumeration.
#[derive(Clone, Debug)]
pub struct Enum {
    /// The qualified name, `N::E`; empty if it has none.
    pub name: Symbol,
    /// The span of its name.
    pub span: Span,
    /// The type of its values in memory.
    pub scalar: Scalar,
}
