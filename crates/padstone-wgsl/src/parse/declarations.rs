//! Declarations at module scope.

use padstone_diag::{Diagnostic, Edit, codes};
use padstone_source::Span;

use crate::lex::{BodyEnd, Braces};
use crate::token::TokenKind;
use crate::tree::{
    Alias, Attribute, Declaration, DeclarationKind, Directive, DirectiveKind, Edition, ExprId, Function, Ident, List, Member, Parameter,
    RuleName, Tree, Variable, VariableKind,
};

use super::parser::Parser;

/// Parses a file.
pub(super) fn read(parser: Parser<'_>) -> Tree {
    let mut declarations =
        DeclarationParser { parser, tree: Tree::default(), braces: Braces::default(), directives_end: false, members: Vec::new() };
    // The maximum for a text of structs only. The system does not provide memory that is never used.
    let bytes = declarations.parser.source.text.len();
    declarations.parser.nodes.expressions.reserve(bytes / 12);
    declarations.tree.members.reserve(bytes / 24);
    declarations.file();
    declarations.tree.nodes = declarations.parser.nodes;
    declarations.tree
}

/// Parses the declarations of a file.
pub(super) struct DeclarationParser<'a> {
    pub(super) parser: Parser<'a>,
    pub(super) tree: Tree,
    braces: Braces,
    /// Whether a declaration precedes.
    directives_end: bool,
    /// The members of the struct that is being parsed.
    pub(super) members: Vec<Member>,
}

impl DeclarationParser<'_> {
    fn file(&mut self) {
        self.byte_order_mark();
        while !self.parser.at(TokenKind::End) {
            let start = self.parser.token.span.start;
            match self.parser.token.kind {
                TokenKind::Enable | TokenKind::Requires | TokenKind::Diagnostic => self.directive(),
                TokenKind::Semicolon => {
                    self.directives_end = true;
                    self.parser.advance();
                }
                _ => {
                    self.directives_end = true;
                    self.declaration();
                }
            }
            if self.parser.failed {
                // Skip at least one token, so that the same error is not repeated forever.
                if self.parser.token.span.start == start {
                    self.parser.advance();
                }
                self.parser.skip_declaration(&mut self.braces);
            }
        }
        self.open_comment();
    }

    /// tint and naga reject it (measured), and editors do not show it.
    fn byte_order_mark(&mut self) {
        let span = self.parser.token.span;
        if self.parser.source.text(span) != "\u{feff}" {
            return;
        }
        self.parser.report(&codes::WGSL_CHARACTER, span, |_| {
            Diagnostic::error(&codes::WGSL_CHARACTER, "WGSL does not allow a byte order mark", span)
                .label(span, "U+FEFF")
                .fix("remove it", vec![Edit { span, text: String::new() }])
        });
        self.parser.advance();
    }

    fn open_comment(&mut self) {
        let Some(span) = self.parser.lexer.open_comment() else { return };
        self.parser.report(&codes::COMMENT_UNTERMINATED, span, |_| {
            Diagnostic::error(&codes::COMMENT_UNTERMINATED, "unterminated comment", span)
                .label(span, "extends to the end of the file")
                .help("close it with `*/`; comments nest, and each needs its own")
        });
    }

    fn directive(&mut self) {
        let start = self.parser.token.span;
        self.parser.require(Edition::Current, "WGSL of 2020 has no directives");
        if self.directives_end {
            self.parser.report(&codes::DIRECTIVE_ORDER, start, |_| {
                Diagnostic::error(&codes::DIRECTIVE_ORDER, "directives must precede all declarations", start)
                    .label(start, "after a declaration or a `;`")
                    .help("move it to the start of the file")
            });
        }
        let kind = match self.parser.advance().kind {
            TokenKind::Enable => DirectiveKind::Enable(self.identifier_list("an extension name")),
            TokenKind::Requires => DirectiveKind::Requires(self.identifier_list("a language extension name")),
            _ => self.diagnostic(),
        };
        self.parser.semicolon("the directive");
        let span = self.parser.span_from(start.start);
        self.tree.directives.push(Directive { kind, span });
    }

    fn identifier_list(&mut self, expected: &str) -> List<Ident> {
        let mut words = Vec::new();
        loop {
            words.push(self.parser.name(expected));
            if self.parser.failed || !self.parser.eat(TokenKind::Comma) || self.parser.at(TokenKind::Semicolon) {
                break;
            }
        }
        List::take(&mut words, 0, &mut self.tree.words)
    }

    fn diagnostic(&mut self) -> DirectiveKind {
        let open = self.parser.token.span;
        self.parser.expect(TokenKind::ParenOpen, "after `diagnostic`");
        let severity = self.parser.name("a severity");
        self.parser.expect(TokenKind::Comma, "after the severity");
        let first = self.parser.name("a rule name");
        let second = self.parser.eat(TokenKind::Dot).then(|| self.parser.name("a rule name"));
        self.parser.eat(TokenKind::Comma);
        self.parser.close(TokenKind::ParenClose, open);
        DirectiveKind::Diagnostic { severity, rule: RuleName { first, second } }
    }

    fn declaration(&mut self) {
        let start = self.parser.token.span.start;
        let attributes = self.parser.attribute_list();
        let Some(kind) = self.kind(attributes) else { return };
        let span = self.parser.span_from(start);
        self.tree.declarations.push(Declaration { attributes, kind, span });
    }

    fn kind(&mut self, attributes: List<Attribute>) -> Option<DeclarationKind> {
        let parser = &mut self.parser;
        // In 2020, the attribute of an override; the value comes from the pipeline.
        let needs_value = attributes.is_empty() || parser.source.edition == Edition::Current;
        let kind = match parser.token.kind {
            TokenKind::Struct => return Some(DeclarationKind::Struct(self.structure())),
            TokenKind::Fn => return Some(DeclarationKind::Function(self.function())),
            TokenKind::Alias => {
                parser.require_word(Edition::Current, "write `type`", "type");
                DeclarationKind::Alias(parser.alias())
            }
            _ if parser.at_type_word() => {
                parser.require_word(Edition::Draft2020, "write `alias`", "alias");
                DeclarationKind::Alias(parser.alias())
            }
            TokenKind::Var => DeclarationKind::Variable(parser.variable(VariableKind::Var)),
            TokenKind::Const => DeclarationKind::Variable(parser.constant(VariableKind::Const, needs_value)),
            TokenKind::Override => {
                parser.require(Edition::Current, "write `[[override(0)]] let`");
                DeclarationKind::Variable(parser.variable(VariableKind::Override))
            }
            TokenKind::Let => {
                parser.require_word(Edition::Draft2020, "use `const` or `override` outside functions", "const");
                DeclarationKind::Variable(parser.constant(VariableKind::Let, needs_value))
            }
            TokenKind::ConstAssert => {
                parser.require(Edition::Current, "WGSL of 2020 has no assertions");
                parser.advance();
                DeclarationKind::ConstAssert(parser.expression())
            }
            _ => {
                parser.unexpected("a declaration");
                return None;
            }
        };
        let is_followed = !parser.at(TokenKind::End);
        parser.semicolon("the declaration");
        Some(if parser.failed || !is_followed { parser.unread(kind) } else { kind })
    }

    fn function(&mut self) -> Function {
        self.parser.advance();
        let name = self.parser.name("a function name");
        let parameters = self.parameters();
        let (mut result_attributes, mut result) = (List::EMPTY, None);
        if self.parser.eat(TokenKind::Arrow) {
            result_attributes = self.parser.attribute_list();
            result = Some(self.parser.ty());
        }
        let body = self.body();
        Function { name, parameters, result_attributes, result, body }
    }

    fn parameters(&mut self) -> List<Parameter> {
        let open = self.parser.token.span;
        self.parser.expect(TokenKind::ParenOpen, "after the function name");
        let mut parameters = Vec::new();
        while !self.parser.failed && !matches!(self.parser.token.kind, TokenKind::ParenClose | TokenKind::End) {
            let start = self.parser.token.span.start;
            let (attributes, name, ty) = self.parser.typed_name("a parameter name");
            parameters.push(Parameter { attributes, name, ty, span: self.parser.span_from(start) });
            if self.parser.failed && self.parser.skip_to(TokenKind::Comma) {
                self.parser.failed = false;
            }
            if self.parser.failed || !self.parser.eat(TokenKind::Comma) {
                break;
            }
        }
        self.parser.close(TokenKind::ParenClose, open);
        List::take(&mut parameters, 0, &mut self.tree.parameters)
    }

    /// Skips a body, and reads the attributes before it.
    fn body(&mut self) -> Option<Span> {
        let start = self.parser.token.span.start;
        if self.parser.at_attribute() {
            let attributes = self.parser.attribute_list();
            self.parser.only_diagnostic(attributes);
        }
        let open = self.parser.token.span;
        if !self.parser.at(TokenKind::BraceOpen) {
            self.parser.unexpected("`{` to start the function body");
            return None;
        }
        self.parser.failed = false;
        if let BodyEnd::Open(_) = self.parser.skip_braces(&mut self.braces) {
            self.parser.unclosed(TokenKind::BraceClose, open);
            self.parser.failed = false;
        }
        Some(self.parser.span_from(start))
    }
}

impl Parser<'_> {
    /// Whether a `type` here begins an alias.
    fn at_type_word(&self) -> bool {
        self.at(TokenKind::Reserved) && self.source.text(self.token.span) == "type"
    }

    /// A declaration that was parsed only in part, so that checks of its end are skipped.
    fn unread(&mut self, kind: DeclarationKind) -> DeclarationKind {
        match kind {
            DeclarationKind::Alias(alias) if self.failed => {
                DeclarationKind::Alias(Alias { ty: self.error_after(alias.name.span), ..alias })
            }
            DeclarationKind::Variable(variable) if variable.value.is_some() => {
                DeclarationKind::Variable(Variable { value: Some(self.error_after(variable.name.span)), ..variable })
            }
            DeclarationKind::Variable(variable) if self.failed => {
                DeclarationKind::Variable(Variable { ty: Some(self.error_after(variable.name.span)), ..variable })
            }
            kind => kind,
        }
    }

    /// `alias A = T`
    fn alias(&mut self) -> Alias {
        self.advance();
        let name = self.name("an alias name");
        self.expect(TokenKind::Equal, "after the alias name");
        Alias { name, ty: self.ty_unless_failed() }
    }

    /// `@size(16) name: T`
    pub(super) fn typed_name(&mut self, expected: &str) -> (List<Attribute>, Ident, ExprId) {
        let attributes = self.attribute_list();
        let name = self.name(expected);
        self.expect(TokenKind::Colon, "and a type after the name");
        (attributes, name, self.ty_unless_failed())
    }

    /// `var<storage, read> name: T = value`
    pub(super) fn variable(&mut self, kind: VariableKind) -> Variable {
        self.constant(kind, matches!(kind, VariableKind::Let | VariableKind::Const))
    }

    /// The same, if it is known whether an initializer is required.
    fn constant(&mut self, kind: VariableKind, needs_value: bool) -> Variable {
        self.advance();
        let template = match kind {
            VariableKind::Var => self.template_list().map(|(list, _)| list).unwrap_or_default(),
            _ => List::EMPTY,
        };
        self.no_open_template();
        let name = self.name(match kind {
            VariableKind::Var => "a variable name",
            VariableKind::Let => "a value name",
            VariableKind::Const | VariableKind::Override => "a constant name",
        });
        let ty = (!self.failed && self.eat(TokenKind::Colon)).then(|| self.ty());
        let value = if !self.failed && self.eat(TokenKind::Equal) {
            Some(self.expression())
        } else {
            if needs_value {
                self.unexpected(&format!("`=` and an initializer for the `{}`", kind.text()));
            }
            None
        };
        Variable { kind, template, name, ty, value }
    }

    fn ty_unless_failed(&mut self) -> ExprId {
        if self.failed { self.error_node() } else { self.ty() }
    }
}
