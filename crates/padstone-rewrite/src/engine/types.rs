//! Types in the forms that the engine requires, and in the spelling of WGSL.

use std::collections::{BTreeMap, BTreeSet};

use padstone_layout::FieldLayout;
use padstone_model::{Count, Field, Scalar, StructId, Type, TypeId};

use crate::Unit;

/// The letters of a swizzle.
pub(crate) const LETTERS: [char; 4] = ['x', 'y', 'z', 'w'];

/// The size in bytes of the scalars that WGSL allows in buffers.
pub(crate) fn scalar_bytes(scalar: Scalar) -> u64 {
    scalar.bytes(true)
}

/// The name of a scalar.
pub(crate) fn scalar_name(scalar: Scalar) -> &'static str {
    match scalar {
        Scalar::Int32 => "i32",
        Scalar::Uint32 => "u32",
        Scalar::Float32 => "f32",
        Scalar::Float16 => "f16",
        Scalar::Int16 => "i16",
        Scalar::Uint16 => "u16",
        Scalar::Int64 => "i64",
        Scalar::Uint64 => "u64",
        Scalar::Float64 => "f64",
        _ => "bool",
    }
}

/// The name of a scalar or vector type.
pub(crate) fn vector_name(scalar: Scalar, width: u8) -> String {
    if width == 1 { scalar_name(scalar).to_owned() } else { format!("vec{width}<{}>", scalar_name(scalar)) }
}

/// The matrix stride in bytes (WGSL, section 14.4.1).
pub(crate) fn column_stride(scalar: Scalar, rows: u8) -> u64 {
    scalar_bytes(scalar) * if rows == 3 { 4 } else { u64::from(rows) }
}

impl Unit<'_> {
    /// The structs that contain a scalar that the engine cannot store in words of 32 bits, which only naga has, with that scalar.
    pub(crate) fn unsupported_structs(&self) -> BTreeMap<StructId, Scalar> {
        let mut found = BTreeMap::new();
        // A struct comes after the structs that it contains.
        for (id, declared) in self.module.structs.iter() {
            let fields = declared.fields.iter().map(|field| self.module.types[field.ty]);
            if let Some(scalar) = fields.into_iter().find_map(|ty| self.unsupported_scalar(ty, &found)) {
                found.insert(id, scalar);
            }
        }
        found
    }

    /// The scalar in a type that the engine cannot store, if there is one.
    pub(crate) fn unsupported_scalar(&self, ty: Type, structs: &BTreeMap<StructId, Scalar>) -> Option<Scalar> {
        match ty {
            Type::Scalar(scalar) | Type::Atomic(scalar) | Type::Vector { scalar, .. } | Type::Matrix { scalar, .. } => {
                let is_native = matches!(scalar, Scalar::Int16 | Scalar::Uint16 | Scalar::Int64 | Scalar::Uint64 | Scalar::Float64);
                is_native.then_some(scalar)
            }
            Type::Array { element, .. } => self.unsupported_scalar(self.module.types[element], structs),
            Type::Struct(id) => structs.get(&id).copied(),
            _ => None,
        }
    }

    /// The size and alignment of a type in bytes. `None` if they are unknown, or it contains a runtime-sized array.
    pub(crate) fn extent(&self, ty: Type) -> Option<(u64, u64)> {
        Some(match ty {
            Type::Scalar(scalar) | Type::Atomic(scalar) => (scalar_bytes(scalar), scalar_bytes(scalar)),
            Type::Vector { scalar, width } => (scalar_bytes(scalar) * u64::from(width), column_stride(scalar, width)),
            Type::Matrix { scalar, rows, columns, .. } => {
                let stride = column_stride(scalar, rows);
                (stride * u64::from(columns), stride)
            }
            Type::Array { element, count: Count::Known(count) } => {
                let (_, align) = self.extent(self.module.types[element])?;
                (self.stride(element)?.checked_mul(count)?, align)
            }
            Type::Struct(id) => {
                let placed = self.layouts.standard().get(self.module.structs[id].ty?).ok()?;
                (placed.size.bytes(), placed.align.bytes())
            }
            _ => return None,
        })
    }

    /// The stride of an array of this element type, in bytes.
    pub(crate) fn stride(&self, element: TypeId) -> Option<u64> {
        let (size, align) = self.extent(self.module.types[element])?;
        size.checked_next_multiple_of(align)
    }

    /// The members of a struct with their offsets; empty if it has no layout.
    pub(crate) fn members(&self, id: StructId) -> impl ExactSizeIterator<Item = (&Field, &FieldLayout)> + Clone {
        let ty = self.module.structs[id].ty.expect("declared structs are types");
        self.layouts.standard().fields(self.module, ty)
    }

    /// The alignment of a type without the attributes of members of nested structs, which naga 30 ignores in the layout of outer structs
    /// (gfx-rs/wgpu issue 4377).
    pub(crate) fn plain_align(&self, ty: Type) -> u64 {
        match ty {
            Type::Array { element, .. } => self.plain_align(self.module.types[element]),
            Type::Struct(id) => self.members(id).map(|(field, _)| self.plain_align(self.module.types[field.ty])).max().unwrap_or(1),
            _ => self.extent(ty).map_or(1, |(_, align)| align),
        }
    }

    /// The alignment that a member must state itself for naga: that of its type, if it comes from attributes inside ([`Unit::plain_align`]) and
    /// the member has no attribute that is at least as large.
    pub(crate) fn unstated_align(&self, field: &Field) -> Option<u64> {
        let ty = self.module.types[field.ty];
        // An array has the alignment of its elements; the extent of a runtime-sized one is unknown.
        let mut innermost = ty;
        while let Type::Array { element, .. } = innermost {
            innermost = self.module.types[element];
        }
        let (_, align) = self.extent(innermost).filter(|&(_, align)| self.plain_align(ty) < align)?;
        field.align().is_none_or(|(written, _)| written.bytes() < align).then_some(align)
    }

    /// Whether a type contains an atomic.
    pub(crate) fn contains_atomic(&self, ty: Type) -> bool {
        match ty {
            Type::Atomic(_) => true,
            Type::Array { element, .. } => self.contains_atomic(self.module.types[element]),
            Type::Struct(id) => self.members(id).any(|(field, _)| self.contains_atomic(self.module.types[field.ty])),
            _ => false,
        }
    }

    /// Whether a type contains a vector or matrix.
    pub(crate) fn contains_vector(&self, ty: Type) -> bool {
        match ty {
            Type::Vector { .. } | Type::Matrix { .. } => true,
            Type::Array { element, .. } => self.contains_vector(self.module.types[element]),
            Type::Struct(id) => self.members(id).any(|(field, _)| self.contains_vector(self.module.types[field.ty])),
            _ => false,
        }
    }

    /// The name of a struct.
    pub(crate) fn struct_name(&self, id: StructId) -> &str {
        self.names.resolve(self.module.structs[id].name)
    }

    /// Structs with all nested ones, each after those that it contains.
    pub(crate) fn structs_within(&self, outermost: &BTreeSet<StructId>) -> BTreeSet<StructId> {
        let mut within = BTreeSet::new();
        let mut pending: Vec<StructId> = outermost.iter().copied().collect();
        while let Some(id) = pending.pop() {
            if within.insert(id) {
                let types = self.module.structs[id].fields.iter().map(|field| self.module.types[field.ty]);
                pending.extend(types.filter_map(|ty| self.struct_within(ty)));
            }
        }
        within
    }

    /// The struct of a type, ignoring arrays.
    pub(crate) fn struct_within(&self, mut ty: Type) -> Option<StructId> {
        loop {
            match ty {
                Type::Array { element, .. } => ty = self.module.types[element],
                Type::Struct(id) => return Some(id),
                _ => return None,
            }
        }
    }

    /// The text of a value type in WGSL.
    pub(crate) fn type_text(&self, mut ty: Type) -> String {
        let (mut before, mut after) = (String::new(), String::new());
        while let Type::Array { element, count } = ty {
            before.push_str("array<");
            after = match count {
                Count::Known(count) => format!(", {count}>{after}"),
                Count::Runtime | Count::LinkTime => format!(">{after}"),
            };
            ty = self.module.types[element];
        }
        let name = match ty {
            Type::Scalar(scalar) => scalar_name(scalar).to_owned(),
            Type::Atomic(scalar) => format!("atomic<{}>", scalar_name(scalar)),
            Type::Vector { scalar, width } => vector_name(scalar, width),
            Type::Matrix { scalar, rows, columns, .. } => format!("mat{columns}x{rows}<{}>", scalar_name(scalar)),
            Type::Struct(id) => self.struct_name(id).to_owned(),
            _ => String::new(),
        };
        format!("{before}{name}{after}")
    }
}
