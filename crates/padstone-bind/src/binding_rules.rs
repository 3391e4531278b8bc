//! The policies that assign registers and bindings, as data: one file each.

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
use padstone_model::Language;

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

/// All of them. Of those for a language and a target the first is the default.
pub static BINDING_RULES: &[&BindingRules] =
    &[&SLANG_2026, &DXC, &DXC_SPIRV, &FXC, &FXC_5_1, &GLSLANG, &OPENGL, &WGSL, &AS_COMPILED, &DOCUMENTED];

/// The rules of that name.
pub fn find(name: &str) -> Option<&'static BindingRules> {
    BINDING_RULES.iter().copied().find(|rules| rules.name == name)
}

/// The rules that lay out programs of a language, the default first.
pub fn for_language(language: Language) -> impl Iterator<Item = &'static BindingRules> {
    BINDING_RULES.iter().copied().filter(move |rules| rules.languages.contains(&language) && !rules.targets.is_empty())
}

/// What a compiler, or a specification, does with the parameters of shaders. All fields are written out in every file, so
/// that two of them can be compared line by line.
#[derive(Clone, Copy)]
pub struct BindingRules {
    /// Their name on the command line: `dxc`.
    pub name: &'static str,
    /// What they are, in a line.
    pub summary: &'static str,
    /// The languages that they are for.
    pub languages: &'static [Language],
    /// The targets that whole programs are laid out for, by the names that the command line has for them; the first is the
    /// default.
    pub targets: &'static [(&'static str, &'static Target)],
    /// What takes slots, and which.
    pub slots: Slots,
}

/// What takes slots, and which.
#[derive(Clone, Copy, Debug)]
pub enum Slots {
    /// Whole types of a program of many files and entry points, counted kind by kind, bytes among them.
    OfTypes(TypeRules),
    /// Each parameter of one file alone.
    OfParameters(ParameterRules),
}

/// How whole types of a program get their places. What a type takes is in the [`Target`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TypeRules {
    /// The order in which parameters get what they take.
    pub order: ProgramOrder,
    /// What parameters of one name are that several units declare.
    pub same_name: SameName,
    /// The severity of overlapping explicit bindings.
    pub overlap: Severity,
    /// The same for targets on which descriptors may overlap ([`Target::overlaps`]).
    pub overlap_where_allowed: Severity,
    /// What `register(…)` without `[[vk::binding]]` does for Vulkan.
    pub registers_on_vulkan: RegistersOnVulkan,
}

/// The order in which the parameters of a program get what they take.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ProgramOrder {
    /// The globals of all units, those of imported modules, then the entry points.
    GlobalsFirst,
    /// Unit for unit its globals and its entry points, then the imported modules.
    ByUnit,
}

/// What parameters of one name are that several units declare.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SameName {
    /// Different.
    Different,
    /// One: they have to be of one type, and cannot have different bindings.
    One,
}

/// What `register(…)` without `[[vk::binding]]` does for Vulkan.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RegistersOnVulkan {
    /// Its number is the binding and its space the set, with a warning; with `-fvk-*-shift` it is moved by that.
    AreBindings,
    /// Nothing.
    Ignored,
}

/// How the parameters of one file get their numbers.
#[derive(Clone, Copy, Debug)]
pub struct ParameterRules {
    /// Where bytes are, if nobody asks for another profile.
    pub profile: &'static Profile,
    /// What is numbered, and with it how a place is written.
    pub numbering: Numbering,
    /// The declared count of an array of resources.
    pub array_count: ArrayCount,
    /// Who may share a number.
    pub overlap_rule: OverlapRule,
    /// Who gives the numbers.
    pub assignment: SlotAssignment,
}

/// Who gives the numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SlotAssignment {
    /// The source alone: `layout(binding = n)`, `@binding(n)`. What has none gets none: the program that uses the shader
    /// gives it one, or there is an error. All parameters count, in the order of the source, and an array is one binding.
    ExplicitOnly,
    /// The source, and for all that it leaves out the compiler, which takes the first free ones.
    FirstFree(FirstFree),
}

/// How a compiler of HLSL assigns registers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FirstFree {
    /// The order in which parameters get their numbers.
    pub order: Order,
    /// What parameters get that no entry point reaches.
    pub unused: UnusedParameters,
    /// How the resources in a struct are numbered.
    pub struct_resources: StructResources,
    /// Whether buffers with a counter take a second number for it.
    pub counters: bool,
    /// How many numbers an array takes.
    pub arrays: ArraySlots,
    /// Where explicit numbers come from, the strongest first.
    pub sources: &'static [BindingSource],
    /// What `-auto-binding-space` applies to.
    pub auto_space: AutoSpace,
    /// Which `u` registers a pixel shader has.
    pub pixel_outputs: PixelOutputs,
    /// What the compiler calls its error about a register of another class than the resource has, if it has a name for it.
    pub class_error: Option<&'static str>,
}

/// Which `u` registers a pixel shader has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PixelOutputs {
    /// All: render targets are numbered by themselves.
    Separate,
    /// Those after its render targets.
    ReserveUnorderedAccess,
}

/// The order in which the parameters of a file get their numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    /// That of the source; `$Globals` at the first loose constant, and resources inside a `cbuffer` before it.
    Source,
    /// One sort after the other, each in the order of the source.
    ByGroup(&'static [ParameterGroup]),
}

/// A sort of parameters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ParameterGroup {
    /// `$Globals`.
    DefaultBuffer,
    /// `$Params`, the uniform parameters of the entry point.
    EntryUniforms,
    /// The textures of samplers of Direct3D 9, in the order of their use.
    SamplerTextures,
    /// All that has no turn of its own.
    Objects,
    /// Resources inside a `cbuffer` or a struct. If several have no register, the shader's use of them decides, which
    /// declarations do not tell: here that is the order of declaration, with a warning.
    Nested,
    /// `tbuffer` and `TextureBuffer`.
    TextureBuffers,
}

/// What parameters get that no entry point reaches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum UnusedParameters {
    /// Nothing.
    Skip,
    /// Nothing, but others do not get their explicit numbers.
    ReserveOnly,
    /// Numbers like all others.
    Include,
}

/// How the resources in a struct are numbered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StructResources {
    /// Each like a parameter of its own; a register on the struct is that of the first member of its class.
    PerMember {
        /// How bad a register space on the struct is; `None` where it counts.
        space: Option<Severity>,
    },
    /// All together, one after another.
    Flatten,
}

/// How many numbers an array takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ArraySlots {
    /// One for each element; an unbounded array takes the rest of the space.
    PerElement,
    /// One, except in a program with a global struct of resources: there one for each element.
    OneUnlessFlattened,
}

/// The declared count of an array of resources.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ArrayCount {
    /// As many as there are in all.
    Product,
    /// The same, and none where it is 1.
    ProductBeyondOne,
    /// A number for each dimension.
    EachDimension,
}

/// Where an explicit number comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BindingSource {
    /// `[[vk::binding]]` and `[[vk::counter_binding]]`, `layout(binding = n)`, `@binding(n)`.
    Binding,
    /// `register(…)`; of several the last.
    LastRegister,
    /// `register(…)`; of several the first. `-fvk-*-shift` moves it.
    FirstRegisterShifted,
    /// `-fvk-bind-globals`, for `$Globals`. Others may get the same number.
    BindGlobals,
}

/// What `-auto-binding-space` applies to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AutoSpace {
    /// Only what has no register.
    ImplicitOnly,
    /// All that names no space.
    AllUnnamed,
}

/// Who may share a number, and how bad it is that others do. What no shader uses shares with anybody, except where registers
/// are assigned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OverlapRule {
    /// Nobody, used or not.
    Nobody(Severity),
    /// A texture and a sampler whose bindings are both explicit: meant to be one combined image sampler.
    Combined(Severity),
    /// All that one descriptor can be: buffers of one kind, images of one kind, textures with samplers.
    SameDescriptor(Severity),
    /// Anybody.
    Anybody,
}

impl TypeRules {
    /// The severity of overlapping explicit bindings for a target.
    pub fn overlap(&self, target: &Target) -> Severity {
        if target.overlaps { self.overlap_where_allowed } else { self.overlap }
    }
}

impl BindingRules {
    /// The target of that name.
    pub fn target(&self, name: &str) -> Option<Target> {
        self.targets.iter().find(|(target, _)| *target == name).map(|(_, target)| **target)
    }

    /// The first target whose bytes are those of a profile, and its name.
    pub fn target_of(&self, profile: &Profile) -> Option<(&'static str, Target)> {
        let found = self.targets.iter().find(|(_, target)| std::ptr::eq(target.family.profile, profile));
        found.map(|&(name, target)| (name, *target))
    }
}

impl BindingRules {
    /// Where the bytes of programs for a target are.
    pub fn profile_for(&self, target: &Target) -> &'static Profile {
        match &self.slots {
            Slots::OfTypes(_) => target.family.profile,
            Slots::OfParameters(rules) => rules.profile,
        }
    }
}

impl ParameterRules {
    fn first_free(&self) -> Option<&FirstFree> {
        match &self.assignment {
            SlotAssignment::ExplicitOnly => None,
            SlotAssignment::FirstFree(rules) => Some(rules),
        }
    }

    pub(crate) fn order(&self) -> Order {
        self.first_free().map_or(Order::Source, |rules| rules.order)
    }

    /// Whether what the shader uses first comes first.
    pub(crate) fn is_by_use(&self) -> bool {
        matches!(self.order(), Order::ByGroup(groups) if groups.contains(&ParameterGroup::Nested))
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

    pub(crate) fn arrays(&self) -> ArraySlots {
        self.first_free().map_or(ArraySlots::OneUnlessFlattened, |rules| rules.arrays)
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

    /// Whether what has no number gets one.
    pub(crate) fn fills(&self) -> bool {
        self.first_free().is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fxc_differs_from_dxc_in_few_fields() {
        let of = |rules: &BindingRules| match rules.slots {
            Slots::OfParameters(ParameterRules { assignment: SlotAssignment::FirstFree(rules), .. }) => rules,
            _ => panic!("{} fills", rules.name),
        };
        let order = Order::ByGroup(&[
            ParameterGroup::DefaultBuffer,
            ParameterGroup::EntryUniforms,
            ParameterGroup::SamplerTextures,
            ParameterGroup::Objects,
            ParameterGroup::Nested,
        ]);
        let pixel_outputs = PixelOutputs::ReserveUnorderedAccess;
        assert_eq!(of(&FXC), FirstFree { order, unused: UnusedParameters::ReserveOnly, pixel_outputs, ..of(&DXC) });
        assert_eq!(of(&FXC_5_1), FirstFree { order, class_error: Some("X3591"), ..of(&DXC) });
    }

    #[test]
    fn rules_are_found_by_their_names() {
        assert!(BINDING_RULES.iter().all(|rules| find(rules.name).is_some_and(|found| std::ptr::eq(found, *rules))));
        assert!(find("d3d").is_none());
    }
}
