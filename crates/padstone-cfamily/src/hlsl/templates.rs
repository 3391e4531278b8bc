//! Struct templates of HLSL 2021. A template is kept as its tokens, and read again for each set of arguments.

use std::rc::Rc;

use padstone_diag::{Diagnostic, codes, counted};
use padstone_model::{Major, Scalar, StructKind, TypeId};
use padstone_source::{Span, Symbol};
use rustc_hash::{FxHashMap, FxHashSet};

use super::annotations::Attributes;
use super::constants::{Fail, Int, Value};
use super::entities::{Argument, Entity, TemplateId};
use super::keywords::{Builtin, Word};
use super::redeclarations::Declared;
use super::scopes::{Horizon, ScopeId};
use super::versions::Feature;
use super::{Keyword, Parser};
use crate::constants::{Expressions, promoted};
use crate::cursor::Tokens;
use crate::reader::Reader;
use crate::usage::DeclaredCode;
use crate::{Token, TokenKind};

/// How many instances a translation unit may have: templates that hold others of themselves can require any number.
const MAX_INSTANCES: usize = 1 << 17;

/// How many characters of an argument's name stand in the name of an instance.
const MAX_ARGUMENT: usize = 200;

/// All struct templates and their instances.
#[derive(Default)]
pub(super) struct Templates {
    templates: Vec<Template>,
    /// How many instances there are, of all templates.
    instances: usize,
    /// How many of them are being read, each inside the one before.
    reading: usize,
    /// Whether one of those being read goes on for ever, which was reported. The others are left alone then: a template that
    /// holds two of itself would else be followed through all the branches of a tree.
    endless: bool,
    /// Those being read, each with the scope of its members, the innermost last.
    around: Vec<(TemplateId, ScopeId)>,
    /// Whether a template argument was incomplete, so that the instance is.
    pub(super) has_incomplete_argument: bool,
    /// The type that an expression turned out to be, with its position: an argument that begins with a member of an instance.
    pub(super) type_operand: Option<(Span, TypeId)>,
    /// Whether what follows `template<…>` is being read and is no struct: its name may have arguments.
    pub(super) reading_function: bool,
    /// What `#pragma pack_matrix` said where the template was declared that is being read.
    pack_matrix: Option<Option<Major>>,
    /// The bodies of all structs among the templates and specializations.
    struct_bodies: Vec<Rc<[Token]>>,
    /// Where those start that have been read for an instance.
    read_bodies: FxHashSet<Span>,
}

impl Templates {
    /// The scope of the innermost instance of a template that is being read.
    pub(super) fn instance_around(&self, template: TemplateId) -> Option<ScopeId> {
        self.around.iter().rev().find(|(around, _)| *around == template).map(|&(_, scope)| scope)
    }

    /// The scope that a template is declared in.
    pub(super) fn scope(&self, template: TemplateId) -> ScopeId {
        self.templates[template.0].scope
    }
}

struct Template {
    /// The qualified name.
    path: Symbol,
    /// The scope that it is declared in.
    scope: ScopeId,
    parameters: Vec<TemplateParameter>,
    body: Body,
    kind: TemplateKind,
    /// The partial specializations.
    partial: Vec<Rc<PartialSpecialization>>,
    instances: FxHashMap<Vec<Argument>, Entity>,
    /// The bodies of explicit specializations.
    specializations: FxHashMap<Vec<Argument>, Body>,
}

/// `template<typename T> struct S<T, 1> { … };`
struct PartialSpecialization {
    parameters: Vec<TemplateParameter>,
    /// The tokens of each argument.
    patterns: Vec<Rc<[Token]>>,
    body: Body,
}

/// What is read for each instance, and what it depends on where it stands.
#[derive(Clone)]
struct Body {
    /// From `:` or `{` to `}`; of an alias, from the type to the `;`.
    tokens: Rc<[Token]>,
    /// What `#pragma pack_matrix` says there.
    pack_matrix: Option<Major>,
    /// The names that are declared there.
    horizon: Horizon,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum TemplateKind {
    Struct,
    /// `template<typename T> using Pair = T[2];`.
    Alias,
}

#[derive(Clone)]
struct TemplateParameter {
    /// Empty if it has none.
    name: Symbol,
    span: Span,
    kind: ParameterKind,
    /// `typename... T`: any number of arguments.
    is_pack: bool,
    default: Option<Rc<[Token]>>,
}

#[derive(Clone)]
enum ParameterKind {
    Type,
    /// A value, with the tokens of its type, which earlier parameters may be part of.
    Value(Rc<[Token]>),
}

impl Parser<'_> {
    /// `template<typename T, int N = 4> struct …` or `… function`.
    pub(super) fn template(&mut self) {
        let word = self.cursor.next();
        self.uses(Feature::Templates, word.span);
        // On a new line, it is the next declaration, and this one is unfinished.
        if matches!(self.peek_keyword(), Some(Keyword::Struct | Keyword::Class)) && !self.cursor.peek().starts_line {
            return self.explicit_instantiation();
        }
        // In defaults and functions, the parameters stand for nothing known.
        let scope = self.scopes.add(self.scopes.path(self.scopes.current));
        let outer = std::mem::replace(&mut self.scopes.current, scope);
        let parameters = self.template_parameters();
        self.scopes.current = outer;
        let Some(parameters) = parameters else { return self.recover() };
        let mut attributes = Attributes::default();
        self.attributes(&mut attributes);
        match self.peek_keyword() {
            Some(Keyword::Struct | Keyword::Class) => {
                let name = self.cursor.peek_at(1);
                if name.kind == TokenKind::Ident && !self.words.is_keyword(name.symbol) {
                    return self.struct_template(parameters, scope);
                }
                self.cursor.next();
                self.expected("the name of the template");
                return self.recover();
            }
            Some(Keyword::Using) => return self.alias_template(parameters, scope),
            Some(Keyword::Enum | Keyword::CBuffer | Keyword::TBuffer | Keyword::Namespace | Keyword::Typedef) => {
                self.expected("a struct, a function, or `using`");
                return self.recover();
            }
            _ => {}
        }
        self.scopes.current = scope;
        let around = std::mem::replace(&mut self.templates.reading_function, true);
        if self.declaration(None).is_none() {
            self.recover();
        }
        self.templates.reading_function = around;
        self.scopes.current = outer;
    }

    /// `template struct Ring<float>;`, which places nothing.
    fn explicit_instantiation(&mut self) {
        self.cursor.next();
        let is_understood = self.type_specifier().is_some();
        if self.cursor.eat(TokenKind::Semicolon).is_none() {
            if is_understood {
                self.missing_semicolon("the instantiation");
            }
            self.recover();
        }
    }

    fn alias_template(&mut self, parameters: Vec<TemplateParameter>, scope: ScopeId) {
        let pack_matrix = self.pack_matrix();
        self.cursor.next();
        let Some(name) = self.expect_name("a name") else { return self.recover() };
        self.expect(TokenKind::Assign, "`=`");
        let body = self.collect_until(&[TokenKind::Semicolon]);
        if body.is_empty() {
            self.expected("a type");
        }
        self.expect(TokenKind::Semicolon, "`;`");
        self.end_of_template(name, scope);
        self.add_template(name, parameters, body, TemplateKind::Alias, pack_matrix);
    }

    /// Whatever names the template uses all that is used in it. `scope` is that of its parameters.
    fn end_of_template(&mut self, name: Token, scope: ScopeId) {
        let Token { symbol, span, .. } = name;
        let (declared_in, names_before) = (self.scopes.current, self.scopes.count());
        self.usage.end_of(DeclaredCode {
            name: symbol,
            scope: declared_in,
            body_scope: scope,
            is_generic: true,
            names_before,
            span,
            ty: None,
        });
    }

    fn add_template(
        &mut self,
        name: Token,
        parameters: Vec<TemplateParameter>,
        body: Rc<[Token]>,
        kind: TemplateKind,
        pack_matrix: Option<Major>,
    ) {
        let id = TemplateId(self.templates.templates.len());
        let (path, scope) = (self.qualified(name.symbol), self.scopes.current);
        let (partial, instances, specializations) = Default::default();
        let is_first = self.note_name(name.symbol, name.span, Declared::Template);
        self.scopes.declare(name.symbol, if is_first { Entity::Template(id) } else { Entity::Dependent });
        let body = Body { tokens: body, pack_matrix, horizon: self.scopes.here() };
        self.templates.templates.push(Template { path, scope, parameters, body, kind, partial, instances, specializations });
    }

    /// What `#pragma pack_matrix` says: in an instance, where the template stands.
    pub(super) fn pack_matrix(&self) -> Option<Major> {
        self.templates.pack_matrix.unwrap_or_else(|| self.cursor.preprocessor.pack_matrix())
    }

    /// `<typename T, int N = 4>`, in a scope of its own.
    fn template_parameters(&mut self) -> Option<Vec<TemplateParameter>> {
        self.expect(TokenKind::Less, "`<`")?;
        let mut parameters: Vec<TemplateParameter> = Vec::new();
        if self.cursor.eat(TokenKind::Greater).is_some() {
            return Some(parameters);
        }
        loop {
            let parameter = self.template_parameter()?;
            self.note_name(parameter.name, parameter.span, Declared::TemplateParameter);
            self.scopes.declare(parameter.name, Entity::Dependent);
            parameters.push(parameter);
            if self.cursor.eat(TokenKind::Greater).is_some() {
                return Some(parameters);
            }
            self.expect(TokenKind::Comma, "`,` or `>` after a template parameter")?;
        }
    }

    fn template_parameter(&mut self) -> Option<TemplateParameter> {
        let mut parameter = TemplateParameter {
            name: Symbol::EMPTY,
            span: self.cursor.peek().span,
            kind: ParameterKind::Type,
            is_pack: false,
            default: None,
        };
        if self.at_keyword(Keyword::Template) {
            self.cursor.next();
            self.expect(TokenKind::Less, "`<`")?;
            self.skip_angles();
        }
        let is_type = matches!(self.peek_keyword(), Some(Keyword::Typename | Keyword::Class));
        // `typename T::Kind kind` is a value.
        if is_type && self.cursor.peek_at(2).kind != TokenKind::ColonColon {
            self.cursor.next();
            parameter.is_pack = self.cursor.eat(TokenKind::Ellipsis).is_some();
            let name = if self.cursor.at(TokenKind::Ident) { Some(self.expect_name("a name")?) } else { None };
            parameter.name = name.map_or(Symbol::EMPTY, |name| name.symbol);
        } else {
            let ty = self.value_parameter(&mut parameter)?;
            parameter.kind = ParameterKind::Value(ty);
        }
        parameter.span = self.cursor.span_from(parameter.span);
        if self.cursor.eat(TokenKind::Assign).is_some() {
            let default = self.collect_until(&[TokenKind::Comma, TokenKind::Greater]);
            let is_understood = self.check_default(&parameter, default.clone());
            if default.is_empty() && !matches!(self.cursor.peek().kind, TokenKind::Comma | TokenKind::Greater) {
                return None;
            }
            parameter.default = is_understood.then_some(default);
        }
        Some(parameter)
    }

    /// The type of a value parameter, and its name: `unsigned int N`, `typename T::Kind kind`.
    fn value_parameter(&mut self, parameter: &mut TemplateParameter) -> Option<Rc<[Token]>> {
        let mut tokens = Vec::new();
        let mut has_type = false;
        loop {
            let token = self.cursor.peek();
            match (token.kind, self.words.get(token.symbol)) {
                (TokenKind::Ident, Some(Word::Keyword(Keyword::Unsigned | Keyword::Signed))) => {
                    // `unsigned` alone is a type.
                    let next = self.cursor.peek_at(1);
                    has_type = !matches!(self.words.get(next.symbol), Some(Word::Type(Builtin::Scalar(_))));
                }
                (TokenKind::Ident, Some(Word::Keyword(Keyword::Const | Keyword::Typename | Keyword::Enum))) => {}
                (TokenKind::Ident, Some(Word::Type(builtin))) if !has_type && self.scopes.lookup(token.symbol).is_none() => {
                    has_type = true;
                    self.check_parameter_type(builtin, token);
                }
                (TokenKind::Ident, None) if !has_type => {
                    has_type = true;
                    if self.scopes.lookup(token.symbol).is_none() {
                        let name = self.text(token.symbol).to_owned();
                        let found = Diagnostic::error(&codes::UNKNOWN_TYPE, format!("unknown type `{name}`"), token.span).unknown(name);
                        self.report(found.help("declare a type parameter as `typename T`, and a value parameter as `uint N`"));
                    }
                    // The rest of a qualified name.
                    while self.cursor.peek_at(1).kind == TokenKind::ColonColon && self.cursor.peek_at(2).kind == TokenKind::Ident {
                        tokens.extend([self.cursor.next(), self.cursor.next()]);
                    }
                }
                (TokenKind::Ident, _) if has_type && !self.words.is_keyword(token.symbol) => {
                    parameter.name = self.cursor.next().symbol;
                    return Some(tokens.into());
                }
                (TokenKind::Less, _) if has_type => {
                    tokens.push(self.cursor.next());
                    tokens.extend(self.collect_until(&[TokenKind::Greater]).iter());
                    if !self.cursor.at(TokenKind::Greater) {
                        self.expected("`>`");
                        return None;
                    }
                }
                (TokenKind::Ellipsis, _) if has_type => {
                    self.cursor.next();
                    parameter.is_pack = true;
                    continue;
                }
                _ if has_type => return Some(tokens.into()),
                _ => {
                    self.expected("a template parameter");
                    return None;
                }
            }
            tokens.push(self.cursor.next());
        }
    }

    /// Reports a value parameter of a type that is not an integer (ISO C++14, 14.1).
    fn check_parameter_type(&mut self, builtin: Builtin, token: Token) {
        if !matches!(builtin, Builtin::Scalar(scalar) if scalar == Scalar::Bool || Int::of(scalar).is_some()) {
            let message = format!("a template parameter cannot be a value of type `{}`", self.text(token.symbol));
            let found = Diagnostic::error(&codes::TEMPLATE_ARGUMENTS, message, token.span);
            self.report(found.help("use an integer, `bool` or an enum"));
        }
    }

    /// Whether a default is a type or a constant expression, as its parameter requires. If not, reports it.
    fn check_default(&mut self, parameter: &TemplateParameter, tokens: Rc<[Token]>) -> bool {
        let is_type = matches!(parameter.kind, ParameterKind::Type);
        if tokens.is_empty() {
            self.expected(if is_type { "a type" } else { "an expression" });
            return false;
        }
        // What names an instance is read where it is used.
        if tokens.iter().any(|token| token.kind == TokenKind::Less) {
            return true;
        }
        let at = tokens[0].span;
        if !is_type {
            let value = self.constant(tokens, at);
            return !matches!(value, Err(Fail::Report(_))) || self.reported(value).is_some();
        }
        self.cursor.replay(tokens, at);
        let is_type = self.type_specifier().is_some();
        self.dimensions();
        let is_whole = !is_type || self.cursor.at(TokenKind::End);
        if !is_whole {
            self.expected("`,` or `>` after a template parameter");
        }
        self.cursor.end_replay();
        is_type && is_whole
    }

    /// `scope` is that of the parameters.
    fn struct_template(&mut self, parameters: Vec<TemplateParameter>, scope: ScopeId) {
        // Behind the body, a pragma that follows it would count already.
        let pack_matrix = self.pack_matrix();
        self.cursor.next();
        let name = self.cursor.next();
        let specialized = match self.cursor.at(TokenKind::Less) {
            true if parameters.is_empty() => match self.template_arguments() {
                Ok(arguments) => Specialized::Fully(arguments),
                Err(_) => return self.recover(),
            },
            true => Specialized::Partially(self.argument_patterns()),
            false => Specialized::Not,
        };
        if self.cursor.at(TokenKind::Semicolon) {
            return;
        }
        if !matches!(self.cursor.peek().kind, TokenKind::BraceOpen | TokenKind::Colon) {
            self.expected("`{`");
            return self.recover();
        }
        let mut body = self.collect_until(&[TokenKind::BraceOpen, TokenKind::Semicolon]).to_vec();
        if self.cursor.at(TokenKind::BraceOpen) {
            self.usage.begin_members();
            self.collect_braces(&mut body);
        }
        self.end_of_template(name, scope);
        if self.cursor.eat(TokenKind::Semicolon).is_none() {
            self.expected("`;` after the closing brace");
        }
        let body = Body { tokens: body.into(), pack_matrix, horizon: self.scopes.here() };
        self.templates.struct_bodies.push(body.tokens.clone());
        let existing = match self.scopes.lookup_in(self.scopes.current, name.symbol) {
            Some(Entity::Template(id)) => Some(id),
            _ => None,
        };
        match (specialized, existing) {
            (Specialized::Not, _) if parameters.is_empty() => {
                let found = Diagnostic::error(&codes::TEMPLATE_ARGUMENTS, "a specialization requires template arguments", name.span);
                self.report(found.help("write the arguments after its name: `template<> struct S<float>`"));
            }
            (Specialized::Not, _) => {
                let first_required = parameters
                    .iter()
                    .skip_while(|parameter| parameter.default.is_none())
                    .find(|parameter| parameter.default.is_none() && !parameter.is_pack);
                if let Some(span) = first_required.map(|parameter| parameter.span) {
                    let found =
                        Diagnostic::error(&codes::TEMPLATE_ARGUMENTS, "a template parameter after a default requires one too", span);
                    self.report(found.help("add a default, or move the parameter before those with a default"));
                }
                self.add_template(name, parameters, body.tokens, TemplateKind::Struct, pack_matrix);
            }
            (_, None) => {
                let message = format!("`{}` is not a template that is declared here", self.text(name.symbol));
                let mut found = Diagnostic::error(&codes::UNKNOWN_TYPE, message, name.span);
                if self.scopes.lookup(name.symbol).is_none() {
                    found = found.unknown(self.text(name.symbol));
                }
                self.report(found.help("declare the template before its specializations, in the same namespace"));
            }
            (Specialized::Fully(arguments), Some(id)) => self.specialize(id, name, arguments, body),
            (Specialized::Partially(patterns), Some(id)) => {
                let is_supported = patterns.iter().all(|pattern| pattern.len() == 1 || !mentions(pattern, &parameters));
                if !is_supported {
                    let message = "partial specializations for arguments such as `T[N]` or `S<T>` are not supported";
                    let found = Diagnostic::error(&codes::UNSUPPORTED, message, name.span);
                    self.report(found.help("write a specialization for each set of arguments: `template<> struct S<float> { … };`"));
                }
                let specialization = PartialSpecialization { parameters, patterns, body };
                self.templates.templates[id.0].partial.push(Rc::new(specialization));
            }
        }
    }

    /// Adds an explicit specialization.
    fn specialize(&mut self, id: TemplateId, name: Token, arguments: Vec<Argument>, body: Body) {
        let scope = self.scopes.add_in(self.templates.templates[id.0].scope, self.templates.templates[id.0].path);
        let Some(arguments) = self.bind_arguments(id, name, arguments, scope) else { return };
        let template = &mut self.templates.templates[id.0];
        let is_late = template.instances.contains_key(&arguments);
        let is_second = template.specializations.contains_key(&arguments);
        if !is_late && !is_second {
            template.specializations.insert(arguments, body);
            return;
        }
        template.instances.insert(arguments, Entity::Dependent);
        let text = self.text(name.symbol).to_owned();
        self.report(if is_late {
            let message = format!("`{text}` is specialized after its first use");
            let found = Diagnostic::error(&codes::SPECIALIZED_LATE, message, name.span);
            found.help("move the specialization before the first use of the template with these arguments")
        } else {
            let message = format!("`{text}` is specialized twice for the same arguments");
            Diagnostic::error(&codes::REDEFINITION, message, name.span).help("remove one of the specializations")
        });
    }

    /// The tokens of each argument of a partial specialization.
    fn argument_patterns(&mut self) -> Vec<Rc<[Token]>> {
        self.cursor.next();
        let mut patterns = Vec::new();
        loop {
            patterns.push(self.collect_until(&[TokenKind::Comma, TokenKind::Greater]));
            if self.cursor.eat(TokenKind::Comma).is_none() {
                break;
            }
        }
        self.expect(TokenKind::Greater, "`>`");
        patterns
    }

    /// Takes a balanced `{ … }`.
    fn collect_braces(&mut self, body: &mut Vec<Token>) {
        let open = self.cursor.peek().span;
        let mut depth = 0u32;
        loop {
            let token = self.cursor.next();
            match token.kind {
                TokenKind::BraceOpen => depth += 1,
                TokenKind::BraceClose => depth -= 1,
                TokenKind::End => {
                    self.error(&codes::UNCLOSED, "unclosed delimiter", open);
                    return;
                }
                _ => {}
            }
            self.usage.see(token);
            body.push(token);
            if depth == 0 {
                return;
            }
        }
    }

    /// `<float3, 4>`. Nothing known if an argument is not understood, which has been reported.
    fn template_arguments(&mut self) -> Result<Vec<Argument>, Fail> {
        self.cursor.next();
        let mut arguments = Vec::new();
        while !self.cursor.at(TokenKind::Greater) {
            match self.template_argument() {
                Ok(argument) => arguments.push(argument),
                Err(fail) => {
                    if let Fail::Report(found) = fail {
                        // A number that grows from instance to instance: without its limit, they go on for ever.
                        if *found.code == codes::CONSTANT_OVERFLOW {
                            self.give_up_instances();
                        }
                        self.report(*found);
                    }
                    self.skip_angles();
                    return Err(Fail::Dependent);
                }
            }
            if self.cursor.eat(TokenKind::Comma).is_none() && !self.cursor.at(TokenKind::Greater) {
                self.expected("`,` or `>`");
                self.skip_angles();
                return Err(Fail::Dependent);
            }
        }
        self.cursor.next();
        let unknown = self.unknown;
        if arguments.contains(&Argument::Type(unknown)) {
            return Err(Fail::Dependent);
        }
        Ok(arguments)
    }

    /// The type that a template with the arguments at this place (`<…>`) stands for.
    pub(super) fn instantiate(&mut self, template: TemplateId, name: Token) -> Entity {
        let Ok(arguments) = self.template_arguments() else {
            let is_incomplete = std::mem::take(&mut self.templates.has_incomplete_argument);
            return if is_incomplete { Entity::Incomplete(self.scopes.add(Symbol::EMPTY)) } else { Entity::Dependent };
        };
        let text = self.text(name.symbol).to_owned();
        let inner = self.scopes.add_in(self.templates.templates[template.0].scope, self.templates.templates[template.0].path);
        let Some(arguments) = self.bind_arguments(template, name, arguments, inner) else { return Entity::Dependent };
        let known = self.templates.templates[template.0].instances.get(&arguments);
        // An instance may name itself, as a result or a parameter of its methods; it is incomplete there.
        if let Some(&entity) = known {
            return entity;
        }
        if self.templates.endless {
            return Entity::Dependent;
        }
        self.templates.instances += 1;
        if self.templates.instances > MAX_INSTANCES {
            if self.templates.instances == MAX_INSTANCES + 1 {
                let message = format!("`{text}` exceeds the limit of {MAX_INSTANCES} template instances");
                self.error(&codes::TOO_MANY_INSTANCES, message, name.span);
            }
            return Entity::Dependent;
        }
        let Some((body, scope)) = self.instance_body(template, name, &arguments, inner) else { return Entity::Dependent };
        self.templates.templates[template.0].instances.insert(arguments.clone(), Entity::Incomplete(scope));
        self.templates.around.push((template, scope));
        let entity = self.read_instance(template, name.span, &arguments, body, scope).map_or(Entity::Dependent, Entity::Type);
        self.templates.around.pop();
        self.templates.templates[template.0].instances.insert(arguments, entity);
        entity
    }

    /// Declares the parameters of a template in `inner` as its arguments, converted to the types of the parameters and completed by
    /// the defaults. Returns them, or `None` after reporting those that do not suit.
    fn bind_arguments(&mut self, template: TemplateId, name: Token, mut arguments: Vec<Argument>, inner: ScopeId) -> Option<Vec<Argument>> {
        let parameters = self.templates.templates[template.0].parameters.clone();
        let text = self.text(name.symbol).to_owned();
        if parameters.iter().any(|parameter| parameter.is_pack) {
            let message = format!("`{text}` has a parameter pack, which is not supported");
            let found = Diagnostic::error(&codes::UNSUPPORTED, message, name.span);
            self.report(found.help("write a template with a fixed number of parameters"));
            return None;
        }
        if arguments.len() > parameters.len() {
            let message = format!("`{text}` takes {}, found {}", counted(parameters.len(), "argument"), arguments.len());
            self.error(&codes::TEMPLATE_ARGUMENTS, message, name.span);
            return None;
        }
        let outer = std::mem::replace(&mut self.scopes.current, inner);
        let mut is_suitable = true;
        for (index, parameter) in parameters.iter().enumerate() {
            if index == arguments.len() {
                let default = self.default_argument(parameter, name.span);
                if default.is_none() && parameter.default.is_none() {
                    let message = format!("`{text}` takes {}, found {index}", counted(parameters.len(), "argument"));
                    self.error(&codes::TEMPLATE_ARGUMENTS, message, name.span);
                }
                let Some(argument) = default else {
                    is_suitable = false;
                    break;
                };
                arguments.push(argument);
            }
            let Some(argument) = self.suited(arguments[index], parameter, name.span) else {
                is_suitable = false;
                break;
            };
            arguments[index] = argument;
            self.scopes.declare_in(inner, parameter.name, entity_of(argument));
        }
        self.scopes.current = outer;
        is_suitable.then_some(arguments)
    }

    /// An argument converted to the type of its parameter, or `None` after reporting that it does not suit.
    fn suited(&mut self, argument: Argument, parameter: &TemplateParameter, at: Span) -> Option<Argument> {
        let (tokens, constant) = match (&parameter.kind, argument) {
            (ParameterKind::Type, Argument::Type(_)) => return Some(argument),
            (ParameterKind::Value(tokens), Argument::Value(constant)) => (tokens.clone(), constant),
            (kind, _) => {
                let (wanted, found) = if matches!(kind, ParameterKind::Type) { ("a type", "a value") } else { ("a value", "a type") };
                let message = format!("the template requires {wanted} for {}, found {found}", self.parameter_name(parameter));
                self.error(&codes::TEMPLATE_ARGUMENTS, message, at);
                return None;
            }
        };
        self.cursor.replay(tokens, at);
        let spec = self.type_specifier();
        self.cursor.end_replay();
        let ty = spec?.ty;
        if ty == self.unknown {
            return None;
        }
        let stored = match (constant.value, self.stored_as(constant.value, ty)) {
            (Value::Float(_), _) | (_, None) => None,
            (_, stored) => stored,
        };
        let Some(stored) = stored.filter(|stored| stored.scoped_enum == constant.scoped_enum) else {
            let ty = self.type_text(ty);
            let message = format!("the template requires a value of type `{ty}` for {}", self.parameter_name(parameter));
            let found = Diagnostic::error(&codes::TEMPLATE_ARGUMENTS, message, at);
            self.report(found.help(format!("convert the argument: `({ty})`")));
            return None;
        };
        // A conversion that changes the value is an error (ISO C++14, 5.20).
        if promoted(stored.value).0 != promoted(constant.value).0 {
            let (value, ty) = (constant.value, self.type_text(ty));
            let message = format!("{value} does not fit in `{ty}`, the type of {}", self.parameter_name(parameter));
            let found = Diagnostic::error(&codes::CONSTANT_OVERFLOW, message, at);
            self.report(found.help("use a smaller value, or another type for the template parameter"));
            return None;
        }
        Some(Argument::Value(stored))
    }

    fn parameter_name(&self, parameter: &TemplateParameter) -> String {
        if parameter.name.is_empty() { "a parameter without a name".to_owned() } else { format!("`{}`", self.text(parameter.name)) }
    }

    /// What is read for an instance, and the scope of its parameters: the specialization for its arguments, a partial one that they
    /// match, or the template. `None` if that is not known, which has been reported.
    fn instance_body(&mut self, id: TemplateId, name: Token, arguments: &[Argument], inner: ScopeId) -> Option<(Body, ScopeId)> {
        let template = &self.templates.templates[id.0];
        if let Some(body) = template.specializations.get(arguments) {
            return Some((body.clone(), inner));
        }
        let (primary, scope, path) = (template.body.clone(), template.scope, template.path);
        let mut found = None;
        let parameters = template.parameters.clone();
        for partial in template.partial.clone() {
            let around = self.scopes.add_in(scope, path);
            if !self.matches(&partial, arguments, around, name.span)? {
                continue;
            }
            if found.is_some() {
                let message = format!("several partial specializations of `{}` match these arguments", self.text(name.symbol));
                let found = Diagnostic::error(&codes::UNSUPPORTED, message, name.span);
                self.report(found.help("write a specialization for these arguments: `template<> struct …`"));
                return None;
            }
            self.note_parameters(around, &partial.parameters);
            found = Some((partial.body.clone(), around));
        }
        Some(found.unwrap_or_else(|| {
            self.note_parameters(inner, &parameters);
            (primary, inner)
        }))
    }

    /// Notes parameters as names of an instance, whose members must have others (ISO C++14, 14.6.1).
    fn note_parameters(&mut self, scope: ScopeId, parameters: &[TemplateParameter]) {
        let outer = std::mem::replace(&mut self.scopes.current, scope);
        for parameter in parameters {
            self.note_name(parameter.name, parameter.span, Declared::TemplateParameter);
        }
        self.scopes.current = outer;
    }

    /// Whether arguments match a partial specialization, whose parameters are then declared in `scope`. `None` if that is not known.
    fn matches(&mut self, partial: &PartialSpecialization, arguments: &[Argument], scope: ScopeId, at: Span) -> Option<bool> {
        if partial.patterns.len() != arguments.len() {
            return None;
        }
        let mut bound: FxHashMap<Symbol, Argument> = FxHashMap::default();
        for (pattern, &argument) in partial.patterns.iter().zip(arguments) {
            let expected = match pattern[..] {
                [name] if mentions(pattern, &partial.parameters) => *bound.entry(name.symbol).or_insert(argument),
                _ if mentions(pattern, &partial.parameters) => return None,
                _ => {
                    let outer = std::mem::replace(&mut self.scopes.current, scope);
                    self.cursor.replay(pattern.clone(), at);
                    let expected = self.template_argument();
                    self.cursor.end_replay();
                    self.scopes.current = outer;
                    self.reported(expected)?
                }
            };
            if promoted_argument(expected) != promoted_argument(argument) {
                return Some(false);
            }
        }
        for parameter in &partial.parameters {
            let argument = *bound.get(&parameter.name)?;
            self.scopes.declare_in(scope, parameter.name, entity_of(argument));
        }
        Some(true)
    }

    /// Says that the instances being read go on for ever.
    pub(super) fn give_up_instances(&mut self) {
        self.templates.endless = self.templates.reading > 0;
    }

    fn default_argument(&mut self, parameter: &TemplateParameter, at: Span) -> Option<Argument> {
        let tokens = parameter.default.clone()?;
        self.cursor.replay(tokens, at);
        let argument = self.template_argument();
        self.cursor.end_replay();
        self.reported(argument)
    }

    fn read_instance(&mut self, template: TemplateId, at: Span, arguments: &[Argument], body: Body, scope: ScopeId) -> Option<TypeId> {
        let path = self.instance_name(template, arguments);
        let kind = self.templates.templates[template.0].kind;
        self.templates.read_bodies.extend(body.tokens.first().map(|first| first.span));
        self.cursor.replay(body.tokens, at);
        let horizon = self.scopes.horizon.replace(body.horizon);
        let pack_matrix = self.templates.pack_matrix.replace(body.pack_matrix);
        // The instance is read where the template stands, so that names mean what they mean there.
        let around = self.scopes.parent(scope);
        let outer = std::mem::replace(&mut self.scopes.current, if kind == TemplateKind::Alias { scope } else { around });
        self.templates.reading += 1;
        let ty = self.nested(|parser| match kind {
            TemplateKind::Struct => parser.record_body(path, at, StructKind::Instance, scope),
            TemplateKind::Alias => parser.aliased_type().map(|(ty, _)| ty),
        });
        self.templates.reading -= 1;
        self.templates.endless &= self.templates.reading > 0;
        let ty = ty.flatten();
        self.scopes.current = outer;
        self.scopes.horizon = horizon;
        self.templates.pack_matrix = pack_matrix;
        self.cursor.end_replay();
        ty
    }

    /// Checks the bodies that no instance was read from.
    pub(super) fn check_unread_templates(&mut self) {
        for body in std::mem::take(&mut self.templates.struct_bodies) {
            let is_first = body.first().is_some_and(|first| self.templates.read_bodies.insert(first.span));
            if is_first {
                self.refuse_annotations_in(&body);
            }
        }
    }

    /// `Pair<float3, 4>`.
    fn instance_name(&mut self, template: TemplateId, arguments: &[Argument]) -> Symbol {
        let mut name = self.text(self.templates.templates[template.0].path).to_owned();
        for (index, argument) in arguments.iter().enumerate() {
            name.push_str(if index == 0 { "<" } else { ", " });
            match *argument {
                Argument::Type(ty) => {
                    let text = self.type_text(ty);
                    match text.char_indices().nth(MAX_ARGUMENT) {
                        None => name.push_str(&text),
                        // Arguments of arguments of arguments: their names together could have any length.
                        Some((end, _)) => name.push_str(&format!("{}…#{}", &text[..end], ty.index())),
                    }
                }
                Argument::Value(constant) => name.push_str(&constant.value.to_string()),
            }
        }
        name.push('>');
        self.intern(&name)
    }
}

/// What the name after `template<…> struct` is followed by.
enum Specialized {
    Not,
    Fully(Vec<Argument>),
    Partially(Vec<Rc<[Token]>>),
}

/// Whether one of the parameters is in a pattern.
fn mentions(pattern: &[Token], parameters: &[TemplateParameter]) -> bool {
    pattern.iter().any(|token| token.kind == TokenKind::Ident && parameters.iter().any(|parameter| parameter.name == token.symbol))
}

/// What a template parameter stands for.
fn entity_of(argument: Argument) -> Entity {
    match argument {
        Argument::Type(ty) => Entity::Type(ty),
        Argument::Value(value) => Entity::Constant(value),
    }
}

/// An argument without the type of its value: a pattern `1` matches `true`.
fn promoted_argument(argument: Argument) -> (Option<TypeId>, i128) {
    match argument {
        Argument::Type(ty) => (Some(ty), 0),
        Argument::Value(constant) => (constant.scoped_enum, promoted(constant.value).0),
    }
}
