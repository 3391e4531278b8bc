//! Offsets of DXC that Vulkan's validator rejects. Its rules differ from DXC's: it uses only the contents of SPIR-V, such as a matrix stride,
//! and not the sizes that DXC computes.
//!
//! Compared with the validator (spirv-val, as DXC runs it) for some 1,300 modules.

use padstone_diag::{Diagnostic, codes};
use padstone_model::{Align, Count, Field, Major, Module, Offset, Size, Type, TypeId};

use super::free_offsets::{Runs, fits_registers};
use super::overlaps::elements_too_close;
use super::{Check, bytes};
use crate::placement::{MemberToPlace, relaxed};
use crate::profiles::{Sizes, Validator};
use crate::ranges::occupied;
use crate::result::{ExplicitOffset, FieldLayout, PlacementReason, Shape, TypeLayouts};
use crate::types::is_array_of_vectors;

/// The types of one set as the validator computes them.
pub(super) struct ValidatorView<'a> {
    module: &'a Module,
    types: &'a TypeLayouts,
    validator: Validator,
    /// By type: the size of its widest scalar, and its size.
    known: Vec<(u64, Option<Size>)>,
}

impl<'a> ValidatorView<'a> {
    /// The types of a set, if its profile is for Vulkan.
    pub(super) fn of(check: &Check<'a>, types: &'a TypeLayouts) -> Option<ValidatorView<'a>> {
        let mut view = ValidatorView { module: check.module, types, validator: check.profile.validator?, known: Vec::new() };
        for (id, ty) in check.module.types.iter() {
            let known = (view.largest_scalar(ty), view.size(id, ty));
            view.known.push(known);
        }
        Some(view)
    }

    fn largest_scalar(&self, ty: &Type) -> u64 {
        match *ty {
            Type::Scalar(scalar) | Type::Atomic(scalar) | Type::Vector { scalar, .. } | Type::Matrix { scalar, .. } => {
                self.module.scalar_bytes(scalar)
            }
            Type::Enum(id) => self.types.rules.enum_bytes(self.module, id),
            Type::Array { element, .. } => self.known[element.index()].0,
            Type::Struct(id) => self.module.structs[id].fields.iter().map(|field| self.known[field.ty.index()].0).max().unwrap_or(1),
            Type::Pointer(_) => 8,
            Type::Interface(_) | Type::Unspecialized(_) | Type::Handle(_) | Type::Resource(_) | Type::Unknown => 1,
        }
    }

    /// In SPIR-V, HLSL's row-major matrices are column-major, and their size includes the padding of the last column.
    fn size(&self, id: TypeId, ty: &Type) -> Option<Size> {
        let layout = self.types.get(id).ok()?;
        match (*ty, layout.shape) {
            (Type::Matrix { major: Major::Row, .. }, Shape::Matrix { stride, vectors, .. })
                if !is_array_of_vectors(self.types.rules, ty) =>
            {
                stride.times(vectors.into())
            }
            (Type::Array { element, count: Count::Known(count @ 1..) }, Shape::Array { stride }) => {
                stride.times(count - 1)?.plus(self.known[element.index()].1?)
            }
            (Type::Struct(_), _) => {
                let ends = self.types.fields(self.module, id).map(|(field, placed)| self.end(placed.offset, field.ty));
                ends.max().map_or(Some(Size::ZERO), |end| end.map(Offset::as_size))
            }
            _ => Some(layout.size),
        }
    }

    fn end(&self, offset: Offset, ty: TypeId) -> Option<Offset> {
        offset.plus(self.known[ty.index()].1?)
    }

    /// The offset that the validator requires for a member at `position`; `None` if it accepts `position`.
    pub(super) fn rejects(&self, member_to_place: &MemberToPlace<'_>, ty: TypeId, position: Offset) -> Option<Offset> {
        let number = Align::new(self.known[ty.index()].0)?;
        let aligned = match self.validator {
            Validator::Scalar => position.align_to(number)?,
            Validator::Relaxed if member_to_place.is_long_vector() => relaxed(position, member_to_place, number)?.0,
            Validator::Relaxed | Validator::Standard => position.align_to(member_to_place.layout.align)?,
        };
        Some(aligned).filter(|&aligned| aligned != position)
    }
}

/// Checks the structs in the buffers of a set.
pub(super) fn structs(check: &mut Check<'_>, set: usize, reachable: &[bool]) {
    let (Some(view), types) = (check.view(set), &check.sets[set]) else { return };
    for (ty, contained) in check.module.types.iter().filter(|(ty, _)| reachable[ty.index()]) {
        let Type::Struct(id) = *contained else { continue };
        let declared = &check.module.structs[id];
        misplaced(check, &view, ty);
        for field in types.fields(check.module, ty).map(|(field, _)| field) {
            strides(check, &view, field);
            lost_stride(check, types, field);
        }
        tails(check, &view, ty, &declared.fields);
    }
}

/// Members whose `vk::offset` or register is not a multiple of their alignment; `packoffset` has its own checks.
fn misplaced(check: &mut Check<'_>, view: &ValidatorView<'_>, ty: TypeId) {
    let (module, nesting, types) = (check.module, check.nesting, view.types);
    let suits = |field: &Field, position: Offset| {
        let member_to_place = types.member_to_place(module, nesting, field.ty).ok()?;
        Some(view.rejects(&member_to_place, field.ty, position).unwrap_or(position))
    };
    let is_wrong = |field: &Field, placed: &FieldLayout| {
        let is_checked = matches!(placed.reason, PlacementReason::Explicit(ExplicitOffset::Offset | ExplicitOffset::Register));
        is_checked && suits(field, placed.offset).is_some_and(|suits| suits != placed.offset)
    };
    let wrong: Vec<usize> =
        types.fields(module, ty).enumerate().filter(|(_, (field, placed))| is_wrong(field, placed)).map(|(index, _)| index).collect();
    if wrong.is_empty() {
        return;
    }
    let mut runs = Runs::new(module, types, ty, types.rules.members, is_wrong);
    for (index, (field, placed)) in types.fields(module, ty).enumerate().filter(|(index, _)| wrong.binary_search(index).is_ok()) {
        let by_register = placed.reason == PlacementReason::Explicit(ExplicitOffset::Register);
        let (code, span, subject) = match by_register {
            true => (&codes::REGISTER_MISALIGNED, field.registers().next().map(|register| register.span), ""),
            false => (&codes::VK_OFFSET_MISALIGNED, field.offset().map(|(_, span)| span), " of a struct"),
        };
        let Some(span) = span else { continue };
        let unit = if by_register { Align::SIXTEEN } else { Align::ONE };
        let free = runs.suggest(check, index, placed.offset, |position| suits(field, position.align_to(unit)?));
        // SPIR-V's offsets have 32 bits.
        let is_expressible =
            |free: Offset| if by_register { fits_registers(free, placed.size) } else { u32::try_from(free.bytes()).is_ok() };
        let free = free.filter(|free| is_expressible(*free));
        let (name, ty, rules) = (check.module.name(field.name), check.type_name(field.ty), types.rules.name);
        let mut message = format!("`{name}`, a `{ty}`, should not be at offset {}{subject}", placed.offset);
        if let Some(free) = free {
            message.push_str(&format!("; {free} would satisfy {rules}"));
        }
        let mut found = Diagnostic::warning(code, message, span).note("DXC accepts it; Vulkan's validator rejects the result");
        if let Some(free) = free {
            found = found.help(match by_register {
                true => format!("write `register(c{})`", free.bytes() / 16),
                false => format!("write `vk::offset({free})`"),
            });
        }
        check.report_once(found);
    }
}

/// Arrays whose elements overlap.
fn strides(check: &mut Check<'_>, view: &ValidatorView<'_>, field: &Field) {
    let mut ty = field.ty;
    while let Type::Array { element, .. } = check.module.types[ty] {
        if let (Ok(Shape::Array { stride }), Some(size)) = (view.types.get(ty).map(|layout| layout.shape), view.known[element.index()].1)
            && (stride.bytes() < size.bytes() || stride.bytes() == 0)
        {
            let found = elements_too_close(check, field, size, stride.bytes());
            return check.report_once(found);
        }
        ty = element;
    }
}

/// Members in bytes that the validator counts as tail padding of the preceding member.
fn tails(check: &mut Check<'_>, view: &ValidatorView<'_>, ty: TypeId, fields: &[Field]) {
    let module = check.module;
    let mut before: Option<(usize, Offset, Offset)> = None;
    for (index, offset, size) in occupied(module, view.types, ty) {
        if let Some((other, in_use, end)) = before
            && offset >= in_use
            && offset < end
        {
            let (name, other_name) = (module.name(fields[index].name), module.name(fields[other].name));
            let tail = bytes(end.bytes() - in_use.bytes());
            check.report_once(
                Diagnostic::warning(
                    &codes::MATRIX_TAIL,
                    format!(
                        "`{name}` at offset {offset} follows the last vector of `{other_name}`, in bytes that Vulkan counts as part of it"
                    ),
                    fields[index].span,
                )
                .label(fields[other].span, format!("ends at byte {in_use}; its stride adds {tail}"))
                .note("DXC accepts it; Vulkan's validator rejects the result")
                .help(format!("pad before `{name}` up to offset {end}, or make the matrix `column_major`")),
            );
        }
        if let (Some(in_use), Some(end)) = (offset.plus(size), view.end(offset, fields[index].ty)) {
            before = Some((index, in_use, end));
        }
    }
}

/// Matrices in arrays of arrays, for which DXC writes no stride.
fn lost_stride(check: &mut Check<'_>, types: &TypeLayouts, field: &Field) {
    let innermost = &check.module.types[check.nesting[field.ty.index()].innermost];
    let Type::Array { element, .. } = check.module.types[field.ty] else { return };
    let Type::Matrix { rows: 2.., columns: 2.., .. } = innermost else { return };
    let of_arrays = matches!(check.module.types[element], Type::Array { .. });
    if types.sizes != Sizes::InUse || is_array_of_vectors(types.rules, innermost) || !of_arrays {
        return;
    }
    let name = check.module.name(field.name);
    check.report_once(
        Diagnostic::warning(
            &codes::MATRIX_STRIDE_LOST,
            format!("`{name}` is an array of arrays of matrices, for which DXC writes no MatrixStride"),
            field.span,
        )
        .note("Vulkan's validator rejects it: a matrix must have an explicit layout")
        .help("use a one-dimensional array, or put the matrix into a struct"),
    );
}
