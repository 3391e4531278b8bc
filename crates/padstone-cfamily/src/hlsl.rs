//! HLSL, from SM 5.0 to 6.8 and from HLSL 2015 to 2021: everything that affects layouts and registers.
//!
//! One pass over the tokens. Function bodies are skipped; if an entry point is requested, the names in them
//! are collected to determine which parameters it reaches. What the parser does not understand gets a diagnostic and becomes
//! [`padstone_model::Type::Unknown`]; parsing continues after it.

mod annotations;
mod assertions;
mod clang;
mod constants;
mod declarations;
mod entities;
mod entry_points;
mod globals;
mod initializers;
mod keywords;
mod locals;
mod records;
mod redeclarations;
mod registers;
mod scopes;
mod specialization_constants;
mod specifiers;
mod templates;
mod type_names;
mod usage;
mod versions;

use padstone_diag::Diagnostics;
use padstone_model::{Language, Major, Module, Stage, Type, TypeId};
use padstone_source::{FileId, Interner, Loader, SourceMap, Symbol};
use rustc_hash::FxHashMap;

use crate::cursor::{Cursor, Tokens};
use crate::reader::Reader;
use crate::sizeof::NaturalSizes;
use crate::usage::{ScopeRules, Usage};
use crate::{Preprocessor, Token, TokenKind, Unit, unclosed_delimiters};
use clang::Defaults;
use globals::Globals;
use keywords::{Builtin, Keyword, Word, Words};
use locals::FileWords;
use redeclarations::Declarations;
use scopes::Scopes;
use templates::Templates;

/// The options for reading a translation unit.
#[derive(Clone, Debug)]
pub struct Options {
    /// Names that are already interned, such as those of a unit that was read before; their symbols remain valid.
    pub names: Interner,
    /// Directories to search for included files, after the directory of the including file.
    pub include_dirs: Vec<String>,
    /// Macros: name and value; no value is `1`.
    pub defines: Vec<(String, Option<String>)>,
    /// `-enable-16bit-types`.
    pub native_16bit: bool,
    /// `-Zpr`, `-Zpc`.
    pub default_major: Major,
    /// The entry point whose parameters count as used; without one, all parameters do.
    pub entry: Option<String>,
    /// `-spirv`, which the macro `__spirv__` and the `[[vk::…]]` attributes depend on.
    pub spirv: bool,
    /// Whether to parse registers and interfaces as FXC does instead of DXC.
    pub fxc: bool,
    /// Whether to define the macros of clang 22 instead of DXC's, and to compute `sizeof` as it does.
    pub clang: bool,
    /// `-HV`: 2015 to 2021, or 2029 for `202x`.
    pub hlsl_version: u16,
    /// `-T`: stage and shader model, such as `("cs", 6, 6)`.
    pub target: Target,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            names: Interner::new(),
            include_dirs: Vec::new(),
            defines: Vec::new(),
            native_16bit: false,
            default_major: Major::Column,
            entry: None,
            spirv: false,
            fxc: false,
            clang: false,
            hlsl_version: 2021,
            target: Target::default(),
        }
    }
}

impl Options {
    /// Whether a variable that the header of a `for` declares is visible after the loop (DirectXShaderCompiler #4082).
    pub(crate) fn loop_variables_stay(&self) -> bool {
        self.fxc || self.hlsl_version < 2021
    }
}

/// Stage and shader model: `cs_6_6`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Target {
    /// The stage; `None` for a library.
    pub stage: Option<Stage>,
    /// The first number of the shader model.
    pub major: u8,
    /// The second number of the shader model.
    pub minor: u8,
}

impl Default for Target {
    fn default() -> Self {
        Target { stage: None, major: 6, minor: 6 }
    }
}

/// The stages of `-T` by their letters, with their numbers in DXC's macros. A library, `lib`, has no single stage.
pub const HLSL_STAGES: [(&str, Option<Stage>, u32); 9] = [
    ("ps", Some(Stage::Fragment), 0),
    ("vs", Some(Stage::Vertex), 1),
    ("gs", Some(Stage::Geometry), 2),
    ("hs", Some(Stage::Hull), 3),
    ("ds", Some(Stage::Domain), 4),
    ("cs", Some(Stage::Compute), 5),
    ("lib", None, LIBRARY),
    ("ms", Some(Stage::Mesh), 13),
    ("as", Some(Stage::Amplification), 14),
];

/// The number of a library, and of the stages that only libraries have.
const LIBRARY: u32 = 6;

/// The language version that clang 22 reads unless another is specified: `202x`.
pub const CLANG_HLSL_VERSION: u16 = 2028;

/// Reads an HLSL file and everything that it includes.
///
/// Never fails: errors are in `diagnostics`, and the module contains what was understood.
pub fn read_hlsl(sources: &mut SourceMap, file: FileId, loader: &dyn Loader, options: &Options, diagnostics: &mut Diagnostics) -> Module {
    unclosed_delimiters::read(sources, diagnostics, |sources, diagnostics, closes_delimiters| {
        let mark = sources.mark();
        let mut found = Diagnostics::new();
        let mut module = read_unit(sources, file, loader, options, &mut found, closes_delimiters, false);
        // Skipping bodies is fast. They are scanned for names only where two parameters may share a register, because then their users
        // matter.
        if options.entry.is_none() && Parser::may_share_slots(&module, options.spirv) {
            sources.rewind(mark);
            found = Diagnostics::new();
            module = read_unit(sources, file, loader, options, &mut found, closes_delimiters, true);
        }
        diagnostics.append(found);
        module
    })
}

fn read_unit(
    sources: &mut SourceMap,
    file: FileId,
    loader: &dyn Loader,
    options: &Options,
    diagnostics: &mut Diagnostics,
    closes_delimiters: bool,
    scans_uses: bool,
) -> Module {
    let mut names = options.names.clone();
    let words = Words::intern(&mut names, options.native_16bit);
    let mut defines = built_in_macros(options);
    defines.extend(options.defines.iter().cloned());
    let outside_bodies = &["cbuffer", "tbuffer"];
    let unit = Unit { sources, names, diagnostics, loader, include_dirs: &options.include_dirs, outside_bodies };
    let preprocessor = unclosed_delimiters::start(unit, closes_delimiters, |unit| Preprocessor::new(unit, file, &defines));
    let module = Module {
        language: Language::Hlsl,
        options: padstone_model::Options {
            native_16bit: options.native_16bit,
            default_major: options.default_major,
            loop_variables_stay: options.loop_variables_stay(),
            ..padstone_model::Options::default()
        },
        ..Module::default()
    };
    let mut parser = Parser::new(Cursor::new(preprocessor), module, words, options, scans_uses);
    if options.fxc {
        parser.want_sampler_textures();
    }
    parser.translation_unit();
    parser.finish()
}

/// The macros that the compiler predefines and that shaders test: those of DXC's documentation, and those of clang 22 (`-dM`, measured).
fn built_in_macros(options: &Options) -> Vec<(String, Option<String>)> {
    if options.fxc {
        // Shaders distinguish the compilers by DXC's macros; FXC documents no macros of its own.
        return Vec::new();
    }
    let Target { stage, major, minor } = options.target;
    let number = HLSL_STAGES.iter().find(|(_, known, _)| *known == stage).map_or(LIBRARY, |(_, _, number)| *number);
    let mut macros = vec![("__HLSL_VERSION", options.hlsl_version.to_string()), ("__SHADER_TARGET_STAGE", number.to_string())];
    macros.extend(HLSL_STAGES.iter().map(|&(name, _, number)| (stage_macro(name), number.to_string())));
    let versions: &[(&str, &str)] = match options.clang {
        true => &[
            ("__hlsl_clang", "1"),
            ("__clang__", "1"),
            ("__clang_major__", "22"),
            ("__clang_minor__", "1"),
            ("__clang_patchlevel__", "8"),
            ("__HLSL_202x", "2028"),
            ("__HLSL_202y", "2029"),
        ],
        false => &[("__hlsl_dx_compiler", "1"), ("__DXC_VERSION_MAJOR", "1"), ("__DXC_VERSION_MINOR", "9")],
    };
    macros.extend(versions.iter().map(|&(name, value)| (name, value.to_owned())));
    // clang has no shader model for Vulkan.
    if !(options.clang && options.spirv) {
        macros.extend([("__SHADER_TARGET_MAJOR", major.to_string()), ("__SHADER_TARGET_MINOR", minor.to_string())]);
    }
    if options.spirv {
        let names: &[&str] = if options.clang { &["__spirv__", "__spirv", "__SPIRV__", "__SPIRV"] } else { &["__spirv__"] };
        macros.extend(names.iter().map(|&name| (name, "1".to_owned())));
    }
    if options.native_16bit {
        macros.push(("__HLSL_ENABLE_16_BIT", "1".to_owned()));
    }
    macros.into_iter().map(|(name, value)| (name.to_owned(), Some(value))).collect()
}

fn stage_macro(stage: &str) -> &'static str {
    match stage {
        "ps" => "__SHADER_STAGE_PIXEL",
        "vs" => "__SHADER_STAGE_VERTEX",
        "gs" => "__SHADER_STAGE_GEOMETRY",
        "hs" => "__SHADER_STAGE_HULL",
        "ds" => "__SHADER_STAGE_DOMAIN",
        "cs" => "__SHADER_STAGE_COMPUTE",
        "ms" => "__SHADER_STAGE_MESH",
        "as" => "__SHADER_STAGE_AMPLIFICATION",
        _ => "__SHADER_STAGE_LIBRARY",
    }
}

/// The state of reading one translation unit. Each file of this folder adds the methods of one concern.
struct Parser<'a> {
    cursor: Cursor<'a>,
    module: Module,
    words: Words,
    options: &'a Options,
    scopes: Scopes,
    templates: Templates,
    globals: Globals,
    defaults: Defaults,
    declarations: Declarations,
    usage: Usage,
    body_words: FileWords,
    /// Whether to record which parameters the entry points of the file use together.
    /// The aliases of matrix types that a keyword in them makes row-major or column-major.
    alias_majors: FxHashMap<Symbol, Major>,
    /// The methods of counters, if their calls are recorded.
    counting_methods: Vec<Symbol>,
    scans_uses: bool,
    natural_sizes: NaturalSizes,
    unknown: TypeId,
    /// The number of further unknown names for which similar known names are searched.
    suggestions: u8,
    /// The constants without a value because of an unknown name in it, with that name.
    valueless: FxHashMap<Symbol, Box<str>>,
    nesting: u32,
    /// The profile of the register that is being parsed.
    register_profile: Option<Token>,
    /// Whether the annotations being parsed belong to a cbuffer or tbuffer rather than to a variable.
    annotates_buffer: bool,
}

impl<'a> Parser<'a> {
    fn new(mut cursor: Cursor<'a>, mut module: Module, words: Words, options: &'a Options, scans_uses: bool) -> Self {
        let unknown = module.types.intern(Type::Unknown);
        let is_recorded = options.entry.is_some() || options.fxc || scans_uses;
        let scope_rules = ScopeRules::hlsl(options.loop_variables_stay());
        let usage = Usage::new(is_recorded, &mut cursor.preprocessor.unit.names, scope_rules);
        Parser {
            cursor,
            module,
            words,
            options,
            scopes: Scopes::new(),
            templates: Templates::default(),
            globals: Globals::default(),
            defaults: Defaults::default(),
            declarations: Declarations::default(),
            usage,
            body_words: FileWords::default(),
            alias_majors: FxHashMap::default(),
            counting_methods: Vec::new(),
            scans_uses,
            natural_sizes: NaturalSizes::default(),
            unknown,
            suggestions: 20,
            valueless: FxHashMap::default(),
            nesting: 0,
            register_profile: None,
            annotates_buffer: false,
        }
    }

    fn finish(mut self) -> Module {
        self.check_unread_templates();
        self.finish_globals();
        self.finish_usage();
        self.module.names = self.cursor.preprocessor.unit.names;
        self.module
    }

    fn keyword(&self, token: Token) -> Option<Keyword> {
        if token.kind == TokenKind::Ident { self.words.keyword(token.symbol) } else { None }
    }

    /// Consumes a name, if one is next: no keyword.
    fn name(&mut self) -> Option<Token> {
        if self.words.is_keyword(self.cursor.peek().symbol) { None } else { self.cursor.eat(TokenKind::Ident) }
    }

    /// Consumes a name, or reports that it is missing.
    fn expect_name(&mut self, description: &str) -> Option<Token> {
        let name = self.name();
        if name.is_none() {
            self.expected(description);
        }
        name
    }

    fn peek_keyword(&mut self) -> Option<Keyword> {
        let token = self.cursor.peek();
        self.keyword(token)
    }

    fn at_keyword(&mut self, keyword: Keyword) -> bool {
        self.peek_keyword() == Some(keyword)
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
        let is_specifier = matches!(
            self.keyword(token),
            Some(
                Keyword::Static
                    | Keyword::Extern
                    | Keyword::Const
                    | Keyword::Constexpr
                    | Keyword::GroupShared
                    | Keyword::RowMajor
                    | Keyword::ColumnMajor
            )
        );
        let next = self.cursor.peek_at(1);
        // `StructuredBuffer<Light> lights`, `void main`.
        let begins = match self.words.get(token.symbol) {
            Some(Word::Type(Builtin::Resource(..))) => next.kind == TokenKind::Less,
            Some(Word::Type(Builtin::Void)) => next.kind == TokenKind::Ident,
            _ => is_specifier,
        };
        if begins || !self.begins_type(0) {
            return begins;
        }
        // `unsigned int(3)` is an expression.
        let is_signed = matches!(self.keyword(token), Some(Keyword::Unsigned | Keyword::Signed));
        let length = if is_signed && matches!(self.words.get(next.symbol), Some(Word::Type(_))) { 2 } else { 1 };
        self.cursor.peek_at(length).kind == TokenKind::Ident
    }

    fn opens_arguments(&self, name: Token) -> bool {
        self.takes_arguments(name)
    }

    fn begins_declaration(&self, token: Token) -> bool {
        matches!(
            self.keyword(token),
            Some(
                Keyword::CBuffer
                    | Keyword::TBuffer
                    | Keyword::Struct
                    | Keyword::Class
                    | Keyword::Interface
                    | Keyword::Enum
                    | Keyword::Typedef
                    | Keyword::Using
                    | Keyword::Namespace
                    | Keyword::Template
            )
        )
    }

    fn see(&mut self, token: Token) {
        self.usage.see(token);
    }

    fn skip_body(&mut self) -> bool {
        let usage = &mut self.usage;
        let is_recorded = usage.is_recording();
        let mut see = |token| usage.see(token);
        self.cursor.skip_body(if is_recorded { Some(&mut see) } else { None }).is_some()
    }
}
