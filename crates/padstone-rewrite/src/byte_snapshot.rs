//! The offsets of the scalars of every buffer, which must be the same before and after a pass.

use std::ops::{ControlFlow, Range};

use padstone_layout::{Layout, ModuleLayout, Row, Shape, Subject, Visit, VisitOrder, rows};
use padstone_model::{BufferId, Count, Module, Type, TypeId};
use padstone_source::Span;
use rustc_hash::FxHashMap;

/// All buffers of a file, in source order.
#[derive(Clone, Debug, Default)]
pub(crate) struct ByteSnapshot {
    pub(crate) buffers: Vec<BufferSnapshot>,
}

/// One buffer.
#[derive(Clone, Debug)]
pub(crate) struct BufferSnapshot {
    pub(crate) name: String,
    /// The span of the variable's name.
    pub(crate) span: Span,
    /// Kind, access, group and binding.
    pub(crate) interface: String,
    pub(crate) size: u64,
    /// The leaves, in source order.
    pub(crate) leaves: Vec<Leaf>,
    by_path: FxHashMap<String, usize>,
}

/// A scalar, vector or matrix of a buffer; in arrays, that of element 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Leaf {
    /// `lights[].pos`; empty if the buffer contains nothing else.
    pub(crate) path: String,
    pub(crate) ty: String,
    pub(crate) offset: u64,
    pub(crate) size: u64,
    /// How its scalars are grouped into vectors.
    pub(crate) vector_layout: VectorLayout,
    /// The enclosing arrays, outermost first.
    pub(crate) arrays: Vec<EnclosingArray>,
}

/// Scalars grouped into vectors: a scalar is one vector of length one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct VectorLayout {
    /// The size of a scalar in bytes.
    pub(crate) scalar: u64,
    /// The number of scalars in a vector.
    pub(crate) length: u64,
    /// The number of vectors, and their stride in bytes.
    pub(crate) vectors: u64,
    pub(crate) stride: u64,
}

/// An array around a leaf.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct EnclosingArray {
    /// The stride in bytes.
    pub(crate) stride: u64,
    /// The element count; `None` for a runtime-sized array.
    pub(crate) count: Option<u64>,
}

impl ByteSnapshot {
    pub(crate) fn of(module: &Module, layouts: &ModuleLayout) -> Self {
        let buffers = layouts.layouts.iter().filter_map(|layout| match layout.subject {
            Subject::Buffer(id) => Some(BufferSnapshot::of(module, layouts, layout, id)),
            Subject::Struct(_) => None,
        });
        ByteSnapshot { buffers: buffers.collect() }
    }

    pub(crate) fn buffer(&self, name: &str) -> Option<&BufferSnapshot> {
        self.buffers.iter().find(|buffer| buffer.name == name)
    }

    /// The first member whose offset differs in the other layout of the same file.
    pub(crate) fn first_difference(&self, other: &ByteSnapshot) -> Option<String> {
        self.buffers.iter().find_map(|buffer| {
            let Some(other_buffer) = other.buffer(&buffer.name) else { return Some(format!("`{}` has no layout", buffer.name)) };
            let different = buffer.leaves.iter().zip(&other_buffer.leaves).find(|(buffer, other_buffer)| buffer != other_buffer);
            different.map(|(here_leaf, other_buffer)| {
                format!("`{}` is at offset {} instead of {}", buffer.path_of(here_leaf), other_buffer.offset, here_leaf.offset)
            })
        })
    }
}

impl BufferSnapshot {
    fn of(module: &Module, layouts: &ModuleLayout, layout: &Layout, id: BufferId) -> Self {
        let buffer = &module.buffers[id];
        let parameter = &module.parameters[buffer.parameter];
        let binding = parameter.binding.map(|binding| (binding.set, binding.binding));
        let interface = format!("{:?} {:?} {binding:?}", buffer.kind, parameter.access);
        let mut leaves = LeafCollector { module, layouts, layout, arrays: Vec::new(), found: Vec::new() };
        leaves.root();
        let ControlFlow::Continue(()) = rows::<()>(module, layouts.types(layout), layout, VisitOrder::Source, &mut |visit| {
            if let Visit::Row(row) = visit {
                leaves.row(&row);
            }
            ControlFlow::Continue(())
        }) else {
            unreachable!("the visitor never breaks")
        };
        let leaves = leaves.found;
        let by_path = leaves.iter().enumerate().map(|(position, leaf)| (leaf.path.clone(), position)).collect();
        BufferSnapshot {
            name: module.name(buffer.name).to_owned(),
            span: buffer.span,
            interface,
            size: layout.size.bytes(),
            leaves,
            by_path,
        }
    }

    pub(crate) fn leaf(&self, path: &str) -> Option<&Leaf> {
        self.by_path.get(path).map(|&index| &self.leaves[index])
    }

    /// The path of a leaf in messages.
    pub(crate) fn path_of(&self, leaf: &Leaf) -> String {
        let dot = if leaf.path.is_empty() || leaf.path.starts_with('[') { "" } else { "." };
        format!("{}{dot}{}", self.name, leaf.path)
    }
}

impl Leaf {
    /// The ranges of bytes that contain data, relative to the start of the leaf: columns of a matrix may be followed by padding.
    pub(crate) fn data(&self) -> impl Iterator<Item = Range<u64>> {
        let VectorLayout { scalar, length, vectors, stride } = self.vector_layout;
        (0..vectors).map(move |vector| vector * stride..vector * stride + length * scalar)
    }

    /// The end of the last element of the arrays inside the outermost `around` ones, if known.
    pub(crate) fn end_within(&self, around: usize) -> Option<u64> {
        let mut arrays = self.arrays[around..].iter();
        arrays.try_fold(self.offset + self.size, |end, elements| Some(end + (elements.count?.max(1) - 1) * elements.stride))
    }

    /// Whether elements are contiguous, at all levels inside the outermost `around` ones.
    pub(crate) fn is_gapless_within(&self, around: usize) -> bool {
        let mut size = self.size;
        self.arrays[around..].iter().rev().all(|elements| {
            let fits = elements.stride == size;
            size = elements.stride * elements.count.unwrap_or(1);
            fits
        })
    }
}

struct LeafCollector<'a> {
    module: &'a Module,
    layouts: &'a ModuleLayout,
    layout: &'a Layout,
    /// The arrays around the current row, each with the depth of its elements.
    arrays: Vec<(usize, EnclosingArray)>,
    found: Vec<Leaf>,
}

impl LeafCollector<'_> {
    /// The content of a buffer without rows.
    fn root(&mut self) {
        let ty = self.layout.content;
        if let Some(elements) = self.elements(ty) {
            self.arrays.push((0, elements));
        }
        if let Some(vector_layout) = self.vector_layout(ty) {
            let (offset, size) = (0, self.layout.size.bytes());
            self.found.push(Leaf {
                path: String::new(),
                ty: self.module.type_name(ty).to_string(),
                offset,
                size,
                vector_layout,
                arrays: Vec::new(),
            });
        }
    }

    fn row(&mut self, row: &Row<'_>) {
        while self.arrays.last().is_some_and(|&(depth, _)| depth > row.depth) {
            self.arrays.pop();
        }
        if let Some(elements) = self.elements(row.ty) {
            self.arrays.push((row.depth + 1, elements));
        }
        if let Some(vector_layout) = self.vector_layout(row.ty) {
            self.found.push(Leaf {
                path: row.path.to_owned(),
                ty: self.module.type_name(row.ty).to_string(),
                offset: row.offset.bytes(),
                size: row.size.bytes(),
                vector_layout,
                arrays: self.arrays.iter().map(|&(_, elements)| elements).collect(),
            });
        }
    }

    fn elements(&self, ty: TypeId) -> Option<EnclosingArray> {
        let Type::Array { count, .. } = self.module.types[ty] else { return None };
        let Ok(Shape::Array { stride }) = self.layouts.types(self.layout).get(ty).map(|array| array.shape) else { return None };
        let count = if let Count::Known(count) = count { Some(count) } else { None };
        Some(EnclosingArray { stride: stride.bytes(), count })
    }

    fn vector_layout(&self, ty: TypeId) -> Option<VectorLayout> {
        match self.module.types[ty] {
            Type::Scalar(scalar) | Type::Atomic(scalar) => {
                let scalar = self.module.scalar_bytes(scalar);
                Some(VectorLayout { scalar, length: 1, vectors: 1, stride: scalar })
            }
            Type::Vector { scalar, width } => {
                let (scalar, length) = (self.module.scalar_bytes(scalar), width.into());
                Some(VectorLayout { scalar, length, vectors: 1, stride: scalar * length })
            }
            Type::Matrix { scalar, .. } => {
                let Ok(Shape::Matrix { stride, vectors, length }) = self.layouts.types(self.layout).get(ty).map(|matrix| matrix.shape)
                else {
                    return None;
                };
                let scalar = self.module.scalar_bytes(scalar);
                Some(VectorLayout { scalar, length: length.into(), vectors: vectors.into(), stride: stride.bytes() })
            }
            _ => None,
        }
    }
}
