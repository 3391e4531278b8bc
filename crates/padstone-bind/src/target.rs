//! Targets: the properties of an API on which the layout of a program depends.

use padstone_layout::BindingModel;

use crate::content_rules::Family;
use crate::layout_unit::LayoutUnit;

/// A target, with all of its properties.
#[derive(Clone, Copy)]
pub struct Target {
    /// The rules for the layout units that types take.
    pub family: &'static Family,
    /// The annotations that bind a parameter explicitly.
    pub explicit: ExplicitSource,
    /// Whether descriptors may overlap: Vulkan allows it unless a shader uses two of different types.
    pub overlaps: bool,
    /// Whether `[[vk::location]]` applies.
    pub locations: bool,
    /// Whether parameter blocks get their own space.
    pub spaces: BlockSpaces,
    /// Which constant buffers and parameter blocks have a buffer.
    pub block_buffers: BlockBuffers,
    /// Which scopes have an implicit buffer.
    pub default_buffers: DefaultBuffers,
    /// The container of the uniform parameters of an entry point.
    pub entry_uniforms: EntryUniforms,
    /// Whether the bytes of the uniform parameters of an entry point are rounded up.
    pub entry_tail: EntryTail,
    /// How a `DescriptorHandle<T>` is laid out.
    pub handles: HandleLayout,
    /// Whether a space is reserved for the bindless resource heap.
    pub bindless: Bindless,
    /// Whether functions with `[numthreads]`, but without `[shader]`, are entry points.
    pub thread_groups_are_entries: bool,
    /// The layout unit that `SV_Target` takes in addition to its location.
    pub fragment_outputs: FragmentOutputs,
    /// Whether stage inputs and outputs form a SPIR-V interface, where `SV_InstanceID` takes a location, and vectors and
    /// matrices of `bool` are not allowed.
    pub spirv_interfaces: bool,
    /// Whether mesh indices are a built-in variable, which takes no location.
    pub built_in_indices: bool,
}

impl Target {
    /// The target's noun for a space: `set`, `group`, `space`.
    pub fn space_noun(&self) -> &'static str {
        match self.explicit {
            ExplicitSource::Bindings if self.family.profile.binding == BindingModel::WebGpu => "group",
            ExplicitSource::Bindings => "set",
            ExplicitSource::Registers | ExplicitSource::RegistersOfMetal | ExplicitSource::None => "space",
        }
    }

    /// The attribute of Metal for a layout unit, on Metal: `texture`.
    pub(crate) fn metal_attribute(&self, kind: LayoutUnit) -> Option<&'static str> {
        kind.metal_attribute().filter(|_| self.explicit == ExplicitSource::RegistersOfMetal)
    }

    /// `t3`, `texture(3)`, `binding 3`.
    pub(crate) fn slot_text(&self, kind: LayoutUnit, index: u64) -> String {
        match (self.metal_attribute(kind), kind.letter()) {
            (Some(attribute), _) => format!("{attribute}({index})"),
            (None, Some(letter)) => format!("{letter}{index}"),
            (None, None) => format!("binding {index}"),
        }
    }
}

/// The annotations that bind a parameter explicitly.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ExplicitSource {
    /// `register(…)`.
    Registers,
    /// `register(…)`; a `t` or `u` register on a buffer is a buffer index.
    RegistersOfMetal,
    /// `[[vk::binding]]`, or without it, `register(…)`.
    Bindings,
    /// Nothing.
    None,
}

/// Whether parameter blocks get their own space.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BlockSpaces {
    /// Always.
    Always,
    /// Never: a block takes the layout units of its contents.
    Never,
    /// From shader model 5.1 on.
    FromShaderModel51,
}

/// Which constant buffers and parameter blocks have a buffer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BlockBuffers {
    /// Buffers and blocks with bytes or interface values.
    WithData,
    /// All.
    Always,
}

/// Which scopes (the globals, and the uniform parameters of each entry point) have an implicit buffer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DefaultBuffers {
    /// Scopes with bytes.
    WithData,
    /// All scopes; but the buffer of the globals takes no binding.
    OfScopesOnly,
}

/// The container of the uniform parameters of an entry point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EntryUniforms {
    /// A constant buffer.
    Constants,
    /// Push constants; in ray tracing stages, the shader record.
    PushConstants,
}

/// Whether the bytes of the uniform parameters of an entry point are rounded up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EntryTail {
    /// Like those of a struct.
    AsStructs,
    /// Not rounded up.
    Unpadded,
}

/// How a `DescriptorHandle<T>` is laid out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HandleLayout {
    /// A `uint2`.
    UintPair,
    /// The resource.
    Objects,
}

/// Whether a space is reserved for the bindless resource heap.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bindless {
    /// Always, even if no parameter uses it.
    Always,
    /// Since shader model 6.6; without a profile, if the type of a parameter contains a handle (libslang 2026.12).
    FromShaderModel66,
    /// Never.
    Never,
}

/// The layout unit that `SV_Target` takes in addition to its location.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FragmentOutputs {
    /// Nothing.
    TakeNothing,
    /// Up to shader model 5.0, the `u` register with the same index.
    TakeRegistersUpTo50,
}
