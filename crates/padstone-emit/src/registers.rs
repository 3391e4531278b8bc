//! Byte ranges as the 16-byte registers of a constant buffer: `c2.yzw`, `c4`, `c5-c7.xy`.

use padstone_layout::{Placement, RuleSet};
use padstone_model::{Offset, Size};

use crate::buffer::add_number;

/// Whether a rule set places members in registers.
pub(crate) fn has_registers(rules: &RuleSet) -> bool {
    match rules.buffer_members {
        Placement::Registers
        | Placement::AlignedInRows
        | Placement::SmallInRows
        | Placement::DxcMembers
        | Placement::DxcConstants
        | Placement::ClangRegisters => true,
        Placement::Aligned | Placement::Relaxed => false,
    }
}

/// The registers and components of a range of bytes; empty for no bytes.
pub(crate) fn registers(offset: Offset, size: Size) -> String {
    let mut text = String::new();
    add_registers(&mut text, offset, size);
    text
}

/// Appends the registers and components of a range of bytes to a text.
pub(crate) fn add_registers(text: &mut String, offset: Offset, size: Size) {
    let Some(last) = offset.bytes().checked_add(size.bytes()).and_then(|end| end.checked_sub(1)) else { return };
    if size == Size::ZERO {
        return;
    }
    let (from, to) = (component(offset.bytes()), component(last));
    let (first, last) = (offset.bytes() / 16, last / 16);
    if first == last {
        return add_register(text, first, &COMPONENTS[from..=to]);
    }
    add_register(text, first, &COMPONENTS[from..]);
    text.push('-');
    add_register(text, last, &COMPONENTS[..=to]);
}

fn add_register(text: &mut String, number: u64, components: &str) {
    text.push('c');
    add_number(text, number);
    if components != COMPONENTS {
        text.push('.');
        text.push_str(components);
    }
}

const COMPONENTS: &str = "xyzw";

fn component(offset: u64) -> usize {
    (offset % 16 / 4) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn components_cover_the_occupied_bytes() {
        let check = |offset, size, expected| assert_eq!(registers(Offset::new(offset), Size::new(size)), expected);
        check(0, 0, "");
        check(36, 12, "c2.yzw");
        check(64, 16, "c4");
        check(18, 2, "c1.x");
        check(0, 64, "c0-c3");
        check(16, 44, "c1-c3.xyz");
        check(28, 8, "c1.w-c2.x");
        check(u64::MAX, 2, "");
    }
}
