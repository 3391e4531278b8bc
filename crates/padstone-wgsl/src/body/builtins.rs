//! The functions of the language that have no value before the shader runs, textures left out (WGSL, sections 17.4, 17.6
//! to 17.9 and 17.11 to 17.13).

use crate::predeclared::RuntimeFunction;
use padstone_model::Stage;

/// What a function takes and returns.
pub(super) struct Function {
    pub(super) name: RuntimeFunction,
    pub(super) takes: &'static [ParameterType],
    pub(super) returns: ReturnType,
}

/// What a parameter takes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum ParameterType {
    /// Numbers and vectors of a set of types, which is the type `T`.
    T(NumericTypes),
    /// The type `T`.
    Same,
    /// `i32` or `u32`, the number of an invocation.
    Lane,
    /// The same, and it must be a constant.
    ConstLane,
    /// `u32`, the distance to an invocation.
    Delta,
    Bool,
    /// A pointer to an `atomic<T>`.
    Atomic,
    /// A pointer to an array whose size is known at run time.
    RuntimeArray,
    /// A pointer to a `T` or `atomic<T>` in `workgroup`.
    Workgroup,
}

/// A set of scalars and vectors of them.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum NumericTypes {
    Numeric,
    Integer,
    F32,
}

/// What a function returns.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum ReturnType {
    Nothing,
    T,
    U32,
    Bool,
    /// `vec4<u32>`
    Ballot,
    /// Whether an atomic was exchanged, and what it was.
    Exchange,
}

impl Function {
    /// The types of a function; `None` for those of textures and of buffers.
    pub(super) fn of(name: RuntimeFunction) -> Option<Function> {
        use RuntimeFunction as F;
        let (takes, returns): (&'static [ParameterType], ReturnType) = match name {
            F::Dpdx | F::DpdxCoarse | F::DpdxFine | F::Dpdy | F::DpdyCoarse | F::DpdyFine | F::Fwidth | F::FwidthCoarse | F::FwidthFine => {
                (&[ParameterType::T(NumericTypes::F32)], ReturnType::T)
            }
            F::ArrayLength => (&[ParameterType::RuntimeArray], ReturnType::U32),
            F::AtomicLoad => (&[ParameterType::Atomic], ReturnType::T),
            F::AtomicStore => (&[ParameterType::Atomic, ParameterType::Same], ReturnType::Nothing),
            F::AtomicAdd | F::AtomicSub | F::AtomicMax | F::AtomicMin | F::AtomicAnd | F::AtomicOr | F::AtomicXor | F::AtomicExchange => {
                (&[ParameterType::Atomic, ParameterType::Same], ReturnType::T)
            }
            F::AtomicCompareExchangeWeak => (&[ParameterType::Atomic, ParameterType::Same, ParameterType::Same], ReturnType::Exchange),
            F::StorageBarrier | F::TextureBarrier | F::WorkgroupBarrier => (&[], ReturnType::Nothing),
            F::WorkgroupUniformLoad => (&[ParameterType::Workgroup], ReturnType::T),
            F::SubgroupElect => (&[], ReturnType::Bool),
            F::SubgroupAll | F::SubgroupAny => (&[ParameterType::Bool], ReturnType::Bool),
            F::SubgroupBallot => (&[ParameterType::Bool], ReturnType::Ballot),
            F::SubgroupAdd
            | F::SubgroupExclusiveAdd
            | F::SubgroupInclusiveAdd
            | F::SubgroupMul
            | F::SubgroupExclusiveMul
            | F::SubgroupInclusiveMul
            | F::SubgroupMax
            | F::SubgroupMin
            | F::SubgroupBroadcastFirst
            | F::QuadSwapX
            | F::QuadSwapY
            | F::QuadSwapDiagonal => (&[ParameterType::T(NumericTypes::Numeric)], ReturnType::T),
            F::SubgroupAnd | F::SubgroupOr | F::SubgroupXor => (&[ParameterType::T(NumericTypes::Integer)], ReturnType::T),
            F::SubgroupBroadcast | F::QuadBroadcast => {
                (&[ParameterType::T(NumericTypes::Numeric), ParameterType::ConstLane], ReturnType::T)
            }
            F::SubgroupShuffle => (&[ParameterType::T(NumericTypes::Numeric), ParameterType::Lane], ReturnType::T),
            F::SubgroupShuffleUp | F::SubgroupShuffleDown | F::SubgroupShuffleXor => {
                (&[ParameterType::T(NumericTypes::Numeric), ParameterType::Delta], ReturnType::T)
            }
            _ => return None,
        };
        Some(Function { name, takes, returns })
    }
}

impl RuntimeFunction {
    /// Whether it is of the language extension `buffer_view`.
    pub(super) fn is_of_buffers(self) -> bool {
        matches!(self, RuntimeFunction::BufferView | RuntimeFunction::BufferArrayView | RuntimeFunction::BufferLength)
    }

    /// Whether it is of the extension `subgroups`.
    pub(super) fn is_subgroup(self) -> bool {
        self.name().starts_with("subgroup") || self.name().starts_with("quad")
    }

    /// Whether it looks at how something changes from one fragment to the next.
    pub(super) fn is_derivative(self) -> bool {
        use RuntimeFunction as F;
        matches!(self, F::TextureSample | F::TextureSampleBias | F::TextureSampleCompare)
            || self.name().starts_with("dpd")
            || self.name().starts_with("fwidth")
    }

    /// The stages in which it can be called; none if that is in all.
    pub(super) fn stages(self) -> &'static [Stage] {
        use RuntimeFunction as F;
        match self {
            F::StorageBarrier | F::TextureBarrier | F::WorkgroupBarrier | F::WorkgroupUniformLoad => &[Stage::Compute],
            _ if self.is_derivative() => &[Stage::Fragment],
            _ if self.name().starts_with("atomic") || self.is_subgroup() => &[Stage::Fragment, Stage::Compute],
            _ => &[],
        }
    }

    /// Whether a call may appear as a statement although it returns something.
    pub(super) fn may_be_dropped(self) -> bool {
        self.name().starts_with("atomic")
    }
}
