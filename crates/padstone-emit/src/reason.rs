//! The reasons for offsets, as text.

mod data;

use padstone_layout::{
    BitRange, Bitfields, EmptyElements, ExplicitOffset, FieldLayout, MemberAlign, MemberSize, OF_CFAMILY, Padding, PaddingCause,
    PlacementReason, RowCause, RuntimeArrays, Shape, Sources, TypeLayouts,
};
use padstone_model::{Align, Annotation, Count, Field, Language, Major, Module, Offset, PackOffset, Size, Stride, Type, TypeId};

use crate::display;
use crate::registers::has_registers;

pub use data::{Cause, PaddingBefore, Reason, of_field, of_padding, of_row};

/// The reason for the offset of a member of a struct at `base`. Its numbers count from the start of the buffer.
pub(crate) fn placement_text(
    module: &Module,
    types: &TypeLayouts,
    (parent, base): (TypeId, Offset),
    field: &Field,
    place: &FieldLayout,
) -> String {
    let before = PrecedingField { module, types, parent, base: base.bytes(), place };
    // The integer of Slang's bit-fields has no name in the source.
    let name = field.written.bit_fields.first().map_or(field.name, |part| part.name);
    let name = format!("`{}`", module.name(name));
    let reason = reason(module, &before, field, &name);
    // The rule that allows an offset that is not a multiple of the alignment.
    let is_contiguous = types.rules.has_contiguous_structs() && module.as_struct(parent).is_some_and(|parent| parent.contiguous);
    let moves = types.get(field.ty).is_ok_and(|layout| !place.offset.is_aligned(layout.align));
    if is_contiguous && moves && !matches!(place.reason, PlacementReason::Contiguous(_)) {
        return format!("{reason}; in a [[contiguous]] struct {name} has the alignment of its scalar");
    }
    reason
}

fn reason(module: &Module, before: &PrecedingField<'_>, field: &Field, name: &str) -> String {
    let PrecedingField { types, place, base, .. } = *before;
    match place.reason {
        PlacementReason::First if place.offset.bytes() == 0 => "the first member".into(),
        PlacementReason::First => format!("the first member, aligned to {}", align_of(types, field)),
        PlacementReason::Follows => before.followed(),
        PlacementReason::AfterSizeAttribute => match before.sized() {
            Some((sized, size)) => format!("after `{sized}`, {size} bytes by {}", display::size_attribute(module.language, size)),
            None => format!("after {}", before.member()),
        },
        PlacementReason::Aligned(align) => format!("{}; {name} is aligned to {align}", before.end()),
        PlacementReason::AlignedAs(align) => {
            format!("{}; {} aligns {name} up to a multiple of that", before.end(), display::align_attribute(module.language, align))
        }
        PlacementReason::Contiguous(align) => {
            format!("{}; in a [[contiguous]] struct {name} has the alignment of its scalar, {align}", before.end())
        }
        PlacementReason::AfterZeroWidth(align) => {
            format!("{}; a bit-field of width 0 rounds that up to a multiple of {align}", before.end())
        }
        PlacementReason::NewRow(cause) => {
            format!("{}; {}", before.end(), row(types, module.name(field.name), cause, place, base))
        }
        PlacementReason::Explicit(explicit) => explicit_reason(module, field, place, explicit),
        PlacementReason::AfterLastExplicit => {
            format!("after the explicitly placed member that is declared last, which ends at {}", before.cursor())
        }
        PlacementReason::AfterExplicit => format!("after the explicitly placed members, which end at {}", before.cursor()),
        PlacementReason::SharesUnit => match place.bits {
            Some(bits) => shared_unit(bits),
            None => "in the allocation unit of the preceding bit-field".into(),
        },
        PlacementReason::NoBytes => "it has no bytes".into(),
    }
}

/// The offset in its struct that a member would have without the rule that moved it, if one did.
pub(crate) fn offset_without_rule(place: &FieldLayout) -> Option<Offset> {
    let moves = matches!(
        place.reason,
        PlacementReason::Aligned(_)
            | PlacementReason::AlignedAs(_)
            | PlacementReason::Contiguous(_)
            | PlacementReason::AfterZeroWidth(_)
            | PlacementReason::NewRow(_)
    );
    (moves && place.cursor != place.offset).then_some(place.cursor)
}

/// The reasons for the size of a struct, of the content of a buffer, of an array or a matrix.
pub(crate) fn size(module: &Module, types: &TypeLayouts, ty: TypeId, size: Size, arrays: RuntimeArrays) -> Option<String> {
    match (module.types[ty], types.get(ty).ok()?.shape) {
        (Type::Struct(_), _) => struct_size(module, types, ty, size, arrays),
        (Type::Array { count: Count::Runtime, .. }, Shape::Array { stride }) => {
            Some(format!("runtime-sized, stride {stride}{}", counted_elements(arrays)))
        }
        (Type::Array { element, count: Count::Known(count) }, Shape::Array { stride }) => {
            let element = types.get(element).ok()?.size.bytes();
            steps(count, stride.bytes(), element, size)
        }
        (Type::Matrix { scalar, .. }, Shape::Matrix { stride, vectors, length }) => {
            let vector = types.rules.scalar_bytes(module, scalar) * u64::from(length);
            steps(vectors.into(), stride.bytes(), vector, size)
        }
        _ => None,
    }
}

/// The elements of a runtime-sized array in a size, as the end of a sentence.
fn counted_elements(arrays: RuntimeArrays) -> &'static str {
    match arrays {
        RuntimeArrays::Unbounded => "",
        RuntimeArrays::Last | RuntimeArrays::Rejected => "; one element is counted",
    }
}

/// The sizes of several separate items.
fn steps(count: u64, stride: u64, last: u64, size: Size) -> Option<String> {
    if count <= 1 {
        return None;
    }
    let open = (count - 1).checked_mul(stride).and_then(|before| before.checked_add(last));
    Some(if open == Some(size.bytes()) && last != stride {
        format!("{} × {stride} + {last}: no padding after the last", count - 1)
    } else if count.checked_mul(stride) == Some(size.bytes()) {
        format!("{count} × {stride}")
    } else {
        format!("{count}, stride {stride}")
    })
}

fn struct_size(module: &Module, types: &TypeLayouts, ty: TypeId, size: Size, arrays: RuntimeArrays) -> Option<String> {
    let bytes = |field: &Field, place: &FieldLayout| explicit_size(module, types, field, place).unwrap_or(place.size);
    let end = |field: &Field, place: &FieldLayout| place.offset.plus(bytes(field, place));
    let (field, place) =
        types.fields(module, ty).filter(|(_, place)| place.size.bytes() > 0).max_by_key(|(field, place)| end(field, place))?;
    if let (Type::Array { count: Count::Runtime, .. }, Ok(Shape::Array { stride })) =
        (module.types[field.ty], types.get(field.ty).map(|ty| ty.shape))
    {
        let name = module.name(field.name);
        let open = format!("`{name}` starts at {} and is runtime-sized, stride {stride}", place.offset);
        return Some(format!("{open}{}", counted_elements(arrays)));
    }
    let ends = |which: &str| format!("`{}`, {which}, ends at {} + {}", module.name(field.name), place.offset, bytes(field, place));
    let last = ends("the last member");
    Some(match (end(field, place), reserved_end(module, types, ty)) {
        (Some(end), _) if end.as_size() == size => format!("{last}; no padding follows"),
        (_, Some((reserving, text))) if std::ptr::eq(reserving, field) => format!("{last}; {text}"),
        (_, Some((_, text))) => format!("{}; {text}", ends("the last member with bytes")),
        _ => format!("{last}; {}", tail(module, types, ty)),
    })
}

/// A short reason for padding in the struct or array `parent`.
pub fn padding(module: &Module, types: &TypeLayouts, parent: TypeId, padding: &Padding) -> String {
    match padding.cause {
        PaddingCause::Before { field, after } => {
            padding_before(module, types, parent, field, after, padding.offset.bytes().saturating_add(padding.size.bytes()))
        }
        PaddingCause::End { .. } => end(module, types, parent),
        PaddingCause::Elements { last } => match types.get(parent).map(|layout| (layout.shape, layout.align)) {
            Ok((Shape::Array { stride }, align)) if padding.size.bytes() >= align.bytes() => {
                format!("after each element{}: stride {stride}", but_the_last(last))
            }
            Ok((_, align)) => format!("after each element{}: elements are aligned to {align}", but_the_last(last)),
            Err(_) => String::new(),
        },
        PaddingCause::Vectors { last } => match (&module.types[parent], types.get(parent).map(|layout| layout.shape)) {
            (Type::Matrix { major, .. }, Ok(Shape::Matrix { stride, .. })) => {
                let vector = if *major == Major::Row { "row" } else { "column" };
                format!("after each {vector}{}: matrix stride {stride}", but_the_last(last))
            }
            _ => String::new(),
        },
    }
}

fn but_the_last(last: bool) -> &'static str {
    if last { "" } else { " but the last" }
}

/// The reason for padding before a member of a struct: that member, or one without bytes before it.
fn padding_before(module: &Module, types: &TypeLayouts, parent: TypeId, index: usize, after: Option<usize>, position: u64) -> String {
    let field = |index| types.fields(module, parent).nth(index);
    let Some((mut next, mut place)) = field(index) else { return String::new() };
    // The offset of the struct itself: bytes are counted from the start of the buffer.
    let base = position.saturating_sub(place.offset.bytes());
    let mut earlier = index;
    while matches!(place.reason, PlacementReason::Follows | PlacementReason::NoBytes) && earlier > 0 {
        earlier -= 1;
        match field(earlier) {
            Some((empty, empty_place)) if empty_place.size.bytes() == 0 && empty_place.offset == place.offset => {
                (next, place) = (empty, empty_place)
            }
            _ => break,
        }
    }
    let name = module.name(next.name);
    match place.reason {
        PlacementReason::Aligned(align) | PlacementReason::Contiguous(align) => format!("`{name}` is aligned to {align}"),
        PlacementReason::AlignedAs(align) => format!("`{name}` has {}", display::align_attribute(module.language, align)),
        PlacementReason::AfterZeroWidth(align) => format!("a bit-field of width 0 rounds up to a multiple of {align}"),
        PlacementReason::NewRow(cause) => row(types, name, cause, place, base),
        PlacementReason::Explicit(explicit) => format!("`{name}` has {}", annotation(module, next, place, explicit)),
        PlacementReason::AfterLastExplicit => format!("`{name}` follows the explicitly placed member that is declared last"),
        PlacementReason::AfterExplicit => format!("`{name}` follows the explicitly placed members"),
        PlacementReason::First
        | PlacementReason::Follows
        | PlacementReason::AfterSizeAttribute
        | PlacementReason::SharesUnit
        | PlacementReason::NoBytes => match after.and_then(field) {
            Some((last, empty_place)) => {
                let between = (after.map_or(0, |after| after + 1)..index).rev().filter_map(field);
                let counted_text = between.chain([(last, empty_place)]).find_map(|(field, _)| counted(module, types, field));
                counted_text.or_else(|| has_size(module, types, last, empty_place)).unwrap_or_else(|| {
                    format!("`{}` extends to {}, with its tail padding", module.name(last.name), base + place.cursor.bytes())
                })
            }
            None => format!("`{name}` starts there"),
        },
    }
}

/// The annotation with an explicit offset, as source text.
pub(crate) fn annotation(module: &Module, field: &Field, place: &FieldLayout, explicit: ExplicitOffset) -> String {
    match (explicit, packoffset(field, place), register(field), field.offset()) {
        (ExplicitOffset::PackOffset, Some(position), ..) => {
            let component = ["", ".y", ".z", ".w"].get(usize::from(position.component)).copied().unwrap_or_default();
            format!("packoffset(c{}{component})", position.register)
        }
        (ExplicitOffset::PackOffset, None, ..) => "packoffset".into(),
        (ExplicitOffset::Register, _, Some(number), _) => format!("register(c{number})"),
        (ExplicitOffset::Register, _, None, _) => "register(c…)".into(),
        (ExplicitOffset::Offset, .., Some((bytes, _))) => display::offset_attribute(module.language, bytes),
        // A compiled module has the offset without an annotation of the source.
        (ExplicitOffset::Offset, .., None) => display::offset_attribute(module.language, place.offset.bytes()),
    }
}

/// The explicit alignment and size of a member in WGSL and GLSL, as source text; in WGSL of 2020 also its offset, if that is not the
/// reason.
pub(crate) fn requested_by_source(module: &Module, field: &Field, place: &FieldLayout) -> impl Iterator<Item = String> {
    let shows_offset = module.language == Language::Wgsl2020 && !matches!(place.reason, PlacementReason::Explicit(_));
    field.annotations.iter().filter_map(move |annotation| match *annotation {
        Annotation::Align { align, .. } => Some(display::align_attribute(module.language, align)),
        Annotation::Size { size, .. } => Some(display::size_attribute(module.language, size)),
        Annotation::Offset { bytes, .. } if shows_offset => Some(display::offset_attribute(module.language, bytes)),
        _ => None,
    })
}

/// The size that an attribute specifies for a member, if it exceeds the size of its type.
fn explicit_size(module: &Module, types: &TypeLayouts, field: &Field, place: &FieldLayout) -> Option<Size> {
    let requested = field.annotations.iter().find_map(|annotation| match annotation {
        Annotation::Size { size, .. } => Some(*size),
        _ => None,
    });
    let counts = types.rules.member_size == MemberSize::Applies && !module.language.attributes_verify();
    requested.filter(|size| counts && *size > place.size)
}

/// `` `m` has @size(32) ``, if the attribute exceeds the size of its type.
fn has_size(module: &Module, types: &TypeLayouts, field: &Field, place: &FieldLayout) -> Option<String> {
    let size = explicit_size(module, types, field, place)?;
    Some(format!("`{}` has {}", module.name(field.name), display::size_attribute(module.language, size)))
}

/// The number of the `register(c…)` of a global constant.
fn register(field: &Field) -> Option<u32> {
    field.registers().filter_map(|register| register.slot).last().map(|(_, number)| number)
}

/// The source of a step's rule.
pub(crate) fn source(language: Language, sources: Sources, reason: PlacementReason) -> &'static str {
    match reason {
        // Rule sets describe the attributes of HLSL and WGSL; those of GLSL differ.
        PlacementReason::AlignedAs(_) | PlacementReason::Explicit(_) if language == Language::Glsl => {
            "OpenGL Shading Language 4.60, 4.4.5: offset and align"
        }
        PlacementReason::First | PlacementReason::NoBytes => "",
        PlacementReason::Follows | PlacementReason::Aligned(_) | PlacementReason::NewRow(_) => sources.placement,
        PlacementReason::Explicit(_)
        | PlacementReason::AfterExplicit
        | PlacementReason::AfterLastExplicit
        | PlacementReason::AfterSizeAttribute
        | PlacementReason::AlignedAs(_)
        | PlacementReason::Contiguous(_) => sources.explicit,
        PlacementReason::SharesUnit | PlacementReason::AfterZeroWidth(_) => sources.bitfields,
    }
}

/// The reason for the stride of an array.
pub(crate) fn stride(module: &Module, types: &TypeLayouts, array: TypeId, element: TypeId, stride: Stride) -> String {
    let name = module.type_name(element);
    let size = match types.get(element) {
        Ok(layout) => layout.size.bytes(),
        Err(_) => return format!("stride {stride}"),
    };
    if stride.bytes() == size {
        return format!("stride {stride}: the size of {name}");
    }
    if size == 0 && types.rules.empty_elements == EmptyElements::Aligned {
        return format!("stride {stride}: {name} has size 0, rounded up to its alignment");
    }
    let align = types.get(array).map_or(Align::ONE, |layout| layout.align).bytes();
    if size.checked_next_multiple_of(align) != Some(stride.bytes()) {
        return format!("stride {stride}");
    }
    format!("stride {stride}: {size}, the size of {name}, rounded up to a multiple of {align}")
}

/// The reason for padding after the last member of a struct.
pub(crate) fn end(module: &Module, types: &TypeLayouts, ty: TypeId) -> String {
    let last = types.fields(module, ty).filter(|(_, place)| place.size > Size::ZERO).max_by_key(|(_, place)| place.offset.plus(place.size));
    let of_last = last.and_then(|(field, place)| has_size(module, types, field, place));
    let of_last = of_last.or_else(|| reserved_end(module, types, ty).map(|(_, text)| text));
    of_last.unwrap_or_else(|| tail(module, types, ty))
}

/// The member that reserves the bytes up to the end of a struct, which are not its own, and the reason.
fn reserved_end<'m>(module: &'m Module, types: &TypeLayouts, ty: TypeId) -> Option<(&'m Field, String)> {
    if !OF_CFAMILY {
        return None;
    }
    let size = types.get(ty).ok()?.reserved();
    let Type::Struct(id) = module.types[ty] else { return None };
    let places = types.fields(module, ty).map(|(_, place)| place);
    let reserves_last = |(field, place): &(&Field, &FieldLayout)| {
        let end = types.get(field.ty).ok().and_then(|layout| place.offset.plus(layout.reserved()));
        end.is_some_and(|end| end.as_size() == size)
    };
    let (field, place) = module.structs[id].fields.iter().zip(places).rfind(reserves_last)?;
    let text = match (counted_path(module, types, field), place.reason) {
        (Some((path, reserved)), _) => format!("DXC counts `{path}` as {reserved} bytes"),
        (None, PlacementReason::NewRow(cause)) if place.size == Size::ZERO => row(types, module.name(field.name), cause, place, 0),
        (None, PlacementReason::Explicit(explicit)) if place.size == Size::ZERO => {
            format!("`{}` has {}", module.name(field.name), annotation(module, field, place, explicit))
        }
        _ => return None,
    };
    Some((field, text))
}

/// The path of the last member in a field for which DXC counts more than its size, and what it counts.
fn counted_path(module: &Module, types: &TypeLayouts, field: &Field) -> Option<(String, Size)> {
    let mut path = module.name(field.name).to_owned();
    if let Some(reserved) = counted_size(module, types, field) {
        return Some((path, reserved));
    }
    let mut inner = field.ty;
    while let Type::Array { element, .. } = module.types[inner] {
        (path, inner) = (path + "[]", element);
    }
    let (last, _) = types.fields(module, inner).max_by_key(|(field, place)| {
        let reserved = types.get(field.ty).map_or(Size::ZERO, |layout| layout.reserved());
        place.offset.plus(reserved)
    })?;
    let (rest, reserved) = counted_path(module, types, last)?;
    Some((format!("{path}.{rest}"), reserved))
}

/// The bytes that DXC counts for a member beyond its size: those of a 16-bit matrix in a constant buffer as if its scalars had 32 bits, those of a
/// structured buffer as those of an element.
fn counted(module: &Module, types: &TypeLayouts, field: &Field) -> Option<String> {
    let reserved = counted_size(module, types, field)?;
    Some(format!("DXC counts `{}` as {reserved} bytes", module.name(field.name)))
}

fn counted_size(module: &Module, types: &TypeLayouts, field: &Field) -> Option<Size> {
    if !OF_CFAMILY {
        return None;
    }
    let layout = types.get(field.ty).ok()?;
    let is_counted = match module.types[module.types.peel_arrays(field.ty)] {
        Type::Matrix { scalar, .. } => has_registers(types.rules) && types.rules.scalar_bytes(module, scalar) == 2,
        Type::Resource(_) => true,
        _ => false,
    };
    (is_counted && layout.reserved() > layout.size).then(|| layout.reserved())
}

/// The alignment of members that rounds the size of their struct up, but does not align it.
fn align_inside(module: &Module, types: &TypeLayouts, ty: TypeId) -> Align {
    let Some(content) = module.as_struct(ty).filter(|_| types.rules.member_align == MemberAlign::AlignsMembersOnly) else {
        return Align::ONE;
    };
    let alignments = content.fields.iter().flat_map(|field| &field.annotations).filter_map(|annotation| match annotation {
        Annotation::Align { align, .. } => Some(*align),
        _ => None,
    });
    alignments.max().unwrap_or(Align::ONE)
}

/// The reason for tail padding.
pub(crate) fn tail(module: &Module, types: &TypeLayouts, ty: TypeId) -> String {
    match (module.types[ty], types.get(ty).map(|layout| layout.shape)) {
        (Type::Array { element, count }, Ok(Shape::Array { stride: element_stride })) => {
            let last = if !types.rules.array_tail.is_padded(module.language) && count != Count::Known(1) {
                "; the last has no padding"
            } else {
                ""
            };
            format!("{}{last}", stride(module, types, ty, element, element_stride))
        }
        (Type::Matrix { .. }, Ok(Shape::Matrix { stride, .. })) => format!("matrix stride {stride}"),
        (Type::Vector { width, .. }, Ok(_)) => format!("a {width}-component vector has the size of a {}-component vector", width + 1),
        // A matrix of one vector, or one that the rules treat as a vector.
        (Type::Matrix { rows, columns, .. }, Ok(_)) => {
            let numbers = rows * columns;
            format!("its {numbers} scalars have the size of a {}-component vector", numbers + 1)
        }
        (Type::Struct(id), Ok(_)) if types.rules.bitfields == Bitfields::Packed && module.structs[id].ends_with_zero_width() => {
            format!("a bit-field of width 0 rounds the size of {} up", module.type_name(ty))
        }
        (_, Ok(_)) => {
            let align = types.get(ty).map_or(Align::ONE, |layout| layout.align).max(align_inside(module, types, ty));
            format!("the size of {} is rounded up to a multiple of {align}", module.type_name(ty))
        }
        (_, Err(_)) => "it has no layout".into(),
    }
}

/// The reason why a member starts a 16-byte register.
fn row(types: &TypeLayouts, name: &str, cause: RowCause, place: &FieldLayout, base: u64) -> String {
    let row = if has_registers(types.rules) { "register" } else { "16-byte boundary" };
    let next = (place.cursor.bytes() / 16 + 1).saturating_mul(16);
    let boundary = base.saturating_add(next);
    match cause {
        RowCause::Array => format!("`{name}` is an array and starts a {row}"),
        RowCause::Struct => format!("`{name}` is a struct and starts a {row}"),
        RowCause::EmptyStruct => format!("`{name}` is a struct and starts a {row}, although it has no bytes"),
        RowCause::Matrix => format!("`{name}` is a matrix of several vectors and starts a {row}"),
        // DXC counts four bytes for each 16-bit element of some matrices.
        RowCause::Straddles if place.cursor.plus(place.size).is_some_and(|end| end.bytes() <= next) => {
            format!(
                "`{name}` starts a {row}: DXC counts more than its {} bytes here, which would straddle the boundary at {boundary}",
                place.size
            )
        }
        RowCause::Straddles => format!("`{name}` ({} bytes) would straddle the 16-byte boundary at {boundary}", place.size),
        RowCause::MinPrecision => format!("`{name}` starts a {row}: min-precision types share no register with other types"),
        RowCause::ResourceArray => format!("`{name}` is an array of resources and starts a {row}, although it has no bytes"),
    }
}

/// The `packoffset` that places a member: of several, compilers use the first or the last.
fn packoffset(field: &Field, place: &FieldLayout) -> Option<PackOffset> {
    let mut all = field.annotations.iter().filter_map(|annotation| match annotation {
        Annotation::PackOffset(offset) => Some(*offset),
        _ => None,
    });
    all.find(|offset| offset.bytes() == place.offset.bytes()).or(field.packoffset())
}

/// The explicit offset in the source, and its meaning.
fn explicit_reason(module: &Module, field: &Field, place: &FieldLayout, explicit: ExplicitOffset) -> String {
    let sum = match (explicit, packoffset(field, place), register(field)) {
        (ExplicitOffset::PackOffset, Some(position), _) => format!(": 16 × {} + 4 × {}", position.register, position.component),
        (ExplicitOffset::Register, _, Some(number)) => format!(": 16 × {number}"),
        _ => String::new(),
    };
    format!("specified by {}{sum}", annotation(module, field, place, explicit))
}

fn align_of(types: &TypeLayouts, field: &Field) -> Align {
    types.get(field.ty).map_or(Align::ONE, |layout| layout.align)
}

/// The reason for the offset of a bit-field that shares the allocation unit of the preceding one.
pub(crate) fn shared_unit(bits: BitRange) -> String {
    format!("bits {}..{} of an allocation unit that starts here", bits.first, bits.first.saturating_add(bits.width))
}

/// The preceding member.
struct PrecedingField<'a> {
    module: &'a Module,
    types: &'a TypeLayouts,
    parent: TypeId,
    /// The offset of the struct, from the start of the buffer.
    base: u64,
    place: &'a FieldLayout,
}

impl PrecedingField<'_> {
    /// Its end, from the start of the buffer.
    fn cursor(&self) -> u64 {
        self.base.saturating_add(self.place.cursor.bytes())
    }

    /// The name of the member that ends at the cursor.
    fn member(&self) -> String {
        self.ending().unwrap_or_else(|| "the preceding member".into())
    }

    fn ending(&self) -> Option<String> {
        let mut fields = self.types.fields(self.module, self.parent);
        let ends = |place: &FieldLayout| place.size.bytes() > 0 && place.offset.plus(place.size) == Some(self.place.cursor);
        let (field, _) = fields.find(|(_, place)| ends(place))?;
        let name = field.written.bit_fields.last().map_or(field.name, |part| part.name);
        Some(if name.is_empty() { "the preceding member".into() } else { format!("`{}`", self.module.name(name)) })
    }

    /// The reason of a member that follows others without a gap of its own: the last of them may have no bytes, tail padding, or more bytes for the
    /// compiler than in the reflection.
    fn followed(&self) -> String {
        if let Some(name) = self.ending() {
            return format!("immediately after {name}");
        }
        let fields = self.types.fields(self.module, self.parent);
        let before: Vec<(&Field, &FieldLayout)> = fields.take_while(|(_, place)| !std::ptr::eq(*place, self.place)).collect();
        let text = before.iter().rev().map_while(|&(field, place)| self.follows(field, place)).find_map(|text| text);
        text.unwrap_or_else(|| "after the preceding members".into())
    }

    /// The effect of a preceding member on the next one; `Some(None)` if it has no bytes, and does not move others.
    fn follows(&self, field: &Field, place: &FieldLayout) -> Option<Option<String>> {
        let name = self.module.name(field.name);
        let end = self.base.saturating_add(self.place.cursor.bytes());
        if let Some(text) = counted(self.module, self.types, field) {
            return Some(Some(format!("after `{name}`: {text}")));
        }
        if place.size > Size::ZERO {
            return (place.offset < self.place.cursor).then(|| Some(format!("after `{name}` and its tail padding, which end at {end}")));
        }
        match place.reason {
            PlacementReason::NewRow(cause) if place.offset == self.place.cursor => {
                Some(Some(format!("after `{name}`; {}", row(self.types, name, cause, place, self.base))))
            }
            PlacementReason::Aligned(align) if place.offset == self.place.cursor => {
                Some(Some(format!("after `{name}`, which has no bytes and is aligned to {align}")))
            }
            _ => Some(None),
        }
    }

    /// The end of the preceding member, as text.
    fn end(&self) -> String {
        match self.sized() {
            Some((name, size)) => {
                format!("`{name}` ends at {}, with {}", self.cursor(), display::size_attribute(self.module.language, size))
            }
            None => format!("{} ends at {}", self.member(), self.cursor()),
        }
    }

    /// The member whose attribute exceeds the size of its type, if it ends at the cursor, with its size.
    fn sized(&self) -> Option<(&str, Size)> {
        self.types.fields(self.module, self.parent).find_map(|(field, place)| {
            let size = explicit_size(self.module, self.types, field, place)?;
            (place.offset.plus(size) == Some(self.place.cursor)).then(|| (self.module.name(field.name), size))
        })
    }
}
