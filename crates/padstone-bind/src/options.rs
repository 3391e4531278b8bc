//! What the command line says about registers and bindings.

use padstone_model::ResourceClass;

/// Options of DXC that move registers and bindings.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Options {
    /// `-fvk-b-shift`, `-fvk-t-shift`, `-fvk-u-shift` and `-fvk-s-shift`, in the order they were given.
    pub shifts: Vec<Shift>,
    /// `-fvk-bind-globals`: where `$Globals` goes.
    pub bind_globals: Option<VkSlot>,
    /// `-auto-binding-space`: the space or set of what names none.
    pub auto_binding_space: Option<u32>,
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
    /// How far explicit registers of a class are shifted in a space; of several options for one space the last counts.
    pub(crate) fn shift(&self, class: ResourceClass, space: u32) -> i64 {
        let last = |wanted| self.shifts.iter().rev().find(|shift| shift.class == class && shift.space == wanted);
        last(Some(space)).or_else(|| last(None)).map_or(0, |shift| shift.by)
    }
}
