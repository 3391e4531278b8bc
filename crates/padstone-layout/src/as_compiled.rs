//! Layouts of compiled files, which contain strides and offsets; no rule is applied to these.

use std::collections::BTreeMap;

use padstone_model::{Align, Module, Offset, Size, Stride, StructId, Type, TypeId};

use crate::engine::{layout_from, layout_with};
use crate::extent::Extent;
use crate::nesting::{Nesting, nesting};
use crate::profiles::{AS_COMPILED, Profile};
use crate::ranges::collisions;
use crate::result::{
    ExplicitOffset, FieldLayout, LayoutError, ModuleLayout, PlacementReason, ReadShift, STANDARD, Shape, Subject, TypeLayout, TypeLayouts,
};
use crate::types::Owners;
use crate::{MAX_DEPTH, Sizes, StatedLayout};

impl StatedLayout {
    /// The layouts of a module under a profile: offsets are those of the file; sizes and alignments,
    /// which it does not contain, are those of the rules. A member whose offset differs from that of the rules gets a warning;
    /// a type that contains an array or a matrix whose stride differs from the rules has no layout.
    ///
    /// ```
    /// use padstone_layout::{StatedLayout, find};
    /// use padstone_model::{Count, Module, Scalar, Size, Stride, Type};
    /// let mut module = Module::default();
    /// let float3 = module.types.intern(Type::Vector { scalar: Scalar::Float32, width: 3 });
    /// let array = module.types.add(Type::Array { element: float3, count: Count::Known(2) });
    /// let mut stated = StatedLayout::default();
    /// stated.stride(array, Stride::new(16));
    /// let size = |layouts: padstone_layout::ModuleLayout| layouts.standard().get(array).map(|array| array.size);
    /// assert_eq!(size(stated.layout(&module)), Ok(Size::new(28)));
    /// assert_eq!(size(stated.layout_under(&module, find("std430").unwrap())), Ok(Size::new(32)));
    /// assert!(size(stated.layout_under(&module, find("scalar").unwrap())).is_err());
    /// ```
    pub fn layout_under(&self, module: &Module, profile: &'static Profile) -> ModuleLayout {
        layout_with(module, profile, Some(self))
    }

    /// The layouts of a module under the pseudo rule set `as-compiled`. The file contains neither sizes nor alignments: a size
    /// extends to the last byte in use, and the alignment is that of the widest scalar, the minimum under every rule set.
    pub fn layout(&self, module: &Module) -> ModuleLayout {
        let nesting = nesting(module);
        let types = self.types(module, &nesting);
        let mut layouts = layout_from(module, &AS_COMPILED, nesting, Owners::of(module), types, None);
        for layout in &mut layouts.layouts {
            debug_assert_eq!(layout.set, STANDARD);
            if let Subject::Buffer(id) = layout.subject {
                layout.stride = self.element_stride_of(id).or(layout.stride);
            }
        }
        layouts
    }

    fn types(&self, module: &Module, nesting: &[Nesting]) -> TypeLayouts {
        let mut layouts = TypeLayouts {
            rules: AS_COMPILED.structs.rules,
            sizes: Sizes::InUse,
            compiler_bugs: &[],
            types: Vec::with_capacity(module.types.len()),
            fields: Vec::new(),
            leading: BTreeMap::new(),
            crowded: Vec::with_capacity(module.types.len()),
            standard: false,
            miscounts: false,
            code: None,
        };
        for (id, ty) in module.types.iter() {
            let found = self.lay_out(module, nesting, &mut layouts, id, ty);
            layouts.types.push(found);
            let crowded = match *ty {
                Type::Array { element, .. } => layouts.crowded[element.index()],
                Type::Struct(structure) => {
                    let fields = &module.structs[structure].fields;
                    fields.iter().any(|field| layouts.crowded[field.ty.index()]) || !collisions(module, &layouts, id).is_empty()
                }
                _ => false,
            };
            layouts.crowded.push(crowded);
        }
        layouts
    }

    fn lay_out(
        &self,
        module: &Module,
        nesting: &[Nesting],
        layouts: &mut TypeLayouts,
        id: TypeId,
        ty: &Type,
    ) -> Result<TypeLayout, LayoutError> {
        let Nesting { rows, depth, .. } = nesting[id.index()];
        if depth > MAX_DEPTH {
            return Err(LayoutError::TooDeep(id));
        }
        let overflow = LayoutError::Overflow(id);
        let numbers = |count: u64, bytes: u64| (Size::new(count * bytes), Align::new(bytes).unwrap_or(Align::ONE));
        let ((size, align), shape) = match *ty {
            Type::Scalar(scalar) | Type::Atomic(scalar) => (numbers(1, module.scalar_bytes(scalar)), Shape::Leaf),
            Type::Pointer(_) => (numbers(1, 8), Shape::Leaf),
            Type::Interface(_) | Type::Unspecialized(_) | Type::Handle(_) => return Err(LayoutError::Unknown),
            Type::Enum(id) => (numbers(1, module.scalar_bytes(module.enums[id].scalar)), Shape::Leaf),
            Type::Vector { scalar, width } => (numbers(width.into(), module.scalar_bytes(scalar)), Shape::Leaf),
            Type::Matrix { scalar, rows, columns, major } => {
                let stride = self.stride_of(id).ok_or(LayoutError::Unknown)?;
                let (vectors, length) = major.vectors(rows, columns);
                let (vector, align) = numbers(length.into(), module.scalar_bytes(scalar));
                let size = repeated(stride, vectors.into(), vector).ok_or(overflow)?;
                ((size, align), Shape::Matrix { stride, vectors, length })
            }
            Type::Array { element, count } => {
                let inner = *layouts.get(element)?;
                let stride = self.stride_of(id).ok_or(LayoutError::Unknown)?;
                // A runtime-sized array counts as one element, as in other layouts.
                let count = count.known().unwrap_or(1);
                ((repeated(stride, count, inner.size).ok_or(overflow)?, inner.align), Shape::Array { stride })
            }
            Type::Struct(structure) => self.structure(module, layouts, id, structure)?,
            Type::Resource(_) => ((Size::ZERO, Align::ONE), Shape::Resource),
            Type::Unknown => return Err(LayoutError::Unknown),
        };
        Ok(TypeLayout { size, align, shape, rows, depth, extent: Extent::new(size).ok_or(overflow)? })
    }

    fn structure(
        &self,
        module: &Module,
        layouts: &mut TypeLayouts,
        ty: TypeId,
        id: StructId,
    ) -> Result<((Size, Align), Shape), LayoutError> {
        let fields = &module.structs[id].fields;
        let offsets = self.offsets_of(module, ty).ok_or(LayoutError::Unknown)?;
        let mut placed = Vec::with_capacity(offsets.len());
        let (mut end, mut widest) = (Offset::ZERO, Align::ONE);
        for (field, &offset) in fields.iter().zip(offsets) {
            let inner = layouts.get(field.ty)?;
            let reason = PlacementReason::Explicit(ExplicitOffset::Offset);
            placed.push(FieldLayout { offset, size: inner.size, cursor: offset, reason, bits: None, read: ReadShift::default() });
            end = end.max(offset.plus(inner.size).ok_or(LayoutError::Overflow(ty))?);
            widest = widest.max(inner.align);
        }
        let first = u32::try_from(layouts.fields.len()).map_err(|_| LayoutError::Overflow(ty))?;
        layouts.fields.extend(placed);
        Ok(((end.as_size(), widest), Shape::Struct { first }))
    }
}

/// The extent from the start of the first element to the end of the last.
fn repeated(stride: Stride, count: u64, element: Size) -> Option<Size> {
    match count.checked_sub(1) {
        Some(before) => stride.times(before)?.plus(element),
        None => Some(Size::ZERO),
    }
}
