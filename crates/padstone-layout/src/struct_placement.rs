//! A struct while its members are placed, one after another.

use padstone_model::{Align, Bitfield, Count, Field, FieldRole, Offset, Size, StructKind, Type, TypeId};
use padstone_source::Symbol;

use crate::OF_CFAMILY;
use crate::extent::Extent;
use crate::placement::{MemberToPlace, PlacementCursor, place_member, round_up};
use crate::profiles::{CompilerBug, Sizes, SpecializationConstants};
use crate::result::{BitRange, ExplicitOffset, FieldLayout, LayoutError, PlacementReason, ReadShift, Shape, TypeLayout};
use crate::rules::{Bitfields, EmptyMembers, LlvmShapes, MemberAlign, MemberSize, Placement, Resources, StructSize};
use crate::types::TypeLayouter;

/// A struct while its members are placed.
pub(crate) struct StructPlacement {
    /// The struct.
    ty: TypeId,
    placement: Placement,
    pub(crate) cursor: PlacementCursor,
    /// If the preceding member ends before the start of the struct, how far; the cursor is then at 0.
    pub(crate) short: Extent,
    /// See [`TypeLayouter::slack`].
    pub(crate) slack: Extent,
    placed: bool,
    unit: Option<AllocationUnit>,
    /// Whether members are aligned like one scalar.
    pub(crate) contiguous: bool,
    /// Whether an attribute makes the preceding member larger than its type.
    after_size_attribute: bool,
    /// The end of the preceding members and the alignment, if a bit-field of width 0 rounded that end up.
    rounded_up: Option<(Offset, Align)>,
    /// The largest alignment of a member, which is that of the struct.
    pub(crate) widest: Align,
    /// The widest alignment for the size of the struct ([`MemberAlign::AlignsMembersOnly`]).
    pub(crate) widest_inside: Align,
    pub(crate) in_use: Offset,
    /// The end of the member that extends furthest, even if those bytes are not reserved.
    reach: Offset,
    /// Whether a field begins before the end of another.
    pub(crate) crowded: bool,
    /// The count of [`StructSize::Recounted`]; unused with other rules.
    pub(crate) recount: Offset,
}

/// The allocation unit of the preceding bit-fields.
#[derive(Clone, Copy)]
struct AllocationUnit {
    offset: Offset,
    ty: TypeId,
    spelling: Symbol,
    bytes: u64,
    used: u32,
    /// Index of the field that opened it.
    opened_by: usize,
}

impl StructPlacement {
    pub(crate) fn new(ty: TypeId, placement: Placement) -> StructPlacement {
        StructPlacement {
            ty,
            placement,
            cursor: PlacementCursor::default(),
            short: Extent::ZERO,
            slack: Extent::ZERO,
            placed: false,
            unit: None,
            contiguous: false,
            after_size_attribute: false,
            rounded_up: None,
            widest: Align::ONE,
            widest_inside: Align::ONE,
            in_use: Offset::ZERO,
            reach: Offset::ZERO,
            crowded: false,
            recount: Offset::ZERO,
        }
    }

    /// Places the next field: at its explicit offset if it has one, otherwise after the preceding ones.
    pub(crate) fn add(
        &mut self,
        layouter: &mut TypeLayouter<'_>,
        field: &Field,
        explicit: Option<(Offset, ExplicitOffset)>,
    ) -> Result<FieldLayout, LayoutError> {
        if field.has_unknown_place() {
            return Err(LayoutError::Unknown);
        }
        if field.role == FieldRole::GroupShared && layouter.rules().llvm_shapes == LlvmShapes::Clang22 {
            return Ok(self.without_bytes());
        }
        if OF_CFAMILY && field.role == FieldRole::Base && layouter.layouts.compiler_bugs.contains(&CompilerBug::OverlooksBases) {
            return Ok(self.without_bytes());
        }
        if layouter.is_outside_memory(field) {
            return Ok(self.without_bytes());
        }
        let layout = layouter.layouts.get(field.ty)?;
        if layout.extent.is_zero() && layouter.rules().empty_members == EmptyMembers::Skipped {
            return Ok(self.without_bytes());
        }
        if layouter.rules().llvm_shapes == LlvmShapes::Clang22 && self.is_omitted(layouter, field.ty) {
            return Ok(self.without_bytes());
        }
        let align = layout.align;
        let align = if self.contiguous { layouter.scalar_align(field.ty) } else { align };
        let requested = layouter.requested_align(field).unwrap_or(align).max(align);
        self.widest = self.widest.max(if layouter.rules().member_align == MemberAlign::AlignsMembersOnly { align } else { requested });
        self.widest_inside = self.widest_inside.max(requested);
        match field.bitfield {
            Some(bits) => {
                if let Some(shared) = self.share_unit(layouter, field.ty, bits)? {
                    return Ok(shared);
                }
            }
            None => self.unit = None,
        }
        self.append(layouter, field, explicit)
    }

    /// Whether clang 22 omits a member of a buffer, although it has bytes elsewhere: a struct that contains only bit-fields of width 0 (measured).
    fn is_omitted(&self, layouter: &TypeLayouter<'_>, ty: TypeId) -> bool {
        let module = layouter.module;
        let is_buffer = module.as_struct(self.ty).is_some_and(|owner| owner.kind == StructKind::BufferMembers);
        let is_zero_width = |field: &Field| field.bitfield.is_some_and(|bits| bits.width == 0);
        is_buffer && module.as_struct(ty).is_some_and(|declared| declared.fields.iter().all(is_zero_width))
    }

    /// Places a field without bytes that does not affect others.
    pub(crate) fn without_bytes(&self) -> FieldLayout {
        let position = self.cursor.at;
        FieldLayout {
            offset: position,
            size: Size::ZERO,
            cursor: position,
            reason: PlacementReason::NoBytes,
            bits: None,
            read: ReadShift::default(),
        }
    }

    /// Extends the count of [`StructSize::Recounted`] to at least this offset.
    pub(crate) fn recount_at_least(&mut self, end: Offset) {
        self.recount = self.recount.max(end);
    }

    fn append(
        &mut self,
        layouter: &TypeLayouter<'_>,
        field: &Field,
        explicit: Option<(Offset, ExplicitOffset)>,
    ) -> Result<FieldLayout, LayoutError> {
        let overflow = LayoutError::Overflow(self.ty);
        let member_to_place = layouter.layouts.member_to_place(layouter.module, layouter.nesting, field.ty)?;
        let mut before = self.cursor.at;
        let rounded_up = self.rounded_up.take();
        let (mut offset, mut reason) = self.next(layouter, field.ty, &member_to_place).ok_or(overflow)?;
        let (stated, explicit) = if layouter.stated.is_some() { (explicit, None) } else { (None, explicit) };
        match explicit {
            Some((position, place)) => (offset, reason) = (position, PlacementReason::Explicit(place)),
            None if reason == PlacementReason::NoBytes => return Ok(FieldLayout { offset, ..self.without_bytes() }),
            None if !self.placed && offset == Offset::ZERO => reason = PlacementReason::First,
            None if reason == PlacementReason::Follows && self.after_size_attribute => reason = PlacementReason::AfterSizeAttribute,
            None => {
                if let (PlacementReason::Follows, Some((end, align))) = (reason, rounded_up) {
                    (before, reason) = (end, PlacementReason::AfterZeroWidth(align));
                }
            }
        }
        if let Some(align) = layouter.requested_align(field).filter(|align| !offset.is_aligned(*align)) {
            (offset, reason) = (offset.align_to(align).ok_or(overflow)?, PlacementReason::AlignedAs(align));
        }
        // If the rules give the offset of a compiled file, they are the reason for it.
        if let Some((position, place)) = stated.filter(|&(position, _)| position != offset) {
            (offset, reason) = (position, PlacementReason::Explicit(place));
        }
        if !self.short.is_zero() {
            return Err(overflow);
        }
        self.placed = true;
        let mut placed = FieldLayout {
            offset,
            size: member_to_place.layout.size,
            cursor: before.min(offset),
            reason,
            bits: None,
            read: ReadShift::default(),
        };
        let extent = self.extent(layouter, field, member_to_place.layout, &mut placed).ok_or(overflow)?;
        if layouter.rules().struct_size == StructSize::Recounted {
            let is_fixed = matches!(reason, PlacementReason::Explicit(_)) || self.contiguous || layouter.is_explicitly_sized(field);
            let fixed = is_fixed.then_some((offset, extent));
            self.recount(layouter, &member_to_place, fixed).ok_or(overflow)?;
        }
        self.occupy(layouter, member_to_place.ty, &placed, extent).ok_or(overflow)?;
        placed.read = ReadShift::between(offset, layouter.layouts.first_read(layouter.module, field.ty, offset));
        Ok(placed)
    }

    /// The offset after the preceding members.
    fn next(&mut self, layouter: &TypeLayouter<'_>, ty: TypeId, member_to_place: &MemberToPlace<'_>) -> Option<(Offset, PlacementReason)> {
        if !self.contiguous {
            return place_member(self.placement, &mut self.cursor, member_to_place, layouter.module);
        }
        let (offset, reason) = round_up(self.cursor.at, layouter.scalar_align(ty))?;
        Some((offset, if let PlacementReason::Aligned(align) = reason { PlacementReason::Contiguous(align) } else { reason }))
    }

    /// The distance by which this field, and not only its type, displaces the next member.
    fn extent(&mut self, layouter: &TypeLayouter<'_>, field: &Field, ty: &TypeLayout, placed: &mut FieldLayout) -> Option<Extent> {
        // libslang 2026.12 underestimates some handles in structs, but not among the parameters of a scope (measured).
        let is_parameter = ty.shape == Shape::Resource && layouter.owners.is_scope(self.ty);
        let mut extent = if is_parameter { ty.extent.max(Extent::new(ty.size)?) } else { ty.extent };
        if let Some(bitfield) = field.bitfield {
            placed.bits = Some(BitRange { first: 0, width: bitfield.width });
            self.unit = Some(AllocationUnit {
                offset: placed.offset,
                ty: field.ty,
                spelling: bitfield.spelling,
                bytes: ty.size.bytes(),
                used: bitfield.width,
                opened_by: layouter.layouts.fields.len(),
            });
            if layouter.rules().bitfields == Bitfields::Packed {
                placed.size = bytes_of(bitfield.width);
                extent = Extent::new(placed.size)?;
            }
        }
        if layouter.rules().llvm_shapes == LlvmShapes::Clang22 {
            self.slack = self.slack.plus(layouter.contained_size(ty)?.minus(ty.extent)?)?;
            // The members of a base class are members of the struct.
            let own = layouter.slack[field.ty.index()];
            if field.role == FieldRole::Base && !own.is_zero() {
                self.slack = self.slack.plus(own)?;
                extent = extent.minus(own)?;
                placed.size = extent.as_size();
            }
        }
        let requested = match layouter.requested_size(field) {
            Some(size) => Extent::new(size)?.max(extent),
            None => extent,
        };
        self.after_size_attribute = requested > extent;
        Some(requested)
    }

    /// Moves the cursor past a field.
    fn occupy(&mut self, layouter: &TypeLayouter<'_>, ty: &Type, placed: &FieldLayout, extent: Extent) -> Option<()> {
        let end = Extent::up_to(placed.offset)?.plus(extent)?;
        self.short = end.min(Extent::ZERO);
        self.cursor.at = end.as_size().into();
        let in_use = match ty {
            Type::Array { count: Count::Known(0), .. } => placed.offset,
            // The bytes that DXC reserves for a structured buffer count, although they are unused.
            Type::Resource(_) if layouter.layouts.sizes == Sizes::Reflection => self.cursor.at,
            Type::Resource(_) if matches!(layouter.rules().resources, Resources::Handles(_)) => self.cursor.at,
            _ => placed.offset.plus(placed.size)?,
        };
        // A handle may be larger than the bytes reserved for it: libslang 2026.12 does so for textures with their samplers.
        let reach = match ty {
            Type::Resource(_) if matches!(layouter.rules().resources, Resources::Handles(_)) => placed.offset.plus(placed.size)?,
            _ => in_use,
        };
        self.crowded |= placed.offset < self.reach && placed.offset < reach;
        self.reach = self.reach.max(reach);
        self.in_use = self.in_use.max(in_use);
        Some(())
    }

    /// The offset of a bit-field that shares the allocation unit of the previous one; `None` if it does not.
    fn share_unit(&mut self, layouter: &mut TypeLayouter<'_>, ty: TypeId, bits: Bitfield) -> Result<Option<FieldLayout>, LayoutError> {
        let overflow = LayoutError::Overflow(self.ty);
        let rules = layouter.rules();
        if bits.width == 0 && matches!(rules.bitfields, Bitfields::SameSize | Bitfields::Packed) {
            self.unit = None;
            if rules.bitfields == Bitfields::Packed {
                let align = Align::new(layouter.layouts.get(ty)?.size.bytes()).unwrap_or(Align::ONE);
                let end = self.cursor.at.align_to(align).ok_or(overflow)?;
                let before = self.rounded_up.map_or(self.cursor.at, |(before, _)| before);
                self.rounded_up = (end != self.cursor.at).then_some((before, align)).or(self.rounded_up);
                self.cursor.at = end;
                self.in_use = self.in_use.max(end);
            }
            return Ok(Some(self.without_bytes()));
        }
        let layout = *layouter.layouts.get(ty)?;
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
            reason: PlacementReason::SharesUnit,
            bits: Some(BitRange { first: unit.used, width: bits.width }),
            read: ReadShift::default(),
        };
        unit.used = used;
        let has_same_spelling = std::mem::replace(&mut unit.spelling, bits.spelling) == bits.spelling;
        if rules.bitfields == Bitfields::Packed {
            let size = bytes_of(used);
            self.cursor.at = unit.offset.plus(size).ok_or(overflow)?;
            self.in_use = self.in_use.max(self.cursor.at);
            // In types of buffers, which never contain bit-fields, the fields are not known yet.
            if let Some(opener) = layouter.layouts.fields.get_mut(unit.opened_by) {
                opener.size = size;
            }
        }
        if !has_same_spelling && rules.struct_size == StructSize::Recounted {
            self.recount = self.recount.align_to(layout.align).and_then(|position| layout.extent.end_at(position)).ok_or(overflow)?;
        }
        Ok(Some(placed))
    }

    /// Continues the count of [`StructSize::Recounted`], which does not align members without bytes. `fixed`: the offset and the extent of
    /// a member that the placement does not determine.
    fn recount(&mut self, layouter: &TypeLayouter<'_>, member_to_place: &MemberToPlace<'_>, fixed: Option<(Offset, Extent)>) -> Option<()> {
        let mut cursor = PlacementCursor { at: self.recount, ..PlacementCursor::default() };
        let (at, extent) = match fixed {
            Some(fixed) => fixed,
            None if member_to_place.layout.extent.is_zero() => (self.recount, member_to_place.layout.extent),
            None => (place_member(self.placement, &mut cursor, member_to_place, layouter.module)?.0, member_to_place.layout.extent),
        };
        self.recount = extent.end_at(at)?;
        Some(())
    }
}

fn bytes_of(bits: u32) -> Size {
    Size::new(u64::from(bits.div_ceil(8)))
}

/// The attributes of a member, where the rules honor them.
impl TypeLayouter<'_> {
    fn requested_align(&self, field: &Field) -> Option<Align> {
        match self.rules().member_align {
            _ if field.annotations.is_empty() || self.module.language.attributes_verify() => None,
            MemberAlign::Applies | MemberAlign::AlignsMembersOnly => field.align().map(|(align, _)| align),
            MemberAlign::Verified => None,
        }
    }

    fn requested_size(&self, field: &Field) -> Option<Size> {
        match self.rules().member_size {
            MemberSize::Applies if !self.module.language.attributes_verify() => field.size().map(|(size, _)| size),
            MemberSize::Applies | MemberSize::Verified => None,
        }
    }

    /// Whether it is a specialization constant that is not in the buffer.
    fn is_outside_memory(&self, field: &Field) -> bool {
        self.profile.specialization_constants == SpecializationConstants::Separate && field.is_specialization_constant()
    }

    fn is_explicitly_sized(&self, field: &Field) -> bool {
        self.requested_align(field).is_some() || self.requested_size(field).is_some()
    }

    /// The size of the widest scalar of a type, as an alignment.
    fn scalar_align(&self, ty: TypeId) -> Align {
        Align::new(self.nesting[ty.index()].number).unwrap_or(Align::ONE)
    }
}
