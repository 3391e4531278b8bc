//! Finds the buffer or struct that a name selects.
//!
//! A name selects by qualified name (`A::Camera`), or without namespaces (`Camera`). Buffers and structs may share both, so the kind may precede
//! the name: `cbuffer Camera`, `struct Camera`.

use std::borrow::Cow;

use padstone_diag::{Diagnostic, Severity, codes};
use padstone_layout::{Layout, ModuleLayout, Subject, only_array};
use padstone_model::{Language, Module};
use rustc_hash::FxHashSet;

use crate::{display, nearest};

/// The reason why a name does not select exactly one buffer or struct.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LookupError {
    /// None has that name; similar names that exist.
    Unknown(Vec<String>),
    /// Several have it.
    Ambiguous(Ambiguity),
}

/// The buffers and structs that one name selects.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ambiguity {
    /// For each, the shortest name that selects only it; empty if one has no such name.
    pub names: Vec<String>,
    count: usize,
}

impl Ambiguity {
    pub(crate) fn new(module: &Module, layouts: &ModuleLayout, found: &[usize]) -> Ambiguity {
        let names = found.iter().map(|&index| unique_name(module, layouts, index)).collect::<Option<Vec<_>>>();
        Ambiguity { names: names.unwrap_or_default(), count: found.len() }
    }

    /// The problem, as one clause.
    pub fn message(&self, name: &str) -> String {
        format!("{} buffers or structs are named `{name}`", self.count)
    }
}

/// Returns the index of the layout of the buffer or struct that a name selects.
///
/// # Errors
/// The name selects none or several.
pub fn find(module: &Module, layouts: &ModuleLayout, name: &str) -> Result<usize, LookupError> {
    match selected(module, layouts, name)[..] {
        [index] => Ok(index),
        [] => {
            let near = nearest(name, layouts.layouts.iter().map(|layout| layout.name(module)));
            Err(LookupError::Unknown(near.into_iter().map(str::to_owned).collect()))
        }
        ref several => Err(LookupError::Ambiguous(Ambiguity::new(module, layouts, several))),
    }
}

/// Returns the shortest name that selects only one buffer or struct, by the index of its layout; `None` if there is none.
pub fn unique_name(module: &Module, layouts: &ModuleLayout, index: usize) -> Option<String> {
    let layout = &layouts.layouts[index];
    let (name, qualified, kind) = (layout.name(module), qualified_name(module, layout), display::kind(module, layout));
    let names = [name.to_owned(), qualified.to_string(), format!("{kind} {name}"), format!("{kind} {qualified}")];
    names.into_iter().find(|name| selected(module, layouts, name) == [index])
}

/// The indices of the layouts that a name selects: those with this qualified name, otherwise those with this name in a namespace, otherwise the
/// buffers whose only member is a runtime-sized array of this name: `buffer Lights { Light lights[]; }` of GLSL.
pub(crate) fn selected(module: &Module, layouts: &ModuleLayout, name: &str) -> Vec<usize> {
    let has_kind = |kind: &str| layouts.layouts.iter().any(|layout| display::kind(module, layout) == kind);
    let (kind, name) = name.split_once(' ').filter(|(kind, _)| has_kind(kind)).map_or((None, name), |(kind, name)| (Some(kind), name));
    // Slang has both operators, and padstone writes dots.
    let name = if module.language == Language::Slang { Cow::from(name.replace("::", ".")) } else { Cow::from(name) };
    // In GLSL, one declaration becomes a struct for each matrix order that it is used with: the first of them is selected.
    let mut declarations = FxHashSet::default();
    let mut is_first = |layout: &Layout| match layout.subject {
        Subject::Struct(id) => declarations.insert(module.structs[id].span),
        Subject::Buffer(_) => true,
    };
    let (mut qualified, mut in_namespaces, mut arrays) = (Vec::new(), Vec::new(), Vec::new());
    for (index, layout) in layouts.layouts.iter().enumerate() {
        let unqualified = layout.name(module);
        if !name.ends_with(unqualified) {
            arrays.extend(only_array(module, layout).filter(|array| module.name(array.name) == name).map(|_| index));
            continue;
        }
        let found = if qualified_name(module, layout) == name {
            &mut qualified
        } else if unqualified == name {
            &mut in_namespaces
        } else {
            continue;
        };
        if kind.is_none_or(|kind| display::kind(module, layout) == kind) && is_first(layout) {
            found.push(index);
        }
    }
    [qualified, in_namespaces, arrays].into_iter().find(|found| !found.is_empty()).unwrap_or_default()
}

/// The note that the buffers which contain a struct lay it out under several rule sets, if its name selected it.
pub fn other_layouts(module: &Module, layouts: &ModuleLayout, layout: &Layout) -> Option<Diagnostic> {
    let rules = layouts.rules_of_buffers(module, layout);
    if rules.len() < 2 {
        return None;
    }
    let (name, used) = (layout.name(module), layouts.rules(layout).name);
    let names: Vec<String> = rules.iter().map(|rules| format!("`{}`", rules.name)).collect();
    let message = format!("the buffers that contain `{name}` lay it out under {}; this is its layout under `{used}`", join(&names));
    let found = Diagnostic::new(Severity::Note, &codes::STRUCT_LAYOUTS, message, display::span(module, layout));
    Some(found.help("specify a buffer that contains it, or pass one of the rule sets with `--rules`"))
}

/// `` `std140` and `std430` ``.
fn join(names: &[String]) -> String {
    match names {
        [names @ .., last] if !names.is_empty() => format!("{} and {last}", names.join(", ")),
        names => names.join(", "),
    }
}

/// The name with its namespaces.
pub fn qualified_name<'a>(module: &'a Module, layout: &Layout) -> Cow<'a, str> {
    let name = layout.name(module);
    // Structs are named with their namespaces.
    let Subject::Buffer(id) = layout.subject else { return name.into() };
    let parameter = &module.parameters[module.buffers[id].parameter];
    if parameter.qualified_name == parameter.name {
        return name.into();
    }
    // The name of a buffer inside a parameter is a path that starts with the parameter.
    match module.name(parameter.qualified_name).strip_suffix(module.name(parameter.name)) {
        None | Some("") => name.into(),
        Some(namespaces) => format!("{namespaces}{name}").into(),
    }
}
