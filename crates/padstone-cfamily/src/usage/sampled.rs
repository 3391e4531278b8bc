//! The samplers that functions such as `tex2D` get as first arguments, followed through the parameters of the functions that call them and
//! through local variables that are assigned once.
//!
//! Scans tokens like the scan for names ([`super`]): an argument is followed if it is a name with members and elements, and is unknown if it
//! is any other expression. The calls of a body are in the order in which their parentheses close, so an argument is evaluated before the call.

use padstone_source::{Span, Symbol};
use rustc_hash::{FxHashMap, FxHashSet};

use super::mentions::{Mentions, NameRole};
use super::resolve::{GlobalId, ReachableCode};
use super::statements::LocalKind;
use crate::{Token, TokenKind};

/// The calls and assignments in all bodies, one body after another.
#[derive(Default)]
pub(super) struct Calls {
    /// The functions that sample; without any, no calls are recorded.
    sampling: Vec<Symbol>,
    all: Vec<Event>,
    /// The expressions outside all delimiters, then the open delimiters.
    open: Vec<Delimiter>,
    /// The previous token, and its index if it is a name.
    previous: Option<(Token, Option<usize>)>,
}

enum Event {
    Call(SamplingCall),
    /// In the default value of a parameter.
    Assignment(SamplerAssignment),
    /// The parameter list ends.
    EndOfParameters,
}

struct SamplingCall {
    function: Symbol,
    /// The index of its name.
    mention: usize,
    span: Span,
    /// Of a method, the value before the dot, if it is followed.
    receiver: Option<Chain>,
    /// The arguments; `None` for an expression that is not followed.
    arguments: Vec<Option<Chain>>,
}

struct SamplerAssignment {
    /// The index of its name.
    variable: usize,
    /// The value assigned to the whole variable; `None` for an expression that is not followed, or if only a part is assigned.
    value: Option<Chain>,
}

/// A variable, and the path to a part of it: `material.samplers[1]`.
#[derive(Clone)]
struct Chain {
    /// The index of the variable's name.
    root: usize,
    steps: Vec<SamplerStep>,
}

/// From a variable to a part of it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum SamplerStep {
    Member(Symbol),
    Element,
}

#[derive(Default)]
struct Delimiter {
    /// A call, if these are its parentheses.
    call: Option<SamplingCall>,
    /// The chain that continues after the brackets.
    around: Option<Chain>,
    /// The expression, up to the previous token.
    expression: SampledExpression,
    /// The target of the assignment.
    target: Option<Chain>,
    /// The last name before a `<`, and its index: it is called if its template arguments precede a `(`.
    generic: Option<(Token, usize)>,
}

/// The tokens between two commas or semicolons, as far as they were read.
#[derive(Default)]
enum SampledExpression {
    #[default]
    Empty,
    Chain(Chain),
    /// `scope::`, before a name.
    Qualifier,
    Other,
}

/// The maximum number of textures of a shader (D3D11_COMMONSHADER_INPUT_RESOURCE_SLOT_COUNT): FXC rejects shaders that sample more, and the lists of
/// functions stay short.
const MAX_SAMPLED: usize = 128;
/// The maximum number of members, elements and assignments in the path to a sampler.
const MAX_STEPS: usize = 32;

/// A sampling function and its first argument.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Sampled {
    pub(crate) function: Symbol,
    /// The span of the call.
    pub(crate) span: Span,
    pub(crate) sampler: Sampler,
}

#[derive(Clone, PartialEq, Eq)]
pub(crate) enum Sampler {
    /// A part of a variable outside the function.
    Global(GlobalId, Vec<SamplerStep>),
    /// A part of a parameter of the function, by index.
    Parameter(usize, Vec<SamplerStep>),
    /// The result of an expression that is not followed.
    Unknown,
}

impl Calls {
    /// Records calls, to find the first arguments of these functions.
    pub(super) fn set_sampling(&mut self, sampling: Vec<Symbol>) {
        self.sampling = sampling;
    }

    pub(super) fn are_recorded(&self) -> bool {
        !self.sampling.is_empty()
    }

    /// The number of calls and assignments.
    pub(super) fn len(&self) -> usize {
        self.all.len()
    }

    /// Records a token of a body; `mention` is its index if it is a name.
    pub(super) fn see(&mut self, token: Token, mention: Option<usize>) {
        if !self.are_recorded() {
            return;
        }
        if self.open.is_empty() {
            self.open.push(Delimiter::default());
        }
        match token.kind {
            TokenKind::ParenOpen => {
                let called = std::mem::replace(&mut self.innermost().expression, SampledExpression::Other);
                let name = match self.previous {
                    Some((name, Some(mention))) => Some((name, mention)),
                    Some((Token { kind: TokenKind::Greater, .. }, _)) => self.innermost().generic,
                    _ => None,
                };
                let call = name.map(|(name, mention)| SamplingCall {
                    function: name.symbol,
                    mention,
                    span: name.span,
                    receiver: called.receiver(),
                    arguments: Vec::new(),
                });
                self.open.push(Delimiter { call, ..Delimiter::default() });
            }
            TokenKind::BracketOpen => {
                let around = match std::mem::replace(&mut self.innermost().expression, SampledExpression::Other) {
                    SampledExpression::Chain(chain) => Some(chain.followed_by(SamplerStep::Element)),
                    _ => None,
                };
                self.open.push(Delimiter { around, ..Delimiter::default() });
            }
            TokenKind::BraceOpen => {
                self.innermost().expression = SampledExpression::Other;
                self.open.push(Delimiter::default());
            }
            TokenKind::ParenClose | TokenKind::BracketClose | TokenKind::BraceClose => {
                self.end_expression();
                let closed = self.open.pop().unwrap_or_default();
                if self.open.is_empty() {
                    // Bodies and initializers close what they have opened, so this delimiter closes a parameter list.
                    self.all.push(Event::EndOfParameters);
                }
                self.all.extend(closed.call.map(Event::Call));
                if let Some(chain) = closed.around {
                    self.innermost().expression = SampledExpression::Chain(chain);
                }
                if token.kind == TokenKind::BraceClose {
                    // A statement follows a block.
                    self.innermost().expression = SampledExpression::Empty;
                }
            }
            TokenKind::Semicolon => self.end_expression(),
            TokenKind::Comma => self.next_argument(),
            TokenKind::Assign => {
                let declared = self.previous.and_then(|(_, mention)| mention);
                let delimiter = self.innermost();
                delimiter.target = match std::mem::take(&mut delimiter.expression) {
                    SampledExpression::Chain(chain) => Some(chain),
                    // `T<U> name = …`.
                    _ => declared.map(|root| Chain { root, steps: Vec::new() }),
                };
            }
            _ => {
                let previous = self.previous.map(|(previous, _)| previous.kind);
                let generic = self.previous.and_then(|(name, mention)| Some((name, mention?)));
                let delimiter = self.innermost();
                if token.kind == TokenKind::Less {
                    delimiter.generic = generic;
                }
                delimiter.expression = std::mem::take(&mut delimiter.expression).with(token, mention, previous);
            }
        }
        self.previous = Some((token, mention));
    }

    /// The innermost open delimiter.
    fn innermost(&mut self) -> &mut Delimiter {
        if self.open.is_empty() {
            self.open.push(Delimiter::default());
        }
        self.open.last_mut().expect("an element was pushed before")
    }

    /// An expression ends: an argument or a value.
    fn end_expression(&mut self) {
        if !matches!(self.innermost().expression, SampledExpression::Empty) {
            self.next_argument();
        }
        let delimiter = self.innermost();
        (delimiter.target, delimiter.generic) = (None, None);
    }

    fn next_argument(&mut self) {
        let delimiter = self.innermost();
        let value = match std::mem::take(&mut delimiter.expression) {
            SampledExpression::Chain(chain) => Some(chain),
            _ => None,
        };
        match (delimiter.target.take(), &mut delimiter.call) {
            (Some(Chain { root, steps }), _) => {
                self.all.push(Event::Assignment(SamplerAssignment { variable: root, value: value.filter(|_| steps.is_empty()) }));
            }
            (None, Some(call)) => call.arguments.push(value),
            (None, None) => {}
        }
    }

    /// A body ends.
    pub(super) fn end_body(&mut self) {
        if self.are_recorded() {
            self.end_expression();
        }
        self.open.clear();
        self.previous = None;
    }

    /// Drops the entries after the first `count`.
    pub(super) fn truncate(&mut self, count: usize) {
        self.end_body();
        self.all.truncate(count);
    }

    /// The first arguments of the sampling functions that code with these calls reaches, in the order of use, each once. An unknown one may
    /// have been listed before. `calls` has the range of the calls of all code.
    pub(super) fn sampled_by(
        &self,
        roots: impl Iterator<Item = usize>,
        calls_of: &[std::ops::Range<usize>],
        mentions: &Mentions,
        reached: &ReachableCode,
    ) -> Vec<Sampled> {
        let callees = |call: &SamplingCall| reached.callees.get(&call.mention).map_or(&[][..], |callees| &callees[..]);
        // The samples of each function, callees first; those of a recursive call are unknown, but HLSL has no recursion.
        let mut samples: Vec<Option<Vec<Sampled>>> = calls_of.iter().map(|_| None).collect();
        let mut found = Vec::new();
        for root in roots {
            let mut todo = vec![(root, false)];
            while let Some((index, callees_are_known)) = todo.pop() {
                let events = &self.all[calls_of[index].clone()];
                if callees_are_known {
                    samples[index] = Some(self.sampled_in(&Scope::new(events, mentions, reached), calls_of, &samples));
                } else if samples[index].is_none() {
                    samples[index] = Some(Vec::new());
                    todo.push((index, true));
                    let unseen = calls(events).flat_map(callees).filter(|&&callee| samples[callee].is_none());
                    todo.extend(unseen.map(|&callee| (callee, false)));
                }
            }
            for sampled in samples[root].iter().flatten() {
                // The arguments of an entry point are not samplers of the file.
                if !matches!(sampled.sampler, Sampler::Parameter(..)) {
                    push_once(&mut found, sampled.clone());
                }
            }
        }
        found
    }

    fn sampled_in(&self, scope: &Scope<'_>, calls_of: &[std::ops::Range<usize>], samples: &[Option<Vec<Sampled>>]) -> Vec<Sampled> {
        let mut found = Vec::new();
        for call in calls(scope.events) {
            let argument = |index: usize| call.arguments.get(index).map(|argument| scope.resolve(argument.as_ref()));
            if self.sampling.contains(&call.function) {
                let sampler = argument(0).unwrap_or(Sampler::Unknown);
                push_once(&mut found, Sampled { function: call.function, span: call.span, sampler });
            }
            for &callee in scope.reached.callees.get(&call.mention).into_iter().flatten() {
                for sampled in samples[callee].iter().flatten() {
                    let sampler = match &sampled.sampler {
                        Sampler::Parameter(index, steps) => {
                            let default = || scope.default(&self.all[calls_of[callee].clone()], *index);
                            argument(*index).unwrap_or_else(default).followed_by(steps)
                        }
                        Sampler::Global(..) | Sampler::Unknown => sampled.sampler.clone(),
                    };
                    push_once(&mut found, Sampled { sampler, ..sampled.clone() });
                }
            }
        }
        found
    }
}

impl Calls {
    /// The variables outside functions that these methods are called on, or that are passed to functions or assigned, in the order in which
    /// functions are compiled, each once: the roots, then the functions that each of these calls, in the order of the calls.
    pub(super) fn receivers(
        &self,
        methods: &[Symbol],
        roots: impl Iterator<Item = usize>,
        calls_of: &[std::ops::Range<usize>],
        mentions: &Mentions,
        reached: &ReachableCode,
    ) -> Vec<GlobalId> {
        let mut functions: Vec<usize> = roots.collect();
        let mut known: FxHashSet<usize> = functions.iter().copied().collect();
        let (mut found, mut found_once) = (Vec::new(), FxHashSet::default());
        let mut next = 0;
        while let Some(&function) = functions.get(next) {
            next += 1;
            let events = &self.all[calls_of[function].clone()];
            let scope = Scope { events, mentions, reached, assigned: FxHashMap::default() };
            let mut add = |chain: &Chain| {
                let is_whole = chain.steps.iter().all(|step| *step == SamplerStep::Element);
                let global = reached.globals.get(&chain.root).filter(|_| is_whole && scope.local(chain.root).is_none());
                found.extend(global.copied().filter(|&global| found_once.insert(global)));
            };
            for event in events {
                match event {
                    Event::Call(call) => {
                        let callees = reached.callees.get(&call.mention).map_or(&[][..], |callees| &callees[..]);
                        if !callees.is_empty() {
                            call.arguments.iter().flatten().for_each(&mut add);
                        }
                        call.receiver.iter().filter(|_| methods.contains(&call.function)).for_each(&mut add);
                        functions.extend(callees.iter().copied().filter(|&callee| known.insert(callee)));
                    }
                    Event::Assignment(SamplerAssignment { value, .. }) => value.iter().for_each(&mut add),
                    Event::EndOfParameters => {}
                }
            }
        }
        found
    }
}

fn calls(events: &[Event]) -> impl Iterator<Item = &SamplingCall> {
    events.iter().filter_map(|event| match event {
        Event::Call(call) => Some(call),
        Event::Assignment(_) | Event::EndOfParameters => None,
    })
}

fn push_once(found: &mut Vec<Sampled>, sampled: Sampled) {
    let is_same = |known: &Sampled| (known.function, &known.sampler) == (sampled.function, &sampled.sampler);
    if found.len() < MAX_SAMPLED && !found.iter().any(is_same) {
        found.push(sampled);
    }
}

/// The variables in a function.
struct Scope<'s> {
    events: &'s [Event],
    mentions: &'s Mentions,
    reached: &'s ReachableCode,
    /// The values of its parameters and local variables that are assigned once, by the ids of the locals.
    assigned: FxHashMap<u32, Option<&'s Chain>>,
}

impl<'s> Scope<'s> {
    fn new(events: &'s [Event], mentions: &'s Mentions, reached: &'s ReachableCode) -> Self {
        let mut scope = Scope { events, mentions, reached, assigned: FxHashMap::default() };
        for event in events {
            match event {
                Event::Call(_) => {}
                Event::Assignment(SamplerAssignment { variable, value }) => {
                    if let Some(local) = scope.local(*variable) {
                        scope.assigned.entry(local).and_modify(|known| *known = None).or_insert(value.as_ref());
                    }
                }
                Event::EndOfParameters => scope.assigned.clear(),
            }
        }
        scope
    }

    /// The local that a name declares or refers to.
    fn local(&self, mention: usize) -> Option<u32> {
        match self.mentions.all[mention].role {
            NameRole::Local(local) | NameRole::Declared(local) => Some(local),
            _ => None,
        }
    }

    /// The index of a parameter of the function.
    fn parameter(&self, local: u32) -> Option<usize> {
        match self.mentions.locals.get(local as usize) {
            Some(&LocalKind::Parameter { index, .. }) => Some(index),
            _ => None,
        }
    }

    fn global(&self, mention: usize, steps: Vec<SamplerStep>) -> Sampler {
        self.reached.globals.get(&mention).map_or(Sampler::Unknown, |&global| Sampler::Global(global, steps))
    }

    /// The default value of a parameter of the function with these calls.
    fn default(&self, events: &[Event], index: usize) -> Sampler {
        let values = events.iter().take_while(|event| !matches!(event, Event::EndOfParameters)).filter_map(|event| match event {
            Event::Assignment(SamplerAssignment { variable, value }) => Some((*variable, value.as_ref())),
            _ => None,
        });
        let is_of_parameter = |variable: usize| self.local(variable).and_then(|local| self.parameter(local)) == Some(index);
        match values.filter(|&(variable, _)| is_of_parameter(variable)).last() {
            Some((_, Some(Chain { root, steps }))) => self.global(*root, steps.clone()),
            _ => Sampler::Unknown,
        }
    }

    fn resolve(&self, argument: Option<&Chain>) -> Sampler {
        let Some(chain) = argument else { return Sampler::Unknown };
        let (mut root, mut steps) = (chain.root, chain.steps.clone());
        for _ in 0..MAX_STEPS {
            if steps.len() >= MAX_STEPS {
                break;
            }
            let Some(local) = self.local(root) else { return self.global(root, steps) };
            match (self.parameter(local), self.assigned.get(&local)) {
                (Some(index), None) => return Sampler::Parameter(index, steps),
                // A parameter that is assigned had another value before.
                (None, Some(Some(value))) => {
                    root = value.root;
                    steps.splice(..0, value.steps.iter().copied());
                }
                _ => return Sampler::Unknown,
            }
        }
        Sampler::Unknown
    }
}

impl Sampler {
    fn followed_by(self, more: &[SamplerStep]) -> Sampler {
        let joined = |mut steps: Vec<SamplerStep>| {
            steps.extend_from_slice(more);
            Some(steps).filter(|steps| steps.len() < MAX_STEPS)
        };
        match self {
            Sampler::Global(root, steps) => joined(steps).map_or(Sampler::Unknown, |steps| Sampler::Global(root, steps)),
            Sampler::Parameter(index, steps) => joined(steps).map_or(Sampler::Unknown, |steps| Sampler::Parameter(index, steps)),
            Sampler::Unknown => Sampler::Unknown,
        }
    }
}

impl Chain {
    fn followed_by(mut self, step: SamplerStep) -> Chain {
        self.steps.push(step);
        self
    }
}

impl SampledExpression {
    /// The value that a method is called on, if this is followed by `(`.
    fn receiver(self) -> Option<Chain> {
        let SampledExpression::Chain(mut chain) = self else { return None };
        matches!(chain.steps.pop(), Some(SamplerStep::Member(_))).then_some(chain)
    }

    /// The expression with one more token, other than a delimiter.
    fn with(self, token: Token, mention: Option<usize>, previous: Option<TokenKind>) -> SampledExpression {
        let Some(mention) = mention else {
            return match self {
                SampledExpression::Chain(chain) if token.kind == TokenKind::Dot => SampledExpression::Chain(chain),
                SampledExpression::Empty | SampledExpression::Chain(_) if token.kind == TokenKind::ColonColon => {
                    SampledExpression::Qualifier
                }
                _ => SampledExpression::Other,
            };
        };
        match self {
            SampledExpression::Chain(chain) if previous == Some(TokenKind::Dot) => {
                SampledExpression::Chain(chain.followed_by(SamplerStep::Member(token.symbol)))
            }
            // Two consecutive names: a type and a declared name.
            SampledExpression::Empty | SampledExpression::Qualifier | SampledExpression::Chain(_) => {
                SampledExpression::Chain(Chain { root: mention, steps: Vec::new() })
            }
            SampledExpression::Other => SampledExpression::Other,
        }
    }
}
