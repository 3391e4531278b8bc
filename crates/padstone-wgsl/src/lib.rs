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
//! Function bodies are skipped, unless [`Options::bodies`] requests their diagnostics ([`parse_body`] parses one, and [`body`] checks it):
//! a layout does not depend on them. They are scanned only if it matters which resources an entry point uses.

mod attributes;
pub mod body;
mod constant;
mod lex;
mod link;
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
pub use link::{composed_text, first_of_linking};
pub use parse::{names_in, needs_parentheses, parse, parse_body};

use padstone_diag::Diagnostics;
use padstone_model::Module;
use padstone_source::{FileId, Interner, Loader, SourceMap};
use rustc_hash::FxHashSet;

use body::{Checker, parse_bodies};
use link::link;
use parse::parse_linked;
use resolve::{EntryPoint, Resolver};
use tree::{DeclarationKind, Edition, Source, Tree};
use usage::Usage;

/// The names that a module should not declare: keywords, reserved words, and predeclared names.
pub fn names_of_the_language() -> impl Iterator<Item = String> {
    let mut predeclared = Vec::new();
    predeclared::all(&mut types::Types::new(), |name, _| predeclared.push(name.to_owned()));
    lex::keywords::keywords_and_reserved().map(str::to_owned).chain(predeclared)
}

/// Whether a name is a keyword or a reserved word of today's WGSL.
pub fn is_reserved(name: &str) -> bool {
    lex::keywords::keyword_kind(name.as_bytes()) != token::TokenKind::Name
}

/// The options for reading a WGSL file.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Names that are already interned, such as those of a unit that was read before; their symbols remain valid.
    pub names: Interner,
    /// The edition.
    pub edition: Edition,
    /// The requested entry point; resources that it does not use are marked as unused.
    pub entry: Option<String>,
    /// Whether to determine the resources that each entry point uses ([`padstone_model::UsedTogether::By`]), for which function bodies are scanned.
    pub usage: bool,
    /// Directories searched for imported modules, besides the directory of the file.
    pub include_dirs: Vec<String>,
    /// The shader definitions of naga_oil and the features of WESL, with their values, if they have any.
    pub defines: Vec<(String, Option<String>)>,
    /// Whether to check function bodies too. Layouts do not depend on bodies, and checking them takes longer
    /// than everything else. Without the feature `bodies`, they are not checked; with it, those of 2020 always are if one contains
    /// attributes, because the `[[stride(…)]]` of a type is verified wherever the type is written.
    pub bodies: bool,
}

/// Reads a WGSL file. Modules that it imports (naga_oil or WESL) are loaded with the loader.
///
/// ```
/// # use padstone_diag::Diagnostics;
/// # use padstone_source::{MemoryLoader, SourceMap};
/// # use padstone_wgsl::{Options, read_wgsl};
/// let files = [("lib/light.wgsl", "#define_import_path light\nstruct Light { position: vec3f, range: f32 }")];
/// let text = "#import light::Light\n@group(0) @binding(0) var<storage> lights: array<Light, #{COUNT}>;";
/// let options = Options { include_dirs: vec!["lib".into()], defines: vec![("COUNT".into(), Some("4".into()))], ..Options::default() };
/// let (mut sources, mut found) = (SourceMap::new(), Diagnostics::new());
/// let file = sources.add_file("scene.wgsl", text.into()).unwrap();
/// let module = read_wgsl(&mut sources, file, &MemoryLoader::new(files), &options, &mut found);
/// assert!(!found.has_errors());
/// let (_, lights) = module.buffers.iter().next().unwrap();
/// assert_eq!(module.type_name(lights.content).to_string(), "array<Light, 4>");
/// ```
pub fn read_wgsl(sources: &mut SourceMap, file: FileId, loader: &dyn Loader, options: &Options, diagnostics: &mut Diagnostics) -> Module {
    let Some(linked) = link(sources, file, loader, options, diagnostics) else {
        let source = Source::new(sources.file(file), options.edition);
        let mut names = options.names.clone();
        let tree = parse(source, &mut names, diagnostics);
        return read_tree(source, &tree, names, None, options, diagnostics);
    };
    let (mut names, mut found) = (options.names.clone(), Diagnostics::new());
    let tree = parse_linked(linked.source(), &mut names, &mut found);
    let mut module = read_tree(linked.source(), &tree, names, Some(&linked.missing), options, &mut found);
    linked.finish(&mut module);
    linked.report(&found, diagnostics);
    module
}

/// Whether a body contains the attributes of 2020. Nothing else contains `[[`.
fn has_attributes_in_bodies(source: Source<'_>, tree: &Tree) -> bool {
    source.edition == Edition::Draft2020
        && tree.declarations.iter().any(|declaration| match &declaration.kind {
            DeclarationKind::Function(function) => function.body.is_some_and(|body| source.text(body).contains("[[")),
            _ => false,
        })
}

/// Resolves the declarations of a tree whose undeclared names in `missing` have been reported.
fn read_tree(
    source: Source<'_>,
    tree: &Tree,
    mut names: Interner,
    missing: Option<&FxHashSet<String>>,
    options: &Options,
    diagnostics: &mut Diagnostics,
) -> Module {
    // Without the feature, nothing refers to the checks of bodies, and they are not part of the program.
    let checks_bodies = cfg!(feature = "bodies") && (options.bodies || has_attributes_in_bodies(source, tree));
    let bodies = if checks_bodies { parse_bodies(source, tree, &mut names, diagnostics) } else { Vec::new() };
    let mut resolver = Resolver::new(source, tree, &names, diagnostics);
    resolver.missing = missing;
    resolver.resolve();
    let mut checker = Checker { resolver };
    if checks_bodies {
        checker.bodies(&bodies);
    }
    let Checker { resolver } = checker;
    let Resolver { types, scope, mut lowering, entry_points, .. } = resolver;
    let entry_points: Vec<_> = entry_points.iter().map(EntryPoint::model).collect();
    let parameters = std::mem::take(&mut lowering.parameters);
    let mut usage = Usage { source, tree, scope: &scope, names: &mut names, parameters: &parameters, diagnostics };
    usage.check(&mut lowering.module, &entry_points, options);
    lowering.into_module(&types, names, &entry_points)
}
