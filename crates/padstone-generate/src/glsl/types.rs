//! Types of members.

use super::Generator;

/// The type of a member.
#[derive(Clone, Debug)]
pub(super) struct Type {
    /// The part before the name.
    pub(super) text: String,
    /// The part after the name: `[3][2]`.
    pub(super) dimensions: String,
    /// The maximum size in bytes, at any offset.
    pub(super) bound: u64,
    /// Whether `row_major` affects it.
    pub(super) has_matrix: bool,
}

/// No alignment is larger than that of a `dvec4`.
pub(super) const LARGEST_ALIGN: u64 = 32;
/// Types larger than this are not put into arrays or structs.
const LARGEST: u64 = 1 << 16;

/// Scalars, the prefixes of their vectors and matrices, and their sizes.
const SCALARS: &[(&str, &str, u64)] = &[
    ("float", "", 4),
    ("int", "i", 4),
    ("uint", "u", 4),
    ("float", "", 4),
    ("bool", "b", 4),
    ("double", "d", 8),
    ("float16_t", "f16", 2),
    ("int64_t", "i64", 8),
    ("uint64_t", "u64", 8),
    ("int16_t", "i16", 2),
    ("uint16_t", "u16", 2),
    ("int8_t", "i8", 1),
    ("uint8_t", "u8", 1),
];

impl Generator<'_, '_> {
    /// A type, possibly with dimensions.
    pub(super) fn ty(&mut self) -> Type {
        let mut ty = self.element();
        let mut bracketed = Vec::new();
        for _ in 0..*self.choices.pick(&[0, 0, 0, 0, 1, 1, 2, 3]) {
            let (text, value) = self.count();
            if ty.bound * value > LARGEST {
                break;
            }
            ty.bound = ty.bound.next_multiple_of(LARGEST_ALIGN) * value;
            bracketed.push(format!("[{text}]"));
        }
        // `float[2] a[3]` has three elements of two floats.
        let position = if self.choices.one_in(4) { self.choices.below(bracketed.len() + 1) } else { bracketed.len() };
        ty.dimensions = bracketed[..position].concat();
        ty.text.push_str(&bracketed[position..].concat());
        ty
    }

    /// A type without dimensions.
    pub(super) fn element(&mut self) -> Type {
        match self.choices.below(12) {
            0..3 => self.scalar(),
            3..6 => self.vector(),
            6..9 => self.matrix(),
            9 if !self.references.is_empty() => plain(self.choices.pick(&self.references).clone(), 8),
            _ if self.structs.is_empty() => self.vector(),
            _ => self.choices.pick(&self.structs).clone(),
        }
    }

    fn scalar(&mut self) -> Type {
        let &(name, _, size) = self.choices.pick(SCALARS);
        plain(name.to_owned(), size)
    }

    fn vector(&mut self) -> Type {
        let &(_, prefix, size) = self.choices.pick(SCALARS);
        let width = self.choices.between(2, 4);
        plain(format!("{prefix}vec{width}"), size * 4)
    }

    fn matrix(&mut self) -> Type {
        let (prefix, size) = *self.choices.pick(&[("", 4), ("", 4), ("d", 8), ("f16", 2)]);
        let (columns, rows) = (self.choices.between(2, 4), self.choices.between(2, 4));
        let shape = if columns == rows && self.choices.one_in(2) { columns.to_string() } else { format!("{columns}x{rows}") };
        Type { has_matrix: true, ..plain(format!("{prefix}mat{shape}"), (size * 4).max(16) * 4) }
    }

    /// Declares a struct.
    pub(super) fn structure(&mut self) {
        let name = self.name("Struct");
        let mut ty = plain(name.clone(), LARGEST_ALIGN);
        let mut text = format!("struct {name} {{");
        for _ in 0..self.choices.between(1, 6) {
            let member = self.ty();
            if ty.bound + member.bound > LARGEST {
                break;
            }
            let name = self.name("m");
            text.push_str(&format!("\n    {} {name}{};", member.text, member.dimensions));
            ty.bound = (ty.bound + member.bound).next_multiple_of(LARGEST_ALIGN);
            ty.has_matrix |= member.has_matrix;
        }
        if text.ends_with('{') {
            text.push_str(" float a;");
        }
        self.line(&format!("{text}\n}};"));
        self.structs.push(ty);
    }
}

fn plain(text: String, bound: u64) -> Type {
    Type { text, dimensions: String::new(), bound, has_matrix: false }
}
