//! From a byte to the member, or the padding, that has it.

use padstone_layout::{FieldLayout, Shape};
use padstone_model::{Count, Field, Offset, Size, Type, TypeId};

use super::path::Part;
use super::walk::{End, SWIZZLE, Unknown, Walk};

impl<'a> Walk<'a> {
    /// Goes down to the member, or the padding, that has a byte, counted from where the walk has come to.
    pub(super) fn go_to_byte(&mut self, byte: u64) -> Result<(), Unknown> {
        let size = match self.end {
            End::Type(ty) if self.is_open(ty) => Size::new(u64::MAX),
            End::Type(ty) if self.steps.is_empty() => {
                self.types.get(ty).map_or(self.layout.size, |layout| layout.size).max(self.layout.size)
            }
            End::Type(ty) => self.types.get(ty).map_or(Size::ZERO, |layout| layout.size),
            End::Number(_) | End::Column(_) => self.steps.last().map_or(Size::ZERO, |step| step.size),
            End::Padding { .. } => Size::ZERO,
        };
        if byte >= size.bytes() {
            return Err(Unknown::new(format!("byte {byte} lies behind the end: {} has {size} bytes", self.written())));
        }
        self.asked = self.absolute(byte)?;
        let mut rest = byte;
        while let End::Type(ty) = self.end {
            rest = match self.module.types[ty] {
                Type::Struct(_) => match self.field_at(ty, rest)? {
                    Some(rest) => rest,
                    None => return Ok(()),
                },
                Type::Array { element, count } => match self.types.get(ty).map(|layout| layout.shape) {
                    Ok(Shape::Array { stride }) if stride.bytes() > 0 => {
                        let (index, rest) = (rest / stride.bytes(), rest % stride.bytes());
                        let used = self.types.get(element).map_or(0, |layout| layout.size.bytes());
                        if rest >= used {
                            let start = index * stride.bytes();
                            return self.padding(ty, (start + used, start + stride.bytes()), None);
                        }
                        self.element(ty, element, count, index)?;
                        rest
                    }
                    _ => return Ok(()),
                },
                Type::Vector { scalar, .. } => {
                    let component = (rest / self.module.scalar_bytes(scalar)) as u8;
                    let name = SWIZZLE.get(usize::from(component)).copied().unwrap_or('x');
                    return self.component(ty, component, format!(".{name}"));
                }
                Type::Matrix { scalar, rows, columns, major } => {
                    let bytes = self.module.scalar_bytes(scalar);
                    let (vectors, length) = major.vectors(rows, columns);
                    let stride = match self.types.get(ty).map(|layout| layout.shape) {
                        Ok(Shape::Matrix { stride, .. }) => stride.bytes(),
                        _ => bytes * u64::from(length),
                    };
                    let (vector, number) = (rest / stride, rest % stride / bytes);
                    if number >= u64::from(length) || vector >= u64::from(vectors) {
                        let start = vector * stride + u64::from(length) * bytes;
                        return self.padding(ty, (start, (vector + 1) * stride), None);
                    }
                    let (row, column) = major.vectors(vector as u8, number as u8);
                    if !self.indexes_columns() {
                        return self.matrix_element(ty, row, column, format!("._m{row}{column}"));
                    }
                    self.column(ty, column)?;
                    return self.column_element(ty, &Part::Index(row.into()));
                }
                _ => return Ok(()),
            };
        }
        Ok(())
    }

    /// Whether something ends with an array without a size, so that no byte lies behind its end.
    fn is_open(&self, mut ty: TypeId) -> bool {
        loop {
            ty = match self.module.types[ty] {
                Type::Array { count, .. } => return count == Count::Runtime,
                Type::Struct(id) => match self.module.structs[id].fields.last() {
                    Some(last) => last.ty,
                    None => return false,
                },
                _ => return false,
            };
        }
    }

    /// Goes into the field that has a byte of a struct; `None` if none has.
    fn field_at(&mut self, ty: TypeId, byte: u64) -> Result<Option<u64>, Unknown> {
        let end = |place: &FieldLayout| place.offset.bytes().saturating_add(place.size.bytes());
        let fields = self.types.fields(self.module, ty);
        let holds = |(field, place): &(&Field, &FieldLayout)| {
            place.offset.bytes() <= byte && (byte < end(place) || (place.size > Size::ZERO && self.is_open(field.ty)))
        };
        if let Some((field, place)) = fields.clone().find(holds) {
            let rest = byte - place.offset.bytes();
            // Of the bit-fields that share the unit: the one with bits in that byte.
            let ends_behind = |place: &FieldLayout| place.bits.is_some_and(|bits| u64::from(bits.first) + u64::from(bits.width) > rest * 8);
            let mut unit = fields
                .clone()
                .skip_while(|(_, other)| !std::ptr::eq(*other, place))
                .take_while(|(_, other)| std::ptr::eq(*other, place) || (other.offset == place.offset && other.size.bytes() == 0));
            let (field, place) = unit.find(|(_, other)| ends_behind(other)).unwrap_or((field, place));
            self.enter_field(ty, field, place)?;
            return Ok(Some(rest));
        }
        let start = fields.clone().map(|(_, place)| end(place)).filter(|end| *end <= byte).max().unwrap_or(0);
        let next = fields.filter(|(_, place)| place.offset.bytes() > byte && place.size.bytes() > 0).min_by_key(|(_, place)| place.offset);
        let whole = self.types.get(ty).map_or(0, |layout| layout.size.bytes()).max(byte + 1);
        let range = (start, next.map_or(whole, |(_, place)| place.offset.bytes()));
        self.padding(ty, range, next)?;
        Ok(None)
    }

    fn padding(&mut self, inside: TypeId, range: (u64, u64), next: Option<(&'a Field, &'a FieldLayout)>) -> Result<(), Unknown> {
        self.end = End::Padding { byte: self.asked, inside, range: (self.absolute(range.0)?, self.absolute(range.1)?), next };
        Ok(())
    }

    /// From the start of the buffer, of what is counted from where the walk has come to.
    fn absolute(&self, byte: u64) -> Result<Offset, Unknown> {
        Offset::new(byte).within(self.offset).ok_or_else(|| Unknown::new("the offset exceeds 64 bits".into()))
    }
}
