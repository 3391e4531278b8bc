//! The names of types in messages.

use std::fmt;

use padstone_source::Interner;

use super::{Count, Memory, PartsKind, Texture, Type, TypeId, Types};

/// Prints a type: `array<vec3<f32>, 4>`, `ptr<storage, S, read_write>`.
#[derive(Clone, Copy)]
pub(crate) struct TypeName<'a> {
    types: &'a Types,
    names: &'a Interner,
    ty: TypeId,
}

impl Types {
    /// A type to print.
    pub(crate) fn name<'a>(&'a self, ty: TypeId, names: &'a Interner) -> TypeName<'a> {
        TypeName { types: self, names, ty }
    }
}

impl fmt::Display for TypeName<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let TypeName { types, names, .. } = *self;
        let inner = |ty| types.name(ty, names);
        match types[self.ty] {
            Type::Unknown => f.write_str("?"),
            Type::Scalar(scalar) => f.write_str(scalar.name()),
            Type::Vector { scalar, width } => write!(f, "vec{width}<{}>", scalar.name()),
            Type::Matrix { scalar, columns, rows } => write!(f, "mat{columns}x{rows}<{}>", scalar.name()),
            Type::Atomic(scalar) => write!(f, "atomic<{}>", scalar.name()),
            Type::Array { element, count } => list(f, "array", inner(element), count),
            Type::BindingArray { element, count } => list(f, "binding_array", inner(element), count),
            Type::Struct(id) => f.write_str(names.resolve(types.struct_name(id))),
            Type::Parts { kind: PartsKind::Frexp, operand } => write!(f, "__frexp_result<{}>", inner(operand)),
            Type::Parts { kind: PartsKind::Modf, operand } => write!(f, "__modf_result<{}>", inner(operand)),
            Type::Parts { kind: PartsKind::Exchange, operand } => write!(f, "__atomic_compare_exchange_result<{}>", inner(operand)),
            Type::Parts { kind: PartsKind::RayDesc, .. } => f.write_str("RayDesc"),
            Type::Parts { kind: PartsKind::RayIntersection, .. } => f.write_str("RayIntersection"),
            Type::AccelerationStructure { vertex_return } => flagged(f, "acceleration_structure", vertex_return),
            Type::RayQuery { vertex_return } => flagged(f, "ray_query", vertex_return),
            Type::Buffer(Count::Runtime) => f.write_str("buffer"),
            Type::Buffer(Count::Known(bytes)) => write!(f, "buffer<{bytes}>"),
            Type::Buffer(Count::Override(_)) => f.write_str("buffer<…>"),
            Type::Pointer(Memory { space, store, access }) => write!(f, "ptr<{}, {}, {}>", space.name(), inner(store), access.name()),
            Type::Sampler { comparison: false } => f.write_str("sampler"),
            Type::Sampler { comparison: true } => f.write_str("sampler_comparison"),
            Type::Texture(texture) => {
                f.write_str(texture.name())?;
                match texture {
                    Texture::Sampled(_, scalar) => write!(f, "<{}>", scalar.name()),
                    Texture::Storage(_, format, access) | Texture::TexelBuffer(format, access) => {
                        write!(f, "<{}, {}>", format.name(), access.name())
                    }
                    Texture::Depth(_) | Texture::External => Ok(()),
                }
            }
        }
    }
}

fn list(f: &mut fmt::Formatter<'_>, name: &str, element: TypeName<'_>, count: Count) -> fmt::Result {
    match count {
        Count::Known(count) => write!(f, "{name}<{element}, {count}>"),
        Count::Override(_) => write!(f, "{name}<{element}, …>"),
        Count::Runtime => write!(f, "{name}<{element}>"),
    }
}

fn flagged(f: &mut fmt::Formatter<'_>, name: &str, vertex_return: bool) -> fmt::Result {
    write!(f, "{name}{}", if vertex_return { "<vertex_return>" } else { "" })
}

/// Prints the types of arguments: `(u32, vec2<f32>)`.
pub(crate) struct TypeList<'a> {
    pub(crate) types: &'a Types,
    pub(crate) names: &'a Interner,
    pub(crate) arguments: &'a [TypeId],
}

impl fmt::Display for TypeList<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("(")?;
        for (index, &ty) in self.arguments.iter().enumerate() {
            write!(f, "{}{}", if index > 0 { ", " } else { "" }, self.types.name(ty, self.names))?;
        }
        f.write_str(")")
    }
}
