//! The new location of each scalar, for the map.

use std::collections::BTreeSet;

use padstone_model::Type;

use super::StoragePlan;
use super::store::{MemberKind, StorageOwner};
use super::types::{column_stride, scalar_bytes};
use crate::{Elements, PassMap, Unit};

/// Records the new offset of each member of the variables under a plan.
pub(crate) fn record(unit: &Unit<'_>, plan: &StoragePlan, variables: &BTreeSet<usize>, map: &mut PassMap) {
    for &index in variables {
        let Some(name) = unit.tree.declarations[index].name() else { continue };
        let Some(content) = unit.content(index) else { continue };
        let mut moves = PathMover { unit, plan, buffer: unit.names.resolve(name.symbol), map };
        let within = plan.roots.contains_key(&index).then_some((StorageOwner::Variable(index), 0));
        let start = MovedPath { old: String::new(), new: String::new(), within, regrouped: false, as_values: false };
        moves.add_moves(content, &start);
    }
}

struct PathMover<'m, 'a> {
    unit: &'m Unit<'a>,
    plan: &'m StoragePlan,
    buffer: &'m str,
    map: &'m mut PassMap,
}

/// A path and its new path; inside a struct whose storage changes, also the position in that struct.
#[derive(Clone)]
struct MovedPath {
    old: String,
    new: String,
    within: Option<(StorageOwner, u64)>,
    /// Whether an enclosing array has become part of another one.
    regrouped: bool,
    /// Whether structs are stored like their values.
    as_values: bool,
}

impl PathMover<'_, '_> {
    fn add_moves(&mut self, ty: Type, path: &MovedPath) {
        match ty {
            Type::Struct(id) => {
                let members: Vec<_> = self.unit.members(id).map(|(field, placed)| (field.name, field.ty, placed.offset.bytes())).collect();
                for (name, ty, offset) in members {
                    let name = self.unit.names.resolve(name);
                    let old = join(&path.old, name);
                    let ty = self.unit.module.types[ty];
                    let next = match path.within {
                        Some((owner, start)) => MovedPath { old, within: Some((owner, start + offset)), ..path.clone() },
                        None if !path.as_values && self.plan.stores.contains_key(&id) => {
                            MovedPath { old, within: Some((StorageOwner::Struct(id), offset)), ..path.clone() }
                        }
                        None => MovedPath { old, new: join(&path.new, name), ..path.clone() },
                    };
                    let next = self.step_into_member(ty, next);
                    self.add_moves(ty, &next);
                }
            }
            Type::Array { element, .. } => {
                let ty = self.unit.module.types[element];
                let old = format!("{}[]", path.old);
                let next = match path.within {
                    None => MovedPath { old, new: format!("{}[]", path.new), ..path.clone() },
                    Some(_) => MovedPath { old, regrouped: true, ..path.clone() },
                };
                self.add_moves(ty, &next);
            }
            _ => self.leaf(ty, path),
        }
    }

    fn step_into_member(&self, ty: Type, path: MovedPath) -> MovedPath {
        match path.within.and_then(|(owner, offset)| self.plan.store(owner).object(offset, ty)) {
            Some(member) => MovedPath { new: join(&path.new, &member.name), within: None, as_values: member.as_values, ..path },
            None => path,
        }
    }

    fn leaf(&mut self, ty: Type, path: &MovedPath) {
        let (scalar, width, vectors, stride) = match ty {
            Type::Scalar(scalar) | Type::Atomic(scalar) => (scalar, 1, 1, 0),
            Type::Vector { scalar, width } => (scalar, u64::from(width), 1, 0),
            Type::Matrix { scalar, rows, columns, .. } => (scalar, rows.into(), u64::from(columns), column_stride(scalar, rows)),
            _ => return,
        };
        let bytes = scalar_bytes(scalar);
        let Some((owner, offset)) = path.within else {
            if path.new != path.old {
                let size = stride * vectors + if stride == 0 { bytes * width } else { 0 };
                self.map.moved(self.buffer, &path.old, 0..size, &path.new, 0, Elements::Unchanged);
            }
            return;
        };
        for vector in 0..vectors {
            let start = vector * stride;
            let Some(member) = self.plan.store(owner).at(offset + start) else { return };
            let new = join(&path.new, &member.name);
            match member.kind {
                MemberKind::Words { vectors, .. } => {
                    let is_array = vectors.is_some();
                    let new = if is_array { format!("{new}[]") } else { new };
                    let elements = if is_array || path.regrouped { Elements::Regrouped } else { Elements::Unchanged };
                    let position = offset + start - member.offset;
                    self.map.moved(self.buffer, &path.old, start..start + bytes * width, &new, position, elements);
                }
                MemberKind::Scalars { .. } => {
                    let (new, position) = (format!("{new}[]"), offset + start - member.offset);
                    self.map.moved(self.buffer, &path.old, start..start + bytes * width, &new, position, Elements::Regrouped);
                }
                MemberKind::Object { .. } => {
                    for component in 0..width {
                        let first = start + component * bytes;
                        let Some(member) = self.plan.store(owner).at(offset + first) else { return };
                        let new = join(&path.new, &member.name);
                        self.map.moved(self.buffer, &path.old, first..first + bytes, &new, 0, Elements::Unchanged);
                    }
                }
            }
        }
    }
}

fn join(path: &str, name: &str) -> String {
    match (path, name) {
        ("", _) => name.to_owned(),
        (_, "") => path.to_owned(),
        _ => format!("{path}.{name}"),
    }
}
