//! The old and new path of each member, for people, debuggers and the code that fills the buffers.

use std::io::{self, Write};

use padstone_source::printable_json;
use rustc_hash::FxHashMap;
use serde::Serialize;

use crate::byte_snapshot::{ByteSnapshot, Leaf, VectorLayout};
use crate::verify::MovedBytes;

/// The JSON schema of [`PathMap::write_json`].
pub const SCHEMA: &str = include_str!("../../../schema/rewrite-v1.schema.json");

/// The old and new paths of the members of all buffers. Offsets are verified to be unchanged.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PathMap {
    /// The buffers, in the order of the text.
    pub buffers: Vec<MappedBuffer>,
}

/// The members of one buffer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MappedBuffer {
    /// The name of the variable.
    pub name: String,
    /// The size in bytes before. A runtime-sized array counts as one element.
    pub size: u64,
    /// The size in bytes after; larger if the last vector is longer than its content. A binding needs at least this size.
    pub new_size: u64,
    /// One row per scalar, vector and matrix, or per part of one if its parts have different new paths.
    pub rows: Vec<MovedMember>,
}

/// The old and new path of a member, or of a part of its bytes. Offsets are relative to the start of the buffer, in element 0 of arrays.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct MovedMember {
    /// The old path: `lights[].pos`; empty if the buffer contains nothing else.
    pub path: String,
    /// The part of it: `xy`, `[1]`, `[1].z`, or bits, `16..32`. `None` for all of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub part: Option<String>,
    /// The offset in bytes.
    pub offset: u64,
    /// The size in bytes.
    pub size: u64,
    /// The new path; if the arrays have changed, that of the element: `weights[1]`.
    pub new_path: String,
    /// The part of `new_path`, like `part`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub new_part: Option<String>,
    /// The new offset in bytes.
    pub new_offset: u64,
}

impl PathMap {
    /// Writes the map as JSON: `schema/rewrite-v1.schema.json`.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write_json(&self, file: &str, passes: &[&str], out: &mut dyn Write) -> io::Result<()> {
        let (file, passes) = (json(file)?, json(passes)?);
        write!(out, "{{\"version\":1,\"file\":{file},\"passes\":{passes},\"buffers\":[")?;
        for (index, MappedBuffer { name, size, new_size, rows }) in self.buffers.iter().enumerate() {
            let (comma, name) = (if index > 0 { "," } else { "" }, json(name)?);
            write!(out, "{comma}\n{{\"name\":{name},\"size\":{size},\"newSize\":{new_size},\"members\":[")?;
            for (index, row) in rows.iter().enumerate() {
                write!(out, "{}\n{}", if index > 0 { "," } else { "" }, json(row)?)?;
            }
            out.write_all(b"]}")?;
        }
        out.write_all(b"]}\n")
    }
}

/// JSON without invisible characters.
fn json(value: &(impl Serialize + ?Sized)) -> io::Result<String> {
    Ok(printable_json(&serde_json::to_string(value)?).into_owned())
}

/// The paths through all passes so far, by buffer.
pub(crate) struct Steps {
    pieces: Vec<Vec<MovedBytes>>,
}

impl Steps {
    pub(crate) fn new(places: &ByteSnapshot) -> Self {
        let unmoved = |leaf: &Leaf| MovedBytes { path: leaf.path.clone(), bytes: 0..leaf.size, to: leaf.path.clone(), at: 0 };
        Steps { pieces: places.buffers.iter().map(|buffer| buffer.leaves.iter().map(unmoved).collect()).collect() }
    }

    /// Follows the members through one more pass, from their paths before it. No pass adds or removes a buffer, or changes
    /// the order of buffers.
    pub(crate) fn follow(&mut self, before: &ByteSnapshot, next: &[Vec<MovedBytes>]) {
        for ((pieces, next), before) in self.pieces.iter_mut().zip(next).zip(&before.buffers) {
            let mut by_path: FxHashMap<&str, Vec<&MovedBytes>> = FxHashMap::default();
            for piece in next {
                by_path.entry(&piece.path).or_default().push(piece);
            }
            let following = |piece: &MovedBytes| {
                let next = by_path.get(&*piece.to).map_or(&[][..], Vec::as_slice);
                let stride = before.leaf(&piece.to).and_then(|leaf| Some(leaf.arrays.last()?.stride));
                following_pieces(piece, next, stride)
            };
            *pieces = pieces.iter().flat_map(following).collect();
        }
    }

    pub(crate) fn into_map(self, before: &ByteSnapshot, after: &ByteSnapshot) -> PathMap {
        let buffers = before.buffers.iter().zip(&after.buffers).zip(self.pieces);
        let buffers = buffers.map(|((before, after), pieces)| {
            let rows = pieces.into_iter().filter_map(|piece| {
                let (old, new) = (before.leaf(&piece.path)?, after.leaf(&piece.to)?);
                let size = piece.bytes.end - piece.bytes.start;
                let (new_path, position) = element(old, new, piece.to, piece.at);
                Some(MovedMember {
                    part: part_path(old, piece.bytes.start, size),
                    offset: old.offset + piece.bytes.start,
                    size,
                    new_part: part_path(new, position, size),
                    new_offset: new.offset + piece.at,
                    path: piece.path,
                    new_path,
                })
            });
            MappedBuffer { name: before.name.clone(), size: before.size, new_size: after.size, rows: rows.collect() }
        });
        PathMap { buffers: buffers.collect() }
    }
}

/// The parts of a piece that have different new paths. An earlier pass may have moved it into later elements of an array, which move as element 0
/// does, `stride` bytes after each other.
fn following_pieces(piece: &MovedBytes, next: &[&MovedBytes], stride: Option<u64>) -> Vec<MovedBytes> {
    let destination = piece.at..piece.at + (piece.bytes.end - piece.bytes.start);
    let elements = match stride.filter(|stride| *stride > 0) {
        Some(stride) => destination.start / stride..destination.end.div_ceil(stride),
        None => 0..1,
    };
    let mut following = Vec::new();
    for element in elements {
        let shift = element * stride.unwrap_or(0);
        following.extend(next.iter().filter_map(|next| {
            let (start, end) = (destination.start.max(next.bytes.start + shift), destination.end.min(next.bytes.end + shift));
            let first = piece.bytes.start + start.saturating_sub(destination.start);
            (start < end).then(|| MovedBytes {
                path: piece.path.clone(),
                bytes: first..first + (end - start),
                to: next.to.clone(),
                at: next.at + (start - next.bytes.start),
            })
        }));
    }
    following
}

/// The path of a leaf that contains the byte `position`, and the byte's offset in it. In an array that differs from the old one, the path
/// contains the element index.
fn element(old: &Leaf, new: &Leaf, path: String, position: u64) -> (String, u64) {
    match (new.arrays.last(), path.rfind("[]")) {
        (Some(elements), Some(brackets)) if new.arrays != old.arrays => {
            let (head, tail) = (&path[..brackets], &path[brackets + 2..]);
            (format!("{head}[{}]{tail}", position / elements.stride), position % elements.stride)
        }
        _ => (path, position),
    }
}

/// The name of a range of bytes of a leaf; `None` for the whole leaf.
fn part_path(leaf: &Leaf, position: u64, size: u64) -> Option<String> {
    let VectorLayout { scalar, length, vectors, stride } = leaf.vector_layout;
    if size == leaf.size {
        return None;
    }
    let (vector, within) = (position / stride.max(1), position % stride.max(1));
    let is_whole_numbers = within.is_multiple_of(scalar) && size.is_multiple_of(scalar) && within + size <= length * scalar;
    if !is_whole_numbers {
        return Some(format!("{}..{}", position * 8, (position + size) * 8));
    }
    let mut text = if vectors > 1 { format!("[{vector}]") } else { String::new() };
    if size < length * scalar {
        let (first, count) = (within / scalar, size / scalar);
        let names = "xyzw".get(first as usize..(first + count) as usize).unwrap_or("");
        text.push_str(if vectors > 1 { "." } else { "" });
        text.push_str(names);
    }
    Some(text)
}
