//! The strides and offsets in a compiled file.

use padstone_model::{BufferId, Language, Module, Offset, Stride, StructId, Type, TypeId};
use rustc_hash::FxHashMap;

/// Strides and offsets from a compiled file. A type without them in the file has no layout.
///
/// ```
/// use padstone_layout::StatedLayout;
/// use padstone_model::{Count, Module, Scalar, Size, Stride, Type};
/// let mut module = Module::default();
/// let float = module.types.intern(Type::Scalar(Scalar::Float32));
/// let floats = module.types.add(Type::Array { element: float, count: Count::Known(3) });
/// let mut stated = StatedLayout::default();
/// stated.stride(floats, Stride::new(16));
/// let layouts = stated.layout(&module);
/// assert_eq!(layouts.standard().get(floats).unwrap().size, Size::new(36));
/// ```
#[derive(Clone, Debug, Default)]
pub struct StatedLayout {
    strides: FxHashMap<TypeId, Stride>,
    offsets: FxHashMap<StructId, Vec<Offset>>,
    elements: FxHashMap<BufferId, Stride>,
    language: Option<Language>,
}

impl StatedLayout {
    /// Sets the stride of an array or a matrix.
    pub fn stride(&mut self, ty: TypeId, stride: Stride) {
        self.strides.insert(ty, stride);
    }

    /// Sets the offsets of the fields of a struct, in source order.
    pub fn offsets(&mut self, structure: StructId, offsets: Vec<Offset>) {
        self.offsets.insert(structure, offsets);
    }

    /// Sets the stride of a structured buffer.
    pub fn element_stride(&mut self, buffer: BufferId, stride: Stride) {
        self.elements.insert(buffer, stride);
    }

    /// Sets the language that the module was compiled from, which some rules depend on ([`crate::TailPadding::OfLanguage`]).
    pub fn compiled_from(&mut self, language: Language) {
        self.language = Some(language);
    }

    pub(crate) fn language(&self) -> Option<Language> {
        self.language
    }

    pub(crate) fn stride_of(&self, ty: TypeId) -> Option<Stride> {
        self.strides.get(&ty).copied()
    }

    /// One for each field.
    pub(crate) fn offsets_of(&self, module: &Module, ty: TypeId) -> Option<&[Offset]> {
        let Type::Struct(id) = module.types[ty] else { return None };
        self.offsets.get(&id).map(Vec::as_slice).filter(|offsets| offsets.len() == module.structs[id].fields.len())
    }

    pub(crate) fn element_stride_of(&self, buffer: BufferId) -> Option<Stride> {
        self.elements.get(&buffer).copied()
    }
}
