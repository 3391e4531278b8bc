//! HLSL, from SM 5.0 to 6.8 and from HLSL 2015 to 2021: everything that bears on layouts and registers.
//!
//! One pass over the tokens. Function bodies are skipped; where an entry point is asked for, the names in them
//! are collected, to know which parameters it reaches. What is not understood gets a diagnostic, becomes
//! [`padstone_model::Type::Unknown`], and parsing goes on behind it.

mod annotations;
mod constants;
mod cursor;
mod declarations;
mod globals;
mod records;
mod scopes;
mod size_of;
mod templates;
mod type_names;
mod usage;
mod words;

use std::rc::Rc;

use padstone_diag::{Code, Diagnostic, Diagnostics, codes};
use padstone_model::{Language, Major, Module, Type, TypeId};
use padstone_source::{FileId, Interner, Loader, SourceMap, Span, Symbol};

use crate::{Preprocessor, Token, TokenKind, Unit};
use cursor::Cursor;
use globals::Globals;
use scopes::Scopes;
use size_of::StandardSizes;
use templates::Templates;
use usage::Usage;
use words::{Keyword, Words};

/// How deep declarations, expressions and template arguments may nest in the source.
const MAX_NESTING: u32 = 100;

/// How to read a translation unit.
#[derive(Clone, Debug)]
pub struct Options {
    /// Folders to look for includes in, after the folder of the including file.
    pub include_dirs: Vec<String>,
    /// Macros: name and value; no value is `1`.
    pub defines: Vec<(String, Option<String>)>,
    /// `-enable-16bit-types`.
    pub native_16bit: bool,
    /// `-Zpr`, `-Zpc`.
    pub default_major: Major,
    /// The entry point whose parameters count as used; without one, all do.
    pub entry: Option<String>,
    /// `-spirv`: what the macro `__spirv__` and the `[[vk::…]]` attributes depend on.
    pub spirv: bool,
    /// `-HV`: 2015 to 2021.
    pub hlsl_version: u16,
    /// `-T`: stage and shader model, such as `("cs", 6, 6)`.
    pub target: Target,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            include_dirs: Vec::new(),
            defines: Vec::new(),
            native_16bit: false,
            default_major: Major::Column,
            entry: None,
            spirv: false,
            hlsl_version: 2021,
            target: Target::default(),
        }
    }
}

/// Stage and shader model: `cs_6_6`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Target {
    /// The stage.
    pub stage: Stage,
    /// The first number of the shader model.
    pub major: u8,
    /// The second number of the shader model.
    pub minor: u8,
}

impl Default for Target {
    fn default() -> Self {
        Target { stage: Stage::Library, major: 6, minor: 6 }
    }
}

/// The stages of `-T`, numbered as the macro `__SHADER_TARGET_STAGE` numbers them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// `ps`.
    Pixel,
    /// `vs`.
    Vertex,
    /// `gs`.
    Geometry,
    /// `hs`.
    Hull,
    /// `ds`.
    Domain,
    /// `cs`.
    Compute,
    /// `lib`.
    Library,
    /// `ms`.
    Mesh,
    /// `as`.
    Amplification,
}

impl Stage {
    /// All stages with the letters that `-T` gives them and the number that DXC gives them in macros.
    pub const ALL: [(&'static str, Stage, u32); 9] = [
        ("ps", Stage::Pixel, 0),
        ("vs", Stage::Vertex, 1),
        ("gs", Stage::Geometry, 2),
        ("hs", Stage::Hull, 3),
        ("ds", Stage::Domain, 4),
        ("cs", Stage::Compute, 5),
        ("lib", Stage::Library, 6),
        ("ms", Stage::Mesh, 13),
        ("as", Stage::Amplification, 14),
    ];

    fn number(self) -> u32 {
        Stage::ALL.iter().find(|(_, stage, _)| *stage == self).map_or(6, |(_, _, number)| *number)
    }
}

/// Reads an HLSL file and everything that it includes.
///
/// Never fails: what is wrong is in `diagnostics`, what was understood in the module.
pub fn read_hlsl(sources: &mut SourceMap, file: FileId, loader: &dyn Loader, options: &Options, diagnostics: &mut Diagnostics) -> Module {
    let mut names = Interner::new();
    let words = Words::intern(&mut names, options.native_16bit);
    let mut defines = built_in_macros(options);
    defines.extend(options.defines.iter().cloned());
    let outside_bodies = &["cbuffer", "tbuffer"];
    let unit = Unit { sources, names, diagnostics, loader, include_dirs: &options.include_dirs, outside_bodies };
    let preprocessor = Preprocessor::new(unit, file, &defines);
    let module = Module {
        language: Language::Hlsl,
        options: padstone_model::Options {
            native_16bit: options.native_16bit,
            default_major: options.default_major,
            ..padstone_model::Options::default()
        },
        ..Module::default()
    };
    let mut parser = Parser::new(Cursor::new(preprocessor), module, words, options);
    parser.translation_unit();
    parser.finish()
}

/// The macros that DXC defines by itself, as its documentation lists them.
fn built_in_macros(options: &Options) -> Vec<(String, Option<String>)> {
    let Target { stage, major, minor } = options.target;
    let mut macros = vec![
        ("__hlsl_dx_compiler".to_owned(), "1".to_owned()),
        ("__DXC_VERSION_MAJOR".to_owned(), "1".to_owned()),
        ("__DXC_VERSION_MINOR".to_owned(), "9".to_owned()),
        ("__HLSL_VERSION".to_owned(), options.hlsl_version.to_string()),
        ("__SHADER_TARGET_STAGE".to_owned(), stage.number().to_string()),
        ("__SHADER_TARGET_MAJOR".to_owned(), major.to_string()),
        ("__SHADER_TARGET_MINOR".to_owned(), minor.to_string()),
    ];
    macros.extend(Stage::ALL.iter().map(|(name, _, number)| (stage_macro(name).to_owned(), number.to_string())));
    if options.spirv {
        macros.push(("__spirv__".to_owned(), "1".to_owned()));
    }
    if options.native_16bit {
        macros.push(("__HLSL_ENABLE_16_BIT".to_owned(), "1".to_owned()));
    }
    macros.into_iter().map(|(name, value)| (name, Some(value))).collect()
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
    usage: Usage,
    standard_sizes: StandardSizes,
    unknown: TypeId,
    nesting: u32,
}

impl<'a> Parser<'a> {
    fn new(mut cursor: Cursor<'a>, mut module: Module, words: Words, options: &'a Options) -> Self {
        let unknown = module.types.intern(Type::Unknown);
        let usage = Usage::new(options.entry.is_some(), &mut cursor.preprocessor.unit.names);
        Parser {
            cursor,
            module,
            words,
            options,
            scopes: Scopes::new(),
            templates: Templates::default(),
            globals: Globals::default(),
            usage,
            standard_sizes: StandardSizes::default(),
            unknown,
            nesting: 0,
        }
    }

    fn finish(mut self) -> Module {
        self.finish_globals();
        self.finish_usage();
        self.module.names = self.cursor.preprocessor.unit.names;
        self.module
    }

    // ---- names

    fn text(&self, symbol: Symbol) -> &str {
        self.cursor.preprocessor.unit.names.resolve(symbol)
    }

    fn intern(&mut self, text: &str) -> Symbol {
        self.cursor.preprocessor.unit.names.intern(text)
    }

    fn keyword(&self, token: Token) -> Option<Keyword> {
        if token.kind == TokenKind::Ident { self.words.keyword(token.symbol) } else { None }
    }

    fn peek_keyword(&mut self) -> Option<Keyword> {
        let token = self.cursor.peek();
        self.keyword(token)
    }

    fn at_keyword(&mut self, keyword: Keyword) -> bool {
        self.peek_keyword() == Some(keyword)
    }

    // ---- diagnostics

    fn report(&mut self, diagnostic: Diagnostic) {
        self.cursor.preprocessor.unit.diagnostics.push(diagnostic);
    }

    fn error(&mut self, code: &'static Code, message: impl Into<String>, span: Span) {
        self.report(Diagnostic::error(code, message, span));
    }

    /// Reports that `expected` does not stand at the next token.
    fn expected(&mut self, expected: &str) {
        let token = self.cursor.peek();
        let found = self.describe(token);
        self.error(&codes::UNEXPECTED_TOKEN, format!("expected {expected}, found {found}"), token.span);
    }

    fn describe(&self, token: Token) -> String {
        match token.kind {
            TokenKind::End => "the end of the file".to_owned(),
            kind => format!("`{}`", kind.text().unwrap_or_else(|| self.text(token.symbol))),
        }
    }

    /// Eats a token of that kind or reports that it is missing.
    fn expect(&mut self, kind: TokenKind, what: &str) -> Option<Token> {
        let found = self.cursor.eat(kind);
        if found.is_none() {
            self.expected(what);
        }
        found
    }

    // ---- nesting and recovery

    /// Runs `parse` one level deeper, unless that is too deep; then a diagnostic says so.
    fn nested<T>(&mut self, parse: impl FnOnce(&mut Self) -> T) -> Option<T> {
        if self.nesting >= MAX_NESTING {
            let at = self.cursor.peek().span;
            let message = format!("nested more than {MAX_NESTING} levels deep");
            self.error(&codes::NESTED_TOO_DEEP, message, at);
            return None;
        }
        self.nesting += 1;
        let parsed = parse(self);
        self.nesting -= 1;
        Some(parsed)
    }

    /// Skips to behind the bracket that closes an opening one just consumed, at `open`. If none does, says so, stops
    /// before what certainly stands outside, and returns false.
    fn skip_to_close(&mut self, open: Span) -> bool {
        let (mut depth, mut braces) = (1u32, 0u32);
        while depth > 0 {
            let token = self.cursor.peek();
            let outside = match token.kind {
                TokenKind::ParenOpen | TokenKind::BracketOpen => {
                    depth += 1;
                    false
                }
                TokenKind::ParenClose | TokenKind::BracketClose => {
                    depth -= 1;
                    false
                }
                TokenKind::BraceOpen => {
                    (depth, braces) = (depth + 1, braces + 1);
                    false
                }
                TokenKind::BraceClose if braces > 0 => {
                    (depth, braces) = (depth - 1, braces - 1);
                    false
                }
                TokenKind::Ident => token.starts_line && self.begins_declaration(token),
                TokenKind::Semicolon => braces == 0,
                TokenKind::BraceClose | TokenKind::End => true,
                _ => false,
            };
            if outside {
                self.error(&codes::UNCLOSED, "this bracket is never closed", open);
                return false;
            }
            self.usage.see(token);
            self.cursor.next();
        }
        true
    }

    /// After an error: skips to behind the next `;`, or to before the `}` that closes what is being read.
    fn recover(&mut self) {
        loop {
            let token = self.cursor.peek();
            match token.kind {
                TokenKind::End | TokenKind::BraceClose => return,
                TokenKind::Semicolon => {
                    self.cursor.next();
                    return;
                }
                TokenKind::BraceOpen => {
                    self.cursor.next();
                    self.skip_braces(token.span);
                    // A body ends a declaration; so does the `;` behind it.
                    self.cursor.eat(TokenKind::Semicolon);
                    return;
                }
                TokenKind::ParenOpen | TokenKind::BracketOpen => {
                    self.cursor.next();
                    self.skip_to_close(token.span);
                }
                TokenKind::Ident if token.starts_line && self.begins_declaration(token) => return,
                _ => {
                    self.cursor.next();
                }
            }
        }
    }

    /// Skips the rest of a `{ … }` whose opening brace at `open` was just consumed.
    fn skip_braces(&mut self, open: Span) {
        let usage = &mut self.usage;
        let wanted = usage.is_wanted();
        let mut see = |token| usage.see(token);
        let closed = self.cursor.skip_body(if wanted { Some(&mut see) } else { None });
        if closed.is_none() {
            self.error(&codes::UNCLOSED, "this brace is never closed", open);
        }
    }

    /// Whether a word is certain to begin a declaration, so that an error before it ends there.
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

    /// Takes the tokens up to, but without, the first of `ends` that stands outside all brackets.
    fn collect_until(&mut self, ends: &[TokenKind]) -> Rc<[Token]> {
        let mut tokens = Vec::new();
        let (mut depth, mut braces) = (0u32, 0u32);
        loop {
            let token = self.cursor.peek();
            match token.kind {
                TokenKind::End => break,
                kind if depth == 0 && ends.contains(&kind) => break,
                // A bracket that is never closed ends with the declaration.
                TokenKind::Semicolon if braces == 0 => break,
                TokenKind::Ident if braces == 0 && token.starts_line && self.begins_declaration(token) => break,
                TokenKind::ParenOpen | TokenKind::BracketOpen | TokenKind::BraceOpen => {
                    depth += 1;
                    braces += u32::from(token.kind == TokenKind::BraceOpen);
                }
                TokenKind::ParenClose | TokenKind::BracketClose | TokenKind::BraceClose => match depth.checked_sub(1) {
                    Some(outer) => {
                        depth = outer;
                        braces = braces.saturating_sub(u32::from(token.kind == TokenKind::BraceClose));
                    }
                    None => break,
                },
                _ => {}
            }
            self.usage.see(token);
            tokens.push(self.cursor.next());
        }
        tokens.into()
    }
}
