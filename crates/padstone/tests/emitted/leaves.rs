//! The members and their bytes in a layout, from the types alone and independently of `explain`.

use std::ops::Range;

use padstone_read::layout::{FieldLayout, Layout, ModuleLayout, Shape, Sizes, TypeLayouts, UnsizedArrays};
use padstone_read::model::{Count, Language, Major, Module, Type, TypeId};

/// The minimum number of elements visited in a runtime-sized array.
const OPEN: u64 = 3;

/// A scalar, a handle or a bit-field.
#[derive(Debug)]
pub(crate) struct Leaf {
    /// The path from the name of the buffer, with every index.
    pub(crate) path: String,
    pub(crate) bytes: Range<u64>,
    /// Whether it is a handle, for which libslang reserves fewer bytes than its size.
    pub(crate) handle: bool,
    /// Whether it is the unit of a bit-field, which has bits in only some of its bytes.
    pub(crate) unit: bool,
}

/// All leaves of a layout.
pub(crate) struct Leaves {
    pub(crate) found: Vec<Leaf>,
    /// Whether it ends with a runtime-sized array.
    pub(crate) open: bool,
    /// The number of bytes to explain: those of the layout, or of the visited elements.
    pub(crate) bytes: u64,
}

/// The leaves of a layout, unless there are more than `most`, or their offsets are unknown.
pub(crate) fn leaves(module: &Module, all: &ModuleLayout, layout: &Layout, most: usize) -> Option<Leaves> {
    let types = all.types(layout);
    let leaves = Leaves { found: Vec::new(), open: false, bytes: layout.size.bytes() };
    let mut walk = Walk { module, types, leaves, path: layout.name(module).to_owned(), most };
    walk.inside(layout.content, 0)?;
    Some(walk.leaves)
}

struct Walk<'a> {
    module: &'a Module,
    types: &'a TypeLayouts,
    leaves: Leaves,
    path: String,
    most: usize,
}

impl Walk<'_> {
    /// `None` if there are too many, or an offset is unknown.
    fn inside(&mut self, ty: TypeId, position: u64) -> Option<()> {
        let Ok(laid) = self.types.get(ty) else { return Some(()) };
        let number = |scalar| self.types.rules.scalar_bytes(self.module, scalar);
        match (self.module.types[ty], laid.shape) {
            (Type::Struct(_), _) => {
                let fields: Vec<_> = self.types.fields(self.module, ty).collect();
                for (field, place) in fields {
                    let (sized, hidden) = (place.size.bytes() > 0, field.bitfield.is_some() && field.name.is_empty());
                    if hidden || !(sized || place.bits.is_some()) {
                        continue;
                    }
                    let step = format!(".{}", self.module.name(field.name));
                    let start = position + place.offset.bytes();
                    self.under(&step, |walk| match place.bits {
                        Some(_) => {
                            walk.leaf(start + bits(place).start..start + bits(place).end)?;
                            let units = walk.leaves.found.len();
                            walk.leaf(start..start + place.size.bytes())?;
                            walk.leaves.found[units..].iter_mut().for_each(|leaf| leaf.unit = true);
                            Some(())
                        }
                        None => walk.inside(field.ty, start),
                    })?;
                }
                Some(())
            }
            (Type::Array { count: Count::Runtime, .. }, _) if matches!(self.types.rules.unsized_arrays, UnsizedArrays::Handle(_)) => {
                self.leaf(position..position + laid.size.bytes())
            }
            // DXC specifies no matrix stride for these.
            (Type::Array { element, .. }, _) if self.types.sizes == Sizes::InUse && self.is_array_of_matrices(element) => None,
            (Type::Array { element, count }, Shape::Array { stride }) => {
                let stride_bytes = stride.bytes();
                let count = match count {
                    Count::Runtime if stride_bytes > 0 => {
                        let count = self.leaves.bytes.saturating_sub(position).div_ceil(stride_bytes).max(OPEN);
                        self.leaves.open = true;
                        self.leaves.bytes = position + count * stride_bytes;
                        count
                    }
                    count => count.known().unwrap_or(0),
                };
                (0..count).try_for_each(|index| {
                    // Elements without bytes have no leaves, whatever their number.
                    let bytes = self.types.get(element).map_or(0, |element| element.size.bytes());
                    if bytes == 0 {
                        Some(())
                    } else {
                        self.under(&format!("[{index}]"), |walk| walk.inside(element, position + index * stride_bytes))
                    }
                })
            }
            (Type::Vector { scalar, width }, _) => (0..u64::from(width)).try_for_each(|index| {
                let start = position + index * number(scalar);
                let name = if width > 4 { format!("[{index}]") } else { format!(".{}", ["x", "y", "z", "w"][index as usize]) };
                self.under(&name, |walk| walk.leaf(start..start + number(scalar)))
            }),
            (Type::Matrix { scalar, rows, columns, major }, shape) => {
                let length = u64::from(if major == Major::Column { rows } else { columns });
                let stride_bytes = match shape {
                    Shape::Matrix { stride, .. } => stride.bytes(),
                    _ => length * number(scalar),
                };
                let by_column = !matches!(self.module.language, Language::Hlsl | Language::Slang);
                (0..u64::from(rows)).flat_map(|row| (0..u64::from(columns)).map(move |column| (row, column))).try_for_each(
                    |(row, column)| {
                        let (vector, within) = if major == Major::Column { (column, row) } else { (row, column) };
                        let start = position + vector * stride_bytes + within * number(scalar);
                        let step = if by_column { format!("[{column}][{row}]") } else { format!("._m{row}{column}") };
                        self.under(&step, |walk| walk.leaf(start..start + number(scalar)))
                    },
                )
            }
            (_, shape) => {
                let leaves = self.leaves.found.len();
                self.leaf(position..position + laid.size.bytes())?;
                self.leaves.found[leaves..].iter_mut().for_each(|leaf| leaf.handle = shape == Shape::Resource);
                Some(())
            }
        }
    }

    fn is_array_of_matrices(&self, mut ty: TypeId) -> bool {
        let mut array = false;
        while let Type::Array { element, .. } = self.module.types[ty] {
            (ty, array) = (element, true);
        }
        array && matches!(self.module.types[ty], Type::Matrix { .. })
    }

    fn under(&mut self, step: &str, inside: impl FnOnce(&mut Self) -> Option<()>) -> Option<()> {
        let before = self.path.len();
        self.path.push_str(step);
        inside(self)?;
        self.path.truncate(before);
        Some(())
    }

    fn leaf(&mut self, bytes: Range<u64>) -> Option<()> {
        if !bytes.is_empty() {
            self.leaves.found.push(Leaf { path: self.path.clone(), bytes, handle: false, unit: false });
        }
        (self.leaves.found.len() <= self.most).then_some(())
    }
}

/// The bytes of a unit that contain the bits of a field.
fn bits(place: &FieldLayout) -> Range<u64> {
    place.bits.map_or(0..0, |bits| u64::from(bits.first) / 8..u64::from(bits.first + bits.width).div_ceil(8))
}
