//! Layout units: bytes, registers, bindings, spaces and others.

use std::fmt;

use padstone_model::{RegisterClass, ResourceClass};
use smallvec::SmallVec;

/// The units that parameters take: bytes, registers, bindings, and others. Each unit is counted separately.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum LayoutUnit {
    /// `b` registers of D3D, buffers of Metal.
    ConstantBuffer,
    /// `t` registers of D3D, textures of Metal.
    ShaderResource,
    /// `u` registers of D3D.
    UnorderedAccess,
    /// Locations of stage inputs.
    VaryingInput,
    /// Locations of stage outputs.
    VaryingOutput,
    /// `s` registers of D3D, samplers of Metal.
    SamplerState,
    /// Bytes of ordinary data.
    Uniform,
    /// Bindings of Vulkan and WebGPU.
    DescriptorTableSlot,
    /// Ids of specialization constants.
    SpecializationConstant,
    /// Blocks of push constants.
    PushConstantBuffer,
    /// The first of the spaces that a variable has for itself.
    RegisterSpace,
    /// Unspecialized types.
    Generic,
    /// Ray payloads.
    RayPayload,
    /// Hit attributes.
    HitAttributes,
    /// Callable payloads.
    CallablePayload,
    /// Shader records.
    ShaderRecord,
    /// Interface types.
    ExistentialTypeParam,
    /// Interface values.
    ExistentialObjectParam,
    /// Whole spaces or sets.
    SubElementRegisterSpace,
    /// Input attachments.
    InputAttachmentIndex,
    /// Elements of a Metal argument buffer.
    MetalArgumentBufferElement,
}

impl LayoutUnit {
    pub(crate) fn of_class(class: ResourceClass) -> LayoutUnit {
        match class {
            ResourceClass::ConstantBuffer => LayoutUnit::ConstantBuffer,
            ResourceClass::ShaderResource => LayoutUnit::ShaderResource,
            ResourceClass::UnorderedAccess => LayoutUnit::UnorderedAccess,
            ResourceClass::Sampler => LayoutUnit::SamplerState,
        }
    }

    /// The layout unit of a register class; `None` for `c` and `i`.
    pub(crate) fn of_letter(class: RegisterClass) -> Option<LayoutUnit> {
        Some(match class {
            RegisterClass::B => LayoutUnit::ConstantBuffer,
            RegisterClass::T => LayoutUnit::ShaderResource,
            RegisterClass::U => LayoutUnit::UnorderedAccess,
            RegisterClass::S => LayoutUnit::SamplerState,
            RegisterClass::C | RegisterClass::I => return None,
        })
    }

    /// The letter of its registers.
    pub(crate) fn letter(self) -> Option<char> {
        Some(match self {
            LayoutUnit::ConstantBuffer => 'b',
            LayoutUnit::ShaderResource => 't',
            LayoutUnit::UnorderedAccess => 'u',
            LayoutUnit::SamplerState => 's',
            _ => return None,
        })
    }

    /// The attribute that specifies a slot in Metal, such as `buffer` in `[[buffer(1)]]`.
    pub fn metal_attribute(self) -> Option<&'static str> {
        Some(match self {
            LayoutUnit::ConstantBuffer | LayoutUnit::UnorderedAccess => "buffer",
            LayoutUnit::ShaderResource => "texture",
            LayoutUnit::SamplerState => "sampler",
            LayoutUnit::MetalArgumentBufferElement => "id",
            _ => return None,
        })
    }

    /// Whether it counts descriptors.
    pub(crate) fn is_slot(self) -> bool {
        self == LayoutUnit::DescriptorTableSlot || self.letter().is_some()
    }
}

/// An amount of a layout unit.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Amount {
    /// A finite amount.
    Finite(u64),
    /// Unbounded.
    Unbounded,
    /// Unknown: the front end did not understand a part of the type, the amount does not fit 64 bits, or it is unknown until
    /// linking.
    Unknown,
}

impl fmt::Display for Amount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Amount::Finite(number) => number.fmt(f),
            Amount::Unbounded => f.pad("unbounded"),
            Amount::Unknown => f.pad("unknown"),
        }
    }
}

/// The second largest 64-bit number.
const LAST: u64 = u64::MAX - 1;

/// A number of the source as libslang 2026.12 stores it: sign-extended from 32 bits to an unsigned 64-bit number. Numbers of more than
/// 31 bits are locations that no device has.
pub(crate) fn with_sign(number: u32) -> u64 {
    i64::from(number.cast_signed()).cast_unsigned()
}

impl From<u64> for Amount {
    fn from(number: u64) -> Amount {
        Amount::Finite(number)
    }
}

impl Amount {
    /// The amount, if it is finite.
    pub const fn finite(self) -> Option<u64> {
        match self {
            Amount::Finite(amount) => Some(amount),
            Amount::Unbounded | Amount::Unknown => None,
        }
    }

    /// The amount as a slot of a device; unknown if it does not fit in 32 bits.
    #[must_use]
    pub fn as_device_slot(self) -> Amount {
        match self {
            Amount::Finite(number) if u32::try_from(number).is_err() => Amount::Unknown,
            place => place,
        }
    }

    /// The end of a range of this amount from `first` on. An unknown amount counts as 0 (libslang 2026.12, measured).
    pub(crate) fn end(self, first: u64) -> u64 {
        match self {
            Amount::Finite(count) => first.saturating_add(count),
            Amount::Unbounded => u64::MAX,
            Amount::Unknown => first,
        }
    }

    /// The number that libslang 2026.12 stores for it.
    pub(crate) fn as_stored(self) -> u64 {
        match self {
            Amount::Finite(number) => number,
            Amount::Unbounded => u64::MAX,
            Amount::Unknown => LAST,
        }
    }

    /// The end of an explicitly bound range. An unknown amount counts as unbounded if it starts at one of the first three slots, and as 0
    /// otherwise (libslang 2026.12, measured).
    pub(crate) fn end_of_explicit(self, first: u64) -> u64 {
        match self {
            Amount::Unknown if first <= 2 => u64::MAX,
            amount => amount.end(first),
        }
    }

    /// A binding as libslang 2026.12 stores it: the last number is "unbounded", the one before "unknown".
    pub(crate) fn numbered(first: u64) -> Amount {
        match first {
            u64::MAX => Amount::Unbounded,
            LAST => Amount::Unknown,
            first => Amount::Finite(first),
        }
    }

    pub(crate) fn is_zero(self) -> bool {
        self == Amount::Finite(0)
    }

    /// The sum; unknown if it does not fit 64 bits.
    #[must_use]
    pub fn plus(self, other: Amount) -> Amount {
        match (self, other) {
            (Amount::Finite(left), Amount::Finite(right)) => left.checked_add(right).map_or(Amount::Unknown, Amount::Finite),
            (Amount::Unknown, _) | (_, Amount::Unknown) => Amount::Unknown,
            (Amount::Unbounded, _) | (_, Amount::Unbounded) => Amount::Unbounded,
        }
    }

    /// A shifted location; unknown if it is below 0.
    pub(crate) fn shifted(self, by: i64) -> Amount {
        match self {
            Amount::Finite(index) => index.checked_add_signed(by).map_or(Amount::Unknown, Amount::Finite),
            other => other,
        }
    }

    /// The count after `more` in a struct. libslang 2026.12 stores "unknown" as 2^64 - 2 and "unbounded" as 2^64 - 1, and adds them like
    /// other numbers (measured): after one texture and an unknown number of textures the sum is "unbounded", and after two it is 0.
    /// [`leaves`](crate::leaves()) determines which of these are locations.
    pub(crate) fn slots_after(self, more: Amount) -> Amount {
        match (self, more) {
            (Amount::Finite(1), Amount::Unknown) => Amount::Unbounded,
            (Amount::Finite(before @ 2..), Amount::Unknown) => Amount::Finite(before - 2),
            (Amount::Unbounded, Amount::Unknown) => Amount::Finite(u64::MAX - 2),
            (Amount::Unbounded, Amount::Finite(_)) => Amount::Unknown,
            _ => match self.plus(more) {
                Amount::Finite(number) => Amount::numbered(number),
                sum => sum,
            },
        }
    }

    pub(crate) fn times(self, other: Amount) -> Amount {
        match (self, other) {
            (Amount::Finite(left), Amount::Finite(right)) => left.checked_mul(right).map_or(Amount::Unknown, Amount::Finite),
            (Amount::Unknown, _) | (_, Amount::Unknown) => Amount::Unknown,
            (Amount::Finite(0), _) | (_, Amount::Finite(0)) => Amount::Finite(0),
            (Amount::Unbounded, _) | (_, Amount::Unbounded) => Amount::Unbounded,
        }
    }
}

/// An amount of one layout unit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Counter {
    /// The layout unit.
    pub kind: LayoutUnit,
    /// The amount.
    pub amount: Amount,
}

/// The layout units that a type or variable takes: a counter for each unit, in order of appearance. Most types take one layout unit only.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct UnitCounters(SmallVec<[Counter; 1]>);

impl UnitCounters {
    /// The counters.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Counter> + '_ {
        self.0.iter().copied()
    }

    /// The amount of a layout unit, if it takes any.
    pub fn get(&self, kind: LayoutUnit) -> Option<Amount> {
        self.0.iter().find(|counter| counter.kind == kind).map(|counter| counter.amount)
    }

    /// Whether it takes nothing.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The amount of a layout unit; 0 if it takes none.
    pub(crate) fn amount(&self, kind: LayoutUnit) -> Amount {
        self.get(kind).unwrap_or(Amount::Finite(0))
    }

    /// Adds to a counter. An amount of 0 does not create one.
    pub(crate) fn add(&mut self, kind: LayoutUnit, amount: Amount) {
        if !amount.is_zero() {
            let counter = self.entry(kind);
            *counter = counter.plus(amount);
        }
    }

    pub(crate) fn add_all(&mut self, other: &UnitCounters) {
        other.iter().for_each(|counter| self.add(counter.kind, counter.amount));
    }

    /// The counter of a layout unit, which starts at 0.
    pub(crate) fn entry(&mut self, kind: LayoutUnit) -> &mut Amount {
        let index = self.0.iter().position(|counter| counter.kind == kind).unwrap_or_else(|| {
            self.0.push(Counter { kind, amount: Amount::Finite(0) });
            self.0.len() - 1
        });
        &mut self.0[index].amount
    }

    pub(crate) fn remove(&mut self, kinds: &[LayoutUnit]) {
        self.0.retain(|counter| !kinds.contains(&counter.kind));
    }
}

/// The location of a variable in one layout unit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UnitOffset {
    /// The layout unit.
    pub kind: LayoutUnit,
    /// The first register, binding or byte. Unbounded after an unbounded array.
    pub index: Amount,
    /// The space or set.
    pub space: u64,
}

/// The location of a variable in each layout unit that it takes.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct UnitOffsets(SmallVec<[UnitOffset; 1]>);

impl UnitOffsets {
    /// The locations.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = UnitOffset> + '_ {
        self.0.iter().copied()
    }

    /// The location in a layout unit.
    pub fn get(&self, kind: LayoutUnit) -> Option<UnitOffset> {
        self.0.iter().find(|place| place.kind == kind).copied()
    }

    /// The first index in a layout unit; 0 if it takes none.
    pub fn index(&self, kind: LayoutUnit) -> Amount {
        self.get(kind).map_or(Amount::Finite(0), |place| place.index)
    }

    /// The space in a layout unit, including the space that the whole variable has for itself.
    pub fn space(&self, kind: LayoutUnit) -> u64 {
        let whole_space = self.get(kind).map_or(0, |place| place.space);
        whole_space.saturating_add(self.first_space(LayoutUnit::RegisterSpace))
    }

    /// The first space of a layout unit that counts spaces; 0 if it takes none.
    pub fn first_space(&self, kind: LayoutUnit) -> u64 {
        self.index(kind).finite().unwrap_or(0)
    }

    /// These locations, with one of them replaced.
    #[must_use]
    pub fn with(mut self, place: UnitOffset) -> UnitOffsets {
        self.set(place.kind, place.index, place.space);
        self
    }

    pub(crate) fn set(&mut self, kind: LayoutUnit, index: impl Into<Amount>, space: u64) {
        let unit_offset = UnitOffset { kind, index: index.into(), space };
        match self.0.iter_mut().find(|other| other.kind == kind) {
            Some(other) => *other = unit_offset,
            None => self.0.push(unit_offset),
        }
    }

    pub(crate) fn iter_mut(&mut self) -> impl Iterator<Item = &mut UnitOffset> {
        self.0.iter_mut()
    }

    /// Forgets the locations in some layout units.
    pub(crate) fn remove(&mut self, mut is_removed: impl FnMut(LayoutUnit) -> bool) {
        self.0.retain(|place| !is_removed(place.kind));
    }
}
