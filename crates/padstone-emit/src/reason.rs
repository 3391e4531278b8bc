//! Why a member lies where it lies, in words.

use padstone_layout::{EmptyElements, ExplicitPlace, FieldLayout, Padding, PaddingCause, RowCause, Shape, Sources, Tail, TypeLayouts, Why};
use padstone_model::{Align, Count, Field, Module, Offset, Size, Stride, Type, TypeId};

use crate::registers::has_registers;

/// What put a member where it is, as an explanation of the step to it.
pub(crate) fn why(module: &Module, types: &TypeLayouts, parent: TypeId, field: &Field, place: &FieldLayout) -> String {
    let before = Before { module, types, parent, place };
    let name = format!("`{}`", module.name(field.name));
    match place.why {
        Why::First if place.offset.bytes() == 0 => "the first member".into(),
        Why::First => format!("the first member, aligned to {}", align_of(types, field)),
        Why::Follows => format!("directly behind {}", before.member()),
        Why::Aligned(align) => format!("{} ends at {}; {name} is aligned to {align}", before.member(), place.cursor),
        Why::NewRow(cause) => {
            format!("{} ends at {}; {}", before.member(), place.cursor, row(types, module.name(field.name), cause, place))
        }
        Why::Explicit(explicit) => written(field, explicit),
        Why::BehindExplicit => format!("behind the members with a place of their own, which end at {}", place.cursor),
        Why::SharesUnit => match place.bits {
            Some(bits) => format!("bits {}..{} of a unit that begins here", bits.first, bits.first.saturating_add(bits.width)),
            None => "in the unit of the bit-field before it".into(),
        },
        Why::NoBytes => "it takes no bytes".into(),
    }
}

/// Where a member would begin without the rule that moved it, if one did.
pub(crate) fn otherwise(place: &FieldLayout) -> Option<Offset> {
    let moved = matches!(place.why, Why::Aligned(_) | Why::NewRow(_)) && place.cursor != place.offset;
    moved.then_some(place.cursor)
}

/// How the size of a struct, of the content of a buffer, of an array or a matrix comes about.
pub(crate) fn size(module: &Module, types: &TypeLayouts, ty: TypeId, size: Size) -> Option<String> {
    match (module.types[ty], types.get(ty).ok()?.shape) {
        (Type::Struct(_), _) => struct_size(module, types, ty, size),
        (Type::Array { element, count: Count::Known(count) }, Shape::Array { stride }) => {
            let element = types.get(element).ok()?.size.bytes();
            steps(count, stride.bytes(), element, size)
        }
        (Type::Matrix { scalar, .. }, Shape::Matrix { stride, vectors, length }) => {
            let vector = module.scalar_bytes(scalar) * u64::from(length);
            steps(vectors.into(), stride.bytes(), vector, size)
        }
        _ => None,
    }
}

/// The size of several things that lie apart.
fn steps(count: u64, stride: u64, last: u64, size: Size) -> Option<String> {
    if count <= 1 {
        return None;
    }
    let open = (count - 1).checked_mul(stride).and_then(|before| before.checked_add(last));
    Some(if open == Some(size.bytes()) && last != stride {
        format!("{} × {stride} + {last}: the last has no padding behind it", count - 1)
    } else if count.checked_mul(stride) == Some(size.bytes()) {
        format!("{count} × {stride}")
    } else {
        format!("{count}, {stride} bytes apart")
    })
}

fn struct_size(module: &Module, types: &TypeLayouts, ty: TypeId, size: Size) -> Option<String> {
    let end = |place: &FieldLayout| place.offset.plus(place.size);
    let (last, place) = types.fields(module, ty).filter(|(_, place)| place.size.bytes() > 0).max_by_key(|(_, place)| end(place))?;
    let last = format!("`{}`, the last member, ends at {} + {}", module.name(last.name), place.offset, place.size);
    Some(match end(place) {
        Some(end) if end.as_size() == size => format!("{last}; nothing is added"),
        _ => format!("{last}; {}", tail(module, types, ty)),
    })
}

/// Why there is padding, in a few words. It lies in the struct or array `parent`.
pub(crate) fn padding(module: &Module, types: &TypeLayouts, parent: TypeId, padding: &Padding) -> String {
    match padding.cause {
        PaddingCause::Before { field, after } => before(module, types, parent, field, after),
        PaddingCause::End { .. } => tail(module, types, parent),
        PaddingCause::Elements => {
            let align = types.get(parent).map_or(Align::ONE, |layout| layout.align);
            format!("behind each element but the last: elements begin at multiples of {align}")
        }
    }
}

/// Why there is padding before a member of a struct: because of that member, or of one without bytes before it.
fn before(module: &Module, types: &TypeLayouts, parent: TypeId, index: usize, after: Option<usize>) -> String {
    let field = |index| types.fields(module, parent).nth(index);
    let Some((mut next, mut place)) = field(index) else { return String::new() };
    let mut earlier = index;
    while matches!(place.why, Why::Follows | Why::NoBytes) && earlier > 0 {
        earlier -= 1;
        match field(earlier) {
            Some((empty, there)) if there.size.bytes() == 0 && there.offset == place.offset => (next, place) = (empty, there),
            _ => break,
        }
    }
    let name = module.name(next.name);
    match place.why {
        Why::Aligned(align) => format!("`{name}` is aligned to {align}"),
        Why::NewRow(cause) => row(types, name, cause, place),
        Why::Explicit(explicit) => format!("`{name}` has {}", annotation(next, explicit)),
        Why::BehindExplicit => format!("`{name}` goes behind the members with a place of their own"),
        Why::First | Why::Follows | Why::SharesUnit | Why::NoBytes => match after.and_then(field) {
            Some((last, _)) => format!("`{}` reaches to {}, with the padding at its end", module.name(last.name), place.cursor),
            None => format!("`{name}` begins there"),
        },
    }
}

/// What in the source gives an explicit offset, as it would be written.
pub(crate) fn annotation(field: &Field, explicit: ExplicitPlace) -> String {
    match (explicit, field.packoffset(), register(field), field.offset()) {
        (ExplicitPlace::PackOffset, Some(at), ..) => {
            let component = ["", ".y", ".z", ".w"].get(usize::from(at.component)).copied().unwrap_or_default();
            format!("packoffset(c{}{component})", at.register)
        }
        (ExplicitPlace::PackOffset, None, ..) => "packoffset".into(),
        (ExplicitPlace::Register, _, Some(number), _) => format!("register(c{number})"),
        (ExplicitPlace::Register, _, None, _) => "register(c…)".into(),
        (ExplicitPlace::Offset, .., Some((bytes, _))) => format!("vk::offset({bytes})"),
        (ExplicitPlace::Offset, .., None) => "vk::offset".into(),
    }
}

/// The number of the `register(c…)` of a global constant.
fn register(field: &Field) -> Option<u32> {
    field.registers().filter_map(|register| register.slot).last().map(|(_, number)| number)
}

/// Where the rule behind a step is written down.
pub(crate) fn source(sources: Sources, why: Why) -> &'static str {
    match why {
        Why::First | Why::NoBytes => "",
        Why::Follows | Why::Aligned(_) | Why::NewRow(_) => sources.placement,
        Why::Explicit(_) | Why::BehindExplicit => sources.explicit,
        Why::SharesUnit => sources.bitfields,
    }
}

/// How the stride of an array comes about.
pub(crate) fn stride(module: &Module, types: &TypeLayouts, array: TypeId, element: TypeId, stride: Stride) -> String {
    let name = module.type_name(element);
    let size = match types.get(element) {
        Ok(layout) => layout.size.bytes(),
        Err(_) => return format!("elements lie {stride} bytes apart"),
    };
    if stride.bytes() == size {
        return format!("elements lie {stride} bytes apart: the size of {name}");
    }
    if size == 0 && types.rules.empty_elements == EmptyElements::Aligned {
        return format!("elements lie {stride} bytes apart: {name} has no bytes, but an alignment");
    }
    let align = types.get(array).map_or(Align::ONE, |layout| layout.align).bytes();
    format!("elements lie {stride} bytes apart: {size}, the size of {name}, rounded up to a multiple of {align}")
}

/// Why there is padding at the end of something.
pub(crate) fn tail(module: &Module, types: &TypeLayouts, ty: TypeId) -> String {
    match (module.types[ty], types.get(ty).map(|layout| layout.shape)) {
        (Type::Array { element, count }, Ok(Shape::Array { stride: apart })) => {
            let last = if types.rules.array_tail == Tail::Open && count != Count::Known(1) { "; the last has no padding" } else { "" };
            format!("{}{last}", stride(module, types, ty, element, apart))
        }
        (Type::Matrix { .. }, Ok(Shape::Matrix { stride, .. })) => format!("the vectors of a matrix lie {stride} bytes apart"),
        (_, Ok(_)) => {
            let align = types.get(ty).map_or(Align::ONE, |layout| layout.align);
            format!("the size of {} is rounded up to a multiple of {align}", module.type_name(ty))
        }
        (_, Err(_)) => "it has no layout".into(),
    }
}

/// Why a member begins a new 16-byte row, which D3D calls a register.
fn row(types: &TypeLayouts, name: &str, cause: RowCause, place: &FieldLayout) -> String {
    let row = if has_registers(types.rules) { "register" } else { "16-byte line" };
    let border = (place.cursor.bytes() / 16 + 1).saturating_mul(16);
    match cause {
        RowCause::Array => format!("`{name}` is an array and begins a {row}"),
        RowCause::Struct => format!("`{name}` is a struct and begins a {row}"),
        RowCause::EmptyStruct => format!("`{name}` is a struct and begins a {row}, although it has no bytes"),
        RowCause::Matrix => format!("`{name}` is a matrix of more than one vector and begins a {row}"),
        RowCause::Crosses => format!("the {} bytes of `{name}` would cross the border of a {row} at {border}", place.size),
        RowCause::MinPrecision => format!("`{name}` begins a {row}: min-precision types share none with others"),
        RowCause::ResourceArray => format!("`{name}` is an array of resources and begins a {row}, although it has no bytes"),
    }
}

/// What the source says about the place, and what that means.
fn written(field: &Field, explicit: ExplicitPlace) -> String {
    let sum = match (explicit, field.packoffset(), register(field)) {
        (ExplicitPlace::PackOffset, Some(at), _) => format!(": 16 × {} + 4 × {}", at.register, at.component),
        (ExplicitPlace::Register, _, Some(number)) => format!(": 16 × {number}"),
        _ => String::new(),
    };
    format!("{} says so{sum}", annotation(field, explicit))
}

fn align_of(types: &TypeLayouts, field: &Field) -> Align {
    types.get(field.ty).map_or(Align::ONE, |layout| layout.align)
}

/// What lies before a member.
struct Before<'a> {
    module: &'a Module,
    types: &'a TypeLayouts,
    parent: TypeId,
    place: &'a FieldLayout,
}

impl Before<'_> {
    /// The member that ends where the cursor was, by its name.
    fn member(&self) -> String {
        let mut fields = self.types.fields(self.module, self.parent);
        let ends = |place: &FieldLayout| place.size.bytes() > 0 && place.offset.plus(place.size) == Some(self.place.cursor);
        match fields.find(|(_, place)| ends(place)) {
            Some((field, _)) if !field.name.is_empty() => format!("`{}`", self.module.name(field.name)),
            _ => "what comes before it".into(),
        }
    }
}
