//! The names of types: `float3x4`, `vector<uint, 2>`, `N::Light`, `StructuredBuffer<Pair<float> >`.

use padstone_diag::{Diagnostic, codes, nearest};
use padstone_model::{Count, Field, Major, ResourceKind, ResourceShape, ResourceType, Scalar, Struct, StructKind, Type, TypeId};
use padstone_source::{Span, Symbol};

use super::constants::Fail;
use super::entities::{Argument, Entity, TemplateId};
use super::keywords::{Builtin, BuiltinStruct, Word};
use super::scopes::ScopeId;
use super::specifiers::{Path, TypeSpec};
use super::{Keyword, Parser};
use crate::constants::{Expressions, unexpected};
use crate::cursor::Tokens;
use crate::reader::{MAX_NESTING, Reader};
use crate::{Token, TokenKind};

impl Parser<'_> {
    /// Reads a type, with the words that may stand before it as an argument: `StructuredBuffer<row_major float3x4>`.
    /// `None` if there is none at this place, which has been reported.
    pub(super) fn type_specifier(&mut self) -> Option<TypeSpec> {
        let mut major = None;
        while let Some(keyword) = self.peek_keyword() {
            match keyword {
                Keyword::RowMajor => major = Some((Major::Row, self.cursor.peek().span)),
                Keyword::ColumnMajor => major = Some((Major::Column, self.cursor.peek().span)),
                Keyword::Typename | Keyword::Const => {}
                _ if keyword.is_neutral_qualifier() => {}
                _ => break,
            }
            let word = self.cursor.next();
            self.check_qualifier(word);
        }
        let spec = self.unqualified_type()?;
        Some(match major {
            Some((major, at)) => TypeSpec { ty: self.with_major(spec.ty, major, at), ..spec },
            None => spec,
        })
    }

    fn unqualified_type(&mut self) -> Option<TypeSpec> {
        let token = self.cursor.peek();
        if token.kind == TokenKind::ColonColon {
            return self.named_type();
        }
        if token.kind != TokenKind::Ident {
            self.expected("a type");
            return None;
        }
        match self.words.get(token.symbol) {
            Some(Word::Keyword(Keyword::Struct | Keyword::Class)) => self.nested(Self::record).flatten(),
            Some(Word::Keyword(Keyword::Interface)) => self.nested(Self::interface).flatten(),
            Some(Word::Keyword(Keyword::Enum)) => self.enumeration(),
            Some(Word::Keyword(Keyword::Unsigned | Keyword::Signed)) => Some(self.signed_type()),
            Some(Word::Keyword(_)) => {
                self.expected("a type");
                None
            }
            Some(Word::Type(builtin)) if self.scopes.lookup(token.symbol).is_none() => Some(self.builtin_type(builtin)),
            _ => self.named_type(),
        }
    }

    /// `unsigned int`, `unsigned`, `signed int`.
    fn signed_type(&mut self) -> TypeSpec {
        let word = self.cursor.next();
        let unsigned = self.keyword(word) == Some(Keyword::Unsigned);
        let next = self.cursor.peek();
        let shape = match self.words.get(next.symbol) {
            Some(Word::Type(shape @ (Builtin::Scalar(_) | Builtin::Vector(..) | Builtin::Matrix(..)))) if next.kind == TokenKind::Ident => {
                self.cursor.next();
                shape
            }
            _ => Builtin::Scalar(Scalar::Int32),
        };
        let changed = |scalar| match scalar {
            Scalar::Int32 if unsigned => Scalar::Uint32,
            Scalar::Int16 if unsigned => Scalar::Uint16,
            Scalar::Int64 if unsigned => Scalar::Uint64,
            Scalar::Min16Int if unsigned => Scalar::Min16Uint,
            other => other,
        };
        let ty = match shape {
            Builtin::Vector(scalar, width) => Type::Vector { scalar: changed(scalar), width },
            Builtin::Matrix(scalar, rows, columns) => Type::Matrix { scalar: changed(scalar), rows, columns, major: self.default_major() },
            Builtin::Scalar(scalar) => Type::Scalar(changed(scalar)),
            _ => Type::Scalar(changed(Scalar::Int32)),
        };
        self.plain(ty, word)
    }

    fn builtin_type(&mut self, builtin: Builtin) -> TypeSpec {
        let token = self.cursor.next();
        self.check_builtin_type(builtin, token);
        if let Builtin::Scalar(scalar) | Builtin::Vector(scalar, _) | Builtin::Matrix(scalar, ..) = builtin
            && self.is_missing_16bit(scalar)
        {
            return self.needs_16bit(token);
        }
        let major = self.default_major();
        let ty = match builtin {
            Builtin::Void => return TypeSpec { void: true, ..self.plain(Type::Unknown, token) },
            Builtin::Scalar(scalar) => Type::Scalar(scalar),
            Builtin::Vector(scalar, width) => Type::Vector { scalar, width },
            Builtin::Matrix(scalar, rows, columns) => Type::Matrix { scalar, rows, columns, major },
            Builtin::VectorOf if !self.cursor.at(TokenKind::Less) => Type::Vector { scalar: Scalar::Float32, width: 4 },
            Builtin::MatrixOf if !self.cursor.at(TokenKind::Less) => Type::Matrix { scalar: Scalar::Float32, rows: 4, columns: 4, major },
            Builtin::VectorOf => {
                let dimensions = self.scalar_and_dimensions(token, 1);
                dimensions.map_or(Type::Unknown, |(scalar, sizes)| Type::Vector { scalar, width: sizes[0] })
            }
            Builtin::MatrixOf => {
                let dimensions = self.scalar_and_dimensions(token, 2);
                dimensions.map_or(Type::Unknown, |(scalar, sizes)| Type::Matrix { scalar, rows: sizes[0], columns: sizes[1], major })
            }
            Builtin::Resource(kind, shape) => self.resource(kind, shape, token),
            Builtin::Struct(which) => {
                let ty = self.builtin_struct(which, token);
                return TypeSpec { ty, span: token.span, spelling: token.symbol, defined: false, void: false, incomplete: None };
            }
        };
        self.plain(ty, token)
    }

    fn plain(&mut self, ty: Type, token: Token) -> TypeSpec {
        let ty = self.module.types.intern(ty);
        TypeSpec { ty, span: self.cursor.span_from(token.span), spelling: token.symbol, defined: false, void: false, incomplete: None }
    }

    /// The majorness of a matrix that says nothing itself.
    fn default_major(&self) -> Major {
        self.pack_matrix().unwrap_or(self.options.default_major)
    }

    fn is_missing_16bit(&self, scalar: Scalar) -> bool {
        !self.options.native_16bit && matches!(scalar, Scalar::Int16 | Scalar::Uint16 | Scalar::Float16)
    }

    fn needs_16bit(&mut self, token: Token) -> TypeSpec {
        let name = self.text(token.symbol).to_owned();
        let found = Diagnostic::error(&codes::NEEDS_16BIT, format!("`{name}` requires 16-bit types, which are not enabled"), token.span);
        self.report(found.help("enable them with `-enable-16bit-types` (shader model 6.2 and later), or use a 32-bit or `min16` type"));
        self.plain(Type::Unknown, token)
    }

    /// `<float, 3>` or `<float, 3, 4>`.
    fn scalar_and_dimensions(&mut self, name: Token, count: usize) -> Option<(Scalar, [u8; 2])> {
        self.cursor.next();
        let element = self.nested(Self::type_specifier).flatten()?;
        // What is left out is 4.
        let mut sizes = [4; 2];
        for size in &mut sizes[..count] {
            if self.cursor.at(TokenKind::Greater) {
                break;
            }
            if self.expect(TokenKind::Comma, "`,`").is_none() {
                self.skip_angles();
                return None;
            }
            let at = self.cursor.peek().span;
            let tokens = self.collect_until(&[TokenKind::Comma, TokenKind::Greater]);
            let value = self.integer_constant(tokens, at)?;
            match value {
                1..=4 => *size = value as u8,
                _ => {
                    let message = format!("invalid dimension {value}");
                    let found = Diagnostic::error(&codes::TEMPLATE_ARGUMENTS, message, at);
                    self.report(found.help("use 1 to 4 rows, columns, or components"));
                    self.skip_angles();
                    return None;
                }
            }
        }
        self.expect(TokenKind::Greater, "`>`")?;
        match self.module.types[element.ty] {
            Type::Scalar(scalar) => Some((scalar, sizes)),
            Type::Unknown => None,
            _ => {
                let message = format!("`{}` requires a scalar type", self.text(name.symbol));
                self.error(&codes::TEMPLATE_ARGUMENTS, message, element.span);
                None
            }
        }
    }

    /// A texture, sampler or buffer type with its arguments.
    fn resource(&mut self, kind: ResourceKind, shape: ResourceShape, name: Token) -> Type {
        let mut element = None;
        if self.cursor.at(TokenKind::Less) {
            self.cursor.next();
            if let Some(first) = self.nested(Self::type_specifier).flatten() {
                element = Some(first.ty);
                self.check_element(kind, first);
                // What follows (the sample count of a multisampled texture) bears on nothing.
                if self.cursor.at(TokenKind::Comma) {
                    self.collect_until(&[TokenKind::Greater]);
                }
                self.expect(TokenKind::Greater, "`>`");
            } else {
                self.skip_angles();
            }
        }
        let needs_element = matches!(
            kind,
            ResourceKind::StructuredBuffer
                | ResourceKind::RwStructuredBuffer
                | ResourceKind::AppendStructuredBuffer
                | ResourceKind::ConsumeStructuredBuffer
                | ResourceKind::ConstantBuffer
                | ResourceKind::TextureBuffer
        );
        if needs_element && element.is_none() {
            let message = format!("`{}` requires an element type", self.text(name.symbol));
            let help = format!("write `{}<T>`", self.text(name.symbol));
            self.report(Diagnostic::error(&codes::TEMPLATE_ARGUMENTS, message, name.span).help(help));
            return Type::Unknown;
        }
        Type::Resource(ResourceType::new(kind, shape, name.symbol, element))
    }

    fn check_element(&mut self, kind: ResourceKind, element: TypeSpec) {
        let is_constant_buffer = matches!(kind, ResourceKind::ConstantBuffer | ResourceKind::TextureBuffer);
        if is_constant_buffer && !matches!(self.module.types[element.ty], Type::Struct(_) | Type::Unknown) {
            let name = self.type_text(element.ty);
            let found = Diagnostic::error(
                &codes::NEEDS_STRUCT,
                format!("expected a struct as the content of the buffer, found `{name}`"),
                element.span,
            );
            self.report(found.help(format!("wrap it: `struct Data {{ {name} value; }};`")));
        }
    }

    /// A type in words, for messages.
    pub(super) fn type_text(&mut self, ty: TypeId) -> String {
        // The names are the preprocessor's until the end; a type is printed by the module that holds them.
        std::mem::swap(&mut self.module.names, &mut self.cursor.preprocessor.unit.names);
        let text = self.module.type_name(ty).to_string();
        std::mem::swap(&mut self.module.names, &mut self.cursor.preprocessor.unit.names);
        text
    }

    /// Skips to behind the `>` that closes a `<` that was consumed, or to before something that cannot stand in between.
    pub(super) fn skip_angles(&mut self) {
        let mut depth = 1u32;
        loop {
            match self.cursor.peek().kind {
                TokenKind::Less => depth += 1,
                TokenKind::Greater => depth -= 1,
                TokenKind::End | TokenKind::Semicolon | TokenKind::BraceOpen | TokenKind::BraceClose => return,
                _ => {}
            }
            self.cursor.next();
            if depth == 0 {
                return;
            }
        }
    }

    /// A declared type: struct, enum, typedef, template with its arguments.
    fn named_type(&mut self) -> Option<TypeSpec> {
        let path = self.path();
        let spec = |ty| TypeSpec { ty, span: path.span, spelling: path.name, defined: false, void: false, incomplete: None };
        match path.entity {
            Some(Entity::Type(ty)) => return Some(spec(ty)),
            Some(Entity::Dependent) => {}
            Some(Entity::Incomplete(scope)) => return Some(TypeSpec { incomplete: Some(scope), ..spec(self.unknown) }),
            // FXC binds a class when the program runs; the variable takes no bytes and no register.
            Some(Entity::Interface) if self.options.fxc => {
                let interface = ResourceType::new(ResourceKind::Other, ResourceShape::NONE, path.name, None);
                return Some(spec(self.module.types.intern(Type::Resource(interface))));
            }
            Some(Entity::Interface) => {
                let message = format!("`{}` is an interface: variables of interface type are not supported", self.text(path.name));
                self.error(&codes::UNSUPPORTED, message, path.span);
            }
            Some(Entity::Template(_)) => {
                let message = format!("`{}` requires template arguments", self.text(path.name));
                self.error(&codes::TEMPLATE_ARGUMENTS, message, path.span);
            }
            Some(_) | None => {
                self.unknown_type(&path);
                if self.cursor.eat(TokenKind::Less).is_some() {
                    self.skip_angles();
                }
            }
        }
        Some(spec(self.unknown))
    }

    pub(super) fn unknown_type(&mut self, path: &Path) {
        let hidden = self.scopes.lookup_tag(path.name).is_some();
        let (name, span, is_undeclared) = (self.text(path.name).to_owned(), path.span, path.entity.is_none());
        let mut found = Diagnostic::error(&codes::UNKNOWN_TYPE, format!("unknown type `{name}`"), span);
        if is_undeclared {
            found = found.unknown(&*name);
        }
        let help = match self.nearest_type(&name) {
            _ if hidden => format!("a variable or function has this name: write `struct {name}`, or rename one of them"),
            Some(nearest) => format!("a similar name exists: `{nearest}`"),
            None => "declare it first, or include the file that declares it".to_owned(),
        };
        self.report(found.help(help));
    }

    /// Follows a name such as `N::S`, `::S` or `Pair<float>::Half` as far as it leads.
    pub(super) fn path(&mut self) -> Path {
        let start = self.cursor.peek().span;
        let mut scope = self.cursor.eat(TokenKind::ColonColon).map(|_| ScopeId::GLOBAL);
        loop {
            let Some(token) = self.cursor.eat(TokenKind::Ident) else {
                self.expected("a name");
                return Path { entity: Some(Entity::Dependent), scope, name: Symbol::EMPTY, span: start };
            };
            let mut entity = match scope {
                Some(scope) => self.scopes.lookup_in(scope, token.symbol),
                None => self.scopes.lookup(token.symbol),
            };
            if let Some(places) = self.scopes.ambiguity(scope, token.symbol) {
                self.report_ambiguous(token, places);
                entity = Some(Entity::Dependent);
            }
            if let Some(Entity::Template(template)) = entity {
                entity = match self.templates.instance_around(template) {
                    _ if self.cursor.at(TokenKind::Less) => Some(self.instance(template, token)),
                    // In its own definition, a template without arguments is the instance that is read (ISO C++14, 14.6.1).
                    Some(scope) => Some(Entity::Incomplete(scope)),
                    None => entity,
                };
                self.usage.mention(self.templates.scope(template), token.symbol);
            }
            let inner = match entity {
                Some(Entity::Namespace(inner) | Entity::Incomplete(inner)) => Some(inner),
                Some(Entity::Type(ty)) => self.scopes.scope_of(ty),
                _ => None,
            };
            let goes_on = self.cursor.at(TokenKind::ColonColon) && self.cursor.peek_at(1).kind == TokenKind::Ident;
            if !goes_on || inner.is_none() && !matches!(entity, Some(Entity::Dependent)) {
                return Path { entity, scope, name: token.symbol, span: self.cursor.span_from(start) };
            }
            self.cursor.next();
            match inner {
                Some(inner) => scope = Some(inner),
                None => {
                    let name = self.cursor.next();
                    let entity = Some(Entity::Dependent);
                    return Path { entity, scope, name: name.symbol, span: self.cursor.span_from(start) };
                }
            }
        }
    }

    /// Reports a name that several namespaces declare.
    fn report_ambiguous(&mut self, name: Token, places: [ScopeId; 2]) {
        let message = format!("reference to `{}` is ambiguous", self.text(name.symbol));
        let mut found = Diagnostic::error(&codes::AMBIGUOUS_NAME, message, name.span);
        for (place, label) in places.into_iter().zip(["first candidate", "second candidate"]) {
            if let Some(span) = self.declarations.span_of(place, name.symbol) {
                found = found.label(span, label);
            }
        }
        self.report(found.help("rename one of them, or qualify the name with its namespace"));
    }

    /// What a template stands for with the arguments that follow.
    fn instance(&mut self, template: TemplateId, name: Token) -> Entity {
        if self.nesting < MAX_NESTING {
            return self.nested(|parser| parser.instantiate(template, name)).unwrap_or(Entity::Dependent);
        }
        let message = format!("`{}` is nested in more than {MAX_NESTING} other template instances", self.text(name.symbol));
        let found = Diagnostic::error(&codes::NESTED_TOO_DEEP, message, name.span);
        self.report(found.help("add a specialization that ends the recursion: the template contains another instance of itself"));
        self.give_up_instances();
        self.cursor.next();
        self.skip_angles();
        Entity::Dependent
    }

    /// The declared or built-in type whose name differs least from `name`, if it differs by a slip of the finger. Each search looks
    /// at all types, so there are only so many.
    fn nearest_type(&mut self, name: &str) -> Option<String> {
        self.suggestions = self.suggestions.checked_sub(1)?;
        let common = ["float", "float2", "float3", "float4", "int", "uint", "bool", "float4x4", "float3x3", "double", "half"];
        let declared = self.scopes.type_names().map(|symbol| self.text(symbol)).filter(|&declared| declared != name);
        nearest(name, declared.chain(common)).first().map(|&nearest| nearest.to_owned())
    }

    fn type_argument(&mut self) -> Result<Argument, Fail> {
        let spec = self.nested(Self::type_specifier).flatten().ok_or(Fail::Dependent)?;
        self.templates.has_incomplete_argument |= spec.incomplete.is_some();
        let dims = self.dimensions();
        Ok(Argument::Type(self.array_of(spec.ty, &dims)))
    }

    /// A template argument: a type, or a constant.
    pub(super) fn template_argument(&mut self) -> Result<Argument, Fail> {
        let token = self.cursor.peek();
        if self.begins_type(0) && self.names_member_of_instance(0) {
            return self.member_argument(token);
        }
        if self.is_qualified_type() {
            return self.type_argument();
        }
        let is_elaborated = matches!(self.keyword(token), Some(Keyword::Struct | Keyword::Class | Keyword::Enum | Keyword::Typename));
        if is_elaborated || self.begins_type(0) && !self.argument_is_expression() {
            return self.type_argument();
        }
        match self.scopes.lookup(token.symbol) {
            None if self.keyword(token).is_some() => {}
            None | Some(Entity::Incomplete(_) | Entity::Interface | Entity::Template(_)) if token.kind == TokenKind::Ident => {
                return self.type_argument();
            }
            _ => {}
        }
        let tokens = self.collect_until(&[TokenKind::Comma, TokenKind::Greater]);
        self.constant(tokens, token.span).map(Argument::Value)
    }

    /// Whether an argument begins with the qualified name of a type: `N::Pair<float, 2>`, `::S`.
    fn is_qualified_type(&mut self) -> bool {
        let mut ahead = 0;
        let mut scope = None;
        if self.cursor.at(TokenKind::ColonColon) {
            (ahead, scope) = (1, Some(ScopeId::GLOBAL));
        }
        loop {
            let (token, next) = (self.cursor.peek_at(ahead), self.cursor.peek_at(ahead + 1).kind);
            let entity = match scope {
                _ if token.kind != TokenKind::Ident => None,
                Some(scope) => self.scopes.lookup_in(scope, token.symbol),
                None => self.scopes.lookup(token.symbol),
            };
            scope = match entity {
                Some(Entity::Namespace(inner)) if next == TokenKind::ColonColon => Some(inner),
                Some(Entity::Type(ty)) if next == TokenKind::ColonColon => self.scopes.scope_of(ty),
                Some(Entity::Type(_)) => return ahead > 0 && next != TokenKind::ParenOpen,
                Some(Entity::Template(_)) => return ahead > 0 && next == TokenKind::Less && !self.names_member_of_instance(ahead),
                _ => None,
            };
            if scope.is_none() {
                return false;
            }
            ahead += 2;
        }
    }

    /// Whether a template with arguments is at this distance, and a member follows: `Traits<float>::Type`.
    fn names_member_of_instance(&mut self, template: usize) -> bool {
        if self.cursor.peek_at(template + 1).kind != TokenKind::Less {
            return false;
        }
        let (mut depth, mut ahead) = (0u32, template + 1);
        loop {
            match self.cursor.peek_at(ahead).kind {
                TokenKind::Less => depth += 1,
                TokenKind::Greater => depth -= 1,
                TokenKind::End | TokenKind::Semicolon | TokenKind::BraceOpen | TokenKind::BraceClose => return false,
                _ => {}
            }
            ahead += 1;
            if depth == 0 {
                return self.cursor.peek_at(ahead).kind == TokenKind::ColonColon;
            }
        }
    }

    /// An argument that begins with a member of an instance, which is a type or a constant. It is parsed once: the arguments in it
    /// may contain others.
    fn member_argument(&mut self, first: Token) -> Result<Argument, Fail> {
        let tokens = self.collect_until(&[TokenKind::Comma, TokenKind::Greater]);
        let end = tokens.last().map_or(first.span, |last| last.span.after());
        self.cursor.replay(tokens, end);
        let parsed = self.expression();
        let argument = match self.templates.type_operand.take() {
            Some((start, ty)) if start == first.span && parsed.is_err() => {
                let dims = self.dimensions();
                Ok(Argument::Type(self.array_of(ty, &dims)))
            }
            _ => parsed.and_then(|outcome| outcome).map(Argument::Value),
        };
        let rest = self.cursor.peek();
        self.cursor.end_replay();
        match argument {
            Ok(_) if rest.kind != TokenKind::End => Err(unexpected("`,` or `>`", rest.span)),
            argument => argument,
        }
    }

    /// Whether an argument that begins with a type goes on as an expression: `int(3)`, `Limits::Count`.
    fn argument_is_expression(&mut self) -> bool {
        if self.cursor.peek_at(1).kind == TokenKind::ParenOpen {
            return true;
        }
        if self.cursor.peek_at(1).kind != TokenKind::ColonColon {
            return false;
        }
        let (outer, inner) = (self.cursor.peek(), self.cursor.peek_at(2));
        match self.scopes.lookup(outer.symbol) {
            Some(Entity::Type(ty)) => {
                let member = self.scopes.scope_of(ty).and_then(|scope| self.scopes.lookup_in(scope, inner.symbol));
                matches!(member, Some(Entity::Constant(_)))
            }
            _ => false,
        }
    }

    /// The structs of ray tracing, with the members that the DXR specification gives them.
    fn builtin_struct(&mut self, which: BuiltinStruct, token: Token) -> TypeId {
        if let Some(Entity::Type(ty)) = self.scopes.lookup_in(ScopeId::GLOBAL, token.symbol) {
            return ty;
        }
        let members: &[(&str, u8)] = match which {
            BuiltinStruct::RayDesc => &[("Origin", 3), ("TMin", 1), ("Direction", 3), ("TMax", 1)],
            BuiltinStruct::TriangleAttributes => &[("barycentrics", 2)],
        };
        let mut fields = Vec::new();
        for &(name, width) in members {
            let ty = match width {
                1 => Type::Scalar(Scalar::Float32),
                _ => Type::Vector { scalar: Scalar::Float32, width },
            };
            let (name, ty) = (self.intern(name), self.module.types.intern(ty));
            fields.push(Field::member(name, token.span, ty, Vec::new()));
        }
        let id = self.module.structs.push(Struct {
            name: token.symbol,
            span: token.span,
            kind: StructKind::Instance,
            fields,
            ty: None,
            contiguous: false,
        });
        let ty = self.module.types.intern(Type::Struct(id));
        self.module.structs[id].ty = Some(ty);
        self.scopes.declare_in(ScopeId::GLOBAL, token.symbol, Entity::Type(ty));
        ty
    }

    /// The type with `row_major` or `column_major` applied to the matrix in it, if there is one.
    pub(super) fn with_major(&mut self, ty: TypeId, major: Major, at: Span) -> TypeId {
        let counts: Vec<Count> = self.module.types.dimensions(ty).collect();
        let inner = self.module.types.peel_arrays(ty);
        match self.module.types[inner] {
            Type::Matrix { scalar, rows, columns, .. } => {
                let mut ty = self.module.types.intern(Type::Matrix { scalar, rows, columns, major });
                for count in counts.into_iter().rev() {
                    ty = self.module.types.intern(Type::Array { element: ty, count });
                }
                ty
            }
            Type::Unknown => ty,
            _ => {
                let found = Diagnostic::error(&codes::MAJOR_WITHOUT_MATRIX, "only matrices are row-major or column-major", at);
                self.report(found.help("remove the keyword"));
                ty
            }
        }
    }
}
