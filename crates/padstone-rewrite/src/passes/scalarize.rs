//! Vectors that share a slot of 16 bytes with something else become one member for each component, in every buffer that is
//! written.
//!
//! A back end that knows only whole slots would write all of one to write a part of it, and race with those who write the rest,
//! atomics above all. What has no neighbour stays, and so do matrices and arrays, whose elements are places of their own.

use std::collections::{BTreeMap, BTreeSet};

use padstone_diag::Diagnostics;
use padstone_model::{BufferKind, StructId, Type};
use padstone_wgsl::tree::Edition;

use crate::engine::{Declared, Kind, Plan, Representation, Store, Stored, buffers, represent, scalar_bytes, specializing};
use crate::{Edits, Names, Options, Pass, PassMap, Unit};

/// The pass.
pub(super) static PASS: Pass = Pass {
    name: "scalarize",
    summary: "vectors that share a slot with something else become scalars, in buffers that are written",
    takes: &[Edition::Today, Edition::Draft2020],
    gives: None,
    agree: &[],
    first: Some(|unit, options| specializing(unit, &scalarized(unit, options), options)),
    run,
};

/// The bytes of a slot.
const SLOT: u64 = 16;

fn run(unit: &Unit<'_>, options: &Options, edits: &mut Edits, map: &mut PassMap, diagnostics: &mut Diagnostics) {
    represent(unit, scalarized(unit, options), edits, map, diagnostics);
}

fn scalarized<'u>(unit: &'u Unit<'_>, options: &Options) -> Representation<'u> {
    Representation {
        suffix: "scalars",
        variables: buffers(unit, |kind, writes, ty| kind == BufferKind::Storage && writes || holds_atomic(unit, ty)),
        plan: Box::new(|variables| Scalars::plan(unit, variables)),
        max_clones: options.max_clones,
    }
}

/// Whether an atomic lies in it: in 2020 a uniform buffer could hold one.
fn holds_atomic(unit: &Unit<'_>, ty: Type) -> bool {
    match ty {
        Type::Atomic(_) => true,
        Type::Array { element, .. } => holds_atomic(unit, unit.module.types[element]),
        Type::Struct(id) => unit.members(id).any(|(field, _)| holds_atomic(unit, unit.module.types[field.ty])),
        _ => false,
    }
}

struct Scalars<'u, 'a> {
    unit: &'u Unit<'a>,
    names: Names<'u>,
    stores: BTreeMap<StructId, Store>,
}

impl<'u> Scalars<'u, '_> {
    fn plan(unit: &'u Unit<'_>, variables: &BTreeSet<usize>) -> Plan {
        let mut scalars = Scalars { unit, names: Names::new(unit), stores: BTreeMap::new() };
        let outermost: BTreeSet<StructId> = variables.iter().filter_map(|&at| unit.struct_within(unit.content(at)?)).collect();
        for id in unit.structs_within(&outermost) {
            scalars.split(id, outermost.contains(&id));
        }
        Plan { stores: scalars.stores, locals: false }
    }

    /// Takes the vectors of a struct apart. Those in it have been.
    fn split(&mut self, id: StructId, is_outermost: bool) {
        let fields: Vec<_> = self.unit.members(id).map(|(field, placed)| (field.name, field.ty, placed.offset.bytes())).collect();
        let types = &self.unit.module.types;
        let extents: Vec<(u64, u64)> = fields
            .iter()
            .map(|&(_, ty, offset)| (offset / SLOT, (offset + self.unit.extent(types[ty]).map_or(SLOT, |(size, _)| size)).div_ceil(SLOT)))
            .collect();
        // Where the struct starts within a slot is known if it starts with one.
        let starts_slot = is_outermost || self.unit.extent(Type::Struct(id)).is_some_and(|(_, align)| align >= SLOT);
        let mut members = Vec::new();
        let mut changes = false;
        for (at, &(name, ty, offset)) in fields.iter().enumerate() {
            let ty = types[ty];
            let name = self.unit.names.resolve(name);
            let (first, end) = extents[at];
            let shares = extents.iter().enumerate().any(|(other, extent)| other != at && extent.0 < end && first < extent.1);
            changes |= self.unit.struct_within(ty).is_some_and(|inner| self.stores.contains_key(&inner));
            match ty {
                Type::Vector { scalar, width } if shares || !starts_slot => {
                    changes = true;
                    let bytes = scalar_bytes(scalar);
                    members.extend((0..u64::from(width)).map(|component| Stored {
                        name: self.names.fresh(&format!("{name}{component}")),
                        offset: offset + component * bytes,
                        size: bytes,
                        kind: Kind::Object { ty: Type::Scalar(scalar), declared: Declared::Component },
                        from: at..=at,
                        as_values: false,
                    }));
                }
                _ => members.push(Stored {
                    name: name.to_owned(),
                    offset,
                    size: self.unit.extent(ty).map_or(0, |(size, _)| size),
                    kind: Kind::Object { ty, declared: Declared::Member(id, at) },
                    from: at..=at,
                    as_values: false,
                }),
            }
        }
        if changes {
            self.stores.insert(id, Store { members });
        }
    }
}
