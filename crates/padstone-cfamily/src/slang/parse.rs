//! Parses one file at a time, with the files that it includes, into trees. Bodies of functions are skipped.

mod accessors;
mod aggregates;
mod declaration_context;
mod declarations;
mod declarators;
mod descriptor_handles;
mod expressions;
mod functions;
mod generics;
mod hashed_strings;
mod literals;
mod look_ahead;
mod modifiers;
mod operators;
mod packs;

use padstone_diag::{Diagnostic, codes};
use padstone_model::{Annotation, Register};
use padstone_source::{Span, Symbol};

use super::imports::{Imports, ModuleHeader};
use super::keywords::{ContextualKeyword, Keyword, Keywords, Modifier};
use super::tree::{Decl, DeclId, DeclKind, Ident, Modifiers, PayloadAccess, Tree};
use crate::cursor::{Cursor, Tokens};
use crate::reader::Reader;
use crate::registers::Registers;
use crate::{Token, TokenKind};
use descriptor_handles::DescriptorHandles;
use hashed_strings::HashedStrings;
use literals::unquoted;
use modifiers::DeclPrefix;

/// The state of reading one file.
pub(super) struct Parser<'a, 't> {
    pub(super) cursor: Cursor<'a>,
    pub(super) tree: &'t mut Tree,
    pub(super) imports: &'t mut Imports,
    keywords: &'t Keywords,
    /// The name `Handle`.
    handle: Symbol,
    /// The index of the module that is being read.
    module: u32,
    /// Whether cases of enums are visible in the enclosing scope by default.
    unscoped_enums: bool,
    /// The enclosing declaration.
    place: DeclId,
    nesting: u32,
    /// Whether the file is HLSL, as slangc reads it.
    pub(super) is_hlsl: bool,
    /// Whether the type of a `typedef` is being parsed.
    in_typedef: bool,
    /// Whether generic arguments are being parsed, which a `>` closes.
    in_arguments: bool,
    /// Whether the current declaration has an error: as in libslang, further errors are suppressed until the next declaration.
    is_wrong: bool,
    /// Inside an `expand`: whether it contained an `each` so far.
    expanded: Option<bool>,
    /// The packs that are not empty at this point: in the last part of a `__packBranch`.
    nonempty: Vec<Symbol>,
    /// Whether function parameters are being parsed, whose registers libslang 2026.12 ignores.
    in_parameters: bool,
    /// The number of structs so far that lack their `{`, and therefore will have an extra `}`.
    unopened: u32,
    /// The number of unnamed declarations in the file so far.
    unnamed: u32,
}

impl<'a, 't> Parser<'a, 't> {
    pub(super) fn new(
        mut cursor: Cursor<'a>,
        tree: &'t mut Tree,
        imports: &'t mut Imports,
        keywords: &'t Keywords,
        (module, root): (u32, DeclId),
        unscoped_enums: bool,
    ) -> Self {
        let handle = cursor.names_mut().intern("Handle");
        Parser {
            cursor,
            tree,
            imports,
            keywords,
            handle,
            module,
            unscoped_enums,
            place: root,
            nesting: 0,
            is_hlsl: false,
            in_typedef: false,
            in_arguments: false,
            is_wrong: false,
            expanded: None,
            nonempty: Vec::new(),
            in_parameters: false,
            unopened: 0,
            unnamed: 0,
        }
    }

    /// Reads the whole file.
    pub(super) fn file(&mut self) {
        let first = self.cursor.peek();
        self.imports.begins = match self.keyword(first) {
            _ if first.kind == TokenKind::End => ModuleHeader::Empty,
            Some(Keyword::Implementing) => ModuleHeader::Implementing,
            Some(Keyword::Module) => ModuleHeader::Module,
            _ => ModuleHeader::Other,
        };
        while !self.cursor.at(TokenKind::End) {
            if let Some(close) = self.cursor.eat(TokenKind::BraceClose) {
                match self.unopened.checked_sub(1) {
                    Some(unopened) => self.unopened = unopened,
                    None => {
                        let found = Diagnostic::error(&codes::UNEXPECTED_TOKEN, "unmatched `}`", close.span);
                        self.report(found.help("remove it, or add the missing `{` before it"));
                    }
                }
                self.is_wrong = false;
                continue;
            }
            self.declaration();
        }
    }

    /// Whether a token is a name that is not a keyword of the language.
    fn is_plain(&self, token: Token) -> bool {
        token.kind == TokenKind::Ident && self.keywords.is_plain(token.symbol)
    }

    fn keyword(&self, token: Token) -> Option<Keyword> {
        if token.kind == TokenKind::Ident { self.keywords.keyword(token.symbol) } else { None }
    }

    fn modifier(&self, token: Token) -> Option<Modifier> {
        if token.kind == TokenKind::Ident { self.keywords.modifier(token.symbol) } else { None }
    }

    fn contextual_keyword(&self, token: Token) -> Option<ContextualKeyword> {
        if token.kind == TokenKind::Ident { self.keywords.contextual_keyword(token.symbol) } else { None }
    }

    fn name(&mut self, description: &str) -> Option<Ident> {
        self.expect(TokenKind::Ident, description).map(ident)
    }

    /// Adds a declaration to the enclosing one.
    fn declare(&mut self, name: Ident, prefix: DeclPrefix, kind: DeclKind) -> DeclId {
        if !matches!(kind, DeclKind::Variable { .. }) {
            self.check_place(name, &kind);
        }
        let is_generic = prefix.generics.is_some();
        let around = &self.tree.decls[self.place];
        let decl = Decl {
            modifiers: prefix.modifiers,
            generics: prefix.generics,
            generic_depth: around.generic_depth + u32::from(is_generic),
            ..Decl::new(name, Some(self.place), self.module, kind)
        };
        let id = self.tree.declare(decl, true);
        self.tree.decls[self.place].members.push(id);
        if is_generic {
            self.adopt(id);
        }
        id
    }

    /// The number of an unnamed declaration. libslang numbers structs, enums and function parameters of each file in parsing order
    /// (measured).
    fn number_unnamed(&mut self, name: Ident) -> Option<Symbol> {
        if !name.symbol.is_empty() {
            return None;
        }
        let number = self.unnamed;
        self.unnamed += 1;
        Some(self.intern(&format!("SLANG_anonymous_{number}")))
    }

    /// Makes a generic the parent of its parameters, which were parsed before it existed.
    fn adopt(&mut self, id: DeclId) {
        let Some(generics) = &self.tree.decls[id].generics else { return };
        for parameter in generics.parameters.clone() {
            self.tree.adopt(id, parameter);
        }
    }

    /// Runs `parse` with `place` as the enclosing declaration.
    fn in_declaration<T>(&mut self, place: DeclId, parse: impl FnOnce(&mut Self) -> T) -> T {
        let outside = std::mem::replace(&mut self.place, place);
        let parsed = parse(self);
        self.place = outside;
        parsed
    }
}

fn ident(token: Token) -> Ident {
    Ident { symbol: token.symbol, span: token.span }
}

impl<'a> Reader for Parser<'a, '_> {
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

    fn begins_declaration(&self, token: Token) -> bool {
        self.keyword(token).is_some_and(|keyword| !matches!(keyword, Keyword::Let | Keyword::Var | Keyword::Module))
    }

    fn see(&mut self, _: Token) {}

    fn report(&mut self, diagnostic: Diagnostic) {
        let is_syntax = [codes::UNEXPECTED_TOKEN.id, codes::UNCLOSED.id].contains(&diagnostic.code.id);
        if !is_syntax || !self.is_wrong {
            self.cursor.diagnostics().push(diagnostic);
        }
        self.is_wrong |= is_syntax;
    }

    /// libslang reports a missing delimiter where it is expected.
    fn unclosed(&mut self, open: Span) {
        let position = self.cursor.peek();
        let message = format!("expected `)` or `]`, found {}", self.describe(position));
        self.report(Diagnostic::error(&codes::UNEXPECTED_TOKEN, message, position.span).label(open, "opened here"));
    }

    /// libslang 2026.12 lays out types that nest 128 deep.
    fn most_nesting(&self) -> u32 {
        160
    }

    /// libslang reports a missing brace where it is expected.
    fn skip_braces(&mut self, open: Span) {
        if !self.skip_body() {
            self.missing_brace(open);
        }
    }

    /// Collects the strings in it, which are hashed, and the descriptor heaps.
    fn skip_body(&mut self) -> bool {
        let mut texts = HashedStrings::new(self.keywords);
        let mut handles = DescriptorHandles::new(self.keywords, self.handle);
        let mut see = |token| {
            texts.see(token);
            handles.see(token);
        };
        let closed = self.cursor.skip_body(Some(&mut see)).is_some();
        self.tree.descriptor_heaps.resources |= handles.heaps.resources;
        self.tree.descriptor_heaps.samplers |= handles.heaps.samplers;
        self.check_literals(&texts);
        self.hash(texts);
        closed
    }
}

impl Registers for Parser<'_, '_> {
    fn subcomponent(&mut self, _: &mut Register) -> bool {
        self.expected("`,` or `)`");
        false
    }

    /// Whether a register may have a component: Slang reads `t0.x` as `t0`.
    fn accepts_component(&self) -> bool {
        true
    }

    fn accepts_capitals(&self) -> bool {
        self.in_parameters
    }

    /// libslang 2026.12 examines only the letter, at most, for function parameters and struct members.
    fn requires_order(&self) -> bool {
        !self.in_parameters && !matches!(self.tree.decls[self.place].kind, DeclKind::Struct { .. })
    }

    /// `.yz` is `.y`, where the member begins. `.g` is invalid.
    fn component_of<'t>(&self, components: &'t str) -> &'t str {
        if components.starts_with(['x', 'y', 'z', 'w']) { &components[..1] } else { "" }
    }

    /// `c0x` is `c0` in libslang, which reads only the digits.
    fn row_of<'t>(&self, name: &'t str) -> &'t str {
        let number = name.strip_prefix(['c', 'C']).unwrap_or(name);
        let postfix = number.trim_start_matches(|digit: char| digit.is_ascii_digit());
        if number.len() < name.len() { &name[..name.len() - postfix.len()] } else { name }
    }
}

/// The annotations after the colons of a declarator.
impl Parser<'_, '_> {
    /// Reports that the `{` at `open` is unclosed.
    fn missing_brace(&mut self, open: Span) {
        let position = self.cursor.peek();
        let message = format!("expected `}}`, found {}", self.describe(position));
        self.report(Diagnostic::error(&codes::UNCLOSED, message, position.span).label(open, "opened here"));
    }

    /// Parses any number of `: something` after a declarator: registers, packoffsets, semantics, and payload access qualifiers.
    fn colon_annotations(&mut self, into: &mut Modifiers) {
        while self.cursor.eat(TokenKind::Colon).is_some() {
            let token = self.cursor.peek();
            let is_access = token.kind == TokenKind::Ident && matches!(self.text(token.symbol), "read" | "write");
            if is_access && self.cursor.peek_at(1).kind == TokenKind::ParenOpen {
                let access = self.payload_access();
                into.annotate().accesses.push(access);
                continue;
            }
            let text = if token.kind == TokenKind::Ident { self.text(token.symbol) } else { "" };
            let annotation = match text {
                "register" => self.register().map(Annotation::Register),
                "packoffset" => self.packoffset().map(Annotation::PackOffset),
                _ => match self.name("a semantic, `register`, or `packoffset`") {
                    Some(name) => {
                        // A semantic does not affect the layout, so an unknown index is harmless.
                        let semantic = self.semantic(name.symbol, name.span);
                        into.annotate().annotations.extend(semantic);
                        continue;
                    }
                    None => {
                        // The missing annotation may have been an explicit binding or offset.
                        into.annotate().annotations.push(Annotation::Unknown);
                        return;
                    }
                },
            };
            into.annotate().annotations.push(annotation.unwrap_or(Annotation::Unknown));
        }
    }

    /// `read(caller, miss)`.
    fn payload_access(&mut self) -> PayloadAccess {
        let word = ident(self.cursor.next());
        self.cursor.next();
        let mut stages = Vec::new();
        while let Some(stage) = self.cursor.eat(TokenKind::Ident) {
            stages.push(ident(stage));
            if self.cursor.eat(TokenKind::Comma).is_none() {
                break;
            }
        }
        self.expect(TokenKind::ParenClose, "`)` after the stages");
        PayloadAccess { word, stages }
    }
}

/// A missing name.
fn unnamed(span: Span) -> Ident {
    Ident { symbol: Symbol::EMPTY, span }
}
