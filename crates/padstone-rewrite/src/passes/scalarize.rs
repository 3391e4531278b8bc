//! Splits vectors that share a 16-byte slot with other members, in every writable buffer, into one member for each component.
//!
//! A back end with slot granularity would write a whole slot to change a part of it, and race with writes to the rest, in particular to
//! atomics. Vectors alone in their slot are unchanged, and so are matrices and arrays, whose elements are separate memory locations; those
//! that share a slot with an atomic become arrays of scalars.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use padstone_diag::{Diagnostic, Diagnostics, codes};
use padstone_model::{BufferKind, Count, Field, Scalar, StructId, Type};
use padstone_wgsl::tree::Edition;
use rustc_hash::FxHashSet;

use super::specialize;
use crate::engine::{
    LETTERS, MemberKind, Representation, StorageLayout, StorageMember, StoragePlan, TypeSource, buffers, represent, scalar_bytes,
};
use crate::{Edits, Names, Options, Pass, PassMap, Unit};

/// The pass.
pub(super) static PASS: Pass = Pass {
    name: "scalarize",
    summary: "split vectors that share a 16-byte slot with other data into scalars, in buffers that the shader writes",
    takes: &[Edition::Current, Edition::Draft2020],
    gives: None,
    agree: &[],
    first: Some(|unit, options| specialize::first(unit, &scalarized(unit, options), options)),
    run,
};

/// The size of a slot in bytes.
const SLOT: u64 = 16;

fn run(unit: &Unit<'_>, options: &Options, edits: &mut Edits, map: &mut PassMap, diagnostics: &mut Diagnostics) {
    let scalarized = scalarized(unit, options);
    report_runtime_arrays(unit, &scalarized.variables, diagnostics);
    represent(unit, scalarized, edits, map, diagnostics);
}

/// Reports runtime-sized arrays of vectors whose first elements share a slot with an atomic: such arrays are unchanged.
fn report_runtime_arrays(unit: &Unit<'_>, variables: &BTreeSet<usize>, diagnostics: &mut Diagnostics) {
    let outermost = variables.iter().filter_map(|&position| unit.struct_within(unit.content(position)?)).collect();
    for id in unit.structs_within(&outermost) {
        let fields: Vec<(&Field, Type, u64)> =
            unit.members(id).map(|(field, placed)| (field, unit.module.types[field.ty], placed.offset.bytes())).collect();
        let Some((&(last, ty @ Type::Array { count: Count::Runtime, .. }, start), before)) = fields.split_last() else { continue };
        let end = |&(_, ty, offset): &(&Field, Type, u64)| offset + unit.extent(ty).map_or(0, |(size, _)| size);
        let atomic = before.iter().find(|field| unit.contains_atomic(field.1) && end(field) > start / SLOT * SLOT);
        let (Some((atomic, ..)), Some(_)) = (atomic, scalar_of(unit, ty)) else { continue };
        let name = |field: &Field| unit.names.resolve(field.name).to_owned();
        let message = format!("`{}` shares 16 bytes with the atomic in `{}` and is unchanged", name(last), name(atomic));
        let found = Diagnostic::warning(&codes::ATOMIC_BESIDE, message, last.span).label(last.span, "runtime-sized array of vectors");
        diagnostics
            .push(found.label(atomic.span, "").help(format!("add `@align({SLOT})` to `{}`, or declare an array of scalars", name(last))));
    }
}

fn scalarized<'u>(unit: &'u Unit<'_>, options: &Options) -> Representation<'u> {
    Representation {
        suffix: "scalars",
        variables: buffers(unit, |kind, writes, ty| kind == BufferKind::Storage && writes || unit.contains_atomic(ty)),
        plan: Box::new(|variables| Scalars::plan(unit, variables)),
        max_clones: options.max_clones,
    }
}

struct Scalars<'u, 'a> {
    unit: &'u Unit<'a>,
    names: Names<'u>,
    stores: BTreeMap<StructId, StorageLayout>,
    /// The structs that start at a slot boundary in all their uses.
    aligned: BTreeMap<StructId, bool>,
    /// Whether the module has atomics.
    atomics: bool,
}

impl<'u, 'a> Scalars<'u, 'a> {
    fn plan(unit: &'u Unit<'a>, variables: &BTreeSet<usize>) -> StoragePlan {
        let contents: Vec<Type> = variables.iter().filter_map(|&position| unit.content(position)).collect();
        let structs = unit.structs_within(&contents.iter().filter_map(|&ty| unit.struct_within(ty)).collect());
        let atomics = contents.iter().any(|&ty| unit.contains_atomic(ty));
        let mut scalars = Scalars { unit, names: Names::new(unit), stores: BTreeMap::new(), aligned: BTreeMap::new(), atomics };
        contents.iter().for_each(|&ty| scalars.note_alignment(ty, true));
        for &id in structs.iter().rev() {
            let is_aligned = scalars.aligned.get(&id).copied().unwrap_or_default();
            for (field, placed) in unit.members(id) {
                scalars.note_alignment(unit.module.types[field.ty], is_aligned && placed.offset.bytes().is_multiple_of(SLOT));
            }
        }
        for id in structs {
            scalars.split(id);
        }
        StoragePlan { stores: scalars.stores, ..StoragePlan::default() }
    }

    /// Records whether the struct of a type starts at a slot boundary in one of its uses.
    fn note_alignment(&mut self, mut ty: Type, mut is_aligned: bool) {
        while let Type::Array { element, .. } = ty {
            is_aligned &= self.unit.stride(element).is_some_and(|stride| stride.is_multiple_of(SLOT));
            ty = self.unit.module.types[element];
        }
        if let Type::Struct(id) = ty {
            *self.aligned.entry(id).or_insert(true) &= is_aligned;
        }
    }

    /// Splits the vectors of a struct into scalars, after its nested structs.
    fn split(&mut self, id: StructId) {
        let unit = self.unit;
        let fields: Vec<_> = unit
            .members(id)
            .map(|(field, placed)| {
                let (ty, offset) = (unit.module.types[field.ty], placed.offset.bytes());
                let size = unit.extent(ty).map(|(size, _)| size);
                let slots = offset / SLOT..(offset + size.unwrap_or(SLOT)).div_ceil(SLOT);
                Member { name: unit.names.resolve(field.name), ty, offset, size: size.unwrap_or(0), slots }
            })
            .collect();
        let is_aligned = self.aligned.get(&id).copied().unwrap_or_default();
        let mut names: FxHashSet<String> = fields.iter().map(|member| member.name.to_owned()).collect();
        let mut members = Vec::new();
        let mut changes = false;
        for (index, member) in fields.iter().enumerate() {
            let &Member { name, ty, offset, size, ref slots } = member;
            // The offsets of members ascend, so members in a common slot are next to each other.
            let neighbors = || {
                let before = fields[..index].iter().rev().take_while(|other| slots.start < other.slots.end);
                before.chain(fields[index + 1..].iter().take_while(|other| other.slots.start < slots.end))
            };
            let shares_atomic = neighbors().any(|other| unit.contains_atomic(other.ty)) || !is_aligned && self.atomics;
            changes |= unit.struct_within(ty).is_some_and(|inner| self.stores.contains_key(&inner));
            let stored =
                |name: String, offset, size, kind| StorageMember { name, offset, size, kind, from: index..=index, as_values: false };
            match (ty, scalar_of(unit, ty)) {
                (Type::Vector { scalar, width }, _) if neighbors().next().is_some() || !is_aligned => {
                    changes = true;
                    let bytes = scalar_bytes(scalar);
                    let kind = MemberKind::Object { ty: Type::Scalar(scalar), declared: TypeSource::Component };
                    for (letter, component) in LETTERS.into_iter().zip(0..u64::from(width)) {
                        let name = self.names.fresh_member(&format!("{name}_{letter}"), &mut names);
                        members.push(stored(name, offset + component * bytes, bytes, kind));
                    }
                }
                (_, Some(scalar)) if shares_atomic && size > 0 => {
                    changes = true;
                    let kind = MemberKind::Scalars { scalar, count: size / scalar_bytes(scalar) };
                    members.push(stored(name.to_owned(), offset, size, kind));
                }
                _ => {
                    members.push(stored(name.to_owned(), offset, size, MemberKind::Object { ty, declared: TypeSource::Member(id, index) }))
                }
            }
        }
        if changes {
            self.stores.insert(id, StorageLayout { members });
        }
    }
}

/// A member, and the slots that it occupies.
struct Member<'u> {
    name: &'u str,
    ty: Type,
    offset: u64,
    size: u64,
    slots: Range<u64>,
}

/// The scalar type of a matrix, or of an array of vectors or matrices.
fn scalar_of(unit: &Unit<'_>, ty: Type) -> Option<Scalar> {
    match ty {
        Type::Matrix { scalar, .. } | Type::Vector { scalar, .. } => Some(scalar),
        Type::Array { element, .. } => scalar_of(unit, unit.module.types[element]),
        _ => None,
    }
}
