//! Declarations: those that begin with a keyword, and variables.

use padstone_diag::{Diagnostic, Edit, codes};
use padstone_model::BufferKind;
use padstone_source::Span;

use super::super::imports::ImportRequest;
use super::super::keywords::{Keyword, Modifier};
use super::super::tree::{DeclId, DeclKind, Expr, ExprId, ExprKind, Ident, Modifiers};
use super::declarators::Declarator;
use super::modifiers::DeclPrefix;
use super::{Parser, ident, unnamed, unquoted};
use crate::constants::{Operator, Value};
use crate::cursor::Tokens;
use crate::reader::Reader;
use crate::{Token, TokenKind};

impl Parser<'_, '_> {
    /// Parses one declaration, or recovers after an error.
    pub(super) fn declaration(&mut self) {
        if let Some(empty) = self.cursor.eat(TokenKind::Semicolon) {
            self.tree.empty.entry(self.place).or_insert(empty.span);
            return;
        }
        self.is_wrong = false;
        let (first, unopened) = (self.cursor.peek(), self.unopened);
        let is_read = match self.nested(Self::declaration_inside) {
            Some(Some(())) => true,
            Some(None) => {
                self.recover();
                false
            }
            None => {
                // Nothing was consumed, and recovery ends before a token that begins a declaration.
                self.cursor.next();
                self.recover();
                false
            }
        };
        // The members of a declaration without `{` belong to the enclosing scope.
        if !is_read && (self.unopened > unopened || self.may_be_variable(first)) {
            self.unknown_variable(first.span);
        }
        // After any error in it, the next declaration begins after it.
        if self.cursor.peek().span == first.span {
            self.cursor.next();
        }
        self.is_wrong = false;
    }

    /// Whether a declaration that begins with a token can be that of a variable or buffer.
    fn may_be_variable(&self, first: Token) -> bool {
        !matches!(
            self.keyword(first),
            Some(
                Keyword::Module
                    | Keyword::Implementing
                    | Keyword::Import
                    | Keyword::Include
                    | Keyword::Exported
                    | Keyword::AttributeSyntax
                    | Keyword::Constraint
                    | Keyword::Using
                    | Keyword::Namespace
                    | Keyword::Interface
                    | Keyword::Extension
                    | Keyword::Typedef
                    | Keyword::TypeAlias
                    | Keyword::Associated
                    | Keyword::TypeParam
                    | Keyword::Func
                    | Keyword::Init
                    | Keyword::Subscript
                    | Keyword::Property
            )
        )
    }

    /// Adds a variable of unknown name and size for an unresolved declaration, so that later variables keep their offsets.
    pub(super) fn unknown_variable(&mut self, span: Span) {
        let kind = &self.tree.decls[self.place].kind;
        if kind.has_fields() || matches!(kind, DeclKind::Module | DeclKind::Namespace) {
            let ty = self.expr(ExprKind::Wrong, span);
            self.declare(unnamed(span), DeclPrefix::default(), DeclKind::Variable { ty: Some(ty), value: None, bits: None });
        }
    }

    fn declaration_inside(&mut self) -> Option<()> {
        if self.is_plain(self.cursor.peek()) {
            // Most declarations begin with the name of a type.
            return self.declarators(DeclPrefix::default());
        }
        let prefix = self.modifiers();
        self.check_each_word(&prefix);
        let token = self.cursor.peek();
        match self.keyword(token) {
            Some(Keyword::Module | Keyword::Implementing | Keyword::Import | Keyword::Include | Keyword::Exported)
                if self.names_module() =>
            {
                self.module_declaration(&prefix)
            }
            Some(Keyword::AttributeSyntax) if self.cursor.peek_at(1).kind == TokenKind::BracketOpen => {
                self.skip_declaration("an attribute")
            }
            Some(Keyword::Constraint) => self.skip_declaration("a constraint"),
            Some(Keyword::Using) => self.using(),
            Some(Keyword::Namespace) => self.namespace(prefix),
            Some(Keyword::Struct) => self.struct_declaration(prefix),
            Some(Keyword::Enum) => self.enum_declaration(prefix),
            Some(Keyword::Interface) => self.interface(prefix),
            Some(Keyword::Extension) => self.extension(prefix),
            Some(keyword @ (Keyword::CBuffer | Keyword::TBuffer)) => self.buffer(prefix, keyword),
            Some(Keyword::Typedef) => self.typedef(prefix),
            Some(Keyword::TypeAlias) => self.type_alias(prefix),
            Some(Keyword::Associated) => self.associated(prefix),
            Some(Keyword::TypeParam) => self.type_param(prefix),
            Some(Keyword::Func) => self.func(prefix),
            Some(Keyword::Init | Keyword::Subscript | Keyword::Property) if self.is_accessor() => self.accessor(prefix),
            Some(Keyword::Let | Keyword::Var) if self.cursor.peek_at(1).kind == TokenKind::Ident => self.binding(prefix),
            _ => self.declarators(prefix),
        }
    }

    /// Whether the current keyword is followed by a name or a string literal, and so is not itself a name.
    fn names_module(&mut self) -> bool {
        matches!(self.cursor.peek_at(1).kind, TokenKind::Ident | TokenKind::String | TokenKind::Semicolon)
    }

    /// `module a;`, `implementing a;`, `import a.b;`, `__include "a";`, `__exported import a;`.
    fn module_declaration(&mut self, prefix: &DeclPrefix) -> Option<()> {
        let mut word = self.cursor.next();
        let exported = self.keyword(word) == Some(Keyword::Exported);
        if exported {
            word = self.cursor.next();
        }
        let is_outside = self.check_outside(word.span);
        let keyword = self.keyword(word);
        // E31201 of slangc; `public module name;` is allowed.
        if matches!(keyword, Some(Keyword::Import | Keyword::Include | Keyword::Implementing)) {
            self.check_unmodified(prefix);
        }
        if keyword == Some(Keyword::Module) && matches!(self.tree.decls[self.place].kind, DeclKind::Namespace) {
            let found = Diagnostic::error(&codes::DECLARATION_PLACE, "a module declaration is not allowed in a namespace", word.span);
            self.report(found.help("move it to the start of the file"));
        }
        let position = self.cursor.peek().span;
        let path = match self.cursor.peek().kind {
            TokenKind::String => {
                let text = self.cursor.next();
                unquoted(self.text(text.symbol))
            }
            TokenKind::Semicolon if keyword == Some(Keyword::Module) => String::new(),
            _ => {
                let mut path = String::new();
                loop {
                    let name = self.name("a module name")?;
                    path.push_str(self.text(name.symbol));
                    if keyword == Some(Keyword::Module) {
                        break path;
                    }
                    if self.cursor.eat(TokenKind::Dot).is_none() && self.cursor.eat(TokenKind::ColonColon).is_none() {
                        break path;
                    }
                    path.push('/');
                }
            }
        };
        let span = self.cursor.span_from(position);
        match keyword {
            _ if !is_outside => {}
            Some(Keyword::Import) => self.imports.requests.push(ImportRequest { path, span, exported, is_include: false }),
            Some(Keyword::Include) => self.imports.requests.push(ImportRequest { path, span, exported, is_include: true }),
            Some(Keyword::Module) => self.imports.declared = Some(path),
            Some(Keyword::Implementing) => {
                self.imports.implementing.get_or_insert((word.span, path));
            }
            _ => {}
        }
        self.semicolon("a module name")
    }

    /// Reports the modifiers of a declaration that takes none.
    fn check_unmodified(&mut self, prefix: &DeclPrefix) {
        for word in prefix.modifiers.written() {
            let message = format!("modifier `{}` is not allowed here", self.text(word.symbol));
            self.report(Diagnostic::error(&codes::MODIFIER_PLACE, message, word.span).help("remove it"));
        }
    }

    /// `;`, which libslang reports as missing at the next token.
    pub(super) fn semicolon(&mut self, postfix: &str) -> Option<()> {
        if self.cursor.eat(TokenKind::Semicolon).is_none() {
            let token = self.cursor.peek();
            let message = format!("expected `;` after {postfix}, found {}", self.describe(token));
            let fix = vec![Edit { span: self.cursor.last().after(), text: ";".to_owned() }];
            self.report(Diagnostic::error(&codes::UNEXPECTED_TOKEN, message, token.span).guess("insert `;`", fix));
        }
        Some(())
    }

    /// `attribute_syntax [Name(x : int)] : Class;`, which binds an attribute to a class of the compiler, and `__constraint A == B;`, which
    /// constrains the types of an interface: no layout depends on them.
    fn skip_declaration(&mut self, description: &str) -> Option<()> {
        while !matches!(self.cursor.peek().kind, TokenKind::Semicolon | TokenKind::End) {
            self.cursor.next();
        }
        self.semicolon(description)
    }

    /// `using namespace a.b;`
    fn using(&mut self) -> Option<()> {
        self.cursor.next();
        if self.keyword(self.cursor.peek()) == Some(Keyword::Namespace) {
            self.cursor.next();
        }
        let position = self.cursor.peek().span;
        let path = self.type_expression()?;
        if self.check_outside(position) {
            self.tree.usings.entry(self.place).or_default().push(path);
        }
        self.semicolon("a namespace name")
    }

    /// `namespace a.b { … }`; namespaces with the same name are merged.
    fn namespace(&mut self, prefix: DeclPrefix) -> Option<()> {
        self.cursor.next();
        let outside = self.place;
        loop {
            let name = self.name("a namespace name")?;
            self.check_not_generic(&prefix, name);
            let is_namespace = |id: &_| matches!(self.tree.decls[*id].kind, DeclKind::Namespace);
            let known = self.tree.named(self.place, name.symbol).find(is_namespace);
            self.place = match known {
                Some(known) => {
                    self.tree.reopened.entry(self.module).or_default().push((self.tree.decls.len(), known));
                    known
                }
                None => self.declare(name, DeclPrefix::default(), DeclKind::Namespace),
            };
            if self.cursor.eat(TokenKind::Dot).is_none() && self.cursor.eat(TokenKind::ColonColon).is_none() {
                break;
            }
        }
        let place = std::mem::replace(&mut self.place, outside);
        self.tree.specifies_visibility |= prefix.modifiers.specifies_visibility();
        self.tree.decls[place].modifiers.merge(prefix.modifiers);
        self.body(place)
    }

    /// `{ … }` with declarations that belong to `place`.
    pub(super) fn body(&mut self, place: DeclId) -> Option<()> {
        let Some(open) = self.expect(TokenKind::BraceOpen, "`{`") else {
            self.unopened += 1;
            return None;
        };
        self.in_declaration(place, |parser| {
            while !matches!(parser.cursor.peek().kind, TokenKind::BraceClose | TokenKind::End) {
                parser.declaration();
            }
        });
        if self.cursor.eat(TokenKind::BraceClose).is_none() {
            self.missing_brace(open.span);
            // The last member may still be incomplete.
            let end = self.cursor.peek().span;
            self.in_declaration(place, |parser| parser.unknown_variable(end));
        }
        Some(())
    }

    /// `cbuffer C : register(b0) { … }`.
    fn buffer(&mut self, mut prefix: DeclPrefix, keyword: Keyword) -> Option<()> {
        self.cursor.next();
        let name = self.name("a buffer name")?;
        self.check_not_generic(&prefix, name);
        self.colon_annotations(&mut prefix.modifiers);
        let kind = if keyword == Keyword::CBuffer { BufferKind::CBuffer } else { BufferKind::TBuffer };
        let buffer = self.declare(name, prefix, DeclKind::Buffer { kind });
        if self.body(buffer).is_none() {
            self.in_declaration(buffer, |parser| parser.unknown_variable(name.span));
            return None;
        }
        if self.cursor.at(TokenKind::Ident) && self.cursor.peek_at(1).kind == TokenKind::Semicolon {
            let instance = self.ident_here();
            self.named_buffer(buffer, name, instance, kind);
        } else {
            self.tree.buffers.entry(self.place).or_default().push(buffer);
        }
        self.cursor.eat(TokenKind::Semicolon);
        Some(())
    }

    /// `cbuffer C { … } c;` is a struct and a buffer of it.
    fn named_buffer(&mut self, content: DeclId, block: Ident, instance: Ident, kind: BufferKind) {
        let text = format!("SLANG_ParameterGroup_{}", self.text(block.symbol));
        let symbol = self.intern(&text);
        self.tree.rename(content, symbol);
        let declared = &mut self.tree.decls[content];
        let modifiers = std::mem::take(&mut declared.modifiers);
        declared.modifiers = modifiers.visibility();
        declared.kind = DeclKind::Struct { bases: Vec::new(), forward: false, is_class: false };
        let word = self.intern(if kind == BufferKind::CBuffer { "ConstantBuffer" } else { "TextureBuffer" });
        let block_type = self.expr(ExprKind::Name(word), instance.span);
        let element = self.expr(ExprKind::Declared(content), block.span);
        let ty = self.expr(ExprKind::Apply(block_type, vec![element]), instance.span);
        let prefix = DeclPrefix { modifiers, generics: None };
        self.declare(instance, prefix, DeclKind::Variable { ty: Some(ty), value: None, bits: None });
    }

    /// `typedef float Row[4];`.
    fn typedef(&mut self, prefix: DeclPrefix) -> Option<()> {
        self.cursor.next();
        // Modifiers of the type follow the keyword.
        self.in_typedef = true;
        let ty = self.declaring_type();
        self.in_typedef = false;
        let mut ty = self.aliased(ty?)?;
        while let Some(star) = self.cursor.eat(TokenKind::Star) {
            ty = self.expr(ExprKind::Pointer(ty), star.span);
        }
        let declarator = self.declarator("a type name")?;
        let target = self.dimensions(ty)?;
        let target = self.declared_type(&declarator, target);
        self.declare(declarator.name, prefix, DeclKind::Alias { target });
        // libslang 2026.12 also accepts it without a `;`.
        self.cursor.eat(TokenKind::Semicolon);
        Some(())
    }

    /// `typealias X<T> = Y<T>;`.
    fn type_alias(&mut self, mut prefix: DeclPrefix) -> Option<()> {
        self.cursor.next();
        let name = self.name("a type name")?;
        // `__generic<T> typealias X = …` is `typealias X<T> = …`.
        prefix.generics = self.generic_parameters().or(prefix.generics);
        self.where_clauses(&mut prefix.generics);
        self.expect(TokenKind::Assign, "`=`")?;
        let first = self.type_expression()?;
        let target = self.aliased(first)?;
        self.declare(name, prefix, DeclKind::Alias { target });
        self.semicolon("a type definition")
    }

    /// The type that was just parsed, or `IA & IB`.
    fn aliased(&mut self, first: ExprId) -> Option<ExprId> {
        let mut target = first;
        while self.cursor.eat(TokenKind::Ampersand).is_some() {
            let (span, other) = (self.tree.exprs[target].span, self.type_expression()?);
            target = self.expr(ExprKind::Binary(Operator::BitAnd, target, other), span);
        }
        Some(target)
    }

    /// `type_param T : IFoo;`.
    fn type_param(&mut self, prefix: DeclPrefix) -> Option<()> {
        self.cursor.next();
        let name = self.name("a type name")?;
        let constraints = if self.cursor.eat(TokenKind::Colon).is_some() { self.bases_separated() } else { Vec::new() };
        self.declare(name, prefix, DeclKind::Open { constraints, default: None });
        self.semicolon("a type parameter")
    }

    /// `let N : int = 4;`, `var x : float3;`.
    fn binding(&mut self, mut prefix: DeclPrefix) -> Option<()> {
        self.cursor.next();
        let name = self.name("a name")?;
        self.check_not_generic(&prefix, name);
        let ty = if self.cursor.eat(TokenKind::Colon).is_some() { Some(self.type_expression()?) } else { None };
        self.colon_annotations(&mut prefix.modifiers);
        let value = self.cursor.eat(TokenKind::Assign).map(|_| self.initializer());
        if ty.is_none() && value.is_none() && self.cursor.at(TokenKind::Semicolon) {
            let found = Diagnostic::error(&codes::UNTYPED, "the variable has neither a type nor a value to infer it from", name.span);
            self.report(found.help(format!("write `{}: float` or `{0} = …`", self.text(name.symbol))));
        }
        self.declare(name, prefix, DeclKind::Variable { ty, value, bits: None });
        self.semicolon("a declaration")
    }

    /// A type, then variables of it or a function.
    fn declarators(&mut self, prefix: DeclPrefix) -> Option<()> {
        let ty = self.declaring_type()?;
        if self.cursor.peek().kind == TokenKind::Semicolon {
            let &Expr { ref kind, span, .. } = &self.tree.exprs[ty];
            // A struct in place of a type is its own declaration.
            if !matches!(kind, ExprKind::Declared(_) | ExprKind::Wrong) {
                self.report(
                    Diagnostic::error(&codes::DECLARES_NOTHING, "declaration does not declare anything", span)
                        .help("add a name after the type; after a struct, on the line of its `}`"),
                );
                // Its name, or its type, is missing.
                self.unknown_variable(span);
            }
            return self.semicolon("a declaration");
        }
        self.check_stars(ty);
        let declarator = match self.cursor.peek().kind {
            TokenKind::ParenOpen => self.declarator("a name")?,
            _ => self.declared_name()?.into(),
        };
        if self.at_function() {
            return self.function(prefix, declarator.name, Some(ty));
        }
        self.variables(prefix, ty, declarator)
    }

    /// Whether a function continues after its name.
    fn at_function(&mut self) -> bool {
        matches!(self.cursor.peek().kind, TokenKind::ParenOpen | TokenKind::Less)
    }

    /// Variables of a type; the first name was just parsed. A star belongs to the name after it: `int *a, b`.
    pub(super) fn variables(&mut self, mut prefix: DeclPrefix, ty: ExprId, first: Declarator) -> Option<()> {
        self.check_not_generic(&prefix, first.name);
        let mut declarator = first;
        let mut base = ty;
        let mut unstarred = ty;
        while let ExprKind::Pointer(to) = self.tree.exprs[unstarred].kind {
            unstarred = to;
        }
        loop {
            let variable_type = self.dimensions(base)?;
            self.check_pointer(&prefix.modifiers, variable_type);
            let variable_type = self.declared_type(&declarator, variable_type);
            let mut bits = None;
            if self.cursor.at(TokenKind::Colon) && self.cursor.peek_at(1).kind == TokenKind::Number {
                self.cursor.next();
                bits = Some(self.width()?);
            }
            let mut postfix = Modifiers::default();
            self.colon_annotations(&mut postfix);
            let value = self.cursor.eat(TokenKind::Assign).map(|_| self.initializer());
            if let Some(value) = value.filter(|_| prefix.modifiers.has(Modifier::Static)) {
                self.hash_value(value);
            }
            let is_last = self.cursor.eat(TokenKind::Comma).is_none();
            let next = self.cursor.peek();
            // The skipped tokens may be dimensions, if they are on the same line.
            let is_cut = is_last && next.kind != TokenKind::Semicolon && (!next.starts_line || next.kind == TokenKind::End);
            let variable_type = if is_cut { self.expr(ExprKind::Wrong, declarator.name.span) } else { variable_type };
            let mut modifiers = if is_last { std::mem::take(&mut prefix.modifiers) } else { prefix.modifiers.clone() };
            modifiers.merge(postfix);
            let kind = DeclKind::Variable { ty: Some(variable_type), value, bits };
            self.declare(declarator.name, DeclPrefix { modifiers, generics: None }, kind);
            if is_last {
                break;
            }
            base = unstarred;
            while let Some(star) = self.cursor.eat(TokenKind::Star) {
                base = self.expr(ExprKind::Pointer(base), star.span);
            }
            declarator = self.declarator("a name")?;
        }
        if self.cursor.eat(TokenKind::Semicolon).is_none() {
            let next = self.cursor.peek();
            self.expected_semicolon();
            // A token on a new line begins the next declaration.
            return (next.starts_line && next.kind == TokenKind::Ident).then_some(());
        }
        Some(())
    }

    /// The width of a bit-field: one integer literal.
    pub(super) fn width(&mut self) -> Option<ExprId> {
        let token = self.cursor.peek();
        let width = self.value()?;
        let is_number = self.tree.exprs[width].span == token.span
            && matches!(self.tree.exprs[width].kind, ExprKind::Constant(Value::Int(..)) | ExprKind::Wrong);
        if !is_number {
            let found = Diagnostic::error(&codes::UNEXPECTED_TOKEN, "a bit-field width must be one integer literal", token.span);
            self.report(found.help("write the number, or a macro that expands to it without parentheses"));
            return Some(self.expr(ExprKind::Wrong, token.span));
        }
        Some(width)
    }

    /// Reports a missing `;` of a declaration at the next token, as libslang does.
    fn expected_semicolon(&mut self) {
        let position = self.cursor.peek();
        let message = format!("expected `;`, found {}", self.describe(position));
        let found = Diagnostic::error(&codes::UNEXPECTED_TOKEN, message, position.span);
        let postfix = self.cursor.last.after();
        self.report(found.label(postfix, "the declaration ends here").help("add `;` after it"));
    }

    /// Whether an accessor comes next: a function of a struct or interface without a name.
    fn is_accessor(&mut self) -> bool {
        let token = self.cursor.peek();
        match self.keyword(token) {
            Some(Keyword::Property) => self.cursor.peek_at(1).kind == TokenKind::Ident,
            _ => true,
        }
    }

    pub(super) fn anonymous(&self) -> Ident {
        unnamed(self.cursor.peek().span)
    }

    pub(super) fn ident_here(&mut self) -> Ident {
        ident(self.cursor.next())
    }
}
