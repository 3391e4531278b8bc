//! The root signature of a program for D3D, as HLSL writes it.

mod claims;
mod macro_names;
mod static_samplers;
mod tables;

use std::io::{self, Write};

use padstone_bind::Amount;
use padstone_diag::{Diagnostic, Diagnostics, Severity, codes};
use padstone_model::{DescriptorHeaps, Language, Module, ResourceKind, Type};
use padstone_source::Span;

use super::{BoundSlot, at, bound, called, report_unplaced};
use crate::cb_struct::tokens::tokens;
use crate::reflect::{BindingLocation, ObjectKind, Program, Reflection};
use claims::{ALL, RegisterClaim};
pub use macro_names::check_macro_name;
pub use static_samplers::check_static_sampler;
use tables::{DescriptorTable, RegisterRange};

/// The versions of root signatures.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum RootSignatureVersion {
    /// 1.0.
    V1_0,
    /// 1.1, which has flags for descriptors.
    V1_1,
    /// 1.2, which has flags for static samplers.
    V1_2,
}

/// The resources that are root descriptors, outside tables.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RootDescriptors {
    /// None.
    None,
    /// Constant buffers.
    ConstantBuffers,
    /// All buffers that can be root descriptors: constant, structured and byte address buffers, acceleration structures.
    Buffers,
}

/// The options for writing it.
#[derive(Clone, Debug)]
pub struct RootSignatureOptions {
    /// The name of the macro.
    pub name: String,
    /// The version.
    pub version: RootSignatureVersion,
    /// The root descriptors.
    pub root: RootDescriptors,
    /// Paths of constant buffers to pass as root constants; for the uniform parameters of an entry point, the
    /// name of the entry point.
    pub constants: Vec<String>,
    /// Static samplers, by their paths, each with its arguments: `filter=FILTER_ANISOTROPIC`.
    pub static_samplers: Vec<(String, String)>,
    /// Flags in addition to those that the program needs.
    pub flags: Vec<String>,
}

/// The maximum size in D3D12: a table counts 1, a root descriptor 2, constants 1 for each 4 bytes (Direct3D 12 Programming Guide, Root
/// Signature Limits).
const MAX_DWORDS: u64 = 64;

/// One parameter of the signature.
struct RootParameter {
    text: String,
    comment: String,
    dwords: u64,
}

/// Writes the root signature of a program, and returns diagnostics.
///
/// # Errors
/// Those of `out`.
pub fn write(out: &mut dyn Write, reflection: &Reflection<'_>, options: &RootSignatureOptions) -> io::Result<Diagnostics> {
    let open = crate::reflect::open(reflection);
    if open.has_errors() {
        return Ok(open);
    }
    let (program, mut diagnostics) = crate::reflect::reflect(reflection);
    let declared = declaration(reflection.module, &options.name).map(|span| (span, "is declared"));
    if let Some((span, verb)) = declared.or_else(|| Some((occurrence(reflection, &options.name)?, "appears"))) {
        let message = format!("`{}` {verb} in the shader: the macro of the root signature would replace it", options.name);
        diagnostics.push(Diagnostic::error(&codes::MACRO_REPLACES_NAME, message, span).help("choose another name: `--name NAME`"));
        return Ok(diagnostics);
    }
    let mut writer = Writer {
        reflection,
        options,
        entries: Vec::new(),
        tables: Vec::new(),
        claims: Vec::new(),
        reported: Vec::new(),
        mentions_counters: None,
        diagnostics: &mut diagnostics,
    };
    writer.flags(&program);
    for bound in bound(reflection, &program) {
        writer.add(&bound);
    }
    writer.finish();
    let entries = writer.entries;
    let dwords = entries.iter().fold(0_u64, |sum, entry| sum.saturating_add(entry.dwords));
    if dwords > MAX_DWORDS {
        let message = format!("the root signature has {dwords} DWORDs; D3D12 allows at most {MAX_DWORDS}");
        diagnostics.push(
            Diagnostic::without_place(&codes::ROOT_SIGNATURE_LARGE, message)
                .help("move constant buffers into tables (`--root none`), or use fewer root constants"),
        );
    }
    writeln!(out, "// {dwords} of {MAX_DWORDS} DWORDs. Put [RootSignature({})] before an entry point.", options.name)?;
    writeln!(out, "#define {} \\", options.name)?;
    let texts: Vec<&RootParameter> = entries.iter().collect();
    for (index, entry) in texts.iter().enumerate() {
        let is_last = index + 1 == texts.len();
        let (comma, line) = if is_last { ("", "") } else { (", ", " \\") };
        writeln!(out, "    \"{}{comma}\" /* {} */{line}", entry.text, entry.comment.replace("*/", "* /"))?;
    }
    if texts.is_empty() {
        writeln!(out, "    \"\"")?;
    }
    Ok(diagnostics)
}

/// The parameter, entry point, struct or member with a name.
fn declaration(module: &Module, name: &str) -> Option<Span> {
    let fields = |id| module.structs[id].fields.iter().map(|field| (field.name, field.span));
    let declared = module.parameters.iter().map(|(_, parameter)| (parameter.name, parameter.span));
    let declared = declared.chain(module.entry_points.iter().map(|entry| (entry.name, entry.span)));
    let declared =
        declared.chain(module.structs.iter().flat_map(|(id, declared)| [(declared.name, declared.span)].into_iter().chain(fields(id))));
    let mut declared = declared.filter(|&(declared, _)| module.name(declared) == name);
    declared.next().map(|(_, span)| span)
}

/// The first occurrence of a name in a shader: of a function, type, constant, variable of a function or anything else. The name of the macro itself
/// may be the argument of `[RootSignature(…)]`, and in directives.
fn occurrence(reflection: &Reflection<'_>, name: &str) -> Option<Span> {
    // Slang gives its HLSL output other names.
    let mut files = reflection.sources.files().filter(|_| reflection.module.language == Language::Hlsl);
    files.find_map(|(_, file)| {
        let tokens = tokens(&file.text);
        let is_argument = |index: usize| {
            let before = |distance: usize| index.checked_sub(distance).map(|before| &tokens[before]);
            before(1).is_some_and(|token| token.is(b'(')) && before(2).is_some_and(|token| token.word(&file.text) == "RootSignature")
        };
        let found = (0..tokens.len()).find(|&index| tokens[index].word(&file.text) == name && !is_argument(index))?;
        let position = |offset: usize| u32::try_from(offset).unwrap_or(u32::MAX);
        Some(file.span(position(tokens[found].range.start), position(tokens[found].range.end)))
    })
}

/// Whether the input assembler generates a vertex input (DirectX Specs, HLSL signatures: the semantics that are system values in `VSIn`).
fn is_generated(semantic: &str) -> bool {
    let name = semantic.trim_end_matches(|c: char| c.is_ascii_digit());
    let generated = ["SV_VertexID", "SV_InstanceID", "SV_StartVertexLocation", "SV_StartInstanceLocation", "SV_ViewID"];
    generated.iter().any(|known| known.eq_ignore_ascii_case(name))
}

/// Whether the source mentions the methods that change the counter of a `RWStructuredBuffer`: function bodies are skipped, so it is not known
/// which buffers have one.
fn mentions_counters(reflection: &Reflection<'_>) -> bool {
    let methods = ["IncrementCounter", "DecrementCounter"];
    reflection.sources.files().any(|(_, file)| methods.iter().any(|method| file.text.contains(method)))
}

/// The heaps that the code indexes: by name in HLSL, through `DescriptorHandle<T>` in Slang, whose HLSL output names them.
fn descriptor_heaps(module: &Module) -> DescriptorHeaps {
    let mut heaps = module.descriptor_heaps;
    for (_, ty) in module.types.iter() {
        let Type::Handle(inner) = *ty else { continue };
        let kind = match module.types[inner] {
            Type::Resource(resource) => Some(resource.kind),
            _ => None,
        };
        heaps.samplers |= matches!(kind, Some(ResourceKind::Sampler | ResourceKind::CombinedSampler) | None);
        heaps.resources |= kind != Some(ResourceKind::Sampler);
    }
    heaps
}

struct Writer<'r, 'o, 'd> {
    reflection: &'r Reflection<'r>,
    options: &'o RootSignatureOptions,
    entries: Vec<RootParameter>,
    tables: Vec<DescriptorTable>,
    /// The registers that are bound.
    claims: Vec<RegisterClaim>,
    /// The names in options that were found in the program.
    reported: Vec<&'o str>,
    /// Computed at the first root descriptor that may have a counter.
    mentions_counters: Option<bool>,
    diagnostics: &'d mut Diagnostics,
}

impl<'o> Writer<'_, 'o, '_> {
    fn flags(&mut self, program: &Program) {
        let mut flags: Vec<&str> = Vec::new();
        // All inputs but those that the input assembler generates come from vertex buffers, also SV_Position. (HLSL for D3D has no locations.)
        let is_generated = |semantic: &Option<String>| semantic.as_deref().is_none_or(is_generated);
        let has_input = |entry: &crate::reflect::EntryPoint| {
            entry.inputs.iter().any(|input| input.location.is_some() || !is_generated(&input.semantic))
        };
        if program.entry_points.iter().any(|entry| entry.stage == Some("vertex") && has_input(entry)) {
            flags.push("ALLOW_INPUT_ASSEMBLER_INPUT_LAYOUT");
        }
        let heaps = descriptor_heaps(self.reflection.module);
        if heaps.resources {
            flags.push("CBV_SRV_UAV_HEAP_DIRECTLY_INDEXED");
        }
        if heaps.samplers {
            flags.push("SAMPLER_HEAP_DIRECTLY_INDEXED");
        }
        for flag in &self.options.flags {
            if !flags.contains(&&**flag) {
                flags.push(flag);
            }
        }
        if !flags.is_empty() {
            self.entries.push(RootParameter {
                text: format!("RootFlags({})", flags.join(" | ")),
                comment: "0 DWORDs".to_owned(),
                dwords: 0,
            });
        }
    }

    fn add(&mut self, bound: &BoundSlot<'_>) {
        let BoundSlot { slot, owner, stages } = bound;
        let Some(BindingLocation::D3d { class, register, space }) = slot.place else {
            return report_unplaced(self.reflection, slot, self.diagnostics);
        };
        let visibility = visibility(stages);
        let is_called = |name: &str| {
            name == slot.path
                || without_indices(name) == without_indices(&slot.path) && !slot.path.is_empty()
                || slot.path.is_empty() && owner.is_some_and(|owner| owner == name)
        };
        let options = self.options;
        let mut claim =
            RegisterClaim { class, space, register, count: slot.count.finite(), visibility, in_table: false, slot: (*slot).clone() };
        if let Some(name) = options.constants.iter().find(|name| is_called(name)) {
            self.reported.push(name);
            let size = slot.buffer.as_ref().and_then(|buffer| buffer.size.finite()).filter(|_| class == 'b' && slot.arrays.is_empty());
            match size {
                Some(size) => {
                    let numbers = size.div_ceil(4);
                    let text = format!("RootConstants(num32BitConstants={numbers}, b{register}, space={space}, visibility={visibility})");
                    self.push(text, numbers, called(slot));
                    self.claims.push(claim);
                }
                None => self.reject(bound, "is not a single constant buffer, so it cannot be root constants"),
            }
            return;
        }
        if let Some((name, reported)) = options.static_samplers.iter().find(|(name, _)| is_called(name)) {
            self.reported.push(name);
            if class == 's' && slot.count == Amount::Finite(1) {
                match static_samplers::settings_for(slot, reported) {
                    Ok(settings) => {
                        self.push(format!("StaticSampler(s{register}{settings}, space={space}, visibility={visibility})"), 0, called(slot));
                        self.claims.push(claim);
                    }
                    Err(reason) => self.reject(bound, reason),
                }
            } else if class == 's' {
                self.reject(bound, "is an array of samplers: only a single sampler can be static");
            } else {
                self.reject(bound, "is not a sampler, so it cannot be static");
            }
            return;
        }
        // A root descriptor has no counter (Microsoft, "Using descriptors directly in the root signature").
        let may_have_counter = slot.resource.is_some_and(|resource| match resource.kind {
            ResourceKind::AppendStructuredBuffer | ResourceKind::ConsumeStructuredBuffer => true,
            ResourceKind::RwStructuredBuffer => *self.mentions_counters.get_or_insert_with(|| mentions_counters(self.reflection)),
            _ => false,
        });
        if self.is_root(slot.kind) && !may_have_counter && slot.count == Amount::Finite(1) && slot.arrays.is_empty() {
            let view = view(class);
            self.push(format!("{view}({class}{register}, space={space}, visibility={visibility})"), 2, called(slot));
            self.claims.push(claim);
            return;
        }
        claim.in_table = true;
        self.claims.push(claim);
        let range = RegisterRange { class, register, space, count: slot.count.finite(), names: vec![called(slot).to_owned()] };
        tables::add(&mut self.tables, visibility, range);
    }

    fn is_root(&self, kind: ObjectKind) -> bool {
        let is_constants = matches!(kind, ObjectKind::Globals | ObjectKind::ConstantBuffer | ObjectKind::ParameterBlock);
        let is_buffer = matches!(
            kind,
            ObjectKind::StructuredBuffer
                | ObjectKind::RwStructuredBuffer
                | ObjectKind::ByteAddressBuffer
                | ObjectKind::RwByteAddressBuffer
                | ObjectKind::AccelerationStructure
        );
        match self.options.root {
            RootDescriptors::None => false,
            RootDescriptors::ConstantBuffers => is_constants,
            RootDescriptors::Buffers => is_constants || is_buffer,
        }
    }

    fn push(&mut self, text: String, dwords: u64, subject: &str) {
        let comment = format!("{subject}: {dwords} DWORD{}", if dwords == 1 { "" } else { "s" });
        self.entries.push(RootParameter { text, comment, dwords });
    }

    fn reject(&mut self, bound: &BoundSlot<'_>, reason: &str) {
        let message = format!("`{}` {reason}", called(bound.slot));
        self.diagnostics.push(at(self.reflection, bound.slot, &codes::NOT_IN_LAYOUT, Severity::Error, message));
    }

    /// Completes the tables, and reports resources that are bound twice and options without effect.
    fn finish(&mut self) {
        claims::check(self.reflection, std::mem::take(&mut self.claims), self.diagnostics);
        for table in std::mem::take(&mut self.tables) {
            let (text, subject) = table.text(self.options.version);
            self.push(text, 1, &subject);
        }
        let options = self.options;
        let requested = options.constants.iter().chain(options.static_samplers.iter().map(|(name, _)| name));
        for name in requested.filter(|name| !self.reported.contains(&&***name)) {
            let message = format!("no bound resource has the path `{name}`");
            let help = "list the paths with `padstone reflect --target hlsl`; the uniform parameters of an entry point have the name of the entry point";
            self.diagnostics.push(Diagnostic::without_place(&codes::NOT_IN_LAYOUT, message).help(help));
        }
    }
}

/// The path without indices: `s` for `s[]` and `s[2]`.
fn without_indices(path: &str) -> String {
    path.split('[')
        .enumerate()
        .map(|(index, part)| if index == 0 { part } else { part.split_once(']').map_or("", |(_, rest)| rest) })
        .collect()
}

/// The visibility of a parameter: one stage, or all. Compute and ray tracing shaders use that of all.
fn visibility(stages: &[&'static str]) -> &'static str {
    match stages {
        ["vertex"] => "SHADER_VISIBILITY_VERTEX",
        ["hull"] => "SHADER_VISIBILITY_HULL",
        ["domain"] => "SHADER_VISIBILITY_DOMAIN",
        ["geometry"] => "SHADER_VISIBILITY_GEOMETRY",
        ["fragment"] => "SHADER_VISIBILITY_PIXEL",
        ["amplification"] => "SHADER_VISIBILITY_AMPLIFICATION",
        ["mesh"] => "SHADER_VISIBILITY_MESH",
        _ => ALL,
    }
}

/// The view type of a register class in a root signature.
fn view(class: char) -> &'static str {
    match class {
        'b' => "CBV",
        't' => "SRV",
        'u' => "UAV",
        _ => "Sampler",
    }
}
