//! The statements of a body, as far as they declare names: which name is that of a new variable, and where its scope ends.
//!
//! One pass with a look-ahead of one token. A declaration begins a statement, a parameter, or the parentheses of `for` and its relatives: words
//! of a type, and a name before `=`, `,`, `;`, `[`, `:` or the end. After a comma, another name follows.

mod position;
mod statement_words;

use padstone_source::{Interner, Symbol};

use super::locals::VisibleLocals;
use crate::{Token, TokenKind};
use position::{Frame, FrameKind, Header, Name, Position, arguments};
use statement_words::StatementWords;

/// Reads the tokens of a parameter list and a body in order.
pub(crate) struct Statements {
    words: StatementWords,
    locals: VisibleLocals,
    /// The number of locals so far, visible or not: the id of the next.
    declared: usize,
    /// The enclosing delimiters and statements, the innermost last; never empty.
    frames: Vec<Frame>,
    previous: TokenKind,
    rules: ScopeRules,
    /// Of the function whose parameters were read last.
    pub(crate) parameters: ParameterCount,
}

/// The scopes of local variables.
#[derive(Clone, Copy)]
pub(crate) struct ScopeRules {
    /// Whether a variable is visible in its own initializer.
    pub(crate) hides_in_initializer: bool,
    /// Whether the variables of a `for` are visible after it, in the rest of the block.
    pub(crate) loop_variables_stay: bool,
}

impl ScopeRules {
    /// ISO C++14, 3.3.2 and 6.5.3. Before HLSL 2021, DXC leaves the variables of a `for` to the block around it (DirectXShaderCompiler #4082), as FXC does
    /// (its warning X3078).
    pub(crate) fn hlsl(loop_variables_stay: bool) -> ScopeRules {
        ScopeRules { hides_in_initializer: true, loop_variables_stay }
    }

    /// The OpenGL Shading Language 4.60, section 4.2.2.
    pub(crate) const GLSL: ScopeRules = ScopeRules { hides_in_initializer: false, loop_variables_stay: false };
}

/// A name that a body declares.
#[derive(Clone, Copy)]
pub(crate) struct DeclaredLocal {
    /// The index that the name was passed to [`Statements::see`] with.
    pub(crate) at: usize,
    pub(crate) id: usize,
    pub(crate) kind: LocalKind,
}

/// The kind of a local declaration.
#[derive(Clone, Copy)]
pub(crate) enum LocalKind {
    Variable(LocalType),
    Parameter {
        ty: LocalType,
        /// Among all parameters of the function, also those without a name.
        index: usize,
    },
    /// `using namespace`: the index of the last name of the path, and the import before it.
    Import {
        path: usize,
        outer: Option<usize>,
    },
    /// `using`, with the index of the last name of the path.
    Alias {
        path: usize,
    },
}

/// The number of parameters of a function.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct ParameterCount {
    pub(crate) total: u32,
    /// The number of parameters with default values.
    pub(crate) defaults: u32,
}

/// The words that a local's type consists of, by the indices passed to [`Statements::see`].
#[derive(Clone, Copy, Default)]
pub(crate) struct LocalType {
    /// The last word: `T` in `const N::T`.
    pub(crate) name: Option<usize>,
    /// The last word of its first argument: `T` in `StructuredBuffer<N::T>`.
    pub(crate) element: Option<usize>,
}

impl Statements {
    pub(crate) fn new(names: &mut Interner, rules: ScopeRules) -> Statements {
        let mut statements = Statements {
            words: StatementWords::intern(names),
            locals: VisibleLocals::default(),
            declared: 0,
            frames: Vec::new(),
            previous: TokenKind::Semicolon,
            rules,
            parameters: ParameterCount::default(),
        };
        statements.end();
        statements
    }

    /// Forgets the locals: the next tokens are outside bodies.
    pub(crate) fn end(&mut self) {
        self.locals.leave(0);
        self.restart(FrameKind::Group, Position::Expression);
    }

    /// Begins the parameters of a function.
    pub(crate) fn begin_parameters(&mut self) {
        self.locals.leave(0);
        self.parameters = ParameterCount::default();
        self.restart(FrameKind::Parameters, Position::Start);
    }

    /// Begins the body of a function, after its `{`.
    pub(crate) fn begin_body(&mut self) {
        self.restart(FrameKind::Block, Position::Start);
    }

    /// Begins the members of a struct, before its `{`.
    pub(crate) fn begin_members(&mut self) {
        self.restart(FrameKind::Block, Position::BeforeMembers);
    }

    fn restart(&mut self, kind: FrameKind, position: Position) {
        self.frames.clear();
        self.frames.push(Frame { kind, position, locals: 0, initialized: None });
    }

    /// Declares a parameter whose tokens are not passed to [`Self::see`].
    pub(crate) fn declare_parameter(&mut self, name: Symbol) {
        self.locals.declare(name, self.declared);
        self.declared += 1;
    }

    /// The local that a name refers to.
    pub(crate) fn find(&self, name: Symbol) -> Option<usize> {
        self.locals.find(name)
    }

    /// The last `using namespace` that is in effect.
    pub(crate) fn import(&self) -> Option<usize> {
        self.locals.find(self.words.namespace_word)
    }

    /// Whether the next token is part of a semantic or of another annotation after a declared name.
    pub(crate) fn is_in_annotation(&self) -> bool {
        matches!(self.innermost().position, Position::Annotation(_))
    }

    /// Whether a name is a word of statements, which no expression contains.
    pub(crate) fn is_word(&self, name: Symbol) -> bool {
        self.words.contains(name)
    }

    fn innermost(&self) -> &Frame {
        self.frames.last().expect("the frame of the whole is never removed")
    }

    fn frame(&mut self) -> &mut Frame {
        self.frames.last_mut().expect("the frame of the whole is never removed")
    }

    fn open(&mut self, kind: FrameKind, position: Position) {
        let locals = self.locals.len();
        self.frames.push(Frame { kind, position, locals, initialized: None });
    }

    /// Reads a token. If it is a name, `at` is the index to report it with. Returns the name that this token shows to be declared before it.
    pub(crate) fn see(&mut self, token: Token, at: usize) -> Option<DeclaredLocal> {
        self.leave_complete(token);
        if matches!(token.kind, TokenKind::Comma | TokenKind::Semicolon | TokenKind::ParenClose | TokenKind::BraceClose)
            && let Some((name, id)) = self.frame().initialized.take()
        {
            self.locals.declare(name, id);
        }
        let declared = self.declared_before(token.kind);
        self.count_parameters(token.kind);
        match token.kind {
            TokenKind::ParenOpen | TokenKind::BracketOpen => self.open_group(token.kind),
            TokenKind::BraceOpen => self.open_braces(),
            TokenKind::ParenClose | TokenKind::BracketClose => self.close_group(),
            TokenKind::BraceClose => self.close_braces(),
            _ if self.innermost().kind == FrameKind::Group => {}
            TokenKind::Semicolon => self.end_statement(),
            TokenKind::Ident => self.name(Name { symbol: token.symbol, at }),
            _ => self.advance(token.kind),
        }
        self.previous = token.kind;
        declared
    }

    /// Leaves the statements that are complete before a token: an `else` continues an `if`.
    fn leave_complete(&mut self, token: Token) {
        while let FrameKind::Controlled { may_have_else, is_complete: true } = self.innermost().kind {
            if may_have_else && token.kind == TokenKind::Ident && token.symbol == self.words.else_word {
                self.frame().kind = FrameKind::Controlled { may_have_else: false, is_complete: false };
                self.frame().position = Position::Start;
                return;
            }
            self.leave();
            self.complete();
        }
    }

    fn count_parameters(&mut self, kind: TokenKind) {
        let [Frame { kind: FrameKind::Parameters, position, .. }] = self.frames[..] else { return };
        match (position, kind) {
            (Position::Start, kind) if kind != TokenKind::ParenClose => self.parameters.total += 1,
            (Position::Declared(_) | Position::Annotation(_), TokenKind::Assign) => self.parameters.defaults += 1,
            _ => {}
        }
    }

    /// Removes the innermost frame and its locals.
    fn leave(&mut self) {
        if self.frames.len() > 1
            && let Some(frame) = self.frames.pop()
        {
            self.locals.leave(frame.locals);
        }
    }

    /// A statement ends.
    fn complete(&mut self) {
        let frame = self.frame();
        frame.position = Position::Start;
        if let FrameKind::Controlled { is_complete, .. } = &mut frame.kind {
            *is_complete = true;
        }
    }

    /// The name before a token of this kind, if that makes it a declared one.
    fn declared_before(&mut self, next: TokenKind) -> Option<DeclaredLocal> {
        let follows_name = matches!(
            next,
            TokenKind::Assign
                | TokenKind::Comma
                | TokenKind::Semicolon
                | TokenKind::BracketOpen
                | TokenKind::Colon
                | TokenKind::ParenOpen
                | TokenKind::ParenClose
                | TokenKind::BraceOpen
        );
        let (name, ty) = match self.innermost().position {
            Position::Words { ty: Some(ty), last, .. } if follows_name => (last, LocalType { name: Some(ty), element: None }),
            Position::Candidate { ty, name, .. } if follows_name => (name, ty),
            Position::Using { name: Some(Name { symbol, at }), is_namespace } if next == TokenKind::Semicolon => {
                let (outer, id) = (self.import(), self.declared);
                self.declare_parameter(if is_namespace { self.words.namespace_word } else { symbol });
                let kind = if is_namespace { LocalKind::Import { path: at, outer } } else { LocalKind::Alias { path: at } };
                return Some(DeclaredLocal { at, id, kind });
            }
            // `using T = …;`.
            Position::Using { name: Some(name), is_namespace: false } if next == TokenKind::Assign => (name, LocalType::default()),
            // The name of a value: `N::Pair<A, B>(…)`.
            Position::Candidate { ty, is_first: false, .. } if next != TokenKind::Ident => {
                self.frame().position = Position::Initializer(ty);
                return None;
            }
            _ => return None,
        };
        let is_record = matches!(self.innermost().position, Position::Words { is_record: true, .. })
            && matches!(next, TokenKind::BraceOpen | TokenKind::Colon);
        let id = self.declared;
        self.declared += 1;
        if next == TokenKind::Assign && !self.rules.hides_in_initializer {
            self.frame().initialized = Some((name.symbol, id));
        } else {
            self.locals.declare(name.symbol, id);
        }
        self.frame().position = if is_record { Position::BeforeMembers } else { Position::Declared(ty) };
        let kind = match self.innermost().kind {
            _ if is_record => LocalKind::Variable(LocalType::default()),
            FrameKind::Parameters if self.frames.len() == 1 => {
                LocalKind::Parameter { ty, index: self.parameters.total.saturating_sub(1) as usize }
            }
            _ => LocalKind::Variable(ty),
        };
        Some(DeclaredLocal { at: name.at, id, kind })
    }

    fn open_group(&mut self, open: TokenKind) {
        let is_group = self.innermost().kind == FrameKind::Group;
        match self.innermost().position {
            _ if is_group => {}
            Position::BeforeHeader(header) if open == TokenKind::ParenOpen => return self.open(FrameKind::Header(header), Position::Start),
            // A method of a local struct.
            Position::Declared(_) if open == TokenKind::ParenOpen => return self.open(FrameKind::Parameters, Position::Start),
            // An attribute: `[unroll]`.
            Position::Start if open == TokenKind::BracketOpen => {}
            // An element, or the type of an array: `vec4[2] x`.
            Position::Words { last, .. } if open == TokenKind::BracketOpen => {
                self.frame().position = Position::AfterType(LocalType { name: Some(last.at), element: None });
            }
            Position::Declared(_)
            | Position::Annotation(_)
            | Position::Initializer(_)
            | Position::Arguments { .. }
            | Position::Using { .. }
            | Position::Label => {}
            Position::AfterType(_) if self.previous == TokenKind::BracketClose => {}
            _ => self.frame().position = Position::Expression,
        }
        let position = match self.innermost().position {
            annotation @ Position::Annotation(_) => annotation,
            _ => Position::Expression,
        };
        self.open(FrameKind::Group, position);
    }

    fn open_braces(&mut self) {
        let (FrameKind::Block | FrameKind::Members | FrameKind::Controlled { .. }) = self.innermost().kind else {
            return self.open(FrameKind::Group, Position::Expression);
        };
        match self.innermost().position {
            Position::BeforeMembers | Position::Words { is_record: true, .. } => {
                self.frame().position = Position::AfterType(LocalType::default());
                self.open(FrameKind::Members, Position::Start);
            }
            Position::Start | Position::Words { ty: None, .. } | Position::BeforeHeader(_) => {
                self.frame().position = Position::Start;
                self.open(FrameKind::Block, Position::Start);
            }
            // An operator.
            Position::Expression if self.innermost().kind == FrameKind::Members => {
                self.frame().position = Position::Start;
                self.open(FrameKind::Block, Position::Start);
            }
            _ => self.open(FrameKind::Group, Position::Expression),
        }
    }

    fn close_group(&mut self) {
        match self.innermost().kind {
            FrameKind::Group => self.leave(),
            // The variables stay visible in the statement that follows.
            FrameKind::Header(header) => {
                let (stay, visible) = (header == Header::For && self.rules.loop_variables_stay, self.locals.len());
                let frame = self.frame();
                if stay {
                    // The frame around it drops them.
                    frame.locals = visible;
                }
                frame.kind = FrameKind::Controlled { may_have_else: header == Header::If, is_complete: false };
                frame.position = Position::Start;
            }
            FrameKind::Parameters if self.frames.len() > 1 => {
                let frame = self.frame();
                frame.kind = FrameKind::Controlled { may_have_else: false, is_complete: false };
                frame.position = Position::Start;
            }
            FrameKind::Parameters => self.frame().position = Position::Expression,
            FrameKind::Block | FrameKind::Members | FrameKind::Controlled { .. } => {}
        }
    }

    fn close_braces(&mut self) {
        // What is not closed inside ends, too.
        while self.frames.len() > 1
            && matches!(self.innermost().kind, FrameKind::Header(_) | FrameKind::Controlled { .. } | FrameKind::Parameters)
        {
            self.leave();
        }
        let closed = self.innermost().kind;
        self.leave();
        match closed {
            FrameKind::Block => self.complete(),
            FrameKind::Members | FrameKind::Parameters | FrameKind::Header(_) | FrameKind::Controlled { .. } | FrameKind::Group => {}
        }
    }

    fn end_statement(&mut self) {
        match self.innermost().kind {
            // Only the first part declares.
            FrameKind::Header(_) => self.frame().position = Position::Expression,
            FrameKind::Controlled { .. } => self.complete(),
            FrameKind::Block | FrameKind::Members | FrameKind::Parameters | FrameKind::Group => self.frame().position = Position::Start,
        }
    }

    fn name(&mut self, name: Name) {
        let is_qualified = self.previous == TokenKind::ColonColon;
        let next = match self.innermost().position {
            Position::Start => self.words.first(name),
            Position::Using { .. } if name.symbol == self.words.namespace_word => Position::Using { name: None, is_namespace: true },
            Position::Using { is_namespace, .. } => Position::Using { name: Some(name), is_namespace },
            Position::Words { ty, is_record, .. } if is_qualified => Position::Words { ty, last: name, is_record },
            Position::Words { last, is_record, .. } => Position::Words { ty: Some(last.at), last: name, is_record },
            // `S<float>::T`.
            Position::AfterType(_) if is_qualified => Position::Words { ty: None, last: name, is_record: false },
            Position::AfterType(ty) => Position::Candidate { ty, name, is_first: true },
            Position::Candidate { ty, is_first: true, .. } => Position::Candidate { ty, name, is_first: true },
            Position::Candidate { ty, is_first: false, .. } => Position::Initializer(ty),
            Position::AfterComma(ty) => Position::Candidate { ty, name, is_first: false },
            Position::Arguments { ty, depth: 1, has_comma: false } => {
                Position::Arguments { ty: LocalType { element: Some(name.at), ..ty }, depth: 1, has_comma: false }
            }
            other => other,
        };
        self.frame().position = next;
    }

    /// Reads a token other than names and delimiters.
    fn advance(&mut self, kind: TokenKind) {
        let in_parameters = self.innermost().kind == FrameKind::Parameters;
        let next = match (self.innermost().position, kind) {
            (Position::Arguments { ty, depth, has_comma }, _) => arguments(ty, depth, has_comma, kind),
            (_, TokenKind::Comma) if in_parameters => Position::Start,
            (Position::Start, _) => Position::Expression,
            (Position::Words { ty: None, .. } | Position::Label, TokenKind::Colon) => Position::Start,
            (Position::Words { last, .. }, TokenKind::Less) => {
                Position::Arguments { ty: LocalType { name: Some(last.at), element: None }, depth: 1, has_comma: false }
            }
            (words @ Position::Words { .. }, TokenKind::ColonColon) => words,
            (Position::AfterType(ty), TokenKind::ColonColon) => Position::AfterType(ty),
            (Position::Declared(ty), TokenKind::Colon) => Position::Annotation(ty),
            (Position::Declared(ty) | Position::Annotation(ty), TokenKind::Assign) => Position::Initializer(ty),
            (Position::Declared(ty) | Position::Annotation(ty) | Position::Initializer(ty), TokenKind::Comma) => Position::AfterComma(ty),
            (
                position @ (Position::Declared(_)
                | Position::Annotation(_)
                | Position::Initializer(_)
                | Position::BeforeMembers
                | Position::Using { .. }
                | Position::Label),
                _,
            ) => position,
            (Position::AfterComma(ty) | Position::Candidate { ty, is_first: false, .. }, _) => Position::Initializer(ty),
            _ => Position::Expression,
        };
        self.frame().position = next;
    }
}
