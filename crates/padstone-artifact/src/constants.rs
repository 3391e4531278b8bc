//! The integer constants of array lengths, including specialization constants with their defaults.

use std::collections::HashMap;

use rspirv::spirv::Op;

use crate::words::SpirvId;

/// Integer constants of a module, by id.
#[derive(Default)]
pub(crate) struct Constants {
    values: HashMap<SpirvId, ConstantBits>,
}

/// The low bits of a number, and their count.
#[derive(Clone, Copy, Debug)]
struct ConstantBits {
    value: u64,
    bits: u32,
}

impl ConstantBits {
    fn new(value: u64, bits: u32) -> ConstantBits {
        let bits = bits.clamp(1, 64);
        let mask = if bits == 64 { u64::MAX } else { (1 << bits) - 1 };
        ConstantBits { value: value & mask, bits }
    }

    fn signed(self) -> i64 {
        let unused = 64 - self.bits;
        (self.value << unused).cast_signed() >> unused
    }
}

impl Constants {
    /// Records a constant of a type with `bits` bits: `operands` are those after its type and id. Values that are not integers,
    /// or are unknown, are skipped.
    pub(crate) fn define(&mut self, op: Op, id: SpirvId, bits: u32, operands: &[u32]) {
        let value = match (op, operands) {
            (Op::Constant | Op::SpecConstant, [low]) => Some(u64::from(*low)),
            (Op::Constant | Op::SpecConstant, [low, high]) => Some(u64::from(*high) << 32 | u64::from(*low)),
            (Op::ConstantTrue | Op::SpecConstantTrue, _) => Some(1),
            (Op::ConstantFalse | Op::SpecConstantFalse | Op::ConstantNull, _) => Some(0),
            (Op::SpecConstantOp, [op, operands @ ..]) => self.operation(*op, operands),
            _ => None,
        };
        if let Some(value) = value {
            self.values.entry(id).or_insert(ConstantBits::new(value, bits));
        }
    }

    /// The value of an integer constant as an unsigned number.
    pub(crate) fn get(&self, id: SpirvId) -> Option<u64> {
        self.values.get(&id).map(|constant| constant.value)
    }

    /// SPIR-V 1.6, OpSpecConstantOp: the integer operations of shaders. Signed division by zero has no result.
    fn operation(&self, op: u32, operands: &[SpirvId]) -> Option<u64> {
        let constant = |index: usize| operands.get(index).and_then(|id| self.values.get(id)).copied();
        let a = constant(0)?;
        match Op::from_u32(op)? {
            Op::UConvert => return Some(a.value),
            Op::SConvert => return Some(a.signed().cast_unsigned()),
            Op::SNegate => return Some(a.value.wrapping_neg()),
            Op::Not => return Some(!a.value),
            Op::LogicalNot => return Some(u64::from(a.value == 0)),
            Op::Select => return constant(if a.value != 0 { 1 } else { 2 }).map(|chosen| chosen.value),
            _ => {}
        }
        let b = constant(1)?;
        let shift = u32::try_from(b.value).ok().filter(|&shift| shift < a.bits);
        let (left, right) = (a.signed(), b.signed());
        let from_bool = |from_bool: bool| Some(u64::from(from_bool));
        match Op::from_u32(op)? {
            Op::IAdd => Some(a.value.wrapping_add(b.value)),
            Op::ISub => Some(a.value.wrapping_sub(b.value)),
            Op::IMul => Some(a.value.wrapping_mul(b.value)),
            Op::UDiv => a.value.checked_div(b.value),
            Op::UMod => a.value.checked_rem(b.value),
            Op::SDiv => left.checked_div(right).map(i64::cast_unsigned),
            Op::SRem => left.checked_rem(right).map(i64::cast_unsigned),
            Op::SMod => {
                left.checked_rem(right).map(|rem| if rem != 0 && (rem < 0) != (right < 0) { rem + right } else { rem }.cast_unsigned())
            }
            Op::ShiftLeftLogical => Some(a.value << shift?),
            Op::ShiftRightLogical => Some(a.value >> shift?),
            Op::ShiftRightArithmetic => Some((left >> shift?).cast_unsigned()),
            Op::BitwiseAnd => Some(a.value & b.value),
            Op::BitwiseOr => Some(a.value | b.value),
            Op::BitwiseXor => Some(a.value ^ b.value),
            Op::LogicalAnd => from_bool(a.value != 0 && b.value != 0),
            Op::LogicalOr => from_bool(a.value != 0 || b.value != 0),
            Op::IEqual | Op::LogicalEqual => from_bool(a.value == b.value),
            Op::INotEqual | Op::LogicalNotEqual => from_bool(a.value != b.value),
            Op::ULessThan => from_bool(a.value < b.value),
            Op::ULessThanEqual => from_bool(a.value <= b.value),
            Op::UGreaterThan => from_bool(a.value > b.value),
            Op::UGreaterThanEqual => from_bool(a.value >= b.value),
            Op::SLessThan => from_bool(left < right),
            Op::SLessThanEqual => from_bool(left <= right),
            Op::SGreaterThan => from_bool(left > right),
            Op::SGreaterThanEqual => from_bool(left >= right),
            _ => None,
        }
    }
}
