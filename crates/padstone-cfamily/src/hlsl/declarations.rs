//! Declarations: what stands at the top level, and the shape that all of them share.

use padstone_diag::{Diagnostic, codes};
use padstone_model::{Count, Field, Major, Spelling, Type, TypeId};
use padstone_source::{Span, Symbol};

use super::annotations::{ANONYMOUS, Attributes};
use super::entities::Entity;
use super::keywords::{Builtin, Word};
use super::records::Members;
use super::redeclarations::Declared;
use super::scopes::ScopeId;
use super::specifiers::{Declarator, Dimensions, Interface, Name, Specifiers, TypeSpec};
use super::versions::Feature;
use super::{Keyword, Parser};
use crate::constants::Expressions;
use crate::cursor::Tokens;
use crate::reader::{MAX_NESTING, Reader};
use crate::{Token, TokenKind};

impl Parser<'_> {
    /// Everything in the file. Namespaces are a stack here and no recursion.
    pub(super) fn translation_unit(&mut self) {
        let mut namespaces: Vec<(Span, ScopeId)> = Vec::new();
        loop {
            let token = self.cursor.peek();
            match token.kind {
                TokenKind::End => break,
                TokenKind::Semicolon => {
                    self.cursor.next();
                }
                TokenKind::BraceClose => {
                    self.cursor.next();
                    match namespaces.pop() {
                        Some((_, outer)) => self.scopes.current = outer,
                        None => {
                            self.error(&codes::UNEXPECTED_TOKEN, "unmatched `}`", token.span);
                            self.unknown_global(ANONYMOUS, token.span);
                        }
                    }
                }
                _ if self.at_keyword(Keyword::Namespace) => self.namespace(&mut namespaces, false),
                _ if self.at_keyword(Keyword::Inline) && self.at_inline_namespace() => {
                    self.cursor.next();
                    self.namespace(&mut namespaces, true);
                }
                _ => self.top_level(),
            }
        }
        if let Some(&(open, _)) = namespaces.last() {
            self.error(&codes::UNCLOSED, "unclosed delimiter", open);
        }
    }

    fn at_inline_namespace(&mut self) -> bool {
        let next = self.cursor.peek_at(1);
        self.keyword(next) == Some(Keyword::Namespace)
    }

    /// `namespace A::B {`, or the alias `namespace A = B::C;`. The names of an inline one are those of the one around it.
    fn namespace(&mut self, open: &mut Vec<(Span, ScopeId)>, inline: bool) {
        let word = self.cursor.next();
        let outer = self.scopes.current;
        self.attributes(&mut Attributes::default());
        if self.cursor.at(TokenKind::BraceOpen) {
            // The names of one without a name are those of the one around it too, and may be the same.
            let scope = self.scopes.add(self.scopes.path(outer));
            self.scopes.use_namespace(outer, scope);
            self.scopes.current = scope;
        }
        while let Some(name) = self.name() {
            if self.cursor.eat(TokenKind::Assign).is_some() {
                self.note_name(name.symbol, name.span, Declared::Namespace);
                let path = self.path();
                self.scopes.declare(name.symbol, path.entity.unwrap_or(Entity::Dependent));
                self.expect(TokenKind::Semicolon, "`;`");
                return;
            }
            let scope = match self.scopes.declared_here(name.symbol) {
                Some(Entity::Namespace(scope)) => scope,
                _ if open.len() >= MAX_NESTING as usize => self.scopes.current,
                _ => {
                    self.note_name(name.symbol, name.span, Declared::Namespace);
                    let path = self.qualified(name.symbol);
                    let scope = self.scopes.add(path);
                    self.scopes.declare(name.symbol, Entity::Namespace(scope));
                    scope
                }
            };
            if inline {
                self.scopes.use_namespace(self.scopes.current, scope);
            }
            self.scopes.current = scope;
            if self.cursor.eat(TokenKind::ColonColon).is_none() {
                break;
            }
        }
        if open.len() == MAX_NESTING as usize {
            let message = format!("namespaces are nested more than {MAX_NESTING} levels deep; the names of deeper ones are ignored");
            self.error(&codes::NESTED_TOO_DEEP, message, word.span);
        }
        if self.expect(TokenKind::BraceOpen, "`{`").is_some() {
            open.push((word.span, outer));
        } else {
            self.scopes.current = outer;
        }
    }

    fn top_level(&mut self) {
        let before = self.cursor.peek().span;
        let parsed = match self.peek_keyword() {
            Some(Keyword::CBuffer | Keyword::TBuffer) => {
                self.buffer(Attributes::default());
                Some(())
            }
            Some(Keyword::Typedef) => {
                self.typedef();
                Some(())
            }
            Some(Keyword::Using) => {
                self.using();
                Some(())
            }
            Some(Keyword::Template) => {
                self.template();
                Some(())
            }
            Some(Keyword::StaticAssert | Keyword::StaticAssertC) => {
                self.static_assertion();
                self.usage.forget();
                Some(())
            }
            // The techniques of effect files place no bytes.
            Some(Keyword::Technique | Keyword::Technique10 | Keyword::Technique11 | Keyword::FxGroup) => {
                self.cursor.next();
                self.cursor.eat(TokenKind::Ident);
                self.effect_annotations();
                self.recover();
                self.usage.forget();
                Some(())
            }
            _ => self.declaration(None),
        };
        if parsed.is_none() {
            self.unknown_global(ANONYMOUS, before);
            self.recover();
            self.usage.forget();
            if self.cursor.peek().span == before {
                self.cursor.next();
            }
        }
    }

    /// A declaration with a type: of a struct, of variables, of a function. `members` says into which fields variables
    /// go; at the top level they are parameters. `None` if it could not be understood to its end.
    pub(super) fn declaration(&mut self, mut members: Option<(Members, &mut Vec<Field>)>) -> Option<()> {
        let mut attributes = Attributes::default();
        self.attributes(&mut attributes);
        if matches!(self.peek_keyword(), Some(Keyword::CBuffer | Keyword::TBuffer)) && members.is_none() {
            self.buffer(attributes);
            return Some(());
        }
        let specifiers = self.specifiers(attributes)?;
        // Such a struct is there for the variable after it alone.
        let is_unnamed = specifiers.spec.spelling.is_empty() && matches!(self.module.types[specifiers.ty], Type::Struct(_));
        if specifiers.spec.defined && self.cursor.at(TokenKind::Semicolon) {
            if members.is_some() && is_unnamed {
                let found = Diagnostic::error(&codes::UNSUPPORTED, "anonymous structs as members are not supported", specifiers.spec.span);
                self.report(found.help("name the member"));
                return None;
            }
            if is_unnamed {
                let found =
                    Diagnostic::error(&codes::UNEXPECTED_TOKEN, "an unnamed struct does not declare anything here", specifiers.spec.span);
                self.report(found.help("name the struct, or declare a variable after its `}`"));
                return None;
            }
            self.cursor.next();
            self.usage.forget();
            return Some(());
        }
        if self.cursor.at(TokenKind::Semicolon) && !specifiers.spec.void {
            // The name of a member, whose type is missing: that there is no such type was reported.
            if self.module.types[specifiers.ty] == Type::Unknown {
                return None;
            }
            // `float4 export;`
            if matches!(self.cursor.preprocessor.unit.sources.text(self.cursor.last), "inline" | "export") {
                self.expected("a name");
                return None;
            }
            let found = Diagnostic::warning(&codes::UNEXPECTED_TOKEN, "declaration does not declare anything", specifiers.spec.span);
            self.report(found.help("add a name after the type"));
            self.cursor.next();
            return Some(());
        }
        if specifiers.spec.defined && !self.continues_record() {
            // If the brace is missing too, that was said already.
            if self.cursor.preprocessor.unit.sources.text(self.cursor.last) == "}" {
                self.missing_semicolon("the closing brace");
            } else if self.follows_keyword() {
                self.expected("a name");
            }
            match members {
                Some((_, fields)) if is_unnamed => self.unknown_member(specifiers.spec.span, fields),
                None if is_unnamed => self.unknown_global(ANONYMOUS, specifiers.spec.span),
                _ => {}
            }
            return Some(());
        }
        let mut first = true;
        let mut lacks_initializer;
        loop {
            let context = members.as_ref().map(|(context, _)| *context);
            let name = self.declarator_name(&specifiers, context)?;
            if members.is_some() && name.qualifier.is_some() {
                let found = Diagnostic::error(&codes::UNEXPECTED_TOKEN, "a member cannot have a qualified name", name.span);
                self.report(found.help("write a single `:` before a semantic, `packoffset`, or `register`"));
                return None;
            }
            if first && self.cursor.at(TokenKind::ParenOpen) {
                if self.cursor.peek_at(1).kind == TokenKind::Number {
                    let message = "initializers in parentheses are not supported";
                    let found = Diagnostic::error(&codes::UNSUPPORTED, message, self.cursor.peek().span);
                    self.report(found.help("write `=` before the value"));
                    return None;
                }
                return self.function(&specifiers, name);
            }
            first = false;
            let declarator = self.declarator(&specifiers, name, context)?;
            let broken = declarator.broken;
            lacks_initializer = declarator.lacks_initializer;
            match &mut members {
                Some((context, fields)) => {
                    if !specifiers.is_static {
                        self.usage.forget();
                    }
                    self.field(*context, &specifiers, declarator, fields);
                }
                None => self.variable(&specifiers, declarator),
            }
            if broken {
                self.recover();
                return Some(());
            }
            if self.cursor.eat(TokenKind::Comma).is_none() {
                break;
            }
        }
        if self.cursor.eat(TokenKind::Semicolon).is_none() {
            // The missing initializer was reported.
            if !lacks_initializer {
                self.missing_semicolon("the declaration");
            }
            let token = self.cursor.peek();
            // The next declaration is on a new line, or begins with a type.
            let is_next = token.starts_line || self.begins_type(0) || self.begins_variable() || self.begins_declaration(token);
            if token.kind != TokenKind::BraceClose && !is_next {
                return None;
            }
        }
        Some(())
    }

    /// Whether the last token is a keyword: `struct T { … } static`.
    fn follows_keyword(&mut self) -> bool {
        let text = self.cursor.preprocessor.unit.sources.text(self.cursor.last).to_owned();
        let symbol = self.intern(&text);
        matches!(self.words.get(symbol), Some(Word::Keyword(_)))
    }

    /// Whether what follows the `}` of a struct belongs to its declaration: a name or a bit-field, and no new declaration
    /// on the next line.
    fn continues_record(&mut self) -> bool {
        let token = self.cursor.peek();
        match token.kind {
            TokenKind::Colon => true,
            TokenKind::Ident if self.words.is_reserved(token.symbol) || self.begins_after_record() => false,
            TokenKind::Ident => !token.starts_line || self.cursor.peek_at(1).kind != TokenKind::Ident,
            _ => false,
        }
    }

    /// Whether what follows the `}` of a struct or enum is another declaration, because it has a type: only the `;` is missing.
    fn begins_after_record(&mut self) -> bool {
        let is_qualifier = |keyword: Keyword| {
            matches!(
                keyword,
                Keyword::Static | Keyword::Const | Keyword::Constexpr | Keyword::GroupShared | Keyword::RowMajor | Keyword::ColumnMajor
            ) || keyword.is_neutral_qualifier()
        };
        let mut ahead = 0;
        while let token = self.cursor.peek_at(ahead)
            && self.keyword(token).is_some_and(is_qualifier)
        {
            ahead += 1;
        }
        let (token, next) = (self.cursor.peek_at(ahead), self.cursor.peek_at(ahead + 1));
        let is_void = matches!(self.words.get(token.symbol), Some(Word::Type(Builtin::Void)));
        // A variable may have the name of a type.
        (is_void || self.begins_type(ahead)) && matches!(next.kind, TokenKind::Ident | TokenKind::Less)
    }

    pub(super) fn specifiers(&mut self, attributes: Attributes) -> Option<Specifiers> {
        let (mut is_static, mut is_const, mut group_shared, mut is_extern) = (false, false, false, false);
        let (mut major, mut norm) = (None, None);
        let mut interface = Interface::default();
        let mut spec: Option<TypeSpec> = None;
        loop {
            let token = self.cursor.peek();
            if spec.as_ref().is_some_and(|spec| spec.defined) && self.begins_after_record() {
                break;
            }
            match self.keyword(token) {
                Some(Keyword::Static) => is_static = true,
                Some(Keyword::Extern) => is_extern = true,
                Some(Keyword::Const | Keyword::Constexpr) => is_const = true,
                Some(Keyword::GroupShared) => group_shared = true,
                Some(Keyword::RowMajor) => self.exclusive(&mut major, Major::Row, token),
                Some(Keyword::ColumnMajor) => self.exclusive(&mut major, Major::Column, token),
                Some(keyword @ (Keyword::Snorm | Keyword::Unorm)) if !self.names_a_variable(spec.is_some()) => {
                    self.exclusive(&mut norm, keyword, token);
                }
                // An operator whose result type is its name: `operator float4()`.
                Some(Keyword::Operator) if spec.is_none() => {
                    spec = Some(TypeSpec {
                        ty: self.unknown,
                        span: token.span,
                        spelling: token.symbol,
                        defined: false,
                        void: true,
                        incomplete: None,
                    });
                    break;
                }
                Some(keyword) if keyword.is_neutral_qualifier() && !self.names_a_variable(spec.is_some()) => interface.add(keyword),
                _ if spec.is_some() => break,
                _ => {
                    spec = Some(self.type_specifier()?);
                    continue;
                }
            }
            self.check_qualifier(token);
            self.cursor.next();
        }
        let spec = spec?;
        let mut explicit_major = self.alias_majors.get(&spec.spelling).copied();
        let ty = match major {
            Some((major, word)) => {
                // Another alias of the name, in another scope, may have no keyword.
                let innermost = self.module.types[self.module.types.peel_arrays(spec.ty)];
                let is_of_alias = |of_alias| of_alias != major && matches!(innermost, Type::Matrix { major, .. } if major == of_alias);
                if explicit_major.is_some_and(is_of_alias) {
                    self.conflict(word, spec.span);
                }
                explicit_major = Some(major);
                self.with_major(spec.ty, major, word.span)
            }
            None => spec.ty,
        };
        let major_said = major.is_some() || self.pack_matrix().is_some();
        Some(Specifiers { attributes, is_static, is_const, group_shared, is_extern, interface, major_said, explicit_major, spec, ty })
    }

    /// Notes one of two qualifiers that exclude each other.
    fn exclusive<T: Copy + PartialEq>(&mut self, known: &mut Option<(T, Token)>, found: T, word: Token) {
        if let Some((_, first)) = known.replace((found, word)).filter(|(known, _)| *known != found) {
            self.conflict(word, first.span);
        }
    }

    /// Reports a qualifier that contradicts what another one says: DXC and FXC (X3048) reject both together.
    fn conflict(&mut self, word: Token, other: Span) {
        // clang does not know them.
        if !self.options.clang {
            let message = format!("`{}` contradicts another qualifier of the type", self.text(word.symbol));
            let found = Diagnostic::error(&codes::QUALIFIER_CONFLICT, message, word.span).label(other, "the other one");
            self.report(found.help("remove one of them"));
        }
    }

    /// Whether a qualifier behind a type is really a name: `float sample;` and `float4 linear = …` are legal HLSL.
    fn names_a_variable(&mut self, behind_type: bool) -> bool {
        let is_name = !matches!(self.peek_keyword(), Some(Keyword::Inline | Keyword::Export | Keyword::Constexpr));
        behind_type
            && is_name
            && matches!(
                self.cursor.peek_at(1).kind,
                TokenKind::Semicolon
                    | TokenKind::Comma
                    | TokenKind::BracketOpen
                    | TokenKind::Assign
                    | TokenKind::Colon
                    | TokenKind::ParenOpen
            )
    }

    /// The name that is declared; an unnamed bit-field has none.
    fn declarator_name(&mut self, specifiers: &Specifiers, context: Option<Members>) -> Option<Name> {
        if context == Some(Members::OfStruct) && self.cursor.at(TokenKind::Colon) {
            return Some(Name { symbol: ANONYMOUS, span: self.cursor.peek().span.before(), qualifier: None });
        }
        if self.at_keyword(Keyword::Operator) {
            return Some(self.operator_name());
        }
        if self.cursor.at(TokenKind::Star) || self.cursor.at(TokenKind::Ampersand) {
            let at = self.cursor.peek().span;
            let found = Diagnostic::error(&codes::UNSUPPORTED, "pointers and references are not allowed here", at);
            self.report(found.help("use an index, an address in a `ByteAddressBuffer`, or `inout` for a parameter"));
            return None;
        }
        let token = self.cursor.peek();
        if token.kind == TokenKind::ParenOpen && self.is_unknown_name(specifiers.spec.span) {
            // A macro that is not defined: `DECLARE_LIGHTS(4)`.
            return None;
        }
        if token.kind != TokenKind::Ident || self.words.is_reserved(token.symbol) {
            self.expected(if specifiers.spec.void { "a function name" } else { "a name" });
            return None;
        }
        let mut name = self.cursor.next();
        let mut qualifier = None;
        // A method defined outside its struct: `float3 Light::direction() { … }`.
        loop {
            // A specialisation of a function: `template<> float cost<float>(float x)`.
            if self.templates.reading_function && self.cursor.eat(TokenKind::Less).is_some() {
                self.skip_angles();
            }
            if self.cursor.eat(TokenKind::ColonColon).is_none() {
                break;
            }
            qualifier = Some(self.scope_named(name.symbol, qualifier));
            if self.at_keyword(Keyword::Operator) {
                return Some(Name { qualifier, ..self.operator_name() });
            }
            name = self.expect(TokenKind::Ident, "a name")?;
        }
        Some(Name { symbol: name.symbol, span: name.span, qualifier })
    }

    /// The struct or namespace of a name before `::`, in that of the name before it.
    fn scope_named(&self, name: Symbol, outer: Option<ScopeId>) -> ScopeId {
        let entity = match outer {
            Some(ScopeId::UNKNOWN) => None,
            Some(outer) => self.scopes.lookup_in(outer, name),
            None => self.scopes.lookup(name),
        };
        let scope = match entity {
            Some(Entity::Namespace(scope) | Entity::Incomplete(scope)) => Some(scope),
            Some(Entity::Type(ty)) => self.scopes.scope_of(ty),
            _ => None,
        };
        scope.unwrap_or(ScopeId::UNKNOWN)
    }

    fn operator_name(&mut self) -> Name {
        let word = self.cursor.next();
        self.uses(Feature::Operators, word.span);
        if self.cursor.at(TokenKind::ParenOpen) && self.cursor.peek_at(1).kind == TokenKind::ParenClose {
            self.cursor.next();
            self.cursor.next();
        }
        while !matches!(self.cursor.peek().kind, TokenKind::ParenOpen | TokenKind::Semicolon | TokenKind::BraceClose | TokenKind::End) {
            self.cursor.next();
        }
        Name { symbol: word.symbol, span: word.span, qualifier: None }
    }

    /// What follows a name: dimensions, bits, annotations, initializer.
    fn declarator(&mut self, specifiers: &Specifiers, name: Name, context: Option<Members>) -> Option<Declarator> {
        let Name { symbol: name, span, qualifier } = name;
        if specifiers.spec.void {
            self.error(&codes::UNEXPECTED_TOKEN, "a variable cannot have type `void`", specifiers.spec.span);
            return None;
        }
        if specifiers.spec.incomplete.is_some() {
            let message = format!("`{}` is incomplete here", self.text(specifiers.spec.spelling));
            let found = Diagnostic::error(&codes::INCOMPLETE_TYPE, message, specifiers.spec.span);
            self.report(found.help("store an index into a buffer of such structs instead: a struct cannot contain itself"));
        }
        let dims = self.dimensions();
        let ty = self.array_of(specifiers.ty, &dims);
        let (annotations, written) = (Vec::new(), self.written(specifiers));
        let mut declarator = Declarator {
            name,
            span,
            qualifier,
            ty,
            dims,
            annotations,
            written,
            initializer: None,
            bits: None,
            lacks_initializer: false,
            broken: false,
        };
        if context.is_some() && self.cursor.at(TokenKind::Colon) && !matches!(self.cursor.peek_at(1).kind, TokenKind::Ident) {
            self.cursor.next();
            let at = self.cursor.peek().span;
            let tokens = self.collect_until(&[TokenKind::Comma, TokenKind::Semicolon, TokenKind::Assign]);
            declarator.bits = self.integer_constant(tokens, at).map(|bits| (bits, at));
            if declarator.bits.is_none() {
                declarator.ty = self.unknown;
            }
        }
        if !self.colon_annotations(&mut declarator.annotations) {
            // Where it was meant to lie is not known.
            declarator.ty = self.unknown;
        }
        if specifiers.attributes.broken {
            declarator.ty = self.unknown;
        }
        if !self.effect_annotations() {
            declarator.ty = self.unknown;
            declarator.broken = true;
            return Some(declarator);
        }
        if self.cursor.eat(TokenKind::Assign).is_some() {
            let initializer = self.collect_until(&[TokenKind::Comma, TokenKind::Semicolon]);
            if initializer.is_empty() {
                self.expected("an initializer");
                declarator.lacks_initializer = true;
            } else if !matches!(self.module.types[self.module.types.peel_arrays(specifiers.ty)], Type::Resource(_)) {
                // Those of effects have a grammar of their own: `compile vs_2_0 main()`.
                declarator.lacks_initializer = self.check_initializer(&initializer);
            }
            declarator.initializer = (!initializer.is_empty()).then_some(initializer);
        } else if let Some(open) = self.cursor.eat(TokenKind::BraceOpen) {
            // A state block: `SamplerState s { Filter = …; };`.
            self.skip_braces(open.span);
        }
        if !self.ends_declarator() {
            // What is missing, or is too much, may belong to its type.
            declarator.ty = self.unknown;
            declarator.initializer = None;
        }
        Some(declarator)
    }

    /// Whether a declarator is complete where the next token is: before what separates declarators, or, if only that is missing,
    /// before what begins another declaration.
    fn ends_declarator(&mut self) -> bool {
        let token = self.cursor.peek();
        match token.kind {
            TokenKind::Comma | TokenKind::Semicolon | TokenKind::BraceClose => !token.is_inserted(),
            TokenKind::BracketOpen => token.starts_line,
            TokenKind::Ident => token.starts_line || self.begins_type(0) || self.begins_variable() || self.begins_declaration(token),
            _ => false,
        }
    }

    /// What lints and changes of the source require: where the type of a name is, and whether it leaves open the majorness of a matrix.
    pub(super) fn written(&self, specifiers: &Specifiers) -> Spelling {
        let written = specifiers.spec;
        let mut leaves_major_open = false;
        if let (Type::Matrix { rows, columns, .. }, false) = (self.module.types[specifiers.ty], specifiers.major_said) {
            // One that a typedef names may say it there.
            let text = self.text(written.spelling);
            leaves_major_open = text == "matrix" || text.ends_with(&format!("{rows}x{columns}"));
        }
        Spelling { type_span: Some(written.span), leaves_major_open, ..Spelling::default() }
    }

    /// `[4][N]`, outermost first.
    pub(super) fn dimensions(&mut self) -> Dimensions {
        let mut dims = Dimensions { counts: Vec::new(), understood: true };
        while let Some(open) = self.cursor.eat(TokenKind::BracketOpen) {
            if self.cursor.eat(TokenKind::BracketClose).is_some() {
                dims.counts.push(Count::Runtime);
                continue;
            }
            let at = self.cursor.peek().span;
            let tokens = self.collect_until(&[TokenKind::BracketClose]);
            let at = tokens.last().map_or(at, |last| self.cursor.join(at, last.span));
            let is_whole = self.cursor.at(TokenKind::BracketClose) && !self.cursor.peek().is_inserted();
            let count = if tokens.is_empty() || !is_whole { None } else { self.integer_constant(tokens, at) };
            match count.map(u64::try_from) {
                Some(Ok(count)) => dims.counts.push(Count::Known(count)),
                Some(Err(_)) => {
                    let message = format!("an array cannot have {} elements", count.unwrap_or_default());
                    self.error(&codes::ARRAY_SIZE, message, at);
                    dims.understood = false;
                }
                None => dims.understood = false,
            }
            if self.cursor.eat(TokenKind::BracketClose).is_none() {
                let token = self.cursor.peek();
                if token.kind == TokenKind::ParenClose {
                    self.expected("`]`");
                }
                // A qualifier between the brackets: `[2 const]`.
                if self.skip_to_close(open.span) && token.kind == TokenKind::Ident {
                    let found = self.describe(token);
                    self.error(&codes::UNEXPECTED_TOKEN, format!("expected `]`, found {found}"), token.span);
                }
            }
        }
        dims
    }

    /// An array of those dimensions.
    pub(super) fn array_of(&mut self, element: TypeId, dims: &Dimensions) -> TypeId {
        if !dims.understood {
            return self.unknown;
        }
        dims.counts.iter().rev().fold(element, |element, &count| self.module.types.intern(Type::Array { element, count }))
    }

    /// The type of a member or constant. A missing array size is taken from the initializer, or an error.
    pub(super) fn sized(&mut self, declarator: &Declarator, specifiers: &Specifiers) -> TypeId {
        let runtime = declarator.dims.counts.iter().filter(|&&count| count == Count::Runtime).count();
        if declarator.ty == self.unknown {
            return self.unknown;
        }
        if runtime == 0 || matches!(self.module.types[specifiers.ty], Type::Resource(_)) {
            return declarator.ty;
        }
        let counted = declarator.initializer.as_deref().and_then(count_elements);
        if let (1, Some(Count::Runtime), Some(count)) = (runtime, declarator.dims.counts.first(), counted) {
            let Type::Array { element, .. } = self.module.types[declarator.ty] else { return self.unknown };
            return self.module.types.intern(Type::Array { element, count: Count::Known(count) });
        }
        let name = self.text(declarator.name).to_owned();
        let found = Diagnostic::error(&codes::ARRAY_SIZE, format!("array `{name}` requires a size"), declarator.span);
        self.report(found.help("specify the size, or use a `StructuredBuffer`: only arrays of resources can be unbounded"));
        self.unknown
    }

    /// `typedef float3 Colour[4], Point;`.
    pub(super) fn typedef(&mut self) {
        self.cursor.next();
        let Some(specifiers) = self.specifiers(Attributes::default()) else { return self.recover() };
        loop {
            let Some(name) = self.expect_name("a name") else { return self.recover() };
            let dims = self.dimensions();
            let ty = self.array_of(specifiers.ty, &dims);
            // An anonymous struct goes by the name that a typedef gives it.
            if let Type::Struct(id) = self.module.types[ty]
                && self.module.structs[id].name.is_empty()
            {
                let path = self.qualified(name.symbol);
                self.module.structs[id].name = path;
                self.module.structs[id].span = name.span;
            }
            self.declare_alias(name, ty, &specifiers.spec, specifiers.explicit_major);
            if self.cursor.eat(TokenKind::Comma).is_none() {
                break;
            }
        }
        if self.cursor.eat(TokenKind::Semicolon).is_none() {
            self.missing_semicolon("the typedef");
        }
    }

    /// Whether the last error is that the name at a position is unknown.
    fn is_unknown_name(&mut self, span: Span) -> bool {
        self.cursor.diagnostics().iter().last().is_some_and(|found| found.unknown.is_some() && found.span == Some(span))
    }

    /// Another name of a type. A name that another type has already means neither.
    fn declare_alias(&mut self, name: Token, ty: TypeId, spec: &TypeSpec, explicit_major: Option<Major>) {
        match explicit_major {
            Some(major) => self.alias_majors.insert(name.symbol, major),
            None => self.alias_majors.remove(&name.symbol),
        };
        let entity = match spec.incomplete {
            Some(scope) => Entity::Incomplete(scope),
            None => Entity::Type(ty),
        };
        let is_same = ty == self.unknown || self.scopes.declared_here(name.symbol) == Some(entity);
        let is_first = is_same || self.note_name(name.symbol, name.span, Declared::Alias);
        self.scopes.declare(name.symbol, if is_first { entity } else { Entity::Dependent });
    }

    /// The type after the `=` of an alias, with its specifiers.
    pub(super) fn aliased_type(&mut self) -> Option<(TypeId, Specifiers)> {
        let specifiers = self.specifiers(Attributes::default())?;
        let dims = self.dimensions();
        Some((self.array_of(specifiers.ty, &dims), specifiers))
    }

    /// `using Colour = float3;`, `using namespace N;`, `using N::S;`.
    pub(super) fn using(&mut self) {
        let word = self.cursor.next();
        if self.at_keyword(Keyword::Namespace) {
            self.uses(Feature::Using, word.span);
            self.cursor.next();
            let path = self.path();
            match path.entity {
                Some(Entity::Namespace(scope)) => self.scopes.use_namespace(self.scopes.current, scope),
                Some(Entity::Dependent) => {}
                entity => {
                    let name = self.text(path.name).to_owned();
                    let found = Diagnostic::error(&codes::UNKNOWN_TYPE, format!("`{name}` is not a namespace"), path.span);
                    self.report(if entity.is_none() { found.unknown(name) } else { found });
                }
            }
        } else if self.cursor.peek_at(1).kind == TokenKind::Assign {
            self.uses(Feature::Using, word.span);
            let Some(name) = self.expect_name("a name") else { return self.recover() };
            self.cursor.next();
            let Some((ty, specifiers)) = self.aliased_type() else { return self.recover() };
            self.declare_alias(name, ty, &specifiers.spec, specifiers.explicit_major);
        } else {
            let path = self.path();
            match (path.entity, path.scope) {
                (Some(entity), Some(declared_in)) => {
                    let is_new = self.note_used(path.name, path.span, declared_in);
                    self.scopes.declare_used(path.name, if is_new { entity } else { Entity::Dependent }, declared_in);
                }
                (Some(entity), None) => drop(self.scopes.declare(path.name, entity)),
                (None, _) => {}
            }
            if let Some(declared_in) = path.scope {
                self.usage.declare_alias(self.scopes.current, path.name, declared_in);
            }
        }
        if self.cursor.eat(TokenKind::Semicolon).is_none() {
            self.missing_semicolon("the using declaration");
            self.recover();
        }
    }
}

/// How many elements an initializer lists: `{ 1, 2, 3 }` has 3.
fn count_elements(tokens: &[Token]) -> Option<u64> {
    let (first, rest) = tokens.split_first()?;
    if first.kind != TokenKind::BraceOpen {
        return None;
    }
    let (mut depth, mut count, mut pending) = (0u32, 0, false);
    for token in rest {
        match token.kind {
            TokenKind::BraceClose if depth == 0 => break,
            TokenKind::Comma if depth == 0 => {
                count += u64::from(pending);
                pending = false;
                continue;
            }
            TokenKind::BraceOpen | TokenKind::ParenOpen | TokenKind::BracketOpen => depth += 1,
            TokenKind::BraceClose | TokenKind::ParenClose | TokenKind::BracketClose => depth = depth.checked_sub(1)?,
            _ => {}
        }
        pending = true;
    }
    Some(count + u64::from(pending))
}
