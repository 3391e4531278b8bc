//! The target of a chain of accesses in the new memory: `u.lights[i].position`.

use padstone_model::{Count, Scalar, StructId, Type};

use super::store::{MemberKind, StorageOwner};
use super::types::{LETTERS, column_stride, scalar_bytes};
use super::{Engine, RewriteBlocked};

/// The memory that an expression refers to or points to, in a variable whose storage changes.
#[derive(Clone, Debug)]
pub(crate) struct MemoryCursor {
    /// A reference to the memory of [`MemoryPosition::Whole`], or to the struct of [`MemoryPosition::Within`].
    pub(crate) text: String,
    pub(crate) position: MemoryPosition,
    /// The old type.
    pub(crate) ty: Type,
    /// The components of the vector that it refers to.
    pub(crate) part: VectorPart,
    /// Whether the text equals that of the source.
    pub(crate) same: bool,
    /// Whether the expression is a pointer.
    pub(crate) pointer: bool,
    /// The start of the chain.
    pub(crate) root: ChainRoot,
    /// The steps of the chain, without the components.
    pub(crate) steps: Vec<ChainStep>,
    /// Whether nested structs are stored like their values, even those with a storage layout.
    pub(crate) as_values: bool,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum MemoryPosition {
    /// The memory keeps its declaration.
    Whole,
    /// The memory is part of a struct or variable whose storage changes, at byte `offset` plus the sum of the terms.
    Within { owner: StorageOwner, offset: u64, terms: Vec<DynamicIndex> },
}

/// A run-time index.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct DynamicIndex {
    pub(crate) index: Index,
    pub(crate) stride: u64,
    pub(crate) count: u64,
}

/// The components of a vector that an expression refers to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum VectorPart {
    Whole,
    /// A component with a run-time index.
    Component(Index),
    /// Several components.
    Swizzle(Vec<u8>),
}

/// The start of a chain.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ChainRoot {
    /// The variable of a declaration.
    Variable(usize),
    /// A local name, by the position of its declaration.
    Local(u32),
}

/// A step of a chain.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum ChainStep {
    Member(StructId, usize),
    Index(Index),
    Swizzle(Vec<u8>),
}

/// An index expression.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Index {
    pub(crate) text: String,
    pub(crate) constant: Option<u64>,
    /// Whether its type is `u32`.
    pub(crate) unsigned: bool,
    pub(crate) repeats: Duplicability,
}

/// The scope in which an index expression may be repeated with the same value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) enum Duplicability {
    /// Nowhere: it has side effects.
    Never,
    /// Within one expression.
    Here,
    /// In statements that store to buffers: it reads local variables.
    InStores,
    /// Until a declaration shadows a name in it.
    Nearby,
    /// In the whole function.
    Always,
}

impl Index {
    /// A constant name, with type `u32` if `unsigned`.
    pub(crate) fn named(text: String, unsigned: bool) -> Index {
        Index { text, constant: None, unsigned, repeats: Duplicability::Always }
    }

    /// The index as a `u32`.
    pub(crate) fn as_u32(&self) -> String {
        match self.constant {
            Some(constant) => format!("{constant}u"),
            None if self.unsigned => self.text.clone(),
            None => format!("u32({})", self.text),
        }
    }
}

impl MemoryCursor {
    /// The indices of the chain that are not constant.
    pub(crate) fn indices(&self) -> impl Iterator<Item = &Index> {
        let indices = self.steps.iter().filter_map(|step| if let ChainStep::Index(index) = step { Some(index) } else { None });
        let component = if let VectorPart::Component(index) = &self.part { Some(index) } else { None };
        indices.chain(component).filter(|index| index.constant.is_none())
    }

    /// The scope in which the expression may be repeated.
    pub(crate) fn repeats(&self) -> Duplicability {
        self.indices().map(|index| index.repeats).min().unwrap_or(Duplicability::Always)
    }

    /// The scalar type and length of a scalar or vector.
    pub(crate) fn vector(&self) -> Option<(Scalar, u8)> {
        match self.ty {
            Type::Scalar(scalar) => Some((scalar, 1)),
            Type::Vector { scalar, width } => Some((scalar, width)),
            _ => None,
        }
    }
}

/// The index of the element that contains a byte of an array, where `unit` is the size of an element. Indices are clamped to the bounds of
/// their arrays, as implementations do (WGSL, section 15.1), so that they never reach adjacent members.
pub(crate) fn position(start: u64, terms: &[DynamicIndex], unit: u64, is_unsigned: bool) -> String {
    let mut sum: Vec<String> = Vec::new();
    if start >= unit || terms.is_empty() {
        sum.push(format!("{}{}", start / unit, if is_unsigned || !terms.is_empty() { "u" } else { "" }));
    }
    for DynamicIndex { index, stride, count } in terms {
        let clamped = format!("min({}, {}u)", index.as_u32(), count - 1);
        sum.push(if *stride == unit { clamped } else { format!("{clamped} * {}u", stride / unit) });
    }
    sum.join(" + ")
}

impl Engine<'_, '_> {
    /// The memory of a variable.
    pub(crate) fn start(&self, text: String, ty: Type, root: ChainRoot) -> MemoryCursor {
        let regrouped = if let ChainRoot::Variable(index) = root { self.plan.roots.contains_key(&index).then_some(index) } else { None };
        let position = regrouped.map_or(MemoryPosition::Whole, |index| MemoryPosition::Within {
            owner: StorageOwner::Variable(index),
            offset: 0,
            terms: Vec::new(),
        });
        let (same, part, steps) = (regrouped.is_none(), VectorPart::Whole, Vec::new());
        MemoryCursor { text, position, ty, part, same, pointer: false, root, steps, as_values: false }
    }

    /// The memory after one more step.
    pub(crate) fn step(&self, from: &MemoryCursor, step: ChainStep) -> Result<MemoryCursor, RewriteBlocked> {
        let (to, step) = match (step, &from.part) {
            (ChainStep::Member(id, position), VectorPart::Whole) => (self.member(from, id, position), ChainStep::Member(id, position)),
            (ChainStep::Index(index), VectorPart::Whole) => (self.index(from, &index), ChainStep::Index(index)),
            (ChainStep::Swizzle(components), VectorPart::Whole) => (self.swizzle(from, &components), ChainStep::Swizzle(components)),
            (ChainStep::Swizzle(components), VectorPart::Swizzle(before)) => {
                let components = components.iter().map(|&component| before.get(usize::from(component)).copied());
                let components = components.collect::<Option<Vec<u8>>>().ok_or(RewriteBlocked)?;
                let vector = MemoryCursor { part: VectorPart::Whole, ..from.clone() };
                (self.swizzle(&vector, &components), ChainStep::Swizzle(components))
            }
            _ => return Err(RewriteBlocked),
        };
        let mut to = to.ok_or(RewriteBlocked)?;
        if to.part == VectorPart::Whole {
            to.steps.push(step);
        }
        Ok(to)
    }

    fn member(&self, from: &MemoryCursor, id: StructId, index: usize) -> Option<MemoryCursor> {
        let (field, placed) = self.unit.members(id).nth(index)?;
        let name = self.unit.names.resolve(field.name);
        let ty = self.unit.module.types[field.ty];
        let offset = placed.offset.bytes();
        let to = MemoryCursor { ty, pointer: false, ..from.clone() };
        Some(match &from.position {
            MemoryPosition::Whole if !from.as_values && self.plan.stores.contains_key(&id) => {
                let to = self.step_into_member(MemoryCursor {
                    position: MemoryPosition::Within { owner: StorageOwner::Struct(id), offset, terms: Vec::new() },
                    ..to
                });
                let same = from.same
                    && to.position == MemoryPosition::Whole
                    && to.text.ends_with(name)
                    && to.text.len() == from.text.len() + 1 + name.len();
                MemoryCursor { same, ..to }
            }
            MemoryPosition::Whole => MemoryCursor { text: format!("{}.{name}", from.text), ..to },
            MemoryPosition::Within { owner, offset: start, terms } => self.step_into_member(MemoryCursor {
                position: MemoryPosition::Within { owner: *owner, offset: start.checked_add(offset)?, terms: terms.clone() },
                ..to
            }),
        })
    }

    fn index(&self, from: &MemoryCursor, index: &Index) -> Option<MemoryCursor> {
        let types = &self.unit.module.types;
        let (ty, stride, count) = match from.ty {
            Type::Array { element, count } => {
                let stride = if from.position == MemoryPosition::Whole { 0 } else { self.unit.stride(element)? };
                (types[element], stride, count)
            }
            Type::Matrix { scalar, rows, columns, .. } => {
                (Type::Vector { scalar, width: rows }, column_stride(scalar, rows), Count::Known(columns.into()))
            }
            Type::Vector { scalar, width } => (Type::Scalar(scalar), scalar_bytes(scalar), Count::Known(width.into())),
            _ => return None,
        };
        let to = MemoryCursor { ty, pointer: false, ..from.clone() };
        let MemoryPosition::Within { owner, offset, terms } = &from.position else {
            return Some(MemoryCursor { text: format!("{}[{}]", from.text, index.text), ..to });
        };
        if let Some(constant) = index.constant {
            let offset = offset.checked_add(constant.checked_mul(stride)?)?;
            return Some(self.step_into_member(MemoryCursor {
                position: MemoryPosition::Within { owner: *owner, offset, terms: terms.clone() },
                ..to
            }));
        }
        let is_scalars = matches!(self.plan.store(*owner).at(*offset)?.kind, MemberKind::Scalars { .. });
        if matches!(from.ty, Type::Vector { .. }) && !is_scalars {
            return Some(MemoryCursor { part: VectorPart::Component(index.clone()), pointer: false, ..from.clone() });
        }
        let Count::Known(count) = count else { return None };
        let mut terms = terms.clone();
        terms.push(DynamicIndex { index: index.clone(), stride, count });
        Some(self.step_into_member(MemoryCursor { position: MemoryPosition::Within { owner: *owner, offset: *offset, terms }, ..to }))
    }

    /// A single component inside a struct has a separate location; several components do not.
    fn swizzle(&self, from: &MemoryCursor, components: &[u8]) -> Option<MemoryCursor> {
        let (scalar, _) = from.vector()?;
        let letters: String = components.iter().map(|&component| LETTERS[usize::from(component)]).collect();
        let to = MemoryCursor { pointer: false, ..from.clone() };
        let ty = match components.len() {
            1 => Type::Scalar(scalar),
            many => Type::Vector { scalar, width: many as u8 },
        };
        Some(match (&from.position, components) {
            (MemoryPosition::Whole, _) => MemoryCursor { text: format!("{}.{letters}", from.text), ty, ..to },
            (MemoryPosition::Within { owner, offset, terms }, &[component]) => {
                let offset = offset + scalar_bytes(scalar) * u64::from(component);
                self.step_into_member(MemoryCursor {
                    position: MemoryPosition::Within { owner: *owner, offset, terms: terms.clone() },
                    ty,
                    ..to
                })
            }
            (MemoryPosition::Within { .. }, _) => MemoryCursor { part: VectorPart::Swizzle(components.to_vec()), ..to },
        })
    }

    /// Checks whether memory inside a struct is a whole member, or an element of one.
    fn step_into_member(&self, cursor: MemoryCursor) -> MemoryCursor {
        let MemoryPosition::Within { owner, offset, terms } = &cursor.position else { return cursor };
        if let (Type::Scalar(_), Some(member)) = (cursor.ty, self.plan.store(*owner).at(*offset))
            && let MemberKind::Scalars { scalar, .. } = member.kind
        {
            let index = position(offset - member.offset, terms, scalar_bytes(scalar), false);
            let text = format!("{}[{index}]", member.text(&cursor.text));
            return MemoryCursor { text, position: MemoryPosition::Whole, same: false, ..cursor };
        }
        match self.plan.store(*owner).object(*offset, cursor.ty).filter(|_| terms.is_empty()) {
            Some(member) => {
                let text = member.text(&cursor.text);
                MemoryCursor { text, position: MemoryPosition::Whole, same: false, as_values: member.as_values, ..cursor }
            }
            None => MemoryCursor { same: false, ..cursor },
        }
    }

    /// Whether memory is stored differently from values of its type: its struct changes, or contains one that does.
    pub(crate) fn is_stored_anew(&self, cursor: &MemoryCursor) -> bool {
        !cursor.as_values && self.unit.struct_within(cursor.ty).is_some_and(|id| self.plan.stores.contains_key(&id))
    }
}
