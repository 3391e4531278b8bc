//! The names in the bodies, initializers and parameter lists of a unit, each with what its neighbors say of it.
//!
//! What a name refers to is determined when the unit was read ([`super::resolve`]): a method may use members that follow it.

use padstone_source::{Interner, Symbol};

use super::statements::{DeclaredLocal, LocalKind, LocalType, ScopeRules, Statements};
use super::unit_scopes::ScopeId;
use crate::{Token, TokenKind};

/// The names of all bodies, in source order.
pub(crate) struct Mentions {
    pub(crate) all: Vec<Mention>,
    /// The local declarations of all bodies, by id.
    pub(crate) locals: Vec<LocalKind>,
    pub(crate) statements: Statements,
    /// The name `this`.
    pub(crate) this: Symbol,
    previous: Option<Token>,
    /// The scope of the name after a `::`.
    qualifier: Qualifier,
    /// The value that the tokens up to here refer to.
    chain: Option<Chain>,
    open: Vec<Delimiter>,
}

/// A name in a body.
#[derive(Clone, Copy)]
pub(crate) struct Mention {
    pub(crate) name: Symbol,
    pub(crate) role: NameRole,
    pub(crate) place: NamePlace,
}

/// The token before a name, and its meaning.
#[derive(Clone, Copy)]
pub(crate) enum NameRole {
    /// Nothing that says where to look for it.
    Free {
        /// The last `using namespace` of the body that is in effect, as the id of a local.
        import: Option<u32>,
    },
    /// `::`, after what this says.
    Qualified(Qualifier),
    /// A dot, after a value.
    Member(Option<Receiver>),
    /// Its type: it is declared here, as the local with this id.
    Declared(u32),
    /// The id of the local that it refers to.
    Local(u32),
    /// The scope that declares it.
    In(ScopeId),
    /// The string of an attribute, which names functions of any scope.
    OfAnyFunction,
}

/// The name before `::`.
#[derive(Clone, Copy)]
pub(crate) enum Qualifier {
    Global,
    /// The name with this index.
    Of(u32),
    Unknown,
}

/// The value before a dot.
#[derive(Clone, Copy)]
pub(crate) struct Receiver {
    /// The index of its last name.
    pub(crate) mention: u32,
    /// Whether an index follows that.
    pub(crate) is_indexed: bool,
}

/// The token after a name.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum NamePlace {
    Value,
    /// Arguments in parentheses, so many; `None` if a `,` may be one of template arguments.
    Call(Option<u32>),
    /// `::`.
    Scope,
}

impl NamePlace {
    /// The number of arguments, if it is a call with a known one.
    pub(crate) fn arguments(self) -> Option<u32> {
        match self {
            NamePlace::Call(arguments) => arguments,
            NamePlace::Value | NamePlace::Scope => None,
        }
    }
}

/// A value whose members may follow.
#[derive(Clone, Copy)]
struct Chain {
    receiver: Receiver,
    /// Whether it begins with the parentheses around it.
    is_first: bool,
}

struct Delimiter {
    /// The name of the function that is called, or the value that is indexed.
    before: Option<Chain>,
    /// Whether it is the first token in the parentheses around it.
    is_first: bool,
    commas: u32,
    /// Whether a `<` follows a name.
    may_have_angles: bool,
    /// Whether a `,` follows such a `<`.
    may_be_in_angles: bool,
    /// Whether a `>` follows that.
    has_unclear_commas: bool,
}

impl Mentions {
    pub(crate) fn new(names: &mut Interner, rules: ScopeRules) -> Mentions {
        Mentions {
            all: Vec::new(),
            locals: Vec::new(),
            statements: Statements::new(names, rules),
            this: names.intern("this"),
            previous: None,
            qualifier: Qualifier::Global,
            chain: None,
            open: Vec::new(),
        }
    }

    /// The value that the tokens up to here refer to, if it is a variable or a part of one.
    pub(crate) fn value(&self) -> Option<Receiver> {
        self.chain.map(|chain| chain.receiver)
    }

    /// Records a token. Returns the index of the mention, if it is a name.
    pub(crate) fn see(&mut self, token: Token) -> Option<usize> {
        let is_annotation = self.statements.is_in_annotation();
        let at = self.all.len();
        if let Some(declared) = self.statements.see(token, at) {
            self.declare(declared);
        }
        let mut added = None;
        if token.kind == TokenKind::Ident {
            // Semantics do not refer to declarations.
            if !is_annotation {
                self.add(token.symbol);
                added = Some(at);
            }
        } else {
            self.punctuation(token.kind);
        }
        self.previous = Some(token);
        added
    }

    fn declare(&mut self, DeclaredLocal { at, id, kind }: DeclaredLocal) {
        if !matches!(kind, LocalKind::Import { .. } | LocalKind::Alias { .. }) {
            self.all[at].role = NameRole::Declared(id as u32);
        }
        self.set_local(id, kind);
    }

    fn set_local(&mut self, id: usize, kind: LocalKind) {
        if self.locals.len() <= id {
            self.locals.resize(id + 1, LocalKind::Variable(LocalType::default()));
        }
        self.locals[id] = kind;
    }

    fn add(&mut self, name: Symbol) {
        let before = self.previous.map(|previous| previous.kind);
        let role = match before {
            Some(TokenKind::Dot | TokenKind::Arrow) => NameRole::Member(self.chain.map(|chain| chain.receiver)),
            Some(TokenKind::ColonColon) => NameRole::Qualified(self.qualifier),
            _ => match self.statements.find(name) {
                Some(local) => NameRole::Local(local as u32),
                None => NameRole::Free { import: self.statements.import().map(|import| import as u32) },
            },
        };
        let is_first = match before {
            Some(TokenKind::Dot | TokenKind::Arrow | TokenKind::ColonColon) => self.chain.is_some_and(|chain| chain.is_first),
            before => before == Some(TokenKind::ParenOpen),
        };
        let receiver = Receiver { mention: self.all.len() as u32, is_indexed: false };
        self.chain = (!self.statements.is_word(name)).then_some(Chain { receiver, is_first });
        self.all.push(Mention { name, role, place: NamePlace::Value });
    }

    fn punctuation(&mut self, kind: TokenKind) {
        let previous = self.previous.map(|previous| previous.kind);
        match kind {
            TokenKind::Dot | TokenKind::Arrow => {}
            TokenKind::ColonColon => self.qualify(),
            TokenKind::ParenOpen | TokenKind::BracketOpen | TokenKind::BraceOpen => {
                let is_call = kind == TokenKind::ParenOpen && previous == Some(TokenKind::Ident);
                let before = self.chain.take().filter(|_| is_call || kind == TokenKind::BracketOpen);
                let is_first = before.map_or(previous == Some(TokenKind::ParenOpen), |chain| chain.is_first);
                self.open.push(Delimiter {
                    before,
                    is_first,
                    commas: 0,
                    may_have_angles: false,
                    may_be_in_angles: false,
                    has_unclear_commas: false,
                });
            }
            TokenKind::ParenClose | TokenKind::BracketClose | TokenKind::BraceClose => {
                let inner = self.chain.take();
                let Some(delimiter) = self.open.pop() else { return };
                self.chain = match (delimiter.before, kind) {
                    (Some(called), TokenKind::ParenClose) => {
                        let count = if previous == Some(TokenKind::ParenOpen) { 0 } else { delimiter.commas + 1 };
                        let arguments = (!delimiter.has_unclear_commas).then_some(count);
                        self.all[called.receiver.mention as usize].place = NamePlace::Call(arguments);
                        Some(called)
                    }
                    (Some(indexed), _) => Some(Chain { receiver: Receiver { is_indexed: true, ..indexed.receiver }, ..indexed }),
                    (None, TokenKind::ParenClose) => {
                        let content = inner.filter(|chain| chain.is_first);
                        content.map(|chain| Chain { is_first: delimiter.is_first, ..chain })
                    }
                    (None, _) => None,
                };
            }
            _ => {
                self.chain = None;
                let Some(delimiter) = self.open.last_mut() else { return };
                match kind {
                    TokenKind::Comma => {
                        delimiter.commas += 1;
                        delimiter.may_be_in_angles |= delimiter.may_have_angles;
                    }
                    TokenKind::Less => delimiter.may_have_angles |= previous == Some(TokenKind::Ident),
                    TokenKind::Greater => delimiter.has_unclear_commas |= delimiter.may_be_in_angles,
                    _ => {}
                }
            }
        }
    }

    /// After `::`.
    fn qualify(&mut self) {
        self.qualifier = match self.previous {
            Some(Token { kind: TokenKind::Ident, symbol, .. }) if !self.statements.is_word(symbol) && !self.all.is_empty() => {
                let scope = self.all.len() - 1;
                self.all[scope].place = NamePlace::Scope;
                Qualifier::Of(scope as u32)
            }
            Some(Token { kind: TokenKind::Greater, .. }) => Qualifier::Unknown,
            _ => Qualifier::Global,
        };
    }

    /// Records a name that a scope declares.
    pub(crate) fn add_name_in(&mut self, scope: ScopeId, name: Symbol) {
        self.all.push(Mention { name, role: NameRole::In(scope), place: NamePlace::Value });
        self.previous = None;
    }

    /// Records a name that the string of an attribute contains.
    pub(crate) fn add_any_function(&mut self, name: Symbol) {
        self.all.push(Mention { name, role: NameRole::OfAnyFunction, place: NamePlace::Value });
        self.previous = None;
    }

    /// The names after this are of another body, or of none.
    pub(crate) fn end(&mut self) {
        self.statements.end();
        self.previous = None;
        self.chain = None;
        self.open.clear();
    }
}
