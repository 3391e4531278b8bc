//! Which parameters an entry point reaches: by the names in the bodies that it calls.
//!
//! A scan of tokens, not an analysis: a name that a body declares itself (`float tint;`) is its own throughout that body, a
//! name behind a dot is a member or a method, and any other may be a function or a parameter.

use padstone_diag::{Diagnostic, codes};
use padstone_model::{EntryPoint, ParameterId};
use padstone_source::{Interner, Span, Symbol};
use rustc_hash::{FxHashMap, FxHashSet};

use super::Parser;
use crate::{Token, TokenKind};

/// What was seen of functions and of the names in them.
pub(super) struct Usage {
    /// Whether an entry point was asked for; if not, nothing is collected.
    wanted: bool,
    /// The names in all bodies, one body after another.
    names: Vec<Mention>,
    /// The token that was seen last.
    previous: Option<Token>,
    /// Words behind which a name is used, not declared: `return tint;`.
    statements: [Symbol; 6],
    /// Functions, and static variables that mention names, with the end of their names in `names`.
    functions: Vec<(Symbol, Span, usize)>,
    /// Names that stand for a parameter: of a variable, of a member of a cbuffer.
    parameters: Vec<(Symbol, ParameterId)>,
    /// The name that all operators are noted under; whoever is reached may use them.
    operators: Symbol,
}

/// A name in a body.
#[derive(Clone, Copy)]
struct Mention {
    name: Symbol,
    role: Role,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    /// A variable or a function.
    Free,
    /// Behind a dot: a member or a method.
    Member,
    /// Behind a type: declared here.
    Declared,
}

impl Usage {
    pub(super) fn new(wanted: bool, names: &mut Interner) -> Self {
        Usage {
            wanted,
            names: Vec::new(),
            previous: None,
            statements: ["return", "else", "do", "case", "in", "out"].map(|word| names.intern(word)),
            functions: Vec::new(),
            parameters: Vec::new(),
            operators: names.intern("operator"),
        }
    }

    pub(super) fn is_wanted(&self) -> bool {
        self.wanted
    }

    /// Notes a token of a body, initialiser or parameter list.
    pub(super) fn see(&mut self, token: Token) {
        if !self.wanted {
            return;
        }
        if token.kind == TokenKind::Ident {
            let role = match self.previous {
                Some(Token { kind: TokenKind::Dot | TokenKind::Arrow, .. }) => Role::Member,
                Some(Token { kind: TokenKind::Ident, symbol, .. }) if !self.statements.contains(&symbol) => Role::Declared,
                _ => Role::Free,
            };
            self.names.push(Mention { name: token.symbol, role });
        }
        self.previous = Some(token);
    }

    /// Notes a name that stands by itself.
    pub(super) fn mention(&mut self, name: Symbol) {
        if self.wanted {
            self.names.push(Mention { name, role: Role::Free });
            self.previous = None;
        }
    }

    /// All names noted since the last call belong to `function`.
    pub(super) fn end_of(&mut self, function: Symbol, span: Span) {
        if self.wanted {
            self.functions.push((function, span, self.names.len()));
            self.previous = None;
        }
    }

    /// The names noted since the last end of a function belong to nothing.
    pub(super) fn forget(&mut self) {
        self.names.truncate(self.functions.last().map_or(0, |&(.., end)| end));
        self.previous = None;
    }

    /// `name` stands for `parameter`.
    pub(super) fn stands_for(&mut self, name: Symbol, parameter: ParameterId) {
        if self.wanted {
            self.parameters.push((name, parameter));
        }
    }

    /// The names that the bodies of `entry`, and of all it may call, use for variables outside of them.
    fn reached_from(&self, entry: Symbol) -> FxHashSet<Symbol> {
        let mut bodies: FxHashMap<Symbol, Vec<&[Mention]>> = FxHashMap::default();
        let mut start = 0;
        for &(function, _, end) in &self.functions {
            bodies.entry(function).or_default().push(&self.names[start..end]);
            start = end;
        }
        let mut reached = FxHashSet::default();
        let mut called = FxHashSet::from_iter([entry, self.operators]);
        let mut todo = vec![entry, self.operators];
        while let Some(function) = todo.pop() {
            for body in bodies.get(&function).into_iter().flatten() {
                let own: FxHashSet<Symbol> =
                    body.iter().filter(|mention| mention.role == Role::Declared).map(|mention| mention.name).collect();
                for mention in *body {
                    if mention.role == Role::Free && !own.contains(&mention.name) {
                        reached.insert(mention.name);
                    }
                    if mention.role != Role::Declared && bodies.contains_key(&mention.name) && called.insert(mention.name) {
                        todo.push(mention.name);
                    }
                }
            }
        }
        reached
    }
}

impl Parser<'_> {
    /// Marks what the entry point reaches as used, and all else as not.
    pub(super) fn finish_usage(&mut self) {
        let Some(entry) = &self.options.entry else { return };
        let symbol = self.cursor.preprocessor.unit.names.lookup(entry);
        let found = self.usage.functions.iter().find(|(function, ..)| Some(*function) == symbol);
        let Some(&(name, span, _)) = found else {
            let message = format!("there is no function `{entry}` to be the entry point");
            let help = "name one with `-E`, or leave it out: then everything declared counts as used";
            self.report(Diagnostic::without_place(&codes::ENTRY_NOT_FOUND, message).help(help));
            return;
        };
        self.module.entry_points.retain(|other| other.name == name);
        if self.module.entry_points.is_empty() {
            self.module.entry_points.push(EntryPoint { name, span });
        }
        let reached = self.usage.reached_from(name);
        let parameters: Vec<ParameterId> = self.module.parameters.iter().map(|(id, _)| id).collect();
        for id in parameters {
            self.module.parameters[id].used = false;
        }
        for &(name, id) in &self.usage.parameters {
            self.module.parameters[id].used |= reached.contains(&name);
        }
    }
}
