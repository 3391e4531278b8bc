//! The map of the structs: the host expression that accesses each scalar.

use padstone_model::Scalar;

use super::plan::HostPlan;
use super::structs::{FieldContent, HostField, HostStruct, HostStructRole, HostType, RequestedRoot};

/// A scalar, with its access path in the host language.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ScalarAccess {
    /// The steps from the struct to the scalar.
    pub steps: Vec<AccessStep>,
    /// The offset from the start of the buffer, in bytes.
    pub offset: u64,
    /// The type; never one of the `min` types.
    pub scalar: Scalar,
}

/// A step of the path to a scalar.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AccessStep {
    /// To a field with this name.
    Field(String),
    /// To an element.
    Index(u64),
    /// From an array element to its content without padding: the field `value`.
    Value,
    /// To an element of an array whose last element is a separate field, through the accessors of its struct.
    Peeled {
        /// The struct, or the prefix of its functions.
        owner: String,
        /// The index of the element.
        index: u64,
    },
    /// To a component of a library's vector.
    Lane(u64),
    /// To a scalar of a library's matrix: the index of the vector, and of the scalar in it.
    Cell(u64, u64),
}

impl ScalarAccess {
    /// Whether it is in a vector or matrix of a library.
    pub fn is_of_library(&self) -> bool {
        matches!(self.steps.last(), Some(AccessStep::Lane(_) | AccessStep::Cell(..)))
    }

    /// Whether it is accessed by the functions of an array.
    pub fn is_peeled(&self) -> bool {
        self.steps.iter().any(|step| matches!(step, AccessStep::Peeled { .. }))
    }
}

/// The scalars of a buffer, except bit-fields; at most `most` of them.
pub(super) fn scalar_accesses(plan: &HostPlan<'_>, root: &RequestedRoot, most: usize) -> Vec<ScalarAccess> {
    let mut walk = Walk { plan, steps: Vec::new(), found: Vec::new(), most };
    if let Some(ty) = &root.ty {
        walk.ty(ty, 0);
    }
    walk.found
}

struct Walk<'p, 'm> {
    plan: &'p HostPlan<'m>,
    steps: Vec<AccessStep>,
    found: Vec<ScalarAccess>,
    most: usize,
}

impl Walk<'_, '_> {
    fn ty(&mut self, ty: &HostType, offset: u64) {
        if self.found.len() >= self.most {
            return;
        }
        match ty {
            HostType::Number(scalar) => self.found.push(ScalarAccess { steps: self.steps.clone(), offset, scalar: *scalar }),
            HostType::Array { element, count } => {
                let stride = self.plan.size(element);
                for index in 0..*count {
                    self.step(AccessStep::Index(index), element, offset + index * stride);
                    if self.found.len() >= self.most {
                        return;
                    }
                }
            }
            HostType::Library(library) => {
                for (vector, number, byte) in library.numbers() {
                    let step = if library.vectors.is_some() { AccessStep::Cell(vector, number) } else { AccessStep::Lane(number) };
                    self.step(step, &HostType::Number(library.scalar), offset + byte);
                }
            }
            HostType::Struct(index) => {
                let host = &self.plan.structs[*index];
                match (host.role, host.fields.last()) {
                    (HostStructRole::Peeled { count }, Some(HostField { content: FieldContent::Value(element), offset: last, .. })) => {
                        let stride = last / (count - 1).max(1);
                        for index in 0..count {
                            self.step(AccessStep::Peeled { owner: host.name.clone(), index }, element, offset + index * stride);
                        }
                    }
                    _ => host.fields.iter().for_each(|field| self.field(host, field, offset)),
                }
            }
        }
    }

    fn field(&mut self, host: &HostStruct, field: &HostField, offset: u64) {
        let FieldContent::Value(ty) = &field.content else { return };
        let step = if host.role == HostStructRole::Element { AccessStep::Value } else { AccessStep::Field(field.name.clone()) };
        self.step(step, ty, offset + field.offset);
    }

    fn step(&mut self, step: AccessStep, ty: &HostType, offset: u64) {
        self.steps.push(step);
        self.ty(ty, offset);
        self.steps.pop();
    }
}
