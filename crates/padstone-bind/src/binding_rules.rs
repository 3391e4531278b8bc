//! The policies that assign registers and bindings, as data: one file for each.

mod as_compiled;
mod documented;
mod dxc;
mod dxc_spirv;
mod fxc;
mod glslang;
mod opengl;
mod slang_2026;
mod wgsl;

use padstone_diag::Severity;
use padstone_layout::Profile;
use padstone_model::{Language, ResourceKind};

use crate::numbering::Numbering;
use crate::target::Target;

pub use as_compiled::AS_COMPILED;
pub use documented::DOCUMENTED;
pub use dxc::DXC;
pub use dxc_spirv::DXC_SPIRV;
pub use fxc::{FXC, FXC_5_1};
pub use glslang::GLSLANG;
pub use opengl::OPENGL;
pub use slang_2026::SLANG_2026;
pub use wgsl::WGSL;

/// All binding rules. For each language and target, the first is the default.
pub static BINDING_RULES: &[&BindingRules] =
    &[&SLANG_2026, &DXC, &DXC_SPIRV, &FXC, &FXC_5_1, &GLSLANG, &OPENGL, &WGSL, &AS_COMPILED, &DOCUMENTED];

/// Returns the rules with this name.
pub fn find(name: &str) -> Option<&'static BindingRules> {
    BINDING_RULES.iter().copied().find(|rules| rules.name == name)
}

/// The rules that lay out programs of a language, the default first.
pub fn for_language(language: Language) -> impl Iterator<Item = &'static BindingRules> {
    BINDING_RULES.iter().copied().filter(move |rules| rules.languages.contains(&language) && !rules.targets.is_empty())
}

/// How a compiler or a specification binds shader parameters. Every file writes out all fields, so
/// that two rules can be compared line by line.
#[derive(Clone, Copy)]
pub struct BindingRules {
    /// The name on the command line: `dxc`.
    pub name: &'static str,
    /// A description of one line.
    pub summary: &'static str,
    /// The languages that they apply to.
    pub languages: &'static [Language],
    /// The targets for which they lay out whole programs, by their names on the command line; the first is the
    /// default.
    pub targets: &'static [(&'static str, &'static Target)],
    /// How HLSL is parsed for them; `None` if no HLSL compiler for D3D or Vulkan uses these rules.
    pub hlsl: Option<HlslReader>,
    /// The rules from shader model 5.1 on, if different.
    pub from_5_1: Option<&'static BindingRules>,
    /// The rule of each step with its source, for explanations.
    pub steps: StepRules,
    /// Whether parameters of one file or types of a program get slots.
    pub slots: SlotRules,
}

/// How HLSL is parsed: macros, attributes and registers depend on it. Other languages are parsed the same under all rules.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum HlslReader {
    /// DXC for DXIL.
    Dxil,
    /// DXC for SPIR-V: `__spirv__` is defined.
    SpirV,
    /// FXC.
    Fxc,
    /// clang 22 for DXIL.
    Clang,
    /// clang 22 for SPIR-V.
    ClangSpirV,
}

impl HlslReader {
    /// All variants, in the order of their discriminants.
    pub const ALL: [HlslReader; 5] = [HlslReader::Dxil, HlslReader::SpirV, HlslReader::Fxc, HlslReader::Clang, HlslReader::ClangSpirV];

    /// Whether it is clang's.
    pub const fn is_clang(self) -> bool {
        matches!(self, HlslReader::Clang | HlslReader::ClangSpirV)
    }
}

/// The rule of each step in one sentence, with its source.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StepRules {
    /// Which parameters are bound, and in which order.
    pub collect: &'static str,
    /// The number of slots that a parameter requires.
    pub measure: &'static str,
    /// Which explicit bindings reserve slots.
    pub reserve: &'static str,
    /// Which slots the other parameters get.
    pub allocate: &'static str,
}

/// Whether parameters of one file or types of a program get slots.
#[derive(Clone, Copy, Debug)]
pub enum SlotRules {
    /// The types of a whole program of many files and entry points, counted by layout unit, including bytes.
    OfTypes(TypeRules),
    /// Each parameter of one file.
    OfParameters(ParameterRules),
}

/// How a policy binds the parameters of whole programs. The [`Target`] determines how many of each layout unit a type takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TypeRules {
    /// The order in which parameters are bound.
    pub order: ProgramOrder,
    /// How parameters with the same name in several units are treated.
    pub same_name: SameName,
    /// The severity of overlapping explicit bindings.
    pub overlap: Severity,
    /// The severity on targets on which descriptors may overlap ([`Target::overlaps`]).
    pub overlap_where_allowed: Severity,
    /// The effect of `register(…)` without `[[vk::binding]]` on Vulkan.
    pub registers_on_vulkan: RegistersOnVulkan,
    /// The effect of explicit bindings of the uniform parameters of entry points.
    pub entry_bindings: EntryBindings,
    /// Whether an unbounded number of bytes moves the spaces of the same parameter.
    pub unbounded_bytes: UnboundedBytes,
    /// Which parameters reserve space 0 for those without an explicit space.
    pub default_space: DefaultSpace,
    /// Whether a constant buffer may contain an unsized array. The front end must know this: otherwise it reports the array.
    pub unsized_constants: bool,
}

/// The order in which the parameters of a program are bound.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ProgramOrder {
    /// The globals of all units, those of imported modules, then the entry points.
    GlobalsFirst,
    /// Unit by unit, its globals in source order and its entry points; then the imported modules.
    ByUnit,
}

/// How parameters with the same name in several units are treated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SameName {
    /// Different parameters.
    Different,
    /// One parameter; all declarations must have the same type and binding.
    One,
}

/// The effect of `register(…)` without `[[vk::binding]]` on Vulkan.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RegistersOnVulkan {
    /// The number becomes the binding and its space the set, with a warning; `-fvk-*-shift` shifts it.
    AreBindings,
    /// Nothing.
    Ignored,
}

/// The effect of explicit bindings of the uniform parameters of entry points.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EntryBindings {
    /// They are reserved and used, as those of global parameters.
    Reserved,
    /// Nothing, with a warning.
    Ignored,
}

/// Whether an unbounded number of bytes, as in `struct Mix { float4 c; Texture2D a; }; Mix pp[];`, moves the spaces of the same parameter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum UnboundedBytes {
    /// No: bytes are in no space.
    TakeNoSpace,
    /// The parts after them are one space further, although no space is counted for them: they share it with the next parameter.
    SkipOneSpace,
}

/// Which parameters without an explicit space reserve space 0, so that unbounded arrays, which take a whole space of D3D, start at space 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DefaultSpace {
    /// All parameters, even unbounded arrays.
    ForAll,
    /// Parameters that take a bounded number of slots.
    ForBounded,
}

/// How a policy binds the parameters of one file.
#[derive(Clone, Copy, Debug)]
pub struct ParameterRules {
    /// The default profile for offsets.
    pub profile: &'static Profile,
    /// The slot spaces, and the notation of a binding location.
    pub numbering: Numbering,
    /// The declared count of an array of resources.
    pub array_count: ArrayCount,
    /// The number of slots of an array.
    pub arrays: ArraySlots,
    /// Which parameters may overlap.
    pub overlap_rule: OverlapRule,
    /// How slots are assigned.
    pub assignment: SlotAssignment,
}

/// How slots are assigned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SlotAssignment {
    /// Only explicit bindings: `layout(binding = n)`, `@binding(n)`. A parameter without one gets no slot: the host program
    /// binds it, or it is an error. All parameters count, in source order.
    ExplicitOnly,
    /// Explicit bindings; all other parameters get the first free slots.
    FirstFree(FirstFree),
}

/// How an HLSL compiler assigns registers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FirstFree {
    /// The order in which parameters are assigned slots.
    pub order: AllocationOrder,
    /// The treatment of parameters that no entry point reaches.
    pub unused: UnusedParameters,
    /// How the resources in a struct are bound.
    pub struct_resources: StructResources,
    /// Whether buffers with a counter take a second slot for it.
    pub counters: bool,
    /// The sources of explicit bindings, in order of precedence.
    pub sources: &'static [BindingSource],
    /// The parameters that `-auto-binding-space` applies to.
    pub auto_space: AutoSpace,
    /// Which `u` registers a pixel shader can use.
    pub pixel_outputs: PixelOutputs,
    /// The code of the compiler's error about a register class that does not match the resource, if it has one.
    pub class_error: Option<&'static str>,
}

/// Which `u` registers a pixel shader can use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PixelOutputs {
    /// All: render targets are numbered separately.
    Separate,
    /// The registers after its render targets.
    ReserveUnorderedAccess(RenderTargets),
}

/// The outputs of a pixel shader that take `u` registers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RenderTargets {
    /// The semantics of render targets, in upper case.
    pub semantics: &'static [&'static str],
    /// The maximum number of render targets.
    pub limit: u64,
    /// The code of the compiler's error about an explicit register of a render target.
    pub conflict: &'static str,
}

/// The order in which the parameters of a file are assigned slots.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AllocationOrder {
    /// Source order; `$Globals` at its first constant, and resources inside a `cbuffer` before the `cbuffer`.
    Source,
    /// Group by group, each in source order.
    ByGroup(&'static [ParameterGroup]),
}

/// A group of parameters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ParameterGroup {
    /// `$Globals`.
    DefaultBuffer,
    /// `$Params`, the uniform parameters of the entry point.
    EntryUniforms,
    /// The textures of samplers of Direct3D 9, in the order of their use.
    SamplerTextures,
    /// All parameters that are not in another group.
    Objects,
    /// Resources inside a `cbuffer` or a struct. If several have no register, their order depends on how the shader uses them, which
    /// declarations do not show: padstone uses declaration order, with a warning.
    Nested,
    /// `tbuffer` and `TextureBuffer`.
    TextureBuffers,
}

/// The treatment of parameters that no entry point reaches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum UnusedParameters {
    /// Unused parameters get no slots.
    Skip,
    /// Unused parameters get no slots, but their explicit slots are reserved.
    ReserveOnly,
    /// Unused parameters get slots like all others.
    Include,
}

/// How the resources in a struct are bound.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StructResources {
    /// Each like a separate parameter; a register on the struct applies to the first member of its class.
    PerMember {
        /// The severity of a register space on the struct; `None` if it applies.
        space: Option<Severity>,
    },
    /// Together, with consecutive slots.
    Flatten,
}

/// The number of slots of an array.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ArraySlots {
    /// One for each element; an unbounded array takes the rest of the slot space.
    PerElement,
    /// One for each element, except for one kind of resource, whose arrays take one.
    PerElementExcept(ResourceKind),
    /// One, except in a program with a global struct of resources, where it is one for each element.
    OneUnlessFlattened,
}

/// Which arrays of a program take a slot for each element.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ElementSlots {
    /// Whether any do.
    pub(crate) any: bool,
    /// The resources whose arrays take one slot nevertheless.
    pub(crate) except: Option<ResourceKind>,
}

impl ElementSlots {
    /// Each array takes one slot.
    pub(crate) const ONE: ElementSlots = ElementSlots { any: false, except: None };

    /// Whether an array of these resources takes a slot for each element.
    pub fn of(self, kind: ResourceKind) -> bool {
        self.any && self.except != Some(kind)
    }
}

/// The declared count of an array of resources.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ArrayCount {
    /// The product of all dimensions.
    Product,
    /// The product of all dimensions, omitted if it is 1.
    ProductBeyondOne,
    /// One count for each dimension.
    EachDimension,
}

/// The source of an explicit binding.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BindingSource {
    /// `[[vk::binding]]` and `[[vk::counter_binding]]`, `layout(binding = n)`, `@binding(n)`.
    Binding,
    /// `register(…)`, the last if there are several.
    LastRegister,
    /// `register(…)`, the first if there are several, shifted by `-fvk-*-shift`.
    FirstRegisterShifted,
    /// `-fvk-bind-register`, for the first `register(…)`: nothing else counts if there is such an option. Other parameters may get the same binding.
    BindRegister,
    /// `-fvk-bind-globals`, for `$Globals`. Other parameters may get the same binding.
    BindGlobals,
}

/// The parameters that `-auto-binding-space` applies to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AutoSpace {
    /// Parameters without a register.
    ImplicitOnly,
    /// All parameters without an explicit space.
    AllUnnamed,
}

/// Which parameters may overlap, and the severity of other overlaps. Unused parameters may overlap with any other, except where registers
/// are assigned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OverlapRule {
    /// None, used or not.
    Never(Severity),
    /// A texture and a sampler with explicit bindings: they form one combined image sampler.
    Combined(Severity),
    /// Parameters that one descriptor can represent: buffers of one kind, images of one kind, and textures with samplers.
    SameDescriptor(Severity),
    /// All parameters, except textures of different types with their samplers (`sampler2D` and `sampler3D`).
    SameTextureType(Severity),
    /// All parameters.
    Always,
}

impl TypeRules {
    /// The severity of overlapping explicit bindings for a target.
    pub fn overlap(&self, target: &Target) -> Severity {
        if target.overlaps { self.overlap_where_allowed } else { self.overlap }
    }
}

impl BindingRules {
    /// Returns the target with this name.
    pub fn target(&self, name: &str) -> Option<Target> {
        self.targets.iter().find(|(target, _)| *target == name).map(|(_, target)| **target)
    }

    /// The rules for a shader model; `None` if no option specifies one.
    pub fn for_shader_model(&'static self, model: Option<(u32, u32)>) -> &'static BindingRules {
        self.from_5_1.filter(|_| model.is_some_and(|model| model >= (5, 1))).unwrap_or(self)
    }

    /// Whether HLSL is parsed as slangc does, as a program of translation units.
    pub fn reads_hlsl_as_slang(&self) -> bool {
        self.languages.contains(&Language::Slang)
    }

    /// Whether a translation unit that a program lists twice is one unit: all its parameters have the same names.
    pub fn merges_units(&self) -> bool {
        matches!(self.slots, SlotRules::OfTypes(TypeRules { same_name: SameName::One, .. }))
    }

    /// Whether bindings are in sets, spaces or groups: those of OpenGL are not.
    pub fn has_spaces(&self) -> bool {
        !matches!(self.slots, SlotRules::OfParameters(ParameterRules { numbering: Numbering::Program, .. }))
    }

    /// Whether a constant buffer may contain an unsized array, whose size is then unbounded.
    pub fn allows_unsized_constants(&self) -> bool {
        matches!(self.slots, SlotRules::OfTypes(TypeRules { unsized_constants: true, .. }))
    }

    /// The first target with the layout of a profile, and its name.
    pub fn target_of(&self, profile: &Profile) -> Option<(&'static str, Target)> {
        let found = self.targets.iter().find(|(_, target)| std::ptr::eq(target.family.profile, profile));
        found.map(|&(name, target)| (name, *target))
    }

    /// The profile for the offsets of programs for a target.
    pub fn profile_for(&self, target: &Target) -> &'static Profile {
        match &self.slots {
            SlotRules::OfTypes(_) => target.family.profile,
            SlotRules::OfParameters(rules) => rules.profile,
        }
    }
}

impl ParameterRules {
    fn first_free(&self) -> Option<&FirstFree> {
        match &self.assignment {
            // Without the feature, all bindings are explicit, and rustc removes the code that assigns implicit ones.
            SlotAssignment::FirstFree(rules) if crate::OF_CFAMILY => Some(rules),
            SlotAssignment::ExplicitOnly | SlotAssignment::FirstFree(_) => None,
        }
    }

    pub(crate) fn order(&self) -> AllocationOrder {
        self.first_free().map_or(AllocationOrder::Source, |rules| rules.order)
    }

    /// Whether the order of slots contains this group of parameters.
    pub(crate) fn has_group(&self, group: ParameterGroup) -> bool {
        matches!(self.order(), AllocationOrder::ByGroup(groups) if groups.contains(&group))
    }

    /// Whether slots are assigned in the order of use.
    pub(crate) fn is_by_use(&self) -> bool {
        self.has_group(ParameterGroup::Nested)
    }

    pub(crate) fn unused(&self) -> UnusedParameters {
        self.first_free().map_or(UnusedParameters::Include, |rules| rules.unused)
    }

    pub(crate) fn struct_resources(&self) -> StructResources {
        self.first_free().map_or(StructResources::Flatten, |rules| rules.struct_resources)
    }

    pub(crate) fn counters(&self) -> bool {
        self.first_free().is_some_and(|rules| rules.counters)
    }

    pub(crate) fn sources(&self) -> &'static [BindingSource] {
        self.first_free().map_or(&[BindingSource::Binding], |rules| rules.sources)
    }

    pub(crate) fn auto_space(&self) -> AutoSpace {
        self.first_free().map_or(AutoSpace::ImplicitOnly, |rules| rules.auto_space)
    }

    pub(crate) fn pixel_outputs(&self) -> PixelOutputs {
        self.first_free().map_or(PixelOutputs::Separate, |rules| rules.pixel_outputs)
    }

    pub(crate) fn class_error(&self) -> Option<&'static str> {
        self.first_free().and_then(|rules| rules.class_error)
    }

    /// Whether parameters without an explicit binding are assigned slots.
    pub(crate) fn fills(&self) -> bool {
        self.first_free().is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fxc_differs_from_dxc_in_few_fields() {
        let first_free = |rules: &BindingRules| match rules.slots {
            SlotRules::OfParameters(ParameterRules { assignment: SlotAssignment::FirstFree(rules), .. }) => rules,
            _ => panic!("{} fills", rules.name),
        };
        let order = AllocationOrder::ByGroup(&[
            ParameterGroup::DefaultBuffer,
            ParameterGroup::EntryUniforms,
            ParameterGroup::SamplerTextures,
            ParameterGroup::Objects,
            ParameterGroup::Nested,
        ]);
        let targets = RenderTargets { semantics: &["SV_TARGET", "COLOR"], limit: 8, conflict: "X4509" };
        let pixel_outputs = PixelOutputs::ReserveUnorderedAccess(targets);
        assert_eq!(first_free(&FXC), FirstFree { order, unused: UnusedParameters::ReserveOnly, pixel_outputs, ..first_free(&DXC) });
        assert_eq!(first_free(&FXC_5_1), FirstFree { order, class_error: Some("X3591"), ..first_free(&DXC) });
    }

    #[test]
    fn rules_are_found_by_their_names() {
        assert!(BINDING_RULES.iter().all(|rules| find(rules.name).is_some_and(|found| std::ptr::eq(found, *rules))));
        assert!(find("d3d").is_none());
    }
}
