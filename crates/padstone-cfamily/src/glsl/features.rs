//! What versions and extensions bring: all the things that some shader may not use.
//!
//! The numbers are those of the specifications, checked against glslang 12 (measured for every version), extensions those
//! that glslang takes instead.

use padstone_diag::{Diagnostic, codes};
use padstone_source::Span;

use super::version::Version;
use super::{Parser, TargetEnv};
use crate::preprocess::Behaviour;
use crate::reader::Reader;
use padstone_model::Stage;

/// When something is there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Since {
    /// The first version of desktop GLSL that has it; 0 for none.
    pub(super) desktop: u16,
    /// The first version of GLSL ES that has it; 0 for none.
    pub(super) es: u16,
    /// The extensions that bring it, the one to recommend first.
    pub(super) extensions: &'static [&'static str],
    /// The first version that they bring it to; 0 for any.
    pub(super) extensible: u16,
    /// Whether it is there on Vulkan only.
    pub(super) vulkan: bool,
}

impl Since {
    /// There from these versions on; 0 for never.
    pub(super) const fn version(desktop: u16, es: u16) -> Since {
        Since { desktop, es, extensions: &[], extensible: 0, vulkan: false }
    }

    /// There with any of these extensions.
    pub(super) const fn extension(extensions: &'static [&'static str]) -> Since {
        Since { desktop: 0, es: 0, extensions, extensible: 0, vulkan: false }
    }

    pub(super) const fn or(self, extensions: &'static [&'static str]) -> Since {
        Since { extensions, ..self }
    }

    /// Extensions bring it to no version before this one.
    pub(super) const fn from(self, extensible: u16) -> Since {
        Since { extensible, ..self }
    }

    /// There on Vulkan, in any version that it takes.
    pub(super) const fn on_vulkan() -> Since {
        Since { desktop: 140, es: 310, extensions: &[], extensible: 0, vulkan: true }
    }

    /// Whether a version has it without any extension.
    pub(super) fn in_version(&self, version: Version, target: TargetEnv) -> bool {
        let first = if version.is_es() { self.es } else { self.desktop };
        (!self.vulkan || target == TargetEnv::Vulkan) && first != 0 && version.number >= first
    }
}

/// Something that not every shader may use.
pub(super) struct Feature {
    /// What to call it in a sentence, in the plural: "uniform blocks".
    pub(super) name: &'static str,
    pub(super) since: Since,
}

const ENHANCED: &[&str] = &["GL_ARB_enhanced_layouts"];
const PACK_420: &[&str] = &["GL_ARB_shading_language_420pack"];
const STORAGE: &[&str] = &["GL_ARB_shader_storage_buffer_object"];

pub(super) const EMPTY_DECLARATIONS: Feature = Feature { name: "empty declarations", since: Since::version(460, 0) };
pub(super) const UNIFORM_BLOCKS: Feature =
    Feature { name: "uniform blocks", since: Since::version(140, 300).or(&["GL_ARB_uniform_buffer_object"]) };
pub(super) const STD430: Feature = Feature { name: "`std430` blocks", since: Since::version(430, 310).or(STORAGE).from(150) };
pub(super) const UNIFORM_STD430: Feature =
    Feature { name: "`std430` uniform blocks", since: Since::extension(&["GL_EXT_scalar_block_layout"]) };
pub(super) const SCALAR: Feature =
    Feature { name: "`scalar` blocks", since: Since { vulkan: true, ..Since::extension(&["GL_EXT_scalar_block_layout"]) } };
pub(super) const PUSH_CONSTANTS: Feature = Feature { name: "push constants", since: Since::on_vulkan() };
pub(super) const DESCRIPTOR_SETS: Feature = Feature { name: "descriptor sets", since: Since::on_vulkan() };
pub(super) const INPUT_ATTACHMENTS: Feature = Feature { name: "input attachments", since: Since::on_vulkan() };
pub(super) const BUFFER_REFERENCES: Feature =
    Feature { name: "buffer references", since: Since { vulkan: true, ..Since::extension(&["GL_EXT_buffer_reference"]) } };
pub(super) const SHADER_RECORDS: Feature =
    Feature { name: "shader records", since: Since::extension(&["GL_EXT_ray_tracing", "GL_NV_ray_tracing"]) };
pub(super) const BINDINGS: Feature = Feature { name: "explicit bindings", since: Since::version(420, 310).or(PACK_420) };
pub(super) const UNIFORM_LOCATIONS: Feature =
    Feature { name: "uniform locations", since: Since::version(430, 310).or(&["GL_ARB_explicit_uniform_location"]).from(330) };
pub(super) const OFFSETS: Feature = Feature { name: "member offsets", since: Since::version(440, 310).or(ENHANCED).from(150) };
pub(super) const ALIGNMENTS: Feature = Feature { name: "member alignments", since: Since::version(440, 0).or(ENHANCED).from(150) };
pub(super) const COMPUTED_QUALIFIERS: Feature =
    Feature { name: "expressions in layout qualifiers", since: Since::version(440, 0).or(ENHANCED).from(150) };
pub(super) const ARRAYS_OF_ARRAYS: Feature =
    Feature { name: "arrays of arrays", since: Since::version(430, 310).or(&["GL_ARB_arrays_of_arrays"]) };
pub(super) const BLOCK_ARRAYS_OF_ARRAYS: Feature =
    Feature { name: "arrays of arrays of blocks", since: Since::version(430, 0).or(&["GL_ARB_arrays_of_arrays"]) };
pub(super) const UNIFORM_INITIALIZERS: Feature = Feature { name: "uniform initializers", since: Since::version(120, 0) };
pub(super) const ARRAYED_TYPES: Feature = Feature { name: "array sizes after the type", since: Since::version(120, 300) };
pub(super) const IMPLICIT_SIZES: Feature = Feature { name: "implicitly sized arrays", since: Since::version(110, 0) };
pub(super) const VECTOR_LENGTH: Feature =
    Feature { name: "`.length()` of vectors and matrices", since: Since::version(420, 0).or(PACK_420) };
pub(super) const INITIALIZER_LISTS: Feature = Feature { name: "initializer lists", since: Since::version(420, 0).or(PACK_420) };
pub(super) const ATOMIC_COUNTERS: Feature =
    Feature { name: "atomic counters", since: Since::version(420, 310).or(&["GL_ARB_shader_atomic_counters"]) };

pub(super) const MEMORY_SCOPES: Feature =
    Feature { name: "memory scope qualifiers", since: Since::extension(&["GL_KHR_memory_scope_semantics"]) };
pub(super) const SHADER_CALL_COHERENCE: Feature =
    Feature { name: "`shadercallcoherent` qualifiers", since: Since::extension(&["GL_EXT_ray_tracing"]) };
pub(super) const VALUES_PER_VERTEX: Feature =
    Feature { name: "`pervertexEXT` inputs", since: Since::extension(&["GL_EXT_fragment_shader_barycentric"]) };
pub(super) const VALUES_PER_VERTEX_NV: Feature =
    Feature { name: "`pervertexNV` inputs", since: Since::extension(&["GL_NV_fragment_shader_barycentric"]) };

/// What a stage is where the first version that takes it has it by an extension only, or where all have (glslang 12, measured).
fn stage_feature(stage: Stage) -> Option<Feature> {
    const MESH: Since = Since::extension(&["GL_EXT_mesh_shader", "GL_NV_mesh_shader"]);
    Some(match stage {
        Stage::Compute => Feature { name: "compute shaders", since: Since::version(430, 310).or(&["GL_ARB_compute_shader"]) },
        Stage::Geometry => {
            let since = Since::version(150, 320).or(&["GL_EXT_geometry_shader", "GL_OES_geometry_shader"]);
            Feature { name: "geometry shaders", since }
        }
        Stage::Hull | Stage::Domain => {
            let extensions = &["GL_ARB_tessellation_shader", "GL_EXT_tessellation_shader", "GL_OES_tessellation_shader"];
            Feature { name: "tessellation shaders", since: Since::version(400, 320).or(extensions) }
        }
        Stage::Amplification => Feature { name: "task shaders", since: MESH },
        Stage::Mesh => Feature { name: "mesh shaders", since: MESH },
        _ => return None,
    })
}

impl Parser<'_> {
    /// Reports a stage that the version has only by an extension which the shader does not require.
    pub(super) fn check_stage(&mut self) {
        let version = self.cursor.preprocessor.glsl.as_ref().and_then(|glsl| glsl.version);
        if let (Some(stage), Some(version)) = (self.options.stage, version)
            && let Some(feature) = stage_feature(stage)
        {
            self.needs(&feature, version);
        }
    }

    /// Whether something is there, by the version or by an extension; nothing is said.
    pub(super) fn has(&self, since: &Since) -> bool {
        since.in_version(self.version, self.options.target) || self.extension_of(since).is_some()
    }

    /// Reports a feature that is used at `at`, if the shader may not use it.
    pub(super) fn needs(&mut self, feature: &Feature, at: Span) {
        if feature.since.in_version(self.version, self.options.target) {
            return;
        }
        match self.extension_of(&feature.since) {
            Some((extension, Behaviour::Warn)) => {
                let message = format!("the shader uses {} through extension `{extension}`", feature.name);
                let found = Diagnostic::warning(&codes::GLSL_EXTENSION_USED, message, at);
                self.report(found.help(format!("write `#extension {extension} : enable` to silence the warning")));
            }
            Some(_) => {}
            None => self.report_missing(feature.name, "are", &feature.since, at),
        }
    }

    /// Reports that something is not there, and what would bring it.
    pub(super) fn report_missing(&mut self, what: &str, verb: &str, since: &Since, at: Span) {
        if since.vulkan && self.options.target != TargetEnv::Vulkan {
            let message = format!("{what} {verb} not available on OpenGL");
            let found = Diagnostic::error(&codes::TARGET_LACKS, message, at);
            return self.report(found.help("target Vulkan: `--target-env vulkan1.2`"));
        }
        let first = if self.version.is_es() { since.es } else { since.desktop };
        let version = (first != 0).then_some(Version { number: first, ..self.version });
        let extension = self.extensions_for(since).next();
        let message = match (version, extension) {
            (Some(version), _) => format!("{what} {verb} not available before GLSL {version}"),
            (None, Some(extension)) => format!("{what} {verb} not available without extension `{extension}`"),
            (None, None) if self.version.is_es() => format!("{what} {verb} not available in GLSL ES"),
            (None, None) => format!("{what} {verb} not available in GLSL {}", self.version),
        };
        let code = if first == 0 && extension.is_some() { &codes::GLSL_EXTENSION_MISSING } else { &codes::VERSION_TOO_OLD };
        let help = match (version, extension) {
            (Some(version), Some(extension)) => {
                Some(format!("write `#version {}`, or `#extension {extension} : require`", version.directive()))
            }
            (Some(version), None) => Some(format!("write `#version {}`", version.directive())),
            (None, Some(extension)) => Some(format!("add `#extension {extension} : require` after the `#version`")),
            (None, None) => None,
        };
        let mut found = Diagnostic::error(code, message, at);
        if let Some(help) = help {
            found = found.help(help);
        }
        self.report(found);
    }

    /// The extension that brings something, and what the shader wants of it.
    fn extension_of(&self, since: &Since) -> Option<(&'static str, Behaviour)> {
        if since.vulkan && self.options.target != TargetEnv::Vulkan {
            return None;
        }
        let directives = self.cursor.preprocessor.glsl.as_ref()?;
        self.extensions_for(since).find_map(|name| directives.extensions.behaviour(name).map(|behaviour| (name, behaviour)))
    }

    /// The extensions that would bring something to the version at hand; those of the ARB are for desktops.
    fn extensions_for(&self, since: &Since) -> impl Iterator<Item = &'static str> {
        let (es, reached) = (self.version.is_es(), self.version.number >= since.extensible);
        since.extensions.iter().copied().filter(move |name| reached && !(es && name.starts_with("GL_ARB_")))
    }
}
