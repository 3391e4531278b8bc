//! The slots of a parameter, and what lies in their buffers.

use padstone_bind::program::{Leaf, What};

use super::Builder;
use super::objects;
use crate::reflect::data::Slot;

/// Collects slots, and puts bytes into the buffer that they lie in.
pub(super) struct Slots<'s> {
    slots: Vec<Slot>,
    /// The buffer of what is in no other.
    implicit: Option<&'s mut Slot>,
    /// By depth: the position of the buffer that is open there.
    open: Vec<Option<usize>>,
}

impl<'s> Slots<'s> {
    pub(super) fn new(implicit: Option<&'s mut Slot>) -> Slots<'s> {
        Slots { slots: Vec::new(), implicit, open: Vec::new() }
    }

    pub(super) fn add(&mut self, builder: &Builder<'_>, leaf: &Leaf<'_>) {
        // The implicit buffer is there already.
        if leaf.layout.is_none() {
            return;
        }
        match leaf.what {
            What::Object(_) => self.push(leaf.depth, builder.slot(leaf)),
            What::Address { .. } => {
                self.member(builder, leaf);
                self.push(leaf.depth, builder.slot(leaf));
            }
            What::Bytes { .. } | What::Whole { .. } => self.member(builder, leaf),
            What::Space(_) => {}
        }
    }

    pub(super) fn finish(self) -> Vec<Slot> {
        self.slots
    }

    fn push(&mut self, depth: usize, slot: Option<Slot>) {
        let Some(slot) = slot else { return };
        self.open.truncate(depth);
        self.open.resize(depth, None);
        self.open.push(Some(self.slots.len()));
        self.slots.push(slot);
    }

    /// Bytes go to the buffer around them.
    fn member(&mut self, builder: &Builder<'_>, leaf: &Leaf<'_>) {
        let around = leaf.depth.checked_sub(1).and_then(|depth| self.open.get(depth).copied().flatten());
        let slot = match around {
            Some(index) => &mut self.slots[index],
            None => match &mut self.implicit {
                Some(slot) => slot,
                None => return,
            },
        };
        // The whole of a buffer is the buffer.
        if matches!(leaf.what, What::Whole { .. }) && leaf.path == slot.path {
            return;
        }
        if let Some(buffer) = &mut slot.buffer {
            objects::members(builder, leaf, &mut buffer.members);
        }
    }
}
