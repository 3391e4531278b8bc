//! The names that are local at a position of a body: parameters, and variables of the enclosing blocks.

use padstone_source::{Interner, Symbol};

use crate::{Token, TokenKind};

/// The local names of a body, while its tokens are read in order.
pub(super) struct LocalNames {
    for_word: Symbol,
    /// The number of blocks inside the body that contain the position.
    depth: u32,
    /// The names, each with the depth of its block.
    names: Vec<(Symbol, u32)>,
    header: ForHeader,
}

/// The position in a `for` statement. Its variables are local to it: they are names of the block that follows.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ForHeader {
    None,
    /// In its parentheses, of which so many are open.
    Inside(u32),
    /// Immediately after them.
    After,
    /// In the statement after them, which is not a block, at this depth.
    Statement(u32),
}

impl LocalNames {
    pub(super) fn new(names: &mut Interner) -> LocalNames {
        LocalNames { for_word: names.intern("for"), depth: 0, names: Vec::new(), header: ForHeader::None }
    }

    /// Follows the blocks of a body, which does not include its outer braces.
    pub(super) fn see(&mut self, token: Token) {
        self.header = match (self.header, token.kind) {
            (ForHeader::Inside(open), TokenKind::ParenOpen) => ForHeader::Inside(open + 1),
            (ForHeader::Inside(open), TokenKind::ParenClose) if open <= 1 => ForHeader::After,
            (ForHeader::Inside(open), TokenKind::ParenClose) => ForHeader::Inside(open - 1),
            (header @ ForHeader::Inside(_), _) => header,
            (_, TokenKind::Ident) if token.symbol == self.for_word => ForHeader::Inside(0),
            (ForHeader::After, TokenKind::BraceOpen) => ForHeader::None,
            (ForHeader::After, _) => ForHeader::Statement(self.depth),
            (ForHeader::Statement(depth), TokenKind::Semicolon) if depth == self.depth => {
                self.leave(depth);
                ForHeader::None
            }
            (header, _) => header,
        };
        match token.kind {
            TokenKind::BraceOpen => self.depth += 1,
            TokenKind::BraceClose => {
                self.depth = self.depth.saturating_sub(1);
                self.leave(self.depth);
            }
            _ => {}
        }
    }

    /// Drops the names of inner blocks.
    fn leave(&mut self, depth: u32) {
        self.names.retain(|&(_, declared)| declared <= depth);
    }

    pub(super) fn declare(&mut self, name: Symbol) {
        self.names.push((name, self.depth + u32::from(matches!(self.header, ForHeader::Inside(_)))));
    }

    pub(super) fn has(&self, name: Symbol) -> bool {
        self.names.iter().any(|&(known, _)| known == name)
    }

    /// Begins another body.
    pub(super) fn clear(&mut self) {
        self.depth = 0;
        self.names.clear();
        self.header = ForHeader::None;
    }
}
