//! The new location of each scalar, for the map.

use std::collections::BTreeSet;

use padstone_model::Type;

use super::Plan;
use super::store::{Home, Kind};
use super::types::{column_stride, scalar_bytes};
use crate::{Elements, PassMap, Unit};

/// Records the new offset of everything in some variables under a plan.
pub(crate) fn record(unit: &Unit<'_>, plan: &Plan, variables: &BTreeSet<usize>, map: &mut PassMap) {
    for &at in variables {
        let Some(name) = unit.tree.declarations[at].name() else { continue };
        let Some(content) = unit.content(at) else { continue };
        let mut moves = Moves { unit, plan, buffer: unit.names.resolve(name.symbol), map };
        let within = plan.roots.contains_key(&at).then_some((Home::Variable(at), 0));
        let start = Way { old: String::new(), new: String::new(), within, regrouped: false, as_values: false };
        moves.follow(content, &start);
    }
}

struct Moves<'m, 'a> {
    unit: &'m Unit<'a>,
    plan: &'m Plan,
    buffer: &'m str,
    map: &'m mut PassMap,
}

/// A path, what became of it, and if it is within a struct that is stored otherwise, where in that.
#[derive(Clone)]
struct Way {
    old: String,
    new: String,
    within: Option<(Home, u64)>,
    /// Whether an array on the way has become part of another one.
    regrouped: bool,
    /// Whether structs are stored as their values are.
    as_values: bool,
}

impl Moves<'_, '_> {
    fn follow(&mut self, ty: Type, way: &Way) {
        match ty {
            Type::Struct(id) => {
                let members: Vec<_> = self.unit.members(id).map(|(field, placed)| (field.name, field.ty, placed.offset.bytes())).collect();
                for (name, ty, offset) in members {
                    let name = self.unit.names.resolve(name);
                    let old = join(&way.old, name);
                    let ty = self.unit.module.types[ty];
                    let next = match way.within {
                        Some((of, start)) => Way { old, within: Some((of, start + offset)), ..way.clone() },
                        None if !way.as_values && self.plan.stores.contains_key(&id) => {
                            Way { old, within: Some((Home::Struct(id), offset)), ..way.clone() }
                        }
                        None => Way { old, new: join(&way.new, name), ..way.clone() },
                    };
                    let next = self.settle(ty, next);
                    self.follow(ty, &next);
                }
            }
            Type::Array { element, .. } => {
                let ty = self.unit.module.types[element];
                let old = format!("{}[]", way.old);
                let next = match way.within {
                    None => Way { old, new: format!("{}[]", way.new), ..way.clone() },
                    Some(_) => Way { old, regrouped: true, ..way.clone() },
                };
                self.follow(ty, &next);
            }
            _ => self.leaf(ty, way),
        }
    }

    fn settle(&self, ty: Type, way: Way) -> Way {
        match way.within.and_then(|(of, offset)| self.plan.store(of).object(offset, ty)) {
            Some(member) => Way { new: join(&way.new, &member.name), within: None, as_values: member.as_values, ..way },
            None => way,
        }
    }

    fn leaf(&mut self, ty: Type, way: &Way) {
        let (scalar, width, vectors, stride) = match ty {
            Type::Scalar(scalar) | Type::Atomic(scalar) => (scalar, 1, 1, 0),
            Type::Vector { scalar, width } => (scalar, u64::from(width), 1, 0),
            Type::Matrix { scalar, rows, columns, .. } => (scalar, rows.into(), u64::from(columns), column_stride(scalar, rows)),
            _ => return,
        };
        let bytes = scalar_bytes(scalar);
        let Some((of, offset)) = way.within else {
            if way.new != way.old {
                let size = stride * vectors + if stride == 0 { bytes * width } else { 0 };
                self.map.moved(self.buffer, &way.old, 0..size, &way.new, 0, Elements::Kept);
            }
            return;
        };
        for vector in 0..vectors {
            let start = vector * stride;
            let Some(member) = self.plan.store(of).at(offset + start) else { return };
            let new = join(&way.new, &member.name);
            match member.kind {
                Kind::Words { vectors, .. } => {
                    let is_array = vectors.is_some();
                    let new = if is_array { format!("{new}[]") } else { new };
                    let elements = if is_array || way.regrouped { Elements::Regrouped } else { Elements::Kept };
                    let at = offset + start - member.offset;
                    self.map.moved(self.buffer, &way.old, start..start + bytes * width, &new, at, elements);
                }
                Kind::Scalars { .. } => {
                    let (new, at) = (format!("{new}[]"), offset + start - member.offset);
                    self.map.moved(self.buffer, &way.old, start..start + bytes * width, &new, at, Elements::Regrouped);
                }
                Kind::Object { .. } => {
                    for component in 0..width {
                        let first = start + component * bytes;
                        let Some(member) = self.plan.store(of).at(offset + first) else { return };
                        let new = join(&way.new, &member.name);
                        self.map.moved(self.buffer, &way.old, first..first + bytes, &new, 0, Elements::Kept);
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
