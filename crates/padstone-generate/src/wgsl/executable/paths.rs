//! Memory locations and their spelling.

use super::super::types::{Type, TypeKind};
use super::{ELEMENTS, Root, Writer};

/// The placeholder for `(*pointer)`, or in the twin for the pointee.
pub(super) const POINTEE: &str = "\u{1}";

/// A memory location.
#[derive(Clone, Debug)]
pub(super) struct MemoryPath {
    /// The text before, between, and after the indices: one more than there are indices.
    pub(super) pieces: Vec<String>,
    /// Indices that are not constants.
    pub(super) indices: Vec<Index>,
    pub(super) ty: Type,
    pub(super) writable: bool,
}

/// An index.
#[derive(Clone, Debug)]
pub(super) struct Index {
    pub(super) text: String,
    /// `u32` or `i32`.
    pub(super) ty: &'static str,
}

impl MemoryPath {
    pub(super) fn of(root: &Root) -> MemoryPath {
        MemoryPath { pieces: vec![root.name.clone()], indices: Vec::new(), ty: root.ty.clone(), writable: root.space.is_writable() }
    }

    /// The pointee of a pointer parameter.
    pub(super) fn pointee(ty: Type, writable: bool) -> MemoryPath {
        MemoryPath { pieces: vec![POINTEE.to_owned()], indices: Vec::new(), ty, writable }
    }

    /// The value of an expression that is already written.
    pub(super) fn named(text: &str, ty: Type, writable: bool) -> MemoryPath {
        MemoryPath { pieces: vec![text.to_owned()], indices: Vec::new(), ty, writable }
    }

    pub(super) fn text(&self) -> String {
        let mut text = self.pieces[0].clone();
        for (index, piece) in self.indices.iter().zip(&self.pieces[1..]) {
            text.push_str(&index.text);
            text.push_str(piece);
        }
        text
    }

    pub(super) fn member(&self, name: &str, ty: &Type) -> MemoryPath {
        self.extended(&format!(".{name}"), ty)
    }

    pub(super) fn element(&self, index: Result<u64, Index>, ty: &Type) -> MemoryPath {
        match index {
            Ok(constant) => self.extended(&format!("[{constant}]"), ty),
            Err(index) => {
                let mut path = self.extended("[", ty);
                path.indices.push(index);
                path.pieces.push("]".to_owned());
                path
            }
        }
    }

    fn extended(&self, more: &str, ty: &Type) -> MemoryPath {
        let mut path = MemoryPath { ty: ty.clone(), ..self.clone() };
        path.pieces.last_mut().expect("there is one more element than there are indices").push_str(more);
        path
    }
}

impl Writer<'_, '_> {
    /// A location and all locations inside it; of arrays, one or two elements.
    pub(super) fn add_paths_inside(&mut self, path: &MemoryPath, found: &mut Vec<MemoryPath>) {
        found.push(path.clone());
        match &path.ty.shape {
            TypeKind::Struct(members) => {
                for member in members {
                    self.add_paths_inside(&path.member(&member.name, &member.ty), found);
                }
            }
            TypeKind::Array(element, count) => {
                for _ in 0..self.generator.choices.between(1, 2) {
                    let index = self.index(*count);
                    self.add_paths_inside(&path.element(index, element), found);
                }
            }
            _ => {}
        }
    }

    /// An index for an array of this many elements, sometimes out of range.
    pub(super) fn index(&mut self, count: Option<u64>) -> Result<u64, Index> {
        let inside = self.generator.choices.below(count.unwrap_or(ELEMENTS).min(200) as usize) as u64;
        match self.generator.choices.below(10) {
            0..3 if count.is_some() => Ok(inside),
            3 => Err(Index { text: format!("i32(index_of({inside}u))"), ty: "i32" }),
            4 => Err(Index { text: format!("next_below({}u)", count.unwrap_or(ELEMENTS)), ty: "u32" }),
            5 => Err(Index { text: format!("index_of({}u)", inside + count.unwrap_or(ELEMENTS)), ty: "u32" }),
            6 if self.generator.choices.one_in(2) => Err(Index { text: format!("-i32(index_of({}u))", inside + 1), ty: "i32" }),
            7 => Err(Index { text: format!("index_of({inside}u) + 0u"), ty: "u32" }),
            _ => Err(Index { text: format!("index_of({inside}u)"), ty: "u32" }),
        }
    }
}
