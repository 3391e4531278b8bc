//! GLSL, from 1.10 to 4.60 and from ES 1.00 to ES 3.20: everything that affects layouts and bindings.
//!
//! One pass over the tokens. Function bodies are skipped, except for the uses of unsized arrays in them,
//! and for the names if an entry point is requested. What the parser does not understand gets a diagnostic and becomes
//! [`padstone_model::Type::Unknown`]; parsing continues after it.

mod blocks;
mod builtin_functions;
mod constants;
mod contents;
mod counters;
mod declarations;
mod features;
mod functions;
mod implicit_sizes;
mod interfaces;
mod keywords;
mod layouts;
mod lengths;
mod local_constants;
mod locations;
mod macros;
mod majorness;
mod missing_bindings;
mod names;
mod parameters;
mod precision;
mod qualifiers;
mod records;
mod redeclared;
mod stage_limits;
mod stage_qualifiers;
mod storage;
mod type_names;
mod variables;
mod version;
mod vertex_arrays;

use padstone_diag::Diagnostics;
use padstone_model::{Field, Language, Major, Module, Signature, Stage, Type, TypeId};
use padstone_source::{FileId, Interner, Loader, SourceMap, Span, Symbol};

use crate::cursor::{Cursor, Tokens};
use crate::preprocess::Directives;
use crate::reader::Reader;
use crate::usage::{Named, Resolver, ScopeId, ScopeRules, UnitScopes, Usage, ValueType};
use crate::{Preprocessor, Token, TokenKind, Unit, unclosed_delimiters};
use blocks::Defaults;
use constants::WorkGroup;
use contents::Contents;
use counters::CounterBuffers;
use functions::Overloads;
use implicit_sizes::ImplicitSizes;
use keywords::{Builtin, Keyword, Word, Words};
use lengths::Lengths;
use locations::Locations;
use majorness::Turned;
use missing_bindings::MissingBindings;
use names::Names;
use precision::Precisions;
use qualifiers::Qualifiers;
use version::Version;
use vertex_arrays::VertexArrays;

/// The options for reading a shader.
#[derive(Clone, Debug, Default)]
pub struct GlslOptions {
    /// Names that are already interned, such as those of a unit that was read before; their symbols remain valid.
    pub names: Interner,
    /// Directories to search for included files, after the directory of the including file.
    pub include_dirs: Vec<String>,
    /// Macros: name and value; no value is `1`.
    pub defines: Vec<(String, Option<String>)>,
    /// The stage of the shader; without one, features of any stage are accepted.
    pub stage: Option<Stage>,
    /// The target environment: the rules for blocks and for uniforms outside blocks differ.
    pub target: TargetEnv,
    /// The entry point whose parameters count as used, usually `main`; without one, all parameters do.
    pub entry: Option<String>,
    /// The majorness of matrices without a qualifier.
    pub default_major: Major,
}

/// The target environment of a shader.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum TargetEnv {
    /// Vulkan, as in `GL_KHR_vulkan_glsl`.
    #[default]
    Vulkan,
    /// OpenGL and OpenGL ES.
    OpenGl,
}

/// The stages of GLSL with their names after glslang's `-S`, which are also file extensions.
pub const GLSL_STAGES: [(&str, Stage); 14] = [
    ("vert", Stage::Vertex),
    ("tesc", Stage::Hull),
    ("tese", Stage::Domain),
    ("geom", Stage::Geometry),
    ("frag", Stage::Fragment),
    ("comp", Stage::Compute),
    ("rgen", Stage::RayGeneration),
    ("rint", Stage::Intersection),
    ("rahit", Stage::AnyHit),
    ("rchit", Stage::ClosestHit),
    ("rmiss", Stage::Miss),
    ("rcall", Stage::Callable),
    ("task", Stage::Amplification),
    ("mesh", Stage::Mesh),
];

/// Returns the stage of a name in [`GLSL_STAGES`].
pub fn glsl_stage(name: &str) -> Option<Stage> {
    GLSL_STAGES.iter().find(|(known, _)| *known == name).map(|&(_, stage)| stage)
}

/// The name of a stage in messages.
fn description(stage: Stage) -> &'static str {
    match stage {
        Stage::Vertex => "the vertex stage",
        Stage::Hull | Stage::Domain => "tessellation",
        Stage::Geometry => "the geometry stage",
        Stage::Fragment => "the fragment stage",
        Stage::Compute => "the compute stage",
        Stage::Amplification | Stage::Mesh => "mesh shading",
        _ => "ray tracing",
    }
}

/// Reads a GLSL file and everything that it includes.
///
/// Never fails: errors are in `diagnostics`, and the module contains what was understood.
pub fn read_glsl(
    sources: &mut SourceMap,
    file: FileId,
    loader: &dyn Loader,
    options: &GlslOptions,
    diagnostics: &mut Diagnostics,
) -> Module {
    unclosed_delimiters::read(sources, diagnostics, |sources, diagnostics, closes_delimiters| {
        read_unit(sources, file, loader, options, diagnostics, closes_delimiters)
    })
}

fn read_unit(
    sources: &mut SourceMap,
    file: FileId,
    loader: &dyn Loader,
    options: &GlslOptions,
    diagnostics: &mut Diagnostics,
    closes_delimiters: bool,
) -> Module {
    let (version, version_at) = version::version_of(sources.file(file), options, diagnostics);
    let mut names = options.names.clone();
    let words = Words::intern(&mut names);
    let mut defines = macros::with_values(options);
    defines.extend(options.defines.iter().cloned());
    let outside_bodies = if version.has_buffers() { &["layout", "uniform", "buffer"][..] } else { &["layout", "uniform"] };
    let unit = Unit { sources, names, diagnostics, loader, include_dirs: &options.include_dirs, outside_bodies };
    let preprocessor = unclosed_delimiters::start(unit, closes_delimiters, |unit| {
        let mut preprocessor = Preprocessor::new(unit, file, &defines);
        macros::ones(version, options).for_each(|name| preprocessor.define_one(name));
        let directives = Directives { version: version_at, number: version.number, es: version.is_es(), ..Directives::default() };
        preprocessor.read_glsl(directives);
        preprocessor
    });
    let module = Module {
        language: Language::Glsl,
        options: padstone_model::Options { default_major: options.default_major, native_16bit: true, ..Default::default() },
        ..Module::default()
    };
    let mut parser = Parser::new(Cursor::new(preprocessor), module, words, version, options);
    parser.translation_unit();
    parser.finish()
}

/// The state of reading one translation unit. Each file of this folder adds the methods of one concern.
struct Parser<'a> {
    cursor: Cursor<'a>,
    module: Module,
    words: Words,
    version: Version,
    options: &'a GlslOptions,
    names: Names,
    defaults: Defaults,
    contents: Vec<Contents>,
    turned: Turned,
    precisions: Precisions,
    work_group: WorkGroup,
    locations: Locations,
    counters: CounterBuffers,
    /// The inputs and outputs of the shader.
    interface: Vec<Field>,
    implicit: ImplicitSizes,
    lengths: Lengths,
    vertex_arrays: VertexArrays,
    usage: Usage,
    functions: Overloads,
    /// The redeclarations of `gl_PerVertex`, as input (true) and as output.
    per_vertex: rustc_hash::FxHashMap<bool, Span>,
    /// The ids of specialization constants, and the position of each.
    constant_ids: rustc_hash::FxHashMap<u32, Span>,
    missing_bindings: MissingBindings,
    /// The qualifiers of a block that were parsed as those of a member: the block before it is unclosed, and this block comes next.
    head: Option<Qualifiers>,
    /// The name of the buffer reference whose members are being read, and where its declaration begins.
    reference: Option<(Symbol, Span)>,
    /// The position of the block of shader records, if there is one.
    shader_record: Option<Span>,
    /// The number of further unknown names for which similar known names are searched.
    suggestions: u8,
    /// The constants without a value because of an unknown name in it, with that name.
    valueless: rustc_hash::FxHashMap<Symbol, Box<str>>,
    unknown: TypeId,
    nesting: u32,
}

impl<'a> Parser<'a> {
    fn new(mut cursor: Cursor<'a>, mut module: Module, words: Words, version: Version, options: &'a GlslOptions) -> Self {
        let unknown = module.types.intern(Type::Unknown);
        let usage = Usage::new(options.entry.is_some(), &mut cursor.preprocessor.unit.names, ScopeRules::GLSL);
        Parser {
            cursor,
            module,
            words,
            version,
            options,
            names: Names::default(),
            defaults: Defaults::new(options),
            contents: Vec::new(),
            turned: Turned::default(),
            precisions: Precisions::new(version, options.stage),
            work_group: WorkGroup::default(),
            locations: Locations::default(),
            counters: CounterBuffers::default(),
            interface: Vec::new(),
            implicit: ImplicitSizes::default(),
            lengths: Lengths::default(),
            vertex_arrays: VertexArrays::default(),
            usage,
            functions: Default::default(),
            per_vertex: Default::default(),
            constant_ids: Default::default(),
            missing_bindings: MissingBindings::default(),
            head: None,
            reference: None,
            shader_record: None,
            suggestions: 20,
            valueless: Default::default(),
            unknown,
            nesting: 0,
        }
    }

    fn finish(mut self) -> Module {
        self.check_stage();
        self.finish_implicit_sizes();
        self.finish_vertex_arrays();
        self.finish_missing_bindings();
        self.finish_usage();
        self.module.names = self.cursor.preprocessor.unit.names;
        self.module
    }

    /// Marks the parameters that the entry point reaches as used, and all others as unused.
    fn finish_usage(&mut self) {
        let stage = self.options.stage;
        let signature = Signature { parameters: std::mem::take(&mut self.interface), ..Signature::default() };
        let signature = self.module.program.signatures.push(signature);
        let named = self.cursor.preprocessor.unit.names.lookup(self.options.entry.as_deref().unwrap_or("main"));
        named.into_iter().for_each(|entry| self.usage.enters(entry, signature));
        let Some(entry) = &self.options.entry else {
            let main = self.cursor.preprocessor.unit.names.lookup("main");
            main.into_iter().for_each(|main| self.usage.declare(main, stage, &mut self.module));
            return;
        };
        let symbol = self.cursor.preprocessor.unit.names.lookup(entry);
        let resolver = Resolver::new(&self.usage, &OneScope);
        let reached = symbol.map(|symbol| (symbol, resolver.reached_from(Some(symbol))));
        if !reached.is_some_and(|(symbol, reached)| self.usage.mark(symbol, &reached, stage, &mut self.module)) {
            self.report_no_entry(entry);
        }
    }

    /// The keyword that a token is in the version and with the extensions of the shader; `None` for names.
    fn word(&self, token: Token) -> Option<Word> {
        if token.kind != TokenKind::Ident {
            return None;
        }
        let (word, since) = self.words.get(token.symbol)?;
        self.has(since).then_some(word)
    }

    fn keyword(&self, token: Token) -> Option<Keyword> {
        match self.word(token) {
            Some(Word::Keyword(keyword)) => Some(keyword),
            _ => None,
        }
    }

    fn builtin(&self, token: Token) -> Option<Builtin> {
        match self.word(token) {
            Some(Word::Type(builtin)) => Some(builtin),
            _ => None,
        }
    }

    fn peek_keyword(&self) -> Option<Keyword> {
        self.keyword(self.cursor.peek())
    }

    fn is_vulkan(&self) -> bool {
        self.options.target == TargetEnv::Vulkan
    }

    /// Whether the shader has one of these stages, or no known stage.
    fn in_stage(&self, stages: &[Stage]) -> bool {
        self.options.stage.is_none_or(|stage| stages.contains(&stage))
    }
}

impl<'a> Reader for Parser<'a> {
    type Tokens = Cursor<'a>;

    fn cursor(&self) -> &Cursor<'a> {
        &self.cursor
    }

    fn cursor_mut(&mut self) -> &mut Cursor<'a> {
        &mut self.cursor
    }

    fn nesting_mut(&mut self) -> &mut u32 {
        &mut self.nesting
    }

    fn begins_variable(&mut self) -> bool {
        let token = self.cursor.peek();
        match self.keyword(token) {
            Some(Keyword::True | Keyword::False | Keyword::Nonuniform) => false,
            Some(_) => true,
            None => self.begins_type(token) && self.cursor.peek_at(1).kind == TokenKind::Ident,
        }
    }

    fn begins_declaration(&self, token: Token) -> bool {
        matches!(self.keyword(token), Some(Keyword::Layout | Keyword::Uniform | Keyword::Buffer | Keyword::Struct | Keyword::Precision))
    }

    fn see(&mut self, token: Token) {
        self.implicit.see(token);
        self.usage.see(token);
    }

    fn skip_body(&mut self) -> bool {
        let (implicit, usage) = (&mut self.implicit, &mut self.usage);
        let is_recorded = implicit.is_recording() || usage.is_recording();
        let mut see = |token| {
            implicit.see(token);
            usage.see(token);
        };
        self.cursor.skip_body(if is_recorded { Some(&mut see) } else { None }).is_some()
    }
}

/// The only scope outside functions. The fields of structs have no functions.
struct OneScope;

impl UnitScopes for OneScope {
    fn parent(&self, _: ScopeId) -> Option<ScopeId> {
        None
    }

    fn imports(&self, _: ScopeId) -> &[ScopeId] {
        &[]
    }

    fn named(&self, _: ScopeId, _: Symbol, _: Option<u32>) -> Option<Named> {
        None
    }

    fn builtin(&self, _: Symbol) -> Option<Named> {
        None
    }

    fn value_type(&self, _: TypeId) -> ValueType {
        ValueType::Builtin
    }
}
