//! What types take, as data: objects by kind, ordinary data by rule set, and which rules hold inside of what.

use padstone_layout::{Profile, RuleSet};
use padstone_model::{Packing, ResourceAccess, ResourceKind, ResourceType};

use crate::layout_unit::{Amount, Counter, LayoutUnit};

/// By which rules one target lays out what programs hold: an entry for each place at which other rules begin.
pub struct Family {
    /// For explicit offsets and runtime-sized arrays.
    pub profile: &'static Profile,
    /// Constant buffers, global uniforms.
    pub constants: &'static ContentRules,
    /// Constant buffers that specify their own rules; `None` where that is ignored.
    pub qualified: Option<&'static QualifiedRules>,
    /// Parameter blocks.
    pub block: &'static ContentRules,
    /// Texture buffers.
    pub texture_buffer: &'static ContentRules,
    /// Elements of structured buffers.
    pub structured: &'static ContentRules,
    /// Uniform parameters of entry points.
    pub entry_uniforms: &'static ContentRules,
    /// Around push constants.
    pub push_constants: &'static ContentRules,
    /// Around shader records.
    pub shader_record: &'static ContentRules,
    /// Specialization constants; `None` where they are ordinary data.
    pub specialization: Option<&'static ContentRules>,
    /// What goes into a stage.
    pub varying_input: &'static ContentRules,
    /// What comes out of a stage.
    pub varying_output: &'static ContentRules,
    /// What goes along with a ray.
    pub ray_payload: &'static ContentRules,
    /// What goes along with a call.
    pub callable_payload: &'static ContentRules,
    /// What an intersection says about a hit.
    pub hit_attributes: &'static ContentRules,
    /// Where code obeys other rules.
    pub code: CodeRules,
}

/// The rules that the code of a compiler obeys where its reflection knows others.
#[derive(Clone, Copy)]
pub struct CodeRules {
    /// Constant buffers that ask for rules of their own.
    pub constants: Option<&'static QualifiedRules>,
    /// Structured buffers that do.
    pub structured: Option<&'static QualifiedRules>,
    /// Uniform parameters of entry points.
    pub entry_uniforms: Option<&'static ContentRules>,
}

impl CodeRules {
    /// Code obeys the rules of reflection.
    pub const SAME: CodeRules = CodeRules { constants: None, structured: None, entry_uniforms: None };
}

/// Constant buffers that ask for rules: `ConstantBuffer<T, Std430DataLayout>`.
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

/// The rules that hold in one place, until a container begins others.
pub struct ContentRules {
    /// What ordinary data take.
    pub ordinary: OrdinaryData,
    /// What objects take.
    pub objects: &'static Objects,
    /// Which rules hold in containers in there.
    pub family: &'static Family,
    /// Which rules hold in a constant buffer here, if it is not those of the family.
    pub constants: Option<&'static ContentRules>,
}

/// What ordinary data take.
#[derive(Clone, Copy, Debug)]
pub enum OrdinaryData {
    /// Bytes.
    Bytes(&'static RuleSet),
    /// So many of a kind: one for each number and vector, one for each vector of a matrix.
    Slots {
        /// The kind.
        kind: LayoutUnit,
        /// What vectors take.
        vectors: VectorSlots,
    },
}

/// What a vector takes, of a kind that is not bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum VectorSlots {
    /// One.
    One,
    /// One for each number.
    PerComponent,
}

/// What objects take, beside bytes, which are in the rule set.
pub struct Objects {
    /// The buffer of a constant buffer or parameter block.
    pub constant_buffer: &'static [Counter],
    /// The buffer of a texture buffer.
    pub texture_buffer: &'static [Counter],
    /// Textures and typed buffers that are read.
    pub texture: &'static [Counter],
    /// Those that are written.
    pub rw_texture: &'static [Counter],
    /// A texture with its sampler.
    pub combined: &'static [Counter],
    /// A texture that is written, with its sampler.
    pub rw_combined: &'static [Counter],
    /// Samplers.
    pub sampler: &'static [Counter],
    /// Structured buffers and byte address buffers that are read.
    pub buffer: &'static [Counter],
    /// Those that are written.
    pub rw_buffer: &'static [Counter],
    /// Append and consume buffers, with their counters.
    pub counted_buffer: &'static [Counter],
    /// Acceleration structures.
    pub acceleration_structure: &'static [Counter],
    /// `SubpassInput`.
    pub subpass_input: &'static [Counter],
}

impl Objects {
    /// What a resource takes; nothing for what is not a resource.
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
            | ResourceKind::Other => &[],
        }
    }
}

impl Family {
    /// The data layout that a constant buffer must specify to have the layout of uniform parameters of entry points:
    /// `ConstantBuffer<T, ScalarDataLayout>`. The kind is that of the implicit buffer of the parameters. `Some(None)` if it need not
    /// ask, `None` if no constant buffer has it.
    pub fn data_layout_of_uniforms(&self, kind: LayoutUnit) -> Option<Option<&'static str>> {
        let around = match kind {
            LayoutUnit::PushConstantBuffer => self.push_constants,
            LayoutUnit::ShaderRecord => self.shader_record,
            _ => self.constants,
        };
        let wanted = self.entry_uniforms.rule_set();
        let lies_so = |rules: &ContentRules| match (rules.rule_set(), wanted) {
            (Some(set), Some(wanted)) => std::ptr::eq(set, wanted),
            (set, wanted) => set.is_none() && wanted.is_none(),
        };
        if lies_so(around.constants.unwrap_or(self.constants)) {
            return Some(None);
        }
        let QualifiedRules { std140, std430, scalar, c } = self.qualified?;
        let known = [("Std140DataLayout", std140), ("Std430DataLayout", std430), ("ScalarDataLayout", scalar), ("CDataLayout", c)];
        known.into_iter().find(|(_, rules)| lies_so(rules)).map(|(name, _)| Some(name))
    }

    /// The rules for a constant buffer with that data layout, and for its content.
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
    pub(crate) fn inside(&self, group: &ResourceType) -> &'static ContentRules {
        match group.kind {
            ResourceKind::ParameterBlock => self.family.block,
            ResourceKind::TextureBuffer => self.family.texture_buffer,
            _ if group.packing == Packing::ByKind => self.constants.unwrap_or(self.family.constants),
            _ => self.family.constants_for(group.packing),
        }
    }

    /// The rule set, where there are bytes.
    pub(crate) fn rule_set(&self) -> Option<&'static RuleSet> {
        match self.ordinary {
            OrdinaryData::Bytes(rules) => Some(rules),
            OrdinaryData::Slots { .. } => None,
        }
    }
}

/// One of a kind.
pub(crate) const fn one(kind: LayoutUnit) -> Counter {
    several(kind, 1)
}

/// Several of a kind.
pub(crate) const fn several(kind: LayoutUnit, amount: u64) -> Counter {
    Counter { kind, amount: Amount::Finite(amount) }
}

/// Varyings and what goes along with rays: one of a kind for each number and vector.
pub(crate) const fn slots(kind: LayoutUnit, objects: &'static Objects, family: &'static Family) -> ContentRules {
    ContentRules { ordinary: OrdinaryData::Slots { kind, vectors: VectorSlots::One }, objects, family, constants: None }
}

/// Bytes by a rule set.
pub(crate) const fn bytes(rules: &'static RuleSet, objects: &'static Objects, family: &'static Family) -> ContentRules {
    ContentRules { ordinary: OrdinaryData::Bytes(rules), objects, family, constants: None }
}
