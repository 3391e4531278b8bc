//! A second implementation, from the text of the documentation: slow, and only for small numbers.

use std::collections::HashSet;

use padstone_bind::{Binding, BindingRules, Numbering};
use padstone_model::{Count, ResourceClass};

use crate::program::{Declaration, numbering};

/// The slots of a binding, `start..end`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Span {
    pub(crate) line: (Option<ResourceClass>, u32),
    pub(crate) start: u64,
    pub(crate) end: u64,
}

impl Span {
    pub(crate) fn overlaps(&self, other: &Span) -> bool {
        self.line == other.line && self.start < other.end && other.start < self.end
    }
}

pub(crate) fn spans(policy: &BindingRules, binding: &Binding) -> Option<Span> {
    Some(match *binding {
        Binding::D3d { class, register, space, count } => {
            let start = u64::from(register);
            let end = match count {
                None => start + 1,
                Some(Count::Known(count)) => start + count,
                Some(Count::Runtime | Count::LinkTime) => 1 << 32,
            };
            assert_eq!(numbering(policy), Numbering::Registers);
            Span { line: (Some(class), space), start, end }
        }
        Binding::Vulkan { set, binding, .. } | Binding::WebGpu { group: set, binding, .. } => {
            Span { line: (None, set), start: binding.into(), end: u64::from(binding) + 1 }
        }
    })
}

/// Explicit bindings first; then, in declaration order, each parameter takes the first gap that is large enough.
pub(crate) fn bind(policy: &BindingRules, declarations: &[Declaration], auto: Option<u32>) -> Vec<Option<Binding>> {
    let d3d = numbering(policy) == Numbering::Registers;
    let mut taken: HashSet<(Option<ResourceClass>, u32, u64)> = HashSet::new();
    let mut bindings = vec![None; declarations.len()];
    for explicit in [true, false] {
        for (declaration, binding) in declarations.iter().zip(&mut bindings) {
            let elements: u64 = declaration.dims.iter().map(|count| count.known().unwrap()).product();
            let reserves = policy.name == "fxc" && explicit;
            if elements == 0 || (d3d && !declaration.used && !reserves) || declaration.is_explicit(policy) != explicit {
                continue;
            }
            let amount = if d3d { elements } else { 1 };
            let (number, space) = place(d3d, declaration, auto);
            let class = d3d.then_some(declaration.class);
            let free = |start: u64| (start..start + amount).all(|number| !taken.contains(&(class, space, number)));
            let start = number.unwrap_or_else(|| (0..).find(|&start| free(start)).unwrap());
            taken.extend((start..start + amount).map(|number| (class, space, number)));
            if d3d && !declaration.used {
                continue;
            }
            let (register, count) = (start as u32, Count::Known(elements));
            *binding = Some(if d3d {
                let count = (elements != 1).then_some(count);
                Binding::D3d { class: declaration.class, register, space, count }
            } else {
                let count = (!declaration.dims.is_empty()).then_some(count);
                Binding::Vulkan { set: space, binding: register, count }
            });
        }
    }
    bindings
}

/// The explicit number, if any, and the space.
fn place(d3d: bool, declaration: &Declaration, auto: Option<u32>) -> (Option<u64>, u32) {
    let auto = auto.unwrap_or(0);
    match (declaration.binding.filter(|_| !d3d), declaration.register) {
        (Some((binding, set)), _) => (Some(binding.into()), set.unwrap_or(auto)),
        (None, (Some(number), Some(space))) => (Some(number.into()), space),
        (None, (Some(number), None)) => (Some(number.into()), if d3d { 0 } else { auto }),
        (None, (None, space)) => (None, space.unwrap_or(auto)),
    }
}
