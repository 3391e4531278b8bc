//! Finds the member, or the padding, that contains a byte.

use padstone_layout::{FieldLayout, Shape, UnsizedArrays};
use padstone_model::{BitField, Count, Field, Major, Offset, Size, Type, TypeId};
use rustc_hash::FxHashSet;

use super::path::PathPart;
use super::walk::{Destination, PathWalk, SWIZZLE, Unknown, is_hidden};

impl<'a> PathWalk<'a> {
    /// Steps to the member or padding that contains a byte, relative to the end of the steps so far.
    pub(super) fn go_to_byte(&mut self, byte: u64) -> Result<(), Unknown> {
        let size = match self.end {
            Destination::Type(ty) if self.is_unbounded(ty) => Size::new(u64::MAX),
            Destination::Type(_) if self.steps.is_empty() => self.layout.size,
            Destination::Type(ty) => self.types.get(ty).map_or(Size::ZERO, |layout| layout.size),
            Destination::Scalar(_) | Destination::Components(..) | Destination::MatrixVector(..) => {
                self.steps.last().map_or(Size::ZERO, |step| step.size)
            }
            Destination::Padding { .. } => Size::ZERO,
        };
        if byte >= size.bytes() {
            return Err(Unknown::new(format!("byte {byte} is past the end: {} has {size} bytes", self.written())));
        }
        self.requested = Some(self.absolute(byte)?);
        let mut rest = byte;
        let mut without = FxHashSet::default();
        while let Destination::Type(ty) = self.end {
            let full_size = self.steps.last().map_or(self.layout.size, |step| step.size).bytes();
            rest = match self.module.types[ty] {
                Type::Struct(_) => match self.field_at(ty, rest, &mut without)? {
                    Some(rest) => rest,
                    None => return Ok(()),
                },
                Type::Array { element, count } => match self.slot_at(ty, element, count, rest, &mut without) {
                    Some(slot) if slot.within < slot.used => {
                        self.element(ty, element, count, slot.index)?;
                        slot.within
                    }
                    Some(slot) => return self.padding(ty, (slot.start + slot.used, slot.end.unwrap_or(full_size).max(rest + 1)), None),
                    None => return Ok(()),
                },
                Type::Vector { scalar, width } => {
                    let bytes = self.scalar_bytes(scalar);
                    let component = u8::try_from(rest / bytes).ok().filter(|component| *component < width);
                    return match component {
                        Some(component) => self.components(ty, component, 1, label(component, width)),
                        None => self.padding(ty, (u64::from(width) * bytes, full_size.max(rest + 1)), None),
                    };
                }
                Type::Matrix { .. } => return self.number_of_matrix(ty, rest, full_size),
                _ => return Ok(()),
            };
        }
        Ok(())
    }

    /// Steps to the scalar of a matrix, or to the padding, that contains a byte.
    fn number_of_matrix(&mut self, ty: TypeId, byte: u64, size: u64) -> Result<(), Unknown> {
        let Some(MatrixBytes { vector, number, padding }) = self.matrix_at(ty, byte, size) else { return Ok(()) };
        let Type::Matrix { major, .. } = self.module.types[ty] else { return Ok(()) };
        if let Some(range) = padding {
            return self.padding(ty, range, None);
        }
        let (row, column) = major.vectors(vector, number);
        if self.indexed_vectors() == Major::Row {
            return self.matrix_element(ty, row, column, format!("._m{row}{column}"));
        }
        self.matrix_vector(ty, column.into())?;
        self.matrix_vector_element(ty, column, &PathPart::Index(row.into()))
    }

    /// The position of a byte in a matrix.
    fn matrix_at(&self, ty: TypeId, byte: u64, size: u64) -> Option<MatrixBytes> {
        let Type::Matrix { scalar, rows, columns, major } = self.module.types[ty] else { return None };
        let bytes = self.scalar_bytes(scalar);
        let (vectors, length) = major.vectors(rows, columns);
        let used = bytes * u64::from(length);
        let stride = match self.types.get(ty).map(|layout| layout.shape) {
            Ok(Shape::Matrix { stride, .. }) => stride.bytes(),
            _ => used,
        };
        let last = u64::from(vectors) - 1;
        let vector = (byte / stride).min(last);
        let within = byte - vector * stride;
        let end = if vector < last { (vector + 1) * stride } else { size.max(byte + 1) };
        let padding = (within >= used).then_some((vector * stride + used, end));
        Some(MatrixBytes { vector: vector as u8, number: (within / bytes) as u8, padding })
    }

    /// The element of an array that contains a byte, or whose padding does; `None` if the elements are outside the buffer.
    fn slot_at(&self, ty: TypeId, element: TypeId, count: Count, byte: u64, without: &mut KnownPadding) -> Option<ArrayElement> {
        let Ok(Shape::Array { stride }) = self.types.get(ty).map(|layout| layout.shape) else { return None };
        let stride = stride.bytes();
        if stride == 0 || self.is_handle(count) {
            return None;
        }
        let used = self.types.get(element).map_or(0, |layout| layout.size.bytes());
        let last = count.known().map(|count| count.saturating_sub(1));
        let slot = |index: u64| {
            let start = index * stride;
            let end = if Some(index) == last { None } else { start.checked_add(stride) };
            ArrayElement { index, start, within: byte - start, used, end }
        };
        let index = last.map_or(byte / stride, |last| (byte / stride).min(last));
        // The stride of some arrays in DXC is smaller than their elements: the previous element may extend into this one.
        let before = index.checked_sub(1).map(slot).filter(|before| before.within < used);
        match before {
            Some(before) if !self.has_value(element, byte - index * stride, without) => Some(before),
            _ => Some(slot(index)),
        }
    }

    /// Whether an array is a pointer and a count, with elements outside the buffer.
    fn is_handle(&self, count: Count) -> bool {
        count == Count::Runtime && matches!(self.types.rules.unsized_arrays, UnsizedArrays::Handle(_))
    }

    /// Whether a byte of a type belongs to a value rather than to padding. `without` caches negative results.
    fn has_value(&self, ty: TypeId, byte: u64, without: &mut KnownPadding) -> bool {
        if without.contains(&(ty, byte)) {
            return false;
        }
        let size = self.types.get(ty).map_or(0, |layout| layout.size.bytes());
        let has = match self.module.types[ty] {
            Type::Struct(_) => {
                let fields = self.types.fields(self.module, ty);
                fields.filter(|member| self.contains_byte(member, byte)).any(|member| self.has_value_in(ty, member, byte, without))
            }
            Type::Array { element, count } => match self.slot_at(ty, element, count, byte, without) {
                Some(slot) => slot.within < slot.used && self.has_value(element, slot.within, without),
                None => true,
            },
            Type::Vector { scalar, width } => byte < u64::from(width) * self.scalar_bytes(scalar),
            Type::Matrix { .. } => self.matrix_at(ty, byte, size).is_some_and(|found| found.padding.is_none()),
            _ => byte < size,
        };
        if !has {
            without.insert((ty, byte));
        }
        has
    }

    /// Whether a value in the field of a struct contains the byte.
    fn has_value_in(&self, ty: TypeId, (field, place): (&Field, &FieldLayout), byte: u64, without: &mut KnownPadding) -> bool {
        let rest = byte - place.offset.bytes();
        if place.bits.is_some() { self.in_unit(ty, place, rest).is_some() } else { self.has_value(field.ty, rest, without) }
    }

    /// The bit-field, of those that share an allocation unit, with bits in a byte of the unit.
    fn in_unit(&self, ty: TypeId, unit: &FieldLayout, byte: u64) -> Option<(&'a Field, &'a FieldLayout)> {
        let has_bits = |place: &FieldLayout| {
            place.bits.is_some_and(|bits| {
                (u64::from(bits.first) / 8..u64::from(bits.first.saturating_add(bits.width)).div_ceil(8)).contains(&byte)
            })
        };
        let fields = self.types.fields(self.module, ty).skip_while(|(_, place)| !std::ptr::eq(*place, unit));
        let shares = |place: &FieldLayout| std::ptr::eq(place, unit) || (place.offset == unit.offset && place.size.bytes() == 0);
        fields.take_while(|(_, place)| shares(place)).find(|(field, place)| !is_hidden(field) && has_bits(place))
    }

    /// Whether a byte of the struct is in the field, including the padding in it.
    fn contains_byte(&self, (field, place): &(&Field, &FieldLayout), byte: u64) -> bool {
        let end = place.offset.bytes().saturating_add(place.size.bytes());
        place.offset.bytes() <= byte && (byte < end || (place.size > Size::ZERO && self.is_unbounded(field.ty)))
    }

    /// Whether the type ends with a runtime-sized array, so that no byte is past its end.
    fn is_unbounded(&self, mut ty: TypeId) -> bool {
        loop {
            ty = match self.module.types[ty] {
                Type::Array { count, .. } => {
                    let stride = match self.types.get(ty).map(|layout| layout.shape) {
                        Ok(Shape::Array { stride }) => stride.bytes(),
                        _ => 0,
                    };
                    return count == Count::Runtime && stride > 0 && !self.is_handle(count);
                }
                Type::Struct(_) => match self.types.last_with_bytes(self.module, ty) {
                    Some(last) => last,
                    None => return false,
                },
                _ => return false,
            };
        }
    }

    /// Steps into the field of a struct that contains a byte; `None` if there is none. If fields overlap, a field with a value there takes
    /// precedence over one with padding.
    fn field_at(&mut self, ty: TypeId, byte: u64, without: &mut KnownPadding) -> Result<Option<u64>, Unknown> {
        let end = |place: &FieldLayout| place.offset.bytes().saturating_add(place.size.bytes());
        let fields = self.types.fields(self.module, ty);
        let mut holders = fields.clone().filter(|member| self.contains_byte(member, byte));
        let first = holders.clone().next();
        if let Some((field, place)) = holders.find(|&member| self.has_value_in(ty, member, byte, without)).or(first) {
            let rest = byte - place.offset.bytes();
            let member = self.in_unit(ty, place, rest).or(Some((field, place)).filter(|_| !is_hidden(field)));
            return match member {
                Some((field, place)) if !field.written.bit_fields.is_empty() => {
                    let bits = 8 * rest..8 * rest.saturating_add(1);
                    let has_bits = |part: &&BitField| {
                        let first = u64::from(part.first);
                        first < bits.end && bits.start < first + u64::from(part.bits)
                    };
                    self.keep_between(ty, place, byte)?;
                    match field.written.bit_fields.iter().find(has_bits) {
                        Some(part) => self.enter_bit_field(ty, field, place, part)?,
                        None => self.enter_field(ty, field, place)?,
                    }
                    Ok(Some(rest))
                }
                Some((field, place)) => {
                    self.keep_between(ty, place, byte)?;
                    self.enter_field(ty, field, place).map(|()| Some(rest))
                }
                None => self.padding(ty, (byte, byte + 1), Some((field, place))).map(|()| None),
            };
        }
        let start = fields.clone().map(|(_, place)| end(place)).filter(|end| *end <= byte).max().unwrap_or(0);
        let next = fields.filter(|(_, place)| place.offset.bytes() > byte && place.size.bytes() > 0).min_by_key(|(_, place)| place.offset);
        let size = self.types.get(ty).map_or(0, |layout| layout.size.bytes()).max(byte + 1);
        let range = (start, next.map_or(size, |(_, place)| place.offset.bytes()));
        self.padding(ty, range, next)?;
        Ok(None)
    }

    /// Padding in a field ends where another field of the struct starts, which is possible with explicit offsets.
    fn keep_between(&mut self, ty: TypeId, entered: &FieldLayout, byte: u64) -> Result<(), Unknown> {
        let others = self.types.fields(self.module, ty).filter(|(_, place)| !std::ptr::eq(*place, entered) && place.size > Size::ZERO);
        for (_, place) in others {
            let (start, end) = (place.offset.bytes(), place.offset.bytes().saturating_add(place.size.bytes()));
            if start > byte {
                self.between.end = self.between.end.min(self.absolute(start)?);
            } else if end <= byte {
                self.between.start = self.between.start.max(self.absolute(end)?);
            }
        }
        Ok(())
    }

    fn padding(&mut self, inside: TypeId, range: (u64, u64), next: Option<(&'a Field, &'a FieldLayout)>) -> Result<(), Unknown> {
        let (start, end) = (self.absolute(range.0)?.max(self.between.start), self.absolute(range.1)?.min(self.between.end));
        self.end = Destination::Padding { inside, range: (start, end), next };
        Ok(())
    }

    /// The offset in the buffer of a byte relative to the end of the steps so far.
    fn absolute(&self, byte: u64) -> Result<Offset, Unknown> {
        Offset::new(byte).within(self.offset).ok_or_else(|| Unknown::new("the offset exceeds 64 bits".into()))
    }
}

/// Bytes of types that belong to no value.
type KnownPadding = FxHashSet<(TypeId, u64)>;

/// `.y`, if the component has a name.
fn label(component: u8, width: u8) -> String {
    match SWIZZLE.get(usize::from(component)).filter(|_| usize::from(width) <= SWIZZLE.len()) {
        Some(name) => format!(".{name}"),
        None => format!("[{component}]"),
    }
}

/// A byte of an array.
struct ArrayElement {
    /// The element that contains it, or that precedes it.
    index: u64,
    /// The offset of that element.
    start: u64,
    /// The byte's offset within the element.
    within: u64,
    /// The size of an element in bytes.
    used: u64,
    /// The start of the next element; `None` after the last.
    end: Option<u64>,
}

/// A byte of a matrix.
struct MatrixBytes {
    vector: u8,
    number: u8,
    /// The padding that contains it, if any.
    padding: Option<(u64, u64)>,
}
