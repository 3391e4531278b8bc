//! The built-in functions that are evaluated at run time, except those of textures (WGSL, sections 17.4, 17.6 to 17.9 and 17.11 to 17.13).

use crate::predeclared::RuntimeFunction;
use padstone_model::Stage;

/// The parameters and result of a function.
pub(super) struct BuiltinSignature {
    pub(super) name: RuntimeFunction,
    pub(super) expected: &'static [ParameterType],
    pub(super) returns: ReturnType,
}

/// The type of a parameter.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum ParameterType {
    /// Scalars and vectors of a set of types, which become the type `T`.
    T(NumericTypes),
    /// The type `T`.
    Same,
    /// `i32` or `u32`: the index of an invocation.
    Lane,
    /// The same, as a constant.
    ConstLane,
    /// `u32`: the distance to an invocation.
    Delta,
    Bool,
    /// A pointer to an `atomic<T>`.
    Atomic,
    /// A pointer to a runtime-sized array.
    RuntimeArray,
    /// A pointer to a `T` or `atomic<T>` in `workgroup`.
    Workgroup,
    /// A pointer to a `ray_query`.
    RayQuery,
    AccelerationStructure,
    RayDesc,
}

/// A set of scalar types, and vectors of them.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum NumericTypes {
    Numeric,
    Integer,
    F32,
}

/// The result of a function.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum ReturnType {
    Nothing,
    T,
    U32,
    Bool,
    /// `vec4<u32>`
    Ballot,
    /// Whether an atomic was exchanged, and its old value.
    Exchange,
    RayIntersection,
    /// `array<vec3<f32>, 3>`
    Triangle,
}

impl BuiltinSignature {
    /// The types of a function; `None` for those of textures and of buffers.
    pub(super) fn of(name: RuntimeFunction) -> Option<BuiltinSignature> {
        use RuntimeFunction as F;
        let (expected, returns): (&'static [ParameterType], ReturnType) = match name {
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
            F::RayQueryInitialize => {
                (&[ParameterType::RayQuery, ParameterType::AccelerationStructure, ParameterType::RayDesc], ReturnType::Nothing)
            }
            F::RayQueryProceed => (&[ParameterType::RayQuery], ReturnType::Bool),
            F::RayQueryTerminate | F::RayQueryConfirmIntersection => (&[ParameterType::RayQuery], ReturnType::Nothing),
            F::RayQueryGenerateIntersection => (&[ParameterType::RayQuery, ParameterType::T(NumericTypes::F32)], ReturnType::Nothing),
            F::RayQueryGetCandidateIntersection | F::RayQueryGetCommittedIntersection => {
                (&[ParameterType::RayQuery], ReturnType::RayIntersection)
            }
            F::GetCandidateHitVertexPositions | F::GetCommittedHitVertexPositions => (&[ParameterType::RayQuery], ReturnType::Triangle),
            _ => return None,
        };
        Some(BuiltinSignature { name, expected, returns })
    }
}

impl RuntimeFunction {
    /// Whether it belongs to the language extension `buffer_view`.
    pub(super) fn is_of_buffers(self) -> bool {
        matches!(self, RuntimeFunction::BufferView | RuntimeFunction::BufferArrayView | RuntimeFunction::BufferLength)
    }

    /// Whether it belongs to the extension `subgroups`.
    pub(super) fn is_subgroup(self) -> bool {
        self.name().starts_with("subgroup") || self.name().starts_with("quad")
    }

    /// Whether it computes a derivative.
    pub(super) fn is_derivative(self) -> bool {
        use RuntimeFunction as F;
        matches!(self, F::TextureSample | F::TextureSampleBias | F::TextureSampleCompare)
            || self.name().starts_with("dpd")
            || self.name().starts_with("fwidth")
    }

    /// The stages in which it can be called; empty for all stages.
    pub(super) fn stages(self) -> &'static [Stage] {
        use RuntimeFunction as F;
        match self {
            F::StorageBarrier | F::TextureBarrier | F::WorkgroupBarrier | F::WorkgroupUniformLoad => &[Stage::Compute],
            _ if self.is_derivative() => &[Stage::Fragment],
            _ if self.name().starts_with("atomic") || self.is_subgroup() => &[Stage::Fragment, Stage::Compute],
            _ => &[],
        }
    }

    /// Whether its result may be ignored in a call statement.
    pub(super) fn may_be_dropped(self) -> bool {
        self.name().starts_with("atomic") || self == RuntimeFunction::RayQueryProceed
    }
}
