//! Types, with the sizes that valid modules require.

use super::Generator;

/// The type of a member, variable or parameter.
#[derive(Clone, Debug)]
pub(super) struct Type {
    /// The spelling.
    pub(super) text: String,
    /// SizeOf, in bytes; for a runtime-sized array, that of one element.
    pub(super) size: u64,
    /// AlignOf, in bytes.
    pub(super) align: u64,
    /// The structure.
    pub(super) shape: TypeKind,
    /// Whether it contains an atomic.
    pub(super) atomic: bool,
    /// Whether it contains a bool, and so is not host-shareable.
    pub(super) boolean: bool,
    /// Whether it satisfies the constraints of uniform buffers without `uniform_buffer_standard_layout`.
    pub(super) legacy: bool,
    /// Whether it is a struct whose alignment comes from attributes.
    pub(super) aligned: bool,
}

/// The structure of a type.
#[derive(Clone, Debug)]
pub(super) enum TypeKind {
    /// A scalar with this name.
    Scalar(&'static str),
    /// The number of components, and the scalar.
    Vector(usize, &'static str),
    /// The number of columns and rows, and `f32`, `f16`, or `f64`.
    Matrix(usize, usize, &'static str),
    /// `atomic<i32>`, `atomic<u32>`, or one of 64 bits: the scalar.
    Atomic(&'static str),
    /// The element count (`None` if runtime-sized), and the element type.
    Array(Box<Type>, Option<u64>),
    /// The members.
    Struct(Vec<Member>),
}

/// A member of a struct.
#[derive(Clone, Debug)]
pub(super) struct Member {
    pub(super) name: String,
    pub(super) ty: Type,
    /// In bytes, from the start of the struct.
    pub(super) offset: u64,
}

impl Type {
    pub(super) fn is_runtime(&self) -> bool {
        match &self.shape {
            TypeKind::Array(_, count) => count.is_none(),
            TypeKind::Struct(members) => members.iter().any(|member| member.ty.is_runtime()),
            _ => false,
        }
    }

    /// AlignOf in uniform buffers without `uniform_buffer_standard_layout`.
    pub(super) fn legacy_align(&self) -> u64 {
        match self.shape {
            TypeKind::Array(..) | TypeKind::Struct(_) => self.align.next_multiple_of(16),
            _ => self.align,
        }
    }

    pub(super) fn scalar(name: &'static str) -> Type {
        let size = match name {
            "f16" | "i16" | "u16" => 2,
            "f64" | "i64" | "u64" => 8,
            _ => 4,
        };
        plain(name.to_owned(), size, size, TypeKind::Scalar(name))
    }

    pub(super) fn vector(width: usize, scalar: &'static str, text: String) -> Type {
        let component = Type::scalar(scalar).size;
        let align = component * if width == 2 { 2 } else { 4 };
        plain(text, component * width as u64, align, TypeKind::Vector(width, scalar))
    }

    pub(super) fn array(element: Type, count: Option<u64>, text: String) -> Type {
        let stride = element.size.next_multiple_of(element.align);
        Type {
            text,
            size: stride * count.unwrap_or(1),
            align: element.align,
            atomic: element.atomic,
            boolean: element.boolean,
            legacy: element.legacy && stride.is_multiple_of(16),
            aligned: false,
            shape: TypeKind::Array(Box::new(element), count),
        }
    }

    fn matrix(columns: usize, rows: usize, scalar: &'static str, text: String) -> Type {
        let column = Type::vector(rows, scalar, String::new());
        let size = column.size.next_multiple_of(column.align) * columns as u64;
        plain(text, size, column.align, TypeKind::Matrix(columns, rows, scalar))
    }
}

fn plain(text: String, size: u64, align: u64, shape: TypeKind) -> Type {
    let boolean = matches!(shape, TypeKind::Scalar("bool") | TypeKind::Vector(_, "bool"));
    let atomic = matches!(shape, TypeKind::Atomic(_));
    Type { text, size, align, shape, atomic, boolean, legacy: true, aligned: false }
}

/// The restrictions on a type.
#[derive(Clone, Copy)]
pub(super) struct AllowedTypes {
    pub(super) atomic: bool,
    pub(super) boolean: bool,
}

/// Types larger than this are not put into arrays or structs, so that no size comes near 4 GiB.
const LARGEST: u64 = 1 << 16;

/// The maximum size of an array in modules with small types.
const LARGEST_OF_SMALL: u64 = 384;

impl Generator<'_, '_> {
    /// A type of fixed size.
    pub(super) fn ty(&mut self, may: AllowedTypes) -> Type {
        let ty = match self.choices.below(12) {
            0..3 => self.scalar(may),
            3..6 => self.vector(may),
            6 | 7 => self.matrix(),
            8 if may.atomic => self.atomic(),
            8 | 9 => self.structure(may),
            _ => self.array(may),
        };
        // naga 30 treats arrays of a type and of an alias of that type as different.
        let may_alias = !self.domain.portable || self.structs.depth == 0;
        if self.choices.one_in(12) && may_alias { self.alias(ty) } else { ty }
    }

    fn scalar(&mut self, may: AllowedTypes) -> Type {
        let mut scalars = vec!["f32", "u32", "i32", "f32"];
        scalars.extend(self.half.then_some("f16"));
        if self.domain.native {
            scalars.extend(["i64", "u64", "f64"]);
        }
        if self.int16 {
            scalars.extend(["i16", "u16"]);
        }
        scalars.extend(may.boolean.then_some("bool"));
        let scalar = *self.choices.pick(&scalars);
        Type::scalar(scalar)
    }

    fn vector(&mut self, may: AllowedTypes) -> Type {
        let TypeKind::Scalar(scalar) = self.scalar(may).shape else { unreachable!("the kind is a scalar") };
        let width = self.choices.between(2, 4);
        let short = self.choices.one_in(2);
        let text = match suffix(scalar).filter(|_| !short) {
            None => format!("vec{width}<{scalar}>"),
            Some(suffix) => format!("vec{width}{suffix}"),
        };
        Type::vector(width, scalar, text)
    }

    fn matrix(&mut self) -> Type {
        let scalar = if self.half && self.choices.one_in(3) {
            "f16"
        } else if self.domain.native && self.choices.one_in(4) {
            "f64"
        } else {
            "f32"
        };
        let (columns, rows) = (self.choices.between(2, 4), self.choices.between(2, 4));
        let text = match suffix(scalar).filter(|_| self.choices.one_in(2)) {
            Some(suffix) => format!("mat{columns}x{rows}{suffix}"),
            None => format!("mat{columns}x{rows}<{scalar}>"),
        };
        Type::matrix(columns, rows, scalar, text)
    }

    fn atomic(&mut self) -> Type {
        let scalars: &[&str] = if self.domain.native { &["u32", "i32", "u64", "i64"] } else { &["u32", "i32"] };
        let scalar = *self.choices.pick(scalars);
        let size = Type::scalar(scalar).size;
        plain(format!("atomic<{scalar}>"), size, size, TypeKind::Atomic(scalar))
    }

    fn structure(&mut self, may: AllowedTypes) -> Type {
        let portable = self.domain.portable;
        let placed = |ty: &Type| !portable || (!ty.aligned && ty.size <= LARGEST_OF_SMALL);
        let fits =
            |ty: &&Type| placed(ty) && (may.atomic || !ty.atomic) && (may.boolean || !ty.boolean) && !ty.is_runtime() && ty.size <= LARGEST;
        let known: Vec<Type> = self.structs.all.iter().filter(fits).cloned().collect();
        if known.is_empty() { self.vector(may) } else { self.choices.pick(&known).clone() }
    }

    fn array(&mut self, may: AllowedTypes) -> Type {
        let element = if self.choices.one_in(4) && self.structs.depth < 3 {
            self.structs.depth += 1;
            let element = self.ty(may);
            self.structs.depth -= 1;
            element
        } else {
            match self.choices.below(4) {
                0 | 1 => self.vector(may),
                2 => self.scalar(may),
                _ => self.structure(may),
            }
        };
        if element.size > LARGEST {
            return element;
        }
        let (count, value) = self.count();
        let comma = if self.choices.one_in(8) { "," } else { "" };
        let text = format!("array<{}, {count}{comma}>", element.text);
        let array = Type::array(element.clone(), Some(value), text);
        if self.domain.portable && array.size > LARGEST_OF_SMALL { element } else { array }
    }

    /// A runtime-sized array.
    pub(super) fn runtime_array(&mut self, may: AllowedTypes) -> Type {
        self.structs.depth += 1;
        let element = self.ty(may);
        self.structs.depth -= 1;
        let text = format!("array<{}>", element.text);
        Type::array(element, None, text)
    }

    /// An alias of a type.
    fn alias(&mut self, ty: Type) -> Type {
        let name = self.name("Alias");
        self.declare(format!("alias {name} = {};", ty.text));
        Type { text: name, ..ty }
    }
}

/// The suffix of a scalar in the short names of vectors and matrices; `None` if there are no short names.
pub(super) fn suffix(scalar: &str) -> Option<&'static str> {
    match scalar {
        "f32" => Some("f"),
        "f16" => Some("h"),
        "i32" => Some("i"),
        "u32" => Some("u"),
        _ => None,
    }
}
