//! The words of GLSL: keywords and built-in types, and since when they are words.
//!
//! A translation unit interns all of them first; a word is the number of a row in the tables here. Versions are those in which glslang 12 takes a word for more than a name (measured).

mod textures;

use padstone_model::{ResourceKind, ResourceShape, Scalar};
use padstone_source::{Interner, Symbol};

use super::features::Since;
use crate::keyword_table::KeywordTable;

/// What a built-in word means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Word {
    Keyword(Keyword),
    Type(Builtin),
}

/// A built-in type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Builtin {
    Void,
    Scalar(Scalar),
    Vector(Scalar, u8),
    /// Scalar, columns, rows: `mat4x3` has 4 columns.
    Matrix(Scalar, u8, u8),
    Opaque(Opaque),
}

/// A type whose values are handles.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Opaque {
    pub(super) kind: ResourceKind,
    pub(super) shape: ResourceShape,
    pub(super) class: OpaqueClass,
}

/// The sorts of opaque types, as far as declarations differ.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum OpaqueClass {
    /// `sampler2D`, `texture2D`, `sampler`.
    Sampled,
    /// `image2D`: the letters before `image` tell which formats fit.
    Image(Texel),
    /// `subpassInput`.
    SubpassInput,
    /// `atomic_uint`.
    Counter,
    AccelerationStructure,
    /// `rayQueryEXT`: no uniform.
    Local,
}

/// What the texels of an image are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Texel {
    Float,
    Int,
    Uint,
    Int64,
    Uint64,
}

macro_rules! keywords {
    ($($variant:ident $text:literal $desktop:literal $es:literal $([$($extension:literal),*] $($from:literal)?)?)*) => {
        /// Words that begin or qualify declarations, or may stand in constant expressions.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub(super) enum Keyword { $($variant),* }
        const KEYWORDS: &[(&str, Keyword, Since)] = &[
            $(($text, Keyword::$variant, Since::version($desktop, $es)$(.or(&[$($extension),*])$(.from($from))?)?)),*
        ];
    };
}

keywords! {
    Const "const" 110 100
    Uniform "uniform" 110 100
    Buffer "buffer" 430 310 ["GL_ARB_shader_storage_buffer_object"] 150
    In "in" 110 100
    Out "out" 110 100
    Inout "inout" 110 100
    Attribute "attribute" 110 100
    Varying "varying" 110 100
    Shared "shared" 140 300
    RayPayload "rayPayloadEXT" 0 0 ["GL_EXT_ray_tracing"]
    RayPayloadIn "rayPayloadInEXT" 0 0 ["GL_EXT_ray_tracing"]
    HitAttribute "hitAttributeEXT" 0 0 ["GL_EXT_ray_tracing"]
    CallableData "callableDataEXT" 0 0 ["GL_EXT_ray_tracing"]
    CallableDataIn "callableDataInEXT" 0 0 ["GL_EXT_ray_tracing"]
    RayPayloadNv "rayPayloadNV" 0 0 ["GL_NV_ray_tracing"]
    RayPayloadInNv "rayPayloadInNV" 0 0 ["GL_NV_ray_tracing"]
    HitAttributeNv "hitAttributeNV" 0 0 ["GL_NV_ray_tracing"]
    CallableDataNv "callableDataNV" 0 0 ["GL_NV_ray_tracing"]
    CallableDataInNv "callableDataInNV" 0 0 ["GL_NV_ray_tracing"]
    HitObjectAttribute "hitObjectAttributeNV" 0 0 ["GL_NV_shader_invocation_reorder"]
    TaskPayload "taskPayloadSharedEXT" 0 0 ["GL_EXT_mesh_shader"]
    Layout "layout" 140 300
    Precision "precision" 130 100
    Highp "highp" 130 100
    Mediump "mediump" 130 100
    Lowp "lowp" 130 100
    Coherent "coherent" 420 310 ["GL_ARB_shader_image_load_store", "GL_ARB_shader_storage_buffer_object"]
    Volatile "volatile" 420 310 ["GL_ARB_shader_image_load_store", "GL_ARB_shader_storage_buffer_object"]
    Restrict "restrict" 420 310 ["GL_ARB_shader_image_load_store", "GL_ARB_shader_storage_buffer_object"]
    Readonly "readonly" 420 310 ["GL_ARB_shader_image_load_store", "GL_ARB_shader_storage_buffer_object"]
    Writeonly "writeonly" 420 310 ["GL_ARB_shader_image_load_store", "GL_ARB_shader_storage_buffer_object"]
    DeviceCoherent "devicecoherent" 420 310
    QueueFamilyCoherent "queuefamilycoherent" 420 310
    WorkgroupCoherent "workgroupcoherent" 420 310
    SubgroupCoherent "subgroupcoherent" 420 310
    ShaderCallCoherent "shadercallcoherent" 420 310
    Nonprivate "nonprivate" 420 310
    Flat "flat" 130 300
    Smooth "smooth" 130 300
    Noperspective "noperspective" 130 300
    ExplicitInterp "__explicitInterpAMD" 0 0 ["GL_AMD_shader_explicit_vertex_parameter"]
    Pervertex "pervertexEXT" 450 0 ["GL_EXT_fragment_shader_barycentric"]
    PervertexNv "pervertexNV" 450 0 ["GL_NV_fragment_shader_barycentric"]
    Perprimitive "perprimitiveEXT" 0 0 ["GL_EXT_mesh_shader"]
    PerprimitiveNv "perprimitiveNV" 0 0 ["GL_NV_mesh_shader"]
    PerviewNv "perviewNV" 0 0 ["GL_NV_mesh_shader"]
    PertaskNv "taskNV" 0 0 ["GL_NV_mesh_shader"]
    Centroid "centroid" 120 300
    Sample "sample" 400 300
    Patch "patch" 400 300
    Invariant "invariant" 120 100
    Precise "precise" 400 310
    Nonuniform "nonuniformEXT" 0 0 ["GL_EXT_nonuniform_qualifier"]
    Subroutine "subroutine" 400 300
    Struct "struct" 110 100
    True "true" 110 100
    False "false" 110 100
}

/// Words of statements, and those that the language keeps for later: none is a name of anything. With them the first
/// version that keeps them and the last one of desktop GLSL that does, where later ones give them up.
const RESERVED: &[&str] = &[
    "break",
    "continue",
    "do",
    "else",
    "for",
    "if",
    "discard",
    "return",
    "while",
    "switch",
    "case",
    "default",
    "common",
    "partition",
    "active",
    "asm",
    "class",
    "union",
    "enum",
    "typedef",
    "template",
    "this",
    "goto",
    "inline",
    "noinline",
    "public",
    "static",
    "extern",
    "external",
    "interface",
    "long",
    "short",
    "half",
    "fixed",
    "unsigned",
    "input",
    "output",
    "hvec2",
    "hvec3",
    "hvec4",
    "fvec2",
    "fvec3",
    "fvec4",
    "sampler3DRect",
    "filter",
    "sizeof",
    "cast",
    "namespace",
    "using",
];

const ALWAYS: Since = Since::version(110, 100);
const UNSIGNED: Since = Since::version(130, 300);
const DOUBLE: Since = Since::version(400, 0).or(&["GL_ARB_gpu_shader_fp64"]).from(150);
const INT8: Since = Since::extension(&[
    "GL_EXT_shader_explicit_arithmetic_types_int8",
    "GL_EXT_shader_explicit_arithmetic_types",
    "GL_EXT_shader_8bit_storage",
]);
pub(super) const INT16: Since = Since::extension(&[
    "GL_EXT_shader_explicit_arithmetic_types_int16",
    "GL_EXT_shader_explicit_arithmetic_types",
    "GL_EXT_shader_16bit_storage",
    "GL_AMD_gpu_shader_int16",
]);
const INT32: Since = Since::extension(&["GL_EXT_shader_explicit_arithmetic_types_int32", "GL_EXT_shader_explicit_arithmetic_types"]);
pub(super) const INT64: Since = Since::extension(&[
    "GL_EXT_shader_explicit_arithmetic_types_int64",
    "GL_EXT_shader_explicit_arithmetic_types",
    "GL_ARB_gpu_shader_int64",
])
.from(400);
pub(super) const FLOAT16: Since = Since::extension(&[
    "GL_EXT_shader_explicit_arithmetic_types_float16",
    "GL_EXT_shader_explicit_arithmetic_types",
    "GL_EXT_shader_16bit_storage",
    "GL_AMD_gpu_shader_half_float",
]);
const FLOAT16_MATRIX: Since = Since::extension(&[
    "GL_EXT_shader_explicit_arithmetic_types_float16",
    "GL_EXT_shader_explicit_arithmetic_types",
    "GL_AMD_gpu_shader_half_float",
]);
const FLOAT32: Since = Since::extension(&["GL_EXT_shader_explicit_arithmetic_types_float32", "GL_EXT_shader_explicit_arithmetic_types"]);
const FLOAT64: Since = Since::extension(&["GL_EXT_shader_explicit_arithmetic_types_float64", "GL_EXT_shader_explicit_arithmetic_types"]);

/// The words for a number of a type, for vectors of it and, if there are any, for square and other matrices.
macro_rules! numbers {
    ($scalar:ident $word:literal $prefix:literal $since:expr) => {
        &[
            ($word, Builtin::Scalar(Scalar::$scalar), $since),
            (concat!($prefix, "vec2"), Builtin::Vector(Scalar::$scalar, 2), $since),
            (concat!($prefix, "vec3"), Builtin::Vector(Scalar::$scalar, 3), $since),
            (concat!($prefix, "vec4"), Builtin::Vector(Scalar::$scalar, 4), $since),
        ]
    };
}

macro_rules! matrices {
    ($scalar:ident $prefix:literal $square:expr, $others:expr) => {
        &[
            (concat!($prefix, "mat2"), Builtin::Matrix(Scalar::$scalar, 2, 2), $square),
            (concat!($prefix, "mat3"), Builtin::Matrix(Scalar::$scalar, 3, 3), $square),
            (concat!($prefix, "mat4"), Builtin::Matrix(Scalar::$scalar, 4, 4), $square),
            (concat!($prefix, "mat2x2"), Builtin::Matrix(Scalar::$scalar, 2, 2), $others),
            (concat!($prefix, "mat2x3"), Builtin::Matrix(Scalar::$scalar, 2, 3), $others),
            (concat!($prefix, "mat2x4"), Builtin::Matrix(Scalar::$scalar, 2, 4), $others),
            (concat!($prefix, "mat3x2"), Builtin::Matrix(Scalar::$scalar, 3, 2), $others),
            (concat!($prefix, "mat3x3"), Builtin::Matrix(Scalar::$scalar, 3, 3), $others),
            (concat!($prefix, "mat3x4"), Builtin::Matrix(Scalar::$scalar, 3, 4), $others),
            (concat!($prefix, "mat4x2"), Builtin::Matrix(Scalar::$scalar, 4, 2), $others),
            (concat!($prefix, "mat4x3"), Builtin::Matrix(Scalar::$scalar, 4, 3), $others),
            (concat!($prefix, "mat4x4"), Builtin::Matrix(Scalar::$scalar, 4, 4), $others),
        ]
    };
}

/// A word for a type, and since when it is one.
type TypeWord = (&'static str, Builtin, Since);

/// The words for types, family by family.
const FAMILIES: &[&[TypeWord]] = &[
    &[("void", Builtin::Void, ALWAYS)],
    numbers!(Float32 "float" "" ALWAYS),
    matrices!(Float32 "" ALWAYS, Since::version(120, 300)),
    numbers!(Float64 "double" "d" DOUBLE),
    matrices!(Float64 "d" DOUBLE, DOUBLE),
    numbers!(Int32 "int" "i" ALWAYS),
    numbers!(Uint32 "uint" "u" UNSIGNED),
    numbers!(Bool "bool" "b" ALWAYS),
    numbers!(Int8 "int8_t" "i8" INT8),
    numbers!(Uint8 "uint8_t" "u8" INT8),
    numbers!(Int16 "int16_t" "i16" INT16),
    numbers!(Uint16 "uint16_t" "u16" INT16),
    numbers!(Int32 "int32_t" "i32" INT32),
    numbers!(Uint32 "uint32_t" "u32" INT32),
    numbers!(Int64 "int64_t" "i64" INT64),
    numbers!(Uint64 "uint64_t" "u64" INT64),
    numbers!(Float16 "float16_t" "f16" FLOAT16),
    matrices!(Float16 "f16" FLOAT16_MATRIX, FLOAT16_MATRIX),
    numbers!(Float32 "float32_t" "f32" FLOAT32),
    matrices!(Float32 "f32" FLOAT32, FLOAT32),
    numbers!(Float64 "float64_t" "f64" FLOAT64),
    matrices!(Float64 "f64" FLOAT64, FLOAT64),
    textures::SHAPE_1D,
    textures::SHAPE_2D,
    textures::SHAPE_3D,
    textures::SHAPE_CUBE,
    textures::SHAPE_1DARRAY,
    textures::SHAPE_2DARRAY,
    textures::SHAPE_CUBEARRAY,
    textures::SHAPE_2DRECT,
    textures::SHAPE_BUFFER,
    textures::SHAPE_2DMS,
    textures::SHAPE_2DMSARRAY,
    textures::SHADOWS,
    textures::OTHERS,
];

/// All words for types.
static TYPES: [TypeWord; length(FAMILIES)] = joined(FAMILIES);

const fn length(families: &[&[TypeWord]]) -> usize {
    let (mut length, mut family) = (0, 0);
    while family < families.len() {
        length += families[family].len();
        family += 1;
    }
    length
}

const fn joined<const LENGTH: usize>(families: &[&[TypeWord]]) -> [TypeWord; LENGTH] {
    let mut all = [families[0][0]; LENGTH];
    let (mut at, mut family) = (0, 0);
    while family < families.len() {
        let mut word = 0;
        while word < families[family].len() {
            all[at] = families[family][word];
            (at, word) = (at + 1, word + 1);
        }
        family += 1;
    }
    all
}

/// Knows the words of one interner.
#[derive(Clone)]
pub(super) struct Words {
    table: KeywordTable,
}

impl Words {
    /// Interns all words.
    pub(super) fn intern(names: &mut Interner) -> Words {
        let keywords = KEYWORDS.iter().map(|(text, ..)| *text);
        let types = TYPES.iter().map(|(text, ..)| *text);
        let words = keywords.chain(types).chain(RESERVED.iter().copied());
        Words { table: KeywordTable::intern(names, |word| words.for_each(word)) }
    }

    /// What the symbol means to the language in the versions, and with the extensions, that have it.
    #[inline]
    pub(super) fn get(&self, symbol: Symbol) -> Option<(Word, &'static Since)> {
        let index = self.table.number(symbol)?;
        if let Some((_, keyword, since)) = KEYWORDS.get(index) {
            return Some((Word::Keyword(*keyword), since));
        }
        let (_, builtin, since) = TYPES.get(index - KEYWORDS.len())?;
        Some((Word::Type(*builtin), since))
    }

    /// Whether the word is kept by the language without a meaning in declarations.
    pub(super) fn is_reserved(&self, symbol: Symbol) -> bool {
        self.table.number(symbol).is_some_and(|number| number >= KEYWORDS.len() + TYPES.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symbols_are_indices() {
        let mut names = Interner::new();
        // Names may be known before, words among them.
        for name in ["sun", "typedef", "uniform"] {
            names.intern(name);
        }
        let words = Words::intern(&mut names);
        let known = names.len();
        let mut get = |text: &str| {
            let symbol = names.intern(text);
            (words.get(symbol).map(|(word, _)| word), words.is_reserved(symbol))
        };
        assert_eq!(get("uniform").0, Some(Word::Keyword(Keyword::Uniform)));
        assert_eq!(get("u64vec3").0, Some(Word::Type(Builtin::Vector(Scalar::Uint64, 3))));
        assert_eq!(get("mat4x3").0, Some(Word::Type(Builtin::Matrix(Scalar::Float32, 4, 3))));
        assert!(matches!(
            get("uimageCubeArray").0,
            Some(Word::Type(Builtin::Opaque(Opaque { class: OpaqueClass::Image(Texel::Uint), .. })))
        ));
        assert_eq!(get("typedef"), (None, true));
        assert_eq!(get("sun"), (None, false));
        assert_eq!(get("vec5"), (None, false));
        assert_eq!(names.len(), known + 1, "only vec5 was added");
        assert_eq!(known, 2 + KEYWORDS.len() + TYPES.len() + RESERVED.len(), "every word is distinct");
    }
}
