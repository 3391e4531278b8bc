//! `uniform-array-stride`: arrays in uniform buffers whose stride exceeds the size of an element: `float weights[16]`
//! takes 16 bytes per element there, and 4 in a host array.

use padstone_model::{Scalar, Type};

use super::context::is_uniform;
use super::{LintContext, LintFindings};

pub(super) fn check(context: &LintContext<'_>, findings: &mut LintFindings) {
    context.for_each_row(|buffer_layout, row| {
        let (Some((field, _)), Some(stride)) = (row.field, row.stride) else { return };
        let Type::Array { element, .. } = context.module.types[row.ty] else { return };
        let types = buffer_layout.types;
        // Some rules give an enumeration or a bool another size than its type has in the source.
        let element_bytes = match context.module.types[element] {
            Type::Scalar(scalar) => Some((Some(scalar), 1, types.rules.scalar_bytes(context.module, scalar))),
            Type::Vector { scalar, width } => {
                Some((Some(scalar), u64::from(width), types.rules.scalar_bytes(context.module, scalar) * u64::from(width)))
            }
            Type::Enum(_) => types.get(element).ok().map(|layout| (None, 1, layout.size.bytes())),
            _ => None,
        };
        let Some((scalar, width, size)) = element_bytes.filter(|_| is_uniform(buffer_layout.buffer.kind)) else { return };
        if stride.bytes() <= size {
            return;
        }
        let (name, ty) = (context.module.name(field.name), context.module.type_name(element));
        findings.report(field.span, format!("`{name}` has stride {stride}, but its elements are {size} bytes"), |found| {
            let found = found.label(field.span, format!("the host needs {stride} bytes per `{ty}`"));
            let fits = 4 % width == 0 && matches!(scalar, Some(Scalar::Float32 | Scalar::Int32 | Scalar::Uint32));
            let help = if fits {
                "pack several elements into each four-component vector, and index its components"
            } else {
                "use four-component vectors"
            };
            found.help(help)
        });
    });
}
