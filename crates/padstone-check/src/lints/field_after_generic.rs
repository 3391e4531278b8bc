//! `field-after-generic`: a member or global after one whose size depends on a generic argument, so that its offset varies with the
//! argument.

use std::collections::HashSet;

use padstone_model::{Annotation, Direction, Field, GenericDependence, Module, Type, TypeId};

use super::{LintContext, LintFindings};

pub(super) fn check(context: &LintContext<'_>, findings: &mut LintFindings) {
    let module = context.module;
    let usage_of = TypeDependence::of(module);
    // Not only structs with a layout: a type that depends on a missing argument has no size.
    let mut open: Vec<TypeId> = module.buffers.iter().map(|(_, buffer)| buffer.content).collect();
    let mut seen = HashSet::new();
    while let Some(ty) = open.pop() {
        let Some(declared) = module.as_struct(module.types.peel_arrays(ty)).filter(|declared| seen.insert(declared.ty)) else { continue };
        look(module, declared.fields.iter(), |field| usage_of.by(field.ty), findings);
        open.extend(declared.fields.iter().map(|field| field.ty));
    }
    // Ordinary data of the program and of entry points is contiguous too. Resources and blocks do not move with it.
    let bytes = |field: &Field| GenericDependence { bindings: false, ..usage_of.by(field.ty) };
    look(module, module.program.globals.iter().map(|global| &global.variable), bytes, findings);
    for (_, signature) in module.program.signatures.iter() {
        let is_uniform = |field: &&Field| field.annotations.contains(&Annotation::Direction(Direction::Uniform));
        look(module, signature.parameters.iter().filter(is_uniform), bytes, findings);
    }
}

/// Reports the first field after one that depends on a generic argument.
fn look<'f>(
    module: &Module,
    fields: impl Iterator<Item = &'f Field>,
    usage_of: impl Fn(&Field) -> GenericDependence,
    findings: &mut LintFindings,
) {
    // The first fields whose size, or whose number of bindings, depends on an argument.
    let (mut bytes, mut objects) = (None, None);
    for field in fields {
        if let Some(decided) = decided(field) {
            bytes = bytes.or(decided.bytes.then_some(field));
            objects = objects.or(decided.bindings.then_some(field));
            continue;
        }
        let usage = usage_of(field);
        let open = bytes.filter(|_| usage.bytes).or(objects.filter(|_| usage.bindings));
        let Some(open) = open.filter(|_| !is_explicitly_placed(field)) else { continue };
        let (name, open_name) = (module.name(field.name), module.name(open.name));
        let message = format!("the location of `{name}` depends on the type of `{open_name}`, which varies with the generic argument");
        findings.report(field.span, message, |found| {
            let found = found.label(field.span, "declared after it").label(open.span, "its type depends on an argument");
            found.help(format!("declare `{name}` before `{open_name}`"))
        });
        return;
    }
}

fn decided(field: &Field) -> Option<GenericDependence> {
    field.annotations.iter().find_map(|annotation| match annotation {
        Annotation::GenericDependence(decided) => Some(*decided),
        _ => None,
    })
}

/// Whether a field has an explicit offset or binding.
fn is_explicitly_placed(field: &Field) -> bool {
    let is_place = |annotation: &Annotation| {
        matches!(annotation, Annotation::PackOffset(_) | Annotation::Offset { .. } | Annotation::Register(_) | Annotation::Binding(_))
    };
    field.annotations.iter().any(is_place)
}

/// Whether each type takes bytes, and whether it takes bindings.
struct TypeDependence(Vec<GenericDependence>);

impl TypeDependence {
    fn of(module: &Module) -> TypeDependence {
        let mut usage_of = TypeDependence(Vec::new());
        // A type follows those that it refers to.
        for (_, &ty) in module.types.iter() {
            let usage = match ty {
                Type::Array { element, .. } => usage_of.by(element),
                Type::Struct(id) => module.structs[id]
                    .fields
                    .iter()
                    .map(|field| usage_of.by(field.ty))
                    .fold(GenericDependence::default(), GenericDependence::with),
                Type::Resource(resource) if resource.kind.data_bytes().is_none() => {
                    GenericDependence { bindings: true, ..GenericDependence::default() }
                }
                Type::Unspecialized(_) | Type::Unknown => GenericDependence::default(),
                _ => GenericDependence { bytes: true, ..GenericDependence::default() },
            };
            usage_of.0.push(usage);
        }
        usage_of
    }

    fn by(&self, ty: TypeId) -> GenericDependence {
        self.0[ty.index()]
    }
}
