//! Structs: how their members are placed, and their size and alignment.

use padstone_model::{Field, Offset, Size, Struct, StructId, StructKind, TypeId};

use crate::extent::Extent;
use crate::profiles::{CompilerBug, Offsets, PackoffsetScope};
use crate::result::{ExplicitOffset, LayoutError, Shape};
use crate::rules::{Placement, StructSize};
use crate::struct_placement::StructPlacement;
use crate::types::{Described, TypeLayouter, TypeMeasure};
use crate::{OF_CFAMILY, counted, explicit};

impl TypeLayouter<'_> {
    /// Lays out the fields of a struct and returns its size and alignment.
    pub(crate) fn structure(&mut self, ty: TypeId, id: StructId) -> Result<TypeMeasure, LayoutError> {
        let module = self.module;
        let declared = &module.structs[id];
        if self.is_rejected_inside() && self.has_runtime_array_inside(&declared.fields) {
            return Err(LayoutError::Unsized);
        }
        let first = self.layouts.fields.len();
        if OF_CFAMILY && self.described_by == Described::Code && declared.fields.iter().any(|field| field.packoffset().is_some()) {
            // libslang 2026.12: in code, members without packoffset do not always follow those with one.
            return Err(LayoutError::Unknown);
        }
        let run = match declared.kind {
            StructKind::BufferMembers if self.described_by == Described::Code => self.in_order(ty, declared, self.rules().buffer_members),
            StructKind::BufferMembers if OF_CFAMILY && self.owners.registers(ty).is_some() => {
                explicit::lay_out_buffer(self, ty, &declared.fields)
            }
            _ if OF_CFAMILY
                && self.profile.explicit.packoffset_scope == PackoffsetScope::AllMembers
                && declared.fields.iter().any(|field| field.packoffset().is_some()) =>
            {
                explicit::lay_out_struct(self, ty, declared)
            }
            StructKind::BufferMembers => self.in_order(ty, declared, self.rules().buffer_members),
            StructKind::Declared | StructKind::Instance | StructKind::Tuple => self.in_order(ty, declared, self.rules().members),
        };
        let run = run.inspect_err(|&reason| {
            if reason.is_partial() && self.stated.is_none() {
                self.retain_leading(ty, first);
            }
            self.layouts.fields.truncate(first);
        })?;
        if OF_CFAMILY && self.layouts.compiler_bugs.contains(&CompilerBug::CountsPadding) && declared.kind != StructKind::BufferMembers {
            let fields = (&declared.fields[..], &self.layouts.fields[first..]);
            let (shifts, record) = counted::shifts(module, &self.layouts, &self.records, fields);
            self.records.insert(ty, record);
            for (placed, shift) in self.layouts.fields[first..].iter_mut().zip(shifts) {
                placed.read = shift;
            }
        }
        self.layouts.crowded[ty.index()] |= run.crowded;
        self.slack[ty.index()] = run.slack;
        // No type contains a buffer.
        let slack = if declared.kind == StructKind::BufferMembers { Extent::ZERO } else { run.slack };
        self.finish(&run, slack, first).ok_or(LayoutError::Overflow(ty))
    }

    /// Drops the fields before `first`, which precede the first unresolved one.
    fn retain_leading(&mut self, ty: TypeId, first: usize) {
        let mut leading = &self.layouts.fields[first..];
        // The last allocation unit may contain more bit-fields.
        while let Some((last, before)) = leading.split_last()
            && last.bits.is_some()
        {
            leading = before;
        }
        self.layouts.leading.insert(ty, leading.into());
    }

    /// Whether members are aligned like one scalar. This also applies to a contiguous struct in a compiled file, whose offsets
    /// follow from rules too.
    fn is_contiguous(&self, declared: &Struct) -> bool {
        declared.contiguous && self.rules().has_contiguous_structs()
    }

    /// Whether a member before the last one with bytes has no known size. Members without bytes, such as arrays of resources, are allowed.
    fn has_runtime_array_inside(&self, fields: &[Field]) -> bool {
        let has_bytes = |ty: TypeId| self.layouts.get(ty).is_ok_and(|layout| !layout.extent.is_zero());
        let unsized_field = |field: &Field| self.nesting[field.ty.index()].runtime && has_bytes(field.ty);
        let last = fields.iter().rposition(|field| has_bytes(field.ty)).unwrap_or(0);
        fields[..last].iter().any(unsized_field)
    }

    fn in_order(&mut self, ty: TypeId, declared: &Struct, placement: Placement) -> Result<StructPlacement, LayoutError> {
        let mut run = StructPlacement::new(ty, placement);
        run.contiguous = self.is_contiguous(declared);
        let stated = match self.stated {
            Some(stated_layout) => Some(stated_layout.offsets_of(self.module, ty).ok_or(LayoutError::Unknown)?),
            None => None,
        };
        for (index, field) in declared.fields.iter().enumerate() {
            let explicit = match self.profile.explicit.offsets {
                Offsets::Count if !self.module.language.attributes_verify() => self.offset_of_source(field)?,
                Offsets::InCode if self.described_by == Described::Code => self.offset_in_code(field)?,
                _ => None,
            };
            let explicit = explicit.or(stated.map(|offsets| offsets[index]));
            let explicit = explicit.map(|offset| (offset, ExplicitOffset::Offset));
            let layout = run.add(self, field, explicit)?;
            self.layouts.fields.push(layout);
        }
        if declared.kind == StructKind::BufferMembers {
            // The last member of a block may end before others.
            run.cursor.at = run.cursor.at.max(run.in_use);
            run.recount_at_least(run.cursor.at);
        }
        Ok(run)
    }

    /// The offset that the source specifies. glslang 12 rounds it up in blocks of GLSL without a packing qualifier of their own (measured).
    fn offset_of_source(&self, field: &Field) -> Result<Option<Offset>, LayoutError> {
        let Some((bytes, _)) = field.offset() else { return Ok(None) };
        let offset = Offset::new(bytes);
        let rounded = if field.rounds_offset() { offset.align_to(self.layouts.get(field.ty)?.align) } else { Some(offset) };
        rounded.map(Some).ok_or(LayoutError::Overflow(field.ty))
    }

    /// The offset that `[[vk::offset]]` specifies, which libslang 2026.12 rounds up to the member's alignment in code (measured).
    fn offset_in_code(&self, field: &Field) -> Result<Option<Offset>, LayoutError> {
        let Some((bytes, _)) = field.offset() else { return Ok(None) };
        let align = self.layouts.get(field.ty)?.align;
        Offset::new(bytes).align_to(align).map(Some).ok_or(LayoutError::Overflow(field.ty))
    }

    fn finish(&self, run: &StructPlacement, slack: Extent, first: usize) -> Option<TypeMeasure> {
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
        Some(TypeMeasure { extent, in_use, align, shape: Shape::Struct { first } })
    }
}
