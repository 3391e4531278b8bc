//! The words of HLSL: keywords and built-in types, known by their symbol without any hashing.
//!
//! A translation unit interns all of them first; a word is the number of a row in the tables here.

mod textures;

use padstone_model::{Dimension, ResourceAccess, ResourceKind, ResourceShape, SampleType, Scalar};
use padstone_source::{Interner, Symbol};

use crate::keyword_table::KeywordTable;
use textures::TEXTURES;

/// What a built-in word means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Word {
    Keyword(Keyword),
    /// A word of statements, or one that C++ has and HLSL does not use: it names nothing.
    Reserved,
    Type(Builtin),
}

/// A built-in type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Builtin {
    Void,
    Scalar(Scalar),
    Vector(Scalar, u8),
    Matrix(Scalar, u8, u8),
    /// `vector<T, N>`, or float4 without arguments.
    VectorOf,
    /// `matrix<T, R, C>`, or float4x4 without arguments.
    MatrixOf,
    Resource(ResourceKind, ResourceShape),
    /// `RayDesc` and the like: structs that the language declares.
    Struct(BuiltinStruct),
}

/// Structs that the language declares.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum BuiltinStruct {
    RayDesc,
    TriangleAttributes,
}

macro_rules! keywords {
    ($($variant:ident $text:literal)*) => {
        /// Words that begin or qualify declarations.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub(super) enum Keyword { $($variant),* }
        const KEYWORDS: &[(&str, Keyword)] = &[$(($text, Keyword::$variant)),*];
    };
}

keywords! {
    CBuffer "cbuffer"
    TBuffer "tbuffer"
    Struct "struct"
    Class "class"
    Interface "interface"
    Enum "enum"
    Typedef "typedef"
    Using "using"
    Namespace "namespace"
    Template "template"
    Typename "typename"
    Operator "operator"
    Register "register"
    Sizeof "sizeof"
    True "true"
    False "false"
    Static "static"
    Const "const"
    GroupShared "groupshared"
    RowMajor "row_major"
    ColumnMajor "column_major"
    Unsigned "unsigned"
    Signed "signed"
    Public "public"
    Private "private"
    Protected "protected"
    StaticAssert "static_assert"
    StaticAssertC "_Static_assert"
    Technique "technique"
    Technique10 "technique10"
    Technique11 "technique11"
    FxGroup "fxgroup"
    // Qualifiers that bear neither on bytes nor on registers.
    Extern "extern"
    Uniform "uniform"
    Volatile "volatile"
    Shared "shared"
    Precise "precise"
    Unorm "unorm"
    Snorm "snorm"
    NoInterpolation "nointerpolation"
    Linear "linear"
    Centroid "centroid"
    NoPerspective "noperspective"
    Sample "sample"
    Inline "inline"
    In "in"
    Out "out"
    InOut "inout"
    Export "export"
    GloballyCoherent "globallycoherent"
    ReorderCoherent "reordercoherent"
    Constexpr "constexpr"
}

impl Keyword {
    /// Whether the word only qualifies a type, in a way that changes neither bytes nor registers.
    pub(super) fn is_neutral_qualifier(self) -> bool {
        self as u8 >= Keyword::Extern as u8
    }
}

/// The words of [`Word::Reserved`]: those of the appendix "Reserved words" of the HLSL reference, and of statements, that clang 22 rejects as names too.
const RESERVED: &[&str] = &[
    "asm",
    "auto",
    "break",
    "case",
    "catch",
    "char",
    "const_cast",
    "continue",
    "default",
    "delete",
    "do",
    "dynamic_cast",
    "else",
    "explicit",
    "for",
    "friend",
    "goto",
    "if",
    "long",
    "new",
    "reinterpret_cast",
    "return",
    "short",
    "static_cast",
    "switch",
    "this",
    "throw",
    "try",
    "union",
    "virtual",
    "while",
];

/// Scalars that take the suffixes `N` and `RxC`.
const NUMERIC: &[(&str, Scalar)] = &[
    ("bool", Scalar::Bool),
    ("int", Scalar::Int32),
    ("uint", Scalar::Uint32),
    ("dword", Scalar::Uint32),
    ("float", Scalar::Float32),
    ("half", Scalar::Float16),
    ("double", Scalar::Float64),
    ("min16float", Scalar::Min16Float),
    ("min10float", Scalar::Min10Float),
    ("min16int", Scalar::Min16Int),
    ("min12int", Scalar::Min12Int),
    ("min16uint", Scalar::Min16Uint),
    ("int16_t", Scalar::Int16),
    ("uint16_t", Scalar::Uint16),
    ("float16_t", Scalar::Float16),
    ("int32_t", Scalar::Int32),
    ("uint32_t", Scalar::Uint32),
    ("float32_t", Scalar::Float32),
    ("int64_t", Scalar::Int64),
    ("uint64_t", Scalar::Uint64),
    ("float64_t", Scalar::Float64),
];

/// How many words each numeric scalar brings: itself, 4 vectors, 16 matrices.
const SHAPES: usize = 21;

const fn object(kind: ResourceKind) -> Builtin {
    Builtin::Resource(kind, ResourceShape::NONE)
}

const fn buffer(kind: ResourceKind, dimension: Dimension, access: ResourceAccess) -> Builtin {
    Builtin::Resource(kind, ResourceShape::read(dimension).accessed(access))
}

const OTHERS: &[(&str, Builtin)] = &[
    ("void", Builtin::Void),
    ("int8_t4_packed", Builtin::Scalar(Scalar::Int8x4Packed)),
    ("uint8_t4_packed", Builtin::Scalar(Scalar::Uint8x4Packed)),
    ("vector", Builtin::VectorOf),
    ("matrix", Builtin::MatrixOf),
    ("RayDesc", Builtin::Struct(BuiltinStruct::RayDesc)),
    ("BuiltInTriangleIntersectionAttributes", Builtin::Struct(BuiltinStruct::TriangleAttributes)),
    ("SamplerState", object(ResourceKind::Sampler)),
    ("SamplerComparisonState", Builtin::Resource(ResourceKind::Sampler, ResourceShape::NONE.sampled(SampleType::Depth))),
    ("sampler", object(ResourceKind::Sampler)),
    ("sampler1D", object(ResourceKind::Sampler)),
    ("sampler2D", object(ResourceKind::Sampler)),
    ("sampler3D", object(ResourceKind::Sampler)),
    ("samplerCUBE", object(ResourceKind::Sampler)),
    ("StructuredBuffer", buffer(ResourceKind::StructuredBuffer, Dimension::StructuredBuffer, ResourceAccess::Read)),
    ("RWStructuredBuffer", buffer(ResourceKind::RwStructuredBuffer, Dimension::StructuredBuffer, ResourceAccess::ReadWrite)),
    (
        "RasterizerOrderedStructuredBuffer",
        buffer(ResourceKind::RwStructuredBuffer, Dimension::StructuredBuffer, ResourceAccess::RasterOrdered),
    ),
    ("AppendStructuredBuffer", buffer(ResourceKind::AppendStructuredBuffer, Dimension::StructuredBuffer, ResourceAccess::Append)),
    ("ConsumeStructuredBuffer", buffer(ResourceKind::ConsumeStructuredBuffer, Dimension::StructuredBuffer, ResourceAccess::Consume)),
    ("ByteAddressBuffer", buffer(ResourceKind::ByteAddressBuffer, Dimension::ByteAddressBuffer, ResourceAccess::Read)),
    ("RWByteAddressBuffer", buffer(ResourceKind::RwByteAddressBuffer, Dimension::ByteAddressBuffer, ResourceAccess::ReadWrite)),
    (
        "RasterizerOrderedByteAddressBuffer",
        buffer(ResourceKind::RwByteAddressBuffer, Dimension::ByteAddressBuffer, ResourceAccess::RasterOrdered),
    ),
    ("ConstantBuffer", object(ResourceKind::ConstantBuffer)),
    ("TextureBuffer", object(ResourceKind::TextureBuffer)),
    (
        "RaytracingAccelerationStructure",
        buffer(ResourceKind::AccelerationStructure, Dimension::AccelerationStructure, ResourceAccess::Read),
    ),
    ("PointStream", object(ResourceKind::OutputStream)),
    ("LineStream", object(ResourceKind::OutputStream)),
    ("TriangleStream", object(ResourceKind::OutputStream)),
    ("InputPatch", object(ResourceKind::Patch)),
    ("OutputPatch", object(ResourceKind::Patch)),
    ("RayQuery", object(ResourceKind::Other)),
    ("HitObject", object(ResourceKind::Other)),
    // What a FeedbackTexture2D takes as its argument.
    ("SAMPLER_FEEDBACK_MIN_MIP", object(ResourceKind::FeedbackType)),
    ("SAMPLER_FEEDBACK_MIP_REGION_USED", object(ResourceKind::FeedbackType)),
    ("string", object(ResourceKind::Other)),
    ("BlendState", object(ResourceKind::Other)),
    ("RasterizerState", object(ResourceKind::Other)),
    ("DepthStencilState", object(ResourceKind::Other)),
    ("RenderTargetView", object(ResourceKind::Other)),
    ("DepthStencilView", object(ResourceKind::Other)),
    ("VertexShader", object(ResourceKind::Other)),
    ("HullShader", object(ResourceKind::Other)),
    ("DomainShader", object(ResourceKind::Other)),
    ("GeometryShader", object(ResourceKind::Other)),
    ("PixelShader", object(ResourceKind::Other)),
    ("ComputeShader", object(ResourceKind::Other)),
    ("GlobalRootSignature", object(ResourceKind::Other)),
    ("LocalRootSignature", object(ResourceKind::Other)),
    ("StateObjectConfig", object(ResourceKind::Other)),
    ("SubobjectToExportsAssociation", object(ResourceKind::Other)),
    ("RaytracingShaderConfig", object(ResourceKind::Other)),
    ("RaytracingPipelineConfig", object(ResourceKind::Other)),
    ("RaytracingPipelineConfig1", object(ResourceKind::Other)),
    ("TriangleHitGroup", object(ResourceKind::Other)),
    ("ProceduralPrimitiveHitGroup", object(ResourceKind::Other)),
];

/// Knows the words of one interner.
#[derive(Clone)]
pub(super) struct Words {
    table: KeywordTable,
    /// What `half` is: a 16-bit float only with `-enable-16bit-types`.
    half: Scalar,
    /// The scalar types that are keywords; `int32_t` and `float4` are names, which a program may declare.
    scalar_keywords: [Symbol; 5],
}

impl Words {
    /// Interns all words.
    pub(super) fn intern(names: &mut Interner, native_16bit: bool) -> Words {
        let table = KeywordTable::intern(names, |word| {
            KEYWORDS.iter().for_each(|(text, _)| word(text));
            RESERVED.iter().for_each(|text| word(text));
            TEXTURES.iter().chain(OTHERS).for_each(|(text, _)| word(text));
            let mut spelled = String::new();
            for (text, _) in NUMERIC {
                word(text);
                for width in 1..=4 {
                    word(with_suffix(&mut spelled, text, width, None));
                }
                for rows in 1..=4 {
                    for columns in 1..=4 {
                        word(with_suffix(&mut spelled, text, rows, Some(columns)));
                    }
                }
            }
        });
        let scalar_keywords = ["bool", "int", "float", "half", "double"].map(|text| names.intern(text));
        Words { table, half: if native_16bit { Scalar::Float16 } else { Scalar::Float32 }, scalar_keywords }
    }

    /// What the symbol means to the language itself.
    pub(super) fn get(&self, symbol: Symbol) -> Option<Word> {
        let mut index = self.table.number(symbol)?;
        if let Some((_, keyword)) = KEYWORDS.get(index) {
            return Some(Word::Keyword(*keyword));
        }
        index -= KEYWORDS.len();
        if index < RESERVED.len() {
            return Some(Word::Reserved);
        }
        index -= RESERVED.len();
        if let Some((_, builtin)) = TEXTURES.get(index) {
            return Some(Word::Type(*builtin));
        }
        index -= TEXTURES.len();
        if let Some((_, builtin)) = OTHERS.get(index) {
            return Some(Word::Type(*builtin));
        }
        index -= OTHERS.len();
        let (text, scalar) = *NUMERIC.get(index / SHAPES)?;
        let scalar = if text == "half" { self.half } else { scalar };
        Some(Word::Type(match index % SHAPES {
            0 => Builtin::Scalar(scalar),
            width @ 1..=4 => Builtin::Vector(scalar, width as u8),
            matrix => Builtin::Matrix(scalar, ((matrix - 5) / 4 + 1) as u8, ((matrix - 5) % 4 + 1) as u8),
        }))
    }

    /// Whether the word cannot be the name of anything.
    pub(super) fn is_keyword(&self, symbol: Symbol) -> bool {
        match self.get(symbol) {
            Some(Word::Keyword(
                Keyword::In
                | Keyword::Out
                | Keyword::InOut
                | Keyword::Inline
                | Keyword::Volatile
                | Keyword::Extern
                | Keyword::Constexpr
                | Keyword::Export,
            )) => true,
            Some(Word::Keyword(keyword)) => !keyword.is_neutral_qualifier(),
            Some(Word::Reserved | Word::Type(Builtin::Void)) => true,
            Some(Word::Type(_)) => self.scalar_keywords.contains(&symbol),
            None => false,
        }
    }

    /// Whether the word cannot be the name of a variable: it belongs to statements or declarations, or is a number type.
    pub(super) fn is_reserved(&self, symbol: Symbol) -> bool {
        match self.get(symbol) {
            Some(Word::Keyword(keyword)) => !keyword.is_neutral_qualifier(),
            Some(Word::Reserved) => true,
            Some(Word::Type(builtin)) => !matches!(builtin, Builtin::Resource(..) | Builtin::VectorOf | Builtin::MatrixOf),
            None => false,
        }
    }

    pub(super) fn keyword(&self, symbol: Symbol) -> Option<Keyword> {
        match self.get(symbol) {
            Some(Word::Keyword(keyword)) => Some(keyword),
            _ => None,
        }
    }

    /// How many words the language has.
    #[cfg(test)]
    pub(super) fn len() -> usize {
        KEYWORDS.len() + RESERVED.len() + TEXTURES.len() + OTHERS.len() + NUMERIC.len() * SHAPES
    }
}

fn with_suffix<'a>(spelled: &'a mut String, text: &str, first: u8, second: Option<u8>) -> &'a str {
    spelled.clear();
    spelled.push_str(text);
    spelled.push((b'0' + first) as char);
    if let Some(second) = second {
        spelled.push('x');
        spelled.push((b'0' + second) as char);
    }
    spelled
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symbols_are_indices() {
        let mut names = Interner::new();
        // Names may be known before, words among them.
        for name in ["sun", "float", "cbuffer"] {
            names.intern(name);
        }
        let words = Words::intern(&mut names, true);
        let mut get = |text: &str| {
            let symbol = names.intern(text);
            words.get(symbol)
        };
        assert_eq!(get("cbuffer"), Some(Word::Keyword(Keyword::CBuffer)));
        assert_eq!(get("float"), Some(Word::Type(Builtin::Scalar(Scalar::Float32))));
        assert_eq!(get("uint64_t3"), Some(Word::Type(Builtin::Vector(Scalar::Uint64, 3))));
        assert_eq!(get("float64_t4x4"), Some(Word::Type(Builtin::Matrix(Scalar::Float64, 4, 4))));
        assert_eq!(get("sun"), None);
        assert_eq!(get("float5"), None);
        assert_eq!(names.len(), Words::len() + 3, "every word is distinct, and only float5 was added");
    }
}
