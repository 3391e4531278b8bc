//! Paths of resources: finds the resources that a requested path matches, and the slots of their elements.

use padstone_bind::{Amount, Dim, LeafSlot};

use super::super::path::{PathSegment, segments};

/// The match of a requested path with that of a resource.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Aligned {
    /// The steps of the requested path after the end of the resource's.
    pub(super) rest: usize,
    /// The requested elements: the number of an array around the resource, and the index.
    pub(super) indices: Vec<(usize, u64)>,
}

impl Aligned {
    /// Whether the path leads to the whole resource, or to its container.
    pub(super) fn is_whole(&self) -> bool {
        self.rest == 0 && self.indices.is_empty()
    }
}

/// Matches a requested path with that of a resource. A path without an index matches all elements. `None` if it does not match.
pub(super) fn align(requested: &str, resource: &str) -> Option<Aligned> {
    let (requested, resource) = (segments(requested), segments(resource));
    let mut rest = &requested[..];
    let (mut indices, mut array) = (Vec::new(), 0);
    for segment in &resource {
        let Some((first, after)) = rest.split_first() else { break };
        match (*segment, *first) {
            (PathSegment::All, PathSegment::Index(index)) => indices.push((array, index)),
            (PathSegment::All | PathSegment::Index(_), PathSegment::All) => {}
            // The request has no index.
            (PathSegment::All | PathSegment::Index(_), PathSegment::Name(_)) => {
                array += usize::from(*segment == PathSegment::All);
                continue;
            }
            (written, declared) if written == declared => {}
            _ => return None,
        }
        array += usize::from(*segment == PathSegment::All);
        rest = after;
    }
    Some(Aligned { rest: rest.len(), indices })
}

/// The slots of an element of an array of resources.
pub(super) fn element(dims: &[Dim], slot: LeafSlot, indices: &[(usize, u64)]) -> LeafSlot {
    let mut element = slot;
    // The stride of each array in slots, innermost first.
    let mut stride = slot.stride;
    for (array, dim) in dims.iter().enumerate().rev() {
        let count = dim.count.known();
        if let Some(&(_, index)) = indices.iter().find(|(requested, _)| *requested == array)
            && slot.stride > 0
        {
            element.index = index.checked_mul(stride).map_or(Amount::Unknown, |more| element.index.plus(Amount::Finite(more)));
            element.count = match (element.count, count) {
                (Amount::Finite(slots), Some(count @ 1..)) => Amount::Finite(slots / count),
                _ => Amount::Finite(stride),
            };
        }
        stride = stride.saturating_mul(count.unwrap_or(0));
    }
    element
}

/// The path of a resource with the requested indices.
pub(super) fn with_indices(path: &str, indices: &[(usize, u64)]) -> String {
    let mut written = String::new();
    for (array, part) in path.split("[]").enumerate() {
        if array > 0 {
            match indices.iter().find(|(requested, _)| requested + 1 == array) {
                Some((_, index)) => written.push_str(&format!("[{index}]")),
                None => written.push_str("[]"),
            }
        }
        written.push_str(part);
    }
    written
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_resolve_to_resources_containers_and_elements() {
        let check = |requested: &str, resource: &str, expected: Option<(usize, &[(usize, u64)])>| {
            let expected = expected.map(|(rest, indices)| Aligned { rest, indices: indices.to_vec() });
            assert_eq!(align(requested, resource), expected, "{requested} and {resource}");
        };
        check("pairs", "pairs[].a", Some((0, &[])));
        check("pairs[]", "pairs[].a", Some((0, &[])));
        check("pairs.a", "pairs[].a", Some((0, &[])));
        check("pairs[3].a", "pairs[].a", Some((0, &[(0, 3)])));
        check("pairs[3].a[1]", "pairs[].a[]", Some((0, &[(0, 3), (1, 1)])));
        check("pairs.a[1]", "pairs[].a[]", Some((0, &[(1, 1)])));
        check("pairs[3].a", "pairs[3].a", Some((0, &[])));
        check("pairs[2].a", "pairs[3].a", None);
        check("pairs.b", "pairs[].a", None);
        check("pair", "pairs[].a", None);
        check("elements[4].x", "elements", Some((2, &[])));
        check("gfx.sky", "gfx.sky", Some((0, &[])));
    }
}
