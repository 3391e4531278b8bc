//! The counters of structured buffers: function bodies are skipped, so it is only known whether the source mentions them.

use memchr::memmem;
use padstone_model::{Module, ResourceKind, Type};
use padstone_source::SourceMap;

/// Whether the source mentions `IncrementCounter` or `DecrementCounter`, which a `RWStructuredBuffer` has.
pub(crate) fn are_mentioned(module: &Module, sources: &SourceMap) -> bool {
    let has_counter = |ty: &Type| matches!(ty, Type::Resource(resource) if resource.kind == ResourceKind::RwStructuredBuffer);
    let mentions = |text: &str| {
        ["IncrementCounter", "DecrementCounter"].iter().any(|method| memmem::find(text.as_bytes(), method.as_bytes()).is_some())
    };
    module.types.iter().any(|(_, ty)| has_counter(ty)) && sources.files().any(|(_, file)| mentions(&file.text))
}
