//! Reads memory whose storage changes.

use padstone_model::{Count, Scalar, StructId, Type};

use super::cursor::{ChainRoot, ChainStep, Duplicability, DynamicIndex, Index, MemoryCursor, MemoryPosition, VectorPart, position};
use super::store::{MemberKind, StorageMember};
use super::types::{LETTERS, scalar_bytes, vector_name};
use super::{Engine, RewriteBlocked};

/// A value with more scalars or vectors than this is constructed in a function.
const INLINE_PARTS: usize = 4;
/// A function variable with more than this is not changed.
const MAX_PARTS: usize = 64;

/// The expression that reads a value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum LoadedValue {
    /// Components of a vector: `u.abc`, and their lanes.
    Lanes { vector: String, lanes: Vec<u8>, scalar: Scalar },
    /// Any expression.
    Text(String),
}

impl LoadedValue {
    pub(crate) fn into_text(self) -> String {
        match self {
            LoadedValue::Lanes { vector, lanes, .. } => lanes_text(&vector, &lanes),
            LoadedValue::Text(text) => text,
        }
    }
}

fn lanes_text(vector: &str, lanes: &[u8]) -> String {
    let letters: String = lanes.iter().map(|&lane| LETTERS[usize::from(lane)]).collect();
    format!("{vector}.{letters}")
}

impl Engine<'_, '_> {
    /// An expression for the value of this memory.
    pub(crate) fn load(&mut self, from: &MemoryCursor) -> Result<LoadedValue, RewriteBlocked> {
        let loaded = match &from.position {
            MemoryPosition::Whole if !self.is_stored_anew(from) => LoadedValue::Text(from.text.clone()),
            // Two words require two references to the memory.
            MemoryPosition::Within { .. }
                if matches!(from.vector(), Some((Scalar::Float16, 3..))) && from.repeats() < Duplicability::Here =>
            {
                LoadedValue::Text(self.call_loader(from)?)
            }
            MemoryPosition::Within { owner, offset, terms } if from.vector().is_some() => {
                let member = self.plan.store(*owner).at(*offset).ok_or(RewriteBlocked)?;
                let is_composed = match member.kind {
                    MemberKind::Object { .. } | MemberKind::Scalars { .. } => true,
                    MemberKind::Words { .. } => terms.is_empty() && straddles(from, offset - member.offset),
                };
                match member.kind {
                    _ if is_composed && self.is_simple(from) => self.compose(from)?,
                    _ if is_composed => LoadedValue::Text(self.call_loader(from)?),
                    MemberKind::Words { scalar, vectors } if terms.is_empty() => {
                        let vector = word_vector(&from.text, member, vectors, (offset - member.offset) / 16);
                        from_lanes(from, vector, scalar, (offset - member.offset) % 16).ok_or(RewriteBlocked)?
                    }
                    MemberKind::Words { scalar, vectors: Some(count) } => match self.column(from, member, count, *offset, terms) {
                        Some(vector) => from_lanes(from, vector, scalar, (offset - member.offset) % 16).ok_or(RewriteBlocked)?,
                        None => LoadedValue::Text(self.call_loader(from)?),
                    },
                    _ => LoadedValue::Text(self.call_loader(from)?),
                }
            }
            _ if self.is_simple(from) => self.compose(from)?,
            _ => LoadedValue::Text(self.call_loader(from)?),
        };
        Ok(match (&from.part, loaded) {
            (VectorPart::Whole, loaded) => loaded,
            (VectorPart::Swizzle(components), LoadedValue::Lanes { vector, lanes, scalar }) => {
                let lanes = components.iter().map(|&component| lanes[usize::from(component)]).collect();
                LoadedValue::Lanes { vector, lanes, scalar }
            }
            (VectorPart::Swizzle(components), LoadedValue::Text(text)) => LoadedValue::Text(lanes_text(&text, components)),
            (VectorPart::Component(index), loaded) => LoadedValue::Text(format!("{}[{}]", loaded.into_text(), index.text)),
        })
    }

    /// A vector in an array of vectors that is indexed like the original array: a column, or an element of stride 16.
    fn column(&self, from: &MemoryCursor, member: &StorageMember, count: u64, offset: u64, terms: &[DynamicIndex]) -> Option<String> {
        match terms {
            [DynamicIndex { index, stride: 16, count: elements }]
                if *elements == count && offset - member.offset < 16 && !straddles(from, offset - member.offset) =>
            {
                Some(format!("{}[{}]", member.text(&from.text), index.text))
            }
            _ => None,
        }
    }

    /// Whether a value is short enough to be constructed inline, and its memory may be referenced several times.
    fn is_simple(&self, from: &MemoryCursor) -> bool {
        let has_terms = matches!(&from.position, MemoryPosition::Within { terms, .. } if !terms.is_empty());
        // A generated function cannot access function variables.
        let most = if matches!(from.root, ChainRoot::Local(_)) { MAX_PARTS } else { INLINE_PARTS };
        from.repeats() >= Duplicability::Here && !has_terms && self.leaves(from.ty, most).is_some()
    }

    /// The number of loads of a value, if it is at most this many.
    pub(super) fn leaves(&self, ty: Type, most: usize) -> Option<usize> {
        let parts: Vec<(Type, usize)> = match ty {
            Type::Struct(id) => self.unit.members(id).map(|(field, _)| (self.unit.module.types[field.ty], 1)).collect(),
            Type::Array { element, count: Count::Known(count) } => {
                vec![(self.unit.module.types[element], usize::try_from(count).ok().filter(|&count| count <= most)?)]
            }
            Type::Array { .. } => return None,
            Type::Matrix { columns, .. } => return Some(usize::from(columns)).filter(|&count| count <= most),
            _ => return Some(1),
        };
        let mut sum = 0;
        for (part, times) in parts.into_iter().take(most + 1) {
            sum += self.leaves(part, most)? * times;
            if sum > most {
                return None;
            }
        }
        Some(sum)
    }

    /// Constructs the value from its parts.
    fn compose(&mut self, from: &MemoryCursor) -> Result<LoadedValue, RewriteBlocked> {
        let vector = MemoryCursor { part: VectorPart::Whole, ..from.clone() };
        if let Type::Struct(id) = from.ty {
            self.needs_value(id);
        }
        let mut parts = Vec::new();
        for step in self.component_steps(from.ty)? {
            let part = self.step(&vector, step)?;
            parts.push(self.load(&part)?.into_text());
        }
        Ok(LoadedValue::Text(format!("{}({})", self.value_type(&vector), parts.join(", "))))
    }

    /// The steps to the parts of a value.
    pub(crate) fn component_steps(&self, ty: Type) -> Result<Vec<ChainStep>, RewriteBlocked> {
        let numbered = |count: u64| {
            let constant = |position: u64| Index {
                text: position.to_string(),
                constant: Some(position),
                unsigned: false,
                repeats: Duplicability::Always,
            };
            (0..count).map(|position| ChainStep::Index(constant(position))).collect()
        };
        Ok(match ty {
            Type::Struct(id) => (0..self.unit.members(id).len()).map(|position| ChainStep::Member(id, position)).collect(),
            Type::Array { count: Count::Known(count), .. } => numbered(count),
            Type::Matrix { columns, .. } => numbered(columns.into()),
            Type::Vector { width, .. } => (0..width).map(|component| ChainStep::Swizzle(vec![component])).collect(),
            _ => return Err(RewriteBlocked),
        })
    }

    /// The step to the first part of a value.
    pub(crate) fn first_part(&self, ty: Type) -> Result<ChainStep, RewriteBlocked> {
        match ty {
            Type::Struct(id) if self.unit.members(id).len() > 0 => Ok(ChainStep::Member(id, 0)),
            Type::Array { .. } | Type::Matrix { .. } => {
                Ok(ChainStep::Index(Index { text: "0".to_owned(), constant: Some(0), unsigned: false, repeats: Duplicability::Always }))
            }
            _ => Err(RewriteBlocked),
        }
    }

    /// The body of a function that reads this memory: statements, and the result. All indices are names.
    pub(crate) fn loader_body(&mut self, from: &MemoryCursor) -> Result<(Vec<String>, String), RewriteBlocked> {
        if let MemoryPosition::Within { owner, offset, terms } = &from.position
            && from.vector().is_some()
            && !terms.is_empty()
        {
            let member = self.plan.store(*owner).at(*offset).ok_or(RewriteBlocked)?.clone();
            return match member.kind {
                MemberKind::Words { scalar, vectors } => {
                    let position = self.local("at");
                    let (sum, value) = gather(from, &member, scalar, vectors, *offset, terms, &position);
                    Ok((vec![self.naming(&position, "u32", &sum)], value))
                }
                MemberKind::Scalars { .. } => Ok((Vec::new(), self.compose(from)?.into_text())),
                MemberKind::Object { .. } => Err(RewriteBlocked),
            };
        }
        match (&from.position, from.ty) {
            (_, Type::Array { element, count: Count::Known(count) }) if count > INLINE_PARTS as u64 => {
                let (index, result) = (self.local("n"), self.local("result"));
                let part = self.step(from, ChainStep::Index(Index::named(index.clone(), true)))?;
                let part = self.load(&part)?.into_text();
                if let Some(id) = self.unit.struct_within(self.unit.module.types[element]) {
                    self.needs_value(id);
                }
                Ok((
                    vec![
                        format!("var {result}{}{};", self.colon(), self.value_type(from)),
                        self.counting(&index, count, &format!("{result}[{index}] = {part};")),
                    ],
                    result,
                ))
            }
            _ => Ok((Vec::new(), self.compose(from)?.into_text())),
        }
    }

    /// Records that values of a struct are constructed.
    pub(crate) fn needs_value(&mut self, id: StructId) {
        self.values.insert(id);
    }
}

/// Whether a scalar or vector at a byte of `vec4`s straddles two of them.
fn straddles(from: &MemoryCursor, byte: u64) -> bool {
    from.vector().is_some_and(|(scalar, width)| byte % 16 + scalar_bytes(scalar) * u64::from(width) > 16)
}

/// A vector of a member that contains several old members.
fn word_vector(text: &str, member: &StorageMember, vectors: Option<u64>, slot: u64) -> String {
    match vectors {
        Some(_) => format!("{}[{slot}]", member.text(text)),
        None => member.text(text),
    }
}

/// The two f16 of a word, converted through f32, which represents every f16: naga 30 has no `bitcast` between vectors of different lengths.
fn halves(word: &str) -> String {
    format!("vec2<f16>(unpack2x16float({word}))")
}

/// Three or four f16 from two words.
fn four_halves(first: &str, second: &str, width: u8) -> String {
    format!("vec4<f16>({}, {}){}", halves(first), halves(second), if width == 3 { ".xyz" } else { "" })
}

/// The value at a byte of a vector of words.
fn from_lanes(from: &MemoryCursor, vector: String, stored: Scalar, byte: u64) -> Option<LoadedValue> {
    let (scalar, width) = from.vector()?;
    let first = u8::try_from(byte / 4).ok().filter(|&first| first < 4)?;
    if scalar == Scalar::Float16 {
        let word = |more: u8| lanes_text(&vector, &[first + more]);
        return Some(LoadedValue::Text(match width {
            1 => format!("f16(unpack2x16float({}).{})", word(0), LETTERS[usize::try_from(byte % 4 / 2).ok()?]),
            2 => halves(&word(0)),
            _ => four_halves(&word(0), &word(1), width),
        }));
    }
    let lanes: Vec<u8> = (first..first + width).collect();
    if first + width > 4 {
        return None;
    }
    if scalar == stored {
        return Some(LoadedValue::Lanes { vector, lanes, scalar });
    }
    Some(LoadedValue::Text(format!("bitcast<{}>({})", vector_name(scalar, width), lanes_text(&vector, &lanes))))
}

/// Reads at a computed index, which gets a name: returns its declaration, and the value. Units are words, or half words for f16; or
/// vectors, if the value is inside one.
fn gather(
    from: &MemoryCursor,
    member: &StorageMember,
    stored: Scalar,
    vectors: Option<u64>,
    offset: u64,
    terms: &[DynamicIndex],
    index: &str,
) -> (String, String) {
    let byte = offset - member.offset;
    if vectors.is_some() && terms.iter().all(|term| term.stride.is_multiple_of(16)) {
        let vector = format!("{}[{index}]", member.text(&from.text));
        if let Some(loaded) = from_lanes(from, vector, stored, byte % 16).filter(|_| !straddles(from, byte)) {
            return (position(byte, terms, 16, true), loaded.into_text());
        }
    }
    let (scalar, width) = from.vector().unwrap_or((Scalar::Uint32, 1));
    let unit = if scalar == Scalar::Float16 && width == 1 { 2 } else { 4 };
    let sum = position(byte, terms, unit, true);
    let word = |index: &str| match vectors {
        Some(_) => format!("{}[{index} / 4u][{index} % 4u]", member.text(&from.text)),
        None => format!("{}[{}]", member.text(&from.text), index.trim_start_matches('(').trim_end_matches(')')),
    };
    let next = |count: u64| -> Vec<String> {
        (0..count).map(|more| if more == 0 { word(index) } else { word(&format!("({index} + {more}u)")) }).collect()
    };
    let value = if scalar == Scalar::Float16 {
        match width {
            1 => format!("f16(unpack2x16float({})[{index} % 2u])", word(&format!("({index} / 2u)"))),
            2 => halves(&word(index)),
            _ => four_halves(&word(index), &word(&format!("({index} + 1u)")), width),
        }
    } else {
        let words = next(width.into());
        let words = if width == 1 { words[0].clone() } else { format!("{}({})", vector_name(stored, width), words.join(", ")) };
        if scalar == stored { words } else { format!("bitcast<{}>({words})", vector_name(scalar, width)) }
    };
    (sum, value)
}
