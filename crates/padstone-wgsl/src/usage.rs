//! The resources that an entry point statically accesses. Function bodies are scanned only where this matters: if two resources share a
//! binding, which is allowed as long as no entry point uses both (WGSL, section 13.3.2), and if one entry point, or the usage of all, is requested.

mod references;

use padstone_diag::{Diagnostic, Diagnostics, codes, nearest};
use padstone_model::{BufferKind, EntryPoint, Module, ParameterId, ParameterKind, UsedTogether};
use padstone_source::Interner;

use crate::Options;
use crate::parse::parse_body;
use crate::predeclared::Scope;
use crate::tree::{DeclarationKind, Source, Tree};
pub(crate) use references::free_names;
use references::references;

/// Follows calls through a module.
pub(crate) struct Usage<'a> {
    pub(crate) source: Source<'a>,
    pub(crate) tree: &'a Tree,
    pub(crate) scope: &'a Scope,
    pub(crate) names: &'a mut Interner,
    /// The parameters of the module, by declaration.
    pub(crate) parameters: &'a [(u32, ParameterId)],
    pub(crate) diagnostics: &'a mut Diagnostics,
}

/// The references of the functions that have been scanned.
struct FunctionReferences {
    references: Vec<Option<Vec<u32>>>,
    /// For each declaration, the last entry point that reached it.
    reached: Vec<u32>,
}

impl Usage<'_> {
    /// Marks the resources that the requested entry point uses, and reports binding conflicts.
    pub(crate) fn check(&mut self, module: &mut Module, entry_points: &[EntryPoint], options: &Options) {
        let requested = options.entry.as_deref();
        let mut by_entry: Vec<Vec<ParameterId>> = vec![Vec::new(); entry_points.len()];
        let mut known = FunctionReferences {
            references: vec![None; self.tree.declarations.len()],
            reached: vec![u32::MAX; self.tree.declarations.len()],
        };
        let share = self.some_share(module);
        for (number, &entry) in entry_points.iter().enumerate() {
            let is_requested = requested == Some(self.names.resolve(entry.name));
            if !is_requested && !share && (!options.usage || requested.is_some()) {
                continue;
            }
            let used = self.used_resources(entry, number as u32, &mut known);
            self.report_clashes(module, entry, &used);
            if is_requested {
                for &(_, parameter) in self.parameters {
                    module.parameters[parameter].used = used.contains(&parameter);
                }
            }
            if is_requested || requested.is_none() {
                by_entry[number] = used;
            }
        }
        if options.usage {
            module.used_together = UsedTogether::By(by_entry);
        }
        if let Some(name) = requested
            && !entry_points.iter().any(|entry| self.names.resolve(entry.name) == name)
        {
            self.report_missing(entry_points, name);
        }
    }

    /// Whether two resources share a binding, or there is more than one `immediate` variable.
    fn some_share(&self, module: &Module) -> bool {
        let mut places: Vec<BindingLocation> =
            self.parameters.iter().filter_map(|&(_, parameter)| binding_location(module, parameter)).collect();
        places.sort_unstable();
        places.windows(2).any(|pair| pair[0] == pair[1])
    }

    /// The parameters that an entry point reaches, in the order of the module.
    fn used_resources(&mut self, entry: EntryPoint, number: u32, known: &mut FunctionReferences) -> Vec<ParameterId> {
        let declared = |declaration: &crate::tree::Declaration| declaration.name().is_some_and(|name| name.span == entry.span);
        let mut pending: Vec<u32> = self.tree.declarations.iter().position(declared).map(|index| index as u32).into_iter().collect();
        while let Some(index) = pending.pop() {
            if std::mem::replace(&mut known.reached[index as usize], number) == number {
                continue;
            }
            if known.references[index as usize].is_none() {
                known.references[index as usize] = Some(self.references_of(index));
            }
            pending.extend(known.references[index as usize].iter().flatten());
        }
        let is_reached = |&&(declaration, _): &&(u32, ParameterId)| known.reached[declaration as usize] == number;
        self.parameters.iter().filter(is_reached).map(|&(_, parameter)| parameter).collect()
    }

    /// The declarations that the body of a function references.
    fn references_of(&mut self, position: u32) -> Vec<u32> {
        let DeclarationKind::Function(function) = self.tree.declarations[position as usize].kind else { return Vec::new() };
        let Some(body) = function.body else { return Vec::new() };
        // Errors in bodies are reported only if bodies are checked.
        let body = parse_body(self.source, body, self.names, &mut Diagnostics::new());
        let parameters = self.tree[function.parameters].iter().map(|parameter| parameter.name.symbol);
        references(&body, self.scope, parameters)
    }

    fn report_clashes(&mut self, module: &Module, entry: EntryPoint, used: &[ParameterId]) {
        let mut placed: Vec<(BindingLocation, ParameterId)> =
            used.iter().filter_map(|&parameter| Some((binding_location(module, parameter)?, parameter))).collect();
        placed.sort_unstable();
        for pair in placed.windows(2).filter(|pair| pair[0].0 == pair[1].0) {
            let (first, second) = (&module.parameters[pair[0].1], &module.parameters[pair[1].1]);
            let entry_name = self.names.resolve(entry.name);
            let names = [first.name, second.name].map(|name| self.names.resolve(name));
            let conflict = match pair[0].0 {
                BindingLocation::Bound(group, binding) => format!("are both at `@group({group}) @binding({binding})`"),
                BindingLocation::Immediate => "are both in `immediate`, which allows one".to_owned(),
            };
            let message = format!("`{entry_name}` uses `{}` and `{}`, which {conflict}", names[0], names[1]);
            let found = Diagnostic::error(&codes::BINDING_SHARED, message, second.span)
                .label(second.span, "")
                .label(first.span, "other resource")
                .label(entry.span, "uses both");
            self.diagnostics.push(found);
        }
    }

    fn report_missing(&mut self, entry_points: &[EntryPoint], name: &str) {
        let start = padstone_source::Span { start: self.source.base, end: self.source.base };
        let found = Diagnostic::error(&codes::ENTRY_NOT_FOUND, format!("entry point `{name}` not found"), start);
        let known = entry_points.iter().map(|entry| self.names.resolve(entry.name));
        let found = match nearest(name, known).first() {
            Some(near) => found.help(format!("a similar name exists: `{near}`")),
            None => found,
        };
        self.diagnostics.push(found);
    }
}

/// A binding location, which one resource of an entry point can have.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum BindingLocation {
    /// The variables in `immediate`.
    Immediate,
    /// A group and a binding.
    Bound(u32, u32),
}

/// The binding location of a parameter; `None` if it has no binding, which has been reported.
fn binding_location(module: &Module, parameter: ParameterId) -> Option<BindingLocation> {
    let parameter = &module.parameters[parameter];
    match (parameter.binding, parameter.kind) {
        (Some(binding), _) => Some(BindingLocation::Bound(binding.set.unwrap_or(0), binding.binding)),
        (None, ParameterKind::Buffer(buffer)) if module.buffers[buffer].kind == BufferKind::Immediate => Some(BindingLocation::Immediate),
        (None, _) => None,
    }
}
