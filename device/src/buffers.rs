//! The buffers of a module in padstone's layout.

use padstone_generate::wgsl::{Buffer, BufferScalar};
use padstone_read::Unit;
use padstone_read::layout::{Profile, Shape, Subject, TypeLayouts};
use padstone_read::model::{Count, Major, Module, Offset, Scalar, Type, TypeId};

/// The number of elements bound for a runtime-sized array.
const ELEMENTS: u64 = 3;

/// The buffers of a unit and the scalars in them, under a profile.
pub fn buffers(unit: &Unit, profile: &'static Profile) -> Vec<Buffer> {
    let layouts = unit.layout(profile);
    let module = &unit.module;
    let buffer = |layout: &padstone_read::layout::Layout| {
        let Subject::Buffer(id) = layout.subject else { return None };
        let buffer = &module.buffers[id];
        let binding = module.parameters[buffer.parameter].binding?;
        let mut walk = Walk { module, types: layouts.types(layout), values: Vec::new(), end: layout.size.bytes() };
        walk.inside(layout.content, 0);
        Some(Buffer {
            name: module.name(buffer.name).to_owned(),
            binding: (binding.set.unwrap_or(0), binding.binding),
            size: walk.end.next_multiple_of(4),
            values: walk.values,
        })
    };
    layouts.layouts.iter().filter_map(buffer).collect()
}

struct Walk<'m> {
    module: &'m Module,
    types: &'m TypeLayouts,
    values: Vec<BufferScalar>,
    end: u64,
}

impl Walk<'_> {
    fn inside(&mut self, ty: TypeId, offset: u64) {
        let Ok(layout) = self.types.get(ty) else { return };
        match (self.module.types[ty], layout.shape) {
            (Type::Scalar(scalar) | Type::Atomic(scalar), _) => self.row(offset, 1, scalar),
            (Type::Vector { scalar, width }, _) => self.row(offset, width, scalar),
            (Type::Matrix { scalar, rows, columns, .. }, Shape::Matrix { stride, .. }) => {
                let (vectors, length) = Major::Column.vectors(rows, columns);
                (0..u64::from(vectors)).for_each(|vector| self.row(offset + vector * stride.bytes(), length, scalar));
            }
            (Type::Array { element, count }, Shape::Array { stride }) => {
                let count = match count {
                    Count::Known(count) => count,
                    Count::Runtime | Count::LinkTime => ELEMENTS,
                };
                (0..count).for_each(|index| self.inside(element, offset + index * stride.bytes()));
                self.end = self.end.max(offset + count * stride.bytes());
            }
            (Type::Struct(_), _) => {
                let fields: Vec<_> = self.types.fields(self.module, ty).collect();
                for (field, placed) in fields {
                    let position = placed.offset.within(Offset::new(offset)).expect("a small buffer");
                    self.inside(field.ty, position.bytes());
                }
            }
            _ => {}
        }
    }

    fn row(&mut self, offset: u64, count: u8, scalar: Scalar) {
        let name = match scalar {
            Scalar::Float32 => "f32",
            Scalar::Float16 => "f16",
            Scalar::Int32 => "i32",
            _ => "u32",
        };
        let size = scalar.bytes(true);
        self.values.extend((0..u64::from(count)).map(|index| BufferScalar { offset: offset + index * size, scalar: name }));
    }
}
