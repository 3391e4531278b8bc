//! The members of a struct, one after another.

use padstone_model::{Align, Count, Field, FieldRole, Offset, Size, StructId, StructKind, Type, TypeId};
use padstone_source::Symbol;

use crate::explicit;
use crate::extent::Extent;
use crate::place::{Cursor, Item, place};
use crate::profiles::Sizes;
use crate::result::{BitRange, ExplicitPlace, FieldLayout, Shape, TypeLayout, Unlaid, Why};
use crate::rules::{Bitfields, Placement, StructSize};
use crate::types::{Measured, Pass};

impl Pass<'_> {
    /// Lays out the fields of a struct and returns its size and alignment.
    pub(crate) fn structure(&mut self, ty: TypeId, id: StructId) -> Result<Measured, Unlaid> {
        let module = self.module;
        let declared = &module.structs[id];
        let first = self.layouts.fields.len();
        let run = match declared.kind {
            StructKind::BufferMembers => explicit::lay_out_buffer(self, ty, &declared.fields),
            StructKind::Declared | StructKind::Instance => self.in_order(ty, &declared.fields),
        };
        let run = run.inspect_err(|_| self.layouts.fields.truncate(first))?;
        self.layouts.crowded[ty.index()] |= run.crowded;
        self.slack[ty.index()] = run.slack;
        self.finish(&run, first).ok_or(Unlaid::Overflow(ty))
    }

    fn in_order(&mut self, ty: TypeId, fields: &[Field]) -> Result<Run, Unlaid> {
        let mut run = Run::new(self.rules().members);
        for field in fields {
            let explicit = if self.profile.explicit.vk_offset { field.vk_offset() } else { None };
            let explicit = explicit.map(|(bytes, _)| (Offset::new(bytes), ExplicitPlace::VkOffset));
            let layout = run.add(self, field, explicit)?.ok_or(Unlaid::Overflow(ty))?;
            self.layouts.fields.push(layout);
        }
        Ok(run)
    }

    fn finish(&self, run: &Run, first: usize) -> Option<Measured> {
        let align = self.struct_align(run.widest);
        let members = Extent::up_to(run.cursor.at)?.plus(run.short)?.plus(run.slack)?;
        let in_use = run.in_use.as_size();
        let (end, in_use) = match self.rules().struct_size {
            StructSize::Members => (members, in_use),
            StructSize::Recounted => (Extent::up_to(run.recount)?, in_use),
            StructSize::AtLeastOneByte => (members.max(Extent::of_bytes(1)?), in_use.max(Size::new(1))),
        };
        let extent = self.struct_end(end, align)?;
        let first = u32::try_from(first).ok()?;
        Some(Measured { extent, in_use, align, shape: Shape::Struct { first } })
    }
}

/// Members being placed one after another.
pub(crate) struct Run {
    placement: Placement,
    pub(crate) cursor: Cursor,
    /// How far before the start of the struct the member before ends, as a number below 0; the cursor is then at 0.
    short: Extent,
    /// See [`Pass::slack`].
    slack: Extent,
    placed: bool,
    unit: Option<Unit>,
    widest: Align,
    in_use: Offset,
    /// Whether a field begins before the end of another.
    crowded: bool,
    /// The count behind [`StructSize::Recounted`]; unused with other rules.
    recount: Offset,
}

/// The unit that the bit-fields before share.
#[derive(Clone, Copy)]
struct Unit {
    offset: Offset,
    ty: TypeId,
    spelling: Symbol,
    bytes: u64,
    used: u32,
    /// Index of the field that opened it.
    opened_by: usize,
}

impl Run {
    pub(crate) fn new(placement: Placement) -> Run {
        Run {
            placement,
            cursor: Cursor::default(),
            short: Extent::ZERO,
            slack: Extent::ZERO,
            placed: false,
            unit: None,
            widest: Align::ONE,
            in_use: Offset::ZERO,
            crowded: false,
            recount: Offset::ZERO,
        }
    }

    /// Places the next field: at its explicit offset if it has one, else behind those before. `None` if its place is out
    /// of range.
    pub(crate) fn add(
        &mut self,
        pass: &mut Pass<'_>,
        field: &Field,
        explicit: Option<(Offset, ExplicitPlace)>,
    ) -> Result<Option<FieldLayout>, Unlaid> {
        let ty = *pass.layouts.get(field.ty)?;
        self.widest = self.widest.max(ty.align);
        if let Some(bits) = field.bitfield {
            match self.share_unit(pass, field, bits.width, bits.spelling, &ty) {
                Shared::Yes(layout) => return Ok(layout),
                Shared::NoBytes => return Ok(Some(self.without_bytes())),
                Shared::No => {}
            }
        } else {
            self.unit = None;
        }
        self.append(pass, field, explicit, &ty)
    }

    /// A field that takes no bytes and moves nothing.
    pub(crate) fn without_bytes(&self) -> FieldLayout {
        let at = self.cursor.at;
        FieldLayout { offset: at, size: Size::ZERO, cursor: at, why: Why::NoBytes, bits: None, read_offset: None }
    }

    fn append(
        &mut self,
        pass: &Pass<'_>,
        field: &Field,
        explicit: Option<(Offset, ExplicitPlace)>,
        ty: &TypeLayout,
    ) -> Result<Option<FieldLayout>, Unlaid> {
        let item = pass.layouts.item(pass.module, pass.nesting, field.ty)?;
        let before = self.cursor.at;
        let Some((mut offset, mut why)) = place(self.placement, &mut self.cursor, &item, pass.module) else { return Ok(None) };
        if why == Why::NoBytes && explicit.is_none() {
            return Ok(Some(FieldLayout { offset, ..self.without_bytes() }));
        }
        if !self.short.is_zero() {
            return Ok(None);
        }
        match explicit {
            Some((at, place)) => (offset, why) = (at, Why::Explicit(place)),
            None if !self.placed && offset == Offset::ZERO => why = Why::First,
            None => {}
        }
        self.placed = true;
        if self.recount(pass, &item, explicit.map(|(at, _)| at)).is_none() {
            return Ok(None);
        }
        Ok(self.occupy(pass, field, offset, ty).map(|(size, bits)| FieldLayout {
            offset,
            size,
            cursor: before.min(offset),
            why,
            bits,
            read_offset: Some(pass.layouts.first_read(pass.module, field.ty, offset)).filter(|&read| read != offset),
        }))
    }

    /// Moves the cursor behind a field at `offset`.
    fn occupy(&mut self, pass: &Pass<'_>, field: &Field, offset: Offset, ty: &TypeLayout) -> Option<(Size, Option<BitRange>)> {
        let mut extent = ty.extent;
        let mut size = ty.size;
        let mut bits = None;
        if let Some(bitfield) = field.bitfield {
            let rules = pass.rules();
            if rules.bitfields == Bitfields::Packed {
                size = bytes_of(bitfield.width);
                extent = Extent::new(size)?;
            }
            bits = Some(BitRange { first: 0, width: bitfield.width });
            self.unit = Some(Unit {
                offset,
                ty: field.ty,
                spelling: bitfield.spelling,
                bytes: ty.size.bytes(),
                used: bitfield.width,
                opened_by: pass.layouts.fields.len(),
            });
        }
        // The members of a base class are members of the struct.
        let own = if field.role == FieldRole::Base { pass.slack[field.ty.index()] } else { Extent::ZERO };
        if !own.is_zero() {
            extent = extent.minus(own)?;
            size = extent.as_size();
        }
        self.slack = self.slack.plus(own)?.plus(pass.held(ty)?.minus(ty.extent)?)?;
        let end = Extent::up_to(offset)?.plus(extent)?;
        self.short = end.min(Extent::ZERO);
        self.cursor.at = end.as_size().into();
        let ends = match pass.module.types[field.ty] {
            Type::Array { count: Count::Known(0), .. } => offset,
            // What DXC sets aside for a structured buffer counts, though nothing lies there.
            Type::Resource(_) if pass.layouts.sizes == Sizes::Reflection => self.cursor.at,
            _ => offset.plus(size)?,
        };
        self.crowded |= offset < self.in_use && offset < ends;
        self.in_use = self.in_use.max(ends);
        Some((size, bits))
    }

    /// Whether a bit-field shares the unit of the one before.
    fn share_unit(&mut self, pass: &mut Pass<'_>, field: &Field, width: u32, spelling: Symbol, ty: &TypeLayout) -> Shared {
        let rules = pass.rules();
        if width == 0 && matches!(rules.bitfields, Bitfields::SameSize | Bitfields::Packed) {
            self.unit = None;
            return Shared::NoBytes;
        }
        let Some(unit) = &mut self.unit else { return Shared::No };
        let Some(used) = unit.used.checked_add(width) else { return Shared::No };
        let fits = u64::from(used) <= unit.bytes * 8;
        let shares = match rules.bitfields {
            Bitfields::SameSize => fits && ty.size.bytes() == unit.bytes,
            Bitfields::SameType => fits && field.ty == unit.ty,
            Bitfields::Separate => false,
            Bitfields::Packed => true,
        };
        if !shares {
            return Shared::No;
        }
        let layout = FieldLayout {
            offset: unit.offset,
            size: Size::ZERO,
            cursor: self.cursor.at,
            why: Why::SharesUnit,
            bits: Some(BitRange { first: unit.used, width }),
            read_offset: None,
        };
        unit.used = used;
        let spelled_alike = std::mem::replace(&mut unit.spelling, spelling) == spelling;
        if rules.bitfields == Bitfields::Packed {
            let (size, opened_by, offset) = (bytes_of(used), unit.opened_by, unit.offset);
            let Some(end) = offset.plus(size) else { return Shared::Yes(None) };
            pass.layouts.fields[opened_by].size = size;
            self.cursor.at = end;
            self.in_use = self.in_use.max(end);
        }
        if !spelled_alike && rules.struct_size == StructSize::Recounted {
            let Some(end) = self.recount.align_to(ty.align).and_then(|at| ty.extent.behind(at)) else { return Shared::Yes(None) };
            self.recount = end;
        }
        Shared::Yes(Some(layout))
    }

    /// Goes on with the count behind [`StructSize::Recounted`], which does not align what has no bytes.
    fn recount(&mut self, pass: &Pass<'_>, item: &Item<'_>, explicit: Option<Offset>) -> Option<()> {
        if pass.rules().struct_size == StructSize::Recounted {
            let mut cursor = Cursor { at: self.recount, ..Cursor::default() };
            let at = match explicit {
                Some(at) => at,
                None if item.layout.extent.is_zero() => self.recount,
                None => place(self.placement, &mut cursor, item, pass.module)?.0,
            };
            self.recount = item.layout.extent.behind(at)?;
        }
        Some(())
    }
}

enum Shared {
    Yes(Option<FieldLayout>),
    NoBytes,
    No,
}

fn bytes_of(bits: u32) -> Size {
    Size::new(u64::from(bits.div_ceil(8)))
}
