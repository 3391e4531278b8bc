//! Control flow (WGSL, section 9.7): the behaviors of statements, and where jumps are allowed.

use padstone_diag::codes;
use padstone_source::Span;

use crate::resolve::{EnclosingStatement, Resolver};

/// The behaviors of a statement (section 9.7.2).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Behavior(u8);

impl Behavior {
    pub(super) const NEXT: Behavior = Behavior(1);
    pub(super) const BREAK: Behavior = Behavior(1 << 1);
    pub(super) const CONTINUE: Behavior = Behavior(1 << 2);
    pub(super) const RETURN: Behavior = Behavior(1 << 3);
    pub(super) const NONE: Behavior = Behavior(0);

    pub(super) const fn has(self, any: Behavior) -> bool {
        self.0 & any.0 != 0
    }

    pub(super) const fn or(self, more: Behavior) -> Behavior {
        Behavior(self.0 | more.0)
    }

    pub(super) const fn without(self, fewer: Behavior) -> Behavior {
        Behavior(self.0 & !fewer.0)
    }

    /// The behavior of this, followed by another statement.
    pub(super) const fn then(self, next: Behavior) -> Behavior {
        if self.has(Behavior::NEXT) { self.without(Behavior::NEXT).or(next) } else { self }
    }

    /// The behavior of a loop whose body behaves like this.
    pub(super) const fn looped(self) -> Behavior {
        let exits = if self.has(Behavior::BREAK) { Behavior::NEXT } else { Behavior::NONE };
        exits.or(Behavior(self.0 & Behavior::RETURN.0))
    }
}

impl Resolver<'_> {
    pub(super) fn check_break(&mut self, span: Span) {
        match self.frame().levels.last() {
            Some(EnclosingStatement::Loop(_) | EnclosingStatement::Switch) => {}
            Some(EnclosingStatement::Continuing) => {
                self.error_help(
                    &codes::JUMP,
                    "`break` cannot leave a `continuing` block",
                    span,
                    "end the block with `break if condition;`",
                );
            }
            None => self.error(&codes::JUMP, "`break` outside a loop or `switch`", span),
        }
    }

    pub(super) fn check_continue(&mut self, span: Span) {
        let frame = self.frame();
        let locals = frame.found.locals.len() as u32;
        match frame.levels.iter_mut().rev().find(|level| !matches!(level, EnclosingStatement::Switch)) {
            Some(EnclosingStatement::Loop(first)) => {
                first.get_or_insert(locals);
            }
            Some(_) => self.error(&codes::JUMP, "`continue` is not allowed in a `continuing` block: the loop continues after it", span),
            None => self.error(&codes::JUMP, "`continue` outside a loop", span),
        }
    }

    pub(super) fn check_return(&mut self, span: Span) {
        if self.frame().levels.iter().any(|level| matches!(level, EnclosingStatement::Continuing)) {
            self.error(&codes::JUMP, "`return` is not allowed in a `continuing` block", span);
        }
    }

    /// Reports a loop that is never left.
    pub(super) fn check_exit(&mut self, behavior: Behavior, span: Span) {
        if behavior == Behavior::NONE {
            self.error_help(&codes::LOOP_ENDLESS, "loop never exits", span, "exit it with `break` or `return`");
        }
    }
}
