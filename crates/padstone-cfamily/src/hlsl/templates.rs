//! Struct templates of HLSL 2021. A template is kept as its tokens, and read again for each set of arguments.

use std::rc::Rc;

use padstone_diag::{Diagnostic, codes, counted};
use padstone_model::{Major, StructKind, TypeId};
use padstone_source::{Span, Symbol};
use rustc_hash::FxHashMap;

use super::annotations::Attributes;
use super::constants::Fail;
use super::scopes::{Entity, Horizon, ScopeId};
use super::type_names::Argument;
use super::versions::Feature;
use super::{Keyword, Parser};
use crate::cursor::Tokens;
use crate::reader::Reader;
use crate::{Token, TokenKind};

/// How many instances a translation unit may have: templates that hold others of themselves can require any number.
const MAX_INSTANCES: usize = 1 << 17;

/// How many characters of an argument's name stand in the name of an instance.
const MAX_ARGUMENT: usize = 200;

/// An index into [`Templates`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct TemplateId(usize);

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
    /// Whether a template argument was incomplete, so that the instance is.
    pub(super) has_incomplete_argument: bool,
    /// Whether what follows `template<…>` is being read and is no struct: its name may have arguments.
    pub(super) reading_function: bool,
    /// What `#pragma pack_matrix` said where the template was declared that is being read.
    pack_matrix: Option<Option<Major>>,
}

struct Template {
    /// The qualified name.
    path: Symbol,
    /// The scope that it is declared in.
    scope: ScopeId,
    parameters: Vec<TemplateParameter>,
    body: Body,
    kind: TemplateKind,
    /// Whether there is a partial specialisation, which may be meant by any arguments.
    partial: bool,
    instances: FxHashMap<Vec<Argument>, Entity>,
    /// The bodies of explicit specialisations.
    specializations: FxHashMap<Vec<Argument>, Body>,
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
    name: Symbol,
    default: Option<Rc<[Token]>>,
}

impl Parser<'_> {
    /// `template<typename T, int N = 4> struct …` or `… function`.
    pub(super) fn template(&mut self) {
        let word = self.cursor.next();
        self.uses(Feature::Templates, word.span);
        let Some(parameters) = self.template_parameters() else { return self.recover() };
        let mut attributes = Attributes::default();
        self.attributes(&mut attributes);
        if matches!(self.peek_keyword(), Some(Keyword::Struct | Keyword::Class)) {
            if self.cursor.peek_at(1).kind == TokenKind::Ident {
                return self.struct_template(parameters);
            }
            self.cursor.next();
            self.expected("the name of the template");
            return self.recover();
        }
        if self.at_keyword(Keyword::Using) {
            return self.alias_template(parameters);
        }
        // A function or variable: its parameters stand for nothing known.
        let scope = self.scopes.add(self.scopes.path(self.scopes.current));
        for parameter in &parameters {
            self.scopes.declare_in(scope, parameter.name, Entity::Dependent);
        }
        let outer = std::mem::replace(&mut self.scopes.current, scope);
        let around = std::mem::replace(&mut self.templates.reading_function, true);
        if self.declaration(None).is_none() {
            self.recover();
        }
        self.templates.reading_function = around;
        self.scopes.current = outer;
    }

    fn alias_template(&mut self, parameters: Vec<TemplateParameter>) {
        let pack_matrix = self.pack_matrix();
        self.cursor.next();
        let Some(name) = self.expect(TokenKind::Ident, "a name") else { return self.recover() };
        self.expect(TokenKind::Assign, "`=`");
        let body = self.collect_until(&[TokenKind::Semicolon]);
        self.expect(TokenKind::Semicolon, "`;`");
        self.usage.end_of(name.symbol, name.span);
        self.add_template(name, parameters, body, TemplateKind::Alias, pack_matrix);
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
        let (instances, specializations) = Default::default();
        self.scopes.declare(name.symbol, Entity::Template(id));
        let body = Body { tokens: body, pack_matrix, horizon: self.scopes.here() };
        self.templates.templates.push(Template { path, scope, parameters, body, kind, partial: false, instances, specializations });
    }

    /// What `#pragma pack_matrix` says: in an instance, where the template stands.
    pub(super) fn pack_matrix(&self) -> Option<Major> {
        self.templates.pack_matrix.unwrap_or_else(|| self.cursor.preprocessor.pack_matrix())
    }

    fn template_parameters(&mut self) -> Option<Vec<TemplateParameter>> {
        self.expect(TokenKind::Less, "`<`")?;
        let mut parameters = Vec::new();
        while !self.cursor.at(TokenKind::Greater) {
            self.parameter_type(&parameters);
            let is_type = matches!(self.peek_keyword(), Some(Keyword::Typename | Keyword::Class));
            // The name is the last word before a default, a comma or the end.
            let (mut name, mut words, mut is_qualified) = (None, 0, false);
            loop {
                let token = self.cursor.peek();
                match token.kind {
                    TokenKind::Comma | TokenKind::Greater | TokenKind::Assign => break,
                    // `typename T` has no second name; `typename T::Kind kind` is a value of a type of another type.
                    TokenKind::Ident if is_type && words == 2 && !is_qualified => {
                        self.expected("`,` or `>` after a template parameter");
                        return None;
                    }
                    TokenKind::Ident => (name, words) = (Some(token.symbol), words + 1),
                    TokenKind::ColonColon => is_qualified = true,
                    TokenKind::Ellipsis => {}
                    TokenKind::Less => {
                        self.cursor.next();
                        self.skip_angles();
                        continue;
                    }
                    _ => {
                        self.expected("a template parameter");
                        return None;
                    }
                }
                self.cursor.next();
            }
            let default = self.cursor.eat(TokenKind::Assign).map(|_| self.collect_until(&[TokenKind::Comma, TokenKind::Greater]));
            parameters.push(TemplateParameter { name: name.unwrap_or(Symbol::EMPTY), default });
            self.cursor.eat(TokenKind::Comma);
        }
        self.cursor.next();
        Some(parameters)
    }

    /// Reports that a parameter begins with a word that is no type: `N` where its type was left out.
    fn parameter_type(&mut self, before: &[TemplateParameter]) {
        let token = self.cursor.peek();
        let is_known = self.keyword(token).is_some()
            || self.words.get(token.symbol).is_some()
            || self.scopes.lookup(token.symbol).is_some()
            || before.iter().any(|parameter| parameter.name == token.symbol);
        if token.kind == TokenKind::Ident && !is_known {
            let message = format!("unknown type `{}`", self.text(token.symbol));
            let found = Diagnostic::error(&codes::UNKNOWN_TYPE, message, token.span);
            self.report(found.help("declare a type parameter as `typename T`, and a value parameter as `uint N`"));
        }
    }

    fn struct_template(&mut self, parameters: Vec<TemplateParameter>) {
        // Behind the body, a pragma that follows it would count already.
        let pack_matrix = self.pack_matrix();
        self.cursor.next();
        let name = self.cursor.next();
        let specialized = match self.cursor.at(TokenKind::Less) {
            true if parameters.is_empty() => match self.template_arguments() {
                Ok(arguments) => Some(arguments),
                Err(_) => return self.recover(),
            },
            true => {
                self.cursor.next();
                self.skip_angles();
                Some(Vec::new())
            }
            false => None,
        };
        if self.cursor.at(TokenKind::Semicolon) {
            return;
        }
        let mut body = self.collect_until(&[TokenKind::BraceOpen, TokenKind::Semicolon]).to_vec();
        if self.cursor.at(TokenKind::BraceOpen) {
            self.collect_braces(&mut body);
        }
        self.usage.end_of(name.symbol, name.span);
        if self.cursor.eat(TokenKind::Semicolon).is_none() {
            self.expected("`;` after the closing brace");
        }
        let existing = self.scopes.lookup_in(self.scopes.current, name.symbol);
        match (specialized, existing) {
            (None, Some(first @ (Entity::Template(_) | Entity::Type(_)))) => self.redefinition(name.symbol, name.span, first),
            (None, _) => self.add_template(name, parameters, body.into(), TemplateKind::Struct, pack_matrix),
            (Some(arguments), Some(Entity::Template(id))) if parameters.is_empty() => {
                if self.templates.templates[id.0].instances.contains_key(&arguments) {
                    let message = format!("`{}` is specialized after its first use", self.text(name.symbol));
                    let found = Diagnostic::error(&codes::SPECIALIZED_LATE, message, name.span);
                    self.report(found.help("move the specialization before the first use of the template with these arguments"));
                    self.templates.templates[id.0].instances.insert(arguments, Entity::Dependent);
                    return;
                }
                let body = Body { tokens: body.into(), pack_matrix, horizon: self.scopes.here() };
                self.templates.templates[id.0].specializations.insert(arguments, body);
            }
            (Some(_), existing) => {
                if let Some(Entity::Template(id)) = existing {
                    self.templates.templates[id.0].partial = true;
                }
                let found = Diagnostic::error(&codes::UNSUPPORTED, "partial template specializations are not supported", name.span);
                self.report(found.help("write a specialization for each set of arguments: `template<> struct S<float> { … };`"));
            }
        }
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
        let Ok(mut arguments) = self.template_arguments() else {
            let is_incomplete = std::mem::take(&mut self.templates.has_incomplete_argument);
            return if is_incomplete { Entity::Incomplete } else { Entity::Dependent };
        };
        let parameters = self.templates.templates[template.0].parameters.clone();
        let scope = self.templates.templates[template.0].scope;
        let text = self.text(name.symbol).to_owned();
        if arguments.len() > parameters.len() {
            let message = format!("`{text}` takes {}, found {}", counted(parameters.len(), "argument"), arguments.len());
            self.error(&codes::TEMPLATE_ARGUMENTS, message, name.span);
            return Entity::Dependent;
        }
        let inner = self.scopes.add_in(scope, self.templates.templates[template.0].path);
        let outer = std::mem::replace(&mut self.scopes.current, inner);
        let mut complete = true;
        for (index, parameter) in parameters.iter().enumerate() {
            if index == arguments.len() {
                match self.default_argument(parameter, name.span) {
                    Some(argument) => arguments.push(argument),
                    None => {
                        let message = format!("`{text}` takes {}, found {index}", counted(parameters.len(), "argument"));
                        self.error(&codes::TEMPLATE_ARGUMENTS, message, name.span);
                        complete = false;
                        break;
                    }
                }
            }
            let entity = match arguments[index] {
                Argument::Type(ty) => Entity::Type(ty),
                Argument::Value(value) => Entity::Constant(value),
            };
            self.scopes.declare_in(inner, parameter.name, entity);
        }
        self.scopes.current = outer;
        if !complete {
            return Entity::Dependent;
        }
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
        self.templates.templates[template.0].instances.insert(arguments.clone(), Entity::Incomplete);
        let entity = self.read_instance(template, name.span, &arguments, inner).map_or(Entity::Dependent, Entity::Type);
        self.templates.templates[template.0].instances.insert(arguments, entity);
        entity
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
        argument.ok()
    }

    fn read_instance(&mut self, template: TemplateId, at: Span, arguments: &[Argument], scope: ScopeId) -> Option<TypeId> {
        let path = self.instance_name(template, arguments);
        let template = &self.templates.templates[template.0];
        let specialized = template.specializations.get(arguments);
        if template.partial && specialized.is_none() {
            return None;
        }
        let kind = template.kind;
        let body = specialized.unwrap_or(&template.body).clone();
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
                Argument::Value(value) => name.push_str(&value.to_string()),
            }
        }
        name.push('>');
        self.intern(&name)
    }
}
