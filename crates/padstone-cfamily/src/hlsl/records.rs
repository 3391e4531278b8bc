//! Structs, classes, interfaces, enums, and the members of cbuffers.

use padstone_diag::{Diagnostic, codes};
use padstone_model::{Annotation, Bitfield, Enum, Field, FieldRole, Scalar, Struct, StructKind, Type, TypeId};
use padstone_source::{Span, Symbol};

use super::annotations::ANONYMOUS;
use super::constants::{Int, Value};
use super::declarations::{Declarator, Specifiers};
use super::scopes::{Entity, ScopeId};
use super::type_names::TypeSpec;
use super::versions::Feature;
use super::{Keyword, Parser};
use crate::TokenKind;
use crate::constants::Expressions;
use crate::cursor::Tokens;
use crate::members::report_duplicates;
use crate::reader::Reader;

/// Where members are declared.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Members {
    OfStruct,
    OfBuffer,
}

/// A base class of a struct.
struct Base {
    ty: TypeId,
    name: Symbol,
    span: Span,
}

impl Parser<'_> {
    /// `struct Name : Base { … }`, or `struct Name` as a way to name a type.
    pub(super) fn record(&mut self) -> Option<TypeSpec> {
        let word = self.cursor.next();
        self.attributes(&mut Default::default());
        let name = self.cursor.eat(TokenKind::Ident);
        if let Some(name) = name
            && !matches!(self.cursor.peek().kind, TokenKind::BraceOpen | TokenKind::Colon)
        {
            return self.elaborated(name.symbol, name.span, word.span);
        }
        let (symbol, span) = name.map_or((ANONYMOUS, word.span), |name| (name.symbol, name.span));
        if let Some(first @ (Entity::Type(_) | Entity::Template(_))) = self.scopes.lookup_in(self.scopes.current, symbol)
            && !symbol.is_empty()
        {
            self.redefinition(symbol, span, first);
        }
        self.scopes.declare(symbol, Entity::Incomplete);
        let path = self.qualified(symbol);
        let scope = self.scopes.add(path);
        let ty = self.record_body(path, span, StructKind::Declared, scope)?;
        self.scopes.declare(symbol, Entity::Type(ty));
        Some(TypeSpec { ty, span: self.cursor.join(word.span, span), spelling: symbol, defined: true, void: false, incomplete: false })
    }

    pub(super) fn redefinition(&mut self, name: Symbol, span: Span, first: Entity) {
        let found = Diagnostic::error(&codes::REDEFINITION, format!("redefinition of `{}`", self.text(name)), span).label(span, "");
        let first = match first {
            Entity::Type(ty) => self.struct_span(ty),
            _ => None,
        };
        self.report(match first {
            Some(first) => found.label(first, "first declared here"),
            None => found,
        });
    }

    fn struct_span(&self, ty: TypeId) -> Option<Span> {
        match self.module.types[ty] {
            Type::Struct(id) => Some(self.module.structs[id].span),
            _ => None,
        }
    }

    /// `struct S` without a body: a forward declaration, or a type that is declared elsewhere.
    fn elaborated(&mut self, name: Symbol, span: Span, word: Span) -> Option<TypeSpec> {
        let forward = self.cursor.at(TokenKind::Semicolon);
        let ty = match self.scopes.lookup(name) {
            Some(Entity::Type(ty)) => ty,
            _ if forward => self.unknown,
            _ => {
                let text = self.text(name).to_owned();
                self.error(&codes::UNKNOWN_TYPE, format!("unknown struct `{text}`"), span);
                self.unknown
            }
        };
        Some(TypeSpec { ty, span: self.cursor.join(word, span), spelling: name, defined: forward, void: false, incomplete: false })
    }

    /// Bases and members of a struct, from `:` or `{` to `}`. `scope` is the struct's own.
    pub(super) fn record_body(&mut self, path: Symbol, span: Span, kind: StructKind, scope: ScopeId) -> Option<TypeId> {
        // The parameters of a template are names of this scope: `struct Lit : Base<T>`.
        let outer = std::mem::replace(&mut self.scopes.current, scope);
        let bases = self.bases();
        let Some(open) = self.expect(TokenKind::BraceOpen, "`{`") else {
            self.scopes.current = outer;
            return None;
        };
        let mut fields = Vec::new();
        for base in bases {
            if let Some(inner) = self.scopes.scope_of(base.ty) {
                self.scopes.import(scope, inner);
            }
            fields.push(Field { role: FieldRole::Base, ..Field::member(base.name, base.span, base.ty, Vec::new()) });
        }
        self.members(Members::OfStruct, open.span, &mut fields);
        self.scopes.current = outer;
        Some(self.complete(Struct { name: path, span, kind, fields, ty: None, contiguous: false }, Some(scope)))
    }

    /// Adds a struct to the module and returns its type.
    pub(super) fn complete(&mut self, record: Struct, scope: Option<ScopeId>) -> TypeId {
        report_duplicates(self, &record.fields);
        self.add_struct(record, scope)
    }

    /// The same without looking for members of one name.
    pub(super) fn add_struct(&mut self, record: Struct, scope: Option<ScopeId>) -> TypeId {
        let id = self.module.structs.push(record);
        let ty = self.module.types.intern(Type::Struct(id));
        self.module.structs[id].ty = Some(ty);
        if let Some(scope) = scope {
            self.scopes.set_scope_of(ty, scope);
        }
        ty
    }

    fn bases(&mut self) -> Vec<Base> {
        let mut bases = Vec::new();
        if self.cursor.eat(TokenKind::Colon).is_none() {
            return bases;
        }
        loop {
            while matches!(self.peek_keyword(), Some(Keyword::Public | Keyword::Private | Keyword::Protected)) {
                self.cursor.next();
            }
            let path = self.path();
            match path.entity {
                Some(Entity::Type(ty)) if matches!(self.module.types[ty], Type::Struct(_) | Type::Unknown) => {
                    // By the name of its declaration alone, as DXC's reflection has it: without namespaces, without arguments.
                    let name = self.module.as_struct(ty).map_or(path.name, |base| base.name);
                    let text = self.text(name).split('<').next().unwrap_or_default();
                    let text = text.rsplit("::").next().unwrap_or_default().to_owned();
                    let mut base = Base { ty, name: self.intern(&text), span: path.span };
                    if !bases.is_empty() {
                        // DXC: "multiple concrete base types specified".
                        let found = Diagnostic::error(&codes::NOT_A_BASE, "a struct can have only one base struct", path.span);
                        self.report(found.help("make the other base a member, or an interface"));
                        base.ty = self.unknown;
                    }
                    bases.push(base);
                }
                Some(Entity::Interface) => {}
                Some(Entity::Dependent) => bases.push(Base { ty: self.unknown, name: path.name, span: path.span }),
                _ => {
                    let message = format!("`{}` is not a struct and cannot be a base", self.text(path.name));
                    self.error(&codes::NOT_A_BASE, message, path.span);
                    bases.push(Base { ty: self.unknown, name: path.name, span: path.span });
                }
            }
            if self.cursor.eat(TokenKind::Comma).is_none() {
                return bases;
            }
        }
    }

    /// An interface: methods only, so no bytes.
    pub(super) fn interface(&mut self) -> Option<TypeSpec> {
        let word = self.cursor.next();
        let name = self.expect(TokenKind::Ident, "an interface name")?;
        self.bases();
        self.scopes.declare(name.symbol, Entity::Interface);
        if let Some(open) = self.cursor.eat(TokenKind::BraceOpen) {
            self.skip_braces(open.span);
        }
        Some(TypeSpec { ty: self.unknown, span: word.span, spelling: name.symbol, defined: true, void: false, incomplete: false })
    }

    /// Declarations up to and including the `}`, of which the variables become fields.
    pub(super) fn members(&mut self, context: Members, open: Span, fields: &mut Vec<Field>) {
        loop {
            let token = self.cursor.peek();
            match token.kind {
                TokenKind::BraceClose => {
                    self.cursor.next();
                    return;
                }
                TokenKind::End => {
                    self.error(&codes::UNCLOSED, "unclosed delimiter", open);
                    return self.unknown_member(token.span, fields);
                }
                TokenKind::Semicolon => {
                    self.cursor.next();
                }
                // Certain to stand outside all structs: the brace was forgotten.
                TokenKind::Ident
                    if token.starts_line
                        && context == Members::OfStruct
                        && matches!(self.keyword(token), Some(Keyword::CBuffer | Keyword::TBuffer | Keyword::Namespace)) =>
                {
                    self.error(&codes::UNCLOSED, "unclosed delimiter", open);
                    return;
                }
                _ => self.member(context, fields),
            }
        }
    }

    fn member(&mut self, context: Members, fields: &mut Vec<Field>) {
        match self.peek_keyword() {
            Some(Keyword::Public | Keyword::Private | Keyword::Protected) => {
                self.cursor.next();
                self.cursor.eat(TokenKind::Colon);
            }
            Some(Keyword::Typedef) => self.typedef(),
            Some(Keyword::Using) => self.using(),
            Some(Keyword::Template) => self.template(),
            Some(Keyword::StaticAssert | Keyword::StaticAssertC) => self.recover(),
            Some(Keyword::CBuffer | Keyword::TBuffer) if context == Members::OfBuffer => self.nested_buffer(),
            _ => {
                let before = self.cursor.peek().span;
                if self.declaration(Some((context, fields))).is_none() {
                    self.unknown_member(before, fields);
                    self.recover();
                    if self.cursor.peek().span == before {
                        self.cursor.next();
                    }
                }
            }
        }
    }

    /// Keeps the place of something that was not understood, so that nothing after it moves up.
    pub(super) fn unknown_member(&mut self, span: Span, fields: &mut Vec<Field>) {
        let ty = self.unknown;
        fields.push(Field::member(ANONYMOUS, span, ty, Vec::new()));
    }

    /// A variable of a struct or cbuffer, as a field.
    pub(super) fn field(&mut self, context: Members, specifiers: &Specifiers, declarator: Declarator, fields: &mut Vec<Field>) {
        if specifiers.is_static {
            self.refuse_packoffset(specifiers, &declarator);
            self.static_variable(specifiers, &declarator);
            return;
        }
        let bitfield = declarator.bits.map(|bits| self.bitfield(context, specifiers, &declarator, bits)).unwrap_or(None);
        let is_wrong = declarator.bits.is_some() && bitfield.is_none();
        let ty = if is_wrong { self.unknown } else { self.sized(&declarator, specifiers) };
        let mut annotations = declarator.annotations;
        annotations.extend(specifiers.interface_annotations(None));
        if let Some((bytes, span)) = specifiers.attributes.vk_offset {
            annotations.push(Annotation::Offset { bytes, span });
        }
        let shared = specifiers.group_shared && context == Members::OfBuffer;
        let role = if shared { FieldRole::GroupShared } else { FieldRole::Member };
        fields.push(Field { name: declarator.name, span: declarator.span, ty, role, bitfield, annotations, written: declarator.written });
    }

    fn bitfield(&mut self, context: Members, specifiers: &Specifiers, declarator: &Declarator, bits: (i128, Span)) -> Option<Bitfield> {
        let (width, at) = bits;
        if context == Members::OfBuffer {
            let found = Diagnostic::error(&codes::BITFIELD_IN_BUFFER, "bit-fields are not allowed directly in a cbuffer", at);
            self.report(found.help("move them into a struct in the cbuffer"));
            return None;
        }
        self.uses(Feature::BitFields, at);
        let scalar = match self.module.types[declarator.ty] {
            Type::Scalar(scalar) if Int::of(scalar).is_some() || scalar == Scalar::Bool => scalar,
            Type::Enum(id) => self.module.enums[id].scalar,
            Type::Unknown => return None,
            _ => {
                let name = self.type_text(declarator.ty);
                self.error(&codes::BITFIELD_WIDTH, format!("a bit-field must be an integer, found `{name}`"), at);
                return None;
            }
        };
        let most = self.module.scalar_bytes(scalar) * 8;
        match u32::try_from(width) {
            Ok(width) if u64::from(width) <= most && (width > 0 || declarator.name.is_empty()) => {
                Some(Bitfield { width, spelling: specifiers.spec.spelling })
            }
            _ => {
                let name = self.type_text(declarator.ty);
                let found = Diagnostic::error(&codes::BITFIELD_WIDTH, format!("a bit-field of `{name}` cannot be {width} bits wide"), at);
                self.report(
                    found.help(format!("use 1 to {most} bits; only an unnamed bit-field can have 0, which ends the allocation unit")),
                );
                None
            }
        }
    }

    /// `enum class Name : uint { A, B = 4 }`.
    pub(super) fn enumeration(&mut self) -> Option<TypeSpec> {
        let word = self.cursor.next();
        self.uses(Feature::Enums, word.span);
        let scoped = matches!(self.peek_keyword(), Some(Keyword::Class | Keyword::Struct));
        if scoped {
            self.cursor.next();
        }
        let name = self.cursor.eat(TokenKind::Ident);
        let (symbol, span) = name.map_or((ANONYMOUS, word.span), |name| (name.symbol, name.span));
        if name.is_some() && !matches!(self.cursor.peek().kind, TokenKind::BraceOpen | TokenKind::Colon) {
            return self.elaborated(symbol, span, word.span);
        }
        let mut scalar = Scalar::Int32;
        if self.cursor.eat(TokenKind::Colon).is_some() {
            let underlying = self.type_specifier()?;
            match self.module.types[underlying.ty] {
                Type::Scalar(underlying) => scalar = underlying,
                Type::Unknown => {}
                _ => self.error(&codes::TEMPLATE_ARGUMENTS, "the underlying type of an enum must be an integer type", underlying.span),
            }
        }
        if name.is_some() && self.cursor.at(TokenKind::Semicolon) && self.scopes.lookup_in(self.scopes.current, symbol).is_some() {
            return self.elaborated(symbol, span, word.span);
        }
        let path = self.qualified(symbol);
        let id = self.module.enums.push(Enum { name: path, span, scalar });
        let ty = self.module.types.intern(Type::Enum(id));
        let scope = self.scopes.add(path);
        self.scopes.set_scope_of(ty, scope);
        self.scopes.declare(symbol, Entity::Type(ty));
        // `enum E : uint;` declares the type; its values come later, or never.
        if !self.cursor.at(TokenKind::Semicolon) {
            let open = self.expect(TokenKind::BraceOpen, "`{`")?;
            self.enumerators(open.span, scope, scoped, Int::of(scalar).unwrap_or(Int::Int32));
        }
        Some(TypeSpec { ty, span: self.cursor.join(word.span, span), spelling: symbol, defined: true, void: false, incomplete: false })
    }

    fn enumerators(&mut self, open: Span, scope: ScopeId, scoped: bool, ty: Int) {
        // Not known behind a value that was not understood.
        let mut next = Some(0i128);
        while let Some(name) = self.cursor.eat(TokenKind::Ident) {
            self.attributes(&mut Default::default());
            let mut value = next;
            if self.cursor.eat(TokenKind::Assign).is_some() {
                // Values may refer to those before them.
                let outer = std::mem::replace(&mut self.scopes.current, scope);
                let tokens = self.collect_until(&[TokenKind::Comma, TokenKind::BraceClose]);
                value = self.integer_constant(tokens, name.span);
                self.scopes.current = outer;
            }
            let entity = value.map_or(Entity::Dependent, |value| Entity::Constant(Value::Int(value, ty)));
            self.scopes.declare_in(scope, name.symbol, entity);
            if !scoped {
                self.scopes.declare(name.symbol, entity);
            }
            next = value.map(|value| value.saturating_add(1));
            if self.cursor.eat(TokenKind::Comma).is_none() {
                break;
            }
        }
        if self.cursor.eat(TokenKind::BraceClose).is_none() {
            self.expected("`}` or another enumerator");
            self.skip_braces(open);
        }
    }

    /// The name of the innermost namespace or struct around: `S` in `N::S`.
    pub(super) fn scope_name(&mut self) -> Symbol {
        let path = self.text(self.scopes.path(self.scopes.current));
        let name = path.rsplit("::").next().unwrap_or_default().to_owned();
        self.intern(&name)
    }

    /// A name with the names of what it is declared in: `N::S`.
    pub(super) fn qualified(&mut self, name: Symbol) -> Symbol {
        let outer = self.scopes.path(self.scopes.current);
        if outer.is_empty() || name.is_empty() {
            return name;
        }
        let path = format!("{}::{}", self.text(outer), self.text(name));
        self.intern(&path)
    }
}
