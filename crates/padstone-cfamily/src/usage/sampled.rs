//! The samplers that are first arguments of functions such as `tex2D`, followed through the parameters of the functions that call them.
//!
//! Scans tokens like the scan for names ([`super`]): of each argument of a call, it records the name that the argument begins with. The
//! calls of a body are in the order in which their parentheses close, so calls in arguments precede the call.

use padstone_source::Symbol;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::{Token, TokenKind};

/// The calls in all bodies, one body after another.
#[derive(Default)]
pub(super) struct Calls {
    /// The sampling functions; without any, no calls are recorded.
    sampling: Vec<Symbol>,
    all: Vec<Call>,
    /// The open delimiters, with the call if they belong to one.
    open: Vec<Option<Call>>,
    previous: Option<Token>,
}

struct Call {
    function: Symbol,
    /// The names at the beginning of the arguments.
    arguments: Vec<Option<Symbol>>,
    /// Whether the next token begins an argument.
    begins_argument: bool,
}

/// A function, and the names that refer to it in calls.
pub(super) struct Callable<'c> {
    pub(super) name: Symbol,
    pub(super) parameters: &'c [Symbol],
    /// The names that its body declares.
    pub(super) locals: FxHashSet<Symbol>,
    /// Its range in the calls.
    pub(super) calls: std::ops::Range<usize>,
}

/// The maximum number of textures of a shader (D3D11_COMMONSHADER_INPUT_RESOURCE_SLOT_COUNT): FXC rejects shaders that sample more, and the
/// lists of functions stay short.
const MAX_SAMPLED: usize = 128;

/// A sampling function and its first argument.
type Sampled = (Symbol, Sampler);

#[derive(Clone, Copy, PartialEq, Eq)]
enum Sampler {
    /// A name declared outside the function.
    Global(Symbol),
    /// A parameter of the function, by index.
    Parameter(usize),
}

impl Calls {
    /// Records calls, to find the first arguments of these functions.
    pub(super) fn want(&mut self, sampling: Vec<Symbol>) {
        self.sampling = sampling;
    }

    pub(super) fn are_recorded(&self) -> bool {
        !self.sampling.is_empty()
    }

    /// The number of calls.
    pub(super) fn len(&self) -> usize {
        self.all.len()
    }

    /// Records a token of a body.
    pub(super) fn see(&mut self, token: Token) {
        if !self.are_recorded() {
            return;
        }
        let closes = matches!(token.kind, TokenKind::ParenClose | TokenKind::BracketClose | TokenKind::BraceClose);
        if let Some(Some(call)) = self.open.last_mut().filter(|_| !closes) {
            if call.begins_argument {
                call.arguments.push(Some(token.symbol).filter(|_| token.kind == TokenKind::Ident));
            }
            call.begins_argument = token.kind == TokenKind::Comma;
        }
        match token.kind {
            TokenKind::ParenOpen => {
                let function = self.previous.filter(|previous| previous.kind == TokenKind::Ident);
                let call = |name: Token| Call { function: name.symbol, arguments: Vec::new(), begins_argument: true };
                self.open.push(function.map(call));
            }
            TokenKind::BracketOpen | TokenKind::BraceOpen => self.open.push(None),
            _ if closes => self.all.extend(self.open.pop().flatten()),
            _ => {}
        }
        self.previous = Some(token);
    }

    /// Ends the body.
    pub(super) fn end_body(&mut self) {
        self.open.clear();
        self.previous = None;
    }

    /// Drops the calls after the first `count`.
    pub(super) fn truncate(&mut self, count: usize) {
        self.end_body();
        self.all.truncate(count);
    }

    /// For these functions and all that they reach: the sampling functions, with the names of their first arguments outside all functions,
    /// in the order of use, each pair once.
    pub(super) fn sampled_by(&self, roots: impl Iterator<Item = usize>, functions: &[Callable<'_>]) -> Vec<(Symbol, Symbol)> {
        let mut by_name: FxHashMap<Symbol, Vec<usize>> = FxHashMap::default();
        for (index, function) in functions.iter().enumerate() {
            by_name.entry(function.name).or_default().push(index);
        }
        // Overloads differ in their number of arguments; trailing parameters may have default values.
        let callees = |call: &Call| {
            let all = by_name.get(&call.function).map_or(&[][..], |all| &all[..]);
            let arguments = call.arguments.len();
            all.iter().copied().filter(move |&callee| functions[callee].parameters.len() >= arguments)
        };
        // The samplers of each function, after those of its callees. Those of a recursive call are not known yet; HLSL has no recursion.
        let mut samples: Vec<Option<Vec<Sampled>>> = functions.iter().map(|_| None).collect();
        let mut found = Vec::new();
        for root in roots {
            let mut todo = vec![(root, false)];
            while let Some((index, callees_are_known)) = todo.pop() {
                let calls = &self.all[functions[index].calls.clone()];
                if callees_are_known {
                    samples[index] = Some(self.sampled_in(&functions[index], calls, &samples, callees));
                } else if samples[index].is_none() {
                    samples[index] = Some(Vec::new());
                    todo.push((index, true));
                    todo.extend(calls.iter().flat_map(callees).filter(|&callee| samples[callee].is_none()).map(|callee| (callee, false)));
                }
            }
            for &(function, sampler) in samples[root].iter().flatten() {
                match sampler {
                    Sampler::Global(name) if !found.contains(&(function, name)) => found.push((function, name)),
                    _ => {}
                }
            }
        }
        found
    }

    fn sampled_in<I: Iterator<Item = usize>>(
        &self,
        function: &Callable<'_>,
        calls: &[Call],
        samples: &[Option<Vec<Sampled>>],
        callees: impl Fn(&Call) -> I,
    ) -> Vec<Sampled> {
        let resolve = |name: Symbol| match function.parameters.iter().position(|&parameter| parameter == name) {
            Some(index) => Some(Sampler::Parameter(index)),
            None => Some(Sampler::Global(name)).filter(|_| !function.locals.contains(&name)),
        };
        let mut found = Vec::new();
        let mut find = |sampled: Sampled| {
            if found.len() < MAX_SAMPLED && !found.contains(&sampled) {
                found.push(sampled);
            }
        };
        for call in calls {
            let argument = |index: usize| call.arguments.get(index).copied().flatten().and_then(resolve);
            if self.sampling.contains(&call.function) {
                argument(0).into_iter().for_each(|sampler| find((call.function, sampler)));
            }
            for &(sampling, sampler) in callees(call).filter_map(|callee| samples[callee].as_ref()).flatten() {
                let sampler = match sampler {
                    Sampler::Parameter(index) => argument(index),
                    Sampler::Global(_) => Some(sampler),
                };
                sampler.into_iter().for_each(|sampler| find((sampling, sampler)));
            }
        }
        found
    }
}
