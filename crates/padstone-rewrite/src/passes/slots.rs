//! Structs as sequences of `vec4`s: 16-byte slots, each of which is one vector shared by several members.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use padstone_diag::{Diagnostic, Diagnostics, codes};
use padstone_layout::is_padding;
use padstone_model::{Count, Scalar, StructId, Type};
use rustc_hash::FxHashSet;

use crate::engine::{MemberKind, StorageLayout, StorageMember, StoragePlan, TypeSource, scalar_bytes};
use crate::{Names, Unit};

/// The size of a `vec4` in bytes.
const SLOT: u64 = 16;

/// The maximum length of a joined name.
const LONGEST_NAME: usize = 24;

/// Packs structs.
pub(super) struct StructPacker<'u, 'a> {
    unit: &'u Unit<'a>,
    names: Names<'u>,
    /// The prefix for names of shared vectors; `None` if they are named after their members.
    vector_names: Option<String>,
    goal: PackingGoal,
    stores: BTreeMap<StructId, StorageLayout>,
    /// The structs that remain as they are.
    unchanged: BTreeMap<StructId, StorageLayout>,
    seen: BTreeSet<StructId>,
}

/// The arrays and members to pack.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum PackingGoal {
    /// All arrays and members that fit into vectors.
    Vectors,
    /// The arrays and members that uniform buffers did not allow before `uniform_buffer_standard_layout`.
    Legacy,
}

/// A part of a struct, including members of nested structs that are flattened.
#[derive(Clone, Debug)]
pub(super) struct StructPart {
    /// The joined names of its path.
    name: String,
    pub(super) offset: u64,
    pub(super) size: u64,
    pub(super) ty: Type,
    declared: TypeSource,
    /// The member of the outermost struct that contains it.
    member: usize,
    /// Whether it contains a struct that is not packed, because that struct does not start or end at slot boundaries.
    as_values: bool,
}

impl<'u, 'a> StructPacker<'u, 'a> {
    fn new(unit: &'u Unit<'a>, goal: PackingGoal) -> Self {
        let (stores, unchanged) = (BTreeMap::new(), BTreeMap::new());
        StructPacker { unit, names: Names::new(unit), vector_names: None, goal, stores, unchanged, seen: BTreeSet::new() }
    }

    /// The plan that packs the structs of variables.
    pub(super) fn plan(unit: &'u Unit<'a>, variables: &BTreeSet<usize>, goal: PackingGoal, vector_names: Option<String>) -> StoragePlan {
        let mut packing = StructPacker { vector_names, ..StructPacker::new(unit, goal) };
        let mut roots = BTreeMap::new();
        for (position, ty) in variables.iter().filter_map(|&position| Some((position, unit.content(position)?))) {
            if goal == PackingGoal::Legacy && matches!(ty, Type::Array { .. }) && !packing.are_slots(ty) {
                roots.extend(packing.root(ty).map(|store| (position, store)));
            } else if goal != PackingGoal::Legacy && unit.extent(ty).is_some_and(|(size, _)| size < SLOT) {
                // A vector would be larger than the buffer.
            } else if let Some(id) = unit.struct_within(ty) {
                packing.pack(id, matches!(ty, Type::Struct(_)));
            }
        }
        packing.add_owners_of_values();
        StoragePlan { stores: packing.stores, roots, locals: false }
    }

    /// Whether a vector would increase the minimum size of a struct that ends with a runtime-sized array, in a file that calls `arrayLength`: it
    /// counts the elements that fit into the binding, which would be larger.
    pub(super) fn would_lengthen(unit: &Unit<'_>, ty: Type) -> bool {
        let (Type::Struct(id), Some(_)) = (ty, unit.names.lookup("arrayLength")) else { return false };
        let last = unit.module.structs[id].fields.last().map(|field| unit.module.types[field.ty]);
        matches!(last, Some(Type::Array { count: Count::Runtime, .. }))
            && unit.extent(ty).is_some_and(|(size, _)| !size.is_multiple_of(SLOT))
    }

    /// A struct with a member that keeps the declared struct, although that struct changes in other memory: the plan must record it.
    fn add_owners_of_values(&mut self) {
        // Changed structs, and those that contain one; structs come after those that they contain.
        let mut hold_changed: BTreeSet<StructId> = BTreeSet::new();
        for (id, declared) in self.unit.module.structs.iter() {
            let mut inner = declared.fields.iter().filter_map(|field| self.unit.struct_within(self.unit.module.types[field.ty]));
            if self.stores.contains_key(&id) || inner.any(|inner| hold_changed.contains(&inner)) {
                hold_changed.insert(id);
            }
        }
        let keeps_changed = |store: &StorageLayout| {
            store.members.iter().any(|member| match member.kind {
                MemberKind::Object { ty, .. } => self.unit.struct_within(ty).is_some_and(|inner| hold_changed.contains(&inner)),
                MemberKind::Words { .. } | MemberKind::Scalars { .. } => false,
            })
        };
        let (owners, unchanged) = std::mem::take(&mut self.unchanged).into_iter().partition(|(_, store)| keeps_changed(store));
        self.unchanged = unchanged;
        self.stores.extend::<BTreeMap<_, _>>(owners);
    }

    /// An array whose elements do not start at slot boundaries, as an array of vectors.
    fn root(&self, ty: Type) -> Option<StorageLayout> {
        let (size, _) = self.unit.extent(ty)?;
        // The source of the type does not matter, because the array is replaced.
        let declared = TypeSource::Component;
        let object = StructPart { name: String::new(), offset: 0, size, ty, declared, member: 0, as_values: false };
        let mut vectors = self.vectors(&[object], String::new());
        if let MemberKind::Words { vectors, .. } = &mut vectors.kind {
            // A single vector is written as an array too.
            vectors.get_or_insert(1);
        }
        Some(StorageLayout { members: vec![vectors] })
    }

    /// Whether a struct, or each element of an array, fills whole slots.
    fn fills_slots(unit: &Unit<'_>, ty: Type) -> bool {
        match ty {
            Type::Array { element, .. } => match unit.module.types[element] {
                Type::Struct(_) => unit.stride(element).is_some_and(|stride| stride.is_multiple_of(SLOT)),
                inner => Self::fills_slots(unit, inner),
            },
            ty => unit.extent(ty).is_some_and(|(size, _)| size.is_multiple_of(SLOT)),
        }
    }

    /// Whether a variable can be packed: an array of structs cannot if its stride would change.
    pub(super) fn is_packable(unit: &Unit<'_>, ty: Type) -> bool {
        !matches!(ty, Type::Array { .. }) || Self::fills_slots(unit, ty)
    }

    /// Packs a struct and its nested structs. `is_outermost` is whether it is the whole variable.
    fn pack(&mut self, id: StructId, is_outermost: bool) {
        if !self.seen.insert(id) {
            return;
        }
        let mut objects = Vec::new();
        let mut names = self.names_of(id);
        self.objects(&NestedStruct { id, start: 0, prefix: String::new(), member: None, next: None }, &mut names, &mut objects);
        let size = self.unit.extent(Type::Struct(id)).map_or(u64::MAX, |(size, _)| size);
        let mut members = Vec::new();
        let regions = regions(&objects);
        let mut parts = BTreeMap::new();
        objects.iter().for_each(|object| *parts.entry(object.member).or_insert(0) += 1);
        for (index, region) in regions.iter().enumerate() {
            let whole_of = self.only_member(id, &parts, &objects[region.clone()]);
            let region = &objects[region.clone()];
            let is_last = index + 1 == regions.len();
            let is_unchanged = self.goal == PackingGoal::Legacy && !region.iter().any(|object| self.is_illegal(object))
                || region.iter().any(|object| object.size == 0 || self.unit.contains_atomic(object.ty))
                // Code does not read it: a vector would leave a gap that `pin` fills with further padding.
                || region.iter().all(|object| is_padding(&object.name) && is_vector(object.ty))
                || region.len() == 1 && region[0].offset.is_multiple_of(SLOT) && self.is_native(region[0].ty)
                || is_outermost && is_last && self.should_stay(region, size, index == 0);
            if is_unchanged {
                members.extend(region.iter().map(StructPart::stored));
            } else {
                let name = whole_of.unwrap_or_else(|| self.joined(region, &mut names));
                members.push(self.vectors(region, name));
            }
        }
        let store = StorageLayout { members };
        let packed = objects.iter().filter(|object| !object.as_values);
        let holds_changed = packed.filter_map(|object| self.unit.struct_within(object.ty)).any(|inner| self.stores.contains_key(&inner));
        if holds_changed || !store.is_as_before(id, self.unit.members(id).len()) {
            self.stores.insert(id, store);
        } else {
            self.unchanged.insert(id, store);
        }
    }

    /// Reports atomics that prevent packing members in their slot, if `scalarize` could split those.
    pub(super) fn report_atomics(unit: &'u Unit<'a>, variables: &BTreeSet<usize>, diagnostics: &mut Diagnostics) {
        let outermost = variables.iter().filter_map(|&position| unit.struct_within(unit.content(position)?)).collect();
        for id in unit.structs_within(&outermost).into_iter().filter(|&id| unit.contains_atomic(Type::Struct(id))) {
            let mut packing = StructPacker::new(unit, PackingGoal::Vectors);
            let mut objects = Vec::new();
            let mut names = packing.names_of(id);
            packing.objects(&NestedStruct { id, start: 0, prefix: String::new(), member: None, next: None }, &mut names, &mut objects);
            for region in regions(&objects) {
                let region = &objects[region];
                let atomic = region.iter().find(|object| unit.contains_atomic(object.ty));
                // Slots shared within a struct are reported there.
                let vector = region.iter().find(|object| unit.contains_vector(object.ty) && !unit.contains_atomic(object.ty));
                let (Some(atomic), Some(vector)) = (atomic, vector) else { continue };
                let fields = &unit.module.structs[id].fields;
                let span = fields[atomic.member].span;
                let contains = if matches!(atomic.ty, Type::Atomic(_)) { "is" } else { "contains" };
                let message =
                    format!("`{}` {contains} an atomic and shares 16 bytes with `{}`, which is unchanged", atomic.name, vector.name);
                let found = Diagnostic::warning(&codes::ATOMIC_BESIDE, message, span).label(span, "a vector cannot contain it");
                let found = if atomic.member == vector.member { found } else { found.label(fields[vector.member].span, "not packed") };
                diagnostics.push(found.help("run `scalarize` before `pack`"));
            }
        }
    }

    /// Whether the last slot remains unchanged, because a vector would increase the size of the buffer beyond its binding.
    fn should_stay(&self, region: &[StructPart], size: u64, is_only: bool) -> bool {
        let end = region.iter().map(|object| object.offset + object.size).max().unwrap_or(0);
        let rounds = !is_only && self.unit.source.edition == padstone_wgsl::tree::Edition::Current;
        end.next_multiple_of(SLOT) > size && !rounds && region.iter().all(|object| is_vector(object.ty))
    }

    /// Whether an array was not allowed in a uniform buffer at its offset: each element, and the array, had to fill whole slots (WGSL,
    /// section 14.4.4, "Address Space Layout Constraints").
    fn is_illegal(&self, object: &StructPart) -> bool {
        matches!(object.ty, Type::Array { .. }) && !(self.are_slots(object.ty) && object.offset.is_multiple_of(SLOT))
    }

    /// The parts of a struct; `names` contains the names of its members. Structs and arrays of structs that fill whole slots remain, and are
    /// packed separately.
    fn objects(&mut self, within: &NestedStruct, names: &mut FxHashSet<String>, objects: &mut Vec<StructPart>) {
        let fields: Vec<_> = self.unit.members(within.id).map(|(field, placed)| (field.name, field.ty, placed.offset.bytes())).collect();
        for (position, &(name, ty, offset)) in fields.iter().enumerate() {
            let (ty, offset) = (self.unit.module.types[ty], within.start + offset);
            let name = format!("{}{}", within.prefix, self.unit.names.resolve(name));
            let member = within.member.unwrap_or(position);
            let next = fields.get(position + 1).map(|&(_, _, next)| within.start + next).or(within.next);
            let size = self.unit.extent(ty).map_or(0, |(size, _)| size);
            let mut as_values = false;
            if let Some(inner) = self.unit.struct_within(ty) {
                let takes_slots = offset.is_multiple_of(SLOT) && Self::fills_slots(self.unit, ty);
                as_values = !takes_slots;
                let is_unchanged = self.goal == PackingGoal::Legacy && self.is_legal(inner) && is_legal_place(offset, size, next);
                if takes_slots {
                    self.pack(inner, false);
                } else if matches!(ty, Type::Struct(_)) && !is_unchanged && !self.unit.contains_atomic(ty) {
                    self.objects(
                        &NestedStruct { id: inner, start: offset, prefix: format!("{name}_"), member: Some(member), next },
                        names,
                        objects,
                    );
                    continue;
                }
            }
            let name = if within.prefix.is_empty() { name } else { self.names.fresh_member(&name, names) };
            objects.push(StructPart { name, offset, size, ty, declared: TypeSource::Member(within.id, position), member, as_values });
        }
    }

    /// The names of the members of a struct.
    fn names_of(&self, id: StructId) -> FxHashSet<String> {
        self.unit.members(id).map(|(field, _)| self.unit.names.resolve(field.name).to_owned()).collect()
    }

    /// Whether uniform buffers have always allowed a struct.
    fn is_legal(&self, id: StructId) -> bool {
        let fields: Vec<_> =
            self.unit.members(id).map(|(field, placed)| (self.unit.module.types[field.ty], placed.offset.bytes())).collect();
        fields.iter().enumerate().all(|(position, &(ty, offset))| {
            let next = fields.get(position + 1).map(|&(_, next)| next);
            match ty {
                Type::Array { .. } => {
                    self.are_slots(ty)
                        && offset.is_multiple_of(SLOT)
                        && self.unit.struct_within(ty).is_none_or(|inner| self.is_legal(inner))
                }
                Type::Struct(inner) => {
                    let size = self.unit.extent(ty).map_or(0, |(size, _)| size);
                    is_legal_place(offset, size, next) && self.is_legal(inner)
                }
                _ => true,
            }
        })
    }

    /// Whether all elements of an array, at all levels, fill whole slots.
    fn are_slots(&self, ty: Type) -> bool {
        let Type::Array { element, .. } = ty else { return true };
        self.unit.stride(element).is_some_and(|stride| stride.is_multiple_of(SLOT)) && self.are_slots(self.unit.module.types[element])
    }

    /// The vector, or array of vectors, that contains a range of objects.
    fn vectors(&self, region: &[StructPart], name: String) -> StorageMember {
        let offset = region[0].offset / SLOT * SLOT;
        let end = region.iter().map(|object| object.offset + object.size).max().unwrap_or(offset).next_multiple_of(SLOT);
        let slots = (end - offset) / SLOT;
        StorageMember {
            name,
            offset,
            size: end - offset,
            kind: MemberKind::Words { scalar: self.common_scalar(region), vectors: (slots > 1).then_some(slots) },
            from: region[0].member..=region[region.len() - 1].member,
            as_values: false,
        }
    }

    /// Whether an object consists of `vec4`s, or is packed separately.
    fn is_native(&self, ty: Type) -> bool {
        match ty {
            Type::Vector { scalar, width: 4 } | Type::Matrix { scalar, rows: 4, .. } => scalar_bytes(scalar) == 4,
            Type::Array { element, .. } => self.are_slots(ty) && self.is_native(self.unit.module.types[element]),
            Type::Struct(_) => true,
            _ => false,
        }
    }

    /// The scalar type of all objects; otherwise `u32`, which can hold the bits of any.
    fn common_scalar(&self, region: &[StructPart]) -> Scalar {
        let mut all = BTreeSet::new();
        region.iter().for_each(|object| self.scalars(object.ty, &mut all));
        match all.first() {
            Some(&only) if all.len() == 1 && scalar_bytes(only) == 4 => only,
            _ => Scalar::Uint32,
        }
    }

    fn scalars(&self, ty: Type, all: &mut BTreeSet<Scalar>) {
        match ty {
            Type::Scalar(scalar) | Type::Vector { scalar, .. } | Type::Matrix { scalar, .. } => {
                all.insert(scalar);
            }
            Type::Array { element, .. } => self.scalars(self.unit.module.types[element], all),
            Type::Struct(id) => self.unit.members(id).for_each(|(field, _)| self.scalars(self.unit.module.types[field.ty], all)),
            _ => {}
        }
    }

    /// The name of the member that a region consists of, if its name is unused otherwise. `parts`: the number of objects of each member.
    fn only_member(&self, id: StructId, parts: &BTreeMap<usize, usize>, region: &[StructPart]) -> Option<String> {
        let member = region[0].member;
        let is_only = region.iter().all(|object| object.member == member) && parts.get(&member) == Some(&region.len());
        let (field, _) = is_only.then(|| self.unit.members(id).nth(member)).flatten()?;
        Some(self.unit.names.resolve(field.name).to_owned())
    }

    /// `a`, `b` and `c` become `abc`; longer names are joined with underscores. If that is too long, the name consists of the first and the
    /// last, or of the slot.
    fn joined(&self, region: &[StructPart], members: &mut FxHashSet<String>) -> String {
        let names: Vec<&str> = region.iter().map(|object| object.name.as_str()).collect();
        let (first, last) = (&region[0], &region[region.len() - 1]);
        let range = format!("{}_to_{}", first.name, last.name);
        let slot = first.offset / SLOT;
        let requested = match (&names[..], &self.vector_names) {
            ([only], _) => return (*only).to_owned(),
            (_, Some(prefix)) => format!("{prefix}_{slot}"),
            _ if names.iter().all(|name| name.chars().count() == 1) => names.concat(),
            _ if names.len() <= 4 && names.join("_").len() <= LONGEST_NAME => names.join("_"),
            _ if range.len() <= LONGEST_NAME => range,
            _ => format!("slot_{slot}"),
        };
        self.names.fresh_member(&requested, members)
    }
}

/// A nested struct that is flattened.
struct NestedStruct {
    id: StructId,
    start: u64,
    /// The names on the path to it, each followed by an underscore.
    prefix: String,
    /// The member of the outermost struct.
    member: Option<usize>,
    /// The offset of the next member after it.
    next: Option<u64>,
}

/// Whether uniform buffers allowed a struct at this offset: it starts at a slot boundary, and nothing shares its last slot.
fn is_legal_place(offset: u64, size: u64, next: Option<u64>) -> bool {
    offset.is_multiple_of(SLOT) && next.is_none_or(|next| next >= offset + size.next_multiple_of(SLOT))
}

impl StructPart {
    fn stored(&self) -> StorageMember {
        StorageMember {
            name: self.name.clone(),
            offset: self.offset,
            size: self.size,
            kind: MemberKind::Object { ty: self.ty, declared: self.declared },
            from: self.member..=self.member,
            as_values: self.as_values,
        }
    }
}

fn is_vector(ty: Type) -> bool {
    matches!(ty, Type::Scalar(_) | Type::Vector { .. })
}

/// Ranges of objects that share slots.
fn regions(objects: &[StructPart]) -> Vec<Range<usize>> {
    let mut regions: Vec<Range<usize>> = Vec::new();
    let mut end = 0;
    for (index, object) in objects.iter().enumerate() {
        let slot = object.offset / SLOT;
        match regions.last_mut() {
            Some(region) if slot < end => region.end = index + 1,
            _ => regions.push(index..index + 1),
        }
        end = end.max((object.offset + object.size.max(1)).div_ceil(SLOT));
    }
    regions
}
