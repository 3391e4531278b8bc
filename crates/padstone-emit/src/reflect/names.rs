//! The names of types.

use std::fmt::Write as _;

use padstone_model::{Count, Field, Module, Type, TypeId};

/// Alternative spellings of scalars in Slang, and their names in the listing.
const SPELLINGS: [(&str, &str); 5] =
    [("half", "float16_t"), ("float32_t", "float"), ("float64_t", "double"), ("int32_t", "int"), ("uint32_t", "uint")];

/// The type of a declaration in the source, if it is not the name of the type: `MaterialId`, `half3`, `Weights[2]`.
pub(super) fn alias_spelling(module: &Module, field: Option<&Field>, ty: TypeId) -> Option<String> {
    let (name, aliased) = field?.written.alias?;
    let (mut inner, mut dimensions) = (ty, String::new());
    while inner != aliased {
        // The content of a buffer has a separate name.
        let Type::Array { element, count } = module.types[inner] else { return None };
        let _ = match count {
            Count::Known(count) => write!(dimensions, "[{count}]"),
            Count::Runtime => write!(dimensions, "[]"),
            Count::LinkTime => write!(dimensions, "[unknown]"),
        };
        inner = element;
    }
    Some(format!("{}{dimensions}", module.name(name)))
}

/// The type of a declaration for people: `float3`, `half3`, `MaterialId (uint)`.
pub(super) fn readable(module: &Module, field: Option<&Field>, ty: TypeId) -> String {
    let name = module.type_name(ty).to_string();
    match alias_spelling(module, field, ty) {
        None => name,
        Some(written) if is_spelling(&written, &name) => written,
        Some(written) => format!("{written} ({name})"),
    }
}

/// Whether two names differ only in the spelling of their scalars.
fn is_spelling(written: &str, name: &str) -> bool {
    SPELLINGS.iter().any(|&(spelling, other)| written.strip_prefix(spelling).is_some_and(|rest| name.strip_prefix(other) == Some(rest)))
}
