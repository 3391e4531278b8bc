//! Structs, classes, interfaces, enums, and the members of cbuffers.

use padstone_diag::{Diagnostic, codes};
use padstone_model::{Annotation, Bitfield, Enum, EnumId, Field, FieldRole, Scalar, Struct, StructKind, Type, TypeId};
use padstone_source::{Span, Symbol};

use super::annotations::ANONYMOUS;
use super::constants::Int;
use super::entities::{Constant, Entity};
use super::redeclarations::Declared;
use super::scopes::ScopeId;
use super::specifiers::{Declarator, Specifiers, TypeSpec};
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
        if self.at_qualified_name() {
            return Some(self.qualified_tag(word.span));
        }
        let name = self.name();
        if let Some(name) = name
            && !matches!(self.cursor.peek().kind, TokenKind::BraceOpen | TokenKind::Colon)
        {
            return self.elaborated(name.symbol, name.span, word.span);
        }
        let (symbol, span) = name.map_or((ANONYMOUS, word.span), |name| (name.symbol, name.span));
        self.note_name(symbol, span, Declared::Tag);
        let path = self.qualified(symbol);
        let scope = self.scopes.add(path);
        self.scopes.declare(symbol, Entity::Incomplete(scope));
        let ty = self.record_body(path, span, StructKind::Declared, scope)?;
        self.scopes.declare(symbol, Entity::Type(ty));
        Some(TypeSpec { ty, span: self.cursor.join(word.span, span), spelling: symbol, defined: true, void: false, incomplete: None })
    }

    /// `struct S` without a body: a forward declaration, or a type that is declared elsewhere.
    fn elaborated(&mut self, name: Symbol, span: Span, word: Span) -> Option<TypeSpec> {
        let forward = self.cursor.at(TokenKind::Semicolon);
        let ty = match self.scopes.lookup_tag(name) {
            Some(ty) => ty,
            None if forward => self.unknown,
            None => {
                let text = self.text(name).to_owned();
                self.report(Diagnostic::error(&codes::UNKNOWN_TYPE, format!("unknown struct `{text}`"), span).unknown(text));
                self.unknown
            }
        };
        Some(TypeSpec { ty, span: self.cursor.join(word, span), spelling: name, defined: forward, void: false, incomplete: None })
    }

    fn at_qualified_name(&mut self) -> bool {
        let ahead = usize::from(self.cursor.at(TokenKind::Ident));
        self.cursor.peek_at(ahead).kind == TokenKind::ColonColon
    }

    /// `struct N::S`: a type that is declared elsewhere.
    fn qualified_tag(&mut self, word: Span) -> TypeSpec {
        let path = self.path();
        let ty = match (path.scope.and_then(|scope| self.scopes.tag_in(scope, path.name)), path.entity) {
            (_, Some(Entity::Dependent)) => self.unknown,
            (Some(ty), _) | (None, Some(Entity::Type(ty))) => ty,
            (None, _) => {
                self.unknown_type(&path);
                self.unknown
            }
        };
        TypeSpec { ty, span: self.cursor.join(word, path.span), spelling: path.name, defined: false, void: false, incomplete: None }
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
        let outer_defaults = std::mem::take(&mut self.defaults.of_members);
        for base in bases {
            self.defaults.of_members |= self.defaults.of(base.ty);
            if let Some(inner) = self.scopes.scope_of(base.ty) {
                self.scopes.import(scope, inner);
            }
            fields.push(Field { role: FieldRole::Base, ..Field::member(base.name, base.span, base.ty, Vec::new()) });
        }
        self.members(Members::OfStruct, open.span, &mut fields);
        self.scopes.current = outer;
        self.usage.declare_struct(scope);
        for field in fields.iter().filter(|field| field.role == FieldRole::Member) {
            self.usage.declare_variable(scope, field.name, Some(field.ty), None);
        }
        let ty = self.complete(Struct { name: path, span, kind, fields, ty: None, contiguous: false }, Some(scope));
        let of_members = std::mem::replace(&mut self.defaults.of_members, outer_defaults);
        self.defaults.add(ty, of_members);
        Some(ty)
    }

    /// Adds a struct to the module and returns its type.
    pub(super) fn complete(&mut self, record: Struct, scope: Option<ScopeId>) -> TypeId {
        report_duplicates(self, &record.fields);
        if let Some(scope) = scope {
            self.compare_members(scope, &record.fields);
        }
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
                entity => {
                    match entity {
                        None => self.unknown_type(&path),
                        Some(Entity::Incomplete(_)) => {
                            let message = format!("`{}` is incomplete here", self.text(path.name));
                            let found = Diagnostic::error(&codes::INCOMPLETE_TYPE, message, path.span);
                            self.report(found.help("declare the base before the struct: a struct cannot inherit from itself"));
                        }
                        Some(_) => {
                            let message = format!("`{}` is not a struct and cannot be a base", self.text(path.name));
                            let found = Diagnostic::error(&codes::NOT_A_BASE, message, path.span);
                            self.report(found.help("inherit from a struct, or declare a member of the type instead"));
                        }
                    }
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
        self.check_qualifier(word);
        let name = self.expect_name("an interface name")?;
        self.note_name(name.symbol, name.span, Declared::Tag);
        self.bases();
        self.scopes.declare(name.symbol, Entity::Interface);
        if let Some(open) = self.cursor.eat(TokenKind::BraceOpen) {
            self.skip_braces(open.span);
        }
        Some(TypeSpec { ty: self.unknown, span: word.span, spelling: name.symbol, defined: true, void: false, incomplete: None })
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
        if context == Members::OfBuffer {
            self.check_buffer_declaration(self.cursor.peek());
        }
        match self.peek_keyword() {
            Some(Keyword::Public | Keyword::Private | Keyword::Protected) => {
                self.cursor.next();
                self.cursor.eat(TokenKind::Colon);
            }
            Some(Keyword::Typedef) => self.typedef(),
            Some(Keyword::Using) => self.using(),
            Some(Keyword::Template) => self.template(),
            Some(Keyword::StaticAssert | Keyword::StaticAssertC) => self.static_assertion(),
            Some(Keyword::CBuffer | Keyword::TBuffer) if context == Members::OfBuffer => self.nested_buffer(),
            keyword => {
                let before = self.cursor.peek().span;
                let is_understood = match keyword {
                    Some(Keyword::CBuffer | Keyword::TBuffer) => {
                        self.buffer_in_struct();
                        false
                    }
                    _ => self.declaration(Some((context, fields))).is_some(),
                };
                if !is_understood {
                    self.unknown_member(before, fields);
                    self.recover();
                    if self.cursor.peek().span == before {
                        self.cursor.next();
                    }
                }
            }
        }
    }

    fn buffer_in_struct(&mut self) {
        let word = self.cursor.peek();
        let message = format!("`{}` is not allowed in a struct", self.text(word.symbol));
        let found = Diagnostic::error(&codes::UNEXPECTED_TOKEN, message, word.span);
        self.report(found.help("move it out of the struct"));
    }

    /// Keeps the place of something that was not understood, so that nothing after it moves up.
    pub(super) fn unknown_member(&mut self, span: Span, fields: &mut Vec<Field>) {
        let ty = self.unknown;
        fields.push(Field::member(ANONYMOUS, span, ty, Vec::new()));
    }

    /// A variable of a struct or cbuffer, as a field.
    pub(super) fn field(&mut self, context: Members, specifiers: &Specifiers, declarator: Declarator, fields: &mut Vec<Field>) {
        match context {
            Members::OfBuffer => self.check_constant(specifiers, &declarator),
            Members::OfStruct => self.note_default(specifiers, &declarator),
        }
        if specifiers.is_static {
            if let Some((_, at)) = declarator.bits {
                self.error(&codes::BITFIELD_WIDTH, "a static member cannot be a bit-field", at);
            }
            self.refuse_places(specifiers, &declarator, Some(context));
            let is_first = self.note_name(declarator.name, declarator.span, Declared::Variable);
            self.static_variable(specifiers, &declarator);
            if !is_first {
                self.scopes.declare(declarator.name, Entity::Dependent);
            }
            return;
        }
        self.hide_type(declarator.name);
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
        if self.at_qualified_name() {
            return Some(self.qualified_tag(word.span));
        }
        let name = self.name();
        let (symbol, span) = name.map_or((ANONYMOUS, word.span), |name| (name.symbol, name.span));
        if name.is_some() && !matches!(self.cursor.peek().kind, TokenKind::BraceOpen | TokenKind::Colon) {
            return self.elaborated(symbol, span, word.span);
        }
        if scoped && name.is_none() {
            self.expected("the name of the `enum class`");
        }
        // The type of the values, if it is fixed: of an `enum class` it is int (ISO C++14, 7.2).
        let mut fixed = scoped.then_some(Scalar::Int32);
        let mut is_wrong = false;
        if self.cursor.eat(TokenKind::Colon).is_some() {
            let underlying = self.type_specifier()?;
            match self.module.types[underlying.ty] {
                Type::Scalar(scalar) if scalar == Scalar::Bool || Int::of(scalar).is_some() => fixed = Some(scalar),
                Type::Unknown => is_wrong = true,
                _ => {
                    is_wrong = true;
                    let message = "the underlying type of an enum must be an integer type";
                    let found = Diagnostic::error(&codes::TEMPLATE_ARGUMENTS, message, underlying.span);
                    self.report(found.help("write `int` or `uint`"));
                }
            }
        }
        if name.is_some() && self.cursor.at(TokenKind::Semicolon) && self.scopes.lookup_in(self.scopes.current, symbol).is_some() {
            return self.elaborated(symbol, span, word.span);
        }
        let path = self.qualified(symbol);
        let id = self.module.enums.push(Enum { name: path, span, scalar: fixed.unwrap_or(Scalar::Int32) });
        let ty = self.module.types.intern(Type::Enum(id));
        let scope = self.scopes.add(path);
        self.scopes.set_scope_of(ty, scope);
        // `enum E : uint;` declares the type; its values come later, or never.
        let is_forward = self.cursor.at(TokenKind::Semicolon);
        is_wrong |= !is_forward && !self.note_name(symbol, span, Declared::Tag);
        self.scopes.declare(symbol, if is_wrong { Entity::Dependent } else { Entity::Type(ty) });
        if !is_forward {
            let open = self.expect(TokenKind::BraceOpen, "`{`")?;
            let enumerators = self.enumerators(open.span, scope, scoped, fixed);
            self.complete_enumeration(id, scope, scoped.then_some(ty), fixed, &enumerators);
        }
        let ty = if is_wrong { self.unknown } else { ty };
        Some(TypeSpec { ty, span: self.cursor.join(word.span, span), spelling: symbol, defined: true, void: false, incomplete: None })
    }

    /// The enumerators up to the `}`, each with its value, if that is known.
    fn enumerators(&mut self, open: Span, scope: ScopeId, scoped: bool, fixed: Option<Scalar>) -> Vec<(Symbol, Option<i128>)> {
        let mut enumerators = Vec::new();
        // Not known behind a value that was not understood.
        let mut next = Some(0i128);
        while let Some(name) = self.name() {
            self.attributes(&mut Default::default());
            let outer = std::mem::replace(&mut self.scopes.current, scope);
            let mut value = next;
            let mut at = name.span;
            if self.cursor.eat(TokenKind::Assign).is_some() {
                // Values may refer to those before them.
                at = self.cursor.peek().span;
                let tokens = self.collect_until(&[TokenKind::Comma, TokenKind::BraceClose]);
                at = tokens.last().map_or(at, |last| self.cursor.join(at, last.span));
                value = self.integer_constant(tokens, name.span);
            }
            if !scoped {
                self.scopes.current = outer;
            }
            let is_first = self.note_name(name.symbol, name.span, Declared::Enumerator);
            self.scopes.current = outer;
            next = value.map(|value| value + 1);
            let value = value.filter(|&value| is_first && self.is_enumerator_value(value, fixed, at));
            let entity = value.map_or(Entity::Dependent, |value| {
                Entity::Constant(integer_of(value, fixed.unwrap_or_else(|| underlying_scalar([value]))))
            });
            self.declare_enumerator(name.symbol, entity, scope, scoped);
            enumerators.push((name.symbol, value));
            if self.cursor.eat(TokenKind::Comma).is_none() {
                break;
            }
        }
        if self.cursor.eat(TokenKind::BraceClose).is_none() {
            self.expected("`}` or another enumerator");
            self.skip_braces(open);
        }
        enumerators
    }

    fn declare_enumerator(&mut self, name: Symbol, entity: Entity, scope: ScopeId, scoped: bool) {
        self.scopes.declare_in(scope, name, entity);
        if !scoped {
            self.scopes.declare(name, entity);
        }
    }

    /// Whether a value fits in the fixed type of its enum, or in 64 bits. If not, reports it.
    fn is_enumerator_value(&mut self, value: i128, fixed: Option<Scalar>, at: Span) -> bool {
        let (least, most) = match fixed {
            Some(Scalar::Bool) => (0, 1),
            Some(Scalar::Int16 | Scalar::Min16Int | Scalar::Min12Int) => (i16::MIN.into(), i16::MAX.into()),
            Some(Scalar::Uint16 | Scalar::Min16Uint) => (0, u16::MAX.into()),
            Some(scalar) => Int::of(scalar).unwrap_or(Int::Int32).range(),
            None => (i64::MIN.into(), u64::MAX.into()),
        };
        if (least..=most).contains(&value) {
            return true;
        }
        let message = match fixed {
            Some(scalar) => {
                let ty = self.module.types.intern(Type::Scalar(scalar));
                format!("{value} does not fit in `{}`, the type of the enum", self.type_text(ty))
            }
            None => format!("{value} does not fit in 64 bits"),
        };
        let found = Diagnostic::error(&codes::CONSTANT_OVERFLOW, message, at);
        self.report(found.help(format!("use a value from {least} to {most}, or another type: `enum Name : uint {{ … }}`")));
        false
    }

    /// Gives an enum its type and its enumerators their final values: those of an `enum class`, `scoped`, are no integers.
    fn complete_enumeration(
        &mut self,
        id: EnumId,
        scope: ScopeId,
        scoped: Option<TypeId>,
        fixed: Option<Scalar>,
        enumerators: &[(Symbol, Option<i128>)],
    ) {
        let scalar = fixed.unwrap_or_else(|| underlying_scalar(enumerators.iter().filter_map(|&(_, value)| value)));
        self.module.enums[id].scalar = scalar;
        if let Some(ty) = scoped {
            self.scopes.scoped_enums.insert(ty);
        } else if scalar == Scalar::Int32 {
            return;
        }
        for &(name, value) in enumerators {
            let Some(value) = value else { continue };
            let constant = Constant { scoped_enum: scoped, ..integer_of(value, scalar) };
            self.declare_enumerator(name, Entity::Constant(constant), scope, scoped.is_some());
        }
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

fn integer_of(value: i128, scalar: Scalar) -> Constant {
    Constant::integer(value, Int::of(scalar).unwrap_or(Int::Int32))
}

/// The type of an enum whose type is not fixed: the first of int, uint and their 64-bit versions that has all values (ISO C++14, 7.2;
/// clang 22, measured).
fn underlying_scalar(values: impl IntoIterator<Item = i128>) -> Scalar {
    let (least, most) = values.into_iter().fold((0, 0), |(least, most), value| (value.min(least), value.max(most)));
    let has = |scalar: &Scalar| {
        Int::of(*scalar).is_some_and(|ty| {
            let (first, last) = ty.range();
            first <= least && most <= last
        })
    };
    [Scalar::Int32, Scalar::Uint32, Scalar::Int64].into_iter().find(has).unwrap_or(Scalar::Uint64)
}
