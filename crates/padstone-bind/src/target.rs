//! What a target is to the layout of a program.

use crate::content_rules::Family;

/// A target, all of its traits written out.
#[derive(Clone, Copy)]
pub struct Target {
    /// What types take.
    pub family: &'static Family,
    /// What says where a parameter goes.
    pub explicit: ExplicitSource,
    /// Whether several descriptors may be at one place: Vulkan allows it as long as no shader uses two of different types.
    pub overlaps: bool,
    /// Whether `[[vk::location]]` counts.
    pub locations: bool,
    /// Whether parameter blocks get a space of their own.
    pub spaces: Spaces,
    /// Which constant buffers and parameter blocks have a buffer.
    pub block_buffers: BlockBuffers,
    /// Which scopes have a buffer of their own.
    pub default_buffers: DefaultBuffers,
    /// What contains the uniform parameters of an entry point.
    pub entry_uniforms: EntryUniforms,
    /// Whether the bytes of the uniform parameters of an entry point are rounded up.
    pub entry_tail: EntryTail,
    /// What a `DescriptorHandle<T>` is.
    pub handles: Handles,
    /// Whether a space is reserved for the bindless resource heap.
    pub bindless: Bindless,
    /// Whether functions with `[numthreads]`, but without `[shader]`, are entry points.
    pub thread_groups_are_entries: bool,
    /// What else `SV_Target` takes.
    pub fragment_outputs: FragmentOutputs,
    /// Whether varyings form an interface of SPIR-V: `SV_InstanceID` takes a location there, and vectors and
    /// matrices of `bool` have no place.
    pub spirv_interfaces: bool,
    /// Whether the indices of a mesh have a variable of their own, and take no location.
    pub built_in_indices: bool,
}

/// What says where a parameter goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ExplicitSource {
    /// `register(…)`.
    Registers,
    /// `register(…)`; `t` and `u` of what is a buffer are buffers.
    RegistersOfMetal,
    /// `[[vk::binding]]`; failing that, `register(…)`.
    Bindings,
    /// Nothing.
    None,
}

/// Whether parameter blocks get a space of their own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Spaces {
    /// They do.
    Always,
    /// They take what they hold.
    Never,
    /// From shader model 5.1 on.
    FromShaderModel51,
}

/// Which constant buffers and parameter blocks have a buffer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BlockBuffers {
    /// Those that hold bytes or values of interfaces.
    WithData,
    /// All.
    Always,
}

/// Which scopes, the globals and the uniform parameters of entry points, have a buffer of their own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DefaultBuffers {
    /// Those that hold bytes.
    WithData,
    /// All; but those of the globals take no place.
    OfScopesOnly,
}

/// What contains the uniform parameters of an entry point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EntryUniforms {
    /// A constant buffer.
    Constants,
    /// Push constants; in stages of ray tracing the shader record.
    PushConstants,
}

/// Whether the bytes of the uniform parameters of an entry point are rounded up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EntryTail {
    /// As those of a struct.
    AsStructs,
    /// They are not.
    Open,
}

/// What a `DescriptorHandle<T>` is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Handles {
    /// Two numbers.
    UintPair,
    /// The object.
    Objects,
}

/// Whether a space is reserved for the bindless resource heap.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bindless {
    /// It is, whether or not anything uses it.
    Always,
    /// From shader model 6.6 on, and where none is asked for if the type of a parameter has a handle in it (libslang 2026.12).
    FromShaderModel66,
    /// It is not.
    Never,
}

/// What else `SV_Target` takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FragmentOutputs {
    /// Nothing.
    TakeNothing,
    /// Up to shader model 5.0 the `u` register of its number.
    TakeRegistersUpTo50,
}
