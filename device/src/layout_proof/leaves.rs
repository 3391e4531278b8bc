//! Values that one store can write: scalars, vectors and matrices.

use std::fmt;
use std::ops::Range;

use padstone_read::layout::{Layout, ModuleLayout, Shape, TypeLayouts};
use padstone_read::model::{Count, Major, Module, Offset, Scalar, Type, TypeId};

/// A step from a value to a part of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum LeafStep {
    /// To a member.
    Member(String),
    /// To an element, a column or a component.
    Index(u64),
}

/// The type of the written value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum WrittenType {
    Number,
    Vector,
    /// The number of rows.
    Matrix(u8),
}

/// One store.
#[derive(Clone, Debug)]
pub(super) struct Leaf {
    pub(super) steps: Vec<LeafStep>,
    pub(super) written: WrittenType,
    pub(super) scalar: Scalar,
    pub(super) atomic: bool,
    /// The depth inside a value that can be written as a whole.
    pub(super) depth: usize,
    /// The number of scalars before it.
    first: u64,
    /// The offset of each scalar, component by component, in matrices column by column.
    pub(super) offsets: Vec<u64>,
}

impl Leaf {
    /// The value of a component: distinct for each, and a small number in each type.
    pub(super) fn bits(&self, component: usize) -> u64 {
        let number = self.first + component as u64 + 1;
        match self.size() {
            1 => number & 0x7F,
            2 => 0x3C00 + number % 1021,
            4 => 0x4153_0000 + number % 65_521,
            _ => 0x4041_4243_4453_0000 + number % 65_521,
        }
    }

    fn size(&self) -> u64 {
        self.scalar.bytes(true)
    }

    /// The bytes that change, component by component.
    pub(super) fn ranges(&self) -> Vec<Range<u64>> {
        self.offsets.iter().map(|&offset| offset..offset + self.size()).collect()
    }

    pub(super) fn end(&self) -> Option<u64> {
        self.ranges().iter().map(|range| range.end).max()
    }

    /// Simulates the device's stores.
    pub(super) fn write(&self, bytes: &mut [u8]) {
        for (component, range) in self.ranges().into_iter().enumerate() {
            let value = self.bits(component).to_le_bytes();
            let size = self.size() as usize;
            bytes[range.start as usize..][..size].copy_from_slice(&value[..size]);
        }
    }
}

impl fmt::Display for Leaf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.steps.iter().try_for_each(|step| match step {
            LeafStep::Member(name) => write!(f, ".{name}"),
            LeafStep::Index(index) => write!(f, "[{index}]"),
        })
    }
}

/// All leaves of a layout, and the bytes that its buffer needs: in arrays, those of the first two elements and the last; in runtime-sized
/// arrays, those of the first three, each complete: naga clamps an index after the last complete element.
pub(super) fn leaves(module: &Module, layouts: &ModuleLayout, layout: &Layout) -> (Vec<Leaf>, u64) {
    let end = layout.size.bytes();
    let mut walk = Walk { module, types: layouts.types(layout), steps: Vec::new(), found: Vec::new(), end, depth: 0, numbers: 0 };
    walk.inside(layout.content, 0);
    let last = walk.found.iter().filter_map(Leaf::end).max();
    (walk.found, walk.end.max(last.unwrap_or(0)))
}

struct Walk<'m> {
    module: &'m Module,
    types: &'m TypeLayouts,
    steps: Vec<LeafStep>,
    found: Vec<Leaf>,
    /// The end of the last element of a runtime-sized array.
    end: u64,
    depth: usize,
    numbers: u64,
}

impl Walk<'_> {
    fn inside(&mut self, ty: TypeId, offset: u64) {
        let Ok(layout) = self.types.get(ty) else { return };
        match (self.module.types[ty], layout.shape) {
            (Type::Scalar(scalar), _) => self.leaf(WrittenType::Number, scalar, vec![offset]),
            (Type::Atomic(scalar), _) => {
                self.leaf(WrittenType::Number, scalar, vec![offset]);
                self.found.last_mut().expect("the leaf was just added").atomic = true;
            }
            (Type::Vector { scalar, width }, _) => {
                let offsets: Vec<u64> = (0..u64::from(width)).map(|index| offset + index * scalar.bytes(true)).collect();
                self.vector(scalar, offsets);
            }
            (Type::Matrix { scalar, rows, columns, major }, Shape::Matrix { stride, .. }) => {
                let offset_of = |column: u64, row: u64| {
                    let (vector, component) = if major == Major::Column { (column, row) } else { (row, column) };
                    offset + vector * stride.bytes() + component * scalar.bytes(true)
                };
                let column = |column: u64| (0..u64::from(rows)).map(move |row| offset_of(column, row));
                self.leaf(WrittenType::Matrix(rows), scalar, (0..u64::from(columns)).flat_map(column).collect());
                for index in 0..u64::from(columns) {
                    self.component(index, |walk| walk.vector(scalar, column(index).collect()));
                }
            }
            (Type::Array { element, count }, Shape::Array { stride }) => {
                let mut indices = match count {
                    Count::Known(count) => vec![0, 1.min(count - 1), count - 1],
                    Count::Runtime | Count::LinkTime => vec![0, 1, 2],
                };
                indices.dedup();
                if count == Count::Runtime {
                    self.end = self.end.max(offset + indices.len() as u64 * stride.bytes());
                }
                for index in indices {
                    self.part(LeafStep::Index(index), |walk| walk.inside(element, offset + index * stride.bytes()));
                }
            }
            (Type::Struct(_), _) => {
                let fields: Vec<_> = self.types.fields(self.module, ty).collect();
                for (field, placed) in fields {
                    let Some(position) = placed.offset.within(Offset::new(offset)).filter(|_| field.bitfield.is_none()) else { continue };
                    let name = self.module.name(field.name).to_owned();
                    self.part(LeafStep::Member(name), |walk| walk.inside(field.ty, position.bytes()));
                }
            }
            _ => {}
        }
    }

    fn vector(&mut self, scalar: Scalar, offsets: Vec<u64>) {
        self.leaf(WrittenType::Vector, scalar, offsets.clone());
        for (index, offset) in (0..).zip(offsets) {
            self.component(index, |walk| walk.leaf(WrittenType::Number, scalar, vec![offset]));
        }
    }

    fn leaf(&mut self, written: WrittenType, scalar: Scalar, offsets: Vec<u64>) {
        let (depth, first) = (self.depth, self.numbers);
        self.numbers += offsets.len() as u64;
        self.found.push(Leaf { steps: self.steps.clone(), written, scalar, atomic: false, depth, first, offsets });
    }

    fn component(&mut self, index: u64, inside: impl FnOnce(&mut Self)) {
        self.depth += 1;
        self.part(LeafStep::Index(index), inside);
        self.depth -= 1;
    }

    fn part(&mut self, step: LeafStep, inside: impl FnOnce(&mut Self)) {
        self.steps.push(step);
        inside(self);
        self.steps.pop();
    }
}
