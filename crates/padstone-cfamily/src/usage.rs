//! The parameters that an entry point reaches, and its reads of them, determined from the names in the bodies that it calls.
//!
//! A scan of tokens, not an analysis: a name that a body declares (`float tint;`) is local from there to the end of its block, a
//! name after a dot is a member or a method, and any other may be a function or a parameter.

mod blocks;
mod reads;
mod sampled;

use padstone_model::{EntryPoint, Module, ParameterId, SignatureId, Stage, UsedTogether};
use padstone_source::{Interner, Span, Symbol};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::{Token, TokenKind};
use blocks::LocalNames;
use reads::Reads;
pub(crate) use reads::{BufferRead, ReadPathStep};
use sampled::{Callable, Calls};
pub(crate) use sampled::{Sampled, Sampler, SamplerStep};

/// The functions of a unit, and the names in their bodies.
pub(crate) struct Usage {
    /// Whether bodies are scanned: an entry point was requested, or reads are collected.
    recording: bool,
    /// The names in all bodies, in source order.
    names: Vec<Mention>,
    /// The previous token.
    previous: Option<Token>,
    /// The name before the last `::`.
    qualifier: Option<Symbol>,
    /// Keywords before a name that is used rather than declared: `return tint;`.
    statements: [Symbol; 6],
    /// Whether the parameters of a function are read, where a name after the `>` of a type is declared.
    in_parameters: bool,
    /// The local names of the body that is being read.
    locals: LocalNames,
    /// Functions, and static variables whose initializers contain names.
    functions: Vec<FunctionNames>,
    /// Names that refer to a parameter: of a variable, or of a member of a cbuffer.
    parameters: Vec<(Symbol, ParameterId)>,
    /// One name for all operators: any reachable function may use them.
    operators: Symbol,
    reads: Reads,
    /// Calls of `tex2D` and similar functions, to find their samplers.
    calls: Calls,
    /// Functions whose attributes make them entry points.
    entries: Vec<Symbol>,
    /// The signatures of functions that are requested as entry points.
    signatures: Vec<(Symbol, SignatureId)>,
}

/// A function, or a variable with an initializer.
struct FunctionNames {
    name: Symbol,
    /// The innermost namespace or struct that it is declared in; empty if there is none or it is unknown.
    scope: Symbol,
    span: Span,
    /// The end of its names in [`Usage::names`]; they start at the end of the previous function's.
    names: usize,
    /// The end of its reads in [`Usage::reads`].
    reads: usize,
    /// The end of its calls in [`Usage::calls`].
    calls: usize,
    /// The names of its parameters, if calls are recorded; `None` for a variable.
    parameters: Option<Vec<Symbol>>,
}

/// The code that an entry point reaches; without an entry point, that of all functions.
pub(crate) struct ReachableCode<'u> {
    pub(crate) names: FxHashSet<Symbol>,
    /// Reads of buffers, in source order.
    pub(crate) reads: Vec<&'u BufferRead>,
    /// The functions, as indices in [`Usage::functions`].
    functions: FxHashSet<usize>,
}

/// The name of a function, and the name before its `::`.
type CalledName = (Symbol, Option<Symbol>);

/// A name in a body.
#[derive(Clone, Copy)]
struct Mention {
    name: Symbol,
    /// The name before its `::`.
    qualifier: Option<Symbol>,
    role: NameRole,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum NameRole {
    /// The name of a variable or function.
    Free,
    /// After a dot: a member or a method.
    Member,
    /// After a type: declared here.
    Declared,
    /// The name of a local variable or a parameter of the function.
    Local,
}

impl Usage {
    pub(crate) fn new(recording: bool, names: &mut Interner) -> Self {
        Usage {
            recording,
            names: Vec::new(),
            previous: None,
            qualifier: None,
            statements: ["return", "else", "do", "case", "in", "out"].map(|word| names.intern(word)),
            in_parameters: false,
            locals: LocalNames::new(names),
            functions: Vec::new(),
            parameters: Vec::new(),
            operators: names.intern("operator"),
            reads: Reads::default(),
            calls: Calls::default(),
            entries: Vec::new(),
            signatures: Vec::new(),
        }
    }

    /// Records calls, to find the first arguments of these functions.
    pub(crate) fn want_sampled(&mut self, functions: Vec<Symbol>) {
        self.calls.set_sampling(functions);
    }

    /// Whether calls are recorded.
    pub(crate) fn notes_calls(&self) -> bool {
        self.calls.are_recorded()
    }

    /// The first arguments of calls of the functions passed to [`Self::want_sampled`] that an entry point reaches, in the order of use, each
    /// once. Initializers of variables precede the entry point. Without an entry point, all functions count.
    pub(crate) fn sampled_in(&self, entry: Option<Symbol>, reached: &ReachableCode<'_>) -> Vec<Sampled> {
        let (mut names, mut calls) = (0, 0);
        let mut callables = Vec::with_capacity(self.functions.len());
        for function in &self.functions {
            let mentions = &self.names[names..function.names];
            let locals = mentions.iter().filter(|mention| mention.role == NameRole::Declared).map(|mention| mention.name).collect();
            let parameters = function.parameters.as_deref().unwrap_or_default();
            callables.push(Callable { name: function.name, parameters, locals, calls: calls..function.calls });
            (names, calls) = (function.names, function.calls);
        }
        let reached = self.functions.iter().enumerate().filter(|(index, _)| reached.functions.contains(index));
        let variables = reached.clone().filter(|(_, function)| function.parameters.is_none());
        let entries = reached.filter(|(_, function)| function.parameters.is_some() && entry.is_none_or(|entry| function.name == entry));
        self.calls.sampled_by(variables.chain(entries).map(|(index, _)| index), &callables)
    }

    /// Whether the file declares a function of this name.
    pub(crate) fn is_function(&self, name: Symbol) -> bool {
        self.functions.iter().any(|function| function.name == name && function.parameters.is_some())
    }

    /// A function with this name is an entry point, even if none was requested.
    pub(crate) fn declare_entry(&mut self, function: Symbol) {
        if self.recording && !self.entries.contains(&function) {
            self.entries.push(function);
        }
    }

    /// The signature of the function with this name, in case it is an entry point.
    pub(crate) fn enters(&mut self, function: Symbol, signature: SignatureId) {
        self.signatures.push((function, signature));
    }

    /// The parameters that each entry point of the file reaches.
    pub(crate) fn used_together(&self) -> UsedTogether {
        if self.entries.is_empty() {
            return UsedTogether::Unknown;
        }
        let of_entry = |&entry: &Symbol| {
            let reached = self.reached_from(Some(entry));
            let mut used: Vec<ParameterId> =
                self.parameters.iter().filter(|(name, _)| reached.names.contains(name)).map(|&(_, parameter)| parameter).collect();
            used.sort_unstable();
            used.dedup();
            used
        };
        UsedTogether::By(self.entries.iter().map(of_entry).collect())
    }

    pub(crate) fn is_recording(&self) -> bool {
        self.recording
    }

    /// Records a token of a body, initializer or parameter list.
    pub(crate) fn see(&mut self, token: Token) {
        if !self.recording {
            return;
        }
        let mut free = false;
        self.locals.see(token);
        if token.kind == TokenKind::Ident {
            let role = match self.previous {
                Some(Token { kind: TokenKind::Dot | TokenKind::Arrow, .. }) => NameRole::Member,
                Some(Token { kind: TokenKind::Ident, symbol, .. }) if !self.statements.contains(&symbol) => {
                    self.locals.declare(token.symbol);
                    NameRole::Declared
                }
                Some(Token { kind: TokenKind::Greater, .. }) if self.in_parameters => {
                    self.locals.declare(token.symbol);
                    NameRole::Declared
                }
                Some(Token { kind: TokenKind::ColonColon, .. }) => NameRole::Free,
                _ if self.locals.has(token.symbol) => NameRole::Local,
                _ => NameRole::Free,
            };
            let is_qualified = matches!(self.previous, Some(Token { kind: TokenKind::ColonColon, .. }));
            self.names.push(Mention { name: token.symbol, qualifier: self.qualifier.filter(|_| is_qualified), role });
            free = role == NameRole::Free;
        }
        self.calls.see(token);
        if token.kind == TokenKind::ColonColon {
            // After any other token, such as `>`, the role of the name is unknown.
            self.qualifier = self.previous.filter(|previous| previous.kind == TokenKind::Ident).map(|previous| previous.symbol);
        }
        self.reads.see(token, free);
        self.previous = Some(token);
    }

    /// Begins or ends the parameters of a function.
    pub(crate) fn set_in_parameters(&mut self, in_parameters: bool) {
        self.in_parameters = in_parameters;
    }

    /// Records an unqualified name.
    pub(crate) fn mention(&mut self, name: Symbol) {
        if self.recording {
            self.names.push(Mention { name, qualifier: None, role: NameRole::Free });
            self.previous = None;
        }
    }

    /// Assigns all names recorded since the last call to the variable or type `name`.
    pub(crate) fn end_of(&mut self, name: Symbol, span: Span) {
        self.end(Symbol::EMPTY, name, span, None);
    }

    /// Assigns all names recorded since the last call to a function declared in the namespace or struct `scope`.
    pub(crate) fn end_of_function(&mut self, scope: Symbol, function: Symbol, span: Span, parameters: Vec<Symbol>) {
        self.end(scope, function, span, Some(parameters));
    }

    fn end(&mut self, scope: Symbol, name: Symbol, span: Span, parameters: Option<Vec<Symbol>>) {
        if self.recording {
            self.reads.end_body();
            self.calls.end_body();
        }
        // Entry points that were not requested are taken from this list.
        let (names, reads, calls) = (self.names.len(), self.reads.len(), self.calls.len());
        self.functions.push(FunctionNames { name, scope, span, names, reads, calls, parameters });
        self.previous = None;
        self.locals.clear();
    }

    /// Drops the names recorded since the end of the last function.
    pub(crate) fn forget(&mut self) {
        let (names, reads, calls) = self.functions.last().map_or((0, 0, 0), |last| (last.names, last.reads, last.calls));
        self.names.truncate(names);
        self.reads.truncate(reads);
        self.calls.truncate(calls);
        self.previous = None;
        self.locals.clear();
    }

    /// `name` refers to `parameter`.
    pub(crate) fn alias(&mut self, name: Symbol, parameter: ParameterId) {
        if self.recording {
            self.parameters.push((name, parameter));
        }
    }

    /// Whether the body of the function that is being read uses a name, even that of a parameter.
    pub(crate) fn uses_name(&self, name: Symbol) -> bool {
        let start = self.functions.last().map_or(0, |last| last.names);
        self.names[start..].iter().any(|mention| matches!(mention.role, NameRole::Free | NameRole::Local) && mention.name == name)
    }

    /// Requests reads through `name`: a buffer, or a member of one, that contains 64-bit vectors or matrices. Call it before the code that
    /// reads.
    pub(crate) fn want_reads(&mut self, name: Symbol, parameter: ParameterId, member: Option<Symbol>) {
        self.recording = true;
        self.reads.begin_with(name, parameter, member);
    }

    /// The names and reads in the bodies of `entry` and all functions that it may call; without an entry point, in all bodies.
    pub(crate) fn reached_from(&self, entry: Option<Symbol>) -> ReachableCode<'_> {
        let mut bodies: FxHashMap<Symbol, Vec<BodyNames<'_>>> = FxHashMap::default();
        let (mut names, mut reads) = (0, 0);
        for (index, function) in self.functions.iter().enumerate() {
            let reads_of = self.reads.of(reads..function.reads);
            let body = BodyNames { scope: function.scope, names: &self.names[names..function.names], index, reads: reads_of };
            bodies.entry(function.name).or_default().push(body);
            (names, reads) = (function.names, function.reads);
        }
        let mut reached = ReachableCode { names: FxHashSet::default(), reads: Vec::new(), functions: FxHashSet::default() };
        let mut todo: Vec<CalledName> = match entry {
            Some(entry) => vec![(entry, None), (self.operators, None)],
            None => self.functions.iter().map(|function| (function.name, None)).collect(),
        };
        let mut called: FxHashSet<CalledName> = FxHashSet::default();
        todo.retain(|&call| called.insert(call));
        let mut walked: FxHashSet<(Symbol, usize)> = FxHashSet::default();
        while let Some((function, qualifier)) = todo.pop() {
            let candidates = bodies.get(&function).map_or(&[][..], |bodies| &bodies[..]);
            // The qualifier may also be an alias, a base or an inline namespace rather than the scope of a function.
            let qualifier = qualifier.filter(|&qualifier| candidates.iter().any(|body| body.scope == qualifier));
            for (index, body) in candidates.iter().enumerate() {
                if qualifier.is_some_and(|qualifier| body.scope != qualifier) || !walked.insert((function, index)) {
                    continue;
                }
                for mention in body.names {
                    if mention.role == NameRole::Free {
                        reached.names.insert(mention.name);
                    }
                    let call = (mention.name, mention.qualifier);
                    if mention.role != NameRole::Declared && bodies.contains_key(&mention.name) && called.insert(call) {
                        todo.push(call);
                    }
                }
                reached.functions.insert(body.index);
                reached.reads.extend(body.reads);
            }
        }
        reached.reads.sort_by_key(|read| read.first);
        reached
    }
}

impl Usage {
    /// Declares the function with this name, if there is one, as the entry point of a stage.
    pub(crate) fn declare(&self, entry: Symbol, stage: Option<Stage>, module: &mut Module) {
        if let Some(&FunctionNames { name, span, .. }) = self.functions.iter().find(|function| function.name == entry) {
            let signature = self.signatures.iter().find(|(function, _)| *function == name).map(|&(_, signature)| signature);
            module.entry_points.push(EntryPoint { name, span, stage, signature });
        }
    }

    /// Marks the parameters that an entry point reaches as used, and all others as unused. `None` if there is no function with this name.
    /// `stage` is its stage unless the source specifies one.
    pub(crate) fn mark(&self, entry: Symbol, stage: Option<Stage>, module: &mut Module) -> Option<ReachableCode<'_>> {
        let &FunctionNames { name, .. } = self.functions.iter().find(|function| function.name == entry)?;
        module.entry_points.retain(|other| other.name == name);
        if module.entry_points.is_empty() {
            self.declare(name, stage, module);
        }
        let reached = self.reached_from(Some(name));
        let parameters: Vec<ParameterId> = module.parameters.iter().map(|(id, _)| id).collect();
        for id in parameters {
            module.parameters[id].used = false;
        }
        for &(name, id) in &self.parameters {
            // Its own parameters are recorded under its name.
            module.parameters[id].used |= name == entry || reached.names.contains(&name);
        }
        Some(reached)
    }
}

/// The names in one body.
struct BodyNames<'u> {
    scope: Symbol,
    names: &'u [Mention],
    /// The index in [`Usage::functions`].
    index: usize,
    reads: &'u [BufferRead],
}
