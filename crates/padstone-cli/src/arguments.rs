//! The command line as clap parses it, and its parts.

mod emit;

use clap::{ArgAction, Args, Parser, Subcommand, ValueEnum};

pub(crate) use emit::*;

/// Byte-exact layouts of shader data
///
/// padstone reads shader source and prints the offset of every member of every buffer, and the register or binding of
/// every parameter, as the selected compiler assigns them.
#[derive(Parser, Debug)]
#[command(name = "padstone", version, max_term_width = 110)]
#[command(after_long_help = EXAMPLES)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Command,

    /// When to use colors
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto", value_enum)]
    pub(crate) color: Color,

    /// Format of diagnostics, which go to standard error
    #[arg(long, global = true, value_name = "FORMAT", default_value = "text", value_parser = message_formats())]
    pub(crate) message_format: String,

    /// Settings file of the project [default: the `padstone.toml` in the directory of each FILE or a parent]
    #[arg(long, global = true, value_name = "FILE")]
    pub(crate) project: Option<String>,

    /// Do not search for `padstone.toml`
    #[arg(long, global = true, conflicts_with = "project")]
    pub(crate) no_project: bool,

    /// Reject larger files [default: 64, or `max-file-size` in `padstone.toml`]
    #[arg(long, global = true, value_name = "MIB", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) max_file_size: Option<u64>,
}

#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    /// Print the offset of every member of every buffer
    #[command(override_usage = "padstone layout [OPTIONS] <FILE>... [-- <COMPILER OPTIONS>...]")]
    Layout(LayoutArguments),
    /// Print why a member has its offset, or a parameter its registers, step by step
    Explain(ExplainArguments),
    /// Print where the layouts of a buffer diverge, under several rule sets or in several files
    #[command(override_usage = "padstone compare [OPTIONS] <FILE[:BUFFER]>... [-- <COMPILER OPTIONS>...]")]
    Compare(CompareArguments),
    /// Print the registers, bindings and bytes of every parameter of a program
    #[command(override_usage = "padstone reflect [OPTIONS] <FILE>... [-- <SLANGC OPTIONS>...]")]
    Reflect(ReflectArguments),
    /// Print the member order that makes a buffer smallest
    Optimize(OptimizeArguments),
    /// Write types, structs and copy plans for other tools to consume
    Emit(EmitArguments),
    /// Rewrite WGSL so that more compilers accept it, without changing any offset
    Rewrite(RewriteArguments),
    /// Check a project (errors, lints, lock file, generated host files), or the structs of a compiled program
    #[command(override_usage = "padstone check [OPTIONS] [FILE]... [-- <COMPILER OPTIONS>...]")]
    Check(CheckArguments),
    /// Print how layouts and bindings changed between two versions, and whether the changes break the ABI
    #[command(override_usage = "padstone diff [OPTIONS] <OLD> [NEW] [FILE]... [-- <FILE>...]")]
    Diff(DiffArguments),
    /// Print the JSON schema of an output
    Schema(SchemaArguments),
    /// Write shell completions and man pages
    #[command(hide = true)]
    Pages(PagesArguments),
}

/// Input files, rules and output.
#[derive(Args, Debug)]
pub(crate) struct ReadingArguments {
    /// Rule sets and profiles, separated by commas; `auto` is the language's default
    ///
    /// A profile imitates a compiler and selects a rule set for each kind of buffer: dxc, glslang, naga. A rule set
    /// determines offsets: dx-cbuffer, std140. `auto` is dxc for HLSL, slang-spirv for Slang, each block's own qualifiers
    /// for GLSL (glslang), wgsl for WGSL and wgsl-2020 for WGSL of 2020. `padstone layout --rules help` lists them all.
    /// [default: those of padstone.toml, or auto]
    #[arg(long, value_name = "NAME,…", value_delimiter = ',')]
    pub(crate) rules: Vec<String>,

    /// Language of the files (default: inferred from each extension): hlsl, slang, glsl, wgsl, wgsl-2020, spirv
    #[arg(long, value_name = "LANGUAGE")]
    pub(crate) lang: Option<String>,
}

#[derive(Args, Debug)]
pub(crate) struct LayoutArguments {
    /// Shader files, in any mix of languages; `-` is standard input
    #[arg(value_name = "FILE")]
    pub(crate) files: Vec<String>,

    #[command(flatten)]
    pub(crate) reading: ReadingArguments,

    /// Output format: tables for people, JSON for programs (`padstone schema layout` describes it), an SVG picture, or an
    /// HTML page with pictures, search and a byte inspector [default: text; columns under several rule sets]
    #[arg(long, value_name = "FORMAT", value_parser = layout_formats())]
    pub(crate) format: Option<String>,

    /// Bytes per row of an SVG or HTML picture, a multiple of 4
    #[arg(long, value_name = "BYTES", default_value = "16", value_parser = row_bytes)]
    pub(crate) row_bytes: u64,

    /// Check function bodies too (WGSL); layouts do not depend on them
    #[arg(long)]
    pub(crate) bodies: bool,

    /// Also print each struct, as laid out in a structured or storage buffer; JSON always contains them
    #[arg(long)]
    pub(crate) structs: bool,

    /// Write to OUT instead of standard output, unless there are errors or the content is unchanged
    #[arg(short, long = "output", value_name = "OUT")]
    pub(crate) output: Option<String>,
}

#[derive(Args, Debug)]
pub(crate) struct ExplainArguments {
    /// The shader file; `-` is standard input
    #[arg(value_name = "FILE")]
    pub(crate) file: String,

    /// Path to explain: `Scene.lights[2].pos`, a byte, `Scene@44`, or a parameter, for its registers and bindings: `shadowMaps[3]`
    #[arg(value_name = "PATH")]
    pub(crate) path: String,

    #[command(flatten)]
    pub(crate) reading: ReadingArguments,

    /// Rules that assign registers and bindings, as for `padstone reflect` (default: those of the compiler of --rules)
    #[arg(long, value_name = "NAME")]
    pub(crate) policy: Option<String>,

    /// Output format: text for people, JSON for programs
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = ["text", "json"])]
    pub(crate) format: String,
}

#[derive(Args, Debug)]
pub(crate) struct CompareArguments {
    /// Shader files; `FILE:BUFFER` selects one buffer or struct
    #[arg(value_name = "FILE[:BUFFER]", required = true)]
    pub(crate) files: Vec<String>,

    #[command(flatten)]
    pub(crate) reading: ReadingArguments,

    /// Output format: text for people, JSON for programs
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = ["text", "json"])]
    pub(crate) format: String,

    /// Apply the printed edit: the smallest that makes the layouts match
    ///
    /// padstone verifies each edit before it suggests it: it reads the edited source and computes every layout again.
    #[arg(long)]
    pub(crate) fix: bool,

    /// Do not edit this file; edit the others to match it
    #[arg(long, value_name = "FILE")]
    pub(crate) reference: Option<String>,
}

/// The structs to compare with layouts.
#[derive(Subcommand, Debug)]
pub(crate) enum CheckSubject {
    /// Compare structs in the debug information of a compiled program with buffers of shaders
    Host(CheckHostArguments),
}

#[derive(Args, Debug)]
pub(crate) struct CheckHostArguments {
    /// An object, library or program with debug information (ELF, Mach-O, COFF), or a PDB file
    #[arg(value_name = "BINARY")]
    pub(crate) binary: String,

    /// Struct of the program, and the buffer or struct of a shader that it must match; repeatable
    #[arg(long = "struct", value_name = "NAME=FILE:BUFFER", required = true)]
    pub(crate) structs: Vec<String>,

    /// API that creates the buffers: `d3d11` rejects constant buffers whose size is not a multiple of 16 bytes
    #[arg(long, value_name = "DEVICE", value_enum)]
    pub(crate) device: Option<BufferApi>,

    #[command(flatten)]
    pub(crate) reading: ReadingArguments,
}

/// APIs that create buffers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum BufferApi {
    #[value(name = "d3d11")]
    D3d11,
}

#[derive(Args, Debug)]
pub(crate) struct OptimizeArguments {
    /// The shader file
    #[arg(value_name = "FILE")]
    pub(crate) file: String,

    /// The buffer or struct
    #[arg(value_name = "BUFFER")]
    pub(crate) buffer: String,

    /// With several rule sets, their sizes are summed
    #[command(flatten)]
    pub(crate) reading: ReadingArguments,

    /// Output format: text for people, JSON for programs
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = ["text", "json"])]
    pub(crate) format: String,

    /// How to express the new order
    #[arg(long = "as", value_name = "FORM", value_enum, default_value = "reorder")]
    pub(crate) form: OrderForm,

    /// Apply the printed change
    #[arg(long)]
    pub(crate) fix: bool,
}

/// How an order of members is expressed.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum OrderForm {
    /// Move the members
    Reorder,
    /// Annotate each member with its offset: `packoffset`, `layout(offset = …)`, `[[vk::offset]]`
    Annotations,
}

/// The files of one program, and its translation units.
#[derive(Args, Debug)]
pub(crate) struct ListedFiles {
    /// The files of one Slang program, HLSL files included, or one HLSL, GLSL or WGSL file; `-` is standard input
    #[arg(value_name = "FILE", required_unless_present = "units")]
    pub(crate) files: Vec<String>,

    /// Read each Slang file as a separate translation unit, which does not see the names of the others
    #[arg(long)]
    pub(crate) separate_units: bool,

    /// Also read these files, as one translation unit: `--unit a.slang,b.slang --unit c.slang`
    #[arg(long = "unit", value_name = "FILE,…", value_parser = unit_files)]
    pub(crate) units: Vec<UnitFiles>,
}

/// The files of a translation unit.
#[derive(Clone, Debug)]
pub(crate) struct UnitFiles(pub(crate) Vec<String>);

fn unit_files(written: &str) -> Result<UnitFiles, String> {
    match written.split(',').any(str::is_empty) {
        true => Err("expected comma-separated file paths".to_owned()),
        false => Ok(UnitFiles(written.split(',').map(str::to_owned).collect())),
    }
}

#[derive(Args, Debug)]
pub(crate) struct ReflectArguments {
    #[command(flatten)]
    pub(crate) listed: ListedFiles,

    /// Target: hlsl, dxil, spirv, glsl, wgsl, metal, cuda, cpp
    ///
    /// Slang: any of them, spirv by default. HLSL: hlsl (default), dxil, or spirv (default with -spirv). GLSL: spirv, or
    /// with -G glsl. WGSL: wgsl.
    #[arg(long, value_name = "TARGET")]
    pub(crate) target: Option<String>,

    /// Policy that assigns registers and bindings
    ///
    /// Slang: slang-2026 (libslang 2026.12, the default) or documented (as its documentation specifies). HLSL: dxc for
    /// hlsl, dxc-spirv for spirv, documented, or slang-2026, which reads it as slangc does. GLSL: glslang, or with -G opengl. WGSL: wgsl.
    #[arg(long, value_name = "NAME")]
    pub(crate) policy: Option<String>,

    /// Output format: tables for people, JSON for programs (`padstone schema reflect` describes it), or the JSON of slangc's -reflection-json
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = reflect_formats())]
    pub(crate) format: String,

    /// Language of the files (default: inferred from each extension)
    #[arg(long, value_name = "LANGUAGE")]
    pub(crate) lang: Option<String>,

    /// Write to OUT instead of standard output, unless there are errors or the content is unchanged
    #[arg(short, long = "output", value_name = "OUT")]
    pub(crate) output: Option<String>,
}

#[derive(Args, Debug)]
#[command(before_long_help = passes_help())]
pub(crate) struct RewriteArguments {
    /// Passes to run in order, separated by commas
    #[arg(
        value_name = "PASS,…",
        value_delimiter = ',',
        num_args = 1,
        action = ArgAction::Set,
        required = true,
        value_parser = passes(),
        hide_possible_values = true
    )]
    pub(crate) passes: Vec<String>,

    /// WGSL file; `-` is standard input; several files require --in-place or --check
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<String>,

    /// Edition of WGSL: wgsl (default) or wgsl-2020
    #[arg(long, value_name = "LANGUAGE")]
    pub(crate) lang: Option<String>,

    /// Write to OUT instead of standard output, unless there are errors or the content is unchanged
    #[arg(short, long = "output", value_name = "OUT")]
    pub(crate) output: Option<String>,

    /// Write each result to its input file, unless there are errors or the content is unchanged
    #[arg(short, long, conflicts_with_all = ["output", "map", "check"])]
    pub(crate) in_place: bool,

    /// Write the new path of each member to MAP, as JSON (`padstone schema rewrite` describes it)
    #[arg(long, value_name = "MAP")]
    pub(crate) map: Option<String>,

    /// Back end that compiles the result: `inline` then changes only what this back end rejects
    #[arg(long = "for", value_name = "BACKEND", value_enum)]
    pub(crate) target: Option<BackendName>,

    /// `pin`: write padding as members, instead of attributes
    #[arg(long)]
    pub(crate) padding_members: bool,

    /// `pack`, `legalize-uniform`: name vectors that members share PREFIX_0, PREFIX_1, … by slot, instead of by the members
    #[arg(long, value_name = "PREFIX", value_parser = vector_prefix)]
    pub(crate) vector_names: Option<String>,

    /// `specialize`, `inline`: maximum number of functions to add
    #[arg(long, value_name = "COUNT", default_value_t = 256)]
    pub(crate) max_clones: usize,

    /// Report what would change, without changing it; exit with 1 if anything would
    #[arg(long, conflicts_with_all = ["output", "map"])]
    pub(crate) check: bool,
}

#[derive(Args, Debug)]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct CheckArguments {
    #[command(subcommand)]
    pub(crate) subject: Option<CheckSubject>,

    /// Shader files (default: `files` in padstone.toml)
    #[arg(value_name = "FILE")]
    pub(crate) files: Vec<String>,

    /// Rule sets and profiles, separated by commas, instead of the project's targets
    #[arg(long, value_name = "NAME,…", value_delimiter = ',')]
    pub(crate) rules: Vec<String>,

    /// Language of the files (default: inferred from each extension): hlsl, slang, glsl, wgsl, wgsl-2020, spirv
    #[arg(long, value_name = "LANGUAGE")]
    pub(crate) lang: Option<String>,

    /// Record the layouts and bindings in padstone.lock instead of comparing them with it
    #[arg(long)]
    pub(crate) accept: bool,

    /// Regenerate stale host files
    #[arg(long)]
    pub(crate) write: bool,

    /// Exit with 0 if there are warnings but no errors
    #[arg(long)]
    pub(crate) allow_warnings: bool,

    /// Number of threads (0: one for each core)
    #[arg(short, long, value_name = "N", default_value = "0")]
    pub(crate) jobs: usize,

    /// Write the summary to OUT instead of standard output, unless there are findings; build systems can use OUT as a stamp
    #[arg(short, long = "output", value_name = "OUT")]
    pub(crate) output: Option<String>,

    /// Write an initial padstone.toml and exit
    #[arg(long, conflicts_with = "files")]
    pub(crate) init: bool,
}

#[derive(Args, Debug)]
pub(crate) struct DiffArguments {
    /// Versions to compare: two files (or REVISION:FILE), two git revisions, or one git revision and the working tree;
    /// FILEs limit revisions to these files, or files of the project that match these globs [default: the files of the project]
    #[arg(value_name = "OLD", required = true)]
    pub(crate) versions: Vec<String>,

    /// Rule sets and profiles, separated by commas, instead of the project's targets
    #[arg(long, value_name = "NAME,…", value_delimiter = ',')]
    pub(crate) rules: Vec<String>,

    /// Language of the files (default: inferred from each extension): hlsl, slang, glsl, wgsl, wgsl-2020, spirv
    #[arg(long, value_name = "LANGUAGE")]
    pub(crate) lang: Option<String>,

    /// Output format: text for people, json for programs (`padstone schema diff` describes it), github for annotations, or sarif
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = message_formats())]
    pub(crate) format: String,

    /// Write to OUT instead of standard output, unless there are errors or the content is unchanged
    #[arg(short, long = "output", value_name = "OUT")]
    pub(crate) output: Option<String>,
}

#[derive(Args, Debug)]
pub(crate) struct SchemaArguments {
    /// Output whose schema to print
    #[arg(value_name = "OUTPUT", default_value = "layout", value_parser = schemas())]
    pub(crate) output: String,
}

#[derive(Args, Debug)]
pub(crate) struct PagesArguments {
    /// Directory to write to: man pages go to `share/man/man1` in it, completions to directories such as `share/bash-completion/completions`
    #[arg(value_name = "PREFIX")]
    pub(crate) prefix: std::path::PathBuf,
}

/// Compilation targets.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum BackendName {
    /// SPIR-V for Vulkan
    Vulkan,
    /// GLSL
    Gl,
    /// HLSL, for Direct3D
    D3d,
    /// Metal
    Metal,
    /// naga, the compiler of wgpu and Firefox
    Naga,
}

/// When to use colors.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Color {
    /// If standard output (or standard error) is a terminal and NO_COLOR is not set
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

fn passes() -> Vec<&'static str> {
    padstone_rewrite::PASSES.iter().map(|pass| pass.name).collect()
}

fn passes_help() -> String {
    let rows = padstone_rewrite::PASSES.iter().map(|pass| format!("  {:<18} {}\n", pass.name, pass.summary));
    format!("Passes:\n{}", rows.collect::<String>())
}

fn schemas() -> Vec<&'static str> {
    crate::schemas::all().map(|(name, _)| name).collect()
}

fn message_formats() -> Vec<&'static str> {
    padstone_read::emit::diagnostics::FORMATS.iter().map(|format| format.name).collect()
}

/// The ASCII characters with which WGSL names can begin (WGSL, section 3.5.1, "Identifiers").
fn vector_prefix(text: &str) -> Result<String, String> {
    let is_identifier_start = text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') && !text.starts_with("__") && text != "_";
    let is_name = is_identifier_start && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    if is_name { Ok(text.to_owned()) } else { Err("not a WGSL name: use letters, digits, and `_`".to_owned()) }
}

/// The number of bytes in a row of a picture.
fn row_bytes(text: &str) -> Result<u64, String> {
    match text.parse() {
        Ok(bytes @ 4..=256) if bytes % 4 == 0 => Ok(bytes),
        _ => Err("expected a multiple of 4 from 4 to 256".into()),
    }
}

fn reflect_formats() -> Vec<&'static str> {
    padstone_read::emit::reflect::FORMATS.iter().map(|format| format.name).collect()
}

fn layout_formats() -> Vec<&'static str> {
    padstone_read::emit::FORMATS.iter().map(|format| format.name).collect()
}

const EXAMPLES: &str = "\
Examples:
  padstone layout scene.hlsl                          every buffer, as dxc lays it out
  padstone layout scene.hlsl --rules dxc,std140       each buffer under two rule sets, in one table
  padstone layout scene.hlsl --format json -o scene.json
  padstone layout scene.hlsl -- -T cs_6_6 -E main -spirv -fvk-use-dx-layout -I include
  padstone layout sky.wgsl --rules wgsl,naga          as Chrome and as Firefox lay it out
  padstone layout sky.frag -G                         for OpenGL, with the default uniform block
  padstone layout *.hlsl *.comp *.wgsl --format json  each file under its language's rules
  padstone reflect sky.slang --target spirv           the set and binding of every parameter
  padstone explain scene.hlsl Scene.lights[2].color   why the member has its offset, rule by rule
  padstone explain scene.hlsl Scene@44                the member or padding at byte 44
  padstone rewrite pin sky.wgsl -o sky.pinned.wgsl    write the layout into the source

Exit codes: 0 success, possibly with warnings; 1 errors, findings or differences; 2 usage error.";
