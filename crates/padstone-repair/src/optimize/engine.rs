//! The layout of one struct with its members in any order.

use std::collections::HashMap;

use padstone_read::Unit;
use padstone_read::layout::{self, Layout, ModuleLayout, Profile, Shape, StructSize, Subject, TailPadding, TypeLayouts};
use padstone_read::model::{
    BufferId, BufferKind, Count, Field, FieldRole, Module, Parameter, ParameterKind, Scalar, StructId, StructKind, Type, TypeId,
};

use super::order::{BytesBySide, MemberProperties, OrderMeasure};

/// One side: a module that contains only the struct.
pub(super) struct SideLayouter {
    module: Module,
    profile: &'static Profile,
    pub(super) id: StructId,
    is_buffer: bool,
    /// Whether the struct is only stored as the elements of arrays, so that its stride counts.
    is_element: bool,
    /// The members in the order of the source.
    fields: Vec<Field>,
}

impl SideLayouter {
    /// The engine for the content of a buffer or a struct.
    ///
    /// # Errors
    /// The reason why it cannot be optimized.
    pub(super) fn new(unit: &Unit, layouts: &ModuleLayout, layout: &Layout, profile: &'static Profile) -> Result<SideLayouter, String> {
        let name = layout.name(&unit.module);
        let Some(id) = struct_of(&unit.module, layout.content) else {
            return Err(format!("`{name}` contains no struct, so it has no members to reorder"));
        };
        let fields = unit.module.structs[id].fields.clone();
        let content = unit.module.structs[id].ty.unwrap_or(layout.content);
        let placed = layouts
            .types(layout)
            .fields(&unit.module, content)
            .any(|(_, place)| matches!(place.reason, layout::PlacementReason::Explicit(_)));
        if placed {
            return Err(format!("members of `{name}` have explicit offsets (packoffset, offset): remove those first"));
        }
        let mut module = unit.module.clone();
        // Keeps only this buffer, and nothing that refers to others.
        (module.buffers, module.parameters, module.reads, module.entry_points) = Default::default();
        if let Subject::Buffer(buffer) = layout.subject {
            let mut buffer = unit.module.buffers[buffer].clone();
            let kind = ParameterKind::Buffer(BufferId::from_index(0));
            buffer.parameter = module.parameters.push(Parameter { kind, ..unit.module.parameters[buffer.parameter].clone() });
            module.buffers.push(buffer);
        }
        let is_buffer = matches!(layout.subject, Subject::Buffer(_));
        Ok(SideLayouter { module, profile, id, is_buffer, is_element: !is_buffer && is_only_element(&unit.module, content), fields })
    }

    pub(super) fn len(&self) -> usize {
        self.fields.len()
    }

    /// Lays out some of the members in an order, and returns what `read` finds in the layout.
    fn read<T>(&mut self, order: &[usize], read: impl FnOnce(&Module, &ModuleLayout, &Layout) -> Option<T>) -> Option<T> {
        self.module.structs[self.id].fields = order.iter().map(|&member| self.fields[member].clone()).collect();
        let layouts = layout::layout(&self.module, self.profile);
        let layout = layouts.layouts.iter().find(|layout| match layout.subject {
            Subject::Buffer(_) => self.is_buffer,
            Subject::Struct(id) => !self.is_buffer && id == self.id,
        })?;
        read(&self.module, &layouts, layout)
    }

    /// [`SideLayouter::bytes`] of an order.
    fn measure(&mut self, order: &[usize]) -> Option<u64> {
        let is_element = self.is_element;
        self.read(order, |_, layouts, layout| bytes(layouts, layout, is_element))
    }

    /// The size to minimize: the stride of the elements of buffers and arrays, otherwise the size. The size of a struct includes tail padding
    /// only if the rules add it to every struct: without it, the next member may follow the last one directly.
    pub(super) fn bytes(&self, layouts: &ModuleLayout, layout: &Layout) -> Option<u64> {
        bytes(layouts, layout, self.is_element)
    }

    /// The offset of each member, in the order of the source.
    pub(super) fn offsets(&mut self, order: &[usize]) -> Option<Vec<u64>> {
        let id = self.id;
        let placed = self.read(order, |module, layouts, layout| {
            let fields = layouts.types(layout).fields(module, module.structs[id].ty?);
            Some(fields.map(|(_, place)| place.offset.bytes()).collect::<Vec<_>>())
        })?;
        let mut offsets = vec![0; self.fields.len()];
        order.iter().zip(placed).for_each(|(&member, offset)| offsets[member] = offset);
        Some(offsets)
    }
}

fn bytes(layouts: &ModuleLayout, layout: &Layout, is_element: bool) -> Option<u64> {
    let stride = if is_element { Some(layouts.types(layout).array_stride(layout.content)?) } else { layout.stride };
    Some(stride.map_or(layout.size.bytes(), |stride| stride.bytes()))
}

/// Whether a struct is only the element of arrays and structured buffers, and neither a member nor the content of a buffer by itself.
fn is_only_element(module: &Module, content: TypeId) -> bool {
    let is_in_array = module.types.iter().any(|(_, ty)| matches!(ty, Type::Array { element, .. } if *element == content));
    let is_member = module.structs.iter().flat_map(|(_, declared)| &declared.fields).any(|field| field.ty == content);
    let mut kinds = module.buffers.iter().filter(|(_, buffer)| buffer.content == content).map(|(_, buffer)| buffer.kind).peekable();
    let is_stored = is_in_array || kinds.peek().is_some();
    is_stored && !is_member && kinds.all(|kind| kind == BufferKind::Structured)
}

/// The struct of a type, or of the elements of an array.
pub(super) fn struct_of(module: &Module, ty: TypeId) -> Option<StructId> {
    let ty = module.types.peel_arrays(ty);
    match module.types[ty] {
        Type::Struct(id) => Some(id),
        _ => None,
    }
}

/// All sides.
pub(super) struct Engines(pub(super) Vec<SideLayouter>);

impl OrderMeasure for Engines {
    fn last(&mut self, order: &[usize]) -> Option<BytesBySide> {
        let last = |engine: &mut SideLayouter| {
            let id = engine.id;
            engine.read(order, |module, layouts, layout| {
                let content = module.structs[id].ty?;
                Some(layouts.types(layout).fields(module, content).last()?.1.offset.bytes())
            })
        };
        self.0.iter_mut().map(last).collect()
    }

    fn measure_order(&mut self, order: &[usize]) -> Option<BytesBySide> {
        self.0.iter_mut().map(|engine| engine.measure(order)).collect()
    }
}

impl Engines {
    /// The properties of the members that the search needs.
    pub(super) fn members(&mut self) -> Option<MemberProperties> {
        let source: Vec<usize> = (0..self.0.first()?.len()).collect();
        let mut used = vec![BytesBySide::new(); source.len()];
        let mut rounded = BytesBySide::new();
        let mut comparable = true;
        for engine in &mut self.0 {
            let is_element = engine.is_element;
            let abi = engine.read(&source, |module, layouts, layout| {
                let types = layouts.types(layout);
                let ends: Vec<u64> = module.structs[struct_of(module, layout.content)?]
                    .fields
                    .iter()
                    // Bit-fields share the bytes of their allocation unit.
                    .map(|field| if field.bitfield.is_some() { 0 } else { used_end(module, types, field.ty) })
                    .collect();
                let padded = types.rules.struct_tail == TailPadding::Padded && is_declared(module, layout);
                let round = if is_element || layout.stride.is_some() || padded { layout.align.bytes() } else { 1 };
                // A recounted size depends on the order of the members, unless it ignores one (`min16`, annotations).
                let fields = &module.structs[struct_of(module, layout.content)?].fields;
                let leaves = |field: &Field| min_precision(module, field.ty) == Some(true) || field.is_annotated();
                let follows = types.rules.struct_size != StructSize::Recounted || (!fields.iter().any(leaves) && !ends.contains(&0));
                Some((ends, round, follows))
            })?;
            let (ends, round, follows) = abi;
            used.iter_mut().zip(ends).for_each(|(used, end)| used.push(end));
            rounded.push(round);
            comparable &= follows;
        }
        let first = &self.0[0];
        let bases = first.fields.iter().take_while(|field| field.role == FieldRole::Base).count();
        let is_plain = |field: &Field| field.bitfield.is_none() && !is_empty(&first.module, field.ty);
        let last_is_fixed = first.fields.last().is_some_and(|field| is_runtime(&first.module, field.ty));
        Some(MemberProperties {
            sorts: self.sorts(),
            used,
            rounded,
            states: first.fields.iter().map(|field| min_precision(&first.module, field.ty)).collect(),
            comparable: comparable && first.fields.iter().all(is_plain),
            first: bases,
            last_is_fixed,
        })
    }

    /// Whether the members are those that an order moves: Slang's adjacent bit-fields are one member here, which another order could divide or join.
    pub(super) fn are_separate(&self) -> bool {
        let has_bit_fields = |field: &&Field| !field.written.bit_fields.is_empty();
        self.0.iter().all(|engine| engine.fields.iter().filter(has_bit_fields).count() < 2)
    }

    /// Equal numbers for interchangeable members: members of one type with the same annotations, and scalars and vectors of one shape.
    fn sorts(&self) -> Vec<usize> {
        let first = &self.0[0];
        let mut known: HashMap<(PlacementClass, Vec<String>), usize> = HashMap::new();
        let sort = |field: &Field| {
            let requests = [format!("{:?}", field.align().map(|(align, _)| align)), format!("{:?}", field.size().map(|(size, _)| size))];
            let key = (placement_class(&first.module, field), requests.to_vec());
            let next = known.len();
            *known.entry(key).or_insert(next)
        };
        first.fields.iter().map(sort).collect()
    }
}

/// The properties that placement rules distinguish.
#[derive(PartialEq, Eq, Hash)]
enum PlacementClass {
    /// A scalar or vector: the number of components (0 for scalars), their size, and whether they are of a `min16` type, or bools, which
    /// some rules store in one byte.
    Numbers(u8, u64, bool, bool),
    Type(TypeId),
    /// A bit-field, which is interchangeable with no other.
    Field(padstone_read::source::Span),
}

fn placement_class(module: &Module, field: &Field) -> PlacementClass {
    let numbers = |width: u8, scalar: Scalar| {
        PlacementClass::Numbers(width, module.scalar_bytes(scalar), scalar.is_min_precision(), scalar == Scalar::Bool)
    };
    match module.types[field.ty] {
        _ if field.bitfield.is_some() => PlacementClass::Field(field.span),
        Type::Scalar(scalar) => numbers(0, scalar),
        Type::Vector { scalar, width } => numbers(width, scalar),
        _ => PlacementClass::Type(field.ty),
    }
}

/// Whether the type is a `min16` type, after which some rules place the next member differently. `None` for arrays, which do not change this.
fn min_precision(module: &Module, ty: TypeId) -> Option<bool> {
    match module.types[ty] {
        Type::Array { .. } => None,
        Type::Scalar(scalar) | Type::Vector { scalar, .. } => Some(scalar.is_min_precision()),
        Type::Matrix { scalar, .. } => Some(scalar.is_min_precision() || scalar == Scalar::Bool),
        _ => Some(false),
    }
}

fn is_declared(module: &Module, layout: &Layout) -> bool {
    struct_of(module, layout.content).is_some_and(|id| module.structs[id].kind != StructKind::BufferMembers)
}

fn is_runtime(module: &Module, ty: TypeId) -> bool {
    matches!(module.types[ty], Type::Array { count: Count::Runtime, .. })
}

/// A zero-length array, which has a negative extent under some rules.
fn is_empty(module: &Module, ty: TypeId) -> bool {
    matches!(module.types[ty], Type::Array { count: Count::Known(0), .. })
}

/// One past the last byte of data of a type: no other member can use the bytes before it.
fn used_end(module: &Module, types: &TypeLayouts, ty: TypeId) -> u64 {
    let Ok(layout) = types.get(ty) else { return 0 };
    match (module.types[ty], layout.shape) {
        (Type::Array { count: Count::Known(count), element }, Shape::Array { stride }) if count > 0 => {
            stride.bytes().saturating_mul(count - 1).saturating_add(used_end(module, types, element))
        }
        (Type::Array { .. } | Type::Resource(_), _) => 0,
        (Type::Matrix { scalar, .. }, Shape::Matrix { stride, vectors, length }) => {
            stride.bytes() * u64::from(vectors.saturating_sub(1)) + types.rules.scalar_bytes(module, scalar) * u64::from(length)
        }
        (Type::Struct(_), _) => {
            let end =
                |(field, place): (&Field, &layout::FieldLayout)| place.offset.bytes().saturating_add(used_end(module, types, field.ty));
            types.fields(module, ty).map(end).max().unwrap_or(0)
        }
        (Type::Vector { scalar, width }, _) => types.rules.scalar_bytes(module, scalar) * u64::from(width),
        (Type::Scalar(scalar) | Type::Atomic(scalar), _) => types.rules.scalar_bytes(module, scalar),
        _ => layout.size.bytes(),
    }
}
