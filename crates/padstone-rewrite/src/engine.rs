//! Changes the representation of structs: replaces their members by others with the same bytes, and rewrites every access to
//! their memory.
//!
//! A pass makes a [`StoragePlan`]: for each struct a [`StorageLayout`] with the new members. The engine follows each chain of accesses
//! from a variable (`u.lights[i].position`, pointers included) to the byte that it accesses, a [`MemoryCursor`], and
//! writes the new access to that byte. Values keep their types: reads construct a whole struct from its parts, and
//! writes split it. A struct that has values keeps its declaration, and a separate struct is declared for memory.
//!
//! If a use of a variable cannot be rewritten, the engine reports it, and starts again with a plan that excludes the variable.

mod cursor;
mod declare;
mod drop;
mod function;
mod helpers;
mod load;
mod members;
mod moves;
mod obstacles;
mod pointers;
mod roles;
mod shadowing;
mod statements;
mod store;
mod stored_argument;
mod storing;
mod types;
mod variants;
mod vocabulary;
mod written;

use std::collections::{BTreeMap, BTreeSet};

use padstone_diag::{Diagnostic, Diagnostics, codes};
use padstone_model::{BufferKind, Parameter, ParameterKind, StructId, Type};
use padstone_source::{Span, Symbol};
use padstone_wgsl::body::{NameMeaning, TypedBody};
use padstone_wgsl::tree::{Body, DeclarationKind, Edition, ExprId, ExpressionKind, StatementKind, VariableKind};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::unit::line_start;
use crate::{Edits, Names, PassMap, Unit};
use cursor::{ChainRoot, MemoryCursor};
use function::FunctionRewrite;
use helpers::Helpers;
use obstacles::Obstacle;
use variants::Variants;

pub(crate) use obstacles::has_pointer_argument;

pub(crate) use store::{MemberKind, StorageLayout, StorageMember, StorageOwner, TypeSource};
pub(crate) use types::{LETTERS, scalar_bytes};

/// The new representation.
#[derive(Clone, Debug, Default)]
pub(crate) struct StoragePlan {
    /// The structs whose representation changes, and all structs that contain them.
    pub(crate) stores: BTreeMap<StructId, StorageLayout>,
    /// The variables whose arrays are regrouped, by index of their declarations.
    pub(crate) roots: BTreeMap<usize, StorageLayout>,
    /// Whether to change function variables whose structs have no values, and parameters that would be constructed from parts of a struct.
    pub(crate) locals: bool,
}

impl StoragePlan {
    /// The storage layout of a struct or variable.
    pub(crate) fn store(&self, home: StorageOwner) -> &StorageLayout {
        match home {
            StorageOwner::Struct(id) => &self.stores[&id],
            StorageOwner::Variable(position) => &self.roots[&position],
        }
    }
}

/// The input of the engine.
pub(crate) struct Representation<'p> {
    /// The suffix of the name of a struct that needs a second declaration.
    pub(crate) suffix: &'static str,
    /// The variables whose representation changes, by index of their declarations.
    pub(crate) variables: BTreeSet<usize>,
    /// Makes the plan for some of these variables.
    pub(crate) plan: Planner<'p>,
    /// The maximum number of functions to create for parameters.
    pub(crate) max_clones: usize,
}

/// Makes the plan for some variables.
pub(crate) type Planner<'p> = Box<dyn Fn(&BTreeSet<usize>) -> StoragePlan + 'p>;

/// The rewrite is impossible: a use has no equivalent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct RewriteBlocked;

/// The reason why a function variable keeps its struct.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum UnchangedLocal {
    /// The module uses values of the struct, or arrays of it that do not change.
    Value(StructId),
    /// The variable has an initial value of the struct.
    InitialValue(StructId),
    /// The variable is an array of the struct.
    Elements(StructId),
    /// The variable is of the module, but in no buffer: `var<private>`, `var<workgroup>`.
    ModuleVariable(StructId),
}

/// Changes the representation of variables, and returns the edits and the new paths. Also returns the names of function variables that
/// remain unchanged, with the reason.
pub(crate) fn represent(
    unit: &Unit<'_>,
    mut representation: Representation<'_>,
    edits: &mut Edits,
    map: &mut PassMap,
    diagnostics: &mut Diagnostics,
) -> BTreeSet<(Span, UnchangedLocal)> {
    for found in leave_unsupported(unit, &mut representation.variables) {
        diagnostics.push(found);
    }
    let mut findings = FunctionFindings::default();
    loop {
        let plan = (representation.plan)(&representation.variables);
        let obstacles = match Engine::new(unit, &plan, &representation, &findings).run(representation.suffix) {
            Ok(made) if findings.adopt_uncalled(&made.newly_uncalled) => continue,
            Ok(made) => {
                for (span, text) in made.edits {
                    edits.replace(span, text);
                }
                moves::record(unit, &plan, &representation.variables, map);
                return made.unchanged_locals;
            }
            Err(obstacles) => obstacles,
        };
        let before = findings.unchanged_names.clone();
        for obstacle in obstacles {
            match obstacle.variable {
                // The storage of a function's variables is not visible outside it.
                Some(ChainRoot::Local(declared)) if !before.contains(&declared) => {
                    findings.unchanged_names.insert(declared);
                }
                Some(ChainRoot::Variable(declaration)) => {
                    representation.variables.remove(&declaration);
                    diagnostics.push(obstacle.report(unit));
                }
                _ => {
                    diagnostics.push(obstacle.report(unit));
                    return BTreeSet::new();
                }
            }
        }
    }
}

/// The facts about functions that earlier attempts established.
#[derive(Default)]
struct FunctionFindings {
    /// The positions at which names of unchanged variables and parameters are declared.
    unchanged_names: BTreeSet<u32>,
    /// The functions that are no longer called.
    uncalled: BTreeSet<usize>,
    is_settled: bool,
}

impl FunctionFindings {
    /// Records newly uncalled functions: without them, fewer structs have values. Returns whether there are any.
    fn adopt_uncalled(&mut self, newly_uncalled: &BTreeSet<usize>) -> bool {
        if self.is_settled || self.uncalled == *newly_uncalled {
            return false;
        }
        self.is_settled = !self.uncalled.is_subset(newly_uncalled);
        self.uncalled = if self.is_settled { BTreeSet::new() } else { newly_uncalled.clone() };
        true
    }
}

/// The edits of one attempt to rewrite the text.
struct Attempt {
    edits: Vec<(Span, String)>,
    /// The functions of which only variants are called.
    newly_uncalled: BTreeSet<usize>,
    /// Function variables that remain unchanged: their names, and the reason.
    unchanged_locals: BTreeSet<(Span, UnchangedLocal)>,
}

/// The state of a change.
pub(crate) struct Engine<'u, 'a> {
    pub(crate) unit: &'u Unit<'a>,
    pub(crate) plan: &'u StoragePlan,
    /// The variables whose storage changes, by position of their declarations.
    pub(crate) variables: &'u BTreeSet<usize>,
    findings: &'u FunctionFindings,
    names: Names<'u>,
    /// The names of the variables, and of all declarations of the module.
    spoken: FxHashSet<Symbol>,
    of_module: FxHashSet<Symbol>,
    /// The targets of aliases.
    aliases: FxHashMap<Symbol, ExprId>,
    /// Names that were added to the current function.
    local_names: FxHashSet<String>,
    /// The structs of the module, by name, and their declarations.
    structs: FxHashMap<Symbol, StructId>,
    declared: FxHashMap<StructId, usize>,
    helpers: Helpers,
    variants: Variants,
    /// The structs with values in the new text.
    values: BTreeSet<StructId>,
    /// The structs of variables whose storage changes.
    stored: BTreeSet<StructId>,
    /// The structs of these variables whose member offsets would be visible outside the variable.
    placed: BTreeSet<StructId>,
    /// Types written in functions, with their new storage types.
    renames: Vec<(Span, Type)>,
    /// Function variables that remain unchanged.
    unchanged_locals: BTreeSet<(Span, UnchangedLocal)>,
}

/// The rewritten function.
struct RewrittenFunction {
    /// The position of its declaration.
    declaration: usize,
    edits: Vec<(Span, String)>,
    renames: Vec<(Span, Type)>,
    /// The functions that it calls, except those whose calls were renamed.
    calls: Vec<usize>,
}

impl<'u, 'a> Engine<'u, 'a> {
    fn new(unit: &'u Unit<'a>, plan: &'u StoragePlan, representation: &'u Representation<'_>, findings: &'u FunctionFindings) -> Self {
        let (names, variables) = (Names::new(unit), &representation.variables);
        let stored = variables.iter().filter_map(|&index| unit.struct_within(unit.content(index)?)).collect();
        let placed = unit.structs_within(&stored);
        let structs: FxHashMap<Symbol, StructId> = unit.module.structs.iter().map(|(id, declared)| (declared.name, id)).collect();
        let declarations = unit.tree.declarations.iter().enumerate();
        let declared = declarations.filter_map(|(index, declaration)| match &declaration.kind {
            DeclarationKind::Struct(body) => Some((*structs.get(&body.name.symbol)?, index)),
            _ => None,
        });
        let (declared, variants) = (declared.collect(), Variants::new(representation.max_clones));
        let (helpers, values, renames, unchanged_locals) = (Helpers::default(), BTreeSet::new(), Vec::new(), BTreeSet::new());
        let declarations = unit.tree.declarations.iter();
        let of_module = declarations.clone().filter_map(|declaration| Some(declaration.name()?.symbol)).collect();
        let aliases = declarations.filter_map(|declaration| match &declaration.kind {
            DeclarationKind::Alias(alias) => Some((alias.name.symbol, alias.ty)),
            _ => None,
        });
        let (aliases, local_names) = (aliases.collect(), FxHashSet::default());
        let spoken = variables.iter().filter_map(|&index| Some(unit.tree.declarations[index].name()?.symbol)).collect();
        Engine {
            unit,
            plan,
            variables,
            findings,
            names,
            spoken,
            of_module,
            aliases,
            local_names,
            structs,
            declared,
            helpers,
            variants,
            values,
            stored,
            placed,
            renames,
            unchanged_locals,
        }
    }

    fn run(mut self, suffix: &str) -> Result<Attempt, Vec<Obstacle>> {
        if self.plan.stores.is_empty() && self.plan.roots.is_empty() {
            return Ok(Attempt { edits: Vec::new(), newly_uncalled: BTreeSet::new(), unchanged_locals: BTreeSet::new() });
        }
        let mut declared = self.unit.tree.declarations.iter().filter_map(|declaration| declaration.name());
        if let Some(taken) = declared.find(|name| vocabulary::is_vocabulary(self.unit.names.resolve(name.symbol))) {
            return Err(vec![Obstacle::new(taken.span, None)]);
        }
        self.values = self.named_values();
        self.leave_module_variables();
        let unit = self.unit;
        let (mut functions, mut obstacles) = (Vec::new(), Vec::new());
        for (position, body, typed) in unit.functions().filter(|(position, _, _)| !self.findings.uncalled.contains(position)) {
            match self.function(position, body, typed, &[]) {
                Ok(changed) => functions.push(changed),
                Err(obstacle) => obstacles.push(obstacle),
            }
        }
        self.make_variants(&mut obstacles);
        if !obstacles.is_empty() {
            return Err(obstacles);
        }
        let newly_uncalled = self.newly_uncalled(&functions);
        let mut edits = Vec::new();
        self.declarations(suffix, functions, &newly_uncalled, &mut edits).map_err(|obstacle| vec![obstacle])?;
        self.drop_structs(&mut edits);
        Ok(Attempt { edits, newly_uncalled, unchanged_locals: self.unchanged_locals })
    }

    /// The changes of a function, some of whose parameters are replaced by memory whose storage changes.
    fn function(
        &mut self,
        position: usize,
        body: &'u Body,
        typed: &'u TypedBody,
        parameters: &[(Span, MemoryCursor)],
    ) -> Result<RewrittenFunction, Obstacle> {
        let hiding = self.shadowing_names(position, body);
        let mut function = FunctionRewrite::new(position, body, typed);
        self.local_names.clear();
        let changed = self.attempt(&mut function, parameters)?;
        let hidden = shadowing::mentioned(self.unit, &hiding, &changed.edits, &changed.renames);
        if hidden.is_empty() {
            return Ok(changed);
        }
        let mut function = FunctionRewrite::new(position, body, typed);
        self.local_names.clear();
        self.rename_locals(&mut function, &hidden);
        self.attempt(&mut function, parameters)
    }

    fn attempt(&mut self, function: &mut FunctionRewrite<'_>, parameters: &[(Span, MemoryCursor)]) -> Result<RewrittenFunction, Obstacle> {
        let before = std::mem::take(&mut self.renames);
        for (declared, cursor) in parameters {
            let name = function.name_of(self, *declared);
            let text = if cursor.pointer { self.pointee(&name) } else { name };
            function.bind_cursor(*declared, MemoryCursor { text, ..cursor.clone() });
        }
        let locals = self.plan.locals && self.local_roots(function);
        let is_ours = |meaning| matches!(meaning, NameMeaning::Declaration(position) if self.variables.contains(&position));
        let uses = locals || !parameters.is_empty() || function.typed.uses().any(|(_, meaning)| is_ours(meaning));
        let outcome = if uses {
            self.expressions(function).and_then(|()| self.statements(function))
        } else {
            function.calls = self.functions_named(function.typed);
            Ok(())
        };
        let renames = std::mem::replace(&mut self.renames, before);
        outcome?;
        let (declaration, calls) = (function.declaration, std::mem::take(&mut function.calls));
        Ok(RewrittenFunction { declaration, edits: function.take_edits(), renames, calls })
    }

    fn functions_named(&self, typed: &TypedBody) -> Vec<usize> {
        let function = |(_, meaning)| if let NameMeaning::Declaration(position) = meaning { Some(position) } else { None };
        typed.uses().filter_map(function).filter(|&position| self.is_function(position)).collect()
    }

    /// Finds the function variables whose struct has no values: their storage changes too.
    fn local_roots(&mut self, function: &mut FunctionRewrite<'_>) -> bool {
        let body = function.body;
        let mut found = false;
        for statement in &body.statements {
            let StatementKind::Variable(variable) = statement.kind else { continue };
            if variable.kind != VariableKind::Var {
                continue;
            }
            let declared = variable.name.span;
            if let Some(value) = variable.value {
                let id = self.unit.checker.struct_of(function.typed, value);
                self.leave_local(declared, id.map(UnchangedLocal::InitialValue));
                continue;
            }
            let Some(ty) = variable.ty else { continue };
            let span = body.nodes[ty].span;
            let Some(id) = self.struct_named(self.unit.text(span)) else {
                // An array of values is one value.
                let element = self.struct_in(self.unit.text(span));
                self.leave_local(declared, element.map(UnchangedLocal::Elements));
                continue;
            };
            if !self.plan.stores.contains_key(&id) || self.findings.unchanged_names.contains(&declared.start) {
                continue;
            }
            if self.values.contains(&id) {
                self.leave_local(declared, Some(UnchangedLocal::Value(id)));
                continue;
            }
            let name = function.name_of(self, declared);
            let cursor = self.start(name, Type::Struct(id), ChainRoot::Local(declared.start));
            function.bind_cursor(declared, cursor);
            self.renames.push((span, Type::Struct(id)));
            self.stored.insert(id);
            found = true;
        }
        found
    }

    /// Records the variables of the module that are in no buffer.
    fn leave_module_variables(&mut self) {
        let unit = self.unit;
        for (index, declaration) in unit.tree.declarations.iter().enumerate() {
            let DeclarationKind::Variable(variable) = declaration.kind else { continue };
            let is_other = unit.content(index).is_none() && variable.kind == VariableKind::Var;
            let Some(ty) = variable.ty.filter(|_| is_other) else { continue };
            let mut structs = BTreeSet::new();
            self.name_types(ty, &mut structs);
            self.leave_local(variable.name.span, structs.pop_first().map(UnchangedLocal::ModuleVariable));
        }
    }

    /// Records a variable that remains unchanged, if the plan changes its struct.
    fn leave_local(&mut self, declared: Span, reason: Option<UnchangedLocal>) {
        let is_changed = |reason: &UnchangedLocal| {
            let (UnchangedLocal::Value(id)
            | UnchangedLocal::InitialValue(id)
            | UnchangedLocal::Elements(id)
            | UnchangedLocal::ModuleVariable(id)) = reason;
            self.plan.stores.contains_key(id)
        };
        self.unchanged_locals.extend(reason.filter(is_changed).map(|reason| (declared, reason)));
    }

    /// The struct in an array type: `array<Outer, 2>`, or an alias of that.
    fn struct_in(&self, ty: &str) -> Option<StructId> {
        ty.split(|c: char| !c.is_alphanumeric() && c != '_').find_map(|word| {
            let aliased = || {
                let mut named = BTreeSet::new();
                self.name_types(*self.aliases.get(&self.unit.names.lookup(word)?)?, &mut named);
                named.pop_first()
            };
            self.struct_named(word).or_else(aliased)
        })
    }

    /// The struct of a name, which may be an alias of it.
    pub(crate) fn struct_named(&self, name: &str) -> Option<StructId> {
        let (mut symbol, nodes) = (self.unit.names.lookup(name)?, &self.unit.tree.nodes);
        // An alias of itself is an error, and then nothing is rewritten; the limit is for safety.
        for _ in 0..=self.aliases.len() {
            if let Some(&id) = self.structs.get(&symbol) {
                return Some(id);
            }
            let ExpressionKind::Name(aliased) = nodes[*self.aliases.get(&symbol)?].kind else { return None };
            symbol = aliased;
        }
        None
    }

    /// The struct that is declared with a name.
    pub(crate) fn struct_declared(&self, name: &str) -> Option<StructId> {
        self.structs.get(&self.unit.names.lookup(name)?).copied()
    }

    pub(crate) fn is_function(&self, declaration: usize) -> bool {
        matches!(self.unit.tree.declarations[declaration].kind, DeclarationKind::Function(_))
    }

    /// An unused name for a generated function, in which only names of the module are visible.
    pub(crate) fn local(&mut self, requested: &str) -> String {
        let is_taken = self.unit.names.lookup(requested).is_some_and(|name| self.of_module.contains(&name));
        if is_taken { self.names.fresh(requested) } else { requested.to_owned() }
    }

    /// An unused name in the current function.
    pub(crate) fn name_here(&mut self, requested: &str) -> String {
        self.names.fresh_local(requested, &mut self.local_names)
    }

    pub(crate) fn is_draft(&self) -> bool {
        self.unit.source.edition == Edition::Draft2020
    }

    /// The punctuation between a name and its type.
    pub(crate) fn colon(&self) -> &'static str {
        if self.is_draft() { " : " } else { ": " }
    }

    /// The text of a missing result type.
    pub(crate) fn no_result(&self) -> &'static str {
        if self.is_draft() { " -> void" } else { "" }
    }

    /// The keyword that declares a value.
    pub(crate) fn let_word(&self) -> &'static str {
        if self.is_draft() { "const" } else { "let" }
    }

    /// A statement that declares a value.
    pub(crate) fn naming(&self, name: &str, ty: &str, value: &str) -> String {
        name_value(self.unit.source.edition, name, ty, value)
    }

    /// A loop that counts from 0. In 2020 there was no `++`.
    pub(crate) fn counting(&self, index: &str, count: u64, statements: &str) -> String {
        if self.is_draft() {
            format!("for (var {index} : u32 = 0u; {index} < {count}u; {index} = {index} + 1u) {{ {statements} }}")
        } else {
            format!("for (var {index} = 0u; {index} < {count}u; {index}++) {{ {statements} }}")
        }
    }

    /// A pointer to the memory that an expression refers to.
    pub(crate) fn pointer_text(&self, text: &str) -> String {
        match text.strip_prefix("(*").and_then(|rest| rest.strip_suffix(')')) {
            Some(name) => name.to_owned(),
            None if self.is_draft() => text.to_owned(),
            None => format!("&{text}"),
        }
    }

    /// The pointee of a named pointer.
    pub(crate) fn pointee(&self, name: &str) -> String {
        if self.is_draft() { name.to_owned() } else { format!("(*{name})") }
    }

    /// The indentation of a line.
    pub(crate) fn indent(&self, span: Span) -> String {
        self.line_before(span).chars().take_while(|c| *c == ' ' || *c == '\t').collect()
    }

    /// The separator between a statement and the next one: a line break, unless the statement shares its line with others.
    pub(crate) fn text_between(&self, span: Span) -> String {
        if self.line_before(span).trim().is_empty() { format!("\n{}", self.indent(span)) } else { " ".to_owned() }
    }

    fn line_before(&self, span: Span) -> &str {
        let before = &self.unit.source.text[..(span.start - self.unit.source.base) as usize];
        &before[line_start(before)..]
    }
}

/// A statement that declares a value; in 2020 with its type, which was required.
pub(crate) fn name_value(edition: Edition, name: &str, ty: &str, value: &str) -> String {
    match edition {
        Edition::Current => format!("let {name} = {value};"),
        Edition::Draft2020 => format!("const {name} : {ty} = {value};"),
    }
}

/// Removes the variables with scalars that the engine does not support, and warns about each.
fn leave_unsupported(unit: &Unit<'_>, variables: &mut BTreeSet<usize>) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let structs = unit.unsupported_structs();
    variables.retain(|&index| {
        let Some(scalar) = unit.content(index).and_then(|ty| unit.unsupported_scalar(ty, &structs)) else { return true };
        let Some(name) = unit.tree.declarations[index].name() else { return false };
        let message = format!(
            "`{}` contains `{}`, which passes do not rewrite; unchanged",
            unit.names.resolve(name.symbol),
            types::scalar_name(scalar)
        );
        found.push(Diagnostic::warning(&codes::REWRITE_USE, message, name.span).label(name.span, ""));
        false
    });
    found
}

/// The buffer variables whose kind is in a list, by index of their declarations.
pub(crate) fn buffers(unit: &Unit<'_>, selects: impl Fn(BufferKind, bool, Type) -> bool) -> BTreeSet<usize> {
    let parameters: FxHashMap<Span, &Parameter> = unit.module.parameters.iter().map(|(_, parameter)| (parameter.span, parameter)).collect();
    let mut found = BTreeSet::new();
    for (index, declaration) in unit.tree.declarations.iter().enumerate() {
        let Some(parameter) = declaration.name().and_then(|name| parameters.get(&name.span)) else { continue };
        let ParameterKind::Buffer(buffer) = parameter.kind else { continue };
        let writes = parameter.access.is_some_and(|access| access != padstone_model::Access::Read);
        let buffer = &unit.module.buffers[buffer];
        if selects(buffer.kind, writes, unit.module.types[buffer.content]) {
            found.insert(index);
        }
    }
    found
}
