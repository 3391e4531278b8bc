//! The words of Slang: those that begin declarations, those that modify them, and built-in types. None is reserved: what a
//! name means depends on where it stands and what the program declares.

mod interfaces;
mod textures;

use padstone_model::{BaseShape, Packing, ResourceAccess, ResourceKind, ResourceShape, Scalar};
use padstone_source::{Interner, Symbol};

pub(super) use interfaces::{Implementers, Optionals, TEXELS};

/// A word that begins a declaration.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Keyword {
    Associated,
    CBuffer,
    Enum,
    Exported,
    Extension,
    Func,
    Generic,
    Implementing,
    Import,
    Include,
    Init,
    Interface,
    Let,
    Module,
    Namespace,
    Property,
    StaticAssert,
    Struct,
    Subscript,
    TBuffer,
    TypeAlias,
    TypeParam,
    Typedef,
    Using,
    Var,
}

const KEYWORDS: &[(&str, Keyword)] = &[
    ("associatedtype", Keyword::Associated),
    ("cbuffer", Keyword::CBuffer),
    ("enum", Keyword::Enum),
    ("__exported", Keyword::Exported),
    ("extension", Keyword::Extension),
    ("__extension", Keyword::Extension),
    ("func", Keyword::Func),
    ("__generic", Keyword::Generic),
    ("implementing", Keyword::Implementing),
    ("import", Keyword::Import),
    ("__import", Keyword::Import),
    ("__include", Keyword::Include),
    ("__init", Keyword::Init),
    ("interface", Keyword::Interface),
    ("let", Keyword::Let),
    ("module", Keyword::Module),
    ("namespace", Keyword::Namespace),
    ("property", Keyword::Property),
    ("static_assert", Keyword::StaticAssert),
    ("struct", Keyword::Struct),
    ("class", Keyword::Struct),
    ("__subscript", Keyword::Subscript),
    ("tbuffer", Keyword::TBuffer),
    ("typealias", Keyword::TypeAlias),
    ("type_param", Keyword::TypeParam),
    ("typedef", Keyword::Typedef),
    ("using", Keyword::Using),
    ("var", Keyword::Var),
];

/// A word that modifies a declaration or type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Modifier {
    Static,
    Const,
    GroupShared,
    Uniform,
    In,
    Out,
    InOut,
    RowMajor,
    ColumnMajor,
    Public,
    Internal,
    Private,
    Extern,
    Linear,
    Centroid,
    NoPerspective,
    NoInterpolation,
    Sample,
    PerVertex,
    Shared,
    Unsigned,
    Signed,
    /// `each T`: any number of types.
    Each,
    /// `vertices`, `primitives`: what a mesh shader writes.
    MeshOutput,
    /// `indices`: the same.
    MeshIndices,
    /// `unorm`, `snorm`: numbers that stand for fractions.
    Normalized,
    /// Words that bear neither on layout nor on binding.
    Neutral,
}

const MODIFIERS: &[(&str, Modifier)] = &[
    ("static", Modifier::Static),
    ("const", Modifier::Const),
    ("groupshared", Modifier::GroupShared),
    ("uniform", Modifier::Uniform),
    ("in", Modifier::In),
    ("out", Modifier::Out),
    ("inout", Modifier::InOut),
    ("__ref", Modifier::InOut),
    ("row_major", Modifier::RowMajor),
    ("column_major", Modifier::ColumnMajor),
    ("public", Modifier::Public),
    ("internal", Modifier::Internal),
    ("private", Modifier::Private),
    ("extern", Modifier::Extern),
    ("linear", Modifier::Linear),
    ("centroid", Modifier::Centroid),
    ("noperspective", Modifier::NoPerspective),
    ("nointerpolation", Modifier::NoInterpolation),
    ("flat", Modifier::NoInterpolation),
    ("sample", Modifier::Sample),
    ("pervertex", Modifier::PerVertex),
    ("unsigned", Modifier::Unsigned),
    ("signed", Modifier::Signed),
    ("each", Modifier::Each),
    ("volatile", Modifier::Neutral),
    ("inline", Modifier::Neutral),
    ("export", Modifier::Neutral),
    ("precise", Modifier::Neutral),
    ("shared", Modifier::Shared),
    ("unorm", Modifier::Normalized),
    ("snorm", Modifier::Normalized),
    ("globallycoherent", Modifier::Neutral),
    ("coherent", Modifier::Neutral),
    ("constexpr", Modifier::Neutral),
    ("override", Modifier::Neutral),
    ("open", Modifier::Neutral),
    ("sealed", Modifier::Neutral),
    ("triangle", Modifier::Neutral),
    ("triangleadj", Modifier::Neutral),
    ("line", Modifier::Neutral),
    ("lineadj", Modifier::Neutral),
    ("point", Modifier::Neutral),
    ("payload", Modifier::Neutral),
    ("vertices", Modifier::MeshOutput),
    ("indices", Modifier::MeshIndices),
    ("primitives", Modifier::MeshOutput),
    ("dyn", Modifier::Neutral),
    ("some", Modifier::Neutral),
    ("no_diff", Modifier::Neutral),
    ("__constref", Modifier::Neutral),
    ("borrow", Modifier::Neutral),
    ("readonly", Modifier::Neutral),
    ("writeonly", Modifier::Neutral),
    ("typename", Modifier::Neutral),
];

/// A word that means something of its own inside of a declaration or an expression.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Particle {
    Each,
    Expand,
    False,
    FuncType,
    Layout,
    Operator,
    True,
}

const PARTICLES: &[(&str, Particle)] = &[
    ("each", Particle::Each),
    ("expand", Particle::Expand),
    ("false", Particle::False),
    ("functype", Particle::FuncType),
    ("layout", Particle::Layout),
    ("operator", Particle::Operator),
    ("true", Particle::True),
];

/// A type, or what makes one of arguments, that the language declares.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Builtin {
    Scalar(Scalar),
    Vector(Scalar, u8),
    Matrix(Scalar, u8, u8),
    /// `vector<T, N>`.
    VectorOf,
    /// `matrix<T, R, C>`.
    MatrixOf,
    /// `Array<T, N>`.
    ArrayOf,
    /// `Optional<T>`.
    OptionalOf,
    /// `Tuple<…>`.
    TupleOf,
    /// `Ptr<T>`.
    PointerTo,
    /// `Atomic<T>`.
    AtomicOf,
    /// `DescriptorHandle<T>`.
    HandleOf,
    /// `Conditional<T, true>`.
    ConditionalOf,
    /// A resource: what it is, what it looks like, and how its element is given.
    Resource(ResourceKind, ResourceShape, Element),
    /// `Std430DataLayout`.
    DataLayout(Packing),
    /// Something that is given to a resource for its name: `SAMPLER_FEEDBACK_MIN_MIP`.
    Tag,
    /// An interface that types of the language implement.
    Interface(&'static Implementers),
    /// A struct that the language declares.
    Struct(&'static [(&'static str, Builtin)]),
}

/// What a resource has for an argument.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Element {
    /// None.
    None,
    /// A type, `float4` if none is given.
    Float4,
    /// `float`; none can be given.
    Float,
    /// A type that has to be given.
    Needed,
}

const SCALARS: &[(&str, Scalar)] = &[
    ("bool", Scalar::Bool),
    ("int", Scalar::Int32),
    ("uint", Scalar::Uint32),
    ("float", Scalar::Float32),
    ("half", Scalar::Float16),
    ("double", Scalar::Float64),
    ("int8_t", Scalar::Int8),
    ("uint8_t", Scalar::Uint8),
    ("int16_t", Scalar::Int16),
    ("uint16_t", Scalar::Uint16),
    ("int32_t", Scalar::Int32),
    ("uint32_t", Scalar::Uint32),
    ("int64_t", Scalar::Int64),
    ("uint64_t", Scalar::Uint64),
    ("float16_t", Scalar::Float16),
    ("float32_t", Scalar::Float32),
    ("float64_t", Scalar::Float64),
];

const LONE_SCALARS: &[(&str, Scalar)] = &[
    ("void", Scalar::Void),
    ("intptr_t", Scalar::IntPtr),
    ("uintptr_t", Scalar::UintPtr),
    ("ssize_t", Scalar::IntPtr),
    ("size_t", Scalar::UintPtr),
    ("usize_t", Scalar::UintPtr),
    ("BFloat16", Scalar::BFloat16),
    ("bfloat16_t", Scalar::BFloat16),
    ("FloatE4M3", Scalar::FloatE4M3),
    ("FloatE5M2", Scalar::FloatE5M2),
    ("int8_t4_packed", Scalar::Int8x4Packed),
    ("uint8_t4_packed", Scalar::Uint8x4Packed),
];

const fn plain(base: BaseShape, access: ResourceAccess) -> ResourceShape {
    ResourceShape { base, array: false, multisample: false, combined: false, access }
}

const OBJECT: ResourceShape = plain(BaseShape::None, ResourceAccess::Read);

const OTHERS: &[(&str, Builtin)] = &[
    ("vector", Builtin::VectorOf),
    ("matrix", Builtin::MatrixOf),
    ("Array", Builtin::ArrayOf),
    ("Optional", Builtin::OptionalOf),
    ("Tuple", Builtin::TupleOf),
    ("Ptr", Builtin::PointerTo),
    ("ConstPtr", Builtin::PointerTo),
    ("ConstBufferPointer", Builtin::PointerTo),
    ("NativeString", Builtin::PointerTo),
    ("Atomic", Builtin::AtomicOf),
    ("DescriptorHandle", Builtin::HandleOf),
    ("Conditional", Builtin::ConditionalOf),
    ("DefaultDataLayout", Builtin::DataLayout(Packing::ByKind)),
    ("Std140DataLayout", Builtin::DataLayout(Packing::Std140)),
    ("Std430DataLayout", Builtin::DataLayout(Packing::Std430)),
    ("ScalarDataLayout", Builtin::DataLayout(Packing::Scalar)),
    ("CDataLayout", Builtin::DataLayout(Packing::C)),
    ("SAMPLER_FEEDBACK_MIN_MIP", Builtin::Tag),
    ("SAMPLER_FEEDBACK_MIP_REGION_USED", Builtin::Tag),
    ("Access", Builtin::Tag),
    ("AddressSpace", Builtin::Tag),
    ("BuiltInTriangleIntersectionAttributes", Builtin::Struct(&[("barycentrics", Builtin::Vector(Scalar::Float32, 2))])),
    (
        "RayDesc",
        Builtin::Struct(&[
            ("Origin", Builtin::Vector(Scalar::Float32, 3)),
            ("TMin", Builtin::Scalar(Scalar::Float32)),
            ("Direction", Builtin::Vector(Scalar::Float32, 3)),
            ("TMax", Builtin::Scalar(Scalar::Float32)),
        ]),
    ),
    ("SamplerState", Builtin::Resource(ResourceKind::Sampler, OBJECT, Element::None)),
    ("SamplerComparisonState", Builtin::Resource(ResourceKind::Sampler, OBJECT, Element::None)),
    ("ConstantBuffer", Builtin::Resource(ResourceKind::ConstantBuffer, OBJECT, Element::Needed)),
    ("TextureBuffer", Builtin::Resource(ResourceKind::TextureBuffer, OBJECT, Element::Needed)),
    ("ParameterBlock", Builtin::Resource(ResourceKind::ParameterBlock, OBJECT, Element::Needed)),
    ("GLSLShaderStorageBuffer", Builtin::Resource(ResourceKind::StorageBlock, OBJECT, Element::Needed)),
    (
        "RaytracingAccelerationStructure",
        Builtin::Resource(
            ResourceKind::AccelerationStructure,
            plain(BaseShape::AccelerationStructure, ResourceAccess::Read),
            Element::None,
        ),
    ),
    ("SubpassInput", Builtin::Resource(ResourceKind::SubpassInput, plain(BaseShape::SubpassInput, ResourceAccess::Read), Element::Float4)),
    (
        "SubpassInputMS",
        Builtin::Resource(
            ResourceKind::SubpassInput,
            ResourceShape { multisample: true, ..plain(BaseShape::SubpassInput, ResourceAccess::Read) },
            Element::Float4,
        ),
    ),
    ("PointStream", Builtin::Resource(ResourceKind::OutputStream, OBJECT, Element::Needed)),
    ("LineStream", Builtin::Resource(ResourceKind::OutputStream, OBJECT, Element::Needed)),
    ("TriangleStream", Builtin::Resource(ResourceKind::OutputStream, OBJECT, Element::Needed)),
    ("InputPatch", Builtin::Resource(ResourceKind::Other, OBJECT, Element::Needed)),
    ("OutputPatch", Builtin::Resource(ResourceKind::Other, OBJECT, Element::Needed)),
    ("OutputVertices", Builtin::Resource(ResourceKind::MeshOutput, OBJECT, Element::Needed)),
    ("OutputIndices", Builtin::Resource(ResourceKind::MeshOutput, OBJECT, Element::Needed)),
    ("OutputPrimitives", Builtin::Resource(ResourceKind::MeshOutput, OBJECT, Element::Needed)),
    ("RayQuery", Builtin::Resource(ResourceKind::Other, OBJECT, Element::None)),
    ("HitObject", Builtin::Resource(ResourceKind::Other, OBJECT, Element::None)),
];

/// How the names of structured and other buffers begin, and what that means for the buffer.
const BUFFERS: &[(&str, ResourceAccess, ResourceKind, ResourceKind, ResourceKind)] = &[
    ("", ResourceAccess::Read, ResourceKind::StructuredBuffer, ResourceKind::ByteAddressBuffer, ResourceKind::Texture),
    ("RW", ResourceAccess::ReadWrite, ResourceKind::RwStructuredBuffer, ResourceKind::RwByteAddressBuffer, ResourceKind::RwTexture),
    (
        "RasterizerOrdered",
        ResourceAccess::RasterOrdered,
        ResourceKind::RwStructuredBuffer,
        ResourceKind::RwByteAddressBuffer,
        ResourceKind::RwTexture,
    ),
];

/// The words, by the index of their symbol: they are interned before the program is read, so the tables are short.
pub(super) struct Words {
    written: Vec<Written>,
    builtins: Vec<Option<Builtin>>,
}

/// What a word can be where it stands in the source.
#[derive(Clone, Copy, Default)]
struct Written {
    keyword: Option<Keyword>,
    modifier: Option<Modifier>,
    particle: Option<Particle>,
}

impl Words {
    pub(super) fn intern(names: &mut Interner) -> Words {
        let mut words = Words { written: Vec::new(), builtins: Vec::new() };
        for &(name, keyword) in KEYWORDS {
            at(&mut words.written, names.intern(name)).keyword = Some(keyword);
        }
        for &(name, modifier) in MODIFIERS {
            at(&mut words.written, names.intern(name)).modifier = Some(modifier);
        }
        for &(name, particle) in PARTICLES {
            at(&mut words.written, names.intern(name)).particle = Some(particle);
        }
        each_builtin(|name, builtin| *at(&mut words.builtins, names.intern(name)) = Some(builtin));
        words
    }

    pub(super) fn keyword(&self, symbol: Symbol) -> Option<Keyword> {
        self.written.get(symbol.index())?.keyword
    }

    pub(super) fn modifier(&self, symbol: Symbol) -> Option<Modifier> {
        self.written.get(symbol.index())?.modifier
    }

    pub(super) fn particle(&self, symbol: Symbol) -> Option<Particle> {
        self.written.get(symbol.index())?.particle
    }

    pub(super) fn builtin(&self, symbol: Symbol) -> Option<Builtin> {
        *self.builtins.get(symbol.index())?
    }
}

/// What a table has for a symbol.
fn at<T: Clone + Default>(table: &mut Vec<T>, symbol: Symbol) -> &mut T {
    let index = symbol.index();
    if table.len() <= index {
        table.resize(index + 1, T::default());
    }
    &mut table[index]
}

fn each_builtin(mut add: impl FnMut(&str, Builtin)) {
    for &(name, scalar) in SCALARS {
        add(name, Builtin::Scalar(scalar));
        for width in 1..=4 {
            add(&format!("{name}{width}"), Builtin::Vector(scalar, width));
            for columns in 1..=4 {
                add(&format!("{name}{width}x{columns}"), Builtin::Matrix(scalar, width, columns));
            }
        }
    }
    LONE_SCALARS.iter().for_each(|&(name, scalar)| add(name, Builtin::Scalar(scalar)));
    OTHERS.iter().for_each(|&(name, builtin)| add(name, builtin));
    interfaces::each(&mut add);
    for &(prefix, access, structured, bytes, typed) in BUFFERS {
        let of = |base| plain(base, access);
        add(&format!("{prefix}StructuredBuffer"), Builtin::Resource(structured, of(BaseShape::StructuredBuffer), Element::Needed));
        add(&format!("{prefix}ByteAddressBuffer"), Builtin::Resource(bytes, of(BaseShape::ByteAddressBuffer), Element::None));
        // libslang reports a `RasterizerOrderedBuffer` as one that is written only; measured.
        let typed_access = if access == ResourceAccess::RasterOrdered { ResourceAccess::Write } else { access };
        let typed_shape = plain(BaseShape::TextureBuffer, typed_access);
        add(&format!("{prefix}Buffer"), Builtin::Resource(typed, typed_shape, Element::Needed));
    }
    let counted = [
        ("AppendStructuredBuffer", ResourceKind::AppendStructuredBuffer, ResourceAccess::Append),
        ("ConsumeStructuredBuffer", ResourceKind::ConsumeStructuredBuffer, ResourceAccess::Consume),
    ];
    for (name, kind, access) in counted {
        add(name, Builtin::Resource(kind, plain(BaseShape::StructuredBuffer, access), Element::Needed));
    }
    textures::each(add);
}
