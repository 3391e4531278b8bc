//! The arguments of `padstone emit`: a kind, and the arguments of each kind.

use clap::{Args, Subcommand, ValueEnum};

use super::ListedFiles;

#[derive(Args, Debug)]
pub(crate) struct EmitArguments {
    #[command(subcommand)]
    pub(crate) kind: EmitKind,
}

/// The kinds of output.
#[derive(Subcommand, Debug)]
pub(crate) enum EmitKind {
    /// LLVM types of constant buffers and structs, in a module that LLVM 22 accepts
    Llvm(LlvmArguments),
    /// A SPIR-V module with the buffers, their types, offsets and bindings
    Spirv(SpirvArguments),
    /// Constant buffers as structs in byte order, with numbered padding
    CbStruct(CbStructArguments),
    /// Declarations and their attributes, formatted like clang's AST dump
    Ast(AstArguments),
    /// The byte ranges to copy from one layout to another
    CopyPlan(CopyPlanArguments),
    /// Rust structs with the layouts of the buffers, and assertions that rustc checks
    Rust(HostArguments),
    /// C11 structs with the layouts of the buffers, and static assertions
    C(HostArguments),
    /// C++17 structs with the layouts of the buffers, and static assertions
    Cpp(HostArguments),
    /// numpy dtypes or ctypes structures with the layouts of the buffers
    Python(HostArguments),
    /// Classes over a DataView that read and write the buffers
    #[command(name = "typescript")]
    TypeScript(HostArguments),
    /// A program whose structs of ordinary data and resources are split
    Split(SplitArguments),
    /// The root signature of a program for Direct3D, as HLSL
    RootSignature(RootSignatureArguments),
    /// Descriptor set layouts and the pipeline layout of Vulkan, in C or Rust
    VulkanLayout(VulkanLayoutArguments),
    /// Bind group layouts and the pipeline layout of wgpu, in Rust
    WgpuLayout(WgpuLayoutArguments),
}

/// The files of a program, its target, and the output.
#[derive(Args, Debug)]
pub(crate) struct ProgramArguments {
    #[command(flatten)]
    pub(crate) listed: ListedFiles,

    /// Target (default: the first that the output supports)
    #[arg(long, value_name = "TARGET")]
    pub(crate) target: Option<String>,

    /// Policy that assigns registers and bindings (default: that of the language)
    #[arg(long, value_name = "NAME")]
    pub(crate) policy: Option<String>,

    /// Language of the files (default: inferred from each extension)
    #[arg(long, value_name = "LANGUAGE")]
    pub(crate) lang: Option<String>,

    /// Write to OUT instead of standard output, unless there are errors or the content is unchanged
    #[arg(short, long = "output", value_name = "OUT")]
    pub(crate) output: Option<String>,
}

#[derive(Args, Debug)]
pub(crate) struct SplitArguments {
    #[command(flatten)]
    pub(crate) program: ProgramArguments,

    /// Write the new path of each member to MAP, as JSON (`padstone schema split` describes it)
    #[arg(long, value_name = "MAP")]
    pub(crate) map: Option<String>,
}

#[derive(Args, Debug)]
pub(crate) struct RootSignatureArguments {
    #[command(flatten)]
    pub(crate) program: ProgramArguments,

    /// Name of the macro (default: derived from the first FILE)
    #[arg(long, value_name = "NAME")]
    pub(crate) name: Option<String>,

    /// Version of the root signature; since 1.1, descriptors of unbounded arrays are volatile
    #[arg(long = "rs-version", value_name = "VERSION", value_enum, default_value = "1.1")]
    pub(crate) version: RootSignatureVersionName,

    /// Resources to make root descriptors instead of table entries
    #[arg(long, value_name = "WHAT", value_enum, default_value = "constant-buffers")]
    pub(crate) root: RootDescriptorsName,

    /// Constant buffer to pass as root constants: its path, or an entry point for its
    /// uniform parameters; repeatable
    #[arg(long, value_name = "PATH")]
    pub(crate) constants: Vec<String>,

    /// Static sampler: its path and settings; repeatable
    #[arg(long = "static-sampler", value_name = "PATH[=filter=…, …]")]
    pub(crate) static_samplers: Vec<String>,

    /// Flag to add to those that the program needs: DENY_HULL_SHADER_ROOT_ACCESS, …; repeatable
    #[arg(long = "flag", value_name = "FLAG", value_parser = ROOT_FLAGS, hide_possible_values = true)]
    pub(crate) flags: Vec<String>,
}

/// The flags of root signatures ("Specifying Root Signatures in HLSL").
const ROOT_FLAGS: [&str; 12] = [
    "ALLOW_INPUT_ASSEMBLER_INPUT_LAYOUT",
    "DENY_VERTEX_SHADER_ROOT_ACCESS",
    "DENY_HULL_SHADER_ROOT_ACCESS",
    "DENY_DOMAIN_SHADER_ROOT_ACCESS",
    "DENY_GEOMETRY_SHADER_ROOT_ACCESS",
    "DENY_PIXEL_SHADER_ROOT_ACCESS",
    "ALLOW_STREAM_OUTPUT",
    "LOCAL_ROOT_SIGNATURE",
    "DENY_AMPLIFICATION_SHADER_ROOT_ACCESS",
    "DENY_MESH_SHADER_ROOT_ACCESS",
    "CBV_SRV_UAV_HEAP_DIRECTLY_INDEXED",
    "SAMPLER_HEAP_DIRECTLY_INDEXED",
];

/// The versions of root signatures.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum RootSignatureVersionName {
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

/// Which resources are root descriptors.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum RootDescriptorsName {
    /// Nothing: all descriptors are in tables
    None,
    /// Constant buffers
    ConstantBuffers,
    /// All buffers that can be root descriptors: also structured and byte address buffers, and acceleration structures
    Buffers,
}

#[derive(Args, Debug)]
pub(crate) struct VulkanLayoutArguments {
    #[command(flatten)]
    pub(crate) program: ProgramArguments,

    /// Language of the output
    #[arg(long = "as", value_name = "FORM", value_enum, default_value = "c")]
    pub(crate) form: LayoutLanguage,

    /// Prefix of identifiers (default: the name of the first FILE)
    #[arg(long, value_name = "NAME")]
    pub(crate) name: Option<String>,

    /// Number of descriptors to declare for an unbounded array
    #[arg(long, value_name = "COUNT", default_value_t = 1024)]
    pub(crate) unbounded: u32,
}

/// Languages of a pipeline layout.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum LayoutLanguage {
    /// C11: a header that includes vulkan/vulkan.h
    C,
    /// Rust, with the crate ash
    Rust,
}

#[derive(Args, Debug)]
pub(crate) struct WgpuLayoutArguments {
    #[command(flatten)]
    pub(crate) program: ProgramArguments,

    /// Prefix of identifiers (default: the name of the first FILE)
    #[arg(long, value_name = "NAME")]
    pub(crate) name: Option<String>,

    /// Number of descriptors to declare for an unbounded array
    #[arg(long, value_name = "COUNT", default_value_t = 1024)]
    pub(crate) unbounded: u32,
}

/// One file, and the output.
#[derive(Args, Debug)]
pub(crate) struct EmitFile {
    /// The shader file; `-` is standard input
    #[arg(value_name = "FILE")]
    pub(crate) file: String,

    /// Language of the file (default: inferred from its extension): hlsl, slang, glsl, wgsl, wgsl-2020, spirv
    #[arg(long, value_name = "LANGUAGE")]
    pub(crate) lang: Option<String>,

    /// Write to OUT instead of standard output, unless there are errors or the content is unchanged
    #[arg(short, long = "output", value_name = "OUT")]
    pub(crate) output: Option<String>,
}

#[derive(Args, Debug)]
pub(crate) struct LlvmArguments {
    #[command(flatten)]
    pub(crate) file: EmitFile,

    /// Rule set or profile; under clang-22, the text equals clang's
    #[arg(long, value_name = "NAME", default_value = "auto")]
    pub(crate) rules: String,

    /// How to write types: packed with explicit padding, or as target types with offsets
    #[arg(long, value_enum, default_value = "padding")]
    pub(crate) form: FormName,

    /// Target types to use (default: dx; spirv with -spirv or rules for SPIR-V)
    #[arg(long, value_enum)]
    pub(crate) target: Option<TargetName>,

    /// `host`: write a module without target types, which runs on this machine
    #[arg(long, value_enum, conflicts_with = "target")]
    pub(crate) triple: Option<Triple>,

    /// With --form layout: write arrays of constant buffers as target("dx.CBufArray", type, count)
    #[arg(long)]
    pub(crate) cbuf_arrays: bool,

    /// Add functions that copy structs from and to their buffer layout
    #[arg(long)]
    pub(crate) copies: bool,

    /// Add a function for each scalar, vector and matrix that computes its address
    #[arg(long)]
    pub(crate) accessors: bool,

    /// Write the map from constants to fields and bytes as JSON, instead of the module
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

/// The owner of the target types.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum TargetName {
    /// DXIL
    Dx,
    /// SPIR-V
    Spirv,
}

/// The machines of `--triple`.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Triple {
    /// This machine
    Host,
}

#[derive(Args, Debug)]
pub(crate) struct SpirvArguments {
    #[command(flatten)]
    pub(crate) file: EmitFile,

    /// Rule set or profile; `auto` is the language's default, for HLSL dxc-spirv
    #[arg(long, value_name = "NAME", default_value = "auto")]
    pub(crate) rules: String,

    /// Write SPIR-V assembly, for spirv-as, instead of a binary
    #[arg(long)]
    pub(crate) asm: bool,
}

#[derive(Args, Debug)]
pub(crate) struct CbStructArguments {
    #[command(flatten)]
    pub(crate) file: EmitFile,

    /// Write the whole file, with each buffer replaced by its struct and each use of `a` by `cbuffer_A.a`
    #[arg(long)]
    pub(crate) shader: bool,

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

    /// Layout to copy from: a rule set or profile
    #[arg(long, value_name = "RULES")]
    pub(crate) from: String,

    /// Layout to copy to: a rule set or profile
    #[arg(long, value_name = "RULES")]
    pub(crate) to: String,
}

#[derive(Args, Debug)]
pub(crate) struct HostArguments {
    #[command(flatten)]
    pub(crate) file: EmitFile,

    /// Buffers and structs to write (default: all buffers)
    #[arg(value_name = "BUFFER")]
    pub(crate) buffers: Vec<String>,

    /// Rule set or profile
    #[arg(long, value_name = "NAME", default_value = "auto")]
    pub(crate) rules: String,

    /// Library that provides the types of members (default: the first listed)
    ///
    /// Rust: plain, glam, nalgebra. C: plain, simd. C++: plain, glm, directxmath, simd. Python: numpy, ctypes. TypeScript: dataview.
    /// Where the library's type has a different size or alignment, the member is a plain array.
    #[arg(long, value_name = "TYPES")]
    pub(crate) types: Option<String>,

    /// Traits to derive (Rust): bytemuck, zerocopy, `bytemuck,zerocopy`, or encase
    #[arg(long = "derive", value_name = "LIBRARY,…", value_delimiter = ',')]
    pub(crate) derives: Vec<String>,

    /// Also read this shader file, under the same rules, for the same output; a struct of several files is written once;
    /// repeatable
    #[arg(long = "with", value_name = "FILE")]
    pub(crate) more: Vec<String>,

    /// Namespace (C++) or prefix (C) for all names
    #[arg(long, value_name = "NAME")]
    pub(crate) namespace: Option<String>,

    /// Round the size of a buffer's struct up to a multiple of BYTES, so that library types with that alignment fit
    #[arg(long, value_name = "BYTES", value_parser = ["16", "256"])]
    pub(crate) round_up: Option<String>,
}
