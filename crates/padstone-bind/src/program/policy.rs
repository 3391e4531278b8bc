//! Who lays out programs, as data.

use padstone_diag::Severity;
use padstone_layout::Profile;
use padstone_model::Language;

use super::target::Target;
use crate::Policy;

/// What a compiler, or its documentation, does with the parameters of programs.
pub struct ProgramPolicy {
    /// Its name on the command line: `slang-2026`.
    pub name: &'static str,
    /// What it is, in a line.
    pub summary: &'static str,
    /// The languages whose programs it lays out.
    pub languages: &'static [Language],
    /// How places are given out.
    pub method: Method,
    /// The targets, by the names that the command line has for them; the first is the default.
    pub targets: &'static [(&'static str, &'static Target)],
}

/// How places are given out.
#[derive(Clone, Copy, Debug)]
pub enum Method {
    /// Kind for kind, bytes among them: the four steps of this module.
    Counted(Counting),
    /// Registers and bindings as [`bind`](crate::bind()) gives them out, bytes as a profile has them.
    Bound {
        /// Who gives them out.
        policy: &'static Policy,
        /// Where bytes lie, if the options name no other profile.
        profile: &'static Profile,
    },
}

/// How places are given out that are counted in kinds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Counting {
    /// The order in which parameters get what they take.
    pub order: ItemOrder,
    /// What parameters of one name are that several units declare.
    pub same_name: SameName,
    /// How bad it is if places overlap that the source gives.
    pub overlap: Severity,
    /// The same for targets on which descriptors may overlap ([`Target::overlaps`]).
    pub overlap_where_allowed: Severity,
    /// What `register(…)` without `[[vk::binding]]` does for Vulkan.
    pub registers_on_vulkan: RegistersOnVulkan,
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

impl Counting {
    /// How bad it is for a target if places overlap that the source gives.
    pub fn overlap(&self, target: &Target) -> Severity {
        if target.overlaps { self.overlap_where_allowed } else { self.overlap }
    }
}

impl ProgramPolicy {
    /// The target of that name.
    pub fn target(&self, name: &str) -> Option<Target> {
        self.targets.iter().find(|(target, _)| *target == name).map(|(_, target)| **target)
    }
}
