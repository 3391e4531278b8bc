//! The alignment of every use of a struct: whether it can contain a vector that must be aligned.

use super::plan::Plan;
use super::structs::{Content, HostType};

/// The alignment of buffers on the host: a multiple of the struct's alignment, up to this.
pub(super) const OF_BUFFERS: u64 = 256;

/// The alignment `offset` bytes after a multiple of `align`.
pub(super) const fn at(align: u64, offset: u64) -> u64 {
    if offset == 0 || offset.trailing_zeros() >= align.trailing_zeros() { align } else { 1 << offset.trailing_zeros() }
}

/// For each struct of a plan, a common divisor of its offsets and its size.
pub(super) fn of_structs(plan: &Plan<'_>) -> Vec<u64> {
    let mut aligns = vec![OF_BUFFERS; plan.structs.len()];
    for tail in plan.roots.iter().filter_map(|root| root.tail.as_ref()) {
        if let Some((inner, strides)) = element_alignments(plan, &tail.element) {
            aligns[inner] = aligns[inner].min(strides.into_iter().fold(at(at(OF_BUFFERS, tail.offset), tail.stride), at));
        }
    }
    // A struct comes after those that it contains: once all its containers were visited, its result is known.
    for (index, host) in plan.structs.iter().enumerate().rev() {
        let most = if host.packed { host.align } else { aligns[index] };
        let align = at(most.min(aligns[index]), host.size);
        aligns[index] = align;
        for field in &host.fields {
            let Content::Value(ty) = &field.content else { continue };
            if let Some((inner, strides)) = element_alignments(plan, ty) {
                aligns[inner] = aligns[inner].min(strides.into_iter().fold(at(align, field.offset), at));
            }
        }
    }
    aligns
}

/// The struct that a type is or consists of, and its stride at each level of arrays.
fn element_alignments(plan: &Plan<'_>, ty: &HostType) -> Option<(usize, Vec<u64>)> {
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
