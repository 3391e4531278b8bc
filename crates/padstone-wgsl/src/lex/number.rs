//! The ends of numbers.

use super::chars::byte;

/// The end of the number at `at`, which is a digit, or a dot and a digit. Letters that no number contains are included, because a number
/// and a name are never adjacent: `10px` is one error, not two tokens.
pub(super) fn number_end(bytes: &[u8], at: usize) -> usize {
    let hex = byte(bytes, at) == b'0' && byte(bytes, at + 1) | 0x20 == b'x';
    let mut end = if hex { at + 2 } else { at };
    end = digits(bytes, end, hex);
    if byte(bytes, end) == b'.' {
        end = digits(bytes, end + 1, hex);
    }
    if byte(bytes, end) | 0x20 == if hex { b'p' } else { b'e' } {
        end += 1 + usize::from(matches!(byte(bytes, end + 1), b'+' | b'-'));
        end = digits(bytes, end, false);
    }
    while byte(bytes, end).is_ascii_alphanumeric() || byte(bytes, end) == b'_' {
        end += 1;
    }
    end
}

fn digits(bytes: &[u8], mut position: usize, hex: bool) -> usize {
    while byte(bytes, position).is_ascii_digit() || hex && byte(bytes, position).is_ascii_hexdigit() {
        position += 1;
    }
    position
}
