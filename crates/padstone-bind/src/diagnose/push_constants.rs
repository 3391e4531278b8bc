//! Push constants are one memory for all stages of a pipeline (Vulkan 1.4, 14.6, "Push Constant Updates"). The block of each entry point and each
//! global block start at its offset 0. Measured on the SPIR-V of libslang 2026.12.

use padstone_diag::{Diagnostic, Diagnostics, codes};
use padstone_model::{Module, Stage};
use padstone_source::Span;

use crate::layout::{Variable, VariableDeclaration};
use crate::layout_unit::LayoutUnit;
use crate::program_layout::{EntryLayout, ProgramLayout};

/// Reports each entry point whose uniform parameters overlap those of another stage of the same pipeline, or a global block if the file contains
/// one pipeline.
pub(crate) fn report(module: &Module, layout: &ProgramLayout) -> Diagnostics {
    let mut found = Diagnostics::new();
    let is_block = |variable: &&Variable| layout.types[variable.layout.index()].usage.get(LayoutUnit::PushConstantBuffer).is_some();
    let global = layout.globals.iter().find(is_block).and_then(|variable| match variable.source {
        VariableDeclaration::Global(index) => module.program.globals.get(index),
        _ => None,
    });
    // With several pipelines, the one that uses the block may be another.
    let is_one_pipeline = is_one_pipeline(module);
    let mut before: Vec<(Stage, &EntryLayout)> = Vec::new();
    for entry in layout.entries.iter().filter(|entry| entry.usage.get(LayoutUnit::PushConstantBuffer).is_some() && !entry.bytes.is_zero()) {
        let Some(stage) = module.entry_points[entry.index].stage else { continue };
        if let Some(global) = global.filter(|_| is_one_pipeline) {
            let variable = &global.variable;
            let name = format!("the block `{}`", module.name(variable.name));
            found.push(shared(module, entry, (&name, variable.span), "the other block"));
            continue;
        }
        if let Some((_, other)) = before.iter().find(|(other, _)| *other != stage && is_graphics(*other) && is_graphics(stage)) {
            let point = &module.entry_points[other.index];
            let name = format!("`{}`", module.name(point.name));
            found.push(shared(module, entry, (&name, point.span), "the other entry point"));
        }
        before.push((stage, entry));
    }
    found
}

/// Whether the entry points are one compute shader, or at most one shader of each graphics stage.
fn is_one_pipeline(module: &Module) -> bool {
    let mut stages = module.entry_points.iter().map(|entry| entry.stage);
    match &module.entry_points[..] {
        [entry] => entry.stage.is_some_and(|stage| !stage.is_ray_tracing()),
        entries => {
            let is_repeated = |stage| entries.iter().filter(|entry| entry.stage == stage).count() > 1;
            stages.all(|stage| stage.is_some_and(is_graphics) && !is_repeated(stage))
        }
    }
}

/// Whether a stage is combined with others in a pipeline.
fn is_graphics(stage: Stage) -> bool {
    stage != Stage::Compute && !stage.is_ray_tracing()
}

fn shared(module: &Module, entry: &EntryLayout, (other, other_span): (&str, Span), label: &'static str) -> Diagnostic {
    let point = &module.entry_points[entry.index];
    let (name, span) = (module.name(point.name), point.span);
    let message = format!("uniform parameters of `{name}` and {other} are both push constants from offset 0");
    Diagnostic::warning(&codes::PUSH_CONSTANTS_SHARED, message, span)
        .label(span, "overlaps in a pipeline of both")
        .label(other_span, label)
        .note("all stages of a pipeline share its push constants (Vulkan 1.4, 14.6)")
        .help("move the parameters of both into one global constant buffer")
}
