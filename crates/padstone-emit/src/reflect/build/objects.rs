//! Resources and members as plain data.

use padstone_bind::{
    Amount, Dim, ExplicitSource, LayoutId, LayoutUnit, Leaf, LeafKind, LeafSlot as Placed, ProgramLayout, Target, TypeStructure,
    VariableDeclaration, element_leaves,
};
use padstone_layout::BindingModel;
use padstone_model::{
    Count, Dimension, Field, Major, Module, Offset, ResourceAccess, ResourceKind, ResourceType, SpecializationConstant, Type, TypeId,
};

use super::Builder;
use super::shapes::shape;
use crate::reflect::data::{Array, BindingLocation, Buffer, Member, ObjectKind, ResourceSlot};
use crate::reflect::names::alias_spelling;
use crate::reflect::slang_json::kind_name;

impl Builder<'_> {
    /// A resource or a buffer, without its members; with them, if it has elements.
    pub(super) fn slot(&self, leaf: &Leaf<'_>) -> Option<ResourceSlot> {
        let (place, count, bytes, arrays) = match leaf.kind {
            LeafKind::Object(placed) => {
                (binding_location(&self.layout.target, &placed), placed.count, placed.bytes, slot_arrays(leaf.dims, &placed))
            }
            LeafKind::Bytes { offset, .. } => {
                (BindingLocation::Address { address: offset }, Amount::Finite(1), None, byte_arrays(leaf.dims))
            }
            LeafKind::Address { offset, bytes, .. } => {
                (BindingLocation::Address { address: offset }, Amount::Finite(1), bytes, byte_arrays(leaf.dims))
            }
            _ => return None,
        };
        let resource = leaf.ty.and_then(|ty| self.resource(ty));
        let is_constant = matches!(leaf.kind, LeafKind::Object(placed) if placed.kind == LayoutUnit::SpecializationConstant);
        // The host program identifies an `override` without an id by its name.
        let place = Some(place).filter(|place| !(is_constant && matches!(place, BindingLocation::Unknown { .. })));
        let kind = match (leaf.layout, resource) {
            (None, _) => ObjectKind::Globals,
            (_, Some(resource)) => object_kind(&resource),
            (_, None) if is_constant => ObjectKind::SpecializationConstant,
            (_, None) if leaf.ty.is_none() => heap_kind(leaf.path),
            (_, None) => ObjectKind::Value,
        };
        let field = leaf.source.field(self.module);
        let constant = specialization_constant(self.module, self.layout, leaf);
        Some(ResourceSlot {
            path: leaf.path.to_owned(),
            kind,
            ty: leaf.ty.map_or(String::new(), |ty| self.module.type_name(ty).to_string()),
            declared_type: leaf.ty.and_then(|ty| alias_spelling(self.module, field, ty)),
            place,
            offset: counter_offset(self.module, leaf).map(Offset::bytes),
            count,
            arrays,
            resource,
            shape: resource.and_then(|resource| shape(self.module, &resource, field)),
            buffer: self.buffer(leaf, bytes),
            needs_value: constant.is_some_and(|constant| !constant.has_value),
            source: field.map(|field| field.span).or(constant.map(|constant| constant.span)).and_then(|span| self.source(span)),
        })
    }

    /// The resource of a type, without array dimensions.
    fn resource(&self, ty: TypeId) -> Option<ResourceType> {
        let ty = self.module.types.peel_arrays(ty);
        match self.module.types[ty] {
            Type::Resource(resource) => Some(resource),
            _ => None,
        }
    }

    /// The bytes of a buffer. Only the members of structured buffers are added here; the caller adds those of other buffers.
    fn buffer(&self, leaf: &Leaf<'_>, bytes: Option<Amount>) -> Option<Buffer> {
        let Some(layout) = leaf.layout else {
            return Some(Buffer { size: bytes.unwrap_or(Amount::Unknown), align: 16, stride: None, members: Vec::new(), content: None });
        };
        match &self.layout.get(layout).shape {
            TypeStructure::Group(group) => {
                let align = align(self, group.element.layout);
                let content = leaf.ty.map(|ty| self.resource(ty).and_then(|resource| resource.element).unwrap_or(ty));
                bytes.map(|bytes| Buffer { size: bytes, align, stride: None, members: Vec::new(), content })
            }
            TypeStructure::Elements(element) => Some(self.elements(leaf, *element)),
            _ => None,
        }
    }

    fn elements(&self, leaf: &Leaf<'_>, element: LayoutId) -> Buffer {
        let layout = self.layout.get(element);
        let path = format!("{}[]", leaf.path);
        let is_unknown = self.layout.unknown_of(element).bytes;
        let mut listed = Vec::new();
        element_leaves(self.module, self.layout, element, &path, &mut |leaf| {
            if leaf.path != path || !matches!(leaf.kind, LeafKind::Aggregate { .. }) {
                members(self, &leaf, &mut listed);
            }
        });
        Buffer {
            size: if is_unknown { Amount::Unknown } else { layout.usage.get(LayoutUnit::Uniform).unwrap_or(Amount::Finite(0)) },
            align: align(self, element),
            stride: layout.stride().filter(|_| !is_unknown),
            members: listed,
            content: leaf.ty.and_then(|ty| self.resource(ty)?.element),
        }
    }
}

/// The kind of variable that represents a D3D descriptor heap for Vulkan.
fn heap_kind(path: &str) -> ObjectKind {
    match path.trim_end_matches("[]") {
        "SamplerDescriptorHeap" => ObjectKind::Sampler,
        "ResourceDescriptorHeap" => ObjectKind::DescriptorHeap,
        _ => ObjectKind::RwStructuredBuffer,
    }
}

/// A binding location in the terms of the target.
pub(crate) fn binding_location(target: &Target, &Placed { kind, space, index, .. }: &Placed) -> BindingLocation {
    let class = match kind {
        LayoutUnit::ConstantBuffer => Some('b'),
        LayoutUnit::ShaderResource => Some('t'),
        LayoutUnit::UnorderedAccess => Some('u'),
        LayoutUnit::SamplerState => Some('s'),
        _ => None,
    };
    let Some(index) = index.finite() else { return BindingLocation::Unknown { kind: kind_name(kind), index: Amount::Unknown } };
    let is_binding = kind == LayoutUnit::DescriptorTableSlot || class.is_some();
    match (target.explicit, class) {
        (ExplicitSource::Registers, Some(class)) => BindingLocation::D3d { class, register: index, space },
        (ExplicitSource::RegistersOfMetal, Some(class)) => {
            let argument = match class {
                't' => "texture",
                's' => "sampler",
                _ => "buffer",
            };
            BindingLocation::Metal { argument, index }
        }
        // Bindings that `-fvk-*-shift` moves are counted as registers.
        (ExplicitSource::Bindings, _) if is_binding => match target.family.profile.binding {
            BindingModel::WebGpu => BindingLocation::WebGpu { group: space, binding: index },
            _ => BindingLocation::Vulkan { set: space, binding: index },
        },
        _ => match kind {
            LayoutUnit::MetalArgumentBufferElement => BindingLocation::ArgumentBuffer { id: index },
            LayoutUnit::SpecializationConstant => BindingLocation::Constant { id: index },
            _ => BindingLocation::Other { kind: kind_name(kind), index },
        },
    }
}

/// The specialization constant that a leaf is, except in Slang.
pub(crate) fn specialization_constant<'m>(
    module: &'m Module,
    layout: &ProgramLayout,
    leaf: &Leaf<'_>,
) -> Option<&'m SpecializationConstant> {
    layout.constant(leaf.source).map(|index| &module.specialization_constants[index])
}

/// The offset of an atomic counter in the buffer of its binding.
pub(crate) fn counter_offset(module: &Module, leaf: &Leaf<'_>) -> Option<Offset> {
    let VariableDeclaration::Global(index) = leaf.source else { return None };
    module.parameters[module.program.globals[index].parameter].counter_offset
}

/// The implicit buffer of a target that has no location for it.
pub(super) fn passed_without_binding(bytes: Amount) -> ResourceSlot {
    ResourceSlot {
        path: String::new(),
        kind: ObjectKind::Globals,
        ty: String::new(),
        declared_type: None,
        place: None,
        offset: None,
        count: Amount::Finite(1),
        arrays: Vec::new(),
        resource: None,
        shape: None,
        buffer: Some(Buffer { size: bytes, align: 16, stride: None, members: Vec::new(), content: None }),
        needs_value: false,
        source: None,
    }
}

/// A leaf with bytes as members: arrays, and the members in them.
pub(super) fn members(builder: &Builder<'_>, leaf: &Leaf<'_>, out: &mut Vec<Member>) {
    let (offset, size) = match leaf.kind {
        LeafKind::Bytes { offset, size, .. } | LeafKind::Aggregate { offset, size } | LeafKind::Address { offset, size, .. } => {
            (offset, size)
        }
        LeafKind::Object(_) | LeafKind::Space(_) => return,
    };
    let Some(mut id) = leaf.layout else { return };
    let field = leaf.source.field(builder.module);
    let (mut path, mut size, mut arrays) = (leaf.path.to_owned(), size, byte_arrays(leaf.dims));
    let mut attributes = builder.attributes(field.filter(|_| !leaf.path.ends_with("[]")));
    loop {
        let layout = builder.layout.get(id);
        let (matrix_stride, majorness) = matrix(builder.module, builder.layout, id);
        let stride = match layout.shape {
            TypeStructure::Array { stride, .. } => Some(stride),
            _ => None,
        };
        out.push(Member {
            path: path.clone(),
            ty: layout.ty.map_or(String::new(), |ty| builder.module.type_name(ty).to_string()),
            declared_type: layout.ty.and_then(|ty| alias_spelling(builder.module, field, ty)),
            offset,
            size,
            align: align(builder, id),
            stride,
            bit: builder.layout.bits.get(&leaf.source).copied(),
            bits: field.and_then(|field| field.bitfield).map(|bits| bits.width),
            matrix_stride,
            majorness,
            arrays: arrays.clone(),
            attributes: std::mem::take(&mut attributes),
            source: field.and_then(|field| builder.source(field.span)),
        });
        bit_fields(builder, field, out);
        // The members of structs are separate leaves.
        let (TypeStructure::Array { element, stride }, LeafKind::Bytes { .. }) = (&layout.shape, leaf.kind) else { return };
        let count = match layout.ty.map(|ty| builder.module.types[ty]) {
            Some(Type::Array { count, .. }) => elements(count),
            _ => Amount::Unbounded,
        };
        // The elements of an array that is an address are outside the buffer.
        if count == Amount::Unbounded && size.finite().is_some() {
            return;
        }
        path.push_str("[]");
        arrays.push(Array { count, stride: *stride });
        id = *element;
        size = builder.layout.get(id).usage.get(LayoutUnit::Uniform).unwrap_or(Amount::Finite(0));
    }
}

/// The alignment of a type. An interface value consists of two 4-byte integers and its content, wherever it is (measured); libslang 2026.12
/// ignores its alignment outside members.
fn align(builder: &Builder<'_>, id: LayoutId) -> u64 {
    let layout = builder.layout.get(id);
    match layout.ty.map(|ty| builder.module.types[ty]) {
        Some(Type::Interface(_)) => layout.align.max(4),
        _ => layout.align,
    }
}

/// The bit-fields that the last member, an integer, contains.
fn bit_fields(builder: &Builder<'_>, field: Option<&Field>, out: &mut Vec<Member>) {
    let bit_fields = field.map(|field| &field.written.bit_fields).filter(|bit_fields| !bit_fields.is_empty());
    let (Some(bit_fields), Some(integer)) = (bit_fields, out.last().cloned()) else { return };
    let around = integer.path.rsplit_once('.').map_or("", |(around, _)| around);
    out.extend(bit_fields.iter().map(|bit_field| Member {
        path: format!("{around}.{}", builder.module.name(bit_field.name)),
        ty: builder.module.type_name(bit_field.ty).to_string(),
        bit: Some(bit_field.first),
        bits: Some(bit_field.bits),
        source: builder.source(bit_field.span),
        ..integer.clone()
    }));
}

/// How the scalars of a matrix, or of an array of matrices, are stored.
pub(crate) fn matrix(module: &Module, layout: &ProgramLayout, mut id: LayoutId) -> (Option<u64>, Option<&'static str>) {
    while let TypeStructure::Array { element, .. } = layout.get(id).shape {
        id = element;
    }
    let layout = layout.get(id);
    let stride = match layout.shape {
        TypeStructure::Matrix { stride } => Some(stride),
        _ => None,
    };
    let majorness = match layout.ty.map(|ty| module.types[ty]) {
        Some(Type::Matrix { major: Major::Row, .. }) => Some("row"),
        Some(Type::Matrix { major: Major::Column, .. }) => Some("column"),
        _ => None,
    };
    (stride, majorness)
}

/// The number of elements, as an amount.
pub(super) fn elements(count: Count) -> Amount {
    match count {
        Count::Known(count) => Amount::Finite(count),
        Count::Runtime => Amount::Unbounded,
        Count::LinkTime => Amount::Unknown,
    }
}

pub(crate) fn byte_arrays(dims: &[Dim]) -> Vec<Array> {
    dims.iter().map(|dim| Array { count: elements(dim.count), stride: dim.stride }).collect()
}

/// The arrays around a resource, with strides in registers: the stride of the innermost is that of an element, and that of each outer array
/// is multiplied by the element counts inside it.
pub(crate) fn slot_arrays(dims: &[Dim], placed: &Placed) -> Vec<Array> {
    let mut stride = placed.stride;
    let mut arrays: Vec<Array> = Vec::with_capacity(dims.len());
    for dim in dims.iter().rev() {
        arrays.push(Array { count: elements(dim.count), stride });
        stride = stride.saturating_mul(dim.count.known().unwrap_or(0));
    }
    arrays.reverse();
    arrays
}

fn object_kind(resource: &ResourceType) -> ObjectKind {
    let written = resource.shape.access != ResourceAccess::Read;
    match resource.kind {
        ResourceKind::Texture | ResourceKind::RwTexture if resource.shape.dimension == Dimension::SubpassInput => ObjectKind::SubpassInput,
        ResourceKind::Texture if !written => ObjectKind::Texture,
        ResourceKind::Texture | ResourceKind::RwTexture => ObjectKind::RwTexture,
        ResourceKind::Sampler => ObjectKind::Sampler,
        ResourceKind::StructuredBuffer => ObjectKind::StructuredBuffer,
        ResourceKind::RwStructuredBuffer
        | ResourceKind::AppendStructuredBuffer
        | ResourceKind::ConsumeStructuredBuffer
        | ResourceKind::StorageBlock => ObjectKind::RwStructuredBuffer,
        ResourceKind::ByteAddressBuffer => ObjectKind::ByteAddressBuffer,
        ResourceKind::RwByteAddressBuffer => ObjectKind::RwByteAddressBuffer,
        ResourceKind::ConstantBuffer => ObjectKind::ConstantBuffer,
        ResourceKind::TextureBuffer => ObjectKind::TextureBuffer,
        ResourceKind::AccelerationStructure => ObjectKind::AccelerationStructure,
        ResourceKind::ParameterBlock => ObjectKind::ParameterBlock,
        ResourceKind::CombinedSampler => ObjectKind::CombinedSampler,
        ResourceKind::SubpassInput => ObjectKind::SubpassInput,
        ResourceKind::OutputStream
        | ResourceKind::MeshOutput
        | ResourceKind::MeshIndices
        | ResourceKind::TensorView
        | ResourceKind::Patch
        | ResourceKind::FeedbackType
        | ResourceKind::Other => ObjectKind::Value,
    }
}
