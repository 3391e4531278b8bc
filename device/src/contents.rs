//! The initial contents of buffers.

use half::f16;
use padstone_generate::wgsl::{Buffer, BufferScalar};
use padstone_generate::{Choices, bytes};

/// The initial value of padding bytes.
pub const PADDING: u8 = 0xCC;

/// Bytes for a generated buffer: scalars, and [`PADDING`] between them. Integers are arbitrary; floating-point numbers are
/// small and have few digits, so that sums of them are exact in any order.
pub fn contents(buffer: &Buffer, seed: u64) -> Vec<u8> {
    let size = usize::try_from(buffer.size).expect("a small buffer");
    let mut filled = vec![PADDING; size];
    let decisions = bytes(seed, buffer.values.len() * 4);
    let mut choices = Choices::new(&decisions);
    for &BufferScalar { offset, scalar } in &buffer.values {
        let word = [(); 4].map(|()| choices.byte());
        let small = i8::from_le_bytes([word[0]]);
        let value = match scalar {
            "f32" => (f32::from(small) / 4.0).to_le_bytes().to_vec(),
            "f16" => f16::from(small / 4).to_le_bytes().to_vec(),
            _ => word.to_vec(),
        };
        let position = usize::try_from(offset).expect("the offset is in the buffer");
        filled[position..position + value.len()].copy_from_slice(&value);
    }
    filled
}
