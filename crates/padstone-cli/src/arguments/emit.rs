//! What `padstone emit` takes: a kind, and each kind its own.

use clap::{Args, Subcommand, ValueEnum};

use super::ListedFiles;

#[derive(Args, Debug)]
pub(crate) struct EmitArguments {
    #[command(subcommand)]
    pub(crate) kind: EmitKind,
}

/// What to emit.
#[derive(Subcommand, Debug)]
pub(crate) enum EmitKind {
    /// LLVM types of constant buffers and structs, in a module that LLVM 22 accepts
    Llvm(LlvmArguments),
    /// A SPIR-V module with the buffers, their types, offsets and bindings
    Spirv(SpirvArguments),
    /// Constant buffers as structs in the order of their bytes, with numbered padding
    CbStruct(CbStructArguments),
    /// The declarations with their attributes, in the manner of clang's AST dump
    Ast(AstArguments),
    /// Which bytes to copy to get from one layout to another
    CopyPlan(CopyPlanArguments),
    /// Structs of Rust that lie as the buffers do, with assertions that rustc checks
    Rust(HostArguments),
    /// Structs of C11 that lie as the buffers do, with static assertions
    C(HostArguments),
    /// Structs of C++17 that lie as the buffers do, with static assertions
    Cpp(HostArguments),
    /// Dtypes of numpy or structures of ctypes that lie as the buffers do
    Python(HostArguments),
    /// Classes over a DataView that read and write the buffers
    #[command(name = "typescript")]
    TypeScript(HostArguments),
    /// What a program becomes when structs that mix bytes and objects are split
    Split(SplitArguments),
    /// The root signature of a program for Direct3D, as HLSL
    RootSignature(RootSignatureArguments),
    /// Descriptor set layouts and the pipeline layout of Vulkan, in C or Rust
    VulkanLayout(VulkanLayoutArguments),
    /// Bind group layouts and the pipeline layout of wgpu, in Rust
    WgpuLayout(WgpuLayoutArguments),
}

/// The files of a program, what for, and where to write.
#[derive(Args, Debug)]
pub(crate) struct ProgramFiles {
    #[command(flatten)]
    pub(crate) listed: ListedFiles,

    /// What the program is for (default: the first that the output is for)
    #[arg(long, value_name = "TARGET")]
    pub(crate) target: Option<String>,

    /// Who gives out registers and bindings (default: the language's own)
    #[arg(long, value_name = "NAME")]
    pub(crate) policy: Option<String>,

    /// The language of the files, if their extensions do not tell
    #[arg(long, value_name = "LANGUAGE")]
    pub(crate) lang: Option<String>,

    /// Write to OUT instead of standard output: only if all went well, and only if it changes
    #[arg(short, long = "output", value_name = "OUT")]
    pub(crate) output: Option<String>,
}

#[derive(Args, Debug)]
pub(crate) struct SplitArguments {
    #[command(flatten)]
    pub(crate) program: ProgramFiles,

    /// Write where each part went to MAP, as JSON (`padstone schema split` describes it)
    #[arg(long, value_name = "MAP")]
    pub(crate) map: Option<String>,
}

#[derive(Args, Debug)]
pub(crate) struct RootSignatureArguments {
    #[command(flatten)]
    pub(crate) program: ProgramFiles,

    /// The name of the macro (default: from that of the first FILE)
    #[arg(long, value_name = "NAME")]
    pub(crate) name: Option<String>,

    /// The version of root signatures; from 1.1 on descriptors of arrays without an end are volatile
    #[arg(long = "rs-version", value_name = "VERSION", value_enum, default_value = "1.1")]
    pub(crate) version: RootSignatureVersion,

    /// What stands in the signature itself, and not in a table
    #[arg(long, value_name = "WHAT", value_enum, default_value = "constant-buffers")]
    pub(crate) root: RootDescriptorsName,

    /// A constant buffer whose bytes stand in the signature as constants, by its path, or by the name of an entry point that
    /// of its uniform parameters; may be given several times
    #[arg(long, value_name = "PATH")]
    pub(crate) constants: Vec<String>,

    /// A sampler that is fixed, by its path, and how; may be given several times
    #[arg(long = "static-sampler", value_name = "PATH[=filter=…, …]")]
    pub(crate) static_samplers: Vec<String>,

    /// A flag beside those that the program asks for: DENY_HULL_SHADER_ROOT_ACCESS, …; may be given several times
    #[arg(long = "flag", value_name = "FLAG")]
    pub(crate) flags: Vec<String>,
}

/// The versions of root signatures.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum RootSignatureVersion {
    /// 1.0
    #[value(name = "1.0")]
    V1_0,
    /// 1.1
    #[value(name = "1.1")]
    V1_1,
    /// 1.2
    #[value(name = "1.2")]
    V1_2,
}

/// What stands in a root signature itself.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum RootDescriptorsName {
    /// Nothing: all descriptors are in tables
    None,
    /// Constant buffers
    ConstantBuffers,
    /// All buffers that can: structured and byte address buffers and acceleration structures too
    Buffers,
}

#[derive(Args, Debug)]
pub(crate) struct VulkanLayoutArguments {
    #[command(flatten)]
    pub(crate) program: ProgramFiles,

    /// In what it is written
    #[arg(long = "as", value_name = "FORM", value_enum, default_value = "c")]
    pub(crate) form: LayoutLanguage,

    /// What identifiers begin with (default: the name of the first FILE)
    #[arg(long, value_name = "NAME")]
    pub(crate) name: Option<String>,

    /// Descriptors of an array without an end
    #[arg(long, value_name = "COUNT", default_value_t = 1024)]
    pub(crate) unbounded: u32,
}

/// What a layout is written in.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum LayoutLanguage {
    /// C11, a header on vulkan/vulkan.h
    C,
    /// Rust, on the crate ash
    Rust,
}

#[derive(Args, Debug)]
pub(crate) struct WgpuLayoutArguments {
    #[command(flatten)]
    pub(crate) program: ProgramFiles,

    /// What identifiers begin with (default: the name of the first FILE)
    #[arg(long, value_name = "NAME")]
    pub(crate) name: Option<String>,

    /// Descriptors of an array without an end
    #[arg(long, value_name = "COUNT", default_value_t = 1024)]
    pub(crate) unbounded: u32,
}

/// One file, and where to write.
#[derive(Args, Debug)]
pub(crate) struct EmitFile {
    /// The shader file; `-` is standard input
    #[arg(value_name = "FILE")]
    pub(crate) file: String,

    /// The language of the file, if its extension does not tell: hlsl, slang, glsl, wgsl, wgsl-2020, spirv
    #[arg(long, value_name = "LANGUAGE")]
    pub(crate) lang: Option<String>,

    /// Write to OUT instead of standard output: only if all went well, and only if it changes
    #[arg(short, long = "output", value_name = "OUT")]
    pub(crate) output: Option<String>,
}

#[derive(Args, Debug)]
pub(crate) struct LlvmArguments {
    #[command(flatten)]
    pub(crate) file: EmitFile,

    /// Rule set or profile; clang-22 keeps clang's own text
    #[arg(long, value_name = "NAME", default_value = "auto")]
    pub(crate) rules: String,

    /// How to write types: packed with explicit padding, or as target types with offsets
    #[arg(long, value_enum, default_value = "padding")]
    pub(crate) form: FormName,

    /// Whose target types to use (default: dx; spirv with -spirv or rules for SPIR-V)
    #[arg(long, value_enum)]
    pub(crate) target: Option<TargetName>,

    /// `host`: a module without target types, which runs on this machine
    #[arg(long, value_enum, conflicts_with = "target")]
    pub(crate) triple: Option<Triple>,

    /// With --form layout: arrays of constant buffers as target("dx.CBufArray", type, count)
    #[arg(long)]
    pub(crate) cbuf_arrays: bool,

    /// Add functions that copy structs out of and into their buffer layout
    #[arg(long)]
    pub(crate) copies: bool,

    /// Add a function for each leaf that computes its address
    #[arg(long)]
    pub(crate) accessors: bool,

    /// Print the map from constants to fields and bytes as JSON, instead of the module
    #[arg(long)]
    pub(crate) index_map: bool,
}

/// How types are written.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum FormName {
    /// Packed structs with target("dx.Padding", n)
    Padding,
    /// target("dx.Layout", type, size, offsets…)
    Layout,
}

/// Whose target types.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum TargetName {
    /// DXIL
    Dx,
    /// SPIR-V
    Spirv,
}

/// Machines.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Triple {
    /// This one
    Host,
}

#[derive(Args, Debug)]
pub(crate) struct SpirvArguments {
    #[command(flatten)]
    pub(crate) file: EmitFile,

    /// Rule set or profile; `auto` is the language's own, for HLSL dxc-spirv
    #[arg(long, value_name = "NAME", default_value = "auto")]
    pub(crate) rules: String,

    /// Write text that spirv-as reads, instead of words
    #[arg(long)]
    pub(crate) asm: bool,
}

#[derive(Args, Debug)]
pub(crate) struct CbStructArguments {
    #[command(flatten)]
    pub(crate) file: EmitFile,

    /// Rule set or profile
    #[arg(long, value_name = "NAME", default_value = "auto")]
    pub(crate) rules: String,
}

#[derive(Args, Debug)]
pub(crate) struct AstArguments {
    #[command(flatten)]
    pub(crate) file: EmitFile,
}

#[derive(Args, Debug)]
pub(crate) struct CopyPlanArguments {
    #[command(flatten)]
    pub(crate) file: EmitFile,

    /// The layout to copy from: a rule set or profile
    #[arg(long, value_name = "RULES")]
    pub(crate) from: String,

    /// The layout to copy to
    #[arg(long, value_name = "RULES")]
    pub(crate) to: String,
}

#[derive(Args, Debug)]
pub(crate) struct HostArguments {
    #[command(flatten)]
    pub(crate) file: EmitFile,

    /// Buffers and structs to write (default: all buffers)
    #[arg(value_name = "BUFFER")]
    pub(crate) wanted: Vec<String>,

    /// Rule set or profile
    #[arg(long, value_name = "NAME", default_value = "auto")]
    pub(crate) rules: String,

    /// The types that structs are made of (default: the first)
    ///
    /// Rust: plain, glam, nalgebra. C: plain, simd. C++: plain, glm, directxmath, simd. Python: numpy, ctypes. A vector or matrix whose place a
    /// library's type does not fit in size or alignment is a plain array.
    #[arg(long, value_name = "TYPES")]
    pub(crate) types: Option<String>,

    /// Rust: the traits that structs derive: bytemuck, zerocopy, both, or encase
    #[arg(long = "derive", value_name = "LIBRARY,…", value_delimiter = ',')]
    pub(crate) derives: Vec<String>,

    /// One more shader file for the same output, by the same rules; structs that are the same in several are written once; may be
    /// given several times
    #[arg(long = "with", value_name = "FILE")]
    pub(crate) more: Vec<String>,

    /// The namespace of all names (C++), or what all begin with (C)
    #[arg(long, value_name = "NAME")]
    pub(crate) namespace: Option<String>,

    /// Make the size of a buffer's struct a multiple of so many bytes, so that types of a library that need the alignment fit
    #[arg(long, value_name = "BYTES", value_parser = ["16", "256"])]
    pub(crate) round_up: Option<String>,
}
