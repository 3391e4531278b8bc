//! The offset of every member: the engine, and the rule sets as data.
//!
//! [`layout()`] computes the layouts of all buffers and structs of a module under a [`Profile`]. Rule sets are flat values, one file each
//! in `rules/`; profiles, which select the rule set of a compiler for each kind of buffer, are in `profiles/`.
//!
//! ```
//! use padstone_model::{Module, Scalar, Type};
//! let mut module = Module::default();
//! let float3 = module.types.intern(Type::Vector { scalar: Scalar::Float32, width: 3 });
//! let layouts = padstone_layout::layout(&module, padstone_layout::find("std430").unwrap());
//! assert_eq!(layouts.standard().get(float3).unwrap().align.bytes(), 16);
//! ```
//!
//! A type is laid out once per rule set, in the order of type ids and without recursion; the layouts are stored
//! unexpanded. [`rows()`] visits all rows of a layout, and computes them one by one.

mod as_compiled;
mod check;
mod counted;
mod engine;
mod explicit;
mod extent;
mod in_buffers;
mod member_abi;
mod members;
mod nesting;
mod partial;
mod placement;
mod profiles;
mod ranges;
mod reads;
mod result;
mod rows;
mod rules;
mod stated_layout;
mod struct_placement;
mod types;

use padstone_model::Module;

pub use engine::layout;
pub use member_abi::{ComparedPart, Member, MemberAbi, ScalarEncoding, is_padding, members, only_array, without_namespaces};
pub use nesting::reachable;
pub use partial::{PartialVisit, partial_rows};
pub use profiles::{
    AS_COMPILED, BindingModel, BufferRules, CLANG_22, CLANG_22_SPIRV, CodeBuffers, CompilerBug, ConstantRegisters, DOCUMENTED, DXC,
    DXC_SPIRV, DXC_SPIRV_DX, DXC_SPIRV_GL, DXC_SPIRV_SCALAR, Excess, ExplicitLayoutScope, ExplicitOrder, ExplicitRules, Extensions, FXC,
    FXC_9, GLSLANG, HlslCompiler, Limit, Limits, NAGA, Occurrence, Offsets, OtherImplementation, PackoffsetScope, Profile, Qualified,
    Rejection, RuntimeArrays, SLANG_CPP, SLANG_CUDA, SLANG_DOCUMENTED_HLSL, SLANG_DOCUMENTED_SPIRV, SLANG_HLSL, SLANG_METAL, SLANG_SPIRV,
    SLANG_SPIRV_C, SLANG_SPIRV_DX, SLANG_SPIRV_SCALAR, SLANG_WGSL, SLANG_WGSL_C, SLANG_WGSL_DX, SLANG_WGSL_SCALAR, Sizes,
    SpecializationConstants, StraddleRule, TypeLimit, Uniforms, Validator, WGSL, WGSL_2020, WGSL_LEGACY, WebGpu, custom, find, profiles,
    slang_profiles,
};
pub use ranges::{BytePiece, Padding, PaddingCause, pieces, uncovered};
pub use result::{
    BitRange, ExplicitOffset, FieldLayout, Layout, LayoutError, ModuleLayout, PartialLayout, PlacementReason, RowCause, Shape, Subject,
    TypeLayout, TypeLayouts,
};
pub use rows::{DynVisitor, MatrixRow, Row, Visit, VisitOrder, paddings, rows, stored_matrix};
pub use rules::*;
pub use stated_layout::StatedLayout;
pub use types::types_under;

/// Whether modules can have explicit offsets, and profiles bugs of compilers: true for HLSL, Slang and GLSL, false for WGSL.
pub const OF_CFAMILY: bool = cfg!(feature = "cfamily");

/// The maximum nesting depth of types.
pub const MAX_DEPTH: u16 = 256;
/// The number of rows that the layouts of every file may have at least.
pub const MAX_ROWS: u64 = 1_000_000;
/// The number of further rows for each member that the file declares.
pub const MAX_ROWS_PER_MEMBER: u64 = 64;

/// The maximum number of rows of the layouts of a file: large enough for hand-written and generated shaders, and linear in the input.
pub fn max_rows(module: &Module) -> u64 {
    let members = module.structs.iter().map(|(_, declared)| declared.fields.len() as u64).sum::<u64>();
    members.saturating_mul(MAX_ROWS_PER_MEMBER).saturating_add(MAX_ROWS)
}
