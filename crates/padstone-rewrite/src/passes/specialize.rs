//! `specialize`: no pointers into buffers or workgroup memory as parameters.
//!
//! A function with such a parameter is cloned for each memory path that calls pass: `foo(&scene.lights[i].pos, x)` calls
//! `foo_scene_lights_pos(i, x)`, whose body contains the path instead of the pointer. Indices are evaluated at the call, once and in their
//! order, and passed as arguments. Thus modules that require `unrestricted_pointer_parameters` work without this feature.

mod body;
mod edits;
pub(super) mod forwards;
mod path;

use padstone_diag::{Diagnostic, Diagnostics, Severity, codes};
use padstone_source::Span;
use padstone_wgsl::tree::{DeclarationKind, Edition, Function};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::engine::{Representation, has_pointer_argument};
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
    for (index, body, typed) in unit.functions() {
        if !clones.is_special(index) {
            let mut rewriting = Rewriting::new(unit, index, (body, typed), Vec::new());
            rewriting.calls(&mut clones);
            changes.extend(rewriting.into_changes().into_edits());
        }
    }
    clones.make();
    clones.found.extend(clones.hidden_index_type());
    diagnostics.extend(clones.found.iter().cloned());
    if clones.found.iter().any(|found| found.severity == Severity::Error) {
        // A partial rewrite would still require the feature.
        return;
    }
    for (index, declaration) in unit.tree.declarations.iter().enumerate() {
        let texts = clones.texts.get(&index).map_or(&[][..], Vec::as_slice);
        let DeclarationKind::Function(function) = &declaration.kind else { continue };
        if clones.is_special(index) {
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

/// This pass, if another one needs it first: functions take pointers into memory whose storage the other would change.
pub(super) fn first(unit: &Unit<'_>, representation: &Representation<'_>, options: &Options) -> Option<(&'static Pass, Options)> {
    (applies(unit) && has_pointer_argument(unit, representation)).then(|| (&PASS, options.clone()))
}

/// Whether a function has a pointer parameter that requires the feature.
fn applies(unit: &Unit<'_>) -> bool {
    let mut functions = unit.functions();
    functions.any(|(position, _, _)| unit.checker.pointer_parameters(position).iter().flatten().any(|space| is_restricted(space)))
}

/// The language extension that is no longer needed.
const FEATURE: &str = "unrestricted_pointer_parameters";

/// The type of the indices that clones take.
const INDEX_TYPE: &str = "u32";

fn dropped(unit: &Unit<'_>, function: &Function) -> Diagnostic {
    let name = function.name;
    let message = format!("removed `{}`: nothing calls it", unit.text(name.span));
    Diagnostic::new(Severity::Note, &codes::FUNCTION_DROPPED, message, name.span).label(name.span, "takes pointers into buffers")
}

/// Whether passing a pointer into an address space requires the feature.
fn is_restricted(space: &str) -> bool {
    matches!(space, "uniform" | "storage" | "workgroup")
}

/// A function, and for each replaced parameter the memory path.
type CloneKey = (usize, Vec<Option<PathPattern>>);

/// The generated functions, in the order of their requests.
struct Clones<'a, 'u> {
    unit: &'u Unit<'a>,
    most: usize,
    /// By declaration, the address spaces of its pointer parameters.
    parameters: Vec<Vec<Option<&'static str>>>,
    /// Parameters of which parts are passed to other functions.
    forwards: FxHashSet<Parameter>,
    names: Names<'a>,
    known: FxHashMap<CloneKey, String>,
    pending: Vec<(CloneKey, String)>,
    /// By the declaration of the original function.
    texts: FxHashMap<usize, Vec<String>>,
    found: Vec<Diagnostic>,
}

impl<'a, 'u> Clones<'a, 'u> {
    fn new(unit: &'u Unit<'a>, most: usize) -> Self {
        let parameters: Vec<_> = (0..unit.tree.declarations.len()).map(|position| unit.checker.pointer_parameters(position)).collect();
        let forwards = forwards(unit, &parameters);
        let (known, pending, texts) = Default::default();
        Clones { unit, most, parameters, forwards, names: Names::new(unit), known, pending, texts, found: Vec::new() }
    }

    /// Whether a function must be replaced.
    fn is_special(&self, declaration: usize) -> bool {
        (0..self.parameters[declaration].len()).any(|position| self.is_removed((declaration, position)))
    }

    /// Whether a parameter must be replaced in all calls.
    fn is_removed(&self, parameter: Parameter) -> bool {
        let (declaration, position) = parameter;
        self.parameters[declaration][position].is_some_and(is_restricted) || self.forwards.contains(&parameter)
    }

    fn function(&self, declaration: usize) -> Option<&'u Function> {
        match &self.unit.tree.declarations[declaration].kind {
            DeclarationKind::Function(function) => Some(function),
            _ => None,
        }
    }

    /// The name of the clone to call.
    fn name(&mut self, declaration: usize, places: Vec<Option<PathPattern>>, call: Span) -> Option<String> {
        let key = (declaration, places);
        if let Some(known) = self.known.get(&key) {
            return Some(known.clone());
        }
        let function = self.function(declaration)?;
        if self.known.len() >= self.most {
            if self.found.iter().all(|found| found.code != &codes::CLONE_LIMIT) {
                self.found.push(self.clone_limit(function, call));
            }
            return None;
        }
        let mut requested = self.unit.text(function.name.span).to_owned();
        for place in key.1.iter().flatten() {
            requested.push('_');
            requested.push_str(&place.path_text(self.unit));
        }
        let name = self.names.fresh(&requested);
        self.known.insert(key.clone(), name.clone());
        self.pending.push((key, name.clone()));
        Some(name)
    }

    /// Reports a diagnostic once for all clones of a function.
    fn report(&mut self, found: Diagnostic) {
        if !self.found.contains(&found) {
            self.found.push(found);
        }
    }

    /// Reports a declaration with the name of the type of indices, if clones take indices.
    fn hidden_index_type(&self) -> Option<Diagnostic> {
        let takes_indices = |(_, places): &CloneKey| places.iter().flatten().any(|place| place.elements() > 0);
        let mut names = self.unit.tree.declarations.iter().filter_map(|declaration| declaration.name());
        let hiding = names.find(|name| self.unit.text(name.span) == INDEX_TYPE).filter(|_| self.known.keys().any(takes_indices))?;
        let message = format!("`{INDEX_TYPE}` is declared in the file, so new text cannot use the built-in; file unchanged");
        let found = Diagnostic::error(&codes::REWRITE_USE, message, hiding.span).label(hiding.span, "");
        Some(found.help(format!("rename `{INDEX_TYPE}`")))
    }

    fn clone_limit(&self, function: &Function, call: Span) -> Diagnostic {
        let name = self.unit.text(function.name.span);
        let message = format!("`{name}` needs more clones than the limit of {}", self.most);
        Diagnostic::error(&codes::CLONE_LIMIT, message, call)
            .label(call, "clone needed for this call")
            .help("pass an index instead of a pointer, or raise the limit with --max-clones")
    }

    /// Writes all requested functions, and those that they request in turn. WGSL has no recursion, so this ends.
    fn make(&mut self) {
        let mut next = 0;
        while let Some((key, name)) = self.pending.get(next).cloned() {
            next += 1;
            let (declaration, places) = key;
            let (Some(body), Some(typed)) = (&self.unit.bodies[declaration], &self.unit.typed[declaration]) else { continue };
            let Some(function) = self.function(declaration) else { continue };
            let mut rewriting = Rewriting::new(self.unit, declaration, (body, typed), places);
            rewriting.head(function, &name, &mut self.names);
            rewriting.pointers();
            rewriting.calls(self);
            let text = rewriting.into_changes().rendered(self.unit, self.unit.tree.declarations[declaration].span);
            self.texts.entry(declaration).or_default().push(text);
        }
    }
}
