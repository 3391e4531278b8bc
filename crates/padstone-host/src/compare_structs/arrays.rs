//! Arrays: their elements may have padding in one of the two, and in the shader the last one may have none.

use padstone_read::layout::Shape;
use padstone_read::model::{Count, Type, TypeId};

use super::fixed_layout::FixedType;
use super::{StructComparison, bytes, of_padding, once_fixed, only_member, without_scalars};
use crate::debug::{HostShape, HostType};
use crate::host_scalars::of_host;
use crate::shader_scalars::of_shader;

/// An array of the shader.
#[derive(Clone, Copy)]
pub(super) struct ShaderArray {
    ty: TypeId,
    element: TypeId,
    count: Count,
    stride: u64,
    /// The number of bytes from its start to the next member; `None` if none follows.
    room: Option<u64>,
}

impl ShaderArray {
    /// The number of elements before the last one, if the next member starts in what would be the padding of the last one: in constant buffers of
    /// D3D, arrays end with the last scalar.
    fn elements_before_unpadded(&self) -> Option<u64> {
        let count = self.count.known().filter(|count| *count > 0)?;
        self.room.filter(|room| *room < count.saturating_mul(self.stride)).map(|_| count - 1)
    }

    /// The number of bytes that each element may take: all have one type, so it is that of the last one.
    fn element_room(&self) -> u64 {
        let before_last = self.count.known().map_or(0, |count| count.saturating_sub(1).saturating_mul(self.stride));
        self.room.map_or(self.stride, |room| room.saturating_sub(before_last).min(self.stride))
    }
}

impl StructComparison<'_> {
    /// The array that a type is; `room` is the number of bytes from its start to the next member.
    pub(super) fn shader_array(&self, ty: TypeId, room: Option<u64>) -> Option<ShaderArray> {
        match (self.module.types[ty], self.types.get(ty).ok()?.shape) {
            (Type::Array { element, count }, Shape::Array { stride }) => {
                Some(ShaderArray { ty, element, count, stride: stride.bytes(), room })
            }
            _ => None,
        }
    }

    /// Compares an array with its host type. Returns that type once its mismatches are fixed, if that is known.
    pub(super) fn array(&mut self, path: &str, array: ShaderArray, host: &HostType) -> Option<FixedType> {
        let inside = only_member(host);
        let fixed = self.elements(path, array, inside);
        fixed.map(|fixed| fixed.in_wrapper(host.size, inside.size))
    }

    fn elements(&mut self, path: &str, array: ShaderArray, host: &HostType) -> Option<FixedType> {
        let ShaderArray { ty, element, stride, .. } = array;
        let unpadded = array.elements_before_unpadded();
        let HostShape::Array { element: inner, count: host_count } = &host.shape else {
            // The last element of an array may be a separate member, because it has no padding.
            let found = of_host(host);
            if of_shader(self.module, self.types, ty).is_some_and(|numbers| numbers.iter().all(|number| number.is_among(&found))) {
                return FixedType::unchanged(host);
            }
            let (message, shader_fix) = match without_scalars(host) {
                Some((found, fix)) => (format!("an array in the shader, {found} in the program"), fix),
                None => ("an array in the shader, but not in the program".into(), "use the program's type, without an array".into()),
            };
            let host_fix = match unpadded {
                Some(before) => self.separate_last("it", &array, before, Elements::OfStride),
                None => format!("use an array with stride {stride}"),
            };
            self.differ(path, message, host_fix, shader_fix);
            return None;
        };
        // An array of scalars may represent one of vectors.
        let is_flat = || {
            let found = of_host(host);
            let requested = of_shader(self.module, self.types, ty);
            requested.is_some_and(|numbers| numbers.len() == found.len() && numbers.iter().all(|number| number.is_among(&found)))
        };
        if inner.size != stride && is_flat() {
            return FixedType::unchanged(host);
        }
        let name = format!("{path}[]");
        if inner.size == stride {
            let is_separated = self.compare_count(path, &array, *host_count);
            let fixed = self.value(&name, element, inner, Some(array.element_room()));
            return self.fixed_array(&array, *host_count, fixed, is_separated);
        }
        // Structs with other members also have another size, so the members are compared first.
        let has_members = self.has_members_of(element, inner);
        let (mut fixed, mut is_moved) = (None, false);
        if has_members {
            let moved = std::mem::take(&mut self.shifts_following);
            fixed = self.value(&name, element, inner, Some(array.element_room()));
            is_moved = self.shifts_following;
            self.shifts_following |= moved;
        }
        let size = fixed.map_or(inner.size, |fixed| fixed.size);
        let once_fixed = once_fixed(stride, inner.size, size, "its elements are");
        let message = format!("stride {stride} in the shader, {} in the program{once_fixed}", inner.size);
        if fixed.map_or(is_moved, |fixed| fixed.size == stride) {
            let fix = "caused by members of its elements; fix these first".to_owned();
            self.differ(path, message, fix.clone(), fix);
            self.report.differences.iter_mut().last().into_iter().for_each(|difference| difference.is_consequence = true);
            let is_separated = self.compare_count(path, &array, *host_count);
            return self.fixed_array(&array, *host_count, fixed, is_separated);
        }
        let requested = of_shader(self.module, self.types, element).unwrap_or_default();
        let found = of_host(inner);
        let has_all = has_members || requested.iter().all(|number| number.is_among(&found));
        let more = stride.checked_sub(size).filter(|_| has_all);
        let fixed = match requested.first() {
            _ if has_members => fixed,
            _ if more.is_some() => FixedType::unchanged(inner),
            first => first.map(|first| FixedType::scalars(first.scalar.size(), stride)),
        };
        let host_fix = match (unpadded, more, self.host_type(&requested)) {
            (Some(before), Some(more), _) => self.separate_last("the array", &array, before, Elements::Wrapped(more)),
            (Some(before), None, Some(ty)) => self.separate_last("the array", &array, before, Elements::OfType(ty)),
            (Some(before), None, None) => self.separate_last("the array", &array, before, Elements::OfStride),
            (None, Some(more), _) => {
                format!("wrap each element in a struct with {}: {}", of_padding(more), self.padding("_pad", more))
            }
            (_, _, Some(ty)) if requested.len() as u64 * requested[0].scalar.size() == stride => format!("declare its elements `{ty}`"),
            (_, _, Some(ty)) => {
                let more = stride.saturating_sub(requested.len() as u64 * requested[0].scalar.size());
                format!("wrap elements of type `{ty}` in structs with {}: {}", of_padding(more), self.padding("_pad", more))
            }
            _ => format!("use elements of {}", bytes(stride)),
        };
        let shader_fix = match (stride, size) {
            (16, 4 | 8) => {
                format!("pack {0} elements into each four-component vector: `{path}[i / {0}][i % {0}]`", 16 / size)
            }
            _ if !self.can_have_stride(ty, element, size) => {
                format!("no elements have stride {size} under `{}`: change the program", self.types.rules.name)
            }
            _ => format!("use elements of {}", bytes(size)),
        };
        self.differ(path, message, host_fix, shader_fix);
        // Elements of another size are also another number, and an array with a separate last element gets its number from that fix.
        if has_members && unpadded.is_none() {
            self.compare_count(path, &array, *host_count);
        }
        let fixed = fixed.map(|fixed| FixedType { size: stride, ..fixed });
        self.fixed_array(&array, *host_count, fixed, unpadded.is_some())
    }

    /// Whether an array can have a stride with elements of another type: it is a multiple of the alignment of arrays, if the rules align these more than
    /// their elements, and no language has elements of one byte or two.
    fn can_have_stride(&self, array: TypeId, element: TypeId, stride: u64) -> bool {
        let align = |ty: TypeId| self.types.get(ty).map_or(1, |layout| layout.align.bytes());
        let least = if align(array) > align(element) { align(array) } else { 4 };
        stride.is_multiple_of(least)
    }

    /// Whether a type is a struct of the shader, or an array of them, of which the program's type has members.
    fn has_members_of(&self, ty: TypeId, host: &HostType) -> bool {
        match (self.module.types[ty], &only_member(host).shape) {
            (Type::Struct(_), _) => self.record_inside(ty, host).is_some_and(|(_, members)| self.has_member_of(ty, members)),
            (Type::Array { element, .. }, HostShape::Array { element: inner, .. }) => self.has_members_of(element, inner),
            _ => false,
        }
    }

    /// Compares the number of elements. Returns whether the fix makes the last element a separate member.
    fn compare_count(&mut self, path: &str, array: &ShaderArray, host_count: u64) -> bool {
        let Some(count) = array.count.known().filter(|count| *count != host_count) else { return false };
        let message = format!("{count} elements in the shader, {host_count} in the program");
        let unpadded = array.elements_before_unpadded();
        let host_fix = match unpadded {
            Some(before) => self.separate_last("the array", array, before, Elements::OfStride),
            None => format!("use {count} elements"),
        };
        self.differ(path, message, host_fix, format!("use {host_count} elements"));
        unpadded.is_some()
    }

    /// The array of the program with fixed elements; `is_separated` if the fix makes the last one a separate member.
    fn fixed_array(&self, array: &ShaderArray, host_count: u64, element: Option<FixedType>, is_separated: bool) -> Option<FixedType> {
        let element = element?;
        let last = self.types.get(array.element).ok()?.size.bytes();
        let size = match array.elements_before_unpadded().filter(|_| is_separated) {
            Some(before) => before.checked_mul(array.stride)?.checked_add(last)?,
            None => array.count.known().unwrap_or(host_count).checked_mul(element.size)?,
        };
        Some(element.array(size))
    }

    /// The fix of an array of the program that takes the bytes of the next member, because its last element has padding too; `None` for others.
    /// `fixed` is that array with its other mismatches fixed.
    pub(super) fn without_last_padding(
        &self,
        name: &str,
        array: &ShaderArray,
        host: &HostType,
        fixed: Option<FixedType>,
    ) -> Option<String> {
        let before = array.elements_before_unpadded()?;
        let is_padded = match (&only_member(host).shape, fixed) {
            (HostShape::Array { .. }, Some(fixed)) => {
                array.count.known().and_then(|count| count.checked_mul(array.stride)) == Some(fixed.size)
            }
            (HostShape::Array { element, count }, None) => element.size == array.stride && Some(*count) == array.count.known(),
            _ => false,
        };
        is_padded.then(|| self.separate_last(&format!("`{name}`"), array, before, Elements::OfStride))
    }

    /// A fix for an array whose last element has no padding, as in the structs that `padstone emit` writes; `before` is the number of the others.
    fn separate_last(&self, replaced: &str, array: &ShaderArray, before: u64, elements: Elements) -> String {
        let size = self.types.get(array.element).map_or(0, |element| element.size.bytes());
        if before == 0 {
            return format!("use one element of {}", bytes(size));
        }
        let (count, each) = if before == 1 { ("1 element".to_owned(), "") } else { (format!("{before} elements"), ", each") };
        let wrapped = |ty: &str, more: u64| {
            let (padding, declaration) = (of_padding(more), self.padding("_pad", more));
            format!("`head`, {count}{ty}{each} in a struct with {padding}: {declaration}; and `last`, the last element, without padding")
        };
        let members = match elements {
            Elements::Wrapped(more) => wrapped("", more),
            Elements::OfType(ty) => wrapped(&format!(" of type `{ty}`"), array.stride.saturating_sub(size)),
            Elements::OfStride => format!("`head`, {count} of {}; and `last`, the last element, of {}", bytes(array.stride), bytes(size)),
        };
        format!("replace {replaced} by a struct: {members}")
    }
}

/// The elements of a suggested array.
enum Elements {
    /// The elements of the program, with so many bytes of padding after each.
    Wrapped(u64),
    /// Of another type, with padding.
    OfType(String),
    /// Any that have the shader's stride.
    OfStride,
}
