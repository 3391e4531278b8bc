//! Structs: the members that SPIR-V can express, and their decorations.

use padstone_layout::{FieldLayout, PlacementReason};
use padstone_model::{Field, Offset, Size, TypeId};
use padstone_source::Symbol;
use rspirv::spirv::Decoration;

use super::errors::{NamedMember, SpirvError, overlap};
use super::recorded_attributes;
use super::types::{Lowering, SpirvType};

/// SPIR-V 1.6, 2.17, universal limits: the members of a struct.
const MAX_MEMBERS: usize = 16_383;

/// A member that SPIR-V can express.
struct Member<'m> {
    field: &'m Field,
    /// The name; for several bit-fields in one unit, that of the first named one.
    name: Symbol,
    offset: Offset,
    /// The end of the last byte in use, from the layout.
    in_use: Offset,
    lowered: SpirvType,
    /// Whether it does not overlap a preceding member.
    is_unpadded: bool,
}

impl<'m> Lowering<'m> {
    /// A struct type with the members of a struct of the model; `None` if they have no bytes.
    pub(super) fn structure(&mut self, set: usize, ty: TypeId) -> Option<SpirvType> {
        let members = self.members(set, ty);
        if members.is_empty() {
            return None;
        }
        let lowered = self.declare(ty, &members);
        let name = self.module.as_struct(ty).map_or("", |declared| self.module.name(declared.name));
        self.builder.name(lowered.id, name);
        Some(lowered)
    }

    /// A struct type for one block, even without members.
    pub(super) fn block(&mut self, set: usize, ty: TypeId) -> SpirvType {
        let members = self.members(set, ty);
        self.declare(ty, &members)
    }

    fn declare(&mut self, ty: TypeId, members: &[Member<'m>]) -> SpirvType {
        let id = self.builder.structure(members.iter().map(|member| member.lowered.id));
        if self.module.as_struct(ty).is_some_and(|declared| declared.contiguous) {
            self.builder.semantic(id, None, recorded_attributes::CONTIGUOUS.to_owned());
        }
        members.iter().zip(0..).fold(SpirvType::without_bytes(id), |total, (member, index)| {
            let SpirvType { size, align, narrow, .. } = member.lowered;
            self.builder.member_name(id, index, self.module.name(member.name));
            self.decorate(id, index, member.offset, &member.lowered);
            if let Some(words) = recorded_attributes::of_member(self.module, member.field) {
                self.builder.semantic(id, Some(index), words);
            }
            // The members do not overlap, so the sum does not overflow if the offsets do not.
            let end = member.offset.plus(size).map_or(total.size, Offset::as_size);
            SpirvType { size: total.size.max(end), align: total.align.max(align), narrow: total.narrow.or(narrow), ..total }
        })
    }

    /// The offset of a member, and the strides of its matrices.
    pub(super) fn decorate(&mut self, structure: u32, index: u32, offset: Offset, member: &SpirvType) {
        let offset = u32::try_from(offset.bytes()).ok();
        self.builder.decorate_member(structure, index, Decoration::Offset, offset);
        if let Some(matrix) = member.matrix {
            self.builder.decorate_member(structure, index, matrix.major, None);
            self.builder.decorate_member(structure, index, Decoration::MatrixStride, Some(matrix.stride));
        }
    }

    /// The members with bytes that SPIR-V can express; reports the others.
    fn members(&mut self, set: usize, ty: TypeId) -> Vec<Member<'m>> {
        let types = &self.layouts.sets[set];
        let mut members: Vec<Member<'m>> = Vec::new();
        for (field, placed) in types.fields(self.module, ty) {
            if placed.reason == PlacementReason::SharesUnit {
                if let Some(unit) = members.last_mut().filter(|unit| unit.name.is_empty()) {
                    unit.name = field.name;
                }
                continue;
            }
            match self.member(set, field, placed) {
                Ok(found) => members.extend(found),
                Err(error) => self.report(error, field),
            }
        }
        members.retain(|member| member.field.bitfield.is_none() || !member.name.is_empty());
        if let Some(Member { field, .. }) = members.get(MAX_MEMBERS) {
            self.report(SpirvError::Many { most: MAX_MEMBERS }, field);
            members.truncate(MAX_MEMBERS);
        }
        self.without_overlaps(members)
    }

    fn report(&mut self, error: SpirvError, field: &Field) {
        self.diagnostics.extend(error.report(self.module.name(field.name), field.span));
    }

    fn member(&mut self, set: usize, field: &'m Field, placed: &FieldLayout) -> Result<Option<Member<'m>>, SpirvError> {
        if placed.reason == PlacementReason::NoBytes && field.is_specialization_constant() {
            return Ok(None);
        }
        let lowered = match field.bitfield {
            Some(_) => self.unit(set, field, placed)?,
            None => self.lower(set, field.ty)?,
        };
        let Some(lowered) = lowered else { return Ok(None) };
        let FieldLayout { offset, size, .. } = *placed;
        if !offset.is_aligned(lowered.align) {
            return Err(SpirvError::Misaligned { at: offset, align: lowered.align });
        }
        let ends = (offset.plus(size), offset.plus(lowered.size));
        match ends {
            (Some(in_use), Some(end)) if u32::try_from(end.bytes()).is_ok() => {
                Ok(Some(Member { field, name: field.name, offset, in_use, lowered, is_unpadded: true }))
            }
            _ => Err(SpirvError::Large),
        }
    }

    /// The allocation unit of one or more bit-fields; `None` if it has no bits.
    fn unit(&mut self, set: usize, field: &Field, placed: &FieldLayout) -> Result<Option<SpirvType>, SpirvError> {
        let Some(lowered) = self.lower(set, field.ty)? else { return Ok(None) };
        match placed.size {
            Size::ZERO => Ok(None),
            size if size == lowered.size => Ok(Some(lowered)),
            size if matches!(size.bytes(), 1 | 2 | 4 | 8) => Ok(Some(self.int(size.bytes(), false))),
            size => Err(SpirvError::OddUnit(size)),
        }
    }

    /// Removes members that start before the end of others in SPIR-V.
    fn without_overlaps(&mut self, mut members: Vec<Member<'m>>) -> Vec<Member<'m>> {
        let mut by_offset: Vec<usize> = (0..members.len()).collect();
        by_offset.sort_by_key(|&index| members[index].offset);
        let mut before: Option<(usize, Offset)> = None;
        for index in by_offset {
            let member = &members[index];
            let named = |member: &Member<'m>| NamedMember { name: self.module.name(member.field.name), span: member.field.span };
            match before.filter(|&(_, end)| member.offset < end) {
                Some((earlier, end)) => {
                    let earlier = &members[earlier];
                    let found = overlap(named(member), member.offset, named(earlier), earlier.in_use, end);
                    self.diagnostics.push(found);
                    members[index].is_unpadded = false;
                }
                None => before = member.offset.plus(member.lowered.size).map(|end| (index, end)),
            }
        }
        members.retain(|member| member.is_unpadded);
        members
    }
}
