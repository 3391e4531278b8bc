//! The members of a struct, one after another.

use padstone_model::{Align, Bitfield, Count, Field, FieldRole, Offset, Size, Struct, StructId, StructKind, Type, TypeId};
use padstone_source::Symbol;

use crate::extent::Extent;
use crate::place::{Cursor, Item, place, round_up};
use crate::profiles::{Fault, Offsets, PackoffsetPlaces, Sizes};
use crate::result::{BitRange, ExplicitPlace, FieldLayout, ReadShift, Shape, TypeLayout, Unlaid, Why};
use crate::rules::{Bitfields, EmptyMembers, LlvmShapes, MemberAlign, MemberSize, Placement, Resources, StructSize};
use crate::types::{Measured, Pass};
use crate::{counted, explicit};

impl Pass<'_> {
    /// Lays out the fields of a struct and returns its size and alignment.
    pub(crate) fn structure(&mut self, ty: TypeId, id: StructId) -> Result<Measured, Unlaid> {
        let module = self.module;
        let declared = &module.structs[id];
        if self.is_refused_inside() && self.has_runtime_array_inside(&declared.fields) {
            return Err(Unlaid::Unsized);
        }
        let first = self.layouts.fields.len();
        let run = match declared.kind {
            StructKind::BufferMembers if self.owners.registers(ty).is_some() => explicit::lay_out_buffer(self, ty, &declared.fields),
            _ if self.profile.explicit.packoffset_places == PackoffsetPlaces::AllMembers
                && declared.fields.iter().any(|field| field.packoffset().is_some()) =>
            {
                explicit::lay_out_struct(self, ty, declared)
            }
            StructKind::BufferMembers => self.in_order(ty, declared, self.rules().buffer_members),
            StructKind::Declared | StructKind::Instance | StructKind::Tuple => self.in_order(ty, declared, self.rules().members),
        };
        let run = run.inspect_err(|&why| {
            if why.is_partial() && self.given.is_none() {
                self.keep_leading(ty, first);
            }
            self.layouts.fields.truncate(first);
        })?;
        if self.layouts.faults.contains(&Fault::CountsPadding) && declared.kind != StructKind::BufferMembers {
            let fields = (&declared.fields[..], &self.layouts.fields[first..]);
            let (shifts, record) = counted::shifts(module, &self.layouts, &self.records, fields);
            self.records.insert(ty, record);
            for (placed, shift) in self.layouts.fields[first..].iter_mut().zip(shifts) {
                placed.read = shift;
            }
        }
        self.layouts.crowded[ty.index()] |= run.crowded;
        self.slack[ty.index()] = run.slack;
        // Nothing holds a buffer.
        let slack = if declared.kind == StructKind::BufferMembers { Extent::ZERO } else { run.slack };
        self.finish(&run, slack, first).ok_or(Unlaid::Overflow(ty))
    }

    /// Keeps the fields from `first` on: those of a struct that come before the first that was not understood.
    fn keep_leading(&mut self, ty: TypeId, first: usize) {
        let mut leading = &self.layouts.fields[first..];
        // More bits may belong to the last unit.
        while let Some((last, before)) = leading.split_last()
            && last.bits.is_some()
        {
            leading = before;
        }
        self.layouts.leading.insert(ty, leading.into());
    }

    /// Whether members are aligned like one number. A compiled file that calls a struct contiguous changes nothing about that:
    /// it was laid out by rules, too.
    fn is_contiguous(&self, declared: &Struct) -> bool {
        declared.contiguous && self.rules().has_contiguous_structs()
    }

    /// Whether a member before the last has no size. One without bytes, an array of objects, does no harm.
    fn has_runtime_array_inside(&self, fields: &[Field]) -> bool {
        let has_bytes = |ty: TypeId| self.layouts.get(ty).is_ok_and(|layout| !layout.extent.is_zero());
        let unsized_field = |field: &Field| self.nesting[field.ty.index()].runtime && has_bytes(field.ty);
        fields.split_last().is_some_and(|(_, before)| before.iter().any(unsized_field))
    }

    fn in_order(&mut self, ty: TypeId, declared: &Struct, placement: Placement) -> Result<Run, Unlaid> {
        let mut run = Run { contiguous: self.is_contiguous(declared), ..Run::new(ty, placement) };
        let stated = match self.given {
            Some(given) => Some(given.offsets_of(self.module, ty).ok_or(Unlaid::Unknown)?),
            None => None,
        };
        for (index, field) in declared.fields.iter().enumerate() {
            let counts = self.profile.explicit.offsets == Offsets::Count && !self.module.language.attributes_verify();
            let explicit = if counts { field.offset() } else { None };
            let explicit = explicit.map(|(bytes, _)| Offset::new(bytes)).or(stated.map(|offsets| offsets[index]));
            let explicit = explicit.map(|offset| (offset, ExplicitPlace::Offset));
            let layout = run.add(self, field, explicit)?;
            self.layouts.fields.push(layout);
        }
        if declared.kind == StructKind::BufferMembers {
            // The last member of a block need not be the one that reaches furthest.
            run.cursor.at = run.cursor.at.max(run.in_use);
            run.recount_at_least(run.cursor.at);
        }
        Ok(run)
    }

    fn finish(&self, run: &Run, slack: Extent, first: usize) -> Option<Measured> {
        let align = self.struct_align(run.widest);
        let multiple = self.struct_align(run.widest_inside);
        let members = Extent::up_to(run.cursor.at)?.plus(run.short)?.plus(slack)?;
        let in_use = run.in_use.as_size();
        let (end, in_use) = match self.rules().struct_size {
            StructSize::Members => (members, in_use),
            StructSize::Recounted => (Extent::up_to(run.recount)?, in_use),
            StructSize::AtLeastOneByte => (members.max(Extent::of_bytes(1)?), in_use.max(Size::new(1))),
        };
        let extent = self.struct_end(end, multiple)?;
        let first = u32::try_from(first).ok()?;
        Some(Measured { extent, in_use, align, shape: Shape::Struct { first } })
    }
}

/// The attributes of a member, where the rules honor them.
impl Pass<'_> {
    fn asked_align(&self, field: &Field) -> Option<Align> {
        match self.rules().member_align {
            _ if field.annotations.is_empty() || self.module.language.attributes_verify() => None,
            MemberAlign::Counts | MemberAlign::CountsInside => field.align().map(|(align, _)| align),
            MemberAlign::Verified => None,
        }
    }

    fn asked_size(&self, field: &Field) -> Option<Size> {
        match self.rules().member_size {
            MemberSize::Counts if !self.module.language.attributes_verify() => field.size().map(|(size, _)| size),
            MemberSize::Counts | MemberSize::Verified => None,
        }
    }

    fn asks_for_bytes(&self, field: &Field) -> bool {
        self.asked_align(field).is_some() || self.asked_size(field).is_some()
    }

    /// The size of the largest number of a type, as an alignment.
    fn number_align(&self, ty: TypeId) -> Align {
        Align::new(self.nesting[ty.index()].number).unwrap_or(Align::ONE)
    }
}

/// Members being placed one after another.
pub(crate) struct Run {
    /// The struct.
    ty: TypeId,
    placement: Placement,
    pub(crate) cursor: Cursor,
    /// How far before the start of the struct the member before ends, as a number below 0; the cursor is then at 0.
    short: Extent,
    /// See [`Pass::slack`].
    slack: Extent,
    placed: bool,
    unit: Option<Unit>,
    /// Members are aligned like one number.
    contiguous: bool,
    /// Whether an attribute makes the preceding member larger than its type.
    behind_size: bool,
    /// The largest alignment of a member, which decides the offset of the struct.
    widest: Align,
    /// The same, for the size of the struct ([`MemberAlign::CountsInside`]).
    widest_inside: Align,
    in_use: Offset,
    /// The end of the member that extends furthest, whether or not those bytes are reserved.
    reach: Offset,
    /// Whether a field begins before the end of another.
    crowded: bool,
    /// The count of [`StructSize::Recounted`]; unused with other rules.
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
    pub(crate) fn new(ty: TypeId, placement: Placement) -> Run {
        Run {
            ty,
            placement,
            cursor: Cursor::default(),
            short: Extent::ZERO,
            slack: Extent::ZERO,
            placed: false,
            unit: None,
            contiguous: false,
            behind_size: false,
            widest: Align::ONE,
            widest_inside: Align::ONE,
            in_use: Offset::ZERO,
            reach: Offset::ZERO,
            crowded: false,
            recount: Offset::ZERO,
        }
    }

    /// Places the next field: at its explicit offset if it has one, else after the preceding ones.
    pub(crate) fn add(
        &mut self,
        pass: &mut Pass<'_>,
        field: &Field,
        explicit: Option<(Offset, ExplicitPlace)>,
    ) -> Result<FieldLayout, Unlaid> {
        if field.has_unknown_place() {
            return Err(Unlaid::Unknown);
        }
        if field.role == FieldRole::GroupShared && pass.rules().llvm_shapes == LlvmShapes::Clang22 {
            return Ok(self.without_bytes());
        }
        let layout = pass.layouts.get(field.ty)?;
        if layout.extent.is_zero() && pass.rules().empty_members == EmptyMembers::Skipped {
            return Ok(self.without_bytes());
        }
        let align = layout.align;
        let align = if self.contiguous { pass.number_align(field.ty) } else { align };
        let asked = pass.asked_align(field).unwrap_or(align).max(align);
        self.widest = self.widest.max(if pass.rules().member_align == MemberAlign::CountsInside { align } else { asked });
        self.widest_inside = self.widest_inside.max(asked);
        match field.bitfield {
            Some(bits) => {
                if let Some(shared) = self.share_unit(pass, field.ty, bits)? {
                    return Ok(shared);
                }
            }
            None => self.unit = None,
        }
        self.append(pass, field, explicit)
    }

    /// A field that takes no bytes and moves nothing.
    pub(crate) fn without_bytes(&self) -> FieldLayout {
        let at = self.cursor.at;
        FieldLayout { offset: at, size: Size::ZERO, cursor: at, why: Why::NoBytes, bits: None, read: ReadShift::default() }
    }

    /// Makes the count of [`StructSize::Recounted`] reach that far.
    pub(crate) fn recount_at_least(&mut self, end: Offset) {
        self.recount = self.recount.max(end);
    }

    fn append(&mut self, pass: &Pass<'_>, field: &Field, explicit: Option<(Offset, ExplicitPlace)>) -> Result<FieldLayout, Unlaid> {
        let overflow = Unlaid::Overflow(self.ty);
        let item = pass.layouts.item(pass.module, pass.nesting, field.ty)?;
        let before = self.cursor.at;
        let (mut offset, mut why) = self.next(pass, field.ty, &item).ok_or(overflow)?;
        let (stated, explicit) = if pass.given.is_some() { (explicit, None) } else { (None, explicit) };
        match explicit {
            Some((at, place)) => (offset, why) = (at, Why::Explicit(place)),
            None if why == Why::NoBytes => return Ok(FieldLayout { offset, ..self.without_bytes() }),
            None if !self.placed && offset == Offset::ZERO => why = Why::First,
            None if why == Why::Follows && self.behind_size => why = Why::BehindSize,
            None => {}
        }
        if let Some(align) = pass.asked_align(field).filter(|align| !offset.is_aligned(*align)) {
            (offset, why) = (offset.align_to(align).ok_or(overflow)?, Why::AlignedAs(align));
        }
        // Where the rules agree with a compiled file, they are the reason.
        if let Some((at, place)) = stated.filter(|&(at, _)| at != offset) {
            (offset, why) = (at, Why::Explicit(place));
        }
        if !self.short.is_zero() {
            return Err(overflow);
        }
        self.placed = true;
        let mut placed =
            FieldLayout { offset, size: item.layout.size, cursor: before.min(offset), why, bits: None, read: ReadShift::default() };
        let extent = self.extent(pass, field, item.layout, &mut placed).ok_or(overflow)?;
        if pass.rules().struct_size == StructSize::Recounted {
            let is_fixed = matches!(why, Why::Explicit(_)) || self.contiguous || pass.asks_for_bytes(field);
            let fixed = is_fixed.then_some((offset, extent));
            self.recount(pass, &item, fixed).ok_or(overflow)?;
        }
        self.occupy(pass, item.ty, &placed, extent).ok_or(overflow)?;
        placed.read = ReadShift::between(offset, pass.layouts.first_read(pass.module, field.ty, offset));
        Ok(placed)
    }

    /// The offset after the preceding members.
    fn next(&mut self, pass: &Pass<'_>, ty: TypeId, item: &Item<'_>) -> Option<(Offset, Why)> {
        if !self.contiguous {
            return place(self.placement, &mut self.cursor, item, pass.module);
        }
        let (offset, why) = round_up(self.cursor.at, pass.number_align(ty))?;
        Some((offset, if let Why::Aligned(align) = why { Why::Contiguous(align) } else { why }))
    }

    /// How far the next member is pushed away, by this field and not by its type alone.
    fn extent(&mut self, pass: &Pass<'_>, field: &Field, ty: &TypeLayout, placed: &mut FieldLayout) -> Option<Extent> {
        let mut extent = ty.extent;
        if let Some(bitfield) = field.bitfield {
            placed.bits = Some(BitRange { first: 0, width: bitfield.width });
            self.unit = Some(Unit {
                offset: placed.offset,
                ty: field.ty,
                spelling: bitfield.spelling,
                bytes: ty.size.bytes(),
                used: bitfield.width,
                opened_by: pass.layouts.fields.len(),
            });
            if pass.rules().bitfields == Bitfields::Packed {
                placed.size = bytes_of(bitfield.width);
                extent = Extent::new(placed.size)?;
            }
        }
        if pass.rules().llvm_shapes == LlvmShapes::Clang22 {
            self.slack = self.slack.plus(pass.held(ty)?.minus(ty.extent)?)?;
            // The members of a base class are members of the struct.
            let own = pass.slack[field.ty.index()];
            if field.role == FieldRole::Base && !own.is_zero() {
                self.slack = self.slack.plus(own)?;
                extent = extent.minus(own)?;
                placed.size = extent.as_size();
            }
        }
        let asked = match pass.asked_size(field) {
            Some(size) => Extent::new(size)?.max(extent),
            None => extent,
        };
        self.behind_size = asked > extent;
        Some(asked)
    }

    /// Moves the cursor past a field.
    fn occupy(&mut self, pass: &Pass<'_>, ty: &Type, placed: &FieldLayout, extent: Extent) -> Option<()> {
        let end = Extent::up_to(placed.offset)?.plus(extent)?;
        self.short = end.min(Extent::ZERO);
        self.cursor.at = end.as_size().into();
        let in_use = match ty {
            Type::Array { count: Count::Known(0), .. } => placed.offset,
            // The bytes that DXC reserves for a structured buffer count, though they are empty.
            Type::Resource(_) if pass.layouts.sizes == Sizes::Reflection => self.cursor.at,
            Type::Resource(_) if matches!(pass.rules().resources, Resources::Handles(_)) => self.cursor.at,
            _ => placed.offset.plus(placed.size)?,
        };
        // A handle may be larger than the bytes reserved for it: libslang 2026.12 does so for textures with their samplers.
        let reach = match ty {
            Type::Resource(_) if matches!(pass.rules().resources, Resources::Handles(_)) => placed.offset.plus(placed.size)?,
            _ => in_use,
        };
        self.crowded |= placed.offset < self.reach && placed.offset < reach;
        self.reach = self.reach.max(reach);
        self.in_use = self.in_use.max(in_use);
        Some(())
    }

    /// The place of a bit-field that shares the unit of the one before; none if it does not.
    fn share_unit(&mut self, pass: &mut Pass<'_>, ty: TypeId, bits: Bitfield) -> Result<Option<FieldLayout>, Unlaid> {
        let overflow = Unlaid::Overflow(self.ty);
        let rules = pass.rules();
        if bits.width == 0 && matches!(rules.bitfields, Bitfields::SameSize | Bitfields::Packed) {
            self.unit = None;
            return Ok(Some(self.without_bytes()));
        }
        let layout = *pass.layouts.get(ty)?;
        let Some(unit) = &mut self.unit else { return Ok(None) };
        let Some(used) = unit.used.checked_add(bits.width) else { return Ok(None) };
        let fits = u64::from(used) <= unit.bytes * 8;
        let shares = match rules.bitfields {
            Bitfields::SameSize => fits && layout.size.bytes() == unit.bytes,
            Bitfields::SameType => fits && ty == unit.ty,
            Bitfields::Separate => false,
            Bitfields::Packed => true,
        };
        if !shares {
            return Ok(None);
        }
        let placed = FieldLayout {
            offset: unit.offset,
            size: Size::ZERO,
            cursor: self.cursor.at,
            why: Why::SharesUnit,
            bits: Some(BitRange { first: unit.used, width: bits.width }),
            read: ReadShift::default(),
        };
        unit.used = used;
        let spelled_alike = std::mem::replace(&mut unit.spelling, bits.spelling) == bits.spelling;
        if rules.bitfields == Bitfields::Packed {
            let size = bytes_of(used);
            self.cursor.at = unit.offset.plus(size).ok_or(overflow)?;
            self.in_use = self.in_use.max(self.cursor.at);
            // In buffers, which have no bit-fields in any language, the fields are not there yet.
            if let Some(opener) = pass.layouts.fields.get_mut(unit.opened_by) {
                opener.size = size;
            }
        }
        if !spelled_alike && rules.struct_size == StructSize::Recounted {
            self.recount = self.recount.align_to(layout.align).and_then(|at| layout.extent.behind(at)).ok_or(overflow)?;
        }
        Ok(Some(placed))
    }

    /// Continues the count of [`StructSize::Recounted`], which does not align what has no bytes.
    /// `fixed`: the place and the extent of a member that does not go by the placement alone.
    fn recount(&mut self, pass: &Pass<'_>, item: &Item<'_>, fixed: Option<(Offset, Extent)>) -> Option<()> {
        let mut cursor = Cursor { at: self.recount, ..Cursor::default() };
        let (at, extent) = match fixed {
            Some(fixed) => fixed,
            None if item.layout.extent.is_zero() => (self.recount, item.layout.extent),
            None => (place(self.placement, &mut cursor, item, pass.module)?.0, item.layout.extent),
        };
        self.recount = extent.behind(at)?;
        Some(())
    }
}

fn bytes_of(bits: u32) -> Size {
    Size::new(u64::from(bits.div_ceil(8)))
}
