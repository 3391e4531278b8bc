//! Slang: everything that bears on layouts, registers and reflection.
//!
//! ```text
//! files ──parse──▶ Tree ──resolve──▶ types ──▶ parameters, entry points ──▶ Module
//! ```
//!
//! Names are found in any order, so nothing is resolved before all files and modules are read. Then the parameters of the
//! program are walked, and what they refer to is resolved on demand: a generic that nobody instantiates has no layout, and
//! the body of a function is never looked at.

mod annotations;
mod attributes;
mod check;
mod entry_points;
mod modules;
mod parameters;
mod parse;
mod resolve;
mod tree;
mod words;

use padstone_diag::Diagnostics;
use padstone_model::{Major, Module, Stage};
use padstone_source::{FileId, Loader, SourceMap};

use crate::half_written;
use modules::{Program, Reading};
use resolve::Resolver;

/// How to read a program.
#[derive(Clone, Debug, Default)]
pub struct SlangOptions {
    /// Folders to look for modules and includes in, after the folder of the file that asks for one.
    pub include_dirs: Vec<String>,
    /// Macros: name and value; no value is `1`.
    pub defines: Vec<(String, Option<String>)>,
    /// `-matrix-layout-row-major`, `-matrix-layout-column-major`.
    pub default_major: Major,
    /// `-entry NAME -stage STAGE`, in order; without any, all functions with `[shader("…")]`.
    pub entry_points: Vec<(String, Option<Stage>)>,
    /// `-specialize TYPE`: what is put in for open types, in order.
    pub specialize: Vec<String>,
    /// Whether each file is a translation unit of its own, whose names others do not see; else all are one.
    pub separate_units: bool,
}

impl SlangOptions {
    /// The stage of a name, as `-stage` and `[shader("…")]` have them.
    ///
    /// ```
    /// use padstone_cfamily::SlangOptions;
    /// assert_eq!(SlangOptions::stage("pixel"), SlangOptions::stage("fragment"));
    /// assert_eq!(SlangOptions::stage("nosuch"), None);
    /// ```
    pub fn stage(name: &str) -> Option<Stage> {
        STAGES.iter().find(|(known, _)| *known == name).map(|&(_, stage)| stage)
    }
}

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
/// Never fails: what is wrong is in `diagnostics`, what was understood in the module.
pub fn read_slang(
    sources: &mut SourceMap,
    files: &[FileId],
    loader: &dyn Loader,
    options: &SlangOptions,
    diagnostics: &mut Diagnostics,
) -> Module {
    let mark = sources.mark();
    let mut found = Diagnostics::new();
    let mut program = read_program(sources, files, loader, options, &mut found, false);
    if half_written::is_reason(found.iter()) {
        // libslang says where a file is wrong as if nothing were put in, so those diagnostics stay.
        sources.rewind(mark);
        program = read_program(sources, files, loader, options, &mut Diagnostics::new(), true);
    }
    diagnostics.append(found);
    let mut resolver = Resolver::new(program, options, diagnostics);
    let entry_points = resolver.find_entry_points();
    resolver.put_in_open_types(&entry_points);
    resolver.check_declarations();
    resolver.globals();
    resolver.entry_points(&entry_points);
    resolver.check_cycles();
    resolver.finish()
}

fn read_program(
    sources: &mut SourceMap,
    files: &[FileId],
    loader: &dyn Loader,
    options: &SlangOptions,
    diagnostics: &mut Diagnostics,
    is_half_written: bool,
) -> Program {
    let mut reading = Reading::new(sources, loader, options, diagnostics, is_half_written);
    if options.separate_units {
        files.iter().for_each(|&file| reading.unit(&[file]));
    } else {
        reading.unit(files);
    }
    reading.imports();
    reading.specialize();
    reading.finish()
}
