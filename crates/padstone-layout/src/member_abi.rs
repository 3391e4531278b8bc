//! The properties that must match in two layouts, so that both read the same bytes as the same values.

use std::ops::ControlFlow;

use padstone_model::{Count, Field, Major, Module, Offset, Scalar, Size, Stride, Type, TypeId};
use padstone_source::{Span, Symbol};
use rustc_hash::FxHashMap;

use crate::result::{BitRange, FieldLayout, Layout, ModuleLayout, Shape, Subject, TypeLayouts};
use crate::rows::{DynVisitor, Row, Visit, VisitOrder, rows};
use crate::rules::RuleSet;

/// The properties of a member that must match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MemberAbi {
    /// The offset; for a bit-field, that of its allocation unit.
    pub offset: Offset,
    /// For scalars, vectors and matrices, their size without padding. `None` for structs, arrays and resources, whose members and
    /// elements have their own properties, and for bit-fields, which have `bits`.
    pub size: Option<Size>,
    /// For bit-fields, their bits, counted from the lowest bit at `offset`.
    pub bits: Option<BitRange>,
    /// For arrays, the stride.
    pub stride: Option<Stride>,
    /// For matrices and arrays of matrices, the matrix stride (if the rules store them as several vectors) and the majorness.
    pub matrix: Option<(Option<Stride>, Major)>,
    /// For arrays of a known length, the length.
    pub length: Option<u64>,
    /// For scalars, vectors, matrices and bit-fields, how their scalars are encoded.
    pub encoding: Option<ScalarEncoding>,
}

/// How a scalar is encoded in bytes. Values of one encoding and size can be copied.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ScalarEncoding {
    /// Unsigned integers, of any width: `uint2` and `uint64_t` have the same bytes. Also bools and addresses, which hosts write as such
    /// integers.
    Unsigned,
    /// Signed integers, of any width.
    Signed,
    /// Floating point.
    Float {
        /// The size of one scalar in bytes.
        bytes: u64,
        /// The type, if another of this size has other bits of exponent.
        unusual: Option<Scalar>,
    },
}

/// A member with these properties.
#[derive(Clone, Debug)]
pub struct Member {
    /// The path of its row, without the element of a structured buffer or an array; empty for that element.
    pub path: String,
    /// The key, if it is not the path.
    pub(crate) other_key: Option<String>,
    /// The properties that must match.
    pub abi: MemberAbi,
    /// The struct that declares it, and the span of its name; `None` for array elements.
    pub declared: Option<(TypeId, Span)>,
    /// The name; `None` for array elements. In a compiled module, all members of a struct have one span.
    pub name: Option<Symbol>,
    /// The type; for the elements of a buffer, the type of the buffer's content.
    pub ty: TypeId,
    /// The size in bytes, including padding inside: of a `float3x3` 44, where `abi` has 36.
    pub size: Size,
}

/// The part of a layout that another layout must match.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ComparedPart {
    /// Its members.
    Members,
    /// The members of the elements of its [only array](only_array), if it has one: it is compared with a buffer of elements. A struct is such
    /// an element.
    Elements,
    /// Its members, and the stride of an array of it: a struct that is compared without the buffers that contain it.
    Struct,
}

/// The members of a layout that another layout must match: all but [padding](is_padding), in source order.
pub fn members(module: &Module, layouts: &ModuleLayout, layout: &Layout, part: ComparedPart) -> Vec<Member> {
    let of_struct = || match layout.subject {
        Subject::Struct(_) => layouts.types(layout).array_stride(layout.content),
        Subject::Buffer(_) => None,
    };
    match part {
        ComparedPart::Members => members_inside(module, layouts, layout, None, layout.stride),
        ComparedPart::Elements => members_inside(module, layouts, layout, only_array(module, layout), layout.stride.or_else(of_struct)),
        ComparedPart::Struct => members_inside(module, layouts, layout, None, of_struct()),
    }
}

/// The only member of a buffer, if it is a runtime-sized array: GLSL and often WGSL declare a structured buffer of HLSL like this.
pub fn only_array<'a>(module: &'a Module, layout: &Layout) -> Option<&'a Field> {
    let Subject::Buffer(_) = layout.subject else { return None };
    let [field] = &module.as_struct(layout.content)?.fields[..] else { return None };
    matches!(module.types[field.ty], Type::Array { count: Count::Runtime, .. }).then_some(field)
}

fn members_inside(module: &Module, layouts: &ModuleLayout, layout: &Layout, array: Option<&Field>, stride: Option<Stride>) -> Vec<Member> {
    let mut members = Vec::new();
    let ty = array.map_or(layout.content, |array| array.ty);
    let content = MemberAbi::of_content(module, layouts.types(layout), ty, stride);
    if let Some(abi) = content {
        let element = if let Type::Array { element, .. } = module.types[ty] { element } else { ty };
        let size = layouts.types(layout).get(element).map_or(Size::ZERO, |element| element.size);
        members.push(Member { path: String::new(), other_key: None, abi, declared: None, name: None, ty, size });
    }
    // The depth of the padding member whose parts follow.
    let mut hidden: Option<usize> = None;
    let visitor: &mut DynVisitor<'_> = &mut |visit| {
        if let Visit::Row(row) = visit {
            hidden = hidden.filter(|depth| row.depth > *depth).or_else(|| is_padding(row.name).then_some(row.depth));
            if hidden.is_some() {
                return ControlFlow::Continue(());
            }
            let inside = array.and_then(|array| row.path.strip_prefix(module.name(array.name))).unwrap_or(row.path);
            let path = comparable(inside).to_owned();
            if path.is_empty() && content.is_some() {
                return ControlFlow::Continue(());
            }
            let rules = layouts.types(layout).rules;
            let abi = MemberAbi::of(module, rules, &row);
            let bit_fields = row.field.map_or(&[][..], |(field, _)| &field.written.bit_fields);
            // The members of Slang's bit-fields are in an integer without a name in the source.
            if cfg!(feature = "cfamily") && !bit_fields.is_empty() {
                let parent = path.rfind('.').map_or("", |end| &path[..=end]);
                members.extend(bit_fields.iter().filter(|part| !is_padding(module.name(part.name))).map(|part| {
                    let bits = Some(BitRange { first: part.first, width: part.bits });
                    let name = module.name(part.name);
                    Member {
                        path: format!("{parent}{name}"),
                        other_key: None,
                        abi: MemberAbi { size: None, bits, encoding: encoding(module, rules, part.ty), ..abi },
                        declared: None,
                        name: Some(part.name),
                        ty: part.ty,
                        size: row.size,
                    }
                }));
                return ControlFlow::Continue(());
            }
            let declared = row.parent.zip(row.field.map(|(field, _)| field.span));
            let name = row.field.map(|(field, _)| field.name);
            members.push(Member { path, other_key: None, abi, declared, name, ty: row.ty, size: row.size });
        }
        ControlFlow::Continue(())
    };
    let _ = rows(module, layouts.types(layout), layout, VisitOrder::Source, visitor);
    // Without HLSL, no two members have one path.
    if cfg!(feature = "cfamily") {
        set_keys(&mut members);
    }
    members
}

impl Member {
    /// The path without namespaces, unique in the layout: members of two layouts with equal keys correspond. DXC's reflection calls a global
    /// constant of a namespace `N::a`, its SPIR-V `a`.
    pub fn key(&self) -> &str {
        self.other_key.as_deref().unwrap_or(&self.path)
    }

    /// The member with its key as its path.
    pub fn named_by_key(mut self) -> Member {
        self.path = self.other_key.take().unwrap_or(self.path);
        self
    }

    /// The field of the member, and its layout in its struct.
    pub fn field<'a>(&self, module: &'a Module, types: &'a TypeLayouts) -> Option<(TypeId, &'a Field, &'a FieldLayout)> {
        let (parent, span) = self.declared?;
        let (field, place) = types.fields(module, parent).find(|(field, _)| field.span == span && Some(field.name) == self.name)?;
        Some((parent, field, place))
    }
}

/// A path without the namespaces of its first name: `sun.color` for `gfx::sun.color`.
pub fn without_namespaces(path: &str) -> &str {
    let name = path.split(['.', '[']).next().unwrap_or_default();
    name.rfind("::").map_or(path, |end| &path[end + "::".len()..])
}

/// Sets the keys that are not the paths: those of constants of namespaces, and of later members of one name.
fn set_keys(members: &mut [Member]) {
    // The number of outermost members by their name without namespaces.
    let mut counts: FxHashMap<&str, u32> = FxHashMap::default();
    // The key of the last outermost member, if it is not its path.
    let mut outermost: Option<String> = None;
    let mut keys = Vec::new();
    for (index, member) in members.iter().enumerate() {
        let path = without_namespaces(&member.path);
        let (name, rest) = path.split_at(path.find(['.', '[']).unwrap_or(path.len()));
        if rest.is_empty() {
            let count = counts.entry(name).or_default();
            *count += 1;
            outermost = match *count {
                1 => (name != member.path).then(|| name.to_owned()),
                count => Some(format!("{name} ({count})")),
            };
        }
        if let Some(outermost) = &outermost {
            keys.push((index, format!("{outermost}{rest}")));
        }
    }
    for (index, key) in keys {
        members[index].other_key = Some(key);
    }
}

/// An HLSL structured buffer corresponds to an array buffer in other languages, so its paths start at the element.
fn comparable(path: &str) -> &str {
    match path.strip_prefix("[]").or_else(|| path.strip_prefix("$Element")) {
        Some(rest) => rest.strip_prefix('.').unwrap_or(rest),
        None => path,
    }
}

impl MemberAbi {
    /// The properties of a member that a rule set placed.
    pub fn of(module: &Module, rules: &RuleSet, row: &Row<'_>) -> MemberAbi {
        let matrix = row.matrix.map(|matrix| (matrix.stride, matrix.major));
        let size = if row.bits.is_some() { None } else { numbers(module, rules, row.ty, row.size) };
        let (length, encoding) = (row.count.and_then(Count::known), encoding(module, rules, row.ty));
        MemberAbi { offset: row.offset, size, bits: row.bits, stride: row.stride, matrix, length, encoding }
    }

    /// The properties of the content of a buffer, or of its elements, that are not those of a member.
    fn of_content(module: &Module, types: &TypeLayouts, content: TypeId, stride: Option<Stride>) -> Option<MemberAbi> {
        let (element, stride, length) = match (module.types[content], types.get(content).ok()?.shape) {
            (Type::Array { element, count }, Shape::Array { stride }) => (element, Some(stride), count.known()),
            (Type::Array { .. }, _) => return None,
            _ => (content, stride, None),
        };
        let inner = module.types.peel_arrays(element);
        let matrix = match (module.types[inner], types.get(inner).ok()?.shape) {
            (Type::Matrix { major, .. }, Shape::Matrix { stride, .. }) => Some((Some(stride), major)),
            (Type::Matrix { major, .. }, _) => Some((None, major)),
            _ => None,
        };
        let size = numbers(module, types.rules, element, types.get(element).ok()?.size);
        let has_any = stride.is_some() || matrix.is_some() || size.is_some();
        let encoding = encoding(module, types.rules, element);
        has_any.then_some(MemberAbi { offset: Offset::ZERO, size, bits: None, stride, matrix, length, encoding })
    }
}

/// Whether the name of a member marks it as padding: `_pad0`, `pad`, `padding_2`. Code does not read such members, so layouts need
/// not match in them.
///
/// ```
/// use padstone_layout::is_padding;
/// assert!(is_padding("_pad0") && is_padding("Padding") && !is_padding("paddle"));
/// ```
pub fn is_padding(name: &str) -> bool {
    let name = name.trim_start_matches('_');
    let after = |prefix: &str| Some(name.get(prefix.len()..)?).filter(|_| name[..prefix.len()].eq_ignore_ascii_case(prefix));
    let rest = after("padding").or_else(|| after("pad"));
    rest.is_some_and(|rest| rest.trim_start_matches('_').bytes().all(|byte| byte.is_ascii_digit()))
}

fn numbers(module: &Module, rules: &RuleSet, ty: TypeId, size: Size) -> Option<Size> {
    match module.types[ty] {
        Type::Struct(_) | Type::Array { .. } | Type::Resource(_) => None,
        Type::Matrix { scalar, rows, columns, .. } => {
            Some(Size::new(rules.scalar_bytes(module, scalar) * u64::from(rows) * u64::from(columns)))
        }
        _ => Some(size).filter(|size| *size > Size::ZERO),
    }
}

/// The encoding of the scalars of a scalar, vector or matrix; `None` for types whose parts have their own.
fn encoding(module: &Module, rules: &RuleSet, ty: TypeId) -> Option<ScalarEncoding> {
    let scalar = match module.types[ty] {
        Type::Scalar(scalar) | Type::Atomic(scalar) | Type::Vector { scalar, .. } | Type::Matrix { scalar, .. } => scalar,
        Type::Enum(id) => module.enums[id].scalar,
        Type::Pointer(_) => return Some(ScalarEncoding::Unsigned),
        _ => return None,
    };
    Some(match scalar {
        Scalar::Void => return None,
        Scalar::Int8 | Scalar::Int16 | Scalar::Int32 | Scalar::Int64 | Scalar::IntPtr => ScalarEncoding::Signed,
        Scalar::Min16Int | Scalar::Min12Int => ScalarEncoding::Signed,
        // The packed types are one unsigned integer.
        Scalar::Bool | Scalar::Int8x4Packed | Scalar::Uint8x4Packed | Scalar::UintPtr => ScalarEncoding::Unsigned,
        Scalar::Uint8 | Scalar::Uint16 | Scalar::Uint32 | Scalar::Uint64 | Scalar::Min16Uint => ScalarEncoding::Unsigned,
        Scalar::BFloat16 | Scalar::FloatE4M3 | Scalar::FloatE5M2 => {
            ScalarEncoding::Float { bytes: rules.scalar_bytes(module, scalar), unusual: Some(scalar) }
        }
        Scalar::Float16 | Scalar::Float32 | Scalar::Float64 | Scalar::Min16Float | Scalar::Min10Float => {
            ScalarEncoding::Float { bytes: rules.scalar_bytes(module, scalar), unusual: None }
        }
    })
}
