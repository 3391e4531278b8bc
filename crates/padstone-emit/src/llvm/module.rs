//! The parts of a module that all forms share: header, types, globals.

use std::collections::HashSet;
use std::io::{self, Write};

use padstone_diag::{Diagnostic, Diagnostics, codes};
use padstone_layout::{Layout, ModuleLayout, Subject};
use padstone_model::{Align, Buffer, BufferKind, Module, Offset};
use padstone_source::{Span, Symbol};

use super::Target;
use super::names::{Quoted, UniqueNames, mangled, split_scope};
use super::physical::{LoweredStruct, Lowering, LoweringError};
use super::types::{LlvmType, LlvmTypeError, NamedStruct, PackedContent, Types};

/// The buffers and structs of a module as LLVM types, in the order in which they are written: constant buffers
/// as clang writes them, `$Globals` last, then structs in their standard layout.
pub(super) struct Roots<'m> {
    pub(super) module: &'m Module,
    pub(super) layouts: &'m ModuleLayout,
    pub(super) types: Types,
    pub(super) roots: Vec<Root<'m>>,
}

/// One buffer or struct.
pub(super) struct Root<'m> {
    pub(super) layout: &'m Layout,
    /// The packed struct, if it is a struct and has bytes.
    pub(super) lowered: Option<LoweredStruct>,
}

/// The globals of one constant buffer, by name.
pub(super) struct BufferGlobals {
    /// Index into [`Roots::roots`].
    pub(super) root: usize,
    /// The handle.
    pub(super) handle: String,
    /// The members that are separate variables, in the order of their offsets; empty for `ConstantBuffer<T>`.
    pub(super) members: Vec<String>,
}

impl<'m> Roots<'m> {
    pub(super) fn new(module: &'m Module, layouts: &'m ModuleLayout, target: Target, diagnostics: &mut Diagnostics) -> Self {
        let mut lowering = Lowering::new(module, layouts, target);
        let mut order: Vec<&Layout> = layouts.layouts.iter().collect();
        order.sort_by_key(|layout| match layout.subject {
            Subject::Buffer(id) => u8::from(module.buffers[id].kind == BufferKind::Globals),
            Subject::Struct(_) => 2,
        });
        let mut roots = Vec::with_capacity(order.len());
        for layout in order {
            match lowering.root(layout) {
                Ok(lowered) => roots.push(Root { layout, lowered }),
                Err(error) => diagnostics.extend(report(module, layout, error)),
            }
        }
        Roots { module, layouts, types: lowering.types, roots }
    }

    /// All packed structs, each before those that it contains, as LLVM prints the types of a module.
    pub(super) fn structs(&self) -> Vec<&NamedStruct> {
        let mut seen = HashSet::new();
        let mut order = Vec::new();
        for root in self.roots.iter().filter_map(|root| root.lowered).map(|lowered| lowered.ty) {
            let mut pending = Vec::from_iter(seen.insert(root).then_some(root));
            while let Some(ty) = pending.pop() {
                match self.types.shape(ty) {
                    LlvmType::Scalar(_) | LlvmType::Vector { .. } => {}
                    LlvmType::Array { element, .. } | LlvmType::Peeled { element, .. } => {
                        pending.extend(seen.insert(element).then_some(element))
                    }
                    LlvmType::Struct(handle) => {
                        let named = self.types.named(handle);
                        order.push(named);
                        pending.extend(named.members().rev().filter(|&member| seen.insert(member)));
                    }
                }
            }
        }
        order
    }

    pub(super) fn write_types(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out)?;
        for named in self.structs() {
            write!(out, "%{} = type <{{", Quoted(&named.name))?;
            for (index, field) in named.fields.iter().enumerate() {
                out.write_all(if index == 0 { b" " } else { b", " })?;
                match field.content {
                    PackedContent::Padding(size) => write!(out, "{}", self.types.padding(size))?,
                    PackedContent::Member { ty, .. } => write!(out, "{}", self.types.text(ty))?,
                }
            }
            writeln!(out, " }}>")?;
        }
        Ok(())
    }

    /// A handle for each constant buffer, and its members as variables in its address space, as in clang.
    pub(super) fn write_globals(&self, out: &mut dyn Write, values: &mut UniqueNames) -> io::Result<Vec<BufferGlobals>> {
        let target = self.types.target();
        let mut written = Vec::new();
        for (index, root) in self.roots.iter().enumerate() {
            let Some((buffer, lowered)) = self.constant_buffer(root) else { continue };
            let handle = handle_name(self.module, buffer, values);
            let Some(ty) = handle_type(target, &self.types.text(lowered.ty)) else { continue };
            writeln!(out, "{}@{} = global {ty} poison", if written.is_empty() { "\n" } else { "" }, Quoted(&handle))?;
            let members = match buffer.kind {
                BufferKind::ConstantBuffer | BufferKind::TextureBuffer => Vec::new(),
                _ => self.write_members(out, root, lowered, values)?,
            };
            written.push(BufferGlobals { root: index, handle, members });
        }
        Ok(written)
    }

    /// The buffer of a root, if it is a constant buffer with bytes.
    pub(super) fn constant_buffer(&self, root: &Root<'m>) -> Option<(&'m Buffer, LoweredStruct)> {
        let Subject::Buffer(id) = root.layout.subject else { return None };
        let buffer = &self.module.buffers[id];
        let constant = !matches!(buffer.kind, BufferKind::Structured | BufferKind::PushConstant | BufferKind::ShaderRecord);
        root.lowered.filter(|_| constant).map(|lowered| (buffer, lowered))
    }

    /// The buffer of a root, if it is a structured one.
    pub(super) fn structured_buffer(&self, root: &Root<'m>) -> Option<&'m Buffer> {
        let Subject::Buffer(id) = root.layout.subject else { return None };
        Some(&self.module.buffers[id]).filter(|buffer| buffer.kind == BufferKind::Structured)
    }

    fn write_members(
        &self,
        out: &mut dyn Write,
        root: &Root<'_>,
        lowered: LoweredStruct,
        values: &mut UniqueNames,
    ) -> io::Result<Vec<String>> {
        let types = self.layouts.types(root.layout);
        let declared: Vec<_> = types.fields(self.module, root.layout.content).collect();
        let (scope, _) = self.module.as_struct(root.layout.content).map_or(("", ""), |members| split_scope(self.module.name(members.name)));
        let mut names = Vec::new();
        for field in &self.types.named(lowered.handle).fields {
            let PackedContent::Member { ty, declared: index } = field.content else { continue };
            let (member, place) = declared[index];
            let name = values.take(&mangled(&format!("{scope}{}", self.module.name(member.name))));
            let align = types.get(member.ty).map_or(Align::ONE, |laid| aligned_at(laid.align, place.offset));
            let (space, ty) = (self.types.target().buffer_space(), self.types.text(ty));
            writeln!(out, "@{} = external hidden {space}global {ty}, align {align}", Quoted(&name))?;
            names.push(name);
        }
        Ok(names)
    }
}

pub(super) fn write_header(out: &mut dyn Write, target: Target) -> io::Result<()> {
    if let Some(layout) = target.data_layout() {
        writeln!(out, "target datalayout = \"{layout}\"")?;
    }
    if let Some(triple) = target.triple() {
        writeln!(out, "target triple = \"{triple}\"")?;
    }
    Ok(())
}

/// The name of the variable of a buffer's handle: `C.cb`, or `C.tb` for a tbuffer, independently of the namespace.
pub(super) fn handle_name(module: &Module, buffer: &Buffer, values: &mut UniqueNames) -> String {
    let (_, name) = split_scope(module.name(buffer.name));
    let suffix = if matches!(buffer.kind, BufferKind::TBuffer | BufferKind::TextureBuffer) { "tb" } else { "cb" };
    values.take(&format!("{name}.{suffix}"))
}

/// The type of a handle to a constant buffer with `content`. The 2 is SPIR-V's storage class Uniform.
pub(super) fn handle_type(target: Target, content: &dyn std::fmt::Display) -> Option<String> {
    match target {
        Target::Dx => Some(format!("target(\"dx.CBuffer\", {content})")),
        Target::Spirv => Some(format!("target(\"spirv.VulkanBuffer\", {content}, 2, 0)")),
        Target::Host => None,
    }
}

/// The type of a handle to a structured buffer with these elements. The 12 is SPIR-V's storage class StorageBuffer. Rasterizer-ordered
/// buffers are not distinguished: that is the last 0 for D3D.
pub(super) fn elements_type(target: Target, element: &str, writable: bool) -> Option<String> {
    let writable = u8::from(writable);
    match target {
        Target::Dx => Some(format!("target(\"dx.RawBuffer\", {element}, {writable}, 0)")),
        Target::Spirv => Some(format!("target(\"spirv.VulkanBuffer\", [0 x {element}], 12, {writable})")),
        Target::Host => None,
    }
}

/// The name and the span of the subject of a layout.
pub(super) fn subject(module: &Module, layout: &Layout) -> (Symbol, Span) {
    match layout.subject {
        Subject::Buffer(id) => (module.buffers[id].name, module.buffers[id].span),
        Subject::Struct(id) => (module.structs[id].name, module.structs[id].span),
    }
}

/// The actual alignment of a member: that of its type, unless an explicit offset violates it.
fn aligned_at(natural: Align, offset: Offset) -> Align {
    let of_offset = 1u64.checked_shl(offset.bytes().trailing_zeros()).and_then(Align::new);
    of_offset.map_or(natural, |of_offset| natural.min(of_offset))
}

fn report(module: &Module, layout: &Layout, error: LoweringError) -> Option<Diagnostic> {
    let (name, span) = subject(module, layout);
    let name = module.name(name);
    match error {
        LoweringError::LayoutError => None,
        LoweringError::Overlap { members: [(first, first_span), (second, second_span)], at: position } => {
            let (first, second) = (module.name(first), module.name(second));
            let of_values = layout.overlaps.iter().any(|shared| shared.contains(&position));
            let relation = match of_values {
                true => format!("`{first}` and `{second}` share bytes"),
                false => format!("`{second}` is in padding of `{first}`"),
            };
            let message = format!("`{name}` has no LLVM type: {relation}");
            let found = Diagnostic::error(&codes::STRUCT_OVERLAP, message, second_span)
                .label(second_span, format!("starts at offset {position}, before `{first}` ends"))
                .label(first_span, if of_values { "also occupies that byte" } else { "has padding in that byte" });
            Some(found.help("move one of them: in a struct type, each byte belongs to one field"))
        }
        LoweringError::LlvmTypeError(ty, error) => {
            let ty = module.type_name(ty);
            let (code, reason) = match error {
                LlvmTypeError::Large => (&codes::LLVM_TOO_LARGE, format!("`{ty}` is 4 GiB or more, but pointers have 32 bits here")),
                LlvmTypeError::Long => (&codes::LLVM_TOO_LONG, format!("the text of `{ty}` would exceed a megabyte")),
            };
            Some(Diagnostic::error(code, format!("`{name}` has no LLVM type: {reason}"), span).label(span, ""))
        }
    }
}
