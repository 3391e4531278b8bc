//! The layout of the program's types once their mismatches are fixed: which members a fix moves, and to which offset.
//!
//! Debug information has offsets, but no alignments. They follow from the offsets: a member has the alignment that explains its offset after the
//! member before it. Where no alignment explains the offsets (unions, explicit offsets), nothing is predicted, and nothing from the first bit-field on.

use std::collections::HashMap;

use crate::debug::{HostMember, HostShape, HostType};

/// A type of the program after the fixes.
#[derive(Clone, Copy, Debug)]
pub(super) struct FixedType {
    pub(super) size: u64,
    pub(super) align: u64,
    /// The number of bytes without tail padding.
    pub(super) end: u64,
}

impl FixedType {
    /// A type without mismatches.
    pub(super) fn unchanged(host: &HostType) -> Option<FixedType> {
        let end = match &host.shape {
            HostShape::Record { members } => FixedMembers::new(members, host.size).filter(|members| !members.is_open)?.end,
            _ => host.size,
        };
        Some(FixedType { size: host.size, align: align(host)?, end })
    }

    /// Scalars of a size that end at an offset.
    pub(super) fn scalars(align: u64, end: u64) -> FixedType {
        FixedType { size: end, align, end }
    }

    /// An array of these elements that takes a number of bytes.
    pub(super) fn array(self, size: u64) -> FixedType {
        FixedType { size, align: self.align, end: size }
    }

    /// The type of the program that contains only a type with this fix: `outer` and `inner` are their sizes now.
    pub(super) fn in_wrapper(self, outer: u64, inner: u64) -> FixedType {
        FixedType { size: self.size.saturating_add(outer.saturating_sub(inner)), ..self }
    }
}

/// A member after the fixes, at the offset that it has in the shader.
#[derive(Clone, Copy, Debug)]
pub(super) struct FixedMember {
    /// Its index in the order of the offsets.
    index: usize,
    offset: u64,
    ty: FixedType,
}

/// A position after the fixes.
#[derive(Clone, Copy, Debug)]
pub(super) struct FixedOffset {
    pub(super) offset: u64,
    /// The number of bytes directly before it that no member takes.
    pub(super) gap: u64,
}

/// The members of a struct of the program before its first bit-field, in the order that they have once those out of order have moved.
pub(super) struct FixedMembers<'h> {
    members: Vec<(&'h HostMember, u64)>,
    /// The indices in `members`, in the order of the offsets.
    by_offset: Vec<usize>,
    /// Whether the shader has a member with each of these.
    has_counterpart: Vec<bool>,
    /// Whether a bit-field follows.
    is_open: bool,
    /// The highest alignment of a member.
    members_align: u64,
    align: u64,
    /// The end of the last member.
    end: u64,
}

impl<'h> FixedMembers<'h> {
    /// `None` if no alignments explain the offsets and the size.
    pub(super) fn new(members: &'h [HostMember], size: u64) -> Option<FixedMembers<'h>> {
        let mut sorted: Vec<&HostMember> = members.iter().collect();
        sorted.sort_by_key(|member| member.offset);
        let is_open = sorted.iter().any(|member| member.bits.is_some());
        let (mut end, mut aligned) = (0, Vec::with_capacity(sorted.len()));
        for member in sorted.into_iter().take_while(|member| member.bits.is_none()) {
            let align = explained(end, align(&member.ty)?, member.offset)?;
            end = member.offset.checked_add(member.ty.size)?;
            aligned.push((member, align));
        }
        let members_align = aligned.iter().map(|(_, align)| *align).max().unwrap_or(1);
        let align = if is_open { members_align } else { explained(end, members_align, size)? };
        let count = aligned.len();
        Some(FixedMembers {
            members: aligned,
            by_offset: (0..count).collect(),
            has_counterpart: vec![false; count],
            is_open,
            members_align,
            align,
            end,
        })
    }

    /// Records that the shader has this member.
    pub(super) fn add_counterpart(&mut self, member: &HostMember) {
        if let Some(index) = self.index(member) {
            self.has_counterpart[index] = true;
        }
    }

    /// Moves members: of the members in the order of the shader, each of those with `true` moves after the one before it.
    pub(super) fn reorder(&mut self, in_shader: &[(&HostMember, bool)]) {
        let mut is_moved = vec![false; self.members.len()];
        // By the member that stays before them; `None` at the start.
        let mut following: HashMap<Option<usize>, Vec<usize>> = HashMap::new();
        let mut before = None;
        for (member, moves) in in_shader {
            let Some(index) = self.index(member) else { continue };
            if *moves && !std::mem::replace(&mut is_moved[index], true) {
                following.entry(before).or_default().push(index);
            } else if !*moves {
                before = Some(index);
            }
        }
        let mut order = following.remove(&None).unwrap_or_default();
        for index in (0..self.members.len()).filter(|index| !is_moved[*index]) {
            order.push(index);
            order.extend(following.remove(&Some(index)).unwrap_or_default());
        }
        let mut places = vec![0; order.len()];
        order.iter().enumerate().for_each(|(place, index)| places[*index] = place);
        self.members = order.iter().map(|index| self.members[*index]).collect();
        self.has_counterpart = order.iter().map(|index| self.has_counterpart[*index]).collect();
        self.by_offset.iter_mut().for_each(|index| *index = places[*index]);
    }

    fn index(&self, member: &HostMember) -> Option<usize> {
        let at = |place: usize| self.members[self.by_offset[place]].0;
        let first = self.by_offset.partition_point(|index| self.members[*index].0.offset < member.offset);
        let places = (first..self.by_offset.len()).take_while(|place| at(*place).offset == member.offset);
        places.into_iter().find(|place| std::ptr::eq(at(*place), member)).map(|place| self.by_offset[place])
    }

    /// A member with its fixed type, at the offset that it has in the shader.
    pub(super) fn fixed(&self, member: &HostMember, offset: u64, ty: FixedType) -> Option<FixedMember> {
        let index = self.index(member)?;
        let (known, natural) = (self.members[index].1, align(&member.ty)?);
        // An alignment that the type does not have belongs to the declaration, which keeps it.
        let align = if known == natural { ty.align } else { known };
        Some(FixedMember { index, offset, ty: FixedType { align, ..ty } })
    }

    /// The offset of a member that follows a fixed one, or that is the first one; `None` if other members of the shader are between them.
    /// `fixed_align` is the alignment of its type, if a fix changes it.
    pub(super) fn offset_after(&self, before: Option<FixedMember>, member: &HostMember, fixed_align: Option<u64>) -> Option<FixedOffset> {
        let index = self.index(member)?;
        let (end, unused) = self.end_after(before, index)?;
        let (known, natural) = (self.members[index].1, align(&member.ty)?);
        let offset = end.checked_next_multiple_of(fixed_align.filter(|_| known == natural).unwrap_or(known))?;
        Some(FixedOffset { offset, gap: offset - end + unused })
    }

    /// The end of the members up to `index`, with the number of bytes at that end that no member takes.
    fn end_after(&self, before: Option<FixedMember>, index: usize) -> Option<(u64, u64)> {
        let start = before.map_or(0, |before| before.index + 1);
        if start > index || self.has_counterpart[start..index].contains(&true) {
            return None;
        }
        let (mut end, mut unused) = match before {
            Some(FixedMember { offset, ty, .. }) => (offset.checked_add(ty.size)?, ty.size.saturating_sub(ty.end)),
            None => (0, 0),
        };
        for (member, align) in &self.members[start..index] {
            let start = end.checked_next_multiple_of(*align)?;
            unused = if member.ty.size == 0 { unused + (start - end) } else { 0 };
            end = start.checked_add(member.ty.size)?;
        }
        Some((end, unused))
    }

    /// The struct after the fixes; `last` is its last member that the shader has, `align` the highest alignment of such a member.
    pub(super) fn fixed_type(&self, last: FixedMember, align: u64) -> Option<FixedType> {
        if self.is_open {
            return None;
        }
        let (end, _) = self.end_after(Some(last), self.members.len())?;
        let others = self.members.iter().zip(&self.has_counterpart).filter(|(_, known)| !**known).map(|((_, align), _)| *align);
        let align = if self.align == self.members_align { others.fold(align, u64::max) } else { self.align };
        Some(FixedType { size: end.checked_next_multiple_of(align)?, align, end })
    }
}

impl FixedMember {
    pub(super) fn align(&self) -> u64 {
        self.ty.align
    }
}

/// The alignment of a type, as the compiler placed its members; `None` if none explains them.
fn align(ty: &HostType) -> Option<u64> {
    match &ty.shape {
        HostShape::Array { element, .. } => align(element),
        HostShape::Record { members } => {
            FixedMembers::new(members, ty.size).filter(|members| !members.is_open).map(|members| members.align)
        }
        // Types of 12 bytes, such as `long double` on x86, are aligned to 4.
        HostShape::Scalar { .. } | HostShape::Pointer => Some(1 << ty.size.trailing_zeros().min(4)),
        HostShape::Opaque => Some(1),
    }
}

/// The alignment that explains an offset after the end of what precedes it: that of the type, a higher one that the program requests, or a lower one, in
/// packed structs.
fn explained(end: u64, natural: u64, offset: u64) -> Option<u64> {
    const HIGHEST: u64 = 4096;
    let doubled = std::iter::successors(Some(natural), |align| Some(align * 2).filter(|align| *align <= HIGHEST));
    let halved = std::iter::successors(Some(natural / 2), |align| Some(align / 2)).take_while(|align| *align > 0);
    doubled.chain(halved).find(|align| end.checked_next_multiple_of(*align) == Some(offset))
}
