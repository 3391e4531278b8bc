//! The alignment of the uses of each struct, which determines whether it can contain aligned vectors.

use super::HostPlan;
use crate::host::structs::{FieldContent, HostType};

/// The alignment of buffers on the host: a multiple of the struct's alignment, at most this.
pub(super) const OF_BUFFERS: u64 = 256;

/// A power of two that divides every offset `offset` bytes after a multiple of `align`.
pub(super) const fn at(align: u64, offset: u64) -> u64 {
    if offset == 0 || offset.trailing_zeros() >= align.trailing_zeros() { align } else { 1 << offset.trailing_zeros() }
}

/// For each struct of a plan, a common divisor of its offsets and its size.
pub(super) fn of_structs(plan: &HostPlan<'_>) -> Vec<u64> {
    let mut aligns = vec![OF_BUFFERS; plan.structs.len()];
    for tail in plan.roots.iter().filter_map(|root| root.tail.as_ref()) {
        if let Some((inner, strides)) = element_alignments(plan, &tail.element) {
            aligns[inner] = aligns[inner].min(strides.into_iter().fold(at(at(OF_BUFFERS, tail.offset), tail.stride), at));
        }
    }
    // A struct follows those that it contains, so all of its uses are known when it is visited.
    for (index, host) in plan.structs.iter().enumerate().rev() {
        let most = if host.packed { host.align } else { aligns[index] };
        let align = at(most.min(aligns[index]), host.size);
        aligns[index] = align;
        for field in &host.fields {
            let FieldContent::Value(ty) = &field.content else { continue };
            if let Some((inner, strides)) = element_alignments(plan, ty) {
                aligns[inner] = aligns[inner].min(strides.into_iter().fold(at(align, field.offset), at));
            }
        }
    }
    aligns
}

/// The struct of a type, or of the elements of an array, and the stride of each array.
fn element_alignments(plan: &HostPlan<'_>, ty: &HostType) -> Option<(usize, Vec<u64>)> {
    let mut strides = Vec::new();
    let mut ty = ty;
    loop {
        match ty {
            HostType::Array { element, .. } => {
                strides.push(plan.size(element));
                ty = element;
            }
            HostType::Struct(index) => return Some((*index, strides)),
            HostType::Number(_) | HostType::Library(_) => return None,
        }
    }
}
