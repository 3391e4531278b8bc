//! Arrays: their elements may have padding in one of the two, and in the shader the last one may have none.

use padstone_read::layout::Shape;
use padstone_read::model::{Count, Type, TypeId};

use super::{StructComparison, bytes, of_padding, only_member, without_scalars};
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

    pub(super) fn array(&mut self, path: &str, array: ShaderArray, host: &HostType) {
        let ShaderArray { ty, element, count, stride, .. } = array;
        let host = only_member(host);
        let unpadded = array.elements_before_unpadded();
        let HostShape::Array { element: inner, count: host_count } = &host.shape else {
            // The last element of an array may be a separate member, because it has no padding.
            let found = of_host(host);
            if of_shader(self.module, self.types, ty).is_some_and(|numbers| numbers.iter().all(|number| number.is_among(&found))) {
                return;
            }
            let (message, shader_fix) = match without_scalars(host) {
                Some((found, fix)) => (format!("an array in the shader, {found} in the program"), fix),
                None => ("an array in the shader, but not in the program".into(), "use the program's type, without an array".into()),
            };
            let host_fix = match unpadded {
                Some(before) => self.separate_last("it", &array, before, Elements::OfStride),
                None => format!("use an array with stride {stride}"),
            };
            return self.differ(path, message, host_fix, shader_fix);
        };
        // An array of scalars may represent one of vectors.
        let is_flat = || {
            let found = of_host(host);
            let requested = of_shader(self.module, self.types, ty);
            requested.is_some_and(|numbers| numbers.len() == found.len() && numbers.iter().all(|number| number.is_among(&found)))
        };
        if inner.size != stride && is_flat() {
            return;
        }
        // Elements of another size are also another number.
        if let Some(count) = count.known().filter(|count| count != host_count && inner.size == stride) {
            let message = format!("{count} elements in the shader, {host_count} in the program");
            let host_fix = match unpadded {
                Some(before) => self.separate_last("the array", &array, before, Elements::OfStride),
                None => format!("use {count} elements"),
            };
            self.differ(path, message, host_fix, format!("use {host_count} elements"));
        }
        if inner.size != stride {
            let message = format!("stride {stride} in the shader, {} in the program", inner.size);
            let requested = of_shader(self.module, self.types, element).unwrap_or_default();
            let found = of_host(inner);
            let more = stride.checked_sub(inner.size).filter(|_| requested.iter().all(|number| number.is_among(&found)));
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
            let shader_fix = match (stride, inner.size) {
                (16, 4 | 8) => format!(
                    "pack {} elements into each four-component vector: `{path}[i / {1}][i % {1}]`",
                    16 / inner.size,
                    16 / inner.size
                ),
                (_, size) => format!("use elements of {}", bytes(size)),
            };
            return self.differ(path, message, host_fix, shader_fix);
        }
        let inner = inner.clone();
        self.value(&format!("{path}[]"), element, &inner, Some(array.element_room()));
    }

    /// The fix of an array of the program that takes the bytes of the next member, because its last element has padding too; `None` for others.
    pub(super) fn without_last_padding(&self, name: &str, array: &ShaderArray, host: &HostType) -> Option<String> {
        let before = array.elements_before_unpadded()?;
        match &only_member(host).shape {
            HostShape::Array { element, count } if element.size == array.stride && Some(*count) == array.count.known() => {
                Some(self.separate_last(&format!("`{name}`"), array, before, Elements::OfStride))
            }
            _ => None,
        }
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
