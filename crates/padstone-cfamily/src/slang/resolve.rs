//! Turns trees into types: looks up names, instantiates generics, and evaluates constants, each on demand and once.

mod ambiguity;
mod associated;
mod bases;
mod builtin_interfaces;
mod builtin_names;
mod builtin_structs;
mod builtins;
mod cases;
mod circular_constraints;
mod conformance;
mod contents;
mod conversions;
mod differentials;
mod enum_operands;
mod extensions;
mod formats;
mod generic_dependence;
mod generics;
mod lookup;
mod members;
mod memo;
mod missing_requirements;
mod not_declared;
mod packs;
mod recursion;
mod requirements;
mod signature_match;
mod signatures;
mod sizeof;
mod spelling;
mod structs;
mod texels;
mod types;
mod unspecialized_types;
mod values;

use std::collections::BTreeMap;

use padstone_diag::{Code, Diagnostic, Diagnostics, Severity, codes};
use padstone_model::{Language, Module, Options, Scalar, Type, TypeId};
use padstone_source::{Interner, Span, Symbol};
use rustc_hash::{FxHashMap, FxHashSet};

use super::SlangOptions;
use super::keywords::{Builtin, Keywords};
use super::modules::{ModuleInfo, Program};
use super::tree::{DeclId, DeclKind, ExprId, ExprKind, Tree};
use crate::constants::Value;
pub(super) use contents::{DeclaredContents, has_layout};
pub(super) use lookup::Sought;
use memo::Memo;
use packs::PackId;
use recursion::Cycle;

/// The maximum depth of dependences between types, constants and names.
const MAX_DEPTH: u32 = 128;
/// The maximum number of instances of generics in a program.
const MAX_INSTANCES: usize = 1 << 17;

/// The maximum number of type aliases to follow, where another check reports a cycle of them.
pub(super) const MAX_ALIASES: u32 = 64;

/// Generic arguments, as an index in [`Resolver::envs`]; the first has none.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct EnvId(u32);

impl EnvId {
    pub(super) const EMPTY: EnvId = EnvId(0);
}

/// The arguments of one generic, and those of the enclosing generics.
struct Env {
    outer: EnvId,
    depth: u32,
    generic: Option<DeclId>,
    arguments: Vec<GenericArgument>,
}

/// A generic argument.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum GenericArgument {
    Type(TypeId),
    Value(Value),
    /// The value of a constant that another module may replace when the program is linked.
    Linked(Value),
    /// An unspecialized value.
    OpenValue,
    /// A link-time constant without a value.
    Unlinked,
    /// Any number of types or values.
    Pack(PackId),
}

/// A declaration with the generic arguments under which a name is used.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Scope {
    pub(super) decl: DeclId,
    pub(super) env: EnvId,
}

/// The meaning of a name.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Entity {
    Type(TypeId),
    /// A struct, enum or interface with its arguments, not yet resolved to a type.
    Declared(Scope),
    /// A generic without its arguments.
    Generic(Scope),
    /// A namespace or module.
    Namespace(Scope),
    Builtin(Builtin, Symbol),
    /// A variable or a case of an enum.
    Constant(Scope),
    Value(Value),
    /// A value that is not known yet.
    OpenValue,
    /// Any number of types or values.
    Pack(PackId),
    /// A function or another declaration that is neither a type nor a value.
    Other,
}

/// An error that has been reported.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reported;

pub(super) type Resolved<T> = Result<T, Reported>;

/// The state of resolving a type or constant.
#[derive(Clone, Copy)]
enum ResolutionState<T> {
    Begun,
    Done(T),
}

/// The state of resolving a program.
pub(super) struct Resolver<'a> {
    pub(super) tree: Tree,
    pub(super) modules: Vec<ModuleInfo>,
    /// The modules in the order of their parameters.
    pub(super) module_order: Vec<usize>,
    pub(super) names: Interner,
    pub(super) keywords: Keywords,
    pub(super) module: Module,
    pub(super) options: &'a SlangOptions,
    diagnostics: &'a mut Diagnostics,
    reported: FxHashSet<(&'static str, Span)>,
    /// The number of further unknown names for which similar names are searched.
    suggestions: u8,
    /// The undeclared name that was reported last.
    undeclared: Option<Symbol>,
    pub(super) memo: Memo,
    envs: Vec<Env>,
    env_ids: FxHashMap<(DeclId, EnvId, Vec<GenericArgument>), EnvId>,
    /// Whether a link-time constant has been evaluated since this was last read.
    uses_linked: bool,
    /// The number of errors so far, including repeated ones that are not reported again.
    errors: usize,
    /// The names of `type_param`s.
    type_params: FxHashSet<Symbol>,
    /// Members whose types are enclosing structs.
    cycles: BTreeMap<Span, Cycle>,
    /// A struct that was requested within itself, and the position, until its container is known.
    cycle: Option<(Scope, Span)>,
    /// Aliases that are being resolved.
    open_aliases: Vec<Scope>,
    /// Whether an argument is being resolved, which may be an incomplete struct.
    is_argument: bool,
    /// The specialization arguments of the command line, by parameter.
    specialized: FxHashMap<DeclId, GenericArgument>,
    specialize: Vec<ExprId>,
    instances: Vec<(usize, ExprId)>,
    /// The index of the current argument of the packs in an `expand`.
    expanding: Option<usize>,
    pub(super) unknown: TypeId,
    depth: u32,
    /// Whether the outermost declaration that is being resolved is infinite: everything that contains it is unknown.
    gave_up: bool,
    /// The variable whose own type is being resolved.
    hidden: Option<DeclId>,
    /// The declarations whose bases or `using` namespaces are being resolved.
    in_bases: Vec<DeclId>,
    /// The index of the entry point that is being resolved.
    pub(super) entry_point: Option<u32>,
    /// Whether types are only checked: unresolved structs remain without members, and only errors are reported.
    pub(super) checks_only: bool,
}

impl<'a> Resolver<'a> {
    pub(super) fn new(program: Program, options: &'a SlangOptions, diagnostics: &'a mut Diagnostics) -> Self {
        let Program { tree, modules, module_order, names, keywords, specialize, instances } = program;
        let mut module = Module {
            language: Language::Slang,
            options: Options { native_16bit: true, default_major: options.default_major, ..Options::default() },
            ..Module::default()
        };
        let unknown = module.types.intern(Type::Unknown);
        let outermost = modules.iter().flat_map(|module| &tree.decls[module.root].members).map(|&member| &tree.decls[member]);
        let type_params = outermost.filter(|decl| matches!(decl.kind, DeclKind::Open { .. })).map(|decl| decl.name).collect();
        Resolver {
            tree,
            modules,
            module_order,
            names,
            keywords,
            module,
            options,
            diagnostics,
            reported: FxHashSet::default(),
            suggestions: 20,
            undeclared: None,
            memo: Memo::default(),
            envs: vec![Env { outer: EnvId::EMPTY, depth: 0, generic: None, arguments: Vec::new() }],
            env_ids: FxHashMap::default(),
            errors: 0,
            uses_linked: false,
            type_params,
            cycles: BTreeMap::new(),
            cycle: None,
            open_aliases: Vec::new(),
            is_argument: false,
            specialized: FxHashMap::default(),
            specialize,
            instances,
            expanding: None,
            unknown,
            depth: 0,
            gave_up: false,
            hidden: None,
            in_bases: Vec::new(),
            entry_point: None,
            checks_only: false,
        }
    }

    /// The specialization arguments of the command line.
    pub(super) fn take_specialize(&mut self) -> Vec<ExprId> {
        std::mem::take(&mut self.specialize)
    }

    /// The generic arguments after the name of an entry point on the command line.
    pub(super) fn arguments_of_entry(&self, index: usize) -> Option<Vec<ExprId>> {
        let (_, instance) = self.instances.iter().find(|(known, _)| *known == index)?;
        match &self.tree.exprs[*instance].kind {
            ExprKind::Apply(_, arguments) => Some(arguments.clone()),
            _ => None,
        }
    }

    /// Whether the command line specializes a parameter.
    pub(super) fn has_argument(&self, decl: DeclId) -> bool {
        self.specialized.contains_key(&decl)
    }

    pub(super) fn finish(mut self) -> Module {
        self.define_pointer_targets();
        self.module.program.hashed_strings = self.tree.hashed_strings;
        self.module.descriptor_heaps = self.tree.descriptor_heaps;
        self.module.names = self.names;
        self.module
    }

    // ---- names and reports

    pub(super) fn text(&self, symbol: Symbol) -> &str {
        self.names.resolve(symbol)
    }

    pub(super) fn report(&mut self, diagnostic: Diagnostic) -> Reported {
        let is_error = diagnostic.severity == Severity::Error;
        self.errors += usize::from(is_error);
        if self.checks_only && !is_error {
            return Reported;
        }
        // An error in a declaration is found again by everything that requires it, and reported once.
        if diagnostic.span.is_none_or(|span| self.reported.insert((diagnostic.code.id, span))) {
            self.diagnostics.push(diagnostic);
        }
        Reported
    }

    /// Whether the same diagnostic was reported before.
    fn is_reported(&self, diagnostic: &Diagnostic) -> bool {
        diagnostic.span.is_some_and(|span| self.reported.contains(&(diagnostic.code.id, span)))
    }

    /// Whether a diagnostic with this code was reported anywhere.
    pub(super) fn was_reported(&self, code: &Code) -> bool {
        self.diagnostics.iter().any(|found| found.code.id == code.id)
    }

    /// Reports an error and a help.
    pub(super) fn error(&mut self, code: &'static Code, message: impl Into<String>, help: impl Into<String>, span: Span) -> Reported {
        self.report(Diagnostic::error(code, message, span).help(help))
    }

    pub(super) fn span(&self, expr: ExprId) -> Span {
        self.tree.exprs[expr].span
    }

    /// The name of a type for messages. The resolver owns the names while it runs.
    pub(super) fn type_text(&mut self, ty: TypeId) -> String {
        std::mem::swap(&mut self.module.names, &mut self.names);
        let text = self.module.type_name(ty).to_string();
        std::mem::swap(&mut self.module.names, &mut self.names);
        text
    }

    pub(super) fn scalar(&mut self, scalar: Scalar) -> TypeId {
        self.module.types.intern(Type::Scalar(scalar))
    }

    /// Runs `resolve` one level deeper, or reports that the maximum depth is exceeded.
    fn deeper<T>(&mut self, span: Span, resolve: impl FnOnce(&mut Self) -> Resolved<T>) -> Resolved<T> {
        if self.gave_up {
            return Err(Reported);
        }
        if self.depth >= MAX_DEPTH {
            // libslang resolves to any depth; only types that are laid out must be finite.
            if self.checks_only {
                return Err(Reported);
            }
            self.gave_up = true;
            // One report is enough for everything that contains it.
            if self.was_reported(&codes::NESTED_TOO_DEEP) {
                return Err(Reported);
            }
            let message = format!("declarations depend on one another more than {MAX_DEPTH} levels deep");
            return Err(self.error(&codes::NESTED_TOO_DEEP, message, "reduce the nesting", span));
        }
        self.depth += 1;
        let resolved = resolve(self);
        self.depth -= 1;
        self.gave_up &= self.depth > 0;
        resolved
    }

    // ---- arguments

    /// The environment for arguments of the generic `generic`, whose enclosing environment is `outer`.
    fn env(&mut self, generic: DeclId, outer: EnvId, arguments: Vec<GenericArgument>) -> EnvId {
        let key = (generic, outer, arguments);
        if let Some(&known) = self.env_ids.get(&key) {
            return known;
        }
        let id = EnvId(self.envs.len() as u32);
        let depth = self.envs[outer.0 as usize].depth + 1;
        self.envs.push(Env { outer, depth, generic: Some(generic), arguments: key.2.clone() });
        self.env_ids.insert(key, id);
        id
    }

    /// The enclosing environment for the outermost `depth` generics.
    fn env_at(&self, mut env: EnvId, depth: u32) -> EnvId {
        while self.envs[env.0 as usize].depth > depth {
            env = self.envs[env.0 as usize].outer;
        }
        env
    }

    /// The argument of a generic parameter.
    fn argument_of(&self, parameter: DeclId, env: EnvId) -> Option<GenericArgument> {
        let generic = self.tree.decls[parameter].parent?;
        let mut env = &self.envs[env.0 as usize];
        while env.generic != Some(generic) {
            env.generic?;
            env = &self.envs[env.outer.0 as usize];
        }
        let generics = self.tree.decls[generic].generics.as_ref()?;
        let position = generics.parameters.iter().position(|&known| known == parameter)?;
        env.arguments.get(position).copied()
    }

    pub(super) fn arguments(&self, scope: Scope) -> &[GenericArgument] {
        let env = &self.envs[scope.env.0 as usize];
        if env.generic == Some(scope.decl) { &env.arguments } else { &[] }
    }
}
