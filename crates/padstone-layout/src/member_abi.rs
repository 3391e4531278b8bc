//! What two layouts of one thing must agree on, so that the same bytes mean the same in both.

use std::ops::ControlFlow;

use padstone_model::{Field, Major, Module, Offset, Size, Stride, Type, TypeId};
use padstone_source::Span;

use crate::result::{FieldLayout, Layout, ModuleLayout, TypeLayouts};
use crate::rows::{Order, Row, Visit, rows};

/// What must be alike of a member.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MemberAbi {
    /// Its first byte.
    pub offset: Offset,
    /// For scalars, vectors and matrices: their bytes, without any padding after or between them. For structs, arrays and resources
    /// none: their parts have facts of their own.
    pub size: Option<Size>,
    /// Arrays: from one element to the next.
    pub stride: Option<Stride>,
    /// Matrices and arrays of them: from one vector to the next, if the rules make vectors of them, and which vectors.
    pub matrix: Option<(Option<Stride>, Major)>,
}

/// A member with its facts.
#[derive(Clone, Debug)]
pub struct Member {
    /// The path of its row, without the element of a structured buffer or an array; empty for that element.
    pub path: String,
    /// What must be alike.
    pub abi: MemberAbi,
    /// The struct that it is a field of, and where its name is declared; none for the elements of arrays.
    pub declared: Option<(TypeId, Span)>,
    /// Its type; that of the whole for the elements of a buffer.
    pub ty: TypeId,
}

/// The members of a layout that another must agree on: all but [padding](is_padding), in source order.
pub fn members(module: &Module, layouts: &ModuleLayout, layout: &Layout) -> Vec<Member> {
    let mut members = Vec::new();
    if let Some(abi) = MemberAbi::of_elements(module, layout) {
        members.push(Member { path: String::new(), abi, declared: None, ty: layout.content });
    }
    let _: ControlFlow<()> = rows(module, layouts.types(layout), layout, Order::Source, &mut |visit| {
        if let Visit::Row(row) = visit
            && !row.path.split('.').any(|step| is_padding(step.trim_end_matches("[]")))
        {
            let path = comparable(row.path).to_owned();
            let declared = row.parent.zip(row.field.map(|(field, _)| field.span));
            members.push(Member { path, abi: MemberAbi::of(module, &row), declared, ty: row.ty });
        }
        ControlFlow::Continue(())
    });
    members
}

impl Member {
    /// The field of the member, and its layout in its struct.
    pub fn field<'a>(&self, module: &'a Module, types: &'a TypeLayouts) -> Option<(TypeId, &'a Field, &'a FieldLayout)> {
        let (parent, span) = self.declared?;
        let (field, place) = types.fields(module, parent).find(|(field, _)| field.span == span)?;
        Some((parent, field, place))
    }
}

/// A structured buffer of HLSL is what other languages call a buffer that is an array: the paths begin at its element.
fn comparable(path: &str) -> &str {
    match path.strip_prefix("[]").or_else(|| path.strip_prefix("$Element")) {
        Some(rest) => rest.strip_prefix('.').unwrap_or(rest),
        None => path,
    }
}

impl MemberAbi {
    /// The facts of a member.
    pub fn of(module: &Module, row: &Row<'_>) -> MemberAbi {
        let matrix = row.matrix.map(|matrix| (matrix.stride, matrix.major));
        MemberAbi { offset: row.offset, size: numbers(module, row.ty, row.size), stride: row.stride, matrix }
    }

    /// The facts of the elements of a buffer that is an array of structs, beside those of the members.
    pub fn of_elements(module: &Module, layout: &Layout) -> Option<MemberAbi> {
        let stride = layout.stride.filter(|_| module.as_struct(layout.content).is_some())?;
        Some(MemberAbi { offset: Offset::ZERO, size: None, stride: Some(stride), matrix: None })
    }
}

/// Whether a member goes by a name that says it is padding: `_pad0`, `pad`, `padding_2`. Nobody reads those, so layouts need
/// not agree on them.
///
/// ```
/// use padstone_layout::is_padding;
/// assert!(is_padding("_pad0") && is_padding("Padding") && !is_padding("paddle"));
/// ```
pub fn is_padding(name: &str) -> bool {
    let name = name.trim_start_matches('_').to_ascii_lowercase();
    let rest = name.strip_prefix("padding").or_else(|| name.strip_prefix("pad"));
    rest.is_some_and(|rest| rest.trim_start_matches('_').bytes().all(|byte| byte.is_ascii_digit()))
}

fn numbers(module: &Module, ty: TypeId, size: Size) -> Option<Size> {
    match module.types[ty] {
        Type::Struct(_) | Type::Array { .. } | Type::Resource(_) => None,
        Type::Matrix { scalar, rows, columns, .. } => Some(Size::new(module.scalar_bytes(scalar) * u64::from(rows) * u64::from(columns))),
        _ => Some(size).filter(|size| *size > Size::ZERO),
    }
}
