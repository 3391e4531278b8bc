//! Which expression of the host reaches which number: the map that goes with the structs.

use padstone_model::Scalar;

use super::plan::Plan;
use super::structs::{Content, HostField, HostStruct, HostType, Role, Root};

/// A number, by the names of the host.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place {
    /// From the struct to the number.
    pub steps: Vec<Step>,
    /// Where it lies, in bytes from the start of the buffer.
    pub offset: u64,
    /// What it is; never one of the `min` types.
    pub scalar: Scalar,
}

/// A step on the way to a number.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Step {
    /// Into a field of that name.
    Field(String),
    /// To an element.
    Index(u64),
    /// From an element of an array to what lies in it, padding left out: a field `value`.
    Value,
    /// To the elements of an array but for the last: a field `head`.
    Head,
    /// To the last element of an array, the one with this index: a field `last`.
    Last(u64),
}

/// The numbers of a buffer, those of bit-fields left out; at most `most` of them.
pub(super) fn places(plan: &Plan<'_>, root: &Root, most: usize) -> Vec<Place> {
    let mut walk = Walk { plan, steps: Vec::new(), found: Vec::new(), most };
    if let Some(ty) = &root.ty {
        walk.ty(ty, 0);
    }
    walk.found
}

struct Walk<'p, 'm> {
    plan: &'p Plan<'m>,
    steps: Vec<Step>,
    found: Vec<Place>,
    most: usize,
}

impl Walk<'_, '_> {
    fn ty(&mut self, ty: &HostType, offset: u64) {
        if self.found.len() >= self.most {
            return;
        }
        match ty {
            HostType::Number(scalar) => self.found.push(Place { steps: self.steps.clone(), offset, scalar: *scalar }),
            HostType::Array { element, count } => {
                let stride = self.plan.size(element);
                for index in 0..*count {
                    self.step(Step::Index(index), element, offset + index * stride);
                    if self.found.len() >= self.most {
                        return;
                    }
                }
            }
            HostType::Struct(index) => {
                let host = &self.plan.structs[*index];
                host.fields.iter().for_each(|field| self.field(host, field, offset));
            }
        }
    }

    fn field(&mut self, host: &HostStruct, field: &HostField, offset: u64) {
        let Content::Value(ty) = &field.content else { return };
        let step = match (host.role, field.name.as_str()) {
            (Role::Element, _) => Step::Value,
            (Role::Peeled { .. }, "head") => Step::Head,
            (Role::Peeled { count }, _) => Step::Last(count - 1),
            (Role::Declared, name) => Step::Field(name.to_owned()),
        };
        self.step(step, ty, offset + field.offset);
    }

    fn step(&mut self, step: Step, ty: &HostType, offset: u64) {
        self.steps.push(step);
        self.ty(ty, offset);
        self.steps.pop();
    }
}
