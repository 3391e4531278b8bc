//! Structs, enums, interfaces, extensions.

use padstone_diag::{Diagnostic, codes};
use padstone_source::Span;

use super::super::keywords::Keyword;
use super::super::tree::{DeclId, DeclKind, ExprKind, Generics, Ident};
use super::modifiers::DeclPrefix;
use super::{Parser, unnamed};
use crate::TokenKind;
use crate::cursor::Tokens;
use crate::reader::Reader;

impl Parser<'_, '_> {
    /// `struct S : Base, IFoo { … };`, optionally with variables of it after the body.
    pub(super) fn struct_declaration(&mut self, prefix: DeclPrefix) -> Option<()> {
        let modifiers = prefix.modifiers.clone();
        let (id, position) = self.aggregate(prefix)?;
        self.trailing_declarators(DeclPrefix { modifiers, generics: None }, id, position)
    }

    pub(super) fn enum_declaration(&mut self, prefix: DeclPrefix) -> Option<()> {
        let modifiers = prefix.modifiers.clone();
        let (id, position) = self.enumeration(prefix)?;
        self.trailing_declarators(DeclPrefix { modifiers, generics: None }, id, position)
    }

    /// Variables of a type that was just declared: they begin on the line on which it ends.
    fn trailing_declarators(&mut self, prefix: DeclPrefix, id: DeclId, span: Span) -> Option<()> {
        let token = self.cursor.peek();
        let ends_here = token.starts_line && !self.is_hlsl;
        if self.cursor.eat(TokenKind::Semicolon).is_some() || ends_here || token.kind == TokenKind::End {
            return Some(());
        }
        // Slang reads variables only on the line on which the type ends (measured), HLSL anywhere after the type.
        let mut ty = self.expr(ExprKind::Declared(id), span);
        while let Some(star) = self.cursor.eat(TokenKind::Star) {
            ty = self.expr(ExprKind::Pointer(ty), star.span);
        }
        let declarator = self.declarator("`;` or a variable name")?;
        // The preceding modifiers belong to the variable.
        if !prefix.modifiers.written().is_empty() {
            self.tree.decls[id].modifiers.annotate().written.clear();
        }
        self.variables(prefix, ty, declarator)
    }

    /// A struct or enum declared in place of a type.
    pub(super) fn aggregate_in_place(&mut self) -> Option<DeclId> {
        let is_enum = self.keyword(self.cursor.peek()) == Some(Keyword::Enum);
        let read = if is_enum { self.enumeration(DeclPrefix::default()) } else { self.aggregate(DeclPrefix::default()) };
        read.map(|(id, _)| id)
    }

    /// A struct up to its closing brace, or a forward declaration.
    fn aggregate(&mut self, mut prefix: DeclPrefix) -> Option<(DeclId, Span)> {
        let word = self.cursor.next();
        let is_class = self.text(word.symbol) == "class";
        while self.cursor.at(TokenKind::BracketOpen) {
            let more = self.modifiers();
            prefix.modifiers.merge(more.modifiers);
        }
        let name = match self.cursor.peek().kind {
            TokenKind::Ident => self.ident_here(),
            _ if is_class => self.name("a class name")?,
            _ => unnamed(word.span),
        };
        let number = self.number_unnamed(name);
        if !is_class && let Some(generics) = self.generic_parameters() {
            prefix.generics = Some(generics);
        }
        let mut bases = Vec::new();
        if self.cursor.eat(TokenKind::Colon).is_some() {
            bases = self.bases_separated();
        }
        self.where_clauses(&mut prefix.generics);
        if is_class && !self.cursor.at(TokenKind::BraceOpen) {
            self.expected("`{` and the class members");
            self.unopened += u32::from(!self.cursor.at(TokenKind::Semicolon));
            return None;
        }
        if self.cursor.eat(TokenKind::Assign).is_some() {
            // `extern struct S : IFoo = T;`: a type that another module may define, with the default `T`.
            let target = self.type_expression()?;
            let id = self.declare(name, prefix, DeclKind::Alias { target });
            return Some((id, name.span));
        }
        let forward = !self.cursor.at(TokenKind::BraceOpen);
        if forward && !self.cursor.at(TokenKind::Semicolon) {
            self.expected("`{` or `;` after the struct name");
            self.unopened += 1;
            return None;
        }
        let id = self.declare(name, prefix, DeclKind::Struct { bases, forward, is_class });
        self.tree.unnamed.extend(number.map(|number| (id, number)));
        if !forward {
            self.body(id)?;
        }
        Some((id, name.span))
    }

    fn enumeration(&mut self, mut prefix: DeclPrefix) -> Option<(DeclId, Span)> {
        let word = self.cursor.next();
        let class = if self.text(self.cursor.peek().symbol) == "class" { Some(self.cursor.next()) } else { None };
        let unscoped = self.is_unscoped(&prefix, class.map(|class| class.span));
        let name = if self.cursor.at(TokenKind::Ident) { self.ident_here() } else { unnamed(word.span) };
        if class.is_some() && name.symbol.is_empty() {
            // E32001 of slangc.
            let found = Diagnostic::error(&codes::UNNAMED_SCOPE, "a scoped enum requires a name", word.span);
            self.report(found.help("name it, or remove `class`"));
        }
        let unscoped = unscoped || name.symbol.is_empty() && !self.in_typedef;
        let number = self.number_unnamed(name);
        if let Some(generics) = self.generic_parameters() {
            prefix.generics = Some(generics);
        }
        let colon = self.cursor.eat(TokenKind::Colon);
        let mut bases = if colon.is_some() { self.bases_separated() } else { Vec::new() };
        if let (Some(colon), true) = (colon, bases.is_empty()) {
            // The underlying type is missing: the size of the enum is unknown.
            bases.push(self.expr(ExprKind::Wrong, colon.span));
        }
        self.where_clauses(&mut prefix.generics);
        let is_generic = prefix.generics.is_some();
        let id = self.declare(name, prefix, DeclKind::Enum { bases });
        self.tree.unnamed.extend(number.map(|number| (id, number)));
        let Some(open) = self.expect(TokenKind::BraceOpen, "`{`") else {
            // The skipped tokens may be its underlying type.
            let target = self.expr(ExprKind::Wrong, name.span);
            self.tree.decls[id].kind = DeclKind::Alias { target };
            return None;
        };
        self.in_declaration(id, |parser| parser.cases());
        if self.cursor.eat(TokenKind::BraceClose).is_none() {
            let position = self.cursor.peek();
            let message = format!("expected `,` or `}}`, found {}", self.describe(position));
            self.report(Diagnostic::error(&codes::UNEXPECTED_TOKEN, message, position.span).label(open.span, "opened here"));
            return None;
        }
        if unscoped && !is_generic {
            self.tree.name_outside(id);
        }
        Some((id, name.span))
    }

    /// Whether an enum is unscoped: by its attribute, or by the options unless it is an `enum class`. Reports a contradiction
    /// (E31202 of slangc).
    fn is_unscoped(&mut self, prefix: &DeclPrefix, class: Option<Span>) -> bool {
        let by_default = self.unscoped_enums && class.is_none();
        let unscoped = prefix.modifiers.attributes().iter().filter(|attribute| self.text(attribute.name) == "UnscopedEnum");
        let mut unscoped = unscoped.map(|attribute| attribute.span).rev();
        let Some(last) = unscoped.next() else { return by_default };
        let other = class.or_else(|| unscoped.next());
        if by_default || other.is_some() {
            let found = Diagnostic::error(&codes::MODIFIER_TWICE, "`UnscopedEnum` is not allowed here", last);
            let found = match other {
                Some(other) => found.label(other, "scope of cases already specified"),
                None => found.note("the options make all enums unscoped"),
            };
            self.report(found.help("remove it"));
        }
        true
    }

    fn cases(&mut self) {
        while self.cursor.at(TokenKind::Ident) {
            let name: Ident = self.ident_here();
            let value = if self.cursor.eat(TokenKind::Assign).is_some() { self.value() } else { None };
            self.declare(name, DeclPrefix::default(), DeclKind::Case { value });
            if self.cursor.eat(TokenKind::Comma).is_none() {
                return;
            }
        }
    }

    pub(super) fn interface(&mut self, mut prefix: DeclPrefix) -> Option<()> {
        self.cursor.next();
        let name = self.name("an interface name")?;
        if let Some(generics) = self.generic_parameters() {
            prefix.generics = Some(generics);
        }
        let bases = if self.cursor.eat(TokenKind::Colon).is_some() { self.bases_separated() } else { Vec::new() };
        self.where_clauses(&mut prefix.generics);
        let id = self.declare(name, prefix, DeclKind::Interface { bases });
        if !self.cursor.at(TokenKind::BraceOpen) {
            // It may become another declaration, so the size of a type of its name is unknown.
            let target = self.expr(ExprKind::Wrong, name.span);
            self.tree.decls[id].kind = DeclKind::Alias { target };
        }
        self.body(id)?;
        self.cursor.eat(TokenKind::Semicolon);
        Some(())
    }

    /// `extension<T> Box<T> : IFoo { … }`.
    pub(super) fn extension(&mut self, mut prefix: DeclPrefix) -> Option<()> {
        let word = self.cursor.next();
        if let Some(generics) = self.generic_parameters() {
            prefix.generics = Some(generics);
        }
        let target = self.type_expression()?;
        let bases = if self.cursor.eat(TokenKind::Colon).is_some() { self.bases_separated() } else { Vec::new() };
        self.where_clauses(&mut prefix.generics);
        let id = self.declare(unnamed(word.span), prefix, DeclKind::Extension { target, bases });
        self.tree.extensions.push(id);
        self.body(id)?;
        self.cursor.eat(TokenKind::Semicolon);
        Some(())
    }

    /// `associatedtype V : IFoo;`.
    pub(super) fn associated(&mut self, prefix: DeclPrefix) -> Option<()> {
        self.cursor.next();
        let name = self.name("a type name")?;
        let mut constraints = if self.cursor.eat(TokenKind::Colon).is_some() { self.bases_separated() } else { Vec::new() };
        let mut clauses = Some(Box::default());
        self.where_clauses(&mut clauses);
        for (subject, required) in clauses.map(|clauses: Box<Generics>| clauses.constraints).unwrap_or_default() {
            if matches!(self.tree.exprs[subject].kind, ExprKind::Name(inner) if inner == name.symbol) {
                constraints.extend(required);
            }
        }
        self.declare(name, prefix, DeclKind::Associated { constraints });
        self.semicolon("an associated type")
    }
}
