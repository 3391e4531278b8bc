//! The slots of a parameter, and the members of their buffers.

use padstone_bind::{Leaf, LeafKind, ProgramLayout, TypeStructure, object};
use padstone_model::{Module, ResourceKind};

use super::Builder;
use super::objects;
use crate::reflect::data::ResourceSlot;

/// Collects slots, and adds ordinary data to its buffer.
pub(super) struct SlotCollector<'s> {
    slots: Vec<ResourceSlot>,
    /// The implicit buffer, for bytes outside other buffers.
    implicit: Option<&'s mut ResourceSlot>,
    /// By depth: the index of the enclosing buffer.
    enclosing: Vec<Option<usize>>,
}

impl<'s> SlotCollector<'s> {
    pub(super) fn new(implicit: Option<&'s mut ResourceSlot>) -> SlotCollector<'s> {
        SlotCollector { slots: Vec::new(), implicit, enclosing: Vec::new() }
    }

    pub(super) fn add(&mut self, builder: &Builder<'_>, leaf: &Leaf<'_>) {
        // The implicit buffer exists already.
        if leaf.layout.is_none() {
            return;
        }
        match leaf.kind {
            LeafKind::Object(_) => self.push(leaf.depth, builder.slot(leaf)),
            LeafKind::Address { .. } => {
                self.member(builder, leaf);
                self.push(leaf.depth, builder.slot(leaf));
            }
            LeafKind::Bytes { .. } => {
                self.member(builder, leaf);
                if is_address_of_elements(builder.module, builder.layout, leaf) {
                    self.push(leaf.depth, builder.slot(leaf));
                }
            }
            LeafKind::Aggregate { .. } => self.member(builder, leaf),
            LeafKind::Space(_) => {}
        }
    }

    pub(super) fn finish(self) -> Vec<ResourceSlot> {
        self.slots
    }

    fn push(&mut self, depth: usize, slot: Option<ResourceSlot>) {
        let Some(slot) = slot else { return };
        self.enclosing.truncate(depth);
        self.enclosing.resize(depth, None);
        self.enclosing.push(Some(self.slots.len()));
        self.slots.push(slot);
    }

    /// Bytes belong to the enclosing buffer.
    fn member(&mut self, builder: &Builder<'_>, leaf: &Leaf<'_>) {
        let around = leaf.depth.checked_sub(1).and_then(|depth| self.enclosing.get(depth).copied().flatten());
        let slot = match around {
            Some(index) => &mut self.slots[index],
            None => match &mut self.implicit {
                Some(slot) => slot,
                None => return,
            },
        };
        // The row of a buffer represents the buffer itself.
        if matches!(leaf.kind, LeafKind::Aggregate { .. }) && leaf.path == slot.path {
            return;
        }
        // The arrays around a buffer are not part of its bytes.
        let outside = slot.arrays.len();
        if let Some(buffer) = &mut slot.buffer {
            let from = buffer.members.len();
            objects::members(builder, leaf, &mut buffer.members);
            buffer.members[from..].iter_mut().flat_map(|member| member.arrays.iter_mut().take(outside)).for_each(|array| array.stride = 0);
        }
    }
}

/// Whether bytes are the address of a structured buffer: for CUDA, C++ and Metal argument buffers.
pub(crate) fn is_address_of_elements(module: &Module, layout: &ProgramLayout, leaf: &Leaf<'_>) -> bool {
    let kind = leaf.ty.and_then(|ty| object(module, ty)).map(|resource| resource.kind);
    let has_elements = leaf.layout.is_some_and(|id| matches!(layout.get(id).shape, TypeStructure::Elements(_)));
    has_elements && !matches!(kind, Some(ResourceKind::OutputStream | ResourceKind::MeshOutput | ResourceKind::MeshIndices))
}
