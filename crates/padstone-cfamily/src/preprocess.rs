//! The preprocessor: includes, conditions, macros.
//!
//! ```text
//! lexer ──▶ directives ──▶ expansion ──▶ Preprocessor::next
//! ```
//!
//! It follows ISO C17, 6.10, and clang where C leaves a choice. Nothing here recurses on the input: files, conditions, macro uses and
//! arguments to be expanded are four explicit stacks.

mod closing;
mod condition;
mod define;
mod directive;
mod expand;
mod glsl;
mod include;
mod language;
mod limit;
mod macros;
mod pragma;

use padstone_diag::Diagnostics;
use padstone_model::Major;
use padstone_source::{FileId, Interner, Loader, SourceMap, Span, Symbol};

use crate::lex::Stop;
use crate::{Token, TokenKind};
use closing::InsertedClosings;
use directive::Condition;
use expand::Expander;
pub(crate) use glsl::{Behaviour, Directives, extension_macros};
pub(crate) use include::is_absolute;
use include::{Includes, OpenFile};
use limit::ExpansionLimit;
use macros::{BuiltinMacro, Macro, MacroKind, Macros};

/// The inputs and outputs of one translation unit.
pub struct Unit<'a> {
    /// All files and expansions.
    pub sources: &'a mut SourceMap,
    /// All names.
    pub names: Interner,
    /// The diagnostics.
    pub diagnostics: &'a mut Diagnostics,
    /// The loader of included files.
    pub loader: &'a dyn Loader,
    /// Directories to search for included files, after the directory of the including file (`-I`).
    pub include_dirs: &'a [String],
    /// Keywords that never appear in a function body: one at the start of a line ends a body that was
    /// never closed.
    pub outside_bodies: &'static [&'static str],
}

/// Produces the tokens of a translation unit, with macros expanded and directives executed.
pub struct Preprocessor<'a> {
    /// The unit; the parser interns names and reports through it too.
    pub unit: Unit<'a>,
    /// The file that is being read.
    file: OpenFile,
    /// The files that include it, outermost first.
    parents: Vec<OpenFile>,
    includes: Includes,
    /// The open conditions of all files.
    conditions: Vec<Condition>,
    macros: Macros,
    expander: Expander,
    limit: ExpansionLimit,
    pack_matrix: Option<Major>,
    /// The `#version` and `#extension` directives read so far; `None` in other languages.
    pub(crate) glsl: Option<Directives>,
    /// Whether the language is Slang, whose conditions have their own integer type.
    is_slang: bool,
    /// The version of Slang that the source requires, as a year; 0 if it requires none.
    pub(crate) version: u32,
    /// A token to be read again.
    put_back: Option<Token>,
    /// The closing delimiters to insert, if the unit has unclosed ones.
    closings: Option<Box<InsertedClosings>>,
}

/// The name of the pseudo file with the macro definitions of the command line.
const COMMAND_LINE: &str = "<command line>";

impl<'a> Preprocessor<'a> {
    /// Starts on the main file. `defines` are (name, value) pairs of `-D` and built-in macros; a value of `None` is `1`.
    pub fn new(mut unit: Unit<'a>, file: FileId, defines: &[(String, Option<String>)]) -> Self {
        let mut includes = Includes::default();
        let main = includes.main_file(&unit, file);
        let mut limit = ExpansionLimit::default();
        limit.allow(unit.sources.file(file).text.len());

        let mut macros = Macros::default();
        for (name, builtin) in BuiltinMacro::ALL {
            macros.define(Macro::builtin(unit.names.intern(name), builtin));
        }
        let mut preprocessor = Preprocessor {
            unit,
            file: main,
            parents: Vec::new(),
            includes,
            conditions: Vec::new(),
            macros,
            expander: Expander::default(),
            limit,
            pack_matrix: None,
            glsl: None,
            is_slang: false,
            version: 0,
            put_back: None,
            closings: None,
        };
        if !defines.is_empty() {
            preprocessor.open_defines(defines);
        }
        preprocessor
    }

    /// Switches to the rules of Slang. Call it before reading the first token.
    pub(crate) fn read_slang(&mut self) {
        self.is_slang = true;
        for file in self.parents.iter_mut().chain([&mut self.file]) {
            file.lexer.read_slang();
        }
    }

    /// Switches to the rules of GLSL, which has other predefined names. Call it before reading the first token.
    pub(crate) fn read_glsl(&mut self, directives: Directives) {
        for (name, builtin) in BuiltinMacro::ALL {
            if !builtin.is_of_glsl() {
                let name = self.unit.names.intern(name);
                self.macros.undefine(name);
            }
        }
        let version = self.unit.names.intern("__VERSION__");
        self.macros.define(Macro::builtin(version, BuiltinMacro::Version));
        self.glsl = Some(directives);
        for file in self.parents.iter_mut().chain([&mut self.file]) {
            file.lexer.read_glsl();
        }
    }

    /// Predefines a macro with the value 1.
    pub(crate) fn define_one(&mut self, name: &str) {
        let name = self.unit.names.intern(name);
        self.macros.define(Macro::builtin(name, BuiltinMacro::One));
    }

    /// Whether a name is defined for `#ifdef` and `defined`.
    fn is_defined_name(&self, name: Symbol) -> bool {
        self.macros.find(name).is_some_and(|id| match self.macros.get(id).kind {
            MacroKind::Builtin(builtin) => self.glsl.is_none() || builtin.is_defined_in_glsl(),
            MacroKind::Object | MacroKind::Function(_) => true,
        })
    }

    /// Whether a name is that of a macro at this point: the token was excluded from expansion, or could not be expanded.
    pub(crate) fn is_macro(&self, name: Symbol) -> bool {
        self.macros.find(name).is_some()
    }

    /// Returns the next token; at the end of the unit, always [`crate::TokenKind::End`].
    #[allow(clippy::should_implement_trait, reason = "the last token of a unit repeats, so it is not an iterator")]
    pub fn next(&mut self) -> Token {
        if let Some(token) = self.put_back.take() {
            return token;
        }
        if self.closings.is_some() {
            return self.next_closed();
        }
        self.next_written()
    }

    /// Writes the next token to `into`. Most tokens come unchanged from a file; they are written field by field, because copying the whole
    /// token would have to wait for all fields.
    pub(crate) fn advance(&mut self, into: &mut Token) {
        if self.put_back.is_some() || self.closings.is_some() || !self.expander.is_idle() {
            *into = self.next();
            return;
        }
        let token = self.pull_from_file();
        if self.is_returned(&token) {
            *into = token;
        } else {
            *into = self.next_from(token);
        }
    }

    /// The next token of the files.
    fn next_written(&mut self) -> Token {
        let token = self.pull();
        self.next_from(token)
    }

    /// The expansion of a token that was just read, or the next token if the expansion is empty. At the end of a file, reading continues in
    /// the file that includes it.
    fn next_from(&mut self, token: Token) -> Token {
        let mut token = self.expanded(token);
        while token.kind == TokenKind::End && self.leave_file() {
            token = self.next_expanded();
        }
        token
    }

    /// Skips past the `}` that closes the outermost of `depth` open `{`, as fast as possible: directives are
    /// executed, but macros are expanded only if a defined one has unbalanced braces in its body. If `see` is passed, it
    /// receives every token of the body (macros are then expanded). Returns the span of the closing
    /// brace, or `None` if there is none before the end of the unit or a keyword of [`Unit::outside_bodies`], which is then
    /// the next token.
    pub fn skip_body(&mut self, mut depth: usize, mut see: Option<&mut dyn FnMut(Token)>) -> Option<Span> {
        loop {
            if see.is_none() && self.may_scan() {
                self.file.has_tokens = true;
                match self.file.lexer.scan_body(&mut depth, self.unit.outside_bodies, self.unit.diagnostics) {
                    Stop::Closed(brace) => return Some(brace),
                    Stop::Outside => return None,
                    Stop::Directive(hash) => self.directive(hash),
                    Stop::End if self.leave_file() => {}
                    Stop::End => return None,
                }
                continue;
            }
            let token = self.next();
            match token.kind {
                TokenKind::BraceOpen => depth += 1,
                TokenKind::BraceClose => {
                    depth -= 1;
                    if depth == 0 {
                        return Some(token.span);
                    }
                }
                TokenKind::Ident if token.starts_line && self.unit.outside_bodies.contains(&self.unit.names.resolve(token.symbol)) => {
                    self.put_back = Some(token);
                    return None;
                }
                TokenKind::End => return None,
                _ => {}
            }
            if let Some(see) = &mut see {
                see(token);
            }
        }
    }

    /// The majorness that the last `#pragma pack_matrix` before this point sets.
    pub fn pack_matrix(&self) -> Option<Major> {
        self.pack_matrix
    }

    /// Whether the following text can be scanned without expanding macros: it comes from a file, expansion does not change the nesting of
    /// its braces, no delimiter is to be inserted, and no `__COUNTER__` is skipped.
    fn may_scan(&self) -> bool {
        self.closings.is_none() && self.expander.is_idle() && self.macros.are_balanced() && !self.includes.has_counter
    }

    /// The text of a token.
    fn spelling(&self, token: Token) -> &str {
        token.kind.text().unwrap_or_else(|| self.unit.names.resolve(token.symbol))
    }
}

impl Macro {
    fn builtin(name: Symbol, builtin: BuiltinMacro) -> Self {
        Macro {
            name,
            definition: Span::default(),
            body: Span::default(),
            tokens: Box::default(),
            kind: MacroKind::Builtin(builtin),
            operates: false,
            active: false,
        }
    }
}
