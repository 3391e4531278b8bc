//! Who lays out programs, as data.

use padstone_diag::Severity;

use super::target::Target;

/// What a compiler, or its documentation, does with the parameters of programs.
pub struct ProgramPolicy {
    /// Its name on the command line: `slang-2026`.
    pub name: &'static str,
    /// What it is, in a line.
    pub summary: &'static str,
    /// The order in which parameters get what they take.
    pub order: ItemOrder,
    /// What parameters of one name are that several units declare.
    pub same_name: SameName,
    /// How bad it is if places overlap that the source gives.
    pub overlap: Severity,
    /// What `register(…)` without `[[vk::binding]]` does for Vulkan.
    pub registers_on_vulkan: RegistersOnVulkan,
    /// The targets, by the names that the command line has for them.
    pub targets: &'static [(&'static str, &'static Target)],
}

/// The order in which parameters get what they take.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ItemOrder {
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
    /// One: they have to be of one type, and cannot have different places.
    One,
}

/// What `register(…)` without `[[vk::binding]]` does for Vulkan.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RegistersOnVulkan {
    /// Its number is the binding and its space the set, with a warning; with `-fvk-*-shift` it is moved by that.
    AreBindings,
    /// Nothing.
    MeanNothing,
}

impl ProgramPolicy {
    /// The target of that name.
    pub fn target(&self, name: &str) -> Option<Target> {
        self.targets.iter().find(|(target, _)| *target == name).map(|(_, target)| **target)
    }
}
