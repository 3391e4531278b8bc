//! Members at other offsets or bits, and missing ones.

use padstone_read::layout::BitRange;

use super::fixed_layout::FixedOffset;
use super::{StructComparison, bytes, of_padding, once_fixed};
use crate::debug::{HostMember, HostShape};
use crate::shader_members::ShaderMember;

/// A member of the shader and of the program, with its first bit in each, from the start of the struct.
#[derive(Clone, Copy)]
pub(super) struct MemberPosition<'a> {
    pub(super) name: &'a str,
    pub(super) shader: u64,
    pub(super) host: u64,
}

/// The members around a member, which may move it.
#[derive(Default)]
pub(super) struct Neighbors<'a> {
    /// The preceding member that the program has.
    pub(super) before: Option<MemberPosition<'a>>,
    /// Whether the size of that member differs, or may differ.
    pub(super) differs: bool,
    /// A member between that one and this one, which the program lacks.
    pub(super) missing: Option<&'a str>,
    /// Whether this member has to move, so that the members have the order of the shader.
    pub(super) moves: bool,
    /// The first member that has to move, if the program has another order.
    pub(super) other_order: Option<&'a str>,
    /// The number of bytes before it that no preceding member of the shader takes, padding included.
    pub(super) gap: u64,
    /// The number of bytes before it that no preceding member of the program takes, padding included.
    pub(super) host_gap: u64,
    /// The position of this member once the preceding ones are fixed, if it is known.
    pub(super) fixed: Option<FixedOffset>,
    /// The fix of the preceding member, if it is an array that takes bytes of this one in the program: see [`StructComparison::without_last_padding`].
    pub(super) larger_array: Option<String>,
}

impl<'a> Neighbors<'a> {
    /// The member whose fix moves this one, `name`, to its offset; `shift` is the number of bits that remain.
    fn cause<'b>(&self, name: &'b str, shift: i128) -> Option<&'b str>
    where
        'a: 'b,
    {
        let missing = self.missing.filter(|_| shift > 0);
        // Without a known position, the fix of another size, or of the order, is assumed to move this member to its offset.
        let is_moved = shift == 0 || self.fixed.is_none() && (self.differs || self.other_order.is_some());
        let before = is_moved.then(|| self.other_order.or(self.before.map(|before| before.name)).unwrap_or(name));
        missing.or(before)
    }

    /// The number of bits by which the offset in the program is too low once the preceding members are fixed.
    fn shift(&self, shader: u64, host: u64) -> i128 {
        match (self.fixed, self.before) {
            (Some(fixed), _) => i128::from(shader) - 8 * i128::from(fixed.offset),
            (None, Some(before)) => i128::from(shader) - i128::from(host) - (i128::from(before.shader) - i128::from(before.host)),
            (None, None) => i128::from(shader) - i128::from(host),
        }
    }
}

impl StructComparison<'_> {
    /// Reports a member at another offset.
    pub(super) fn compare_offset(&mut self, path: &str, known: &ShaderMember<'_>, member: &HostMember, neighbors: Neighbors<'_>) {
        if member.offset == known.offset && neighbors.moves {
            let message = format!("offset {} in both, but after other members", known.offset);
            let bits = known.offset.saturating_mul(8);
            self.report_moved(path, &member.name, message, (bits, bits), PaddingUnit::Bytes, neighbors);
        } else if member.offset != known.offset {
            let fixed = neighbors.fixed.map_or(member.offset, |fixed| fixed.offset);
            let once_fixed = once_fixed(known.offset, member.offset, fixed, "the members before it are");
            let message = format!("offset {} in the shader, {} in the program{once_fixed}", known.offset, member.offset);
            let bits = (known.offset.saturating_mul(8), member.offset.saturating_mul(8));
            self.report_moved(path, &member.name, message, bits, PaddingUnit::Bytes, neighbors);
        }
    }

    /// Compares the bits of a member that is a bit-field in the shader, in the program, or in both. Returns whether their number differs, or may
    /// differ.
    pub(super) fn compare_bits(&mut self, path: &str, known: &ShaderMember<'_>, member: &HostMember, neighbors: Neighbors<'_>) -> bool {
        let (Some(shader), Some(host)) = (known.bit_range(self.module, self.types), bit_range(member)) else {
            let ty = self.module.type_name(known.ty);
            match known.bits {
                Some(bits) => self.differ(
                    path,
                    "a bit-field in the shader, but not in the program".into(),
                    format!("use a bit-field of {}", bit_count(bits.range.width.into())),
                    "use the program's type".into(),
                ),
                None => self.differ(
                    path,
                    format!("{ty} in the shader, a bit-field in the program"),
                    "use the shader's type".into(),
                    "use a bit-field".into(),
                ),
            }
            return true;
        };
        if shader == host {
            return false;
        }
        let ((first, width), (host_first, host_width)) = (shader, host);
        // Compilers choose other allocation units, so the bits of the program are counted from the shader's if they start in it.
        let unit = known.bits.map_or(width.div_ceil(8), |bits| bits.unit);
        let is_in_unit = (known.offset..known.offset.saturating_add(unit)).contains(&member.offset);
        let bits_text = |(first, width): (u64, u64), offset: u64| {
            let first = first - 8 * offset;
            format!("bits {first}..{} at offset {offset}", first + width)
        };
        let message = format!(
            "{} in the shader, {} in the program",
            bits_text(shader, known.offset),
            bits_text(host, if is_in_unit { known.offset } else { member.offset })
        );
        if width == host_width {
            let is_other_unit = !is_in_unit && first % 8 == host_first % 8;
            let unit = if is_other_unit { PaddingUnit::Bytes } else { PaddingUnit::Bits };
            self.report_moved(path, &member.name, message, (first, host_first), unit, neighbors);
            return false;
        }
        let declare = |width: u64| format!("declare it with {}", bit_count(width));
        let program = match self.is_rust {
            true => format!("Rust has no bit-fields: declare one member of {} for all of them, with another name", bytes(unit)),
            false => declare(width),
        };
        self.differ(path, message, program, declare(host_width));
        true
    }

    /// Reports a member that starts at other bits.
    fn report_moved(
        &mut self,
        path: &str,
        name: &str,
        message: String,
        (shader, host): (u64, u64),
        amount: PaddingUnit,
        neighbors: Neighbors<'_>,
    ) {
        if neighbors.moves {
            let place = neighbors.before.map_or("to the start".to_owned(), |before| format!("after `{}`", before.name));
            return self.differ(path, message, format!("move `{name}` {place}"), format!("declare `{name}` in the order of the program"));
        }
        let distance = i128::from(shader) - i128::from(host);
        let shift = neighbors.shift(shader, host);
        if let Some(cause) = neighbors.cause(name, shift) {
            let fix = format!("caused by `{cause}`; fix that first");
            self.differ(path, message, fix.clone(), fix);
            self.report.differences.iter_mut().last().into_iter().for_each(|difference| difference.is_consequence = true);
            return;
        }
        // A bit-field before it may have moved by less than a byte.
        let shift = if matches!(amount, PaddingUnit::Bytes) && shift % 8 != 0 { distance } else { shift };
        let bits: u64 = shift.unsigned_abs().try_into().unwrap_or(u64::MAX);
        let (padding, count, is_implicit) = match amount {
            PaddingUnit::Bits => (format!("{} of padding", bit_count(bits)), bit_count(bits), false),
            PaddingUnit::Bytes => {
                let gap = if shift > 0 { neighbors.gap } else { neighbors.fixed.map_or(neighbors.host_gap, |fixed| fixed.gap) };
                (of_padding(bits / 8), bytes(bits / 8), gap >= bits / 8)
            }
        };
        let add = format!("add {padding} before it");
        let remove = match neighbors.larger_array {
            Some(fix) if shift < 0 => fix,
            _ if is_implicit && shift > 0 => {
                format!("no member takes the {count} before it: move another member there, or change the program")
            }
            _ if is_implicit => format!("no member takes the {count} before it: use a less aligned type, or change the shader"),
            _ => format!("remove {count} before it: padding, or a preceding member that is larger or more aligned"),
        };
        match amount {
            _ if shift <= 0 => self.differ(path, message, remove, add),
            PaddingUnit::Bits => self.differ(path, message, add, remove),
            PaddingUnit::Bytes => {
                let declaration = self.new_padding(bits / 8);
                self.differ(path, message, format!("{add}: {declaration}"), remove);
            }
        }
    }

    /// Reports a member that the program lacks; `base` is the offset of the shader's struct in that of the program.
    pub(super) fn report_missing(&mut self, path: &str, known: &ShaderMember<'_>, base: u64) {
        let offset = base + known.offset;
        let (place, host_fix) = match known.bits {
            None => (format!("offset {offset}"), format!("add a member `{}` at offset {offset}", known.name)),
            Some(bits) => {
                let BitRange { first, width } = bits.range;
                let fix = format!("add an integer of {} at offset {offset}, the allocation unit of its bit-fields", bytes(bits.unit));
                (format!("bits {first}..{} at offset {offset}", first + width), fix)
            }
        };
        let message = format!("{place} in the shader, missing in the program");
        self.differ(path, message, host_fix, "remove it, or rename it to match the program".into());
    }
}

/// The unit of the padding that moves a member.
#[derive(Clone, Copy)]
enum PaddingUnit {
    Bits,
    Bytes,
}

/// The first bit and the width of a bit-field or of an integer.
fn bit_range(member: &HostMember) -> Option<(u64, u64)> {
    let first = member.offset.saturating_mul(8);
    match (member.bits, &member.ty.shape) {
        (Some(bits), _) => Some((first.saturating_add(bits.first.into()), bits.width.into())),
        (None, HostShape::Scalar { float: false }) => Some((first, member.ty.size.saturating_mul(8))),
        _ => None,
    }
}

fn bit_count(count: u64) -> String {
    if count == 1 { "1 bit".to_owned() } else { format!("{count} bits") }
}
