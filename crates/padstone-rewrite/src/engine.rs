//! A change of representation: the members of some structs give way to others that hold the same bytes, and every access to
//! memory of those structs finds its bytes there.
//!
//! A pass makes a [`Plan`]: for each struct the new members, a [`Store`]. The engine does the rest. It follows each chain of accesses
//! from a variable (`u.lights[i].position`, pointers included) to the byte where it leads, a [`Cursor`](cursor::Cursor), and
//! writes what reads or writes that byte now. Values keep their types: a whole struct is made of its parts when it is
//! read, and taken apart when it is written. A struct of which there are values keeps its declaration, and memory gets one of its own.
//!
//! What cannot be done in a variable is said, and the plan is made again without that variable.

mod cursor;
mod declare;
mod function;
mod helpers;
mod load;
mod members;
mod moves;
mod roles;
mod statements;
mod store;
mod storing;
mod types;

use std::collections::{BTreeMap, BTreeSet};

use padstone_diag::{Diagnostic, Diagnostics, codes};
use padstone_layout::Subject;
use padstone_model::{BufferKind, ParameterKind, StructId, Type};
use padstone_source::{Span, Symbol};
use padstone_wgsl::body::Meaning;
use padstone_wgsl::tree::{DeclarationKind, Edition, StatementKind, VariableKind};

use rustc_hash::FxHashMap;

use crate::{Edits, Names, PassMap, Unit};
use cursor::Root;
use function::Function;
use helpers::Helpers;

pub(crate) use store::{Declared, Kind, Store, Stored};
pub(crate) use types::scalar_bytes;

/// What is to be stored how.
#[derive(Clone, Debug, Default)]
pub(crate) struct Plan {
    /// The structs that are stored otherwise, and all that hold one of those.
    pub(crate) stores: BTreeMap<StructId, Store>,
    /// Whether variables of functions change too, where a struct has no values.
    pub(crate) locals: bool,
}

/// A pass, as the engine knows it.
pub(crate) struct Representation<'p> {
    /// What is put behind the name of a struct that has to be declared twice.
    pub(crate) suffix: &'static str,
    /// The plan for some variables, by position of their declarations.
    pub(crate) plan: &'p dyn Fn(&BTreeSet<usize>) -> Plan,
}

/// Names of the language that new text may use; those of matrices are asked for by their start.
const VOCABULARY: [&str; 12] = ["u32", "i32", "f32", "f16", "vec2", "vec3", "vec4", "array", "bitcast", "min", "atomic", "unpack2x16float"];

/// It cannot be done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Stuck;

/// What stands in the way, and for which variable; for all of them if that is not known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Obstacle {
    pub(crate) span: Span,
    pub(crate) variable: Option<Root>,
}

/// Stores variables otherwise: edits, and where everything goes.
pub(crate) fn represent(
    unit: &Unit<'_>,
    mut variables: BTreeSet<usize>,
    how: &Representation<'_>,
    edits: &mut Edits,
    map: &mut PassMap,
    diagnostics: &mut Diagnostics,
) {
    loop {
        let plan = (how.plan)(&variables);
        let outcome = Engine::new(unit, &plan, &variables).run(how.suffix);
        match outcome {
            Ok(made) => {
                for (span, text) in made {
                    edits.replace(span, text);
                }
                moves::record(unit, &plan, &variables, map);
                variables.iter().filter_map(|&at| grows(unit, &plan, at)).for_each(|found| diagnostics.push(found));
                return;
            }
            Err(obstacle) => {
                diagnostics.push(report(unit, obstacle));
                match obstacle.variable {
                    Some(Root::Variable(declaration)) => {
                        variables.remove(&declaration);
                    }
                    _ => return,
                }
            }
        }
    }
}

/// What is to be said of a variable that takes more bytes now: the last vector is longer than what lies in it.
fn grows(unit: &Unit<'_>, plan: &Plan, variable: usize) -> Option<Diagnostic> {
    let name = unit.tree.declarations[variable].name()?;
    let Type::Struct(id) = unit.content(variable)? else { return None };
    let store = plan.stores.get(&id)?;
    let layout = unit
        .layouts
        .layouts
        .iter()
        .find(|layout| matches!(layout.subject, Subject::Buffer(id) if unit.module.buffers[id].span == name.span))?;
    let (size, last) = (layout.size.bytes(), store.members.last()?);
    let has_vectors = store.members.iter().any(|member| matches!(member.kind, Kind::Words { .. }));
    let rounds = has_vectors && unit.source.edition == Edition::Today;
    let end = (last.offset + last.size).max(size);
    let now = if rounds { end.next_multiple_of(16) } else { end };
    if now <= size {
        return None;
    }
    let text = unit.names.resolve(name.symbol);
    let message = format!("`{text}` takes {now} bytes now, and {size} before: what is bound to it has to have as many");
    Some(Diagnostic::warning(&codes::REWRITE_GROWS, message, name.span).label(name.span, ""))
}

fn report(unit: &Unit<'_>, obstacle: Obstacle) -> Diagnostic {
    let name = match obstacle.variable {
        Some(Root::Variable(declaration)) => unit.tree.declarations[declaration].name(),
        _ => None,
    };
    let what = name.map_or_else(|| "the file".to_owned(), |name| format!("`{}`", unit.names.resolve(name.symbol)));
    let message = format!("this use cannot be rewritten, so {what} stays as it is");
    Diagnostic::warning(&codes::REWRITE_USE, message, obstacle.span)
        .label(obstacle.span, "")
        .help("put `specialize` before this pass if it is a pointer that a function takes")
}

/// The state of a change.
pub(crate) struct Engine<'u, 'a> {
    pub(crate) unit: &'u Unit<'a>,
    pub(crate) plan: &'u Plan,
    /// The variables that are stored otherwise, by position of their declarations.
    pub(crate) variables: &'u BTreeSet<usize>,
    names: Names<'u>,
    /// The structs of the module, by name, and their declarations.
    structs: FxHashMap<Symbol, StructId>,
    declared: FxHashMap<StructId, usize>,
    helpers: Helpers,
    /// The structs of which there are values in the new text.
    values: BTreeSet<StructId>,
    /// The structs of variables that are stored otherwise.
    stored: BTreeSet<StructId>,
    /// Types that are written in functions, and what is stored there now.
    renames: Vec<(Span, Type)>,
}

impl<'u, 'a> Engine<'u, 'a> {
    fn new(unit: &'u Unit<'a>, plan: &'u Plan, variables: &'u BTreeSet<usize>) -> Self {
        let names = Names::new(unit);
        let stored = variables.iter().filter_map(|&at| unit.struct_within(unit.content(at)?)).collect();
        let structs: FxHashMap<Symbol, StructId> = unit.module.structs.iter().map(|(id, declared)| (declared.name, id)).collect();
        let declarations = unit.tree.declarations.iter().enumerate();
        let declared = declarations.filter_map(|(at, declaration)| match &declaration.kind {
            DeclarationKind::Struct(body) => Some((*structs.get(&body.name.symbol)?, at)),
            _ => None,
        });
        let declared = declared.collect();
        let (helpers, values, renames) = (Helpers::default(), BTreeSet::new(), Vec::new());
        Engine { unit, plan, variables, names, structs, declared, helpers, values, stored, renames }
    }

    fn run(mut self, suffix: &str) -> Result<Vec<(Span, String)>, Obstacle> {
        if self.plan.stores.is_empty() {
            return Ok(Vec::new());
        }
        let declared = self.unit.tree.declarations.iter().filter_map(|declaration| declaration.name());
        if let Some(taken) = declared.into_iter().find(|name| is_vocabulary(self.unit.names.resolve(name.symbol))) {
            return Err(Obstacle { span: taken.span, variable: None });
        }
        self.values = self.named_values();
        let unit = self.unit;
        let mut edits = Vec::new();
        for (_, body, typed) in unit.functions() {
            let mut function = Function::new(body, typed);
            let locals = if self.plan.locals { self.local_roots(&mut function) } else { false };
            let uses = typed.uses().any(|(_, meaning)| matches!(meaning, Meaning::Declaration(at) if self.variables.contains(&at)));
            if !uses && !locals {
                continue;
            }
            self.check_vocabulary(&function)?;
            self.expressions(&mut function)?;
            self.statements(&mut function)?;
            edits.extend(function.into_edits());
        }
        self.declarations(suffix, &mut edits)?;
        Ok(edits)
    }

    /// Variables of functions whose struct has no values: they are stored otherwise too.
    fn local_roots(&mut self, function: &mut Function<'_>) -> bool {
        let body = function.body;
        let mut found = false;
        for statement in &body.statements {
            let StatementKind::Variable(variable) = statement.kind else { continue };
            let (VariableKind::Var, Some(ty), None) = (variable.kind, variable.ty, variable.value) else { continue };
            let span = body.nodes[ty].span;
            let Some(id) = self.struct_named(self.unit.text(span)) else { continue };
            if !self.plan.stores.contains_key(&id) || self.values.contains(&id) {
                continue;
            }
            let name = self.unit.text(variable.name.span).to_owned();
            let cursor = self.start(name, Type::Struct(id), Root::Local);
            function.stands_for(variable.name.span, cursor);
            self.renames.push((span, Type::Struct(id)));
            self.stored.insert(id);
            found = true;
        }
        found
    }

    /// The struct of a name.
    pub(crate) fn struct_named(&self, name: &str) -> Option<StructId> {
        self.structs.get(&self.unit.names.lookup(name)?).copied()
    }

    pub(crate) fn is_function(&self, declaration: usize) -> bool {
        matches!(self.unit.tree.declarations[declaration].kind, DeclarationKind::Function(_))
    }

    /// Nothing that the new text says may be hidden by a local name.
    fn check_vocabulary(&self, function: &Function<'_>) -> Result<(), Obstacle> {
        for (name, meaning) in function.typed.uses() {
            let Meaning::Local(_) = meaning else { continue };
            let text = self.unit.names.resolve(name.symbol);
            let hides = |&at: &usize| self.unit.tree.declarations[at].name().is_some_and(|variable| variable.symbol == name.symbol);
            if is_vocabulary(text) || self.struct_named(text).is_some() || self.variables.iter().any(hides) {
                return Err(Obstacle { span: name.span, variable: None });
            }
        }
        Ok(())
    }

    /// A name for something in a function that is written.
    pub(crate) fn local(&mut self, wish: &str) -> String {
        let is_declared = self.unit.tree.declarations.iter().filter_map(|declaration| declaration.name());
        let taken = is_declared.map(|name| self.unit.names.resolve(name.symbol)).any(|name| name == wish);
        if taken { self.names.fresh(wish) } else { wish.to_owned() }
    }

    fn is_draft(&self) -> bool {
        self.unit.source.edition == Edition::Draft2020
    }

    /// Between a name and its type.
    pub(crate) fn colon(&self) -> &'static str {
        if self.is_draft() { " : " } else { ": " }
    }

    /// Where a result would be written, if there is none.
    pub(crate) fn no_result(&self) -> &'static str {
        if self.is_draft() { " -> void" } else { "" }
    }

    /// What names a value.
    pub(crate) fn let_word(&self) -> &'static str {
        if self.is_draft() { "const" } else { "let" }
    }

    /// A pointer to what a text refers to.
    pub(crate) fn pointer_text(&self, text: &str) -> String {
        match text.strip_prefix("(*").and_then(|rest| rest.strip_suffix(')')) {
            Some(name) => name.to_owned(),
            None if self.is_draft() => text.to_owned(),
            None => format!("&{text}"),
        }
    }

    /// What a name points to.
    pub(crate) fn pointee(&self, name: &str) -> String {
        if self.is_draft() { name.to_owned() } else { format!("(*{name})") }
    }

    /// The blanks before a line.
    pub(crate) fn indent(&self, span: Span) -> String {
        let start = (span.start - self.unit.source.base) as usize;
        let before = &self.unit.source.text[..start];
        let line = &before[before.rfind('\n').map_or(0, |at| at + 1)..];
        line.chars().take_while(|c| *c == ' ' || *c == '\t').collect()
    }
}

fn is_vocabulary(name: &str) -> bool {
    VOCABULARY.contains(&name) || name.starts_with("mat") && name.contains('x')
}

/// The variables that are buffers of some kinds, by position of their declarations.
pub(crate) fn buffers(unit: &Unit<'_>, wanted: impl Fn(BufferKind, bool, Type) -> bool) -> BTreeSet<usize> {
    let mut found = BTreeSet::new();
    for (at, declaration) in unit.tree.declarations.iter().enumerate() {
        let Some(name) = declaration.name() else { continue };
        let parameters = unit.module.parameters.iter().map(|(_, parameter)| parameter);
        let Some(parameter) = parameters.into_iter().find(|parameter| parameter.span == name.span) else { continue };
        let ParameterKind::Buffer(buffer) = parameter.kind else { continue };
        let writes = parameter.access.is_some_and(|access| access != padstone_model::Access::Read);
        let buffer = &unit.module.buffers[buffer];
        if wanted(buffer.kind, writes, unit.module.types[buffer.content]) {
            found.insert(at);
        }
    }
    found
}
