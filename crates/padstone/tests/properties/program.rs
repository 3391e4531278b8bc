//! A small syntax tree of declarations, which the generator creates, the naive implementations lay out, and
//! [`source`](crate::properties::source) prints in one of the languages.

use std::rc::Rc;

/// A translation unit.
#[derive(Debug)]
pub(crate) struct Program {
    pub(crate) language: Language,
    /// `-enable-16bit-types`.
    pub(crate) native_16bit: bool,
    /// `-Zpr`, if true.
    pub(crate) default_major: Major,
    /// `#pragma pack_matrix` at the start, if any.
    pub(crate) pragma_major: Option<Major>,
    /// The structs with a separate declaration, each after those it uses.
    pub(crate) structs: Vec<Rc<Struct>>,
    pub(crate) buffers: Vec<Buffer>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Language {
    Hlsl,
    Glsl,
    Wgsl,
    Wgsl2020,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Major {
    Row,
    Column,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Type {
    Scalar(Scalar),
    Vector(Scalar, u128),
    Matrix(Matrix),
    Array(Box<Type>, u128),
    /// `float a[]`, `array<f32>`: counted with one element.
    RuntimeArray(Box<Type>),
    Struct(Rc<Struct>),
    /// An enumeration, by the type of its values: `enum E : int`, `enum L : uint64_t`.
    Enum(Scalar),
    /// `Texture2D`: has a register and no bytes.
    Texture,
    /// An object like `StructuredBuffer<float2>`, with its element.
    StructuredBuffer(Box<Type>),
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Matrix {
    pub(crate) scalar: Scalar,
    pub(crate) rows: u128,
    pub(crate) columns: u128,
    /// The keyword, if any.
    pub(crate) keyword: Option<Major>,
    /// The majorness after keyword, pragma and command line.
    pub(crate) major: Major,
    /// The majorness of the command line, independently of keyword and pragma.
    pub(crate) command_line: Major,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Scalar {
    Bool,
    Int,
    Uint,
    Dword,
    Float,
    /// 32 bits, or 16 with `-enable-16bit-types`.
    Half,
    Double,
    Int64,
    Uint64,
    /// Only with `-enable-16bit-types`.
    Int16,
    Uint16,
    Float16,
    /// GLSL only.
    Int8,
    Uint8,
    Min16Float,
    Min10Float,
    Min16Int,
    Min12Int,
    Min16Uint,
}

#[derive(PartialEq, Eq, Debug)]
pub(crate) struct Struct {
    /// The name; empty for an anonymous struct, which is declared where it is used.
    pub(crate) name: String,
    /// Declared inside this namespace.
    pub(crate) namespace: Option<&'static str>,
    pub(crate) base: Option<Rc<Struct>>,
    /// Declared as a template over this type, and used as an instance of it.
    pub(crate) argument: Option<Type>,
    /// `[[contiguous]]`.
    pub(crate) contiguous: bool,
    pub(crate) members: Vec<Member>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Member {
    /// Empty for an unnamed bit-field.
    pub(crate) name: String,
    pub(crate) ty: Type,
    /// The width of a bit-field.
    pub(crate) bits: Option<u128>,
    pub(crate) place: ExplicitOffset,
    /// `@align(n)`, `[[align(n)]]`, `layout(align = n)`.
    pub(crate) align: Option<u128>,
    /// `@size(n)`, `[[size(n)]]`.
    pub(crate) size: Option<u128>,
    /// Selects one of the alternative spellings.
    pub(crate) spelling: u8,
}

/// The explicit offset of a member.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ExplicitOffset {
    Automatic,
    /// `packoffset(cN.x)`
    PackOffset {
        register: u128,
        component: u128,
    },
    /// `register(cN)`
    Register(u128),
    /// `layout(offset = n)`, `[[offset(n)]]`
    Offset(u128),
}

#[derive(Debug)]
pub(crate) struct Buffer {
    pub(crate) name: String,
    pub(crate) kind: Kind,
    pub(crate) content: Content,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    CBuffer,
    TBuffer,
    /// Global constants: `$Globals`.
    Globals,
    ConstantBuffer,
    TextureBuffer,
    StructuredBuffer,
    RwStructuredBuffer,
    /// `uniform` blocks of GLSL, `var<uniform>` of WGSL.
    Uniform,
    /// `buffer` blocks of GLSL, `var<storage>` of WGSL.
    Storage,
}

#[derive(Clone, Debug)]
pub(crate) enum Content {
    /// The members of a cbuffer, a tbuffer, a block or `$Globals`.
    Members(Vec<Member>),
    /// The element of `ConstantBuffer<T>` or `StructuredBuffer<T>`.
    Element(Type),
    /// The type of a WGSL variable: contents other than structs and arrays have no row.
    Value(Type),
}

impl Program {
    /// The size of a scalar in memory, in bytes.
    pub(crate) fn bytes(&self, scalar: Scalar) -> u128 {
        match scalar {
            Scalar::Bool | Scalar::Int | Scalar::Uint | Scalar::Dword | Scalar::Float => 4,
            Scalar::Double | Scalar::Int64 | Scalar::Uint64 => 8,
            Scalar::Int16 | Scalar::Uint16 | Scalar::Float16 => 2,
            Scalar::Int8 | Scalar::Uint8 => 1,
            Scalar::Half | Scalar::Min16Float | Scalar::Min10Float | Scalar::Min16Int | Scalar::Min12Int | Scalar::Min16Uint => {
                if self.native_16bit { 2 } else { 4 }
            }
        }
    }
}

impl Scalar {
    /// One of the `min…` types.
    pub(crate) fn is_min_precision(self) -> bool {
        matches!(self, Scalar::Min16Float | Scalar::Min10Float | Scalar::Min16Int | Scalar::Min12Int | Scalar::Min16Uint)
    }

    /// A floating-point number of any width.
    pub(crate) fn is_float(self) -> bool {
        use Scalar::{Double, Float, Float16, Half, Min10Float, Min16Float};
        matches!(self, Float | Half | Double | Float16 | Min16Float | Min10Float)
    }
}

impl Matrix {
    /// The number of contiguous vectors in memory, and the length of each.
    pub(crate) fn vectors(&self) -> (u128, u128) {
        match self.major {
            Major::Row => (self.rows, self.columns),
            Major::Column => (self.columns, self.rows),
        }
    }
}

impl Member {
    /// A member without attributes.
    pub(crate) fn new(name: String, ty: Type) -> Member {
        Member { name, ty, bits: None, place: ExplicitOffset::Automatic, align: None, size: None, spelling: 0 }
    }
}

impl Struct {
    /// A struct without attributes.
    pub(crate) fn new(name: String, members: Vec<Member>) -> Struct {
        Struct { name, namespace: None, base: None, argument: None, contiguous: false, members }
    }

    /// The name in references, without template arguments.
    pub(crate) fn qualified_name(&self) -> String {
        match self.namespace {
            Some(namespace) => format!("{namespace}::{}", self.name),
            None => self.name.clone(),
        }
    }
}
