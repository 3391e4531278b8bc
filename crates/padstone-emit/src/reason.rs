//! Why a member lies where it lies, in words.

use padstone_layout::{EmptyElements, ExplicitPlace, FieldLayout, Padding, PaddingCause, RowCause, Shape, Sources, Tail, TypeLayouts, Why};
use padstone_model::{Align, Annotation, Count, Field, Module, Stride, Type, TypeId};

/// What put a member where it is, as an explanation of the step to it.
pub(crate) fn why(module: &Module, types: &TypeLayouts, parent: TypeId, field: &Field, place: &FieldLayout) -> String {
    let before = Before { module, types, parent, place };
    match place.why {
        Why::First if place.offset.bytes() == 0 => "the first member".into(),
        Why::First => format!("the first member, aligned to {}", align_of(types, field)),
        Why::Follows => format!("directly behind {}", before.member()),
        Why::Aligned(align) => format!("{} ends at {}; rounded up to a multiple of {align}", before.member(), place.cursor),
        Why::NewRow(cause) => format!("{} ends at {}; {}", before.member(), place.cursor, row(cause, place)),
        Why::Explicit(explicit) => written(field, explicit),
        Why::BehindExplicit => format!("behind the members with a place of their own, which end at {}", place.cursor),
        Why::SharesUnit => match place.bits {
            Some(bits) => format!("bits {}..{} of a unit that begins here", bits.first, bits.first.saturating_add(bits.width)),
            None => "in the unit of the bit-field before it".into(),
        },
        Why::NoBytes => "it takes no bytes".into(),
    }
}

/// Why there is padding, in a few words. It lies in the struct or array `parent`.
pub(crate) fn padding(module: &Module, types: &TypeLayouts, parent: TypeId, padding: &Padding) -> String {
    match padding.cause {
        PaddingCause::Before { field, .. } => match types.fields(module, parent).nth(field) {
            Some((next, place)) => before(module, next, place),
            None => String::new(),
        },
        PaddingCause::End { .. } => tail(module, types, parent),
        PaddingCause::Elements => match (module.types[parent], types.get(parent).map(|layout| layout.shape)) {
            (Type::Array { element, .. }, Ok(Shape::Array { stride: apart })) => stride(module, types, parent, element, apart),
            _ => String::new(),
        },
    }
}

/// Why there is padding before a member.
fn before(module: &Module, field: &Field, place: &FieldLayout) -> String {
    let name = module.name(field.name);
    match place.why {
        Why::Aligned(align) => format!("`{name}` is aligned to {align}"),
        Why::NewRow(cause) => row(cause, place),
        Why::Explicit(explicit) => format!("`{name}` has {}", annotation(explicit)),
        Why::BehindExplicit => format!("`{name}` goes behind the members with a place of their own"),
        Why::First | Why::Follows | Why::SharesUnit | Why::NoBytes => format!("`{name}` begins there"),
    }
}

/// What in the source gives an explicit offset.
pub(crate) const fn annotation(explicit: ExplicitPlace) -> &'static str {
    match explicit {
        ExplicitPlace::PackOffset => "packoffset",
        ExplicitPlace::Register => "register(c…)",
        ExplicitPlace::VkOffset => "[[vk::offset]]",
    }
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

fn row(cause: RowCause, place: &FieldLayout) -> String {
    match cause {
        RowCause::Array => "arrays begin a 16-byte register".into(),
        RowCause::Struct => "structs begin a 16-byte register".into(),
        RowCause::EmptyStruct => "inside structs, structs without bytes begin a 16-byte register too".into(),
        RowCause::Matrix => "matrices of more than one vector begin a 16-byte register".into(),
        RowCause::Crosses => {
            let border = place.cursor.bytes() / 16 * 16 + 16;
            format!("its {} bytes would cross the border of a 16-byte register at {border}", place.size)
        }
        RowCause::MinPrecision => "going from min-precision types to others, or back, begins a 16-byte register".into(),
        RowCause::ResourceArray => "arrays of resources begin a 16-byte register".into(),
    }
}

/// What the source says about the place.
fn written(field: &Field, explicit: ExplicitPlace) -> String {
    match explicit {
        ExplicitPlace::PackOffset => match field.packoffset() {
            Some(at) => {
                let component = ["x", "y", "z", "w"].get(usize::from(at.component)).copied().unwrap_or("x");
                format!("packoffset(c{}.{component}) says so: 16 × {} + 4 × {}", at.register, at.register, at.component)
            }
            None => "packoffset says so".into(),
        },
        ExplicitPlace::Register => {
            let registers = field.annotations.iter().rev().filter_map(|annotation| match annotation {
                Annotation::Register(register) => register.slot,
                _ => None,
            });
            match registers.map(|(_, number)| number).next() {
                Some(number) => format!("register(c{number}) says so: 16 × {number}"),
                None => "register(c…) says so".into(),
            }
        }
        ExplicitPlace::VkOffset => "[[vk::offset]] says so".into(),
    }
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
