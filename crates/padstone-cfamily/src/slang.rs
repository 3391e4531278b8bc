//! Slang: everything that affects layouts, registers and reflection.
//!
//! ```text
//! files ──parse──▶ Tree ──resolve──▶ types ──▶ parameters, entry points ──▶ Module
//! ```
//!
//! Declarations may follow their uses, so nothing is resolved before all files and modules are parsed. Then the parameters of the
//! program are visited, and the declarations that they refer to are resolved on demand: a generic without instances has no layout, and
//! function bodies are never resolved.

mod annotations;
mod attributes;
mod cascades;
mod check;
mod entry_points;
mod imports;
mod keywords;
mod modules;
mod parameter_order;
mod parameters;
mod parse;
mod resolve;
mod tree;

use padstone_diag::Diagnostics;
use padstone_model::{Major, Module, Stage};
use padstone_source::{FileId, Interner, Loader, SourceMap};

use crate::unclosed_delimiters;
use modules::{ModuleReader, Outline, Program};
use resolve::Resolver;

/// The options for reading a program.
#[derive(Clone, Debug, Default)]
pub struct SlangOptions {
    /// Names that are already interned, such as those of a unit that was read before; their symbols remain valid.
    pub names: Interner,
    /// Directories to search for modules and included files, after the directory of the importing file.
    pub include_dirs: Vec<String>,
    /// Macros: name and value; without a value, a macro is empty instead of `1`.
    pub defines: Vec<(String, Option<String>)>,
    /// `-matrix-layout-row-major`, `-matrix-layout-column-major`.
    pub default_major: Major,
    /// `-entry NAME -stage STAGE`, in order; without any, all functions with `[shader("…")]`.
    pub entry_points: Vec<(String, Option<Stage>)>,
    /// The stage of a profile, or of `-stage` alone: for each entry point without a stage, and for `main` if there are
    /// no entry points.
    pub default_stage: Option<Stage>,
    /// `-specialize TYPE`: the specialization arguments, in order.
    pub specialize: Vec<String>,
    /// `-msvc-style-bitfield-packing`: MSB first, and a new allocation unit when the size of the type changes.
    pub msvc_bit_fields: bool,
    /// `-unscoped-enum`: cases are visible in the enclosing scope, unless it is an `enum class`.
    pub unscoped_enums: bool,
    /// `-default-image-format-unknown`: do not infer the format of an image from its texel type.
    pub unknown_formats: bool,
    /// Whether a constant buffer may contain an unsized array. slangc rejects it; in Slang's documentation, it has "an effectively infinite
    /// size".
    pub unsized_constants: bool,
    /// The translation units of the files, in order; a unit does not see the names of others. Files in
    /// none of them form one unit.
    pub units: Vec<SlangUnit>,
}

/// One translation unit of a program.
///
/// `{ files: 2, is_hlsl: false }` and `{ files: 1, is_hlsl: true }` divide `a.slang`, `b.slang`, `c.hlsl` as slangc does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SlangUnit {
    /// The number of its files.
    pub files: usize,
    /// Whether it is read as slangc reads HLSL: `__HLSL__` is 1 and `__SLANG__` is 0, and a `}` at the end of a line does not end the
    /// declaration of a struct (libslang 2026.12, measured).
    pub is_hlsl: bool,
}

impl SlangOptions {
    /// Returns the stage of a name of `-stage` or `[shader("…")]`.
    ///
    /// ```
    /// use padstone_cfamily::SlangOptions;
    /// assert_eq!(SlangOptions::stage("pixel"), SlangOptions::stage("fragment"));
    /// assert_eq!(SlangOptions::stage("nosuch"), None);
    /// ```
    pub fn stage(name: &str) -> Option<Stage> {
        STAGES.iter().find(|(known, _)| *known == name).map(|&(_, stage)| stage)
    }

    /// The stage that a profile of slangc specifies: by its letters, or by one of the capabilities after it.
    ///
    /// ```
    /// use padstone_cfamily::SlangOptions;
    /// assert_eq!(SlangOptions::stage_of_profile("ps_5_0"), SlangOptions::stage("pixel"));
    /// assert_eq!(SlangOptions::stage_of_profile("sm_6_6+vertex"), SlangOptions::stage("vertex"));
    /// assert_eq!(SlangOptions::stage_of_profile("glsl_tess_eval_450"), SlangOptions::stage("domain"));
    /// assert_eq!(SlangOptions::stage_of_profile("lib_6_3"), None);
    /// ```
    pub fn stage_of_profile(profile: &str) -> Option<Stage> {
        let mut atoms = profile.split('+');
        let base = atoms.next().unwrap_or_default();
        let of_glsl = || {
            let name = base.strip_prefix("glsl_")?;
            GLSL_STAGES.iter().find(|(known, _)| name.starts_with(known)).map(|&(_, stage)| stage)
        };
        let of_letters = || {
            let letters = base.split('_').next()?;
            PROFILES.iter().find(|(known, _)| *known == letters).map(|&(_, stage)| stage)
        };
        of_glsl().or_else(of_letters).or_else(|| atoms.find_map(SlangOptions::stage))
    }
}

/// Letters of HLSL profiles.
const PROFILES: &[(&str, Stage)] = &[
    ("vs", Stage::Vertex),
    ("hs", Stage::Hull),
    ("ds", Stage::Domain),
    ("gs", Stage::Geometry),
    ("ps", Stage::Fragment),
    ("cs", Stage::Compute),
    ("ms", Stage::Mesh),
    ("as", Stage::Amplification),
];

/// The suffixes after `glsl_` in GLSL profiles.
const GLSL_STAGES: &[(&str, Stage)] = &[
    ("vertex", Stage::Vertex),
    ("tess_control", Stage::Hull),
    ("tess_eval", Stage::Domain),
    ("geometry", Stage::Geometry),
    ("fragment", Stage::Fragment),
    ("compute", Stage::Compute),
];

const STAGES: &[(&str, Stage)] = &[
    ("vertex", Stage::Vertex),
    ("hull", Stage::Hull),
    ("tesscontrol", Stage::Hull),
    ("domain", Stage::Domain),
    ("tesseval", Stage::Domain),
    ("geometry", Stage::Geometry),
    ("fragment", Stage::Fragment),
    ("pixel", Stage::Fragment),
    ("compute", Stage::Compute),
    ("raygeneration", Stage::RayGeneration),
    ("raygen", Stage::RayGeneration),
    ("intersection", Stage::Intersection),
    ("anyhit", Stage::AnyHit),
    ("closesthit", Stage::ClosestHit),
    ("miss", Stage::Miss),
    ("callable", Stage::Callable),
    ("mesh", Stage::Mesh),
    ("amplification", Stage::Amplification),
    ("task", Stage::Amplification),
    ("dispatch", Stage::Dispatch),
];

/// Reads the files of a program, and the modules that they import.
///
/// Never fails: errors are in `diagnostics`, and the module contains everything that was resolved.
pub fn read_slang(
    sources: &mut SourceMap,
    files: &[FileId],
    loader: &dyn Loader,
    options: &SlangOptions,
    diagnostics: &mut Diagnostics,
) -> Module {
    let mark = sources.mark();
    let mut found = Diagnostics::new();
    let (mut program, mut outline) = read_program(sources, files, loader, options, &mut found, false);
    if unclosed_delimiters::is_reason(found.iter()) {
        // libslang locates errors in the text without the inserted delimiters, so the diagnostics of the first reading are kept.
        sources.rewind(mark);
        (program, outline) = read_program(sources, files, loader, options, &mut Diagnostics::new(), true);
    }
    let mut resolved = Diagnostics::new();
    let mut resolver = Resolver::new(program, options, &mut resolved);
    let entry_points = resolver.find_entry_points();
    let specialized = resolver.apply_specialization_arguments(&entry_points);
    resolver.unspecialized_types();
    resolver.check_declarations();
    resolver.globals();
    resolver.entry_points(&entry_points);
    resolver.check_specialization_arguments(specialized);
    resolver.check_cycles();
    resolver.check_signature_types();
    let module = resolver.finish();
    cascades::without_cascades(found, resolved, &outline, sources, diagnostics);
    module
}

fn read_program(
    sources: &mut SourceMap,
    files: &[FileId],
    loader: &dyn Loader,
    options: &SlangOptions,
    diagnostics: &mut Diagnostics,
    closes_delimiters: bool,
) -> (Program, Outline) {
    let mut reading = ModuleReader::new(sources, loader, options, diagnostics, closes_delimiters);
    let mut rest = files;
    for unit in &options.units {
        let (files, remaining) = rest.split_at(unit.files.min(rest.len()));
        reading.unit(files, unit.is_hlsl);
        rest = remaining;
    }
    if !rest.is_empty() || options.units.is_empty() {
        reading.unit(rest, false);
    }
    reading.imports();
    reading.specialize();
    reading.finish()
}
