//! Spells types in the syntax of their language.

use std::fmt;

use crate::{Count, Language, Module, Scalar, Type, TypeId};

/// Displays a type of a module as its language spells it, without `row_major`: `float3` and `Light[4]` in HLSL and Slang,
/// `vec3` and `Light[4]` in GLSL (and for SPIR-V), `vec3<f32>` and `array<Light, 4>` in WGSL.
#[derive(Clone, Copy)]
pub struct TypeName<'m> {
    module: &'m Module,
    ty: TypeId,
}

impl Module {
    /// A type for display, in the syntax of the module's language.
    pub fn type_name(&self, ty: TypeId) -> TypeName<'_> {
        TypeName { module: self, ty }
    }
}

impl TypeName<'_> {
    /// The element type inside all arrays, and the number of array dimensions.
    fn innermost(&self) -> (TypeId, usize) {
        let types = &self.module.types;
        (types.peel_arrays(self.ty), types.dimensions(self.ty).count())
    }
}

impl fmt::Display for TypeName<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let module = self.module;
        let (innermost, levels) = self.innermost();
        match module.language {
            Language::Hlsl | Language::Slang => {
                self.single(f, innermost, hlsl)?;
                self.dimensions(f)
            }
            Language::Glsl | Language::SpirV => {
                self.single(f, innermost, glsl)?;
                self.dimensions(f)
            }
            Language::Wgsl | Language::Wgsl2020 => {
                (0..levels).try_for_each(|_| f.write_str("array<"))?;
                self.single(f, innermost, wgsl)?;
                self.counts_inside_out(f)
            }
        }
    }
}

/// How a language spells scalars, vectors, and matrices.
type NumericSpelling = fn(&mut fmt::Formatter<'_>, Type) -> fmt::Result;

impl TypeName<'_> {
    /// A type other than an array.
    fn single(&self, f: &mut fmt::Formatter<'_>, ty: TypeId, numbers: NumericSpelling) -> fmt::Result {
        let module = self.module;
        match module.types[ty] {
            ty @ (Type::Scalar(_) | Type::Vector { .. } | Type::Matrix { .. } | Type::Atomic(_)) => numbers(f, ty),
            Type::Struct(id) => f.write_str(or("struct", module.name(module.structs[id].name))),
            Type::Enum(id) => f.write_str(or("enum", module.name(module.enums[id].name))),
            Type::Pointer(to) if module.language == Language::Slang => write!(f, "{}*", or("void", module.name(to.name))),
            Type::Pointer(to) => f.write_str(module.name(to.name)),
            Type::Interface(id) => f.write_str(module.name(module.program.interfaces[id].name)),
            Type::Unspecialized(id) => f.write_str(module.name(module.program.unspecialized_types[id].name)),
            Type::Handle(to) => write!(f, "{}.Handle", module.type_name(to)),
            Type::Resource(resource) => {
                f.write_str(module.name(resource.spelling()))?;
                match resource.element {
                    Some(element) => write!(f, "<{}>", module.type_name(element)),
                    None => Ok(()),
                }
            }
            Type::Unknown => f.write_str("?"),
            Type::Array { .. } => unreachable!("array dimensions were removed before"),
        }
    }

    /// `[2][3]`, outermost first.
    fn dimensions(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.module.types.dimensions(self.ty).try_for_each(|count| match count {
            Count::Known(count) => write!(f, "[{count}]"),
            Count::Runtime => f.write_str("[]"),
            Count::LinkTime => f.write_str("[unknown]"),
        })
    }

    /// `, 3>, 2>`, innermost first.
    fn counts_inside_out(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let counts: Vec<Count> = self.module.types.dimensions(self.ty).collect();
        counts.into_iter().rev().try_for_each(|count| match count {
            Count::Known(count) => write!(f, ", {count}>"),
            Count::Runtime => f.write_str(">"),
            Count::LinkTime => f.write_str(", unknown>"),
        })
    }
}

fn or<'a>(default: &'a str, name: &'a str) -> &'a str {
    if name.is_empty() { default } else { name }
}

fn hlsl(f: &mut fmt::Formatter<'_>, ty: Type) -> fmt::Result {
    match ty {
        Type::Vector { scalar, width } => write!(f, "{}{width}", scalar_name(scalar)),
        Type::Matrix { scalar, rows, columns, .. } => write!(f, "{}{rows}x{columns}", scalar_name(scalar)),
        Type::Scalar(scalar) | Type::Atomic(scalar) => f.write_str(scalar_name(scalar)),
        _ => Ok(()),
    }
}

/// `mat4x3` has 4 columns and 3 rows: OpenGL Shading Language 4.60, section 4.1.6.
fn glsl(f: &mut fmt::Formatter<'_>, ty: Type) -> fmt::Result {
    match ty {
        Type::Vector { scalar, width } => write!(f, "{}vec{width}", glsl_prefix(scalar)),
        Type::Matrix { scalar, rows, columns, .. } if rows == columns => write!(f, "{}mat{columns}", glsl_prefix(scalar)),
        Type::Matrix { scalar, rows, columns, .. } => write!(f, "{}mat{columns}x{rows}", glsl_prefix(scalar)),
        Type::Scalar(scalar) | Type::Atomic(scalar) => f.write_str(scalar_name(scalar)),
        _ => Ok(()),
    }
}

/// `mat4x3<f32>` has 4 columns and 3 rows: WGSL, section 6.2.7.
fn wgsl(f: &mut fmt::Formatter<'_>, ty: Type) -> fmt::Result {
    match ty {
        Type::Vector { scalar, width } => write!(f, "vec{width}<{}>", wgsl_scalar(scalar)),
        Type::Matrix { scalar, rows, columns, .. } => write!(f, "mat{columns}x{rows}<{}>", wgsl_scalar(scalar)),
        Type::Atomic(scalar) => write!(f, "atomic<{}>", wgsl_scalar(scalar)),
        Type::Scalar(scalar) => f.write_str(wgsl_scalar(scalar)),
        _ => Ok(()),
    }
}

impl Scalar {
    /// The name in HLSL, Slang and GLSL: `float`, `uint16_t`.
    pub const fn name(self) -> &'static str {
        scalar_name(self)
    }
}

/// The scalar in the spelling of HLSL and GLSL; vectors and matrices of HLSL append their dimensions.
const fn scalar_name(scalar: Scalar) -> &'static str {
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
        Scalar::Void => "void",
        Scalar::IntPtr => "intptr_t",
        Scalar::UintPtr => "uintptr_t",
        Scalar::BFloat16 => "bfloat16_t",
        Scalar::FloatE4M3 => "FloatE4M3",
        Scalar::FloatE5M2 => "FloatE5M2",
    }
}

/// The prefix of `vec` and `mat` in GLSL; empty for floats.
const fn glsl_prefix(scalar: Scalar) -> &'static str {
    match scalar {
        Scalar::Bool => "b",
        Scalar::Int8 | Scalar::Int8x4Packed => "i8",
        Scalar::Uint8 | Scalar::Uint8x4Packed => "u8",
        Scalar::Int16 | Scalar::Min16Int | Scalar::Min12Int => "i16",
        Scalar::Uint16 | Scalar::Min16Uint => "u16",
        Scalar::Int32 => "i",
        Scalar::Uint32 => "u",
        Scalar::Int64 | Scalar::IntPtr => "i64",
        Scalar::Uint64 | Scalar::UintPtr => "u64",
        Scalar::Float16 | Scalar::Min16Float | Scalar::Min10Float => "f16",
        Scalar::BFloat16 => "bf16",
        Scalar::FloatE4M3 => "fe4m3",
        Scalar::FloatE5M2 => "fe5m2",
        Scalar::Float32 | Scalar::Void => "",
        Scalar::Float64 => "d",
    }
}

/// The scalar in the spelling of WGSL; types that WGSL lacks are spelled in the same style.
const fn wgsl_scalar(scalar: Scalar) -> &'static str {
    match scalar {
        Scalar::Bool => "bool",
        Scalar::Int8 | Scalar::Int8x4Packed => "i8",
        Scalar::Uint8 | Scalar::Uint8x4Packed => "u8",
        Scalar::Int16 | Scalar::Min16Int | Scalar::Min12Int => "i16",
        Scalar::Uint16 | Scalar::Min16Uint => "u16",
        Scalar::Int32 => "i32",
        Scalar::Uint32 => "u32",
        Scalar::Int64 | Scalar::IntPtr => "i64",
        Scalar::Uint64 | Scalar::UintPtr => "u64",
        Scalar::Float16 | Scalar::Min16Float | Scalar::Min10Float => "f16",
        Scalar::Float32 => "f32",
        Scalar::Float64 => "f64",
        Scalar::Void | Scalar::BFloat16 | Scalar::FloatE4M3 | Scalar::FloatE5M2 => scalar_name(scalar),
    }
}
