//! Storage qualifiers: where a variable is stored (GLSL 4.60, section 4.3).

/// Where a variable is stored.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Storage {
    Const,
    Uniform,
    Buffer,
    In,
    Out,
    /// `inout`, of parameters of functions.
    InOut,
    /// `shared`, of work groups.
    Shared,
    /// Payloads and attributes of ray tracing, payloads of mesh shading.
    Other,
}

/// The storages of a default, as they are written before its `;`.
pub(super) fn written_storage(storages: &[Storage]) -> &'static str {
    match storages {
        [Storage::In] => " in",
        [Storage::Out] => " out",
        [] => "",
        _ => " in` or `layout(…) out",
    }
}
