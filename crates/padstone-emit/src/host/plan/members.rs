//! The types of members, except bit-fields.

use padstone_layout::{DescriptorHandles, Shape};
use padstone_model::{Scalar, Size, Type, TypeId};

use super::{ArrayStruct, AvailableSpace, HostPlan, LARGEST, aligns, array};
use crate::host::library::{LibraryType, MathType, Vectors};
use crate::host::structs::{FieldContent, HostField, HostStructRole, HostType, HostTypeError};

impl HostPlan<'_> {
    /// The type of a member.
    pub(super) fn member(&mut self, set: usize, ty: TypeId, available: AvailableSpace) -> Result<HostType, HostTypeError> {
        let laid = *self.layouts.sets[set].get(ty).map_err(|_| HostTypeError::LayoutError)?;
        match self.module.types[ty] {
            Type::Scalar(scalar) | Type::Atomic(scalar) => self.number(self.stored(set, scalar)),
            Type::Enum(id) => self.number(self.enumeration(set, self.module.enums[id].scalar, laid.size)),
            Type::Pointer(_) => self.number(Scalar::Uint64),
            Type::Vector { scalar, width } => self.vector(self.stored(set, scalar), width.into(), available),
            Type::Matrix { scalar, rows, columns, major } => {
                let scalar = self.stored(set, scalar);
                let (count, length) = major.vectors(rows, columns);
                let Shape::Matrix { stride, .. } = laid.shape else {
                    return Ok(array(self.number(scalar)?, u64::from(rows) * u64::from(columns)));
                };
                let stride = stride.bytes();
                let vectors = Vectors { count: count.into(), stride, major };
                let numbers = MathType { scalar, length: length.into(), vectors: Some(vectors) };
                if let Some(ty) = self.library(numbers, available) {
                    return Ok(HostType::Library(ty));
                }
                let of_vector = AvailableSpace { bytes: stride, align: aligns::at(available.align, stride) };
                let vector = match stride.checked_mul(vectors.count) {
                    Some(total) if total <= available.bytes => self.vector(scalar, numbers.length, of_vector)?,
                    _ => {
                        let bytes = numbers.length * scalar.bytes(true);
                        self.vector(scalar, numbers.length, last_unbounded(of_vector, stride, vectors.count, bytes))?
                    }
                };
                self.repeat(vector, vectors.count, stride, available.bytes)
            }
            Type::Array { element, count } => {
                let (Some(count), Shape::Array { stride }) = (count.known(), laid.shape) else { return Err(HostTypeError::LayoutError) };
                let total = stride.bytes().checked_mul(count).ok_or(HostTypeError::TooLarge)?;
                let exact = self.layouts.sets[set].get(element).map_err(|_| HostTypeError::LayoutError)?.size.bytes();
                let element_space = AvailableSpace { bytes: stride.bytes(), align: aligns::at(available.align, stride.bytes()) };
                let element_space =
                    if total <= available.bytes { element_space } else { last_unbounded(element_space, stride.bytes(), count, exact) };
                let inner = self.member(set, element, element_space)?;
                self.repeat(inner, count, stride.bytes(), available.bytes)
            }
            Type::Struct(_) => Ok(HostType::Struct(self.structure(set, ty)?)),
            Type::Handle(_) => match self.layouts.sets[set].rules.descriptor_handles {
                DescriptorHandles::Uint2 => self.vector(Scalar::Uint32, 2, available),
                DescriptorHandles::Object => self.words(laid.size),
            },
            Type::Interface(_) => self.words(laid.size),
            Type::Resource(_) | Type::Unspecialized(_) | Type::Unknown => Err(HostTypeError::LayoutError),
        }
    }

    /// A single scalar; stored as 32-bit words, if the library has no other scalars.
    fn number(&self, scalar: Scalar) -> Result<HostType, HostTypeError> {
        match scalar.bytes(true) {
            8 if self.palette.words_only => Ok(array(HostType::Number(Scalar::Uint32), 2)),
            1 | 2 if self.palette.words_only => Err(HostTypeError::Narrow),
            _ => Ok(HostType::Number(scalar)),
        }
    }

    /// Words without a meaning for the host.
    fn words(&self, size: Size) -> Result<HostType, HostTypeError> {
        let word = if size.bytes().is_multiple_of(4) { Scalar::Uint32 } else { Scalar::Uint8 };
        Ok(array(self.number(word)?, size.bytes() / word.bytes(true)))
    }

    fn vector(&self, scalar: Scalar, length: u64, available: AvailableSpace) -> Result<HostType, HostTypeError> {
        let ty = self.library(MathType { scalar, length, vectors: None }, available);
        ty.map_or_else(|| Ok(array(self.number(scalar)?, length)), |ty| Ok(HostType::Library(ty)))
    }

    /// The library's type for components. It has none for vectors of one component.
    fn library(&self, numbers: MathType, available: AvailableSpace) -> Option<LibraryType> {
        let is_usual = |count: u64| (2..=4).contains(&count);
        let usual = is_usual(numbers.length) && numbers.vectors.is_none_or(|vectors| is_usual(vectors.count));
        usual.then(|| self.palette.choose(numbers, available.bytes, available.align)).flatten()
    }

    /// `count` elements with the stride `stride`, in `available` bytes.
    fn repeat(&mut self, element: HostType, count: u64, stride: u64, available: u64) -> Result<HostType, HostTypeError> {
        let size = self.size(&element);
        let gap = stride.checked_sub(size).ok_or(HostTypeError::LayoutError)?;
        if gap == 0 || count == 0 {
            return Ok(array(element, count));
        }
        let total = stride.checked_mul(count).filter(|total| *total <= LARGEST).ok_or(HostTypeError::TooLarge)?;
        if count == 1 && total > available {
            return Ok(array(element, 1));
        }
        let padded = self.padded(element.clone(), gap);
        if total <= available {
            return Ok(array(padded, count));
        }
        Ok(self.peeled(padded, element, gap, count))
    }

    /// An array element followed by `gap` bytes of padding.
    pub(super) fn padded(&mut self, element: HostType, gap: u64) -> HostType {
        let generated = ArrayStruct::Element(element.clone(), gap);
        if let Some(&known) = self.generated.get(&generated) {
            return HostType::Struct(known);
        }
        let size = self.size(&element);
        let name = format!("{}Pad{gap}", self.short_name(&element));
        let value = HostField::generated("value", 0, size, FieldContent::Value(element));
        let padding = HostField::generated("_pad0", size, gap, FieldContent::Padding);
        let title = format!("A value of {size} bytes with padding");
        let index = self.push(&name, title, HostStructRole::Element, size + gap, vec![value, padding]);
        self.generated.insert(generated, index);
        HostType::Struct(index)
    }

    /// An array of padded elements, the last of which has no padding.
    fn peeled(&mut self, padded: HostType, element: HostType, gap: u64, count: u64) -> HostType {
        let generated = ArrayStruct::Peeled(element.clone(), gap, count);
        if let Some(&known) = self.generated.get(&generated) {
            return HostType::Struct(known);
        }
        let size = self.size(&element);
        let before = (size + gap) * (count - 1);
        let name = format!("{}Array{count}", self.short_name(&padded));
        let head = array(padded, count - 1);
        let head = HostField::generated("head", 0, before, FieldContent::Value(head));
        let last = HostField::generated("last", before, size, FieldContent::Value(element));
        let title = format!("{count} elements, stride {}, without padding after the last", size + gap);
        let index = self.push(&name, title, HostStructRole::Peeled { count }, before + size, vec![head, last]);
        self.generated.insert(generated, index);
        HostType::Struct(index)
    }

    /// The host's scalar for a scalar of the shader.
    fn stored(&self, set: usize, scalar: Scalar) -> Scalar {
        let rules = &self.layouts.sets[set].rules;
        match rules.stored_scalar(self.module, scalar) {
            Scalar::Bool if rules.scalar_bytes(self.module, scalar) == 1 => Scalar::Uint8,
            Scalar::Bool => Scalar::Uint32,
            other => other,
        }
    }

    /// An enumeration has the size that the rules specify.
    fn enumeration(&self, set: usize, scalar: Scalar, size: Size) -> Scalar {
        let number = self.stored(set, scalar);
        if number.bytes(true) == size.bytes() { number } else { Scalar::Int32 }
    }
}

/// The space of each element of `bytes` bytes, if the last has no padding after it, so that the size of the array is not a multiple of the stride.
fn last_unbounded(element: AvailableSpace, stride: u64, count: u64, bytes: u64) -> AvailableSpace {
    let total = count.saturating_sub(1).saturating_mul(stride).saturating_add(bytes);
    AvailableSpace { bytes, align: aligns::at(element.align, total) }
}
