//! The built-in constants of the language, `gl_MaxDrawBuffers` and the like.
//!
//! Their values are the implementation's; these are glslang's, which any compilation without a configuration of its own gets
//! (`glslangValidator -c`, glslang 12). The versions that have them are those in which glslang 16 declares them (measured, in all versions).

use super::super::version::{Profile, Version};

/// The value of a constant in a version; three for those that count in three dimensions.
pub(in crate::glsl) fn limit(name: &str, version: Version) -> Option<&'static [i32]> {
    let name = name.strip_prefix("gl_")?;
    let constants = LIMITS.iter().filter(|group| group.is_in(version)).flat_map(|group| group.constants);
    constants.into_iter().find(|(known, _)| *known == name).map(|&(_, values)| values)
}

/// The constants of the same versions.
struct LimitGroup {
    /// The first version of desktop GLSL; `None` if it has none of them.
    desktop: Option<u16>,
    /// The last version of the core profile, if a later one removed them.
    last_core: Option<u16>,
    /// The first version of GLSL ES; `None` if it has none of them.
    es: Option<u16>,
    constants: &'static [(&'static str, &'static [i32])],
}

impl LimitGroup {
    fn is_in(&self, version: Version) -> bool {
        let (first, last) = match version.profile {
            Profile::Es => (self.es, None),
            Profile::Core => (self.desktop, self.last_core),
            Profile::Compatibility => (self.desktop, None),
        };
        first.is_some_and(|first| version.number >= first) && last.is_none_or(|last| version.number <= last)
    }
}

const LIMITS: &[LimitGroup] = &[
    LimitGroup {
        desktop: Some(110),
        last_core: None,
        es: Some(300),
        constants: &[
            ("MaxVertexAttribs", &[64]),
            ("MaxVertexTextureImageUnits", &[32]),
            ("MaxCombinedTextureImageUnits", &[80]),
            ("MaxTextureImageUnits", &[32]),
            ("MaxDrawBuffers", &[32]),
        ],
    },
    LimitGroup {
        desktop: Some(110),
        last_core: None,
        es: None,
        constants: &[
            ("MaxLights", &[32]),
            ("MaxClipPlanes", &[6]),
            ("MaxTextureUnits", &[32]),
            ("MaxTextureCoords", &[32]),
            ("MaxVertexUniformComponents", &[4096]),
            ("MaxFragmentUniformComponents", &[4096]),
        ],
    },
    LimitGroup { desktop: Some(110), last_core: Some(410), es: None, constants: &[("MaxVaryingFloats", &[64])] },
    LimitGroup {
        desktop: Some(130),
        last_core: None,
        es: Some(310),
        constants: &[
            ("MaxImageUnits", &[8]),
            ("MaxCombinedShaderOutputResources", &[8]),
            ("MaxVertexImageUniforms", &[0]),
            ("MaxGeometryImageUniforms", &[0]),
            ("MaxFragmentImageUniforms", &[8]),
            ("MaxCombinedImageUniforms", &[8]),
        ],
    },
    LimitGroup {
        desktop: Some(130),
        last_core: None,
        es: Some(320),
        constants: &[("MaxTessControlImageUniforms", &[0]), ("MaxTessEvaluationImageUniforms", &[0])],
    },
    LimitGroup {
        desktop: Some(130),
        last_core: None,
        es: None,
        constants: &[
            ("MaxClipDistances", &[8]),
            ("MaxVaryingComponents", &[60]),
            ("MaxCombinedImageUnitsAndFragmentOutputs", &[8]),
            ("MaxImageSamples", &[0]),
        ],
    },
    LimitGroup {
        desktop: Some(150),
        last_core: None,
        es: Some(310),
        constants: &[
            ("MaxGeometryInputComponents", &[64]),
            ("MaxGeometryOutputComponents", &[128]),
            ("MaxGeometryTextureImageUnits", &[16]),
            ("MaxGeometryOutputVertices", &[256]),
            ("MaxGeometryTotalOutputComponents", &[1024]),
            ("MaxGeometryUniformComponents", &[1024]),
            ("MaxTessControlInputComponents", &[128]),
            ("MaxTessControlOutputComponents", &[128]),
            ("MaxTessControlTextureImageUnits", &[16]),
            ("MaxTessControlUniformComponents", &[1024]),
            ("MaxTessControlTotalOutputComponents", &[4096]),
            ("MaxTessEvaluationInputComponents", &[128]),
            ("MaxTessEvaluationOutputComponents", &[128]),
            ("MaxTessEvaluationTextureImageUnits", &[16]),
            ("MaxTessEvaluationUniformComponents", &[1024]),
            ("MaxTessPatchComponents", &[120]),
            ("MaxPatchVertices", &[32]),
            ("MaxTessGenLevel", &[64]),
        ],
    },
    LimitGroup {
        desktop: Some(150),
        last_core: None,
        es: None,
        constants: &[("MaxVertexOutputComponents", &[64]), ("MaxFragmentInputComponents", &[128]), ("MaxGeometryVaryingComponents", &[64])],
    },
    LimitGroup {
        desktop: Some(410),
        last_core: None,
        es: Some(300),
        constants: &[("MaxVertexUniformVectors", &[128]), ("MaxFragmentUniformVectors", &[16])],
    },
    LimitGroup { desktop: Some(410), last_core: None, es: None, constants: &[("MaxVaryingVectors", &[8]), ("MaxViewports", &[16])] },
    LimitGroup {
        desktop: Some(420),
        last_core: None,
        es: Some(300),
        constants: &[("MinProgramTexelOffset", &[-8]), ("MaxProgramTexelOffset", &[7])],
    },
    LimitGroup {
        desktop: Some(420),
        last_core: None,
        es: Some(310),
        constants: &[
            ("MaxComputeUniformComponents", &[1024]),
            ("MaxComputeTextureImageUnits", &[16]),
            ("MaxComputeImageUniforms", &[8]),
            ("MaxComputeAtomicCounters", &[8]),
            ("MaxComputeAtomicCounterBuffers", &[1]),
            ("MaxVertexAtomicCounters", &[0]),
            ("MaxGeometryAtomicCounters", &[0]),
            ("MaxFragmentAtomicCounters", &[8]),
            ("MaxCombinedAtomicCounters", &[8]),
            ("MaxAtomicCounterBindings", &[1]),
            ("MaxVertexAtomicCounterBuffers", &[0]),
            ("MaxGeometryAtomicCounterBuffers", &[0]),
            ("MaxFragmentAtomicCounterBuffers", &[1]),
            ("MaxCombinedAtomicCounterBuffers", &[1]),
            ("MaxAtomicCounterBufferSize", &[16384]),
            ("MaxComputeWorkGroupCount", &[65535, 65535, 65535]),
            ("MaxComputeWorkGroupSize", &[1024, 1024, 64]),
        ],
    },
    LimitGroup {
        desktop: Some(420),
        last_core: None,
        es: Some(320),
        constants: &[
            ("MaxTessControlAtomicCounters", &[0]),
            ("MaxTessEvaluationAtomicCounters", &[0]),
            ("MaxTessControlAtomicCounterBuffers", &[0]),
            ("MaxTessEvaluationAtomicCounterBuffers", &[0]),
        ],
    },
    LimitGroup {
        desktop: Some(440),
        last_core: None,
        es: None,
        constants: &[("MaxTransformFeedbackBuffers", &[4]), ("MaxTransformFeedbackInterleavedComponents", &[64])],
    },
    LimitGroup { desktop: Some(450), last_core: None, es: Some(310), constants: &[("MaxSamples", &[4])] },
    LimitGroup {
        desktop: Some(450),
        last_core: None,
        es: Some(320),
        constants: &[
            ("MaxMeshOutputVerticesNV", &[256]),
            ("MaxMeshOutputPrimitivesNV", &[512]),
            ("MaxMeshWorkGroupSizeNV", &[32, 1, 1]),
            ("MaxTaskWorkGroupSizeNV", &[32, 1, 1]),
            ("MaxMeshViewCountNV", &[4]),
        ],
    },
    LimitGroup {
        desktop: Some(450),
        last_core: None,
        es: None,
        constants: &[("MaxCullDistances", &[8]), ("MaxCombinedClipAndCullDistances", &[8])],
    },
    LimitGroup {
        desktop: None,
        last_core: None,
        es: Some(300),
        constants: &[("MaxVertexOutputVectors", &[16]), ("MaxFragmentInputVectors", &[15])],
    },
];
