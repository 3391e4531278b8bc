//! Slot spaces, and their nouns in messages.

use std::ops::RangeInclusive;

use padstone_model::ResourceClass;

use crate::layout_unit::LayoutUnit;

/// The slots that a policy assigns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Numbering {
    /// D3D registers: each class has its own slots in each space.
    Registers,
    /// Bindings of Vulkan: all classes share the slots of each descriptor set.
    Sets,
    /// Bindings of OpenGL, which has one set.
    Program,
    /// Bindings of WebGPU: all classes share the slots of each group.
    Groups,
}

impl Numbering {
    /// The layout unit of a resource of a class.
    pub(crate) fn kind(self, class: ResourceClass) -> LayoutUnit {
        match self {
            Numbering::Registers => LayoutUnit::of_class(class),
            Numbering::Sets | Numbering::Program | Numbering::Groups => LayoutUnit::DescriptorTableSlot,
        }
    }

    /// The plural noun for the slots.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Numbering::Registers => "registers",
            Numbering::Sets | Numbering::Program | Numbering::Groups => "bindings",
        }
    }

    /// The plural noun for the slots of a class.
    pub(crate) fn numbers(self, class: ResourceClass) -> String {
        match self {
            Numbering::Registers => format!("{} registers", class.letter()),
            Numbering::Sets | Numbering::Program | Numbering::Groups => self.word().to_owned(),
        }
    }

    /// Consecutive slots: `t2`, `t2 to t5`, `binding 3`.
    pub(crate) fn range(self, class: ResourceClass, range: &RangeInclusive<u32>) -> String {
        let (first, last) = (range.start(), range.end());
        let letter = class.letter();
        match self {
            Numbering::Registers if first == last => format!("{letter}{first}"),
            Numbering::Registers => format!("{letter}{first} to {letter}{last}"),
            _ if first == last => format!("binding {first}"),
            _ => format!("bindings {first} to {last}"),
        }
    }

    /// `space1`, `set 1`, `group 1`.
    pub(crate) fn space(self, space: u32) -> String {
        match self {
            Numbering::Registers => format!("space{space}"),
            Numbering::Sets => format!("set {space}"),
            Numbering::Program => "the program".to_owned(),
            Numbering::Groups => format!("group {space}"),
        }
    }
}
