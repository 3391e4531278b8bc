//! The parameters that an entry point reaches, and its reads of them, determined from the names in the bodies that it calls.
//!
//! Bodies are scanned, not parsed: [`statements`] finds the names that they declare, [`mentions`] what precedes and follows each name, and
//! [`resolve`] what a name refers to, once all declarations are known.

mod locals;
mod mentions;
mod reads;
mod resolve;
mod sampled;
mod statements;
mod unit_scopes;

use padstone_model::{EntryPoint, Module, ParameterId, SignatureId, Stage, TypeId, UsedTogether};
use padstone_source::{Interner, Span, Symbol};

use crate::Token;
pub(crate) use mentions::{Mentions, NameRole, Receiver};
use reads::Reads;
pub(crate) use reads::{ReachedRead, ReadPathStep};
use resolve::Declaration;
pub(crate) use resolve::{GlobalId, ReachableCode, Resolver};
use sampled::Calls;
pub(crate) use sampled::{Sampled, Sampler, SamplerStep};
pub(crate) use statements::{LocalKind, ParameterCount, ScopeRules};
pub(crate) use unit_scopes::{Named, ScopeId, UnitScopes, ValueType};

/// The functions and variables of a unit, and the names in their bodies and initializers.
pub(crate) struct Usage {
    /// Whether bodies are scanned: an entry point was requested, or reads are collected.
    recording: bool,
    mentions: Mentions,
    /// Functions, and variables with initializers.
    code: Vec<Code>,
    /// Variables and members.
    declarations: Vec<Declaration>,
    /// The scopes that are those of structs.
    structs: Vec<ScopeId>,
    /// `using N::f`: the scope that has it, the name, and the scope that declares the name.
    aliases: Vec<(ScopeId, Symbol, ScopeId)>,
    /// The members of constant buffers in namespaces.
    buffer_members: Vec<(ScopeId, Symbol)>,
    /// One name for all operators: any reachable function may use them.
    operators: Symbol,
    reads: Reads,
    /// Calls of `tex2D` and similar functions, to find their samplers.
    calls: Calls,
    /// Functions whose attributes make them entry points.
    entries: Vec<Symbol>,
    /// The signatures of functions that are requested as entry points.
    signatures: Vec<(Symbol, SignatureId)>,
    /// The parameters of the shader that are parameters of the requested entry point.
    entry_parameters: Vec<ParameterId>,
    /// Whether the body of the current function has begun.
    has_body: bool,
}

/// A function, a variable with an initializer, or a template.
struct Code {
    name: Symbol,
    /// The scope that it is declared in.
    scope: ScopeId,
    /// The innermost scope around the names in it: that of the parameters, if it is a template.
    body_scope: ScopeId,
    /// Whether the names in it may depend on the arguments of a template.
    is_generic: bool,
    /// The number of names of the unit that were declared before it.
    names_before: u32,
    span: Span,
    /// The type of the variable or of the function's result.
    ty: Option<TypeId>,
    /// If it is a function, the number of its parameters, if that is known.
    function: Option<Option<ParameterCount>>,
    /// Whether it is a function with a body.
    has_body: bool,
    /// The end of its names in [`Usage::mentions`]; they start at the end of the previous code's.
    mentions: usize,
    /// The end of its reads in [`Usage::reads`].
    reads: usize,
    /// The end of its calls in [`Usage::calls`].
    calls: usize,
}

/// A declaration: a function, a variable or a template.
pub(crate) struct DeclaredCode {
    pub(crate) name: Symbol,
    pub(crate) scope: ScopeId,
    pub(crate) body_scope: ScopeId,
    pub(crate) is_generic: bool,
    pub(crate) names_before: u32,
    pub(crate) span: Span,
    pub(crate) ty: Option<TypeId>,
}

impl DeclaredCode {
    /// Of a language with one scope.
    pub(crate) fn global(name: Symbol, span: Span) -> DeclaredCode {
        DeclaredCode { name, scope: ScopeId::GLOBAL, body_scope: ScopeId::GLOBAL, is_generic: false, names_before: 0, span, ty: None }
    }
}

impl Usage {
    pub(crate) fn new(recording: bool, names: &mut Interner, rules: ScopeRules) -> Self {
        Usage {
            recording,
            mentions: Mentions::new(names, rules),
            code: Vec::new(),
            declarations: Vec::new(),
            structs: Vec::new(),
            aliases: Vec::new(),
            buffer_members: Vec::new(),
            operators: names.intern("operator"),
            reads: Reads::default(),
            calls: Calls::default(),
            entries: Vec::new(),
            signatures: Vec::new(),
            entry_parameters: Vec::new(),
            has_body: false,
        }
    }

    /// Records calls, to find the first arguments of these functions.
    pub(crate) fn want_sampled(&mut self, functions: Vec<Symbol>) {
        self.calls.set_sampling(functions);
    }

    /// Records calls, to find what these methods are called on. Call it before the code that calls them.
    pub(crate) fn want_receivers(&mut self, methods: Vec<Symbol>) {
        self.recording = true;
        self.calls.set_sampling(methods);
    }

    /// The first arguments of calls of the functions passed to [`Self::want_sampled`] that an entry point reaches, in the order of use, each
    /// once. Initializers of variables precede the entry point. Without an entry point, all functions count.
    pub(crate) fn sampled_in(&self, entry: Option<Symbol>, reached: &ReachableCode) -> Vec<Sampled> {
        let roots = self.variables_and_entries(entry, reached);
        self.calls.sampled_by(roots.into_iter(), &self.ranges_of_calls(), &self.mentions, reached)
    }

    /// The calls of each code.
    fn ranges_of_calls(&self) -> Vec<std::ops::Range<usize>> {
        let starts = [0].into_iter().chain(self.code.iter().map(|code| code.calls));
        starts.zip(&self.code).map(|(start, code)| start..code.calls).collect()
    }

    /// The reached variables with initializers, then the entry point, or all functions if none was requested.
    fn variables_and_entries(&self, entry: Option<Symbol>, reached: &ReachableCode) -> Vec<usize> {
        let reached_code = || (0..self.code.len()).filter(|index| reached.code.contains(index));
        let variables = reached_code().filter(|&index| self.code[index].function.is_none());
        match entry {
            Some(entry) => variables.chain(self.functions_named(entry)).collect(),
            None => variables.chain(reached_code().filter(|&index| self.code[index].function.is_some())).collect(),
        }
    }

    /// The variables outside functions that the entry point calls one of these methods on, passes to a function or assigns, in the order in which
    /// DXC compiles functions for SPIR-V, each once. Without an entry point, all functions count.
    pub(crate) fn receivers(&self, methods: &[Symbol], entry: Option<Symbol>, reached: &ReachableCode) -> Vec<GlobalId> {
        let roots = self.variables_and_entries(entry, reached);
        self.calls.receivers(methods, roots.into_iter(), &self.ranges_of_calls(), &self.mentions, reached)
    }

    /// Whether the file declares a function of this name.
    pub(crate) fn is_function(&self, name: Symbol) -> bool {
        self.code.iter().any(|code| code.name == name && code.function.is_some())
    }

    /// The functions that an entry point of this name may be: those outside namespaces, if there are any.
    fn functions_named(&self, name: Symbol) -> impl Iterator<Item = usize> {
        let is_entry = move |code: &Code| code.name == name && code.function.is_some();
        let has_global = self.code.iter().any(|code| is_entry(code) && code.scope == ScopeId::GLOBAL);
        let all = self.code.iter().enumerate();
        all.filter(move |(_, code)| is_entry(code) && (!has_global || code.scope == ScopeId::GLOBAL)).map(|(index, _)| index)
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
    pub(crate) fn used_together(&self, resolver: &Resolver<'_, impl UnitScopes>) -> UsedTogether {
        if self.entries.is_empty() {
            return UsedTogether::Unknown;
        }
        let of_entry = |&entry: &Symbol| {
            let mut used: Vec<ParameterId> = resolver.reached_from(Some(entry)).parameters.into_iter().collect();
            used.sort_unstable();
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
        let mention = self.mentions.see(token);
        self.calls.see(token, mention);
        let is_outside = |&mention: &usize| matches!(self.mentions.all[mention].role, NameRole::Free { .. } | NameRole::Qualified(_));
        self.reads.see(token, mention.filter(is_outside));
    }

    /// Begins the parameters of a function, after its `(`.
    pub(crate) fn begin_parameters(&mut self) {
        self.mentions.statements.begin_parameters();
        self.has_body = false;
    }

    /// Begins the body of a function, after its `{`.
    pub(crate) fn begin_body(&mut self) {
        self.mentions.statements.begin_body();
        self.has_body = true;
    }

    /// Begins the members of a template, before its `{`.
    pub(crate) fn begin_members(&mut self) {
        self.mentions.statements.begin_members();
    }

    /// Declares a parameter of a function whose tokens are not recorded.
    pub(crate) fn declare_parameter(&mut self, name: Symbol) {
        self.mentions.statements.declare_parameter(name);
    }

    /// The number of parameters of the function that was read last.
    pub(crate) fn parameter_count(&self) -> ParameterCount {
        self.mentions.statements.parameters
    }

    /// Records the name of a template that a scope declares.
    pub(crate) fn mention(&mut self, scope: ScopeId, name: Symbol) {
        if self.recording {
            self.mentions.add_name_in(scope, name);
        }
    }

    /// Records the name of a function in a string.
    pub(crate) fn mention_function(&mut self, name: Symbol) {
        if self.recording {
            self.mentions.add_any_function(name);
        }
    }

    /// Assigns all names recorded since the last call to a variable or type.
    pub(crate) fn end_of(&mut self, declared: DeclaredCode) {
        self.end(declared, None);
    }

    /// Assigns all names recorded since the last call to a function. `count` is the number of its parameters, if that is known.
    pub(crate) fn end_of_function(&mut self, declared: DeclaredCode, count: Option<ParameterCount>) {
        self.end(declared, Some(count));
    }

    fn end(&mut self, declared: DeclaredCode, function: Option<Option<ParameterCount>>) {
        if self.recording {
            self.reads.end_body();
            self.calls.end_body();
            self.mentions.end();
        }
        // Entry points that were not requested are taken from this list.
        let DeclaredCode { name, scope, body_scope, is_generic, names_before, span, ty } = declared;
        let has_body = std::mem::take(&mut self.has_body);
        let (mentions, reads, calls) = (self.mentions.all.len(), self.reads.len(), self.calls.len());
        self.code.push(Code { name, scope, body_scope, is_generic, names_before, span, ty, function, has_body, mentions, reads, calls });
    }

    /// Drops the names recorded since the end of the last function.
    pub(crate) fn forget(&mut self) {
        let (mentions, reads, calls) = self.code.last().map_or((0, 0, 0), |last| (last.mentions, last.reads, last.calls));
        self.mentions.all.truncate(mentions);
        self.reads.truncate(reads);
        self.calls.truncate(calls);
        if self.recording {
            self.mentions.end();
        }
    }

    /// Declares a variable of a namespace, or a member of a struct or buffer. `parameter` is the parameter that contains it.
    pub(crate) fn declare_variable(&mut self, scope: ScopeId, name: Symbol, ty: Option<TypeId>, parameter: Option<ParameterId>) {
        self.declarations.push(Declaration { scope, name, order: self.code.len(), ty, parameter });
    }

    /// Declares a scope to be that of a struct.
    pub(crate) fn declare_struct(&mut self, scope: ScopeId) {
        self.structs.push(scope);
    }

    /// Makes the declarations of a name in one scope those of another one, too.
    pub(crate) fn declare_alias(&mut self, scope: ScopeId, name: Symbol, declared_in: ScopeId) {
        self.aliases.push((scope, name, declared_in));
    }

    /// Declares a member of a constant buffer in a namespace, besides [`Self::declare_variable`].
    pub(crate) fn declare_buffer_member(&mut self, scope: ScopeId, name: Symbol) {
        self.buffer_members.push((scope, name));
    }

    /// A parameter of the requested entry point is a parameter of the shader.
    pub(crate) fn add_entry_parameter(&mut self, parameter: ParameterId) {
        self.entry_parameters.push(parameter);
    }

    /// Whether the body of the function that is being read uses its parameter of this name.
    pub(crate) fn uses_parameter(&self, name: Symbol) -> bool {
        let start = self.code.last().map_or(0, |last| last.mentions);
        let is_parameter = |local: u32| matches!(self.mentions.locals.get(local as usize), Some(LocalKind::Parameter { .. }));
        self.mentions.all[start..].iter().any(|mention| match mention.role {
            NameRole::Local(local) => mention.name == name && is_parameter(local),
            _ => false,
        })
    }

    /// Requests reads through `name`: a buffer, or a member of one, that contains 64-bit vectors or matrices. Call it before the code that
    /// reads.
    pub(crate) fn want_reads(&mut self, scope: ScopeId, name: Symbol, parameter: ParameterId, member: Option<Symbol>) {
        self.recording = true;
        self.reads.begin_with(scope, name, parameter, member);
    }

    /// Declares the function with this name, if there is one, as the entry point of a stage.
    pub(crate) fn declare(&self, entry: Symbol, stage: Option<Stage>, module: &mut Module) {
        if let Some(index) = self.functions_named(entry).next() {
            let signature = self.signatures.iter().find(|(function, _)| *function == entry).map(|&(_, signature)| signature);
            module.entry_points.push(EntryPoint { name: entry, span: self.code[index].span, stage, signature });
        }
    }

    /// Marks the parameters that an entry point reaches as used, and all others as unused. Returns whether there is a function with this name.
    /// `stage` is its stage unless the source specifies one.
    pub(crate) fn mark(&self, entry: Symbol, reached: &ReachableCode, stage: Option<Stage>, module: &mut Module) -> bool {
        if self.functions_named(entry).next().is_none() {
            return false;
        }
        module.entry_points.retain(|other| other.name == entry);
        if module.entry_points.is_empty() {
            self.declare(entry, stage, module);
        }
        let parameters: Vec<ParameterId> = module.parameters.iter().map(|(id, _)| id).collect();
        for id in parameters {
            module.parameters[id].used = reached.parameters.contains(&id) || self.entry_parameters.contains(&id);
        }
        true
    }
}
