//! Verifies that every byte keeps its offset.
//!
//! A pass records the new path of each member that it changes in a [`PassMap`]; all other members must be unchanged.
//! The layouts before and after are compared to verify both.

use std::ops::Range;

use rustc_hash::FxHashMap;

use crate::byte_snapshot::{BufferSnapshot, ByteSnapshot, Leaf};

/// The new paths of members according to a pass. Members that it does not name keep their path and type.
#[derive(Debug, Default)]
pub struct PassMap {
    /// By buffer and path.
    moves: FxHashMap<(String, String), Vec<Move>>,
    renamed: FxHashMap<String, String>,
}

/// How the arrays around a member change.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Elements {
    /// The arrays around the new member equal those around the old one: the same counts, the same strides.
    Unchanged,
    /// Several elements share one vector: the innermost arrays are replaced by one vector, or by one array of contiguous vectors. The
    /// arrays around them are unchanged.
    Regrouped,
}

#[derive(Clone, Debug)]
struct Move {
    bytes: Range<u64>,
    to: String,
    at: u64,
    elements: Elements,
}

impl PassMap {
    /// Records a new name for all buffers and members with this name.
    pub fn renamed(&mut self, name: &str, to: &str) {
        self.renamed.insert(name.to_owned(), to.to_owned());
    }

    fn name<'a>(&'a self, name: &'a str) -> &'a str {
        self.renamed.get(name).map_or(name, String::as_str)
    }

    /// A path with the current names of its segments.
    fn path(&self, path: &str) -> String {
        if self.renamed.is_empty() {
            return path.to_owned();
        }
        let parts = path.split('.').map(|part| {
            let (name, elements) = part.split_at(part.find('[').unwrap_or(part.len()));
            format!("{}{elements}", self.name(name))
        });
        parts.collect::<Vec<String>>().join(".")
    }

    /// Records that bytes of a member are now a part of another member, or a whole member. Paths are those of a layout: `lights[].pos`,
    /// empty for a buffer that is not a struct. `bytes` count from the start of the old member, `position` from that of the new one.
    pub fn moved(&mut self, buffer: &str, path: &str, bytes: Range<u64>, to: &str, position: u64, elements: Elements) {
        let moves = self.moves.entry((buffer.to_owned(), path.to_owned())).or_default();
        moves.push(Move { bytes, to: to.to_owned(), at: position, elements });
    }
}

/// Bytes of a member, and their new path after a pass.
#[derive(Clone, Debug)]
pub(crate) struct MovedBytes {
    pub(crate) path: String,
    pub(crate) bytes: Range<u64>,
    pub(crate) to: String,
    pub(crate) at: u64,
}

/// The new paths of the bytes of each buffer, by position of the buffer before the pass; or the first mismatch.
pub(crate) fn follow_leaves(before: &ByteSnapshot, after: &ByteSnapshot, moves: &PassMap) -> Result<Vec<Vec<MovedBytes>>, String> {
    let named: FxHashMap<&str, &BufferSnapshot> = after.buffers.iter().map(|buffer| (&*buffer.name, buffer)).collect();
    let buffers = before.buffers.iter().map(|buffer| {
        let rewritten = named.get(moves.name(&buffer.name)).ok_or_else(|| format!("`{}` is missing", buffer.name))?;
        if rewritten.interface != buffer.interface {
            return Err(format!("`{}` changed from {} to {}", buffer.name, buffer.interface, rewritten.interface));
        }
        let mut pieces = Vec::with_capacity(buffer.leaves.len());
        for leaf in &buffer.leaves {
            let moved = moves.moves.get(&(buffer.name.clone(), leaf.path.clone()));
            let unmoved = Move { bytes: 0..leaf.size, to: moves.path(&leaf.path), at: 0, elements: Elements::Unchanged };
            follow_leaf(leaf, rewritten, moved.map(Vec::as_slice), unmoved, &mut pieces)
                .map_err(|reason| format!("`{}` {reason}", buffer.path_of(leaf)))?;
        }
        Ok(pieces)
    });
    buffers.collect()
}

fn follow_leaf(
    leaf: &Leaf,
    new_buffer: &BufferSnapshot,
    moves: Option<&[Move]>,
    unmoved: Move,
    pieces: &mut Vec<MovedBytes>,
) -> Result<(), String> {
    for part in moves.unwrap_or(&[unmoved]) {
        let new = new_buffer.leaf(&part.to).ok_or_else(|| format!("is missing: `{}` does not exist", part.to))?;
        if moves.is_none() && new.ty != leaf.ty {
            return Err(format!("changed type from `{}` to `{}`", leaf.ty, new.ty));
        }
        let (was, is) = (leaf.offset + part.bytes.start, new.offset + part.at);
        if was != is {
            return Err(format!("moved from offset {was} to {is}"));
        }
        // If a path ends with an array, the array's elements are the vectors, and only this array may differ.
        let around = match part.elements {
            Elements::Unchanged => new.arrays.len(),
            Elements::Regrouped => new.arrays.len() - usize::from(part.to.ends_with("[]")),
        };
        let (new_end, old_end) = (new.end_within(around), leaf.end_within(around.min(leaf.arrays.len())));
        if new_end.is_none_or(|end| is + (part.bytes.end - part.bytes.start) > end) {
            return Err(format!("does not fit in `{}`", part.to));
        }
        let same_elements = match part.elements {
            Elements::Unchanged => new.arrays == leaf.arrays,
            Elements::Regrouped => {
                leaf.arrays.starts_with(&new.arrays[..around])
                    && new.is_gapless_within(around)
                    && new_end.zip(old_end).is_some_and(|(new, old)| new >= old)
            }
        };
        if !same_elements {
            return Err(format!("moved from arrays {:?} to arrays {:?}", leaf.arrays, new.arrays));
        }
        pieces.push(MovedBytes { path: leaf.path.clone(), bytes: part.bytes.clone(), to: part.to.clone(), at: part.at });
    }
    let covered = |at: u64| pieces.iter().rev().take(moves.map_or(1, <[Move]>::len)).any(|piece| piece.bytes.contains(&at));
    match leaf.data().flatten().find(|&at| !covered(at)) {
        Some(at) => Err(format!("lost byte {at}")),
        None => Ok(()),
    }
}
