//! Pipeline layouts of programs: root signatures of D3D, descriptor set layouts of Vulkan, bind group layouts of wgpu. All are
//! written from [`Program`], which contains the bindings.

mod descriptors;
pub mod root_signature;
pub mod vulkan;
pub mod wgpu;

use std::collections::HashMap;

use padstone_diag::{Code, Diagnostic, Diagnostics, Severity, codes};
use padstone_model::{Language, Module, ParameterId, UsedTogether};

use crate::reflect::{BindingLocation, EntryPoint, Program, Reflection, ResourceSlot};

/// A bound resource.
#[derive(Clone, Debug)]
pub(crate) struct BoundSlot<'p> {
    pub(crate) slot: &'p ResourceSlot,
    /// The entry point that declares it; `None` for globals.
    pub(crate) owner: Option<&'p str>,
    /// The stages that use it; empty if the program has no entry point or one whose stage is unknown: then all stages may use it.
    pub(crate) stages: Vec<&'static str>,
}

/// All bound resources: the globals, which all entry points share, then those of each entry point.
pub(crate) fn bound<'p>(reflection: &Reflection<'_>, program: &'p Program) -> Vec<BoundSlot<'p>> {
    let mut all: Vec<&'static str> = Vec::new();
    for stage in program.entry_points.iter().filter_map(|entry| entry.stage).filter(|_| !reflection.module.program.unstaged_entry_points) {
        if !all.contains(&stage) {
            all.push(stage);
        }
    }
    let of_program = program.globals.iter().chain(program.parameters.iter().flat_map(|parameter| &parameter.slots));
    let usage = wgsl_usage(reflection.module, program);
    let of_program = of_program.filter_map(|slot| {
        let stages = match usage.get(root(&slot.path)) {
            Some(Used::No) => return None,
            Some(Used::By(stages)) if !stages.is_empty() => stages.clone(),
            _ => all.clone(),
        };
        Some(BoundSlot { slot, owner: None, stages })
    });
    let mut bound: Vec<BoundSlot<'_>> = of_program.collect();
    for entry in &program.entry_points {
        let stages: Vec<&'static str> = entry.stage.into_iter().collect();
        bound.extend(entry_slots(entry).map(|slot| BoundSlot { slot, owner: Some(&*entry.name), stages: stages.clone() }));
    }
    bound
}

/// The users of a WGSL variable.
enum Used {
    /// The requested entry point does not.
    No,
    /// Entry points of these stages; none if no entry point does.
    By(Vec<&'static str>),
}

/// The usage of each variable of a WGSL module, by name, if it was determined. Slang and HLSL bind the resources of a whole program.
fn wgsl_usage<'m>(module: &'m Module, program: &Program) -> HashMap<&'m str, Used> {
    let UsedTogether::By(by_entry) = &module.used_together else { return HashMap::new() };
    if module.language != Language::Wgsl {
        return HashMap::new();
    }
    let of_parameter = |(id, parameter): (ParameterId, &'m padstone_model::Parameter)| {
        let mut stages: Vec<&'static str> = Vec::new();
        let entries = program.entry_points.iter().zip(by_entry).filter(|(_, uses)| uses.contains(&id));
        for stage in entries.filter_map(|(entry, _)| entry.stage) {
            if !stages.contains(&stage) {
                stages.push(stage);
            }
        }
        (module.name(parameter.name), if parameter.used { Used::By(stages) } else { Used::No })
    };
    module.parameters.iter().map(of_parameter).collect()
}

/// The name of the parameter in a path: `scene` of `scene.lights[].shadow`.
fn root(path: &str) -> &str {
    path.split(['.', '[']).next().unwrap_or("")
}

fn entry_slots(entry: &EntryPoint) -> impl Iterator<Item = &ResourceSlot> {
    entry.uniforms.iter().chain(entry.parameters.iter().flat_map(|parameter| &parameter.slots))
}

/// The name of a slot in comments and messages.
pub(crate) fn called(slot: &ResourceSlot) -> &str {
    if slot.path.is_empty() { "the implicit buffer" } else { &slot.path }
}

/// Reports a resource whose binding cannot be written: it is negative, or unknown until linking.
pub(crate) fn report_unplaced(reflection: &Reflection<'_>, slot: &ResourceSlot, diagnostics: &mut Diagnostics) {
    const BOUND: [&str; 5] = ["descriptorTableSlot", "constantBuffer", "shaderResource", "unorderedAccess", "samplerState"];
    if matches!(slot.place, Some(BindingLocation::Unknown { kind, .. }) if BOUND.contains(&kind)) {
        let message = format!("`{}` is skipped: its binding is unknown", called(slot));
        let found = at(reflection, slot, &codes::NOT_IN_LAYOUT, Severity::Error, message);
        diagnostics.push(found.help("bind it explicitly, at 0 or higher"));
    }
}

/// A diagnostic at the parameter of a slot.
pub(crate) fn at(reflection: &Reflection<'_>, slot: &ResourceSlot, code: &'static Code, severity: Severity, message: String) -> Diagnostic {
    let module = reflection.module;
    let name = root(&slot.path);
    let globals = module.program.globals.iter().map(|global| &global.variable);
    let parameters = module.program.signatures.iter().flat_map(|(_, signature)| &signature.parameters);
    let declared = globals.chain(parameters).find(|field| !name.is_empty() && module.name(field.name) == name);
    let found = match declared {
        Some(field) => Diagnostic::error(code, message, field.span).label(field.span, "declared here"),
        None => Diagnostic::without_place(code, message),
    };
    Diagnostic { severity, ..found }
}

/// The prefix of identifiers from a file name: `deferred_lighting` of `shaders/deferred-lighting.slang`.
pub fn identifier(path: &str) -> String {
    let name = path.rsplit(['/', '\\']).next().unwrap_or(path);
    let stem = name.split('.').find(|part| !part.is_empty()).unwrap_or("shader");
    let mut text: String = stem.chars().map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '_' }).collect();
    if !text.starts_with(|c: char| c.is_ascii_alphabetic()) {
        text.insert_str(0, "shader_");
    }
    text
}

/// `DeferredLighting` of `deferred_lighting`.
pub fn pascal_case(name: &str) -> String {
    let word = |word: &str| {
        let mut letters = word.chars();
        letters.next().map_or(String::new(), |first| first.to_ascii_uppercase().to_string() + letters.as_str())
    };
    name.split('_').map(word).collect()
}
