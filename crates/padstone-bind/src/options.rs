//! What the command line says about registers and bindings.

use padstone_model::ResourceClass;

use crate::capabilities::Capabilities;
use crate::layout_unit::LayoutUnit;

/// Options of compilers that move registers and bindings.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// `-fvk-b-shift`, `-fvk-t-shift`, `-fvk-u-shift` and `-fvk-s-shift`, in the order they were given.
    pub shifts: Vec<Shift>,
    /// `-fvk-bind-globals`: where `$Globals` goes.
    pub bind_globals: Option<VkSlot>,
    /// `-fvk-bind-resource-heap`, `-fvk-bind-sampler-heap` and `-fvk-bind-counter-heap` of dxc.
    pub heaps: Heaps,
    /// `-auto-binding-space` of dxc: the space or set of what names none.
    pub auto_binding_space: Option<u32>,
    /// The shader model of D3D, if a profile of slangc names one: `sm_6_6` is (6, 6).
    pub shader_model: Option<(u32, u32)>,
    /// What the profile and `-capability` of slangc guarantee; `None` if there are neither.
    pub capabilities: Option<Capabilities>,
    /// `-bindless-space-index` of slangc: the preferred space of the bindless resource heap.
    pub bindless_space: Option<u32>,
}

/// Where the descriptor heaps of D3D go, of which DXC makes variables for Vulkan.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Heaps {
    /// `ResourceDescriptorHeap`.
    pub resources: Option<VkSlot>,
    /// `SamplerDescriptorHeap`.
    pub samplers: Option<VkSlot>,
    /// The counters of buffers in `ResourceDescriptorHeap`.
    pub counters: Option<VkSlot>,
}

/// `-fvk-t-shift 20 1`: registers `t#` of space 1 become bindings `# + 20` of set 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shift {
    /// The letter of the registers.
    pub class: ResourceClass,
    /// The space, or `None` for `all`: those that no shift of their own names.
    pub space: Option<u32>,
    /// What to add to the register's number; libslang takes numbers below 0 too.
    pub by: i64,
}

/// A binding in a descriptor set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct VkSlot {
    /// The descriptor set.
    pub set: u32,
    /// The binding in it.
    pub binding: u32,
}

impl Options {
    /// Whether registers of a kind are moved in some space.
    pub(crate) fn shifts_kind(&self, kind: LayoutUnit) -> bool {
        self.shifts.iter().any(|shift| LayoutUnit::of_class(shift.class) == kind)
    }

    /// How far registers of a kind are moved in a space; of several options for one space the last counts.
    pub(crate) fn shift(&self, kind: LayoutUnit, space: u64) -> Option<i64> {
        let of = |wanted: Option<u64>| {
            let mut found = self.shifts.iter().rev().filter(|shift| LayoutUnit::of_class(shift.class) == kind);
            found.find(|shift| shift.space.map(u64::from) == wanted).map(|shift| shift.by)
        };
        of(Some(space)).or_else(|| of(None))
    }
}
