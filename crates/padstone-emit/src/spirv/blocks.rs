//! Buffers as variables of blocks.

use std::collections::HashMap;

use padstone_bind::{Binding, Bindings};
use padstone_diag::Diagnostics;
use padstone_layout::{Layout, ModuleLayout, Subject};
use padstone_model::{Access, Buffer, BufferKind, Count, Language, Module, Offset, ResourceKind};
use rspirv::dr;
use rspirv::spirv::{Capability, Decoration, SourceLanguage, StorageClass, Word};

use super::errors::{SpirvError, classes_collide, dimensions};
use super::recorded_attributes;
use super::types::{Lowering, NarrowScalars, SpirvType};
use crate::display::unbounded_stride;

/// The module with all buffers and structs, and diagnostics about layouts that SPIR-V cannot express.
pub(super) fn build(module: &Module, layouts: &ModuleLayout, bindings: &Bindings) -> (dr::Module, Diagnostics) {
    let mut lowering = Lowering::new(module, layouts);
    let mut has_constants = false;
    let mut registers = HashMap::new();
    for layout in &layouts.layouts {
        let Subject::Buffer(id) = layout.subject else { continue };
        let buffer = &module.buffers[id];
        let binding = bindings.get(buffer.parameter);
        if lowering.is_pointee(layout, buffer, binding) {
            continue;
        }
        if let Some(Binding::D3d { class, register, space, .. }) = binding {
            let (first_class, first) = *registers.entry((space, register)).or_insert((class, buffer));
            if first_class != class {
                lowering.diagnostics.push(classes_collide(module, (space, register), first, buffer));
            }
        }
        // A shader has at most one block of push constants; this module contains all of them.
        let listed = match storage_class(buffer.kind) {
            StorageClass::PushConstant => !std::mem::replace(&mut has_constants, true),
            StorageClass::ShaderRecordBufferKHR => false,
            _ => binding.is_some(),
        };
        if let Err(error) = lowering.buffer(layout, buffer, binding, listed) {
            lowering.diagnostics.extend(error.report(module.name(buffer.name), buffer.span));
        }
    }
    lowering.pointees();
    for layout in &layouts.layouts {
        if matches!(layout.subject, Subject::Struct(_)) && !lowering.is_pointed_to(layout) {
            // Errors in its members are reported at each member.
            let _ = lowering.lower(layout.set, layout.content);
        }
    }
    lowering.pointees();
    let processed = recorded_attributes::of_module(module, layouts);
    (lowering.builder.finish(source_language(module.language), processed), lowering.diagnostics)
}

impl<'m> Lowering<'m> {
    fn buffer(&mut self, layout: &Layout, buffer: &Buffer, binding: Option<Binding>, listed: bool) -> Result<(), SpirvError> {
        let class = storage_class(buffer.kind);
        // VUID-StandaloneSpirv-OpTypeRuntimeArray-04680.
        if class == StorageClass::Uniform && unbounded_stride(self.module, self.layouts.types(layout), layout.content).is_some() {
            return Err(SpirvError::RuntimeSized);
        }
        let block = self.content(layout, buffer)?;
        self.allow(class, block.narrow);
        self.builder.name(block.id, &type_name(self.module, buffer));
        self.builder.decorate(block.id, Decoration::Block, None);
        let variable = self.variable(class, block.id, buffer, listed)?;
        self.builder.name(variable, variable_name(self.module, buffer));
        if let Some(words) = recorded_attributes::of_buffer(self.layouts.profile, buffer) {
            self.builder.semantic(variable, None, words.to_owned());
        }
        let slot = binding.map(|binding| match binding {
            Binding::Vulkan { set, binding, .. } => (set, binding),
            Binding::D3d { space, register, .. } => (space, register),
            Binding::WebGpu { group, binding, .. } => (group, binding),
        });
        if let Some((set, binding)) = slot {
            self.builder.decorate(variable, Decoration::DescriptorSet, Some(set));
            self.builder.decorate(variable, Decoration::Binding, Some(binding));
        }
        if is_read_only(self.module, buffer) && class == StorageClass::StorageBuffer {
            self.builder.decorate(variable, Decoration::NonWritable, None);
        }
        Ok(())
    }

    /// The struct that becomes the block: the content itself if it is a struct, otherwise a struct around it.
    fn content(&mut self, layout: &Layout, buffer: &Buffer) -> Result<SpirvType, SpirvError> {
        let (set, content) = (layout.set, layout.content);
        if buffer.kind != BufferKind::Structured && self.module.as_struct(content).is_some() {
            return Ok(self.block(set, content));
        }
        let element = self.lower(set, content)?;
        let elements = layout.stride.filter(|_| buffer.kind == BufferKind::Structured);
        let block_content = match (element, elements) {
            (Some(element), Some(stride)) => Some(self.array(element, Count::Runtime, stride)?),
            (element, _) => element,
        };
        let id = self.builder.structure(block_content.map(|block_content| block_content.id));
        if let Some(block_content) = &block_content {
            self.decorate(id, 0, Offset::ZERO, block_content);
        }
        Ok(block_content.map_or(SpirvType::without_bytes(id), |block_content| SpirvType { id, ..block_content }))
    }

    fn variable(&mut self, class: StorageClass, block: Word, buffer: &Buffer, listed: bool) -> Result<Word, SpirvError> {
        let dims = &self.module.parameters[buffer.parameter].dims;
        if dims.is_empty() {
            return Ok(self.builder.variable(class, block, listed));
        }
        // In HLSL, the number of elements must be constant.
        let known = |dim: &Count| dim.known().filter(|&count| count > 0);
        let count = match dims.iter().map(known).collect::<Option<Vec<u64>>>() {
            Some(counts) => Some(counts.into_iter().try_fold(1, u64::checked_mul).ok_or(SpirvError::Large)?),
            None => None,
        };
        if dims.len() > 1 {
            self.diagnostics.push(dimensions(self.module.name(buffer.name), dims.len(), count, buffer.span));
        }
        if count.is_none() {
            self.builder.capability(Capability::RuntimeDescriptorArray);
        }
        let ty = self.builder.array(block, count);
        Ok(self.builder.variable(class, ty, listed))
    }

    /// Declares the capabilities for narrow scalars in buffers of this class.
    fn allow(&mut self, class: StorageClass, narrow: NarrowScalars) {
        if class == StorageClass::ShaderRecordBufferKHR {
            self.builder.capability(Capability::RayTracingKHR);
            self.builder.extension("SPV_KHR_ray_tracing");
        }
        let (of8, of16) = match class {
            StorageClass::PushConstant => (Capability::StoragePushConstant8, Capability::StoragePushConstant16),
            StorageClass::Uniform => (Capability::UniformAndStorageBuffer8BitAccess, Capability::UniformAndStorageBuffer16BitAccess),
            _ => (Capability::StorageBuffer8BitAccess, Capability::StorageBuffer16BitAccess),
        };
        if narrow.bits8 {
            self.builder.capability(of8);
        }
        if narrow.bits16 {
            self.builder.capability(of16);
        }
    }

    /// The targets of pointers, which may contain further pointers.
    fn pointees(&mut self) {
        while let Some((pointer, pointee)) = self.announced.pop() {
            let block = self.block(pointee.set, pointee.content);
            let name = self.module.as_struct(pointee.content).map_or("", |declared| self.module.name(declared.name));
            self.allow(StorageClass::PhysicalStorageBuffer, block.narrow);
            self.builder.name(block.id, name);
            self.builder.decorate(block.id, Decoration::Block, None);
            self.builder.complete_pointer(pointer, StorageClass::PhysicalStorageBuffer, block.id);
        }
    }
}

pub(super) fn storage_class(kind: BufferKind) -> StorageClass {
    match kind {
        BufferKind::CBuffer | BufferKind::Globals | BufferKind::ConstantBuffer | BufferKind::ParameterBlock | BufferKind::Uniform => {
            StorageClass::Uniform
        }
        BufferKind::TBuffer | BufferKind::TextureBuffer | BufferKind::Structured | BufferKind::Storage => StorageClass::StorageBuffer,
        BufferKind::PushConstant | BufferKind::Immediate | BufferKind::EntryUniforms => StorageClass::PushConstant,
        BufferKind::ShaderRecord => StorageClass::ShaderRecordBufferKHR,
    }
}

fn is_read_only(module: &Module, buffer: &Buffer) -> bool {
    let by_type = matches!(buffer.resource, ResourceKind::StructuredBuffer | ResourceKind::TextureBuffer);
    by_type || module.parameters[buffer.parameter].access == Some(Access::Read)
}

/// The name of a block's variable in compilers: in glslang, that of the instance, if any.
fn variable_name<'m>(module: &'m Module, buffer: &Buffer) -> &'m str {
    match (module.language, buffer.instance) {
        (Language::Glsl, instance) => instance.map_or("", |instance| module.name(instance)),
        (_, _) => module.name(buffer.name),
    }
}

/// The name of a block's type in compilers.
fn type_name(module: &Module, buffer: &Buffer) -> String {
    let (name, content) = (module.name(buffer.name), module.type_name(buffer.content));
    match (module.language, buffer.kind) {
        (Language::Glsl, _) => name.to_owned(),
        (Language::Wgsl | Language::Wgsl2020 | Language::SpirV, _) => {
            module.as_struct(buffer.content).map_or("", |declared| module.name(declared.name)).to_owned()
        }
        (Language::Hlsl | Language::Slang, kind) => match kind {
            BufferKind::ConstantBuffer => format!("type.ConstantBuffer.{content}"),
            BufferKind::TextureBuffer => format!("type.TextureBuffer.{content}"),
            BufferKind::Structured => format!("type.{}.{content}", structured(buffer.resource)),
            BufferKind::PushConstant => format!("type.PushConstant.{content}"),
            BufferKind::ShaderRecord => format!("type.ShaderRecordBufferKHR.{content}"),
            _ => format!("type.{name}"),
        },
    }
}

fn structured(kind: ResourceKind) -> &'static str {
    match kind {
        ResourceKind::RwStructuredBuffer => "RWStructuredBuffer",
        ResourceKind::AppendStructuredBuffer => "AppendStructuredBuffer",
        ResourceKind::ConsumeStructuredBuffer => "ConsumeStructuredBuffer",
        _ => "StructuredBuffer",
    }
}

/// SPIR-V has a number for WGSL only since 1.6 revision 2, which many tools do not support yet.
fn source_language(language: Language) -> SourceLanguage {
    match language {
        Language::Hlsl => SourceLanguage::HLSL,
        Language::Glsl => SourceLanguage::GLSL,
        Language::Slang | Language::Wgsl | Language::Wgsl2020 | Language::SpirV => SourceLanguage::Unknown,
    }
}
