//! Code that counts padding among the fields of structs ([`crate::CompilerBug::CountsPadding`]): compares the type of a struct in clang 22's
//! function bodies with its type in constant buffers.

use std::collections::BTreeMap;

use padstone_model::{Count, Field, FieldRole, Module, Offset, Type, TypeId};

use crate::result::{FieldLayout, ReadShift, TypeLayouts};

/// The structs in function bodies, by their types.
pub(crate) type CountedRecords = BTreeMap<TypeId, CountedSize>;

/// The size and alignment of a type in function bodies, in bytes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CountedSize {
    /// The distance between consecutive elements.
    size: u64,
    /// The size in LLVM, which is less for 3-vectors.
    used: u64,
    align: u64,
}

/// The displacement of reads of each field of a struct, and the struct's size and alignment in function bodies.
///
/// In the type of a constant buffer, clang 22 creates one element for each field and for each gap before one; the fields of a base are elements
/// of the derived struct. Function bodies use other indices (`CGRecordLowering`): a base is one field, bit-fields that share a
/// byte are one field, and the padding after a vector of three is one more. So a body may read a field that does not exist.
pub(crate) fn shifts(
    module: &Module,
    types: &TypeLayouts,
    records: &CountedRecords,
    (fields, placed): (&[Field], &[FieldLayout]),
) -> (Vec<ReadShift>, CountedSize) {
    let mut elements = Vec::new();
    elements_of(module, types, (fields, placed), Offset::ZERO, &mut elements);
    let (numbers, stored) = numbers(module, types, records, fields);
    let shift = |(placed, number): (&FieldLayout, Option<usize>)| match number {
        Some(number) => elements.get(number).map_or(ReadShift::NOWHERE, |&read| ReadShift::between(placed.offset, read)),
        None => ReadShift::default(),
    };
    (placed.iter().zip(numbers).map(shift).collect(), stored)
}

/// The offsets of the elements that clang creates for fields: each field with bytes, and each gap.
fn elements_of(
    module: &Module,
    types: &TypeLayouts,
    (fields, placed): (&[Field], &[FieldLayout]),
    base: Offset,
    elements: &mut Vec<Offset>,
) {
    let mut end = Offset::ZERO;
    for (field, placed) in fields.iter().zip(placed).filter(|(field, _)| takes_bytes(types, field)) {
        let within_base = |offset: Offset| offset.within(base).unwrap_or(offset);
        if placed.offset > end {
            elements.push(within_base(end));
        }
        match (field.role, module.as_struct(field.ty)) {
            (FieldRole::Base, Some(declared)) => {
                let inner: Vec<FieldLayout> = types.fields(module, field.ty).map(|(_, placed)| *placed).collect();
                elements_of(module, types, (&declared.fields, &inner), within_base(placed.offset), elements);
            }
            _ => elements.push(within_base(placed.offset)),
        }
        end = placed.offset.plus(placed.size).unwrap_or(placed.offset);
    }
}

fn takes_bytes(types: &TypeLayouts, field: &Field) -> bool {
    field.role != FieldRole::GroupShared && types.get(field.ty).is_ok_and(|layout| !layout.extent.is_zero())
}

/// The index of each field in function bodies, if it has one.
fn numbers(module: &Module, types: &TypeLayouts, records: &CountedRecords, fields: &[Field]) -> (Vec<Option<usize>>, CountedSize) {
    // The fields by offset; bit-fields that share a byte are one.
    let mut members: Vec<(u64, CountedSize)> = Vec::new();
    let (mut position, mut bits) = (0_u64, 0_u64);
    let mut member_of = Vec::new();
    for field in fields {
        if !takes_bytes(types, field) {
            bits = 0;
            member_of.push(None);
            continue;
        }
        match field.bitfield {
            Some(bitfield) if bitfield.width == 0 => {
                let unit = types.get(field.ty).map_or(1, |layout| layout.size.bytes()).max(1);
                (position, bits) = (position.next_multiple_of(unit), 0);
                member_of.push(None);
                continue;
            }
            Some(bitfield) => {
                if bits.is_multiple_of(8) {
                    members.push((position, CountedSize { size: 0, used: 0, align: 1 }));
                    bits = 0;
                }
                bits += u64::from(bitfield.width);
                if let Some((from, unit)) = members.last_mut() {
                    let size = bits.div_ceil(8);
                    *unit = CountedSize { size, used: size, align: size.next_power_of_two() };
                    position = *from + size;
                }
            }
            None => {
                bits = 0;
                let stored = stored(module, types, records, field.ty);
                members.push((position, stored));
                position = position.saturating_add(stored.size);
            }
        }
        member_of.push(Some(members.len() - 1));
    }
    let align = members.iter().map(|(_, stored)| stored.align).max().unwrap_or(1);
    let is_packed = !position.is_multiple_of(align) || members.iter().any(|(from, stored)| !from.is_multiple_of(stored.align));
    let mut end = 0_u64;
    let mut next = 0;
    let mut numbers = Vec::with_capacity(members.len());
    for (from, stored) in &members {
        let expected = if is_packed { end } else { end.next_multiple_of(stored.align) };
        next += usize::from(expected != *from);
        numbers.push(next);
        next += 1;
        end = from.saturating_add(stored.used);
    }
    let struct_size = CountedSize { size: position, used: position, align: if is_packed { 1 } else { align } };
    (member_of.into_iter().map(|member| member.map(|member: usize| numbers[member])).collect(), struct_size)
}

/// The size and alignment of a type in function bodies.
fn stored(module: &Module, types: &TypeLayouts, records: &CountedRecords, mut ty: TypeId) -> CountedSize {
    let mut elements = 1_u64;
    while let Type::Array { element, count } = module.types[ty] {
        elements = elements.saturating_mul(if let Count::Known(count) = count { count } else { 1 });
        ty = element;
    }
    let element_size = match module.types[ty] {
        Type::Vector { scalar, width } => {
            let (number, width) = (types.rules.scalar_bytes(module, scalar), u64::from(width));
            let size = number * width.next_power_of_two();
            // On D3D, LLVM's data layout aligns a vector of three like a scalar: `v96:32:32`.
            let is_short = width == 3 && types.rules.vector_align[2] == 1;
            CountedSize { size, used: if is_short { 3 * number } else { size }, align: if is_short { number } else { size } }
        }
        Type::Matrix { scalar, rows, columns, .. } => {
            let number = types.rules.scalar_bytes(module, scalar);
            let size = number * u64::from(rows) * u64::from(columns);
            CountedSize { size, used: size, align: number }
        }
        Type::Struct(_) => records.get(&ty).copied().unwrap_or(CountedSize { size: 0, used: 0, align: 1 }),
        _ => {
            let size = types.get(ty).map_or(0, |layout| layout.size.bytes());
            CountedSize { size, used: size, align: size.max(1) }
        }
    };
    CountedSize {
        size: element_size.size.saturating_mul(elements),
        used: element_size.used.saturating_mul(elements),
        align: element_size.align,
    }
}
