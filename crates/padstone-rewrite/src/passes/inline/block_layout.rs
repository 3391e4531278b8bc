//! The offsets that Vulkan, GLSL and naga allow for structs and arrays in buffers.

use std::collections::BTreeSet;

use padstone_model::{BufferKind, Count, StructId, Type};

use crate::{Backend, Unit};

/// The alignment that a uniform buffer requires of structs and arrays.
const EXTENDED: u64 = 16;

/// The rules for structs and arrays (Vulkan, section "Offset and Stride Assignment"): "The Offset decoration of a member must not place it
/// between the end of a structure, an array or a matrix and the next multiple of the alignment of that structure, array or matrix." This is
/// the base alignment, the largest of those inside, and in uniform buffers the extended one, which is at least 16. The layouts std430 and
/// std140 of GLSL round in the same way (OpenGL 4.6, section 7.6.2.2). Matrices with two rows count as accepted: uniform buffers of WGSL
/// have always allowed them, so compilers split them into vectors. WGSL of 2020 aligns all structs to 16, so its alignments differ from
/// these.
pub(super) struct BlockLayout<'u> {
    unit: &'u Unit<'u>,
    uniforms: BTreeSet<StructId>,
    /// Whether storage buffers are restricted: naga accepts what WGSL allows there, and checks uniform buffers like WGSL before
    /// `uniform_buffer_standard_layout` (naga, measured).
    has_storage_rules: bool,
    /// Whether structs get a lower alignment than in WGSL: naga ignores attributes inside, in any buffer.
    ignores_nested: bool,
}

impl<'u> BlockLayout<'u> {
    pub(super) fn of<'a: 'u>(unit: &'u Unit<'a>, backend: Backend) -> Self {
        let uniforms = unit.module.buffers.iter().filter(|(_, buffer)| buffer.kind == BufferKind::Uniform);
        let outermost = uniforms.filter_map(|(_, buffer)| unit.struct_within(unit.module.types[buffer.content]));
        let has_storage_rules = backend != Backend::Naga;
        let ignores_nested = backend == Backend::Naga;
        BlockLayout { unit, uniforms: unit.structs_within(&outermost.collect()), has_storage_rules, ignores_nested }
    }

    /// Whether a struct is in a uniform buffer.
    pub(super) fn is_uniform(&self, owner: StructId) -> bool {
        self.uniforms.contains(&owner)
    }

    /// Whether the rules reject a struct or array at its offset in a struct in buffers, or the offset of the next member.
    pub(super) fn is_misplaced(&self, owner: StructId, ty: Type, offset: u64, next: Option<u64>) -> bool {
        if !matches!(ty, Type::Struct(_) | Type::Array { .. }) {
            return false;
        }
        if self.ignores_nested && self.is_misaligned(owner, ty, offset) {
            return true;
        }
        if !(self.has_storage_rules || self.is_uniform(owner)) {
            return false;
        }
        let is_followed = next.is_some_and(|next| self.is_in_padding(owner, ty, offset, next));
        !offset.is_multiple_of(self.alignment(owner, ty)) || is_followed || !self.is_strided(owner, ty)
    }

    /// Whether the alignment of a struct comes from attributes inside, and not from one of the member itself.
    fn is_misaligned(&self, owner: StructId, ty: Type, offset: u64) -> bool {
        let is_lower = |align: u64| self.unit.plain_align(ty) < align;
        let Some((_, align)) = self.unit.extent(ty).filter(|&(_, align)| matches!(ty, Type::Struct(_)) && is_lower(align)) else {
            return false;
        };
        let own = self.unit.members(owner).find(|(_, placed)| placed.offset.bytes() == offset).and_then(|(field, _)| field.align());
        own.is_none_or(|(written, _)| written.bytes() < align)
    }

    /// Whether the member after a struct or array is before the next multiple of its alignment.
    pub(super) fn is_in_padding(&self, owner: StructId, ty: Type, offset: u64, next: u64) -> bool {
        next < (offset + self.end(ty)).next_multiple_of(self.alignment(owner, ty))
    }

    /// Whether the stride of an array is a multiple of the element alignment.
    pub(super) fn is_strided(&self, owner: StructId, ty: Type) -> bool {
        self.uneven_array(owner, ty).is_none()
    }

    /// The stride of the first array whose stride the back end rejects, and the number of arrays around it.
    pub(super) fn uneven_array(&self, owner: StructId, mut ty: Type) -> Option<(u64, usize)> {
        let mut around = 0;
        while let Type::Array { element, .. } = ty {
            let stride = self.unit.stride(element).unwrap_or(EXTENDED);
            if !stride.is_multiple_of(self.alignment(owner, ty)) {
                return Some((stride, around));
            }
            (ty, around) = (self.unit.module.types[element], around + 1);
        }
        None
    }

    /// The alignment of a type in the buffers that contain a struct.
    pub(super) fn alignment(&self, owner: StructId, ty: Type) -> u64 {
        let least = if self.is_uniform(owner) { EXTENDED } else { 1 };
        match ty {
            Type::Struct(id) => {
                let types = self.unit.module.structs[id].fields.iter().map(|field| self.unit.module.types[field.ty]);
                types.map(|ty| self.alignment(owner, ty)).fold(least, u64::max)
            }
            Type::Array { element, .. } => self.alignment(owner, self.unit.module.types[element]).max(least),
            ty => self.unit.extent(ty).map_or(1, |(_, align)| align),
        }
    }

    /// The end of the last scalar of a type.
    fn end(&self, ty: Type) -> u64 {
        match ty {
            Type::Struct(id) => {
                let last = self.unit.members(id).last();
                last.map_or(0, |(field, placed)| placed.offset.bytes() + self.end(self.unit.module.types[field.ty]))
            }
            Type::Array { element, count: Count::Known(count) } => {
                let stride = self.unit.stride(element).unwrap_or(0);
                stride * count.saturating_sub(1) + self.end(self.unit.module.types[element])
            }
            ty => self.unit.extent(ty).map_or(0, |(size, _)| size),
        }
    }
}
