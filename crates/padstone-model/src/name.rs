//! Types in the words of their language.

use std::fmt;

use crate::{Count, Module, Scalar, Type, TypeId};

/// Prints a type of a module: `float3`, `row_major` left out, arrays as `Light[4]`.
#[derive(Clone, Copy)]
pub struct TypeName<'m> {
    module: &'m Module,
    ty: TypeId,
}

impl<'m> TypeName<'m> {
    pub(crate) fn new(module: &'m Module, ty: TypeId) -> Self {
        TypeName { module, ty }
    }
}

impl fmt::Display for TypeName<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let module = self.module;
        let mut ty = self.ty;
        while let Type::Array { element, .. } = module.types[ty] {
            ty = element;
        }
        match module.types[ty] {
            Type::Scalar(scalar) => f.write_str(hlsl(scalar))?,
            Type::Vector { scalar, width } => write!(f, "{}{width}", hlsl(scalar))?,
            Type::Matrix { scalar, rows, columns, .. } => write!(f, "{}{rows}x{columns}", hlsl(scalar))?,
            Type::Struct(id) => match module.name(module.structs[id].name) {
                "" => f.write_str("struct")?,
                name => f.write_str(name)?,
            },
            Type::Enum(id) => match module.name(module.enums[id].name) {
                "" => f.write_str("enum")?,
                name => f.write_str(name)?,
            },
            Type::Resource(resource) => {
                f.write_str(module.name(resource.name))?;
                if let Some(element) = resource.element {
                    write!(f, "<{}>", module.type_name(element))?;
                }
            }
            Type::Unknown => f.write_str("?")?,
            Type::Array { .. } => unreachable!("arrays were peeled off"),
        }
        let mut ty = self.ty;
        while let Type::Array { element, count } = module.types[ty] {
            match count {
                Count::Known(count) => write!(f, "[{count}]")?,
                Count::Runtime => f.write_str("[]")?,
            }
            ty = element;
        }
        Ok(())
    }
}

/// The scalar as HLSL spells it; vectors and matrices append their dimensions.
const fn hlsl(scalar: Scalar) -> &'static str {
    match scalar {
        Scalar::Bool => "bool",
        Scalar::Int8 => "int8_t",
        Scalar::Uint8 => "uint8_t",
        Scalar::Int16 => "int16_t",
        Scalar::Uint16 => "uint16_t",
        Scalar::Int32 => "int",
        Scalar::Uint32 => "uint",
        Scalar::Int64 => "int64_t",
        Scalar::Uint64 => "uint64_t",
        Scalar::Float16 => "float16_t",
        Scalar::Float32 => "float",
        Scalar::Float64 => "double",
        Scalar::Min16Float => "min16float",
        Scalar::Min10Float => "min10float",
        Scalar::Min16Int => "min16int",
        Scalar::Min12Int => "min12int",
        Scalar::Min16Uint => "min16uint",
        Scalar::Int8x4Packed => "int8_t4_packed",
        Scalar::Uint8x4Packed => "uint8_t4_packed",
    }
}
