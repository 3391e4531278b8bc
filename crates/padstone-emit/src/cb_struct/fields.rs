//! The fields of the struct of a buffer: its constants, and padding in the gaps between them, so that the rules of the buffer place each field
//! of the struct at the offset of its constant. Each struct is laid out to verify that.

use std::collections::{HashMap, HashSet};

use padstone_diag::{Diagnostic, codes};
use padstone_layout::{Layout, ModuleLayout, Subject};
use padstone_model::{Buffer, BufferId, Count, Field, Module, Offset, Scalar, Struct, StructKind, Type, TypeId};

use super::PlacedConstant;
use crate::registers::has_registers;

/// A field of a struct.
pub(super) enum StructField {
    /// The constant at this index, in the order of offsets.
    Constant(usize),
    Padding(PaddingField),
}

/// A field without a meaning.
pub(super) struct PaddingField {
    name: String,
    pub(super) ty: PaddingType,
    pub(super) offset: Offset,
}

/// The field that replaces a constant.
pub(super) struct ConstantField {
    /// `cbuffer_A.a`.
    pub(super) field: String,
    /// The namespace of the constant, `N::M`; empty at global scope.
    pub(super) namespace: String,
}

/// The fields that replace constants, by their unqualified names.
pub(super) type ConstantFields = HashMap<String, ConstantField>;

/// The type of padding.
#[derive(Clone, Copy)]
pub(super) enum PaddingType {
    /// Single bytes: `uint8_t padding0[3]`.
    Bytes(u64),
    Half,
    /// A scalar or vector of `float`.
    Floats(u8),
    /// Whole registers: `float4 padding0[2]`.
    Registers(u64),
}

impl PaddingType {
    /// The size in bytes.
    pub(super) fn bytes(self) -> u64 {
        match self {
            PaddingType::Bytes(bytes) => bytes,
            PaddingType::Half => 2,
            PaddingType::Floats(width) => 4 * u64::from(width),
            PaddingType::Registers(count) => 16 * count,
        }
    }

    fn intern(self, module: &mut Module) -> TypeId {
        let float = Scalar::Float32;
        match self {
            PaddingType::Bytes(count) => {
                let element = module.types.intern(Type::Scalar(Scalar::Uint8));
                module.types.intern(Type::Array { element, count: Count::Known(count) })
            }
            PaddingType::Half => module.types.intern(Type::Scalar(Scalar::Uint16)),
            PaddingType::Floats(1) => module.types.intern(Type::Scalar(float)),
            PaddingType::Floats(width) => module.types.intern(Type::Vector { scalar: float, width }),
            PaddingType::Registers(count) => {
                let element = module.types.intern(Type::Vector { scalar: float, width: 4 });
                module.types.intern(Type::Array { element, count: Count::Known(count) })
            }
        }
    }
}

impl PaddingField {
    /// `float2 padding3`.
    pub(super) fn declaration(&self) -> String {
        let name = &self.name;
        match self.ty {
            PaddingType::Bytes(bytes) => format!("uint8_t {name}[{bytes}]"),
            PaddingType::Half => format!("uint16_t {name}"),
            PaddingType::Floats(1) => format!("float {name}"),
            PaddingType::Floats(width) => format!("float{width} {name}"),
            PaddingType::Registers(count) => format!("float4 {name}[{count}]"),
        }
    }
}

/// A constant that the rules would place elsewhere in any struct.
pub(super) struct MisplacedConstant<'m> {
    field: &'m Field,
    wanted: Offset,
    /// Its offset in the struct; `None` if the struct has no layout.
    placed: Option<Offset>,
}

impl MisplacedConstant<'_> {
    pub(super) fn report(&self, module: &Module, buffer: &Buffer, rules: &str) -> Diagnostic {
        let (buffer, name) = (module.name(buffer.name), module.name(self.field.name));
        let placed = self.placed.map_or_else(|| "elsewhere".to_owned(), |placed| format!("at offset {placed}"));
        let message = format!("`{buffer}` has no layout struct under {rules}: `{name}` would be {placed} instead of {}", self.wanted);
        Diagnostic::error(&codes::STRUCT_MISPLACED, message, self.field.span)
            .note("the rules count bytes before it as part of the preceding field")
            .help("move it to where the rules place a field of a struct, or emit the struct under other rules")
    }
}

/// A buffer, its layout, and its constants.
pub(super) type BufferConstants<'m> = (BufferId, &'m Layout, Vec<PlacedConstant<'m>>);

/// The fields of the structs of some buffers.
pub(super) fn of_buffers<'m>(
    module: &Module,
    layouts: &ModuleLayout,
    buffers: &[BufferConstants<'m>],
) -> Vec<Result<Vec<StructField>, MisplacedConstant<'m>>> {
    let constants_only: Vec<Vec<StructField>> =
        buffers.iter().map(|(_, _, members)| (0..members.len()).map(StructField::Constant).collect()).collect();
    let extents = Trial::new(module, layouts, buffers, &constants_only).extents();
    let fields: Vec<Vec<StructField>> = buffers
        .iter()
        .zip(&extents)
        .map(|((_, layout, members), extents)| {
            let names = members.iter().map(|member| module.name(member.field.name)).collect();
            let has_registers = has_registers(layouts.rules(layout));
            let mut written = PaddingFields { names, next: 0, has_registers, fields: Vec::new() };
            let mut cursor = Offset::ZERO;
            for (index, member) in members.iter().enumerate() {
                written.fill(cursor, member.offset);
                written.fields.push(StructField::Constant(index));
                let extent = extents.get(index).copied().unwrap_or(member.size.bytes());
                cursor = Offset::new(member.offset.bytes().saturating_add(extent));
            }
            written.fill(cursor, Offset::from(layout.size));
            written.fields
        })
        .collect();
    let misplaced = Trial::new(module, layouts, buffers, &fields).misplaced(buffers, &fields);
    fields.into_iter().zip(misplaced).map(|(fields, misplaced)| misplaced.map_or(Ok(fields), Err)).collect()
}

/// A copy of the module in which structs are the contents of the buffers, and its layout.
struct Trial {
    module: Module,
    layouts: ModuleLayout,
    /// The index of the layout of each buffer.
    indices: Vec<Option<usize>>,
}

impl Trial {
    fn new(module: &Module, layouts: &ModuleLayout, buffers: &[BufferConstants<'_>], fields: &[Vec<StructField>]) -> Trial {
        let mut module = module.clone();
        for ((id, _, members), fields) in buffers.iter().zip(fields) {
            let (name, span) = (module.buffers[*id].name, module.buffers[*id].span);
            let declared = fields.iter().map(|field| match field {
                StructField::Constant(index) => {
                    let field = members[*index].field;
                    Field::member(field.name, field.span, field.ty, Vec::new())
                }
                StructField::Padding(padding) => {
                    let ty = padding.ty.intern(&mut module);
                    Field::member(module.names.intern(&padding.name), span, ty, Vec::new())
                }
            });
            let declared = declared.collect();
            let id_of_struct =
                module.structs.push(Struct { name, span, kind: StructKind::Declared, fields: declared, ty: None, contiguous: false });
            let ty = module.types.intern(Type::Struct(id_of_struct));
            module.structs[id_of_struct].ty = Some(ty);
            module.buffers[*id].content = ty;
        }
        let layouts = padstone_layout::layout(&module, layouts.profile);
        let mut indices = vec![None; module.buffers.len()];
        for (index, layout) in layouts.layouts.iter().enumerate() {
            if let Subject::Buffer(id) = layout.subject {
                indices[id.index()] = Some(index);
            }
        }
        let indices = buffers.iter().map(|(id, _, _)| indices[id.index()]).collect();
        Trial { module, layouts, indices }
    }

    /// For each buffer, the distance in bytes from each field to where the next one may start.
    fn extents(&self) -> Vec<Vec<u64>> {
        let extents = |layout: &Layout| {
            let places: Vec<_> = self.layouts.types(layout).fields(&self.module, layout.content).map(|(_, placed)| placed).collect();
            // Rules with registers do not round the size of a struct: it ends where the last field does.
            let last = places.last().filter(|_| has_registers(self.layouts.rules(layout)));
            let last = last.map(|last| layout.size.bytes().saturating_sub(last.offset.bytes()));
            places.windows(2).map(|pair| pair[1].cursor.bytes().saturating_sub(pair[0].offset.bytes())).chain(last).collect()
        };
        self.indices.iter().map(|index| index.map_or_else(Vec::new, |index| extents(&self.layouts.layouts[index]))).collect()
    }

    /// For each buffer, the first constant at another offset.
    fn misplaced<'m>(&self, buffers: &[BufferConstants<'m>], fields: &[Vec<StructField>]) -> Vec<Option<MisplacedConstant<'m>>> {
        let of_buffer = |((_, _, members), (fields, index)): (&BufferConstants<'m>, (&Vec<StructField>, &Option<usize>))| {
            let layout = index.map(|index| &self.layouts.layouts[index]);
            let mut placed = layout.into_iter().flat_map(|layout| self.layouts.types(layout).fields(&self.module, layout.content));
            fields.iter().find_map(|field| {
                let placed = placed.next().map(|(_, placed)| placed.offset);
                let StructField::Constant(index) = field else { return None };
                let member = &members[*index];
                (placed != Some(member.offset)).then_some(MisplacedConstant { field: member.field, wanted: member.offset, placed })
            })
        };
        buffers.iter().zip(fields.iter().zip(&self.indices)).map(of_buffer).collect()
    }
}

/// Creates padding with unused numbers.
struct PaddingFields<'m> {
    names: HashSet<&'m str>,
    next: u64,
    /// Whether the rules have 16-byte registers; under others, the alignment of a vector exceeds that of its scalars.
    has_registers: bool,
    fields: Vec<StructField>,
}

impl PaddingFields<'_> {
    /// Fields for all bytes between two offsets: up to the end of the register, whole registers, then the rest.
    fn fill(&mut self, from: Offset, to: Offset) {
        let mut position = from.bytes();
        while position < to.bytes() {
            let left = to.bytes() - position;
            let ty = match (position % 16, position % 4) {
                (0, _) if (16..32).contains(&left) => PaddingType::Floats(4),
                (0, _) if left >= 32 => PaddingType::Registers(left / 16),
                (_, 0) if left >= 4 && !self.has_registers => PaddingType::Floats(1),
                (within, 0) if left >= 4 => PaddingType::Floats(((left / 4).min(4 - within / 4)) as u8),
                (_, rest) => match left.min(4 - rest) {
                    2 => PaddingType::Half,
                    bytes => PaddingType::Bytes(bytes),
                },
            };
            let name = self.name();
            self.fields.push(StructField::Padding(PaddingField { name, ty, offset: Offset::new(position) }));
            position += ty.bytes();
        }
    }

    fn name(&mut self) -> String {
        loop {
            let name = format!("padding{}", self.next);
            self.next += 1;
            if !self.names.contains(name.as_str()) {
                return name;
            }
        }
    }
}
