//! Offsets that diagnostics suggest: in range, and free after the other suggestions.

use std::collections::BTreeMap;
use std::ops::Range;

use padstone_model::{Field, Module, Offset, Size, TypeId};

use super::Check;
use crate::placement::{PlacementCursor, place_member};
use crate::result::{FieldLayout, PlacementReason, TypeLayouts};
use crate::rules::Placement;

/// The registers of a constant buffer: Direct3D 11.3 Functional Specification, 7.5, D3D10_REQ_CONSTANT_BUFFER_ELEMENT_COUNT.
const REGISTERS: u64 = 4096;

/// Whether a member at an offset ends within the registers of a constant buffer.
pub(super) fn fits_registers(offset: Offset, size: Size) -> bool {
    offset.plus(size.max(Size::new(1))).is_some_and(|end| end.bytes() <= REGISTERS * 16)
}

/// The maximum number of gaps tried before the end of all ranges, so that the time stays linear.
const GAPS: usize = 64;

/// The bytes of members that stay and of members at their suggested offsets.
#[derive(Default)]
pub(super) struct TakenBytes {
    /// Disjoint ranges, the end by the start.
    ranges: BTreeMap<Offset, Offset>,
}

impl TakenBytes {
    pub(super) fn take(&mut self, mut range: Range<Offset>) {
        if range.is_empty() {
            return;
        }
        while let Some((&start, &end)) = self.ranges.range(..=range.end).next_back().filter(|(_, end)| **end >= range.start) {
            self.ranges.remove(&start);
            range = range.start.min(start)..range.end.max(end);
        }
        self.ranges.insert(range.start, range.end);
    }

    /// The end of the first range that overlaps another one.
    fn overlapped(&self, range: &Range<Offset>) -> Option<Offset> {
        self.ranges.range(..range.end).next_back().map(|(_, end)| *end).filter(|end| *end > range.start)
    }

    pub(super) fn is_free(&self, range: &Range<Offset>) -> bool {
        self.overlapped(range).is_none()
    }

    /// The end of all ranges.
    pub(super) fn end(&self) -> Offset {
        self.ranges.last_key_value().map_or(Offset::ZERO, |(_, end)| *end)
    }

    /// Takes the first free range from an offset on; `placed` returns the range at or after an offset that the rules allow.
    pub(super) fn take_free(&mut self, from: Offset, placed: impl Fn(Offset) -> Option<Range<Offset>>) -> Option<Offset> {
        let mut range = placed(from)?;
        for _ in 0..GAPS {
            let Some(end) = self.overlapped(&range) else { break };
            range = placed(end)?;
        }
        if !self.is_free(&range) {
            range = placed(self.end())?;
        }
        let start = range.start;
        self.take(range);
        Some(start)
    }
}

/// The members of a struct, some of which have a wrong explicit offset. Members without one move with the member that they follow.
pub(super) struct Runs<'a> {
    types: &'a TypeLayouts,
    placement: Placement,
    members: Vec<(&'a Field, FieldLayout)>,
    taken: TakenBytes,
}

impl<'a> Runs<'a> {
    pub(super) fn new(
        module: &'a Module,
        types: &'a TypeLayouts,
        ty: TypeId,
        placement: Placement,
        is_wrong: impl Fn(&Field, &FieldLayout) -> bool,
    ) -> Runs<'a> {
        let members: Vec<_> = types.fields(module, ty).map(|(field, placed)| (field, *placed)).collect();
        let mut taken = TakenBytes::default();
        let mut moves = false;
        for (field, placed) in &members {
            if is_explicit(placed) {
                moves = is_wrong(field, placed);
            }
            if let (false, Some(end)) = (moves, placed.offset.plus(placed.size)) {
                taken.take(placed.offset..end);
            }
        }
        Runs { types, placement, members, taken }
    }

    /// A free offset for a wrongly placed member, from `from` on, if the others have known offsets; `suits` returns the next offset that the rules allow.
    pub(super) fn suggest(
        &mut self,
        check: &Check<'_>,
        index: usize,
        from: Offset,
        suits: impl Fn(Offset) -> Option<Offset>,
    ) -> Option<Offset> {
        // A struct with an unknown member has no layout.
        let (members, types, placement) = (self.members.get(index..)?, self.types, self.placement);
        self.taken.take_free(from, |position| {
            let start = suits(position)?;
            let mut end = start;
            let mut cursor = PlacementCursor { at: start, ..PlacementCursor::default() };
            for (position, (field, _)) in
                members.iter().enumerate().take_while(|(position, (_, placed))| *position == 0 || !is_explicit(placed))
            {
                let member = types.member_to_place(check.module, check.nesting, field.ty).ok()?;
                let at = if position == 0 { start } else { place_member(placement, &mut cursor, &member, check.module)?.0 };
                cursor.at = member.layout.extent.end_at(at)?;
                end = end.max(cursor.at).max(at.plus(member.layout.size)?);
            }
            Some(start..end)
        })
    }
}

fn is_explicit(placed: &FieldLayout) -> bool {
    matches!(placed.reason, PlacementReason::Explicit(_))
}
