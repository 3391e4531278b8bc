//! The meaning of a name at a position: whether it is declared, and whether it is that of a constant.

use super::Walk;
use crate::cb_struct::fields::ConstantField;
use crate::cb_struct::scopes::{NameInScope, ScopeKind};
use crate::cb_struct::tokens::{MacroEnd, ShaderTokenKind, is_word_of_type};
use crate::cb_struct::type_members::joined;

/// The meaning of the name of a constant.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Meaning {
    Constant,
    Other,
    Unclear,
}

impl Walk<'_, '_> {
    /// Whether a name is being declared: it follows a type.
    pub(super) fn declared(&self, index: usize) -> Option<NameInScope> {
        let before = self.before(index)?;
        let next = self.tokens.get(index + 1);
        let ends = next.is_some_and(|next| [b';', b',', b'=', b'[', b')', b':', b'('].iter().any(|mark| next.is(*mark)));
        match before.kind {
            ShaderTokenKind::Word => self.declared_after(index - 1),
            // `Texture2D<float4> a`: the left operand of a comparison is not a type.
            ShaderTokenKind::Mark(b'>') if ends && self.closes_arguments(index - 1) => Some(NameInScope::Hidden),
            // `TYPE(float) a`
            ShaderTokenKind::Mark(b')') if self.follows_macro(index - 1) => Some(NameInScope::Unclear),
            _ => None,
        }
    }

    /// Whether the name after a word is being declared.
    fn declared_after(&self, index: usize) -> Option<NameInScope> {
        let word = self.tokens[index].word(self.text);
        let Some(macros) = self.names.macros.get(word) else { return is_word_of_type(word).then_some(NameInScope::Hidden) };
        let is_type = |end: MacroEnd| match end {
            MacroEnd::Type => Some(NameInScope::Hidden),
            MacroEnd::Other => None,
            MacroEnd::Empty => Some(NameInScope::Unclear),
        };
        let mut meanings = macros.iter().map(|definition| is_type(definition.last));
        let first = meanings.next()?;
        if meanings.all(|meaning| meaning == first) { first } else { Some(NameInScope::Unclear) }
    }

    /// Whether a `)` closes the arguments of a macro.
    fn follows_macro(&self, close: usize) -> bool {
        let mut depth = 0_usize;
        for index in (0..=close).rev() {
            match self.tokens[index].kind {
                ShaderTokenKind::Mark(b')') => depth += 1,
                ShaderTokenKind::Mark(b'(') if depth > 1 => depth -= 1,
                ShaderTokenKind::Mark(b'(') => return self.names.macros.contains_key(self.word_at(index.checked_sub(1))),
                ShaderTokenKind::Mark(b';' | b'{' | b'}') => return false,
                _ => {}
            }
        }
        false
    }

    /// Whether the `>` at an index closes the arguments of a type.
    fn closes_arguments(&self, close: usize) -> bool {
        let mut depth = 0_usize;
        for index in (0..=close).rev() {
            match self.tokens[index].kind {
                ShaderTokenKind::Mark(b'>') => depth += 1,
                ShaderTokenKind::Mark(b'<') if depth > 1 => depth -= 1,
                ShaderTokenKind::Mark(b'<') => {
                    let name = self.word_at(index.checked_sub(1));
                    let is_builtin = ["vector", "matrix", "Buffer", "Texture", "Stream", "Patch"].iter().any(|part| name.contains(part));
                    return is_builtin || self.names.types.declares(name);
                }
                ShaderTokenKind::Word | ShaderTokenKind::Other | ShaderTokenKind::Mark(b',' | b':') => {}
                _ => return false,
            }
        }
        false
    }

    /// The meaning of the name of a constant.
    pub(super) fn meaning(&self, index: usize, constant: &ConstantField) -> Meaning {
        if self.is_qualifier(index) {
            return self.qualified_meaning(index, constant);
        }
        let name = self.tokens[index].word(self.text);
        let clear = if self.scopes.are_unclear { Meaning::Unclear } else { Meaning::Other };
        let in_scope = |meaning: NameInScope| if meaning == NameInScope::Hidden { clear } else { Meaning::Unclear };
        if let Some(meaning) = self.scopes.pending_name(name) {
            return in_scope(meaning);
        }
        for scope in self.scopes.inward_out() {
            if let Some(&meaning) = scope.names.get(name) {
                return in_scope(meaning);
            }
            if matches!(&scope.kind, ScopeKind::Namespace(namespace) if *namespace == constant.namespace) {
                return Meaning::Constant;
            }
        }
        // `using namespace`: no other name is visible.
        Meaning::Constant
    }

    /// The meaning of a name after `::`.
    fn qualified_meaning(&self, index: usize, constant: &ConstantField) -> Meaning {
        let (mut words, mut position) = (Vec::new(), index);
        while self.is_qualifier(position) {
            position -= 2;
            let Some(before) = position.checked_sub(1) else { break };
            if self.tokens[before].is(b'>') && self.closes_arguments(before) {
                return Meaning::Other;
            }
            let word = self.word_at(Some(before));
            if !is_word_of_type(word) {
                break;
            }
            words.push(word);
            position = before;
        }
        words.reverse();
        // `::a` and `::N::a`
        if self.tokens[position].is(b':') {
            return if words.join("::") == constant.namespace { Meaning::Constant } else { Meaning::Other };
        }
        let qualifier = words.join("::");
        let mut outer = Some(self.scopes.path());
        while let Some(namespace) = outer {
            let path = joined(namespace, &qualifier);
            if path == constant.namespace {
                return Meaning::Constant;
            }
            if self.names.types.is_scope(&path) {
                return Meaning::Other;
            }
            outer = match namespace.rsplit_once("::") {
                Some((outer, _)) => Some(outer),
                None if namespace.is_empty() => None,
                None => Some(""),
            };
        }
        // An alias of a type.
        if words.last().is_some_and(|word| self.names.types.declares(word)) { Meaning::Other } else { Meaning::Unclear }
    }

    /// Whether a name follows `::`.
    pub(super) fn is_qualifier(&self, index: usize) -> bool {
        let colons = index.checked_sub(2).and_then(|first| Some((self.tokens.get(first)?, self.tokens.get(first + 1)?)));
        colons.is_some_and(|(first, second)| first.is(b':') && second.is(b':') && first.range.end == second.range.start)
    }

    /// Whether a `:` is one of `::`.
    pub(super) fn is_of_qualifier(&self, index: usize) -> bool {
        self.is_qualifier(index + 1) || self.is_qualifier(index + 2)
    }

    /// Whether a name follows a dot or an arrow.
    pub(super) fn is_member(&self, index: usize) -> bool {
        match self.before(index).map(|before| before.kind) {
            Some(ShaderTokenKind::Mark(b'.')) => true,
            Some(ShaderTokenKind::Mark(b'>')) => index
                .checked_sub(2)
                .is_some_and(|arrow| self.tokens[arrow].is(b'-') && self.tokens[arrow].range.end == self.tokens[arrow + 1].range.start),
            _ => false,
        }
    }
}
