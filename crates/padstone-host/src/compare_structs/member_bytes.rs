//! Which bytes of a struct its members take.

use padstone_read::layout::{TypeLayouts, is_padding};

use crate::debug::HostMember;
use crate::shader_members::ShaderMember;

/// The bytes of the members of a struct.
pub(super) struct MemberBytes {
    /// The start of each member, and the highest end up to that member, in the order of the starts.
    ends: Vec<(u64, u64)>,
    /// The starts of members other than padding, in order, and of what follows the struct.
    starts: Vec<u64>,
}

impl MemberBytes {
    /// The bytes of a struct of the shader that starts at offset `base`, and is followed by other data at offset `next`.
    pub(super) fn of_shader(types: &TypeLayouts, members: &[ShaderMember<'_>], base: u64, next: Option<u64>) -> MemberBytes {
        // A member of unknown size may take all bytes.
        let size = |member: &ShaderMember<'_>| types.get(member.ty).map_or(u64::MAX, |layout| layout.size.bytes());
        let bytes = members.iter().map(|member| {
            let start = base.saturating_add(member.offset);
            (start, start.saturating_add(member.bits.map_or_else(|| size(member), |bits| bits.unit)))
        });
        let starts = members.iter().filter(|member| !is_padding(member.name)).map(|member| base.saturating_add(member.offset));
        MemberBytes::new(bytes.collect(), starts.chain(next).collect())
    }

    /// The bytes of a struct of the program.
    pub(super) fn of_host(members: &[HostMember]) -> MemberBytes {
        let bytes = members.iter().map(|member| (member.offset, member.offset.saturating_add(member.ty.size)));
        MemberBytes::new(bytes.collect(), Vec::new())
    }

    fn new(mut ends: Vec<(u64, u64)>, mut starts: Vec<u64>) -> MemberBytes {
        ends.sort_unstable();
        starts.sort_unstable();
        let mut highest = 0;
        for (_, end) in &mut ends {
            highest = highest.max(*end);
            *end = highest;
        }
        MemberBytes { ends, starts }
    }

    /// The start of the first member after an offset, or of what follows the struct.
    pub(super) fn next_after(&self, offset: u64) -> Option<u64> {
        self.starts.get(self.starts.partition_point(|start| *start <= offset)).copied()
    }

    /// The number of bytes directly before a member that none before it takes.
    pub(super) fn gap_before(&self, start: u64) -> u64 {
        let before = self.ends.partition_point(|(other, _)| *other < start);
        let end = before.checked_sub(1).map_or(0, |last| self.ends[last].1);
        start.saturating_sub(end)
    }
}
