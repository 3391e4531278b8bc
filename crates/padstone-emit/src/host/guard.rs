//! Guards that allow two generated headers in one translation unit: each definition has a macro, and an equal definition is skipped.
//!
//! In C++ each definition is in an inline namespace, named after a hash of the definition: two definitions of one name are two entities, for the
//! compiler and for the linker ([basic.def.odr]), and a use of the name where both are visible is an error. C has no namespaces, and its linkers do
//! not compare types: there, a different definition in one unit is an error that names both shaders.

use std::io::{self, Write};

use padstone_source::printable;

use crate::definition_hash::definition_hash;

/// Writes a definition of `name` in C; `text` ends with a line break.
pub(super) fn write_c(out: &mut dyn Write, name: &str, file: &str, text: &str) -> io::Result<()> {
    let (guard, file_macro, value) = (format!("PADSTONE_LAYOUT_{name}"), format!("PADSTONE_FILE_{name}"), definition_hash(text));
    // `??/` is a backslash in C11: 5.2.1.1.
    let file = printable(file).replace('\\', "\\\\").replace('"', "\\\"").replace('?', "\\?");
    writeln!(out, "\n#ifndef {guard}\n#define {guard} {value:#010x}\n#define {file_macro} \"{file}\"")?;
    out.write_all(text.as_bytes())?;
    writeln!(out, "#elif {guard} != {value:#010x}")?;
    writeln!(
        out,
        "static_assert(0, \"{name} of {file} has a different layout from that of \" {file_macro} \"; generate one of them with --namespace\");\n#endif"
    )
}

/// Writes the same in C++, where `scope` is the enclosing namespace or empty. Returns the inline namespace.
pub(super) fn write_cpp(out: &mut dyn Write, scope: &str, name: &str, text: &str) -> io::Result<String> {
    let namespace = format!("layout_{:08x}", definition_hash(text));
    let guard = match scope {
        "" => format!("PADSTONE_{name}_{namespace}"),
        // `a::b` and `a_b` are two scopes.
        _ if scope.contains("::") => {
            let hash = definition_hash(&format!("{scope}\n{text}"));
            format!("PADSTONE_{}_{name}_layout_{hash:08x}", scope.replace("::", "_"))
        }
        _ => format!("PADSTONE_{scope}_{name}_{namespace}"),
    };
    writeln!(out, "\n#ifndef {guard}\n#define {guard}\ninline namespace {namespace} {{")?;
    out.write_all(text.as_bytes())?;
    writeln!(out, "}}\n#endif")?;
    Ok(namespace)
}
