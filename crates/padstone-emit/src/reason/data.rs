//! Reasons as data, for JSON and the library.

use padstone_layout::{BytePiece, Layout};
use padstone_layout::{ExplicitOffset, FieldLayout, Padding, PaddingCause, PlacementReason, Row, TypeLayouts, pieces};
use padstone_model::{Field, Module, Offset, TypeId};
use rustc_hash::FxHashMap;
use serde::Serialize;

/// The reason for an offset.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Reason {
    /// The kind of reason.
    pub cause: Cause,
    /// A short text for people.
    pub text: String,
    /// The source of the rule, or the compiler that was measured; empty if no rule is needed.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub rule: String,
}

/// The kind of a [`Reason`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Cause {
    /// The member is the first member.
    First,
    /// The member follows the preceding member without a gap.
    Follows,
    /// An attribute gives the preceding member more bytes than its type has.
    SizeAttribute,
    /// Its offset is a multiple of the alignment of its type.
    Aligned,
    /// Its offset is a multiple of the alignment in an attribute.
    AlignAttribute,
    /// The member starts a 16-byte register: it would straddle a boundary, or its type always does.
    NewRegister,
    /// Its offset is explicit: `packoffset`, `register(c…)`, `[[vk::offset]]`, `layout(offset)`.
    Explicit,
    /// The member follows members with explicit offsets.
    AfterExplicit,
    /// The member is a bit-field in the allocation unit of the preceding one.
    SharesUnit,
    /// The member has no bytes.
    NoBytes,
    /// The member is an element of an array or of a buffer.
    Element,
    /// Padding after the last member.
    TailPadding,
    /// Padding between elements: their stride exceeds their size.
    ArrayStride,
    /// Padding between the vectors of a matrix: the matrix stride exceeds their size.
    MatrixStride,
    /// The member is a component of a vector or matrix.
    Component,
}

impl Cause {
    /// The name in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Cause::First => "first",
            Cause::Follows => "follows",
            Cause::SizeAttribute => "size_attribute",
            Cause::Aligned => "aligned",
            Cause::AlignAttribute => "align_attribute",
            Cause::NewRegister => "new_register",
            Cause::Explicit => "explicit",
            Cause::AfterExplicit => "after_explicit",
            Cause::SharesUnit => "shares_unit",
            Cause::NoBytes => "no_bytes",
            Cause::Element => "element",
            Cause::TailPadding => "tail_padding",
            Cause::ArrayStride => "array_stride",
            Cause::MatrixStride => "matrix_stride",
            Cause::Component => "component",
        }
    }
}

impl Serialize for Cause {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl From<PlacementReason> for Cause {
    fn from(reason: PlacementReason) -> Cause {
        match reason {
            PlacementReason::First => Cause::First,
            PlacementReason::Follows => Cause::Follows,
            PlacementReason::AfterSizeAttribute => Cause::SizeAttribute,
            PlacementReason::Aligned(_) | PlacementReason::Contiguous(_) | PlacementReason::AfterZeroWidth(_) => Cause::Aligned,
            PlacementReason::AlignedAs(_) => Cause::AlignAttribute,
            PlacementReason::NewRow(_) => Cause::NewRegister,
            PlacementReason::Explicit(ExplicitOffset::PackOffset | ExplicitOffset::Register | ExplicitOffset::Offset) => Cause::Explicit,
            PlacementReason::AfterExplicit | PlacementReason::AfterLastExplicit => Cause::AfterExplicit,
            PlacementReason::SharesUnit => Cause::SharesUnit,
            PlacementReason::NoBytes => Cause::NoBytes,
        }
    }
}

/// The reason for the offset of a member of a struct. `offset` is that of the member, from the start of the buffer.
pub fn of_field(module: &Module, types: &TypeLayouts, parent: TypeId, (field, place): (&Field, &FieldLayout), offset: Offset) -> Reason {
    let base = offset.since(place.offset).map_or(Offset::ZERO, Offset::from);
    Reason {
        cause: place.reason.into(),
        text: super::placement_text(module, types, (parent, base), field, place),
        rule: super::source(module.language, types.rules.sources, place.reason).to_owned(),
    }
}

/// The reason for the offset of a row in its struct or array.
pub fn of_row(module: &Module, types: &TypeLayouts, row: &Row<'_>) -> Reason {
    match (row.field, row.parent) {
        (Some(placed), Some(parent)) => of_field(module, types, parent, placed, row.offset),
        _ => Reason { cause: Cause::Element, text: "the first element".to_owned(), rule: types.rules.sources.arrays.to_owned() },
    }
}

/// The reason for padding in the struct, array or matrix `parent`.
pub fn of_padding(module: &Module, types: &TypeLayouts, parent: TypeId, padding: &Padding) -> Reason {
    let sources = types.rules.sources;
    let (cause, rule) = match padding.cause {
        PaddingCause::Before { field, .. } => match types.fields(module, parent).nth(field) {
            Some((_, place)) => (place.reason.into(), super::source(module.language, sources, place.reason)),
            None => (Cause::Aligned, sources.placement),
        },
        PaddingCause::End { .. } => (Cause::TailPadding, sources.structs),
        PaddingCause::Elements { .. } => (Cause::ArrayStride, sources.arrays),
        PaddingCause::Vectors { .. } => (Cause::MatrixStride, sources.matrices),
    };
    Reason { cause, text: super::padding(module, types, parent, padding), rule: rule.to_owned() }
}

/// The bytes of padding directly before the members of structs, computed once for each struct.
#[derive(Default)]
pub struct PaddingBefore {
    by_type: FxHashMap<TypeId, Box<[u64]>>,
}

impl PaddingBefore {
    /// The bytes of padding directly before a row; 0 for elements of arrays.
    pub fn row(&mut self, module: &Module, types: &TypeLayouts, layout: &Layout, row: &Row<'_>) -> u64 {
        let (Some((field, _)), Some(parent)) = (row.field, row.parent) else { return 0 };
        let Some(content) = module.as_struct(parent) else { return 0 };
        let before = self.by_type.entry(parent).or_insert_with(|| {
            let size = if parent == layout.content { layout.size } else { types.get(parent).map_or(layout.size, |ty| ty.size) };
            let mut before = vec![0; content.fields.len()];
            for piece in pieces(module, types, parent, size) {
                if let BytePiece::Padding(Padding { size, cause: PaddingCause::Before { field, .. }, .. }) = piece {
                    before[field] = size.bytes();
                }
            }
            before.into()
        });
        // The field is an element of the slice, so its address determines its index.
        let index = (std::ptr::from_ref(field) as usize - content.fields.as_ptr() as usize) / size_of::<Field>();
        before.get(index).copied().unwrap_or(0)
    }
}
