//! The layout units that types take, as data: resources by kind, ordinary data by rule set, and which rules apply inside which container.

use padstone_layout::{Profile, RuleSet};
use padstone_model::{Packing, ResourceAccess, ResourceKind, ResourceType};

use crate::layout_unit::{Amount, Counter, LayoutUnit};

/// The rules under which one target lays out the parameters of programs: an entry for each context with separate rules.
pub struct Family {
    /// The profile for explicit offsets and runtime-sized arrays.
    pub profile: &'static Profile,
    /// Constant buffers, global uniforms.
    pub constants: &'static ContentRules,
    /// Constant buffers that specify their own rules; `None` if the target ignores the specification.
    pub qualified: Option<&'static QualifiedRules>,
    /// Parameter blocks.
    pub block: &'static ContentRules,
    /// Texture buffers.
    pub texture_buffer: &'static ContentRules,
    /// Elements of structured buffers.
    pub structured: &'static ContentRules,
    /// Uniform parameters of entry points.
    pub entry_uniforms: &'static ContentRules,
    /// The context of push constants.
    pub push_constants: &'static ContentRules,
    /// The context of shader records.
    pub shader_record: &'static ContentRules,
    /// Specialization constants; `None` if they are ordinary data.
    pub specialization: Option<&'static ContentRules>,
    /// Stage inputs.
    pub varying_input: &'static ContentRules,
    /// Stage outputs.
    pub varying_output: &'static ContentRules,
    /// Ray payloads.
    pub ray_payload: &'static ContentRules,
    /// Callable payloads.
    pub callable_payload: &'static ContentRules,
    /// Hit attributes.
    pub hit_attributes: &'static ContentRules,
    /// The contexts in which generated code and reflection use different rules.
    pub code: CodeRules,
}

/// The rules that generated code uses where they differ from those of reflection.
#[derive(Clone, Copy)]
pub struct CodeRules {
    /// Constant buffers that specify their own rules.
    pub constants: Option<&'static QualifiedRules>,
    /// Structured buffers that specify their own rules.
    pub structured: Option<&'static QualifiedRules>,
    /// Uniform parameters of entry points.
    pub entry_uniforms: Option<&'static ContentRules>,
}

impl CodeRules {
    /// Code uses the rules of reflection.
    pub const SAME: CodeRules = CodeRules { constants: None, structured: None, entry_uniforms: None };
}

/// The rules for constant buffers that specify a data layout: `ConstantBuffer<T, Std430DataLayout>`.
pub struct QualifiedRules {
    /// `Std140DataLayout`.
    pub std140: &'static ContentRules,
    /// `Std430DataLayout`.
    pub std430: &'static ContentRules,
    /// `ScalarDataLayout`.
    pub scalar: &'static ContentRules,
    /// `CDataLayout`.
    pub c: &'static ContentRules,
}

/// The rules of one context. A container starts a new context.
pub struct ContentRules {
    /// The layout units of ordinary data.
    pub ordinary: OrdinaryData,
    /// The layout units of resources.
    pub objects: &'static Objects,
    /// The rules for containers in this context.
    pub family: &'static Family,
    /// The rules for a constant buffer in this context, if they are not those of the family.
    pub constants: Option<&'static ContentRules>,
}

/// The layout units of ordinary data.
#[derive(Clone, Copy, Debug)]
pub enum OrdinaryData {
    /// Bytes.
    Bytes(&'static RuleSet),
    /// Slots of a layout unit: one for each scalar or vector, and one for each vector of a matrix.
    Slots {
        /// The layout unit.
        kind: LayoutUnit,
        /// The slots of a vector.
        vectors: VectorSlots,
    },
}

/// The number of slots of a vector.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum VectorSlots {
    /// One.
    One,
    /// One for each component.
    PerComponent,
}

/// The layout units of resources, in addition to bytes, which the rule set determines.
pub struct Objects {
    /// The buffer of a constant buffer or parameter block.
    pub constant_buffer: &'static [Counter],
    /// The buffer of a texture buffer.
    pub texture_buffer: &'static [Counter],
    /// Read-only textures and typed buffers.
    pub texture: &'static [Counter],
    /// Writable textures and typed buffers.
    pub rw_texture: &'static [Counter],
    /// A texture with its sampler.
    pub combined: &'static [Counter],
    /// A writable texture with its sampler.
    pub rw_combined: &'static [Counter],
    /// Samplers.
    pub sampler: &'static [Counter],
    /// Read-only structured buffers and byte address buffers.
    pub buffer: &'static [Counter],
    /// Writable structured buffers and byte address buffers.
    pub rw_buffer: &'static [Counter],
    /// Append and consume buffers, with their counters.
    pub counted_buffer: &'static [Counter],
    /// Acceleration structures.
    pub acceleration_structure: &'static [Counter],
    /// `SubpassInput`.
    pub subpass_input: &'static [Counter],
}

impl Objects {
    /// The usage of a resource; empty for other types.
    pub(crate) fn of(&self, resource: &ResourceType) -> &'static [Counter] {
        let written = resource.shape.access != ResourceAccess::Read;
        match resource.kind {
            ResourceKind::Texture if written => self.rw_texture,
            ResourceKind::Texture => self.texture,
            ResourceKind::RwTexture => self.rw_texture,
            ResourceKind::CombinedSampler if written => self.rw_combined,
            ResourceKind::CombinedSampler => self.combined,
            ResourceKind::Sampler => self.sampler,
            ResourceKind::StructuredBuffer | ResourceKind::ByteAddressBuffer => self.buffer,
            ResourceKind::RwStructuredBuffer | ResourceKind::RwByteAddressBuffer | ResourceKind::StorageBlock => self.rw_buffer,
            ResourceKind::AppendStructuredBuffer | ResourceKind::ConsumeStructuredBuffer => self.counted_buffer,
            ResourceKind::AccelerationStructure => self.acceleration_structure,
            ResourceKind::SubpassInput => self.subpass_input,
            ResourceKind::ConstantBuffer | ResourceKind::ParameterBlock => self.constant_buffer,
            ResourceKind::TextureBuffer => self.texture_buffer,
            ResourceKind::OutputStream
            | ResourceKind::MeshOutput
            | ResourceKind::MeshIndices
            | ResourceKind::TensorView
            | ResourceKind::Patch
            | ResourceKind::FeedbackType
            | ResourceKind::Other => &[],
        }
    }
}

impl Family {
    /// The data layout that a constant buffer must specify to have the layout of uniform parameters of entry points:
    /// `ConstantBuffer<T, ScalarDataLayout>`. The layout unit is that of the implicit buffer of the parameters. `Some(None)` if it need not
    /// specify one, `None` if no constant buffer has that layout.
    pub fn data_layout_of_uniforms(&self, kind: LayoutUnit) -> Option<Option<&'static str>> {
        let around = match kind {
            LayoutUnit::PushConstantBuffer => self.push_constants,
            LayoutUnit::ShaderRecord => self.shader_record,
            _ => self.constants,
        };
        let requested = self.entry_uniforms.rule_set();
        let has_same_bytes = |rules: &ContentRules| match (rules.rule_set(), requested) {
            (Some(set), Some(requested)) => std::ptr::eq(set, requested),
            (set, requested) => set.is_none() && requested.is_none(),
        };
        if has_same_bytes(around.constants.unwrap_or(self.constants)) {
            return Some(None);
        }
        let QualifiedRules { std140, std430, scalar, c } = self.qualified?;
        let known = [("Std140DataLayout", std140), ("Std430DataLayout", std430), ("ScalarDataLayout", scalar), ("CDataLayout", c)];
        known.into_iter().find(|(_, rules)| has_same_bytes(rules)).map(|(name, _)| Some(name))
    }

    /// The rules for a constant buffer with a data layout, and for its content.
    pub(crate) fn constants_for(&self, packing: Packing) -> &'static ContentRules {
        self.qualified.and_then(|qualified| qualified.of(packing)).unwrap_or(self.constants)
    }
}

impl QualifiedRules {
    /// The rules of a data layout.
    pub(crate) fn of(&self, packing: Packing) -> Option<&'static ContentRules> {
        match packing {
            Packing::Std140 => Some(self.std140),
            Packing::Std430 => Some(self.std430),
            Packing::Scalar => Some(self.scalar),
            Packing::C => Some(self.c),
            Packing::ByKind | Packing::Shared | Packing::Packed => None,
        }
    }
}

impl ContentRules {
    /// The rules for the content of a group.
    pub(crate) fn rules_inside(&self, group: &ResourceType) -> &'static ContentRules {
        match group.kind {
            ResourceKind::ParameterBlock => self.family.block,
            ResourceKind::TextureBuffer => self.family.texture_buffer,
            _ if group.packing == Packing::ByKind => self.constants.unwrap_or(self.family.constants),
            _ => self.family.constants_for(group.packing),
        }
    }

    /// The rule set, if ordinary data takes bytes.
    pub(crate) fn rule_set(&self) -> Option<&'static RuleSet> {
        match self.ordinary {
            OrdinaryData::Bytes(rules) => Some(rules),
            OrdinaryData::Slots { .. } => None,
        }
    }
}

/// One slot of a layout unit.
pub(crate) const fn single_counter(kind: LayoutUnit) -> Counter {
    several(kind, 1)
}

/// Several slots of a layout unit.
pub(crate) const fn several(kind: LayoutUnit, amount: u64) -> Counter {
    Counter { kind, amount: Amount::Finite(amount) }
}

/// The rules for varyings and payloads: one slot of a layout unit for each scalar or vector.
pub(crate) const fn slots(kind: LayoutUnit, objects: &'static Objects, family: &'static Family) -> ContentRules {
    ContentRules { ordinary: OrdinaryData::Slots { kind, vectors: VectorSlots::One }, objects, family, constants: None }
}

/// The rules for ordinary data as bytes under a rule set.
pub(crate) const fn bytes(rules: &'static RuleSet, objects: &'static Objects, family: &'static Family) -> ContentRules {
    ContentRules { ordinary: OrdinaryData::Bytes(rules), objects, family, constants: None }
}
