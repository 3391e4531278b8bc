//! `<T : IFoo, let N : int>` and `where T : IBar`.

use padstone_diag::{Diagnostic, codes};

use super::super::keywords::{Keyword, Modifier};
use super::super::tree::{Decl, DeclId, DeclKind, ExprId, Generics, TypeEquality};
use super::Parser;
use crate::TokenKind;
use crate::cursor::Tokens;
use crate::reader::Reader;

impl Parser<'_, '_> {
    /// Parses an optional `<…>`. The parameters get their parent once the generic is declared.
    pub(super) fn generic_parameters(&mut self) -> Option<Box<Generics>> {
        let open = self.cursor.eat(TokenKind::Less)?;
        let mut generics = Generics::default();
        while self.cursor.at(TokenKind::Ident) {
            match self.generic_parameter() {
                Some(parameter) => {
                    self.check_pack_is_last(&generics, parameter);
                    generics.parameters.push(parameter);
                }
                None => break,
            }
            if self.cursor.eat(TokenKind::Comma).is_none() {
                break;
            }
        }
        if self.cursor.eat(TokenKind::Greater).is_none() {
            self.expected("`>` after the generic parameters");
            let _ = open;
            self.collect_until(&[TokenKind::Greater, TokenKind::BraceOpen, TokenKind::ParenOpen]);
            self.cursor.eat(TokenKind::Greater);
        }
        Some(generics.into())
    }

    /// E30522 of slangc.
    fn check_pack_is_last(&mut self, before: &Generics, parameter: DeclId) {
        let is_pack = |parameter: DeclId| self.tree.decls[parameter].modifiers.has(Modifier::Each);
        let Some(&pack) = before.parameters.last().filter(|&&last| is_pack(last) && !is_pack(parameter)) else { return };
        let (declared, pack) = (&self.tree.decls[parameter], self.tree.decls[pack].span);
        let message = format!("`{}` cannot follow a pack parameter", self.text(declared.name));
        let found = Diagnostic::error(&codes::PACK_NOT_LAST, message, declared.span).label(pack, "takes all remaining arguments");
        self.report(found.help("move it before the pack"));
    }

    fn generic_parameter(&mut self) -> Option<DeclId> {
        let mut prefix = self.modifiers();
        // `typename T` is `T`, and always a type.
        let is_type = self.text(self.cursor.peek().symbol) == "typename";
        if is_type {
            self.cursor.next();
        }
        let is_let = !is_type && self.keyword(self.cursor.peek()) == Some(Keyword::Let);
        // `let N : int`, or as in C `int N`, `geometry.Side S`.
        let follows = self.cursor.peek_at(1).kind;
        let is_value = is_let || !is_type && matches!(follows, TokenKind::Ident | TokenKind::Dot | TokenKind::ColonColon);
        let (name, ty) = if is_let {
            self.cursor.next();
            // `let each N : int`.
            let words = self.modifiers();
            prefix.modifiers.merge(words.modifiers);
            let name = self.name("a parameter name")?;
            let ty = match self.cursor.eat(TokenKind::Colon) {
                Some(_) => Some(self.type_expression()?),
                None => None,
            };
            (name, ty)
        } else if is_value {
            let ty = self.type_expression()?;
            (self.name("a parameter name")?, Some(ty))
        } else {
            (self.name("a parameter name")?, None)
        };
        let is_pack = prefix.modifiers.has(Modifier::Each);
        let kind = if is_value {
            DeclKind::OpenValue { ty, default: if is_pack { None } else { self.default_argument() } }
        } else {
            let constraints = if self.cursor.eat(TokenKind::Colon).is_some() { self.bases() } else { Vec::new() };
            // A pack cannot have a default.
            DeclKind::Open { constraints, default: if is_pack { None } else { self.default_type() } }
        };
        let decl = Decl { modifiers: prefix.modifiers, ..Decl::new(name, None, self.module, kind) };
        Some(self.tree.declare(decl, false))
    }

    fn default_type(&mut self) -> Option<ExprId> {
        self.cursor.eat(TokenKind::Assign)?;
        self.type_expression()
    }

    fn default_argument(&mut self) -> Option<ExprId> {
        self.cursor.eat(TokenKind::Assign)?;
        self.argument()
    }

    /// Parses any number of `where T : IFoo`.
    pub(super) fn where_clauses(&mut self, generics: &mut Option<Box<Generics>>) {
        loop {
            let token = self.cursor.peek();
            if token.kind != TokenKind::Ident || self.text(token.symbol) != "where" {
                return;
            }
            if generics.is_none() {
                self.expected("`{` (a `where` clause requires generic parameters)");
            }
            self.cursor.next();
            if self.cursor.peek_at(1).kind == TokenKind::ParenOpen {
                let word = self.cursor.peek().symbol;
                let read = match self.text(word) {
                    "nonempty" => Some(self.nonempty(generics)),
                    "countof" => Some(self.pack_count(generics)),
                    _ => None,
                };
                match read {
                    Some(Some(())) => continue,
                    Some(None) => return,
                    None => {}
                }
            }
            let is_optional = self.text(self.cursor.peek().symbol) == "optional";
            if is_optional {
                self.cursor.next();
            }
            let Some(subject) = self.type_expression() else { return };
            let constraints = match self.cursor.peek().kind {
                TokenKind::Colon => {
                    self.cursor.next();
                    self.bases_separated()
                }
                TokenKind::Equal => {
                    let at = self.cursor.next().span;
                    if let (Some(right), Some(generics)) = (self.type_expression(), generics.as_mut()) {
                        generics.equalities.push(TypeEquality { left: subject, right, at });
                    }
                    Vec::new()
                }
                // `where T(U) implicit`: one type converts to the other, which affects no layout.
                TokenKind::ParenOpen => {
                    self.cursor.next();
                    let Some(from) = self.type_expression() else { return };
                    self.expect(TokenKind::ParenClose, "`)` after the converted type");
                    if self.text(self.cursor.peek().symbol) == "implicit" {
                        self.cursor.next();
                    }
                    if let Some(generics) = generics {
                        generics.converted.extend([subject, from]);
                    }
                    Vec::new()
                }
                // There is no constraint; an invalid token is reported as the next declaration.
                _ => Vec::new(),
            };
            if let Some(generics) = generics {
                let clauses = if is_optional { &mut generics.optional } else { &mut generics.constraints };
                clauses.push((subject, constraints));
            }
        }
    }

    /// `nonempty(T)`.
    fn nonempty(&mut self, generics: &mut Option<Box<Generics>>) -> Option<()> {
        let pack = self.pack_in_parentheses()?;
        if let Some(generics) = generics {
            generics.nonempty.push(pack);
        }
        Some(())
    }

    /// `countof(T) == N`.
    fn pack_count(&mut self, generics: &mut Option<Box<Generics>>) -> Option<()> {
        let pack = self.pack_in_parentheses()?;
        self.expect(TokenKind::Equal, "`==` and the pack size")?;
        let count = self.value()?;
        if let Some(generics) = generics {
            generics.counts.push((pack, count));
        }
        Some(())
    }

    fn pack_in_parentheses(&mut self) -> Option<ExprId> {
        self.cursor.next();
        self.cursor.next();
        let pack = self.type_expression()?;
        if self.cursor.eat(TokenKind::ParenClose).is_none() {
            self.expected("`)` after the pack name");
        }
        Some(pack)
    }

    /// `IA & IB`, as constraints of one parameter.
    pub(super) fn bases(&mut self) -> Vec<ExprId> {
        let mut bases = Vec::new();
        while let Some(base) = self.type_expression() {
            bases.push(base);
            if self.cursor.eat(TokenKind::Ampersand).is_none() {
                break;
            }
        }
        bases
    }

    /// `Base, IA, IB`, as after the name of a struct.
    pub(super) fn bases_separated(&mut self) -> Vec<ExprId> {
        let mut all = Vec::new();
        loop {
            all.append(&mut self.bases());
            if self.cursor.eat(TokenKind::Comma).is_none() {
                return all;
            }
        }
    }
}
