//! The front end for WGSL, in two editions: that of the W3C, and that of the draft of 2020. Parsing never fails: it
//! returns what it understood, and diagnostics.
//!
//! ```text
//! text ──lex──▶ tokens ──parse──▶ Tree ──resolve──▶ types and values ──lower──▶ Module
//! ```
//!
//! ```
//! use padstone_diag::Diagnostics;
//! use padstone_source::{MemoryLoader, SourceMap};
//! use padstone_wgsl::{Options, read_wgsl};
//!
//! let text = "
//!     const LIGHTS = 1 << 2;
//!     struct Light { position: vec3f, @size(8) range: f32 }
//!     struct Scene { lights: array<Light, LIGHTS>, count: u32 }
//!     @group(0) @binding(1) var<uniform> scene: Scene;
//!     @group(0) @binding(2) var image: texture_2d<f32>;";
//! let mut sources = SourceMap::new();
//! let file = sources.add_file("scene.wgsl", text.into()).unwrap();
//! let mut found = Diagnostics::new();
//! let module = read_wgsl(&mut sources, file, &MemoryLoader::default(), &Options::default(), &mut found);
//! assert!(!found.has_errors());
//! assert_eq!((module.structs.len(), module.buffers.len(), module.parameters.len()), (2, 1, 2));
//! let (_, scene) = module.structs.iter().last().unwrap();
//! assert_eq!(module.type_name(scene.fields[0].ty).to_string(), "array<Light, 4>");
//! ```
//!
//! Function bodies are stepped over ([`parse_body`] reads one, and [`body`] knows what it means): a layout does not depend
//! on them. They are read only to tell which resources an entry point uses, where that matters.

mod attributes;
pub mod body;
mod constant;
mod lex;
mod lower;
mod names;
mod order;
mod parse;
mod predeclared;
mod resolve;
mod scalar;
pub mod token;
pub mod tree;
mod types;
mod usage;

pub use lex::{Piece, PieceKind, pieces};
pub use parse::{names_in, parse, parse_body};

use padstone_diag::Diagnostics;
use padstone_model::Module;
use padstone_source::{FileId, Interner, Loader, SourceMap};

use resolve::Resolver;
use tree::{Edition, Source};
use usage::Usage;

/// The names that a module had better not declare: keywords, reserved words, and all that the language declares itself.
pub fn names_of_the_language() -> impl Iterator<Item = String> {
    let mut predeclared = Vec::new();
    predeclared::all(&mut types::Types::new(), |name, _| predeclared.push(name.to_owned()));
    lex::words::words().map(str::to_owned).chain(predeclared)
}

/// How to read a WGSL file.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Options {
    /// Which of the two languages it is.
    pub edition: Edition,
    /// The entry point whose resources are wanted: those of all others are marked as not used.
    pub entry: Option<String>,
}

/// Reads a WGSL file. A module needs no other files, so the loader is not asked.
pub fn read_wgsl(sources: &mut SourceMap, file: FileId, _loader: &dyn Loader, options: &Options, diagnostics: &mut Diagnostics) -> Module {
    let source = Source::new(sources.file(file), options.edition);
    let mut names = Interner::new();
    let tree = parse(source, &mut names, diagnostics);
    let mut resolver = Resolver::new(source, &tree, &names, diagnostics);
    resolver.resolve();
    let Resolver { types, scope, mut lowering, entry_points, .. } = resolver;
    let entry_points = lower::entry_points(&entry_points);
    let parameters = std::mem::take(&mut lowering.parameters);
    let mut usage = Usage { source, tree: &tree, scope: &scope, names: &mut names, parameters: &parameters, diagnostics };
    usage.check(&mut lowering.module, &entry_points, options.entry.as_deref());
    lowering.into_module(&types, names, &entry_points)
}
