//! Known compiler bugs for a type, and the declaration that avoids them.

use padstone_diag::{Diagnostic, codes};
use padstone_model::{Buffer, BufferKind, Field, Major, Struct, StructKind, Type, TypeId};

use super::{Check, bytes};
use crate::nesting::is_empty_array;
use crate::profiles::CompilerBug;
use crate::result::{FieldLayout, Layout, PlacementReason, TypeLayouts};
use crate::rules::Resources;

/// Checks the fields of a struct in buffers.
pub(super) fn of_struct(check: &mut Check<'_>, types: &TypeLayouts, ty: TypeId, declared: &Struct) {
    for (field, placed) in types.fields(check.module, ty) {
        empty_array(check, field);
        reads(check, types, declared, field, placed);
        padding_counted(check, types, declared, field, placed);
        miscounted(check, types, field);
        if declared.kind != StructKind::BufferMembers {
            resource(check, types, field);
            endless(check, types, field);
        }
    }
}

/// Matrices as elements of a structured buffer.
pub(super) fn of_elements(check: &mut Check<'_>, buffer: &Buffer, layout: &Layout) {
    let module = check.module;
    let Type::Matrix { major, rows, columns, .. } = module.types[module.types.peel_arrays(layout.content)] else { return };
    let forgets = check.types(layout).compiler_bugs.contains(&CompilerBug::ForgetsMajorOfArgument) && buffer.kind == BufferKind::Structured;
    // In a matrix with one row or column, both orders are the same.
    let is_other =
        major != module.options.default_major && rows > 1 && columns > 1 && !module.parameters[buffer.parameter].written.leaves_major_open;
    if !forgets || !is_other {
        return;
    }
    let (declared, read) = match major {
        Major::Row => ("row_major", "column-major"),
        Major::Column => ("column_major", "row-major"),
    };
    let message = format!("the elements of `{}` are `{declared}`; DXC-generated code reads them {read}", module.name(buffer.name));
    check.report(
        Diagnostic::warning(&codes::READ_OTHER_MAJOR, message, buffer.span)
            .note(format!("DXC ignores `{declared}` in the type argument of a structured buffer (DXC issues 2499 and 1803)"))
            .help(format!("put the matrix into a struct: `struct Element {{ {declared} {} value; }};`", check.type_name(layout.content))),
    );
}

fn empty_array(check: &mut Check<'_>, field: &Field) {
    if !is_empty_array(&check.module.types[field.ty]) {
        return;
    }
    let name = check.module.name(field.name);
    check.report_once(
        Diagnostic::warning(&codes::ARRAY_EMPTY, format!("`{name}` has no elements"), field.span)
            .note("the last element has no tail padding, so DXC places the next member before the array")
            .help("remove it, or declare at least one element"),
    );
}

/// Members that generated code reads from other offsets.
fn reads(check: &mut Check<'_>, types: &TypeLayouts, declared: &Struct, field: &Field, placed: &FieldLayout) {
    let module = check.module;
    let innermost = check.nesting[field.ty.index()].innermost;
    // The offsets that clang reads have another cause, reported by `padding_counted`.
    if types.compiler_bugs.is_empty() || types.code_counts_padding() || !matches!(module.types[innermost], Type::Matrix { .. }) {
        return;
    }
    // For a matrix, a packoffset inside a 16-byte register is reported separately.
    let read_offset = placed.read_offset().filter(|_| !matches!(placed.reason, PlacementReason::Explicit(_)));
    let strides = types.read_stride(module, field.ty).is_some_and(|read| Some(read) != stride(types, field.ty));
    if read_offset.is_none() && !strides && !types.steps_differ(module, innermost) {
        return;
    }
    let name = module.name(field.name);
    let Some(safe) = safe_declaration(check, name, field.ty) else { return };
    let owner = match declared.kind {
        StructKind::BufferMembers => String::new(),
        _ if declared.name.is_empty() => " of an unnamed struct".to_owned(),
        StructKind::Declared | StructKind::Instance | StructKind::Tuple => format!(" of `{}`", module.name(declared.name)),
    };
    if let Some(read) = read_offset {
        let ty = check.type_name(innermost);
        let message = format!("`{name}` is at offset {}{owner}; DXC-generated code reads offset {read}", placed.offset);
        check.report_once(
            Diagnostic::warning(&codes::READ_FROM_ROW_START, message, field.span)
                .note(format!("DXC reads a `{ty}` in a constant buffer from the start of its 16-byte register"))
                .help(format!("declare it {safe}, or pad before it so that it starts a 16-byte register")),
        );
        return;
    }
    let (code, description) = if types.compiler_bugs.contains(&CompilerBug::HalfMatrixSteps) {
        (&codes::READ_HALF_MATRIX, "16-bit scalars in a structured buffer with stride 4")
    } else {
        (&codes::READ_WIDE_MATRIX, "64-bit scalars in a constant buffer with stride 32, and with stride 16 in arrays")
    };
    let message = format!("DXC-generated code reads parts of `{name}`{owner} at offsets other than the reflected ones");
    check.report_once(
        Diagnostic::warning(code, message, field.span)
            .note(format!("DXC reads the vectors of matrices of {description}"))
            .help(format!("declare it {safe}")),
    );
}

/// Members that clang reads from other offsets, because it counts padding as fields.
fn padding_counted(check: &mut Check<'_>, types: &TypeLayouts, declared: &Struct, field: &Field, placed: &FieldLayout) {
    // No code reads a bit-field without a name.
    if !types.code_counts_padding() || check.module.name(field.name).is_empty() {
        return;
    }
    let name = check.module.name(field.name);
    let owner = match check.module.name(declared.name) {
        "" => "an unnamed struct".to_owned(),
        owner => format!("`{owner}`"),
    };
    let reads = match placed.read_offset() {
        Some(read) => format!("offset {read}"),
        None if placed.is_read_nowhere() => "a field that does not exist".to_owned(),
        None => return,
    };
    let message = format!("`{name}` is at offset {} in {owner}; clang-generated code reads {reads}", placed.offset);
    check.report_once(
        Diagnostic::warning(&codes::READ_COUNTS_PADDING, message, field.span)
            .note("in constant buffers, clang 22 counts the padding between members as members (LLVM issue 179768)")
            .help("declare the padding before it as members, such as `float _pad;`"),
    );
}

/// Arrays of matrices that reflection miscounts.
fn miscounted(check: &mut Check<'_>, types: &TypeLayouts, field: &Field) {
    let (Some(reflected), Ok(layout)) = (types.reflected(check.module, field.ty), types.get(field.ty)) else { return };
    let (name, ty) = (check.module.name(field.name), check.type_name(field.ty));
    let message = format!("DXC's reflection reports `{name}`, a `{ty}`, with count {} and stride {}", reflected.count, reflected.stride);
    check.report_once(
        Diagnostic::warning(&codes::REFLECTION_MISCOUNTS, message, field.span)
            .note(format!("its size is {}, of which reflection reports {}; no offset changes", bytes(layout.size.bytes()), reflected.size))
            .help("put the matrix into a struct, or use an array of vectors"),
    );
}

fn stride(types: &TypeLayouts, ty: TypeId) -> Option<padstone_model::Stride> {
    match types.get(ty).ok()?.shape {
        crate::result::Shape::Array { stride } => Some(stride),
        _ => None,
    }
}

/// The declaration that replaces a matrix, or an array of matrices, so that it is read at its reflected offset: `float2 m[3]` for a
/// `float2x3`, column-major. `None` for other types.
pub(super) fn safe_declaration(check: &Check<'_>, name: &str, ty: TypeId) -> Option<String> {
    let innermost = check.nesting[ty.index()].innermost;
    let Type::Matrix { rows, columns, major, .. } = check.module.types[innermost] else { return None };
    let (vectors, length) = major.vectors(rows, columns);
    let (matrix, array) = (check.type_name(innermost), check.type_name(ty));
    let scalar = matrix.strip_suffix(&format!("{rows}x{columns}"))?;
    let vector = if length == 1 { scalar.to_owned() } else { format!("{scalar}{length}") };
    let dims = array.strip_prefix(&matrix)?;
    Some(if vectors == 1 { format!("`{vector} {name}{dims}`") } else { format!("`{vector} {name}{dims}[{vectors}]`") })
}

/// Textures, samplers and buffers inside structs that DXC lowers to blocks.
fn resource(check: &mut Check<'_>, types: &TypeLayouts, field: &Field) {
    let innermost = check.nesting[field.ty.index()].innermost;
    if types.rules.resources != Resources::Class || !matches!(check.module.types[innermost], Type::Resource(_)) {
        return;
    }
    let name = check.module.name(field.name);
    check.report_once(
        Diagnostic::warning(
            &codes::RESOURCE_IN_BLOCK,
            format!("`{name}` is a `{}` inside a struct of a buffer", check.type_name(innermost)),
            field.span,
        )
        .note("DXC allocates bytes for it in SPIR-V, but none in DXIL; Vulkan's validator rejects it")
        .help("declare it outside the struct"),
    );
}

fn endless(check: &mut Check<'_>, types: &TypeLayouts, field: &Field) {
    let innermost = check.nesting[field.ty.index()].innermost;
    let empty = types.get(innermost).is_ok_and(|layout| layout.extent.is_zero());
    let array_of_structs = innermost != field.ty && matches!(check.module.types[innermost], Type::Struct(_));
    if !types.compiler_bugs.contains(&CompilerBug::EndlessOnEmptyStructs) || !array_of_structs || !empty {
        return;
    }
    let name = check.module.name(field.name);
    check.report_once(
        Diagnostic::warning(
            &codes::EMPTY_STRUCT_ARRAY,
            format!("DXC hangs on `{name}`, an array of empty structs in a constant buffer"),
            field.span,
        )
        .help("remove it"),
    );
}
