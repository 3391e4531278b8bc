//! Converts the types of a module to types of the model, with the strides and offsets in the module.
//!
//! A type is defined before it is used, except by pointers. Therefore one pass in the order of definition converts all of them, at any
//! depth; another order is an error, so that there are no cycles.

use std::collections::{BTreeMap, HashMap};

use padstone_diag::{Code, Diagnostic, Diagnostics, codes};
use padstone_layout::StatedLayout;
use padstone_model::{
    Count, Field, Major, Module, Offset, Pointee, PointerTarget, PointerTargetId, Scalar, Stride, Struct, StructKind, Type, TypeId,
};
use padstone_source::{Span, Symbol};
use rspirv::spirv::{Op, StorageClass};

use crate::module_info::{Decorations, SpirvModule, TypeDefinition, TypeKind};
use crate::recorded_attributes;

/// The maximum nesting of arrays around a matrix. They are separate types for each stride of the matrix.
const MAX_DIMENSIONS: usize = 32;

/// The matrix layout, as specified by the member that contains it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct MatrixOrder {
    stride: u32,
    major: Major,
}

/// The model of a module under construction.
pub(crate) struct ModuleConversion<'f> {
    pub(crate) info: &'f SpirvModule,
    pub(crate) module: Module,
    pub(crate) stated_layout: StatedLayout,
    pub(crate) diagnostics: Diagnostics,
    /// Whether rows and columns are named as in HLSL: SPIR-V swaps them.
    transposed: bool,
    /// By index in [`SpirvModule::types`]; `None` for types that no buffer contains, for pointers, and for matrices and arrays of them,
    /// which are converted at each use.
    plain: Vec<Option<TypeId>>,
    ordered: HashMap<(usize, MatrixOrder), TypeId>,
    /// The targets of pointers, by id.
    pointer_targets: BTreeMap<u32, PointerTargetId>,
    /// By index: the number of arrays around a matrix; `None` for other types.
    matrices: Vec<Option<usize>>,
}

impl<'f> ModuleConversion<'f> {
    /// Converts the types that the blocks contain, by index; `is_block` marks the types of blocks.
    pub(crate) fn new(
        info: &'f SpirvModule,
        module: Module,
        transposed: bool,
        is_root: Vec<bool>,
        is_block: &[bool],
    ) -> ModuleConversion<'f> {
        let mut conversion = ModuleConversion {
            info,
            module,
            stated_layout: StatedLayout::default(),
            diagnostics: Diagnostics::new(),
            transposed,
            plain: vec![None; info.types.len()],
            ordered: HashMap::new(),
            pointer_targets: BTreeMap::new(),
            matrices: matrices(info),
        };
        for (index, contained_types) in contained_types(info, is_root).into_iter().enumerate() {
            let in_place = conversion.matrices[index].is_some() || matches!(info.types[index].kind, TypeKind::Pointer { .. });
            if contained_types && !in_place {
                let ty = conversion.convert(index, is_block[index]);
                conversion.plain[index] = Some(ty);
            }
        }
        conversion.define_pointer_targets();
        conversion
    }

    /// Finds the structs that pointers refer to: a pointer may precede its target.
    fn define_pointer_targets(&mut self) {
        for (&to, &target) in &self.pointer_targets {
            let ty = self.info.get(to).and_then(|(index, _)| self.plain[index]);
            if let Some(Type::Struct(id)) = ty.map(|ty| self.module.types[ty]) {
                self.module.pointer_targets[target] = PointerTarget::Struct(id);
            }
        }
    }

    /// The type with that index, for a member without matrix decorations.
    pub(crate) fn get(&mut self, index: usize) -> TypeId {
        match self.plain[index] {
            Some(ty) => ty,
            None => self.module.types.intern(Type::Unknown),
        }
    }

    /// The type with that index, of a variable without bytes.
    pub(crate) fn type_without_bytes(&mut self, index: usize) -> TypeId {
        let matrix = match self.info.types[index].kind {
            TypeKind::Matrix { column, count } => self.matrix(column, count, Major::Column),
            _ => None,
        };
        match matrix {
            Some(matrix) => self.module.types.intern(matrix),
            None => self.get(index),
        }
    }

    /// The type of a member of a struct.
    pub(crate) fn member(&mut self, structure: &TypeDefinition, member: u32, id: u32, before: usize) -> TypeId {
        let info = self.info;
        let Some((index, fact)) = info.get(id) else { return self.undefined(structure, id) };
        if let TypeKind::Pointer { class, to } = fact.kind {
            return self.pointer(structure, class, to);
        }
        if index >= before {
            return self.undefined(structure, id);
        }
        let Some(dimensions) = self.matrices[index] else { return self.get(index) };
        let Decorations { matrix_stride, major, .. } = info.member_decorations(structure.id, member);
        let (Some(stride), Some(major)) = (matrix_stride, major) else {
            let missing = if matrix_stride.is_none() { "MatrixStride" } else { "RowMajor or ColMajor" };
            let message = format!("`{}` is a matrix without {missing}", self.member_text(structure, member));
            return self.report_unknown(&codes::SPIRV_STRIDE_MISSING, message, structure.span);
        };
        if dimensions > MAX_DIMENSIONS {
            let message =
                format!("`{}` is an array of matrices with more than {MAX_DIMENSIONS} dimensions", self.member_text(structure, member));
            return self.report_unknown(&codes::SPIRV_TYPE_WITHOUT_BYTES, message, structure.span);
        }
        self.ordered(index, MatrixOrder { stride, major })
    }

    fn convert(&mut self, index: usize, is_block: bool) -> TypeId {
        let info = self.info;
        let fact = &info.types[index];
        match &fact.kind {
            TypeKind::Int { .. } | TypeKind::Float { .. } => match scalar(&fact.kind) {
                Some(scalar) => self.module.types.intern(Type::Scalar(scalar)),
                None => self.without_bytes(fact, "a scalar with an unsupported width"),
            },
            TypeKind::Vector { component, count } => match (self.component(*component, index), u8::try_from(*count)) {
                (Some(scalar), Ok(width @ 2..=4)) => self.module.types.intern(Type::Vector { scalar, width }),
                _ => self.without_bytes(fact, "a vector with an unsupported component type or count"),
            },
            TypeKind::Array { element, length } => {
                let Some(element) = self.element(fact, *element, index) else { return self.undefined(fact, *element) };
                let Some(count) = info.constants.get(*length) else { return self.undefined(fact, *length) };
                self.array(fact, element, Count::Known(count))
            }
            TypeKind::RuntimeArray { element } => {
                let Some(element) = self.element(fact, *element, index) else { return self.undefined(fact, *element) };
                self.array(fact, element, Count::Runtime)
            }
            TypeKind::Struct { members } => self.structure(fact, members, index, is_block),
            TypeKind::Other { opcode } => {
                let name = Op::from_u32(*opcode).map_or_else(|| format!("an instruction {opcode}"), |op| format!("Op{op:?}"));
                self.without_bytes(fact, &name)
            }
            TypeKind::Matrix { .. } | TypeKind::Pointer { .. } => self.module.types.intern(Type::Unknown),
            TypeKind::Image(_) | TypeKind::SampledImage { .. } | TypeKind::Sampler | TypeKind::AccelerationStructure => {
                self.without_bytes(fact, "an opaque type")
            }
        }
    }

    /// The element of an array, if it was defined before.
    fn element(&mut self, array: &TypeDefinition, id: u32, before: usize) -> Option<TypeId> {
        match self.info.get(id)? {
            (_, TypeDefinition { kind: TypeKind::Pointer { class, to }, .. }) => Some(self.pointer(array, *class, *to)),
            (index, _) if index < before => Some(self.get(index)),
            _ => None,
        }
    }

    fn array(&mut self, fact: &TypeDefinition, element: TypeId, count: Count) -> TypeId {
        let ty = self.module.types.add(Type::Array { element, count });
        match self.info.decorations(fact.id).array_stride {
            Some(stride) => self.stated_layout.stride(ty, Stride::new(stride.into())),
            None => {
                let message = format!("{}, an array in a buffer, has no ArrayStride", self.type_text(fact));
                self.diagnostics.push(Diagnostic::error(&codes::SPIRV_STRIDE_MISSING, message, fact.span));
            }
        }
        ty
    }

    fn structure(&mut self, fact: &TypeDefinition, members: &[u32], index: usize, is_block: bool) -> TypeId {
        let mut offsets = Vec::with_capacity(members.len());
        let mut fields = Vec::with_capacity(members.len());
        let mut missing = None;
        for (member, &id) in (0..).zip(members) {
            let ty = self.member(fact, member, id, index);
            let name = self.member_text(fact, member);
            match self.info.member_decorations(fact.id, member).offset {
                Some(offset) => offsets.push(Offset::new(offset.into())),
                None => missing = missing.or(Some(name.clone())),
            }
            let name = self.module.names.intern(&name);
            let annotations = recorded_attributes::of_member(self.info.semantic(fact.id, Some(member)), fact.span);
            fields.push(Field::member(name, fact.span, ty, annotations));
        }
        let text = self.type_text(fact);
        let name = self.module.names.intern(&text);
        let kind = if is_block { StructKind::BufferMembers } else { StructKind::Declared };
        let contiguous = recorded_attributes::is_contiguous(self.info.semantic(fact.id, None));
        let id = self.module.structs.push(Struct { name, span: fact.span, kind, fields, ty: None, contiguous });
        let ty = self.module.types.intern(Type::Struct(id));
        self.module.structs[id].ty = Some(ty);
        match missing {
            None => self.stated_layout.offsets(id, offsets),
            Some(member) => {
                let message = format!("`{member}` of `{text}` has no Offset");
                let found = Diagnostic::error(&codes::SPIRV_OFFSET_MISSING, message, fact.span);
                self.diagnostics.push(found.note("SPIR-V requires an Offset on every member of the types in a buffer"));
            }
        }
        ty
    }

    /// An address, if it is allowed in a buffer, with the name of its target.
    fn pointer(&mut self, holder: &TypeDefinition, class: u32, to: u32) -> TypeId {
        if class != StorageClass::PhysicalStorageBuffer as u32 {
            return self.without_bytes(holder, "a pointer outside the storage class PhysicalStorageBuffer");
        }
        let name = match self.info.get(to) {
            Some((_, fact)) => self.type_text(fact),
            None => format!("_{to}"),
        };
        let name: Symbol = self.module.names.intern(&name);
        let targets = &mut self.module.pointer_targets;
        let target = *self.pointer_targets.entry(to).or_insert_with(|| targets.push(PointerTarget::Undefined));
        self.module.types.intern(Type::Pointer(Pointee::declared(name, Some(target))))
    }

    /// A matrix, or arrays of one, in a member with a matrix layout. The number of arrays is limited.
    fn ordered(&mut self, index: usize, order: MatrixOrder) -> TypeId {
        if let Some(&known) = self.ordered.get(&(index, order)) {
            return known;
        }
        let info = self.info;
        let fact = &info.types[index];
        let ty = match fact.kind {
            TypeKind::Matrix { column, count } => match self.matrix(column, count, order.major) {
                Some(matrix) => {
                    let ty = self.module.types.add(matrix);
                    self.stated_layout.stride(ty, Stride::new(order.stride.into()));
                    ty
                }
                None => self.without_bytes(fact, "a matrix of unknown form"),
            },
            TypeKind::Array { element, length } => match (info.get(element), info.constants.get(length)) {
                (Some((element, _)), Some(count)) => {
                    let element = self.ordered(element, order);
                    self.array(fact, element, Count::Known(count))
                }
                _ => self.undefined(fact, length),
            },
            TypeKind::RuntimeArray { element } => match info.get(element) {
                Some((element, _)) => {
                    let element = self.ordered(element, order);
                    self.array(fact, element, Count::Runtime)
                }
                None => self.undefined(fact, element),
            },
            _ => self.module.types.intern(Type::Unknown),
        };
        self.ordered.insert((index, order), ty);
        ty
    }

    pub(crate) fn matrix(&self, column: u32, count: u32, major: Major) -> Option<Type> {
        let (_, TypeDefinition { kind: TypeKind::Vector { component, count: length }, .. }) = self.info.get(column)? else { return None };
        let scalar = scalar(&self.info.get(*component)?.1.kind)?;
        let (columns @ 2..=4, rows @ 2..=4) = (u8::try_from(count).ok()?, u8::try_from(*length).ok()?) else { return None };
        Some(match (self.transposed, major) {
            (false, _) => Type::Matrix { scalar, rows, columns, major },
            (true, Major::Row) => Type::Matrix { scalar, rows: columns, columns: rows, major: Major::Column },
            (true, Major::Column) => Type::Matrix { scalar, rows: columns, columns: rows, major: Major::Row },
        })
    }

    fn component(&self, id: u32, before: usize) -> Option<Scalar> {
        let (index, fact) = self.info.get(id)?;
        scalar(&fact.kind).filter(|_| index < before)
    }

    fn undefined(&mut self, user: &TypeDefinition, id: u32) -> TypeId {
        let message = format!("%{id} is used at word {}, but not defined before it", user.word);
        self.report_unknown(&codes::SPIRV_ID_UNDEFINED, message, user.span)
    }

    fn without_bytes(&mut self, fact: &TypeDefinition, description: &str) -> TypeId {
        let message = format!("{} in a buffer is {description}, which has no known size", self.type_text(fact));
        self.report_unknown(&codes::SPIRV_TYPE_WITHOUT_BYTES, message, fact.span)
    }

    fn report_unknown(&mut self, code: &'static Code, message: String, span: Span) -> TypeId {
        self.diagnostics.push(Diagnostic::error(code, message, span));
        self.module.types.intern(Type::Unknown)
    }

    /// The name of a type, or its number.
    pub(crate) fn type_text(&self, fact: &TypeDefinition) -> String {
        match self.info.name(fact.id) {
            "" => format!("_{}", fact.id),
            name => name.to_owned(),
        }
    }

    /// The name of a member, or its number.
    pub(crate) fn member_text(&self, fact: &TypeDefinition, member: u32) -> String {
        match self.info.member_name(fact.id, member) {
            "" => format!("member{member}"),
            name => name.to_owned(),
        }
    }
}

/// By index, the number of arrays around a matrix; `None` for other types.
fn matrices(info: &SpirvModule) -> Vec<Option<usize>> {
    let mut found: Vec<Option<usize>> = Vec::with_capacity(info.types.len());
    for fact in &info.types {
        let dimensions = match fact.kind {
            TypeKind::Matrix { .. } => Some(0),
            TypeKind::Array { element, .. } | TypeKind::RuntimeArray { element } => {
                let inner = info.get(element).and_then(|(index, _)| found.get(index).copied().flatten());
                inner.map(|dimensions| dimensions + 1)
            }
            _ => None,
        };
        found.push(dimensions);
    }
    found
}

/// By index, whether the offset of each scalar of a type is known.
pub(crate) fn laid_out(info: &SpirvModule) -> Vec<bool> {
    let matrices = matrices(info);
    let mut found: Vec<bool> = Vec::with_capacity(info.types.len());
    for fact in &info.types {
        let known = |id: u32| match info.get(id) {
            Some((_, TypeDefinition { kind: TypeKind::Pointer { class, .. }, .. })) => *class == StorageClass::PhysicalStorageBuffer as u32,
            Some((index, _)) => found.get(index).is_some_and(|&known| known),
            None => false,
        };
        let has_stride = info.decorations(fact.id).array_stride.is_some();
        let is_known = match &fact.kind {
            TypeKind::Int { .. } | TypeKind::Float { .. } => scalar(&fact.kind).is_some(),
            TypeKind::Vector { component: part, count } | TypeKind::Matrix { column: part, count } => {
                known(*part) && (2..=4).contains(count)
            }
            TypeKind::Array { element, length } => known(*element) && has_stride && info.constants.get(*length).is_some(),
            TypeKind::RuntimeArray { element } => known(*element) && has_stride,
            TypeKind::Struct { members } => (0..).zip(members).all(|(member, &id)| {
                let decorations = info.member_decorations(fact.id, member);
                let is_matrix = info.get(id).is_some_and(|(index, _)| matrices[index].is_some());
                let has_order = decorations.matrix_stride.is_some() && decorations.major.is_some();
                known(id) && decorations.offset.is_some() && (has_order || !is_matrix)
            }),
            _ => false,
        };
        found.push(is_known);
    }
    found
}

/// These types and all types that they contain. Contained types are defined first.
pub(crate) fn contained_types(info: &SpirvModule, mut contained_types: Vec<bool>) -> Vec<bool> {
    for index in (0..info.types.len()).rev() {
        if !contained_types[index] {
            continue;
        }
        let mut hold = |id: u32| {
            if let Some((part, _)) = info.get(id).filter(|&(part, _)| part < index) {
                contained_types[part] = true;
            }
        };
        match &info.types[index].kind {
            TypeKind::Vector { component: part, .. } | TypeKind::Array { element: part, .. } | TypeKind::RuntimeArray { element: part } => {
                hold(*part);
            }
            TypeKind::Struct { members } => members.iter().for_each(|&member| hold(member)),
            _ => {}
        }
    }
    contained_types
}

pub(crate) fn scalar(kind: &TypeKind) -> Option<Scalar> {
    Some(match kind {
        TypeKind::Int { bits: 8, signed: true } => Scalar::Int8,
        TypeKind::Int { bits: 8, signed: false } => Scalar::Uint8,
        TypeKind::Int { bits: 16, signed: true } => Scalar::Int16,
        TypeKind::Int { bits: 16, signed: false } => Scalar::Uint16,
        TypeKind::Int { bits: 32, signed: true } => Scalar::Int32,
        TypeKind::Int { bits: 32, signed: false } => Scalar::Uint32,
        TypeKind::Int { bits: 64, signed: true } => Scalar::Int64,
        TypeKind::Int { bits: 64, signed: false } => Scalar::Uint64,
        TypeKind::Float { bits: 16 } => Scalar::Float16,
        TypeKind::Float { bits: 32 } => Scalar::Float32,
        TypeKind::Float { bits: 64 } => Scalar::Float64,
        _ => return None,
    })
}
