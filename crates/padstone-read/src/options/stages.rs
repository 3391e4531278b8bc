//! The stages of a pipeline, by their names on command lines.

use crate::cfamily::{GlslStage, Stage};

/// A stage, in the words of each front end.
#[derive(Clone, Copy)]
pub(super) struct Named {
    /// The names that slangc has for it, then that of glslang.
    names: &'static [&'static str],
    pub(super) hlsl: Stage,
    pub(super) glsl: GlslStage,
}

const STAGES: &[Named] = &[
    named(&["vertex", "vert"], Stage::Vertex, GlslStage::Vertex),
    named(&["hull", "tesscontrol", "tesc"], Stage::Hull, GlslStage::TessellationControl),
    named(&["domain", "tesseval", "tese"], Stage::Domain, GlslStage::TessellationEvaluation),
    named(&["geometry", "geom"], Stage::Geometry, GlslStage::Geometry),
    named(&["pixel", "fragment", "frag"], Stage::Pixel, GlslStage::Fragment),
    named(&["compute", "comp"], Stage::Compute, GlslStage::Compute),
    named(&["mesh"], Stage::Mesh, GlslStage::Mesh),
    named(&["amplification", "task"], Stage::Amplification, GlslStage::Task),
    named(&["raygeneration", "rgen"], Stage::Library, GlslStage::RayGeneration),
    named(&["intersection", "rint"], Stage::Library, GlslStage::Intersection),
    named(&["anyhit", "rahit"], Stage::Library, GlslStage::AnyHit),
    named(&["closesthit", "rchit"], Stage::Library, GlslStage::ClosestHit),
    named(&["miss", "rmiss"], Stage::Library, GlslStage::Miss),
    named(&["callable", "rcall"], Stage::Library, GlslStage::Callable),
];

const fn named(names: &'static [&'static str], hlsl: Stage, glsl: GlslStage) -> Named {
    Named { names, hlsl, glsl }
}

/// The stage of that name.
pub(super) fn find(name: &str) -> Option<Named> {
    STAGES.iter().copied().find(|stage| stage.names.contains(&name))
}
