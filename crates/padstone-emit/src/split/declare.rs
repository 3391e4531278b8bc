//! Declarations of variables with their original registers and bindings.

use std::fmt::Write as _;

use padstone_bind::{EntryLayout, ExplicitSource, LayoutUnit, LeafSlot};
use padstone_model::{Count, Packing, ResourceKind, ResourceType, StructKind, Type, TypeId};

use super::map::{self, PartLocation};
use super::{DeclaredAggregate, SplitPart, Writer, peeled};
use crate::reflect::Reflection;

/// The attribute of a buffer that is a shader record.
const SHADER_RECORD: &str = "[[vk::shader_record]] ";

impl Writer<'_> {
    /// Bytes in the implicit buffer: a variable, whose struct type contains no resources.
    pub(super) fn loose_variable(&mut self, part: &SplitPart) -> Option<String> {
        let module = self.reflection.module;
        let (ty, counts) = peeled(module, part.ty?);
        let text = match self.types.data(ty) {
            Ok(text) => text,
            Err(reason) => {
                self.omit(part, &reason);
                return None;
            }
        };
        let name = self.name("", &part.path);
        let root = part.path.split(['.', '[']).next().unwrap_or("");
        let is_uniform = self.uniforms.contains(root);
        let uniform = if is_uniform { "uniform " } else { "" };
        let _ = writeln!(self.text, "{uniform}{text} {name}{};", dimensions(counts.into_iter()));
        Some(name)
    }

    /// A texture, sampler or structured buffer.
    pub(super) fn object(&mut self, part: &SplitPart, slots: &[LeafSlot], owner: &str) {
        let Some(ty) = part.ty else { return };
        let is_constant = slots.iter().any(|slot| slot.kind == LayoutUnit::SpecializationConstant);
        let resource = match self.reflection.module.types[ty] {
            Type::Resource(resource) => Some(resource),
            _ => None,
        };
        let text = match (resource, is_constant) {
            (Some(resource), _) => self.types.object(&resource),
            (None, true) => self.types.data(ty).map(|text| format!("const {text}")),
            // A global of ordinary data with a register for D3D takes an empty binding (libslang 2026.12).
            (None, false) => return,
        };
        let text = match text {
            Ok(text) => text,
            Err(reason) => return self.omit(part, &reason),
        };
        let name = self.name(owner, &part.path);
        let (before, after) = self.binding_annotation(slots);
        let value = if is_constant { format!(" = {}", self.constant(part)) } else { String::new() };
        let dims = dimensions(part.dims.iter().map(|dim| dim.count));
        let entry = PartLocation::object(owner, part, name.clone(), slots);
        let _ = writeln!(self.text, "{before}{text} {name}{dims}{after}{value}; // {}", map::comment(self.reflection, &entry));
        self.map.push(self.reflection, entry);
    }

    /// The value of a specialization constant in the source, or 0.
    fn constant(&self, part: &SplitPart) -> &str {
        let Reflection { sources, module, .. } = *self.reflection;
        let written = part.source.field(module).and_then(|field| field.written.value_span);
        written.map_or("0", |span| sources.text(sources.spelling(span)))
    }

    /// A constant buffer, texture buffer or parameter block: the buffer for its ordinary data.
    pub(super) fn group(&mut self, part: &SplitPart, slots: &[LeafSlot], owner: &str, open: &mut Vec<DeclaredAggregate>) {
        let module = self.reflection.module;
        let Some(ty) = part.ty else { return };
        let Type::Resource(resource @ ResourceType { element: Some(element), .. }) = module.types[peeled(module, ty).0] else { return };
        let name = self.name(owner, &part.path);
        let (before, after) = self.binding_annotation(slots);
        let dims = dimensions(part.dims.iter().map(|dim| dim.count));
        let is_block = module.as_struct(element).is_some_and(|members| members.kind == StructKind::BufferMembers);
        let entry = PartLocation::object(owner, part, name.clone(), slots);
        let comment = map::comment(self.reflection, &entry);
        let member_prefix = is_block.then(|| self.member_prefix(element, &name));
        let written = match &member_prefix {
            Some(prefix) => self.types.members(element, prefix).map(|members| {
                let word = if resource.kind == ResourceKind::TextureBuffer { "tbuffer" } else { "cbuffer" };
                format!("{before}{word} {name}{after} {{ // {comment}\n{members}}}")
            }),
            None => self.types.element(element).map(|element| {
                let word = if resource.kind == ResourceKind::TextureBuffer { "TextureBuffer" } else { "ConstantBuffer" };
                format!("{before}{word}<{element}{}> {name}{dims}{after}; // {comment}", packing(resource.packing))
            }),
        };
        match written {
            Ok(text) => {
                let _ = writeln!(self.text, "{text}");
                self.map.push(self.reflection, entry);
            }
            Err(reason) => self.omit(part, &reason),
        }
        open.push(DeclaredAggregate { path: part.path.clone(), name, member_prefix, slot: slots.first().copied(), depth: part.depth + 1 });
    }

    /// The first part of the names of the members of a `cbuffer`, which are variables of the program: no other variable has one of these names.
    fn member_prefix(&mut self, members: TypeId, buffer: &str) -> String {
        let members = self.types.member_names(members);
        let mut prefix = format!("{buffer}_");
        while members.iter().any(|member| self.names.contains(&format!("{prefix}{member}"))) {
            prefix.push('_');
        }
        self.names.extend(members.iter().map(|member| format!("{prefix}{member}")));
        prefix
    }

    /// The implicit buffer of an entry point: a constant buffer of a struct of its parameters.
    pub(super) fn uniforms(&mut self, entry: &EntryLayout, owner: &str, slot: LeafSlot) {
        let module = self.reflection.module;
        let name = self.name(owner, "uniforms");
        let fields = entry.parameters.iter().filter_map(|variable| {
            let has_bytes = self.reflection.layout.get(variable.layout).usage.get(LayoutUnit::Uniform).is_some();
            variable.source.field(module).filter(|_| has_bytes).map(|field| (module.name(field.name).to_owned(), field.ty))
        });
        let fields: Vec<(String, TypeId)> = fields.collect();
        let data_layout = self.reflection.layout.target.family.data_layout_of_uniforms(slot.kind);
        let ty = self.types.of_fields(&format!("{name}_bytes"), &fields);
        let is_second = slot.kind == LayoutUnit::ShaderRecord && self.text.contains(SHADER_RECORD);
        let found = match (ty, data_layout) {
            (Ok(_), _) if is_second => Err("a program has one shader record: select one entry point with `-entry`".to_owned()),
            (Ok(_), None) => Err("no constant buffer has this layout".to_owned()),
            (Ok(ty), Some(data_layout)) => Ok((ty, data_layout)),
            (Err(reason), _) => Err(reason),
        };
        match found {
            Ok((ty, data_layout)) => {
                let (before, after) = self.binding_annotation(&[slot]);
                let data_layout = data_layout.map_or(String::new(), |name| format!(", {name}"));
                let _ = writeln!(self.text, "{before}ConstantBuffer<{ty}{data_layout}> {name}{after};");
            }
            Err(reason) => {
                let message = format!("skipped the uniform parameters of `{owner}`: {reason}");
                self.diagnostics.push(padstone_diag::Diagnostic::without_place(&padstone_diag::codes::NOT_SPLIT, message));
            }
        }
        self.variables.insert(owner.to_owned(), name);
    }

    /// The explicit binding of a variable: attributes before it, registers after it.
    fn binding_annotation(&self, slots: &[LeafSlot]) -> (String, String) {
        let (mut before, mut after) = (String::new(), String::new());
        for &LeafSlot { kind, space, index, .. } in slots {
            let class = match kind {
                LayoutUnit::ConstantBuffer => Some('b'),
                LayoutUnit::ShaderResource => Some('t'),
                LayoutUnit::UnorderedAccess => Some('u'),
                LayoutUnit::SamplerState => Some('s'),
                _ => None,
            };
            let _ = match (kind, class) {
                (_, Some(class)) if self.reflection.layout.target.explicit == ExplicitSource::Registers => match space {
                    0 => write!(after, " : register({class}{index})"),
                    _ => write!(after, " : register({class}{index}, space{space})"),
                },
                (LayoutUnit::DescriptorTableSlot, _) | (_, Some(_)) => write!(before, "[[vk::binding({index}, {space})]] "),
                (LayoutUnit::PushConstantBuffer, _) => write!(before, "[[vk::push_constant]] "),
                (LayoutUnit::ShaderRecord, _) => write!(before, "{SHADER_RECORD}"),
                (LayoutUnit::SpecializationConstant, _) => write!(before, "[[vk::constant_id({index})]] "),
                (LayoutUnit::InputAttachmentIndex, _) => write!(before, "[[vk::input_attachment_index({index})]] "),
                _ => Ok(()),
            };
        }
        (before, after)
    }
}

/// `[8][2]`.
pub(super) fn dimensions(counts: impl Iterator<Item = Count>) -> String {
    counts.map(|count| count.known().map_or("[]".to_owned(), |count| format!("[{count}]"))).collect()
}

fn packing(packing: Packing) -> &'static str {
    match packing {
        Packing::Std140 => ", Std140DataLayout",
        Packing::Std430 => ", Std430DataLayout",
        Packing::Scalar => ", ScalarDataLayout",
        Packing::C => ", CDataLayout",
        _ => "",
    }
}
