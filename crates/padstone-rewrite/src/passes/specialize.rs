//! `specialize`: no pointers into buffers or workgroup memory as parameters.
//!
//! A function that takes such a pointer becomes one for each place that calls point to: for `foo(&scene.lights[i].pos, x)` there is
//! `foo_scene_lights_pos(i, x)`, in whose body the place appears instead of the pointer. Indices are evaluated where they were,
//! once and in their order, and go along as parameters. So modules that need `unrestricted_pointer_parameters` run where there is
//! no such feature.

mod body;
mod edits;
pub(crate) mod forwards;
mod path;

use padstone_diag::{Diagnostic, Diagnostics, Severity, codes};
use padstone_source::Span;
use padstone_wgsl::tree::{DeclarationKind, Edition, Function};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::requirements::drop_requirement;
use crate::{Edits, Names, Options, Pass, PassMap, Unit};
use body::Rewriting;
use forwards::{Parameter, forwards};
use path::PathPattern;

pub(crate) static PASS: Pass = Pass {
    name: "specialize",
    summary: "clone functions that take pointers into buffers, one for each memory location passed",
    takes: &[Edition::Current, Edition::Draft2020],
    gives: None,
    agree: &[],
    first: None,
    run,
};

fn run(unit: &Unit<'_>, options: &Options, edits: &mut Edits, _: &mut PassMap, diagnostics: &mut Diagnostics) {
    let mut clones = Clones::new(unit, options.max_clones);
    let mut changes = Vec::new();
    for (at, body, typed) in unit.functions() {
        if !clones.is_special(at) {
            let mut rewriting = Rewriting::new(unit, body, typed, Vec::new());
            rewriting.calls(&mut clones);
            changes.extend(rewriting.into_changes().into_edits());
        }
    }
    clones.make();
    diagnostics.extend(clones.found.iter().cloned());
    if clones.found.iter().any(|found| found.severity == Severity::Error) {
        // Half of it would be worse than nothing.
        return;
    }
    for (at, declaration) in unit.tree.declarations.iter().enumerate() {
        let texts = clones.texts.get(&at).map_or(&[][..], Vec::as_slice);
        let DeclarationKind::Function(function) = &declaration.kind else { continue };
        if clones.is_special(at) {
            edits.replace(declaration.span, texts.join("\n\n"));
            if texts.is_empty() {
                diagnostics.push(dropped(unit, function));
            }
        } else if !texts.is_empty() {
            edits.insert_after(declaration.span, format!("\n\n{}", texts.join("\n\n")));
        }
    }
    for change in changes {
        edits.replace(change.span, change.text);
    }
    if clones.found.is_empty() {
        drop_requirement(unit, FEATURE, edits);
    }
}

/// Whether a function takes a pointer that cannot be given to it everywhere.
pub(crate) fn applies(unit: &Unit<'_>) -> bool {
    let mut functions = unit.functions();
    functions.any(|(at, _, _)| unit.checker.pointer_parameters(at).iter().flatten().any(|space| is_restricted(space)))
}

/// The language extension that is needed no more.
const FEATURE: &str = "unrestricted_pointer_parameters";

fn dropped(unit: &Unit<'_>, function: &Function) -> Diagnostic {
    let name = function.name;
    let message = format!("removed `{}`: nothing calls it", unit.text(name.span));
    Diagnostic::new(Severity::Note, &codes::FUNCTION_DROPPED, message, name.span).label(name.span, "takes pointers into buffers")
}

/// Whether a pointer into an address space cannot be given to a function everywhere.
fn is_restricted(space: &str) -> bool {
    matches!(space, "uniform" | "storage" | "workgroup")
}

/// A function, and for each of its parameters the memory that replaces it.
type CloneKey = (usize, Vec<Option<PathPattern>>);

/// The functions that are made, in the order in which the need for them is found.
struct Clones<'a, 'u> {
    unit: &'u Unit<'a>,
    most: usize,
    /// By declaration: the address spaces of its pointer parameters.
    parameters: Vec<Vec<Option<&'static str>>>,
    /// Parameters of which parts are passed on.
    forwards: FxHashSet<Parameter>,
    names: Names<'a>,
    known: FxHashMap<CloneKey, String>,
    pending: Vec<(CloneKey, String)>,
    /// By the declaration that they are made of.
    texts: FxHashMap<usize, Vec<String>>,
    found: Vec<Diagnostic>,
}

impl<'a, 'u> Clones<'a, 'u> {
    fn new(unit: &'u Unit<'a>, most: usize) -> Self {
        let parameters: Vec<_> = (0..unit.tree.declarations.len()).map(|at| unit.checker.pointer_parameters(at)).collect();
        let forwards = forwards(unit, &parameters);
        let (known, pending, texts) = Default::default();
        Clones { unit, most, parameters, forwards, names: Names::new(unit), known, pending, texts, found: Vec::new() }
    }

    /// Whether a function cannot stay as it is.
    fn is_special(&self, declaration: usize) -> bool {
        (0..self.parameters[declaration].len()).any(|position| self.has_to_go((declaration, position)))
    }

    /// Whether a parameter cannot stay a pointer everywhere.
    fn has_to_go(&self, parameter: Parameter) -> bool {
        let (declaration, position) = parameter;
        self.parameters[declaration][position].is_some_and(is_restricted) || self.forwards.contains(&parameter)
    }

    fn function(&self, declaration: usize) -> Option<&'u Function> {
        match &self.unit.tree.declarations[declaration].kind {
            DeclarationKind::Function(function) => Some(function),
            _ => None,
        }
    }

    /// The name of the function that is called instead of another.
    fn name(&mut self, declaration: usize, places: Vec<Option<PathPattern>>, call: Span) -> Option<String> {
        let key = (declaration, places);
        if let Some(known) = self.known.get(&key) {
            return Some(known.clone());
        }
        let function = self.function(declaration)?;
        if self.known.len() >= self.most {
            if self.found.iter().all(|found| found.code != &codes::CLONE_LIMIT) {
                self.found.push(self.too_many(function, call));
            }
            return None;
        }
        let mut wish = self.unit.text(function.name.span).to_owned();
        for place in key.1.iter().flatten() {
            wish.push('_');
            wish.push_str(&place.words(self.unit));
        }
        let name = self.names.fresh(&wish);
        self.known.insert(key.clone(), name.clone());
        self.pending.push((key, name.clone()));
        Some(name)
    }

    /// Says something, once for all functions that are made of one.
    fn report(&mut self, found: Diagnostic) {
        if !self.found.contains(&found) {
            self.found.push(found);
        }
    }

    fn too_many(&self, function: &Function, call: Span) -> Diagnostic {
        let name = self.unit.text(function.name.span);
        let message = format!("`{name}` needs one more clone than the limit of {}", self.most);
        Diagnostic::error(&codes::CLONE_LIMIT, message, call)
            .label(call, "clone needed for this call")
            .help("pass an index instead of a pointer, or raise the limit with --max-clones")
    }

    /// Writes all functions that are needed, and those that they need. Functions do not call themselves, so this ends.
    fn make(&mut self) {
        let mut next = 0;
        while let Some((key, name)) = self.pending.get(next).cloned() {
            next += 1;
            let (declaration, places) = key;
            let (Some(body), Some(typed)) = (&self.unit.bodies[declaration], &self.unit.typed[declaration]) else { continue };
            let Some(function) = self.function(declaration) else { continue };
            let mut rewriting = Rewriting::new(self.unit, body, typed, places);
            rewriting.head(declaration, function, &name, &mut self.names);
            rewriting.pointers();
            rewriting.calls(self);
            let text = rewriting.into_changes().rendered(self.unit, self.unit.tree.declarations[declaration].span);
            self.texts.entry(declaration).or_default().push(text);
        }
    }
}
