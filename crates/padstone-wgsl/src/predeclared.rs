//! The predeclared names of WGSL (sections 6.9, 7 and 17). A module may shadow them.

use padstone_source::{Interner, Symbol};

use crate::constant::ConstFunction;
use crate::names::names;
use crate::scalar::Scalar;
use crate::types::{
    AccessMode, AddressSpace, DepthTexture, PartsKind, SampledTexture, StorageTexture, TexelFormat, Texture, Type, TypeId, Types,
};

/// The predeclared meaning of a name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Predeclared {
    Type(TypeId),
    Generator(TypeGenerator),
    AddressSpace(AddressSpace),
    AccessMode(AccessMode),
    TexelFormat(TexelFormat),
    /// A constant of type `u32`.
    Constant(u32),
    /// A function that can be evaluated at shader creation.
    ConstFunction(ConstFunction),
    /// `bitcast`, which has a template list.
    Bitcast,
    /// A function whose result is known only at run time.
    RuntimeFunction(RuntimeFunction),
}

/// A type generator: a name that requires a template list to be a type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum TypeGenerator {
    AccelerationStructure,
    Array,
    Atomic,
    BindingArray,
    Buffer,
    Matrix { columns: u8, rows: u8 },
    Pointer,
    RayQuery,
    SampledTexture(SampledTexture),
    StorageTexture(StorageTexture),
    TexelBuffer,
    Vector { width: u8 },
}

impl TypeGenerator {
    pub(crate) const fn name(self) -> &'static str {
        const MATRICES: [[&str; 3]; 3] = [["mat2x2", "mat2x3", "mat2x4"], ["mat3x2", "mat3x3", "mat3x4"], ["mat4x2", "mat4x3", "mat4x4"]];
        const VECTORS: [&str; 3] = ["vec2", "vec3", "vec4"];
        match self {
            TypeGenerator::AccelerationStructure => "acceleration_structure",
            TypeGenerator::Array => "array",
            TypeGenerator::Atomic => "atomic",
            TypeGenerator::BindingArray => "binding_array",
            TypeGenerator::Buffer => "buffer",
            TypeGenerator::Matrix { columns, rows } => MATRICES[columns as usize - 2][rows as usize - 2],
            TypeGenerator::Pointer => "ptr",
            TypeGenerator::RayQuery => "ray_query",
            TypeGenerator::SampledTexture(texture) => texture.name(),
            TypeGenerator::StorageTexture(texture) => texture.name(),
            TypeGenerator::TexelBuffer => "texel_buffer",
            TypeGenerator::Vector { width } => VECTORS[width as usize - 2],
        }
    }
}

names! {
    /// Functions that access memory or resources, or communicate with other invocations.
    RuntimeFunction {
        ArrayLength = "arrayLength",
        AtomicAdd = "atomicAdd",
        AtomicAnd = "atomicAnd",
        AtomicCompareExchangeWeak = "atomicCompareExchangeWeak",
        AtomicExchange = "atomicExchange",
        AtomicLoad = "atomicLoad",
        AtomicMax = "atomicMax",
        AtomicMin = "atomicMin",
        AtomicOr = "atomicOr",
        AtomicStore = "atomicStore",
        AtomicSub = "atomicSub",
        AtomicXor = "atomicXor",
        BufferArrayView = "bufferArrayView",
        BufferLength = "bufferLength",
        BufferView = "bufferView",
        Dpdx = "dpdx",
        DpdxCoarse = "dpdxCoarse",
        DpdxFine = "dpdxFine",
        Dpdy = "dpdy",
        DpdyCoarse = "dpdyCoarse",
        DpdyFine = "dpdyFine",
        Fwidth = "fwidth",
        FwidthCoarse = "fwidthCoarse",
        FwidthFine = "fwidthFine",
        GetCandidateHitVertexPositions = "getCandidateHitVertexPositions",
        GetCommittedHitVertexPositions = "getCommittedHitVertexPositions",
        QuadBroadcast = "quadBroadcast",
        QuadSwapDiagonal = "quadSwapDiagonal",
        QuadSwapX = "quadSwapX",
        QuadSwapY = "quadSwapY",
        RayQueryConfirmIntersection = "rayQueryConfirmIntersection",
        RayQueryGenerateIntersection = "rayQueryGenerateIntersection",
        RayQueryGetCandidateIntersection = "rayQueryGetCandidateIntersection",
        RayQueryGetCommittedIntersection = "rayQueryGetCommittedIntersection",
        RayQueryInitialize = "rayQueryInitialize",
        RayQueryProceed = "rayQueryProceed",
        RayQueryTerminate = "rayQueryTerminate",
        StorageBarrier = "storageBarrier",
        SubgroupAdd = "subgroupAdd",
        SubgroupAll = "subgroupAll",
        SubgroupAnd = "subgroupAnd",
        SubgroupAny = "subgroupAny",
        SubgroupBallot = "subgroupBallot",
        SubgroupBroadcast = "subgroupBroadcast",
        SubgroupBroadcastFirst = "subgroupBroadcastFirst",
        SubgroupElect = "subgroupElect",
        SubgroupExclusiveAdd = "subgroupExclusiveAdd",
        SubgroupExclusiveMul = "subgroupExclusiveMul",
        SubgroupInclusiveAdd = "subgroupInclusiveAdd",
        SubgroupInclusiveMul = "subgroupInclusiveMul",
        SubgroupMax = "subgroupMax",
        SubgroupMin = "subgroupMin",
        SubgroupMul = "subgroupMul",
        SubgroupOr = "subgroupOr",
        SubgroupShuffle = "subgroupShuffle",
        SubgroupShuffleDown = "subgroupShuffleDown",
        SubgroupShuffleUp = "subgroupShuffleUp",
        SubgroupShuffleXor = "subgroupShuffleXor",
        SubgroupXor = "subgroupXor",
        TextureBarrier = "textureBarrier",
        TextureDimensions = "textureDimensions",
        TextureGather = "textureGather",
        TextureGatherCompare = "textureGatherCompare",
        TextureLoad = "textureLoad",
        TextureNumLayers = "textureNumLayers",
        TextureNumLevels = "textureNumLevels",
        TextureNumSamples = "textureNumSamples",
        TextureSample = "textureSample",
        TextureSampleBaseClampToEdge = "textureSampleBaseClampToEdge",
        TextureSampleBias = "textureSampleBias",
        TextureSampleCompare = "textureSampleCompare",
        TextureSampleCompareLevel = "textureSampleCompareLevel",
        TextureSampleGrad = "textureSampleGrad",
        TextureSampleLevel = "textureSampleLevel",
        TextureStore = "textureStore",
        WorkgroupBarrier = "workgroupBarrier",
        WorkgroupUniformLoad = "workgroupUniformLoad",
    }
}

const ADDRESS_SPACES: [AddressSpace; 6] = [
    AddressSpace::Function,
    AddressSpace::Private,
    AddressSpace::Workgroup,
    AddressSpace::Uniform,
    AddressSpace::Storage,
    AddressSpace::Immediate,
];

/// The constants of naga's ray queries (naga 30.0.1), whose values are those of SPIR-V's `Ray Flags` and intersection types.
const RAY_CONSTANTS: [(&str, u32); 15] = [
    ("RAY_FLAG_NONE", 0),
    ("RAY_FLAG_FORCE_OPAQUE", 0x1),
    ("RAY_FLAG_FORCE_NO_OPAQUE", 0x2),
    ("RAY_FLAG_TERMINATE_ON_FIRST_HIT", 0x4),
    ("RAY_FLAG_SKIP_CLOSEST_HIT_SHADER", 0x8),
    ("RAY_FLAG_CULL_BACK_FACING", 0x10),
    ("RAY_FLAG_CULL_FRONT_FACING", 0x20),
    ("RAY_FLAG_CULL_OPAQUE", 0x40),
    ("RAY_FLAG_CULL_NO_OPAQUE", 0x80),
    ("RAY_FLAG_SKIP_TRIANGLES", 0x100),
    ("RAY_FLAG_SKIP_AABBS", 0x200),
    ("RAY_QUERY_INTERSECTION_NONE", 0),
    ("RAY_QUERY_INTERSECTION_TRIANGLE", 1),
    ("RAY_QUERY_INTERSECTION_GENERATED", 2),
    ("RAY_QUERY_INTERSECTION_AABB", 3),
];

/// All predeclared names with their meanings.
pub(crate) fn all(types: &mut Types, mut each: impl FnMut(&str, Predeclared)) {
    for scalar in Scalar::ALL.into_iter().filter(|scalar| !scalar.is_abstract()) {
        each(scalar.name(), Predeclared::Type(TypeId::scalar(scalar)));
    }
    let mut name = String::new();
    for (suffix, scalar) in [("i", Scalar::I32), ("u", Scalar::U32), ("f", Scalar::F32), ("h", Scalar::F16)] {
        let mut short = |generator: TypeGenerator, ty: TypeId| {
            name.clear();
            name.push_str(generator.name());
            name.push_str(suffix);
            each(&name, Predeclared::Type(ty));
        };
        for width in 2..=4 {
            short(TypeGenerator::Vector { width }, TypeId::vector(scalar, width));
        }
        for (columns, rows) in shapes().filter(|_| scalar.is_float()) {
            short(TypeGenerator::Matrix { columns, rows }, TypeId::matrix(scalar, columns, rows));
        }
    }
    let vectors = (2..=4).map(|width| TypeGenerator::Vector { width });
    let matrices = shapes().map(|(columns, rows)| TypeGenerator::Matrix { columns, rows });
    let textures = SampledTexture::ALL.iter().map(|&texture| TypeGenerator::SampledTexture(texture));
    let storage_textures = StorageTexture::ALL.iter().map(|&texture| TypeGenerator::StorageTexture(texture));
    let others = [
        TypeGenerator::AccelerationStructure,
        TypeGenerator::Array,
        TypeGenerator::Atomic,
        TypeGenerator::BindingArray,
        TypeGenerator::Buffer,
        TypeGenerator::Pointer,
        TypeGenerator::RayQuery,
        TypeGenerator::TexelBuffer,
    ];
    for generator in vectors.chain(matrices).chain(textures).chain(storage_textures).chain(others) {
        each(generator.name(), Predeclared::Generator(generator));
    }
    for &texture in DepthTexture::ALL {
        each(texture.name(), Predeclared::Type(types.intern(Type::Texture(Texture::Depth(texture)))));
    }
    each("texture_external", Predeclared::Type(types.intern(Type::Texture(Texture::External))));
    each("sampler", Predeclared::Type(types.intern(Type::Sampler { comparison: false })));
    each("sampler_comparison", Predeclared::Type(types.intern(Type::Sampler { comparison: true })));
    for (name, kind) in [("RayDesc", PartsKind::RayDesc), ("RayIntersection", PartsKind::RayIntersection)] {
        each(name, Predeclared::Type(types.intern(Type::Parts { kind, operand: TypeId::F32 })));
    }
    for (name, value) in RAY_CONSTANTS {
        each(name, Predeclared::Constant(value));
    }
    for space in ADDRESS_SPACES {
        each(space.name(), Predeclared::AddressSpace(space));
    }
    for access in [AccessMode::Read, AccessMode::Write, AccessMode::ReadWrite] {
        each(access.name(), Predeclared::AccessMode(access));
    }
    for &format in TexelFormat::ALL {
        each(format.name(), Predeclared::TexelFormat(format));
    }
    for &function in ConstFunction::ALL {
        each(function.name(), Predeclared::ConstFunction(function));
    }
    each("bitcast", Predeclared::Bitcast);
    for &function in RuntimeFunction::ALL {
        each(function.name(), Predeclared::RuntimeFunction(function));
    }
}

fn shapes() -> impl Iterator<Item = (u8, u8)> {
    (2..=4).flat_map(|columns| (2..=4).map(move |rows| (columns, rows)))
}

/// The meaning of a name at a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Entity {
    /// The declaration at this position of the tree.
    Global(u32),
    /// The local variable or parameter with this index, in the function whose body is being checked.
    Local(u32),
    Predeclared(Predeclared),
}

/// The meanings of names, by the index of the name.
#[derive(Debug)]
pub(crate) struct Scope {
    entities: Vec<Option<Entity>>,
}

impl Scope {
    /// Contains the predeclared names that occur in the text.
    pub(crate) fn new(names: &Interner, types: &mut Types) -> Self {
        let mut entities = vec![None; names.len()];
        all(types, |name, predeclared| {
            if let Some(symbol) = names.lookup(name) {
                entities[symbol.index()] = Some(Entity::Predeclared(predeclared));
            }
        });
        Scope { entities }
    }

    pub(crate) fn lookup(&self, name: Symbol) -> Option<Entity> {
        self.entities.get(name.index()).copied().flatten()
    }

    /// Binds a name to a declaration. Returns its previous meaning.
    pub(crate) fn declare(&mut self, name: Symbol, declaration: u32) -> Option<Entity> {
        self.bind(name, Some(Entity::Global(declaration)))
    }

    /// Binds a name to an entity or to nothing. Returns its previous meaning.
    pub(crate) fn bind(&mut self, name: Symbol, entity: Option<Entity>) -> Option<Entity> {
        std::mem::replace(&mut self.entities[name.index()], entity)
    }
}
