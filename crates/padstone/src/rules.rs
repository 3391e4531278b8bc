//! Rule sets: the layout rules as values, including custom ones.
//!
//! A [`RuleSet`] specifies the size and alignment of scalars, vectors, matrices, arrays and structs, and how members follow one another. Copy
//! a similar one, change fields, and use it with [`Compiler::custom`](crate::Compiler::custom):
//!
//! ```
//! use padstone::rules::{RuleSet, STD430};
//! use padstone::{Compiler, Options, Workspace};
//!
//! // A math library whose vectors are aligned like their scalar.
//! let packed = RuleSet { name: "packed", vector_align: [1, 1, 1, 1], ..STD430.clone() };
//! let mut ws = Workspace::new();
//! ws.set_file("light.hlsl", "struct Light { float range; float3 position; }; StructuredBuffer<Light> lights;");
//! let unit = ws.unit("light.hlsl", &Options::default())?;
//! let lights = unit.layout(&Compiler::custom(packed)).buffer("lights")?;
//! assert_eq!((lights.field("position")?.offset, lights.stride), (4, Some(16)));
//! # Ok::<(), padstone::Error>(())
//! ```

pub use padstone_read::layout::{
    Bitfields, Bools, C, CLANG_22_CBUFFER, CLANG_22_SPIRV_CBUFFER, CLANG_22_STRUCTURED, CPP, CUDA, DOCUMENTED_CBUFFER, DOCUMENTED_D3D,
    DOCUMENTED_STRUCTURED, DOCUMENTED_VULKAN, DX_CBUFFER, DX_STRUCTURED, DescriptorHandles, EmptyElements, EmptyMembers, Enums,
    FXC_CBUFFER, HalfVectors, Handle, HandleSizes, IntegerMatrices, LlvmShapes, METAL_ARGUMENT_BUFFER, METAL_CONSTANT, METAL_DEVICE,
    Matrices, MemberAlign, MemberSize, NAGA_RULES, NATURAL, Placement, PointerSize, Resources, RuleSet, SCALAR, SLANG_CBUFFER,
    SLANG_STD140, SLANG_STD430, STD140, STD430, ScalarAlign, Sources, StructAlign, StructSize, TailPadding, UnsizedArrays, VK_DX_CBUFFER,
    VK_DX_STRUCTURED, VK_RELAXED_STD140, VK_RELAXED_STD430, VectorMatrices, WGSL_2020_RULES, WGSL_RULES,
};
pub use padstone_read::model::Align;
