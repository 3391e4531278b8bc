//! Structs, and the members of structs and blocks.

use padstone_diag::{Diagnostic, codes};
use padstone_model::{Annotation, Count, Field, Spelling, Struct, StructKind, Type, TypeId};
use padstone_source::{Span, Symbol};

use super::Parser;
use super::constants::Origin;
use super::features::ARRAYS_OF_ARRAYS;
use super::keywords::Keyword;
use super::names::Entity;
use super::qualifiers::Qualifiers;
use super::storage::Storage;
use super::type_names::{Dimensions, TypeSpec};
use crate::TokenKind;
use crate::cursor::Tokens;
use crate::members::report_duplicates;
use crate::reader::Reader;

/// Where members are declared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Members {
    OfStruct,
    OfBlock,
}

/// A member as it is declared.
#[derive(Debug)]
pub(super) struct Member {
    pub(super) name: Symbol,
    pub(super) span: Span,
    pub(super) ty: TypeId,
    /// The sizes of its arrays, if one of them depends on a specialization constant.
    pub(super) specialized: Option<Dimensions>,
    /// Where its type is, if it is not declared there.
    pub(super) type_span: Option<Span>,
    /// The declaration that it is part of, by its place in [`Body::qualifiers`].
    pub(super) declaration: usize,
}

/// What stands between the braces of a struct or block.
#[derive(Debug, Default)]
pub(super) struct Body {
    pub(super) members: Vec<Member>,
    /// Those of each declaration, which may declare several members.
    pub(super) qualifiers: Vec<Qualifiers>,
}

impl Body {
    /// The qualifiers of a member.
    pub(super) fn qualifiers_of(&self, member: &Member) -> &Qualifiers {
        &self.qualifiers[member.declaration]
    }
}

impl Parser<'_> {
    /// `struct Name { … }`. Returns its type, and where its name is.
    pub(super) fn record(&mut self) -> Option<(TypeId, Span)> {
        let word = self.cursor.next();
        let name = match self.cursor.peek() {
            token if token.kind != TokenKind::Ident => None,
            token if self.word(token).is_some() => {
                self.expected("a struct name");
                return None;
            }
            token => {
                self.check_word(token);
                self.check_builtin_name(token.symbol, token.span);
                Some(self.cursor.next())
            }
        };
        let open = self.expect(TokenKind::BraceOpen, "`{`")?;
        let (symbol, span) = name.map_or((Symbol::EMPTY, word.span), |name| (name.symbol, name.span));
        let body = self.nested(|parser| parser.members(Members::OfStruct, open.span, span)).unwrap_or_default();
        let mut fields = Vec::with_capacity(body.members.len());
        for member in &body.members {
            self.check_struct_member(member, body.qualifiers_of(member));
            let Member { name, span, .. } = *member;
            let ty = self.sized_member(member);
            // Members of structs cannot be placed: what was meant is unknown.
            let annotations = body.qualifiers_of(member).layout().span.map(|_| Annotation::Unknown).into_iter().collect();
            let written = Spelling { type_span: member.type_span, ..Spelling::default() };
            fields.push(Field { written, ..Field::member(name, span, ty, annotations) });
        }
        let specialized = body.members.iter().filter_map(|member| Some((member.name, member.specialized.clone()?))).collect::<Vec<_>>();
        let ty = self.complete(Struct { name: symbol, span, kind: StructKind::Declared, fields, ty: None, contiguous: false });
        self.lengths.note_struct(ty, specialized);
        self.declare(symbol, span, Entity::Type(ty));
        Some((ty, self.cursor.join(word.span, span)))
    }

    /// Adds a struct to the module and returns its type.
    pub(super) fn complete(&mut self, record: Struct) -> TypeId {
        report_duplicates(self, &record.fields);
        let id = self.module.structs.push(record);
        let ty = self.module.types.intern(Type::Struct(id));
        self.module.structs[id].ty = Some(ty);
        ty
    }

    /// The declarations up to and including the `}` that closes `open`. `owner` is the name of what they belong to.
    pub(super) fn members(&mut self, context: Members, open: Span, owner: Span) -> Body {
        let mut body = Body::default();
        loop {
            let token = self.cursor.peek();
            match token.kind {
                TokenKind::BraceClose => {
                    self.cursor.next();
                    if body.members.is_empty() {
                        let what = if context == Members::OfStruct { "struct" } else { "block" };
                        let found = Diagnostic::error(&codes::EMPTY_RECORD, format!("the {what} has no members"), owner);
                        self.report(found.help("add a member, or remove the declaration: GLSL requires members"));
                    }
                    return body;
                }
                TokenKind::End => {
                    self.error(&codes::UNCLOSED, "unclosed delimiter", open);
                    self.unread_member(&mut body, open);
                    return body;
                }
                TokenKind::Semicolon => {
                    self.error(&codes::UNEXPECTED_TOKEN, "expected a member, found `;`", token.span);
                    self.cursor.next();
                }
                _ if token.starts_line && self.begins_function() => {
                    self.error(&codes::UNCLOSED, "unclosed delimiter", open);
                    return body;
                }
                _ => {
                    self.member(context, &mut body);
                    if self.head.is_some() {
                        self.error(&codes::UNCLOSED, "unclosed delimiter", open);
                        return body;
                    }
                }
            }
        }
    }

    /// Whether a function follows, which stands in no struct and no block.
    fn begins_function(&mut self) -> bool {
        self.cursor.peek().kind == TokenKind::Ident
            && self.cursor.peek_at(1).kind == TokenKind::Ident
            && self.cursor.peek_at(2).kind == TokenKind::ParenOpen
            && self.peek_keyword().is_none()
    }

    fn member(&mut self, context: Members, body: &mut Body) {
        let before = self.cursor.peek();
        if self.member_declaration(context, body).is_none() {
            self.unread_member(body, before.span);
            self.recover();
            if self.cursor.peek().span == before.span && !self.cursor.at(TokenKind::BraceClose) {
                self.cursor.next();
            }
        }
    }

    /// Adds a member that was not understood: what follows it is nobody knows where.
    fn unread_member(&mut self, body: &mut Body, span: Span) {
        let (declaration, ty) = (body.qualifiers.len(), self.unknown);
        body.qualifiers.push(Qualifiers::default());
        body.members.push(Member { name: Symbol::EMPTY, span, ty, specialized: None, type_span: None, declaration });
    }

    /// `layout(offset = 16) vec3 a, b[2];`
    fn member_declaration(&mut self, context: Members, body: &mut Body) -> Option<()> {
        let qualifiers = self.qualifiers();
        let buffer = qualifiers.is(Storage::Uniform) || qualifiers.is(Storage::Buffer);
        if buffer && self.cursor.at(TokenKind::Ident) && self.cursor.peek_at(1).kind == TokenKind::BraceOpen {
            self.head = Some(qualifiers);
            return Some(());
        }
        let spec = match self.peek_keyword() {
            Some(Keyword::Struct) => self.nested_definition()?,
            _ => self.type_specifier()?,
        };
        if spec.void {
            self.error(&codes::UNEXPECTED_TOKEN, "a member cannot have type `void`", spec.span);
            return None;
        }
        self.check_precision_place(&spec, qualifiers.precision);
        self.check_counter(&spec);
        let declaration = body.qualifiers.len();
        body.qualifiers.push(qualifiers);
        loop {
            let name = self.declared_name("a member name")?;
            let dims = self.dimensions();
            if !dims.counts.is_empty() && !spec.dims.counts.is_empty() {
                self.needs(&ARRAYS_OF_ARRAYS, name.1);
            }
            let dims = dims.of(&spec.dims);
            let specialized = Some(&dims).filter(|dims| dims.origins.iter().any(|&origin| origin >= Origin::Specialized)).cloned();
            let dims = self.member_dimensions(dims, context);
            let ty = self.array_of(spec.element, &dims);
            self.check_precision(&spec, body.qualifiers[declaration].precision);
            let type_span = (!spec.defined).then_some(spec.span);
            body.members.push(Member { name: name.0, span: name.1, ty, specialized, type_span, declaration });
            if self.cursor.eat(TokenKind::Comma).is_none() {
                break;
            }
        }
        if self.cursor.eat(TokenKind::Semicolon).is_none() {
            self.missing_semicolon("the member");
            let token = self.cursor.peek();
            // The next member is on a new line, or begins with a qualifier or a type.
            let is_next = token.starts_line || token.kind == TokenKind::BraceClose || self.begins_type(token) || self.begins_variable();
            if token.kind == TokenKind::End || !is_next {
                let unknown = self.unknown;
                body.members.last_mut().into_iter().for_each(|member| member.ty = unknown);
                self.recover();
            }
        }
        Some(())
    }

    /// `struct { … }` inside a struct or block: reported, and of no known bytes.
    fn nested_definition(&mut self) -> Option<TypeSpec> {
        let word = self.cursor.next();
        let found = Diagnostic::error(&codes::NESTED_DEFINITION, "a struct cannot be defined inside a struct or block", word.span);
        self.report(found.help("define the struct first, then use its name"));
        self.cursor.eat(TokenKind::Ident);
        let open = self.expect(TokenKind::BraceOpen, "`{`")?;
        self.skip_braces(open.span);
        Some(TypeSpec::of(self.unknown, word.span))
    }

    /// The sizes of a member, as far as they decide where others lie: glslang knows no size that is computed from
    /// specialization constants, and takes it for 1 (glslang 12, measured).
    fn member_dimensions(&mut self, mut dims: Dimensions, context: Members) -> Dimensions {
        let at = dims.span.unwrap_or_default();
        for index in 0..dims.counts.len() {
            if index > 0 && context == Members::OfBlock && dims.origins[index] >= Origin::Specialized {
                let message = "only the outermost size of an array can be a specialization constant";
                self.error(&codes::ARRAY_SIZE, message, at);
                dims.unknown = true;
            } else if let (Origin::Computed, Count::Known(size)) = (dims.origins[index], dims.counts[index]) {
                let message = "the array size depends on a specialization constant: glslang allocates one element";
                let found = Diagnostic::warning(&codes::COMPUTED_SIZE, message, at);
                let help = "declare a specialization constant for the size itself";
                self.report(found.note(format!("with the default value, the size is {size}")).help(help));
                dims.counts[index] = Count::Known(1);
            }
        }
        dims
    }

    /// A name that is declared. `None`, reported, if there is none.
    pub(super) fn declared_name(&mut self, what: &str) -> Option<(Symbol, Span)> {
        let token = self.cursor.peek();
        if token.kind != TokenKind::Ident || self.word(token).is_some() {
            self.expected(what);
            return None;
        }
        self.check_word(token);
        self.cursor.next();
        Some((token.symbol, token.span))
    }

    /// What members of a struct cannot have (section 4.1.8).
    fn check_struct_member(&mut self, member: &Member, qualifiers: &Qualifiers) {
        let misplaced = [
            (qualifiers.layout().span, "layout qualifiers"),
            (qualifiers.storage.map(|(_, at)| at), "a storage qualifier"),
            (qualifiers.interpolation.or(qualifiers.auxiliary), "an interpolation qualifier"),
            (qualifiers.memory, "memory qualifiers"),
            (qualifiers.invariant, "an `invariant` qualifier"),
        ];
        for (at, what) in misplaced {
            let Some(at) = at else { continue };
            let message = format!("struct member `{}` cannot have {what}", self.text(member.name));
            let code = if qualifiers.layout().span == Some(at) { &codes::LAYOUT_QUALIFIER_PLACE } else { &codes::QUALIFIER_PLACE };
            self.report(Diagnostic::error(code, message, at).help("move the qualifier to the block member of the struct type"));
        }
    }

    /// The type of a member of a struct: an array needs its sizes.
    fn sized_member(&mut self, member: &Member) -> TypeId {
        let mut ty = member.ty;
        while let Type::Array { element, count } = self.module.types[ty] {
            if count == Count::Runtime {
                let message = format!("array `{}` requires a size", self.text(member.name));
                let found = Diagnostic::error(&codes::ARRAY_SIZE, message, member.span);
                self.report(found.help("specify the size: only the last member of a buffer block can be runtime-sized"));
                return self.unknown;
            }
            ty = element;
        }
        member.ty
    }
}
