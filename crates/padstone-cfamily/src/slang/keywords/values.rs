//! Built-in values: enum cases and constants. Each was measured as the size of an array with libslang 2026.12.

use padstone_model::Scalar;

use super::Builtin;
use crate::constants::{Int, Value};

/// The cases of an enum, with consecutive values from 0. Others are in [`OTHER_CASES`].
const CASES: &[(&str, &[&str])] = &[
    ("Access", &["ReadWrite", "Read", "Immutable"]),
    ("MemoryScope", &["CrossDevice", "Device", "Workgroup", "Subgroup", "Invocation", "QueueFamily"]),
    ("MemoryOrder", &["Relaxed", "Acquire", "Release", "AcquireRelease", "SeqCst"]),
    ("SideEffectBehavior", &["Warn", "Allow"]),
    ("BindlessDescriptorOptions", &["None", "VkMutable"]),
    (
        "DescriptorKind",
        &[
            "Unknown",
            "Texture",
            "CombinedTextureSampler",
            "ConstantBuffer",
            "StorageBuffer",
            "Sampler",
            "AccelerationStructure",
            "UniformTexelBuffer",
            "StorageTexelBuffer",
        ],
    ),
    ("DescriptorAccess", &["Read", "ReadWrite", "Write", "RasterizerOrdered", "Feedback"]),
    ("CoopVecMatrixLayout", &["RowMajor", "ColumnMajor", "InferencingOptimal", "TrainingOptimal"]),
    (
        "CoopVecComponentType",
        &[
            "FloatE4M3",
            "FloatE5M2",
            "Float16",
            "Float32",
            "Float64",
            "SignedInt8",
            "SignedInt16",
            "SignedInt32",
            "SignedInt64",
            "SignedInt8Packed",
            "UnsignedInt8",
            "UnsignedInt16",
            "UnsignedInt32",
            "UnsignedInt64",
            "UnsignedInt8Packed",
        ],
    ),
    ("CoopMatMatrixUse", &["MatrixA", "MatrixB", "MatrixAccumulator"]),
    ("CoopMatMatrixLayout", &["RowMajor", "ColumnMajor"]),
    ("CoopMatClampMode", &["Undefined", "Constant", "ClampToEdge", "Repeat", "RepeatMirrored"]),
];

const OTHER_CASES: &[(&str, &str, i128)] = &[
    ("AddressSpace", "Device", 1),
    ("AddressSpace", "GroupShared", 3),
    ("DescriptorKind", "Buffer", 4),
    ("DescriptorAccess", "Unknown", -1),
    ("_AttributeTargets", "Struct", 1),
    ("_AttributeTargets", "Var", 2),
    ("_AttributeTargets", "Function", 4),
    ("_AttributeTargets", "Param", 8),
];

const CONSTANTS: &[(&str, u32)] = &[
    ("RAY_FLAG_NONE", 0),
    ("RAY_FLAG_FORCE_OPAQUE", 0x1),
    ("RAY_FLAG_FORCE_NON_OPAQUE", 0x2),
    ("RAY_FLAG_ACCEPT_FIRST_HIT_AND_END_SEARCH", 0x4),
    ("RAY_FLAG_SKIP_CLOSEST_HIT_SHADER", 0x8),
    ("RAY_FLAG_CULL_BACK_FACING_TRIANGLES", 0x10),
    ("RAY_FLAG_CULL_FRONT_FACING_TRIANGLES", 0x20),
    ("RAY_FLAG_CULL_OPAQUE", 0x40),
    ("RAY_FLAG_CULL_NON_OPAQUE", 0x80),
    ("RAY_FLAG_SKIP_TRIANGLES", 0x100),
    ("RAY_FLAG_SKIP_PROCEDURAL_PRIMITIVES", 0x200),
    ("RAY_FLAG_FORCE_OMM_2_STATE", 0x400),
    ("RAYQUERY_FLAG_NONE", 0),
    ("RAYQUERY_FLAG_ALLOW_OPACITY_MICROMAPS", 1),
    ("HIT_KIND_TRIANGLE_FRONT_FACE", 254),
    ("HIT_KIND_TRIANGLE_BACK_FACE", 255),
    ("CANDIDATE_NON_OPAQUE_TRIANGLE", 0),
    ("CANDIDATE_PROCEDURAL_PRIMITIVE", 1),
    ("COMMITTED_NOTHING", 0),
    ("COMMITTED_TRIANGLE_HIT", 1),
    ("COMMITTED_PROCEDURAL_PRIMITIVE_HIT", 2),
    ("kRowMajorMatrixLayout", 1),
    ("kColumnMajorMatrixLayout", 2),
];

/// The value of a case of a built-in enumeration.
pub(in crate::slang) fn case(enumeration: &str, case: &str) -> Option<Value> {
    let counted = CASES.iter().find(|(name, _)| *name == enumeration).and_then(|(_, cases)| cases.iter().position(|name| *name == case));
    let value = match counted {
        Some(position) => position as i128,
        None => OTHER_CASES.iter().find(|(owner, name, _)| *owner == enumeration && *name == case)?.2,
    };
    Some(Value::Int(value, Int::Int32))
}

/// The built-in declarations of the namespace `linalg`.
pub(in crate::slang) fn in_linear_algebra(name: &str) -> Option<Builtin> {
    match name {
        "CoopMat" => Some(super::builtins::COOPERATIVE_MATRIX),
        "CoopMatMatrixUse" | "CoopMatMatrixLayout" | "CoopMatClampMode" => Some(Builtin::Scalar(Scalar::Int32)),
        _ => None,
    }
}

pub(super) fn for_each_value(mut add: impl FnMut(&str, Builtin)) {
    CONSTANTS.iter().for_each(|&(name, value)| add(name, Builtin::Constant(value)));
    add("linalg", Builtin::LinearAlgebra);
}
