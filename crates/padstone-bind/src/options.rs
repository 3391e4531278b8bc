//! Command-line options that affect registers and bindings.

use padstone_model::ResourceClass;

use crate::capabilities::Capabilities;
use crate::layout_unit::LayoutUnit;

/// Compiler options that affect registers and bindings.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// `-fvk-b-shift`, `-fvk-t-shift`, `-fvk-u-shift` and `-fvk-s-shift`, in command-line order.
    pub shifts: Vec<Shift>,
    /// `-fvk-bind-register` of dxc: the bindings of registers. If there is one, every resource needs one.
    pub registers: Vec<BoundRegister>,
    /// `-fvk-bind-globals`: the binding of `$Globals`.
    pub bind_globals: Option<VkSlot>,
    /// `-fvk-bind-resource-heap`, `-fvk-bind-sampler-heap` and `-fvk-bind-counter-heap` of dxc.
    pub heaps: Heaps,
    /// `-auto-binding-space` of dxc: the space or set of parameters without an explicit one.
    pub auto_binding_space: Option<u32>,
    /// The D3D shader model, if the profile specifies one: `sm_6_6` is (6, 6).
    pub shader_model: Option<(u32, u32)>,
    /// The capabilities of the profile and of `-capability` of slangc; `None` if there are neither.
    pub capabilities: Option<Capabilities>,
    /// `-bindless-space-index` of slangc: the preferred space of the bindless resource heap.
    pub bindless_space: Option<u32>,
}

/// The bindings of D3D's descriptor heaps, which DXC lowers to variables for Vulkan.
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
    /// The space, or `None` for `all`: the spaces without their own shift.
    pub space: Option<u32>,
    /// The number to add to the register number; libslang also accepts negative numbers.
    pub by: i64,
}

/// `-fvk-bind-register t5 0 1 2`: register t5 of space 0 becomes binding 1 of set 2.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BoundRegister {
    /// The class of the register.
    pub class: ResourceClass,
    /// The number of the register.
    pub number: u32,
    /// The space of the register.
    pub space: u32,
    /// The binding.
    pub slot: VkSlot,
}

/// A binding in a descriptor set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct VkSlot {
    /// The descriptor set.
    pub set: u32,
    /// The binding in the set.
    pub binding: u32,
}

impl Options {
    /// Whether an option shifts the registers of a layout unit in some space.
    pub(crate) fn shifts_kind(&self, kind: LayoutUnit) -> bool {
        self.shifts.iter().any(|shift| LayoutUnit::of_class(shift.class) == kind)
    }

    /// The shift of the registers of a layout unit in a space; the last option for a space applies.
    pub(crate) fn shift(&self, kind: LayoutUnit, space: u64) -> Option<i64> {
        let shift_in = |requested: Option<u64>| {
            let mut found = self.shifts.iter().rev().filter(|shift| LayoutUnit::of_class(shift.class) == kind);
            found.find(|shift| shift.space.map(u64::from) == requested).map(|shift| shift.by)
        };
        shift_in(Some(space)).or_else(|| shift_in(None))
    }
}
