//! Packs, which are any number of types or values for one parameter: `expand Box<each T>`, `__first(T)`, `__packBranch(T, End, Node<T>)`.

use padstone_diag::{Diagnostic, codes};
use padstone_source::{Span, Symbol};

use super::super::keywords::{ContextualKeyword, PackPart};
use super::super::tree::{ExprId, ExprKind};
use super::Parser;
use super::expressions::{OperandContext, unexpected_token};
use crate::constants::{Expressions, Fail};
use crate::cursor::Tokens;
use crate::reader::Reader;
use crate::{Token, TokenKind};

impl Parser<'_, '_> {
    /// Parses a pack operator, if the current word is one and its operand follows.
    pub(super) fn of_pack(
        &mut self,
        word: Token,
        contextual_keyword: ContextualKeyword,
        place: OperandContext,
    ) -> Result<Option<ExprId>, Fail> {
        match (contextual_keyword, self.cursor.peek_at(1).kind) {
            (ContextualKeyword::Each, TokenKind::Ident) => {
                self.cursor.next();
                self.check_each(word.span);
                let inner = self.deeper(|parser| parser.chain(place))?;
                Ok(Some(self.expr(ExprKind::Each(inner), word.span)))
            }
            (ContextualKeyword::Expand, TokenKind::Ident | TokenKind::ParenOpen) => self.expand(word, place).map(Some),
            (ContextualKeyword::PackPart(part), TokenKind::ParenOpen) => {
                self.cursor.next();
                self.pack_part(word, part, place).map(Some)
            }
            (ContextualKeyword::PackBranch, TokenKind::ParenOpen) => {
                self.cursor.next();
                self.pack_branch(word, place).map(Some)
            }
            _ => Ok(None),
        }
    }

    fn expand(&mut self, word: Token, place: OperandContext) -> Result<ExprId, Fail> {
        self.cursor.next();
        let outside = self.expanded.replace(false);
        let inner = match place {
            OperandContext::Type => self.deeper(|parser| parser.chain(place)),
            OperandContext::Value => self.deeper(Self::expression).and_then(|outcome| outcome),
        };
        let has_each = std::mem::replace(&mut self.expanded, outside);
        let inner = inner?;
        if has_each == Some(false) {
            let found = Diagnostic::error(&codes::PACK_EXPANSION, "the operand of `expand` contains no `each`", word.span);
            self.report(found.help("add `each` before the pack to expand"));
        }
        Ok(self.expr(ExprKind::Expand(inner), word.span))
    }

    /// Reports an `each` outside every `expand` (E30104 of slangc).
    pub(super) fn check_each(&mut self, span: Span) {
        if self.expanded.is_some() {
            self.expanded = Some(true);
            return;
        }
        let found = Diagnostic::error(&codes::PACK_EXPANSION, "`each` is not inside an `expand`", span);
        self.report(found.help("add `expand` before the expression to repeat"));
    }

    /// `(T)` of `__first(T)`.
    fn pack_part(&mut self, word: Token, part: PackPart, place: OperandContext) -> Result<ExprId, Fail> {
        self.cursor.next();
        let pack = self.deeper(|parser| parser.chain(OperandContext::Type))?;
        self.close()?;
        let expr = self.expr(ExprKind::PackPart(part, pack), word.span);
        if self.name_of(pack).is_some_and(|pack| self.nonempty.contains(&pack)) {
            self.tree.nonempty.insert(expr);
        }
        self.postfix(expr, place)
    }

    /// `(T, End, Node<T>)`: the choice for an empty pack, and for a non-empty one.
    fn pack_branch(&mut self, word: Token, place: OperandContext) -> Result<ExprId, Fail> {
        self.cursor.next();
        let pack = self.deeper(|parser| parser.chain(OperandContext::Type))?;
        self.comma()?;
        let empty = self.deeper(|parser| parser.chain(OperandContext::Type))?;
        self.comma()?;
        let known = self.nonempty.len();
        self.nonempty.extend(self.name_of(pack));
        let nonempty = self.deeper(|parser| parser.chain(OperandContext::Type));
        self.nonempty.truncate(known);
        let nonempty = nonempty?;
        self.close()?;
        let expr = self.expr(ExprKind::PackBranch(pack, empty, nonempty), word.span);
        self.postfix(expr, place)
    }

    fn name_of(&self, expr: ExprId) -> Option<Symbol> {
        match self.tree.exprs[expr].kind {
            ExprKind::Name(name) => Some(name),
            _ => None,
        }
    }

    fn comma(&mut self) -> Result<(), Fail> {
        match self.cursor.eat(TokenKind::Comma) {
            Some(_) => Ok(()),
            None => Err(unexpected_token(self, "`,`")),
        }
    }
}
