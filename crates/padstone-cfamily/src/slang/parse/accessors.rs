//! Initializers, subscripts and properties, and the accessors of the latter two.

use padstone_diag::{Diagnostic, codes};
use padstone_source::Span;

use super::super::keywords::Keyword;
use super::super::tree::{Accessors, Decl, DeclId, DeclKind, Ident};
use super::Parser;
use super::functions::ParameterSyntax;
use super::modifiers::DeclPrefix;
use crate::TokenKind;
use crate::cursor::Tokens;
use crate::reader::Reader;

impl Parser<'_, '_> {
    /// `__init(…) { … }`, `__subscript(int i) -> T { … }`, `property float p { … }`.
    pub(super) fn accessor(&mut self, mut prefix: DeclPrefix) -> Option<()> {
        let word = self.cursor.next();
        let keyword = self.keyword(word);
        let mut name = Ident { symbol: word.symbol, span: word.span };
        let (mut parameters, mut result) = (Vec::new(), None);
        let postfix = self.cursor.peek();
        if matches!(postfix.kind, TokenKind::ParenOpen | TokenKind::Less) {
            prefix.generics = self.generic_parameters().or(prefix.generics);
            parameters = self.parameters(ParameterSyntax::TypeFirst)?;
            if keyword == Some(Keyword::Subscript) && self.cursor.eat(TokenKind::Arrow).is_some() {
                result = Some(self.type_expression()?);
            }
        } else if self.cursor.peek_at(1).kind == TokenKind::Colon {
            name = self.ident_here();
            self.cursor.next();
            result = Some(self.type_expression()?);
        } else {
            result = Some(self.type_expression()?);
            name = self.name("a property name")?;
        }
        self.where_clauses(&mut prefix.generics);
        if keyword == Some(Keyword::Subscript) && result.is_none() {
            let found = Diagnostic::error(&codes::UNEXPECTED_TOKEN, "`__subscript` requires a result type after `->`", postfix.span);
            self.report(found.help("write, for example, `__subscript(int index) -> float`"));
        }
        let (accessors, setter) = match keyword {
            Some(Keyword::Init) => {
                let has_body = self.accessor_body("an initializer")?;
                if has_body && self.is_in_interface() {
                    self.required_body(word.span);
                }
                (Accessors::default(), Vec::new())
            }
            _ => self.accessors(keyword == Some(Keyword::Property))?,
        };
        let id = self.declare(name, prefix, DeclKind::Accessor { parameters: parameters.clone(), result, accessors });
        for parameter in parameters {
            self.tree.adopt(id, parameter);
        }
        for parameter in setter {
            self.tree.add_member(id, parameter);
        }
        Some(())
    }

    fn is_in_interface(&self) -> bool {
        matches!(self.tree.decls[self.place].kind, DeclKind::Interface { .. })
    }

    /// `{ get { … } set(float value) { … } }`, or `;`. Returns the accessors, and the parameters of all.
    fn accessors(&mut self, is_property: bool) -> Option<(Accessors, Vec<DeclId>)> {
        let (mut accessors, mut all_parameters, mut bodies) = (Accessors::default(), Vec::new(), Vec::new());
        if self.cursor.eat(TokenKind::Semicolon).is_some() {
            return Some((accessors, all_parameters));
        }
        let open = self.expect(TokenKind::BraceOpen, "`{` or `;` after an accessor")?;
        while self.cursor.eat(TokenKind::BraceClose).is_none() {
            match self.one_accessor(&mut accessors, &mut all_parameters) {
                Some(body) => bodies.push(body),
                None if self.cursor.at(TokenKind::End) => {
                    self.missing_brace(open.span);
                    return Some((accessors, all_parameters));
                }
                None => {
                    self.skip_braces(open.span);
                    return Some((accessors, all_parameters));
                }
            }
        }
        accessors.has_bodies = !bodies.is_empty() && bodies.iter().all(|(_, has_body)| *has_body);
        if self.is_in_interface() {
            self.check_bodies(&bodies, is_property);
        }
        Some((accessors, all_parameters))
    }

    /// Parses one accessor. Returns its position, and whether it has a body.
    fn one_accessor(&mut self, accessors: &mut Accessors, all_parameters: &mut Vec<DeclId>) -> Option<(Span, bool)> {
        self.modifiers();
        let word = self.cursor.peek();
        let name = if word.kind == TokenKind::Ident { self.text(word.symbol) } else { "" };
        let is_setter = name == "set";
        match name {
            "get" => accessors.gets = true,
            "set" => accessors.sets = true,
            "ref" => accessors.refers = true,
            _ => {
                self.expected("`get`, `set`, `ref`, or `}`");
                return None;
            }
        }
        self.cursor.next();
        if self.cursor.at(TokenKind::ParenOpen) {
            let parameters = self.accessor_parameters()?;
            self.check_accessor_parameters(word.span, is_setter, &parameters);
            if is_setter {
                accessors.set = parameters.first().copied();
            }
            all_parameters.extend(parameters);
        }
        let has_body = self.accessor_body("an accessor")?;
        Some((word.span, has_body))
    }

    /// `(float value)`, `(value : float)`, `(value)`.
    fn accessor_parameters(&mut self) -> Option<Vec<DeclId>> {
        if self.cursor.peek_at(1).kind != TokenKind::Ident || self.cursor.peek_at(2).kind != TokenKind::ParenClose {
            return self.parameters(ParameterSyntax::NameFirst);
        }
        self.cursor.next();
        let name = self.ident_here();
        self.cursor.next();
        let kind = DeclKind::Variable { ty: None, value: None, bits: None };
        Some(vec![self.tree.declare(Decl::new(name, None, self.module, kind), false)])
    }

    /// A setter has at most one parameter, and a getter none (E31108 and E31112 of slangc).
    fn check_accessor_parameters(&mut self, word: Span, is_setter: bool, parameters: &[DeclId]) {
        let (message, position) = match (is_setter, parameters) {
            (true, [_, second, ..]) => ("a setter takes at most one parameter", self.tree.decls[*second].span),
            (false, [_, ..]) => ("only a setter takes a parameter", word),
            _ => return,
        };
        let found = Diagnostic::error(&codes::ACCESSOR, message, position);
        self.report(found.help("remove the parameter"));
    }

    /// Reports interface requirements with a body: a property as a whole (E30317 of slangc), and an accessor of a subscript (E30318).
    fn check_bodies(&mut self, accessors: &[(Span, bool)], is_property: bool) {
        let with_body = accessors.iter().filter(|(_, has_body)| *has_body);
        let is_partial = accessors.iter().any(|(_, has_body)| !has_body);
        let reported = if is_partial {
            1
        } else if is_property {
            accessors.len()
        } else {
            0
        };
        for &(position, _) in with_body.take(reported) {
            self.required_body(position);
        }
    }

    /// Reports an interface requirement with a body that is not a function (E30317 and E30318 of slangc).
    fn required_body(&mut self, span: Span) {
        let found = Diagnostic::error(&codes::ACCESSOR, "only a function requirement of an interface can have a body", span);
        self.report(found.help("end it with `;`"));
    }
}
