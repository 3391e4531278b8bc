//! Push constants are one memory for all stages of a pipeline (Vulkan 1.4, 14.6, "Push Constant Updates"), and the block of each entry
//! point starts at its offset 0. Measured on the SPIR-V of libslang 2026.12.

use padstone_diag::{Diagnostic, Diagnostics, codes};
use padstone_model::{Module, Stage};
use padstone_source::Span;

use crate::layout_unit::LayoutUnit;
use crate::program_layout::{EntryLayout, ProgramLayout};

/// Reports each entry point whose uniform parameters overlap those of another stage of the same pipeline.
pub(crate) fn report(module: &Module, layout: &ProgramLayout) -> Diagnostics {
    let mut found = Diagnostics::new();
    let mut before: Vec<(Stage, &EntryLayout)> = Vec::new();
    for entry in layout.entries.iter().filter(|entry| entry.usage.get(LayoutUnit::PushConstantBuffer).is_some() && !entry.bytes.is_zero()) {
        let Some(stage) = module.entry_points[entry.index].stage else { continue };
        if let Some((_, other)) = before.iter().find(|(other, _)| *other != stage && is_graphics(*other) && is_graphics(stage)) {
            found.push(shared(module, entry, other));
        }
        before.push((stage, entry));
    }
    found
}

/// Whether a stage is combined with others in a pipeline.
fn is_graphics(stage: Stage) -> bool {
    stage != Stage::Compute && !stage.is_ray_tracing()
}

fn shared(module: &Module, entry: &EntryLayout, other: &EntryLayout) -> Diagnostic {
    let named = |entry: &EntryLayout| -> (&str, Span) {
        let point = &module.entry_points[entry.index];
        (module.name(point.name), point.span)
    };
    let ((name, span), (other, other_span)) = (named(entry), named(other));
    let message = format!("uniform parameters of `{name}` and `{other}` are both push constants from offset 0");
    Diagnostic::warning(&codes::PUSH_CONSTANTS_SHARED, message, span)
        .label(span, "overlaps in a pipeline of both")
        .label(other_span, "the other entry point")
        .note("all stages of a pipeline share its push constants (Vulkan 1.4, 14.6)")
        .help("move the parameters of both into one global constant buffer")
}
