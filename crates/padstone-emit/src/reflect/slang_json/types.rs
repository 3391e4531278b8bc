//! Types, with and without their layouts.

use std::io;

use padstone_bind::{
    Amount, Group, HandleLayout, LayoutId, LayoutUnit, TypeStructure, UnitOffset, UnitOffsets, Variable, VariableDeclaration,
    pointed_handle,
};
use padstone_model::{
    Count, Dimension, ResourceAccess, ResourceKind, ResourceType, Scalar, StructId, StructKind, Type, TypeId, UnspecializedTypeOwner,
};

use super::Writer;

impl<'a> Writer<'a, '_> {
    /// A type with its usage. `container`: the usage of the container before it, which older readers expect in the offsets of the fields.
    pub(super) fn type_layout(&mut self, id: LayoutId, container: Option<&UnitOffsets>) -> io::Result<()> {
        let layout = self.layout.get(id);
        let Some(ty) = layout.ty else { return self.write_kind("None") };
        match (&self.module.types[ty], &layout.shape) {
            (Type::Array { count, .. }, TypeStructure::Array { element, stride }) => {
                self.json.begin("{", false)?;
                self.json.word("kind", "array")?;
                self.element_count(ty, *count)?;
                self.json.key("elementType")?;
                self.type_layout(*element, None)?;
                let is_some = |amount| amount != Amount::Finite(0);
                if [LayoutUnit::Uniform, LayoutUnit::MetalArgumentBufferElement]
                    .into_iter()
                    .any(|kind| layout.usage.get(kind).is_some_and(is_some))
                {
                    self.json.number("uniformStride", *stride)?;
                }
                self.json.end("}")
            }
            (Type::Struct(id), TypeStructure::Struct(fields)) => self.structure(*id, fields, container),
            (Type::Resource(resource), TypeStructure::Group(group)) => self.group(resource, group),
            (Type::Resource(resource), TypeStructure::Elements(element)) if resource.kind == ResourceKind::OutputStream => {
                self.stream(Some(*element))
            }
            (Type::Resource(resource), TypeStructure::Leaf) if is_of_stages(resource.kind) => self.of_stages(resource),
            (Type::Resource(resource), TypeStructure::Elements(element)) => {
                self.json.begin("{", false)?;
                self.resource_head(resource)?;
                self.json.key("resultType")?;
                self.type_layout(*element, None)?;
                self.json.end("}")
            }
            (Type::Pointer(to), _) => {
                self.json.begin("{", false)?;
                self.json.word("kind", "pointer")?;
                self.json.pair("valueType", self.pointee(self.module.name(to.declaration)))?;
                self.json.end("}")
            }
            (Type::Resource(resource), _) if resource.kind == ResourceKind::StorageBlock => {
                self.json.begin("{", false)?;
                self.json.word("kind", "shaderStorageBuffer")?;
                self.json.key("elementType")?;
                self.write_kind("None")?;
                self.json.end("}")
            }
            // As a varying, it is the struct that the language declares, not its scalars.
            (Type::Handle(_), TypeStructure::Struct(_)) => self.without_fields("DescriptorHandle"),
            _ => self.plain_type(ty),
        }
    }

    fn structure(&mut self, id: StructId, fields: &'a [Variable], container: Option<&UnitOffsets>) -> io::Result<()> {
        self.json.begin("{", false)?;
        self.json.word("kind", "struct")?;
        match self.module.structs[id].kind {
            StructKind::BufferMembers => {}
            StructKind::Tuple => self.json.pair("name", "Tuple")?,
            StructKind::Declared | StructKind::Instance => self.json.pair("name", self.module.simple_name(id))?,
        }
        self.json.key("fields")?;
        self.json.begin("[", false)?;
        for field in fields {
            match container {
                Some(container) => self.field(&moved(field, container))?,
                None => self.field(field)?,
            }
        }
        self.json.end("]")?;
        let attributes: Vec<_> =
            self.module.program.struct_attributes.iter().filter(|(owner, _)| *owner == id).map(|(_, attribute)| *attribute).collect();
        self.user_attributes(&attributes)?;
        self.json.end("}")
    }

    /// A field: its type comes before its locations.
    fn field(&mut self, variable: &Variable) -> io::Result<()> {
        self.json.begin("{", false)?;
        let field = variable.source.field(self.module);
        self.name(variable.source)?;
        self.json.key("type")?;
        self.type_layout(variable.layout, None)?;
        self.shared(field)?;
        self.attributes(field)?;
        self.bindings(variable, field)?;
        self.json.end("}")
    }

    fn group(&mut self, resource: &ResourceType, group: &'a Group) -> io::Result<()> {
        self.json.begin("{", false)?;
        self.json.word("kind", group_name(resource.kind))?;
        self.json.key("elementType")?;
        match group.argument_buffer {
            Some(filled) => self.type_layout(filled, None)?,
            None => self.type_layout(group.element.layout, Some(&group.element.places))?,
        }
        self.json.key("containerVarLayout")?;
        self.json.begin("{", false)?;
        self.write_bindings(&group.container, 0, |kind| UnitOffset { kind, index: Amount::Finite(0), space: 0 })?;
        self.json.end("}")?;
        self.json.key("elementVarLayout")?;
        self.json.begin("{", false)?;
        self.json.key("type")?;
        self.type_layout(group.argument_buffer.unwrap_or(group.element.layout), None)?;
        self.bindings(&group.element, None)?;
        self.json.end("}")?;
        self.json.end("}")
    }

    /// A varying that is a global or in a buffer.
    fn of_stages(&mut self, resource: &ResourceType) -> io::Result<()> {
        match resource.kind {
            ResourceKind::OutputStream => self.stream(None),
            ResourceKind::MeshOutput | ResourceKind::MeshIndices => self.write_kind("MeshOutput"),
            ResourceKind::Patch => self.without_fields(self.module.name(resource.spelling())),
            _ => self.resource(resource),
        }
    }

    /// An output stream, whose content is known only in an entry point.
    fn stream(&mut self, element: Option<LayoutId>) -> io::Result<()> {
        self.json.begin("{", false)?;
        self.json.word("kind", "outputStream")?;
        self.json.key("elementType")?;
        match element {
            Some(element) => self.type_layout(element, None)?,
            None => self.write_kind("None")?,
        }
        self.json.key("containerVarLayout")?;
        self.json.begin("{", false)?;
        self.json.end("}")?;
        self.json.key("elementVarLayout")?;
        self.json.begin("{", false)?;
        self.json.key("type")?;
        self.write_kind("None")?;
        self.json.end("}")?;
        self.json.end("}")
    }

    /// A type without a layout.
    pub(super) fn plain_type(&mut self, ty: TypeId) -> io::Result<()> {
        let module = self.module;
        match module.types[ty] {
            Type::Scalar(scalar) | Type::Atomic(scalar) => self.scalar(scalar),
            Type::Enum(id) => self.scalar(module.enums[id].scalar),
            Type::Vector { scalar, width } => self.vector(ty, scalar, width),
            // On targets without pointers to resources, a handle is two integers.
            Type::Handle(_) => self.vector(ty, Scalar::Uint32, 2),
            Type::Matrix { scalar, rows, columns, .. } => {
                self.json.begin("{", false)?;
                self.json.word("kind", "matrix")?;
                self.json.number("rowCount", rows.into())?;
                self.json.number("columnCount", columns.into())?;
                self.json.key("elementType")?;
                self.scalar(scalar)?;
                self.json.end("}")
            }
            Type::Array { element, count } => {
                self.json.begin("{", false)?;
                self.json.word("kind", "array")?;
                self.element_count(ty, count)?;
                self.json.key("elementType")?;
                self.plain_type(element)?;
                self.json.end("}")
            }
            Type::Struct(id) => {
                self.json.begin("{", false)?;
                self.json.word("kind", "struct")?;
                self.json.key("fields")?;
                self.json.begin("[", false)?;
                for (index, field) in module.structs[id].fields.iter().enumerate() {
                    self.json.begin("{", false)?;
                    self.name(VariableDeclaration::Field(id, index))?;
                    self.attributes(Some(field))?;
                    self.json.key("type")?;
                    self.plain_type(field.ty)?;
                    self.json.end("}")?;
                }
                self.json.end("]")?;
                self.json.end("}")
            }
            Type::Resource(resource) => self.resource(&resource),
            Type::Interface(id) => self.named("Interface", module.name(module.program.interfaces[id].name)),
            Type::Unspecialized(id) => match module.program.unspecialized_types[id].owner {
                UnspecializedTypeOwner::Program => {
                    self.named("GenericTypeParameter", module.name(module.program.unspecialized_types[id].name))
                }
                UnspecializedTypeOwner::EntryPoint(_) | UnspecializedTypeOwner::Generic => self.write_kind("None"),
            },
            Type::Pointer(to) => {
                self.json.begin("{", false)?;
                self.json.word("kind", "pointer")?;
                self.json.pair("valueType", self.pointee(module.name(to.declaration)))?;
                self.json.end("}")
            }
            Type::Unknown => self.write_kind("None"),
        }
    }

    /// The name of the target of a pointer: for a handle, that of its representation on the target.
    fn pointee(&self, name: &'a str) -> &'a str {
        let of_handle = pointed_handle(name);
        match (of_handle, self.layout.target.handles) {
            (Some(_), HandleLayout::UintPair) => "vector",
            (Some(object), HandleLayout::Objects) => object,
            (None, _) => name,
        }
    }

    /// A link-time count is unknown in slangc, although the layout uses its current value.
    fn element_count(&mut self, ty: TypeId, count: Count) -> io::Result<()> {
        if count == Count::LinkTime || self.module.program.linked_arrays.contains(&ty) {
            return self.json.pair("elementCount", "unknown");
        }
        self.json.number("elementCount", count.known().unwrap_or(0))
    }

    fn write_kind(&mut self, kind: &str) -> io::Result<()> {
        self.json.begin("{", true)?;
        self.json.pair("kind", kind)?;
        self.json.end("}")
    }

    fn named(&mut self, kind: &str, name: &str) -> io::Result<()> {
        self.json.begin("{", true)?;
        self.json.pair("kind", kind)?;
        self.json.pair("name", name)?;
        self.json.end("}")
    }

    /// A built-in struct without visible members.
    fn without_fields(&mut self, name: &str) -> io::Result<()> {
        self.json.begin("{", false)?;
        self.json.word("kind", "struct")?;
        self.json.pair("name", name)?;
        self.json.key("fields")?;
        self.json.begin("[", false)?;
        self.json.end("]")?;
        self.json.end("}")
    }

    fn scalar(&mut self, scalar: Scalar) -> io::Result<()> {
        self.json.begin("{", true)?;
        self.json.word("kind", "scalar")?;
        self.json.word("scalarType", scalar_name(scalar))?;
        self.json.end("}")
    }

    fn vector(&mut self, ty: TypeId, scalar: Scalar, width: u8) -> io::Result<()> {
        self.json.begin("{", false)?;
        self.json.word("kind", "vector")?;
        self.element_count(ty, Count::Known(width.into()))?;
        self.json.key("elementType")?;
        self.scalar(scalar)?;
        self.json.end("}")
    }

    fn resource(&mut self, resource: &ResourceType) -> io::Result<()> {
        match resource.kind {
            ResourceKind::Sampler => return self.write_kind("samplerState"),
            ResourceKind::FeedbackType => return self.named("Feedback", self.module.name(resource.spelling())),
            ResourceKind::Other if resource.shape.dimension == Dimension::None => {
                return self.without_fields(self.module.name(resource.spelling()));
            }
            ResourceKind::OutputStream | ResourceKind::Patch | ResourceKind::MeshOutput | ResourceKind::MeshIndices => {
                return self.write_kind("None");
            }
            ResourceKind::TensorView => return self.without_fields("TensorView"),
            ResourceKind::ConstantBuffer | ResourceKind::ParameterBlock | ResourceKind::TextureBuffer => {
                self.json.begin("{", false)?;
                self.json.word("kind", group_name(resource.kind))?;
                if let Some(element) = resource.element {
                    self.json.key("elementType")?;
                    self.plain_type(element)?;
                }
                return self.json.end("}");
            }
            _ => {}
        }
        self.json.begin("{", false)?;
        self.resource_head(resource)?;
        let has_result = matches!(
            resource.shape.dimension,
            Dimension::StructuredBuffer
                | Dimension::Texture1D
                | Dimension::Texture2D
                | Dimension::Texture3D
                | Dimension::TextureCube
                | Dimension::SubpassInput
        );
        if let (true, Some(element)) = (has_result, resource.element) {
            self.json.key("resultType")?;
            self.plain_type(element)?;
        }
        self.json.end("}")
    }

    /// The properties of a resource except its result type.
    fn resource_head(&mut self, resource: &ResourceType) -> io::Result<()> {
        let shape = resource.shape;
        self.json.word("kind", "resource")?;
        self.json.pair("baseShape", base_name(shape.dimension))?;
        let feedback = shape.access == ResourceAccess::Feedback;
        for (key, is) in
            [("array", shape.arrayed), ("multisample", shape.multisampled), ("feedback", feedback), ("combined", shape.combined)]
        {
            if is {
                self.json.yes(key)?;
            }
        }
        match access_name(shape.access) {
            Some(access) => self.json.pair("access", access),
            None => Ok(()),
        }
    }
}

/// A field after the usage of a container.
fn moved(field: &Variable, container: &UnitOffsets) -> Variable {
    let mut moved = field.clone();
    for place in field.places.iter() {
        if let Some(before) = container.get(place.kind) {
            // libslang 2026.12 writes no number after an unbounded amount.
            let index = match (place.index, before.index) {
                (Amount::Finite(place), Amount::Finite(before)) => Amount::Finite(place.saturating_add(before)),
                _ => Amount::Unknown,
            };
            moved.places = moved.places.with(UnitOffset { index, ..place });
        }
    }
    moved
}

fn is_of_stages(kind: ResourceKind) -> bool {
    matches!(
        kind,
        ResourceKind::OutputStream | ResourceKind::Patch | ResourceKind::MeshOutput | ResourceKind::MeshIndices | ResourceKind::Other
    )
}

fn group_name(kind: ResourceKind) -> &'static str {
    match kind {
        ResourceKind::ParameterBlock => "parameterBlock",
        ResourceKind::TextureBuffer => "textureBuffer",
        _ => "constantBuffer",
    }
}

fn base_name(base: Dimension) -> &'static str {
    match base {
        Dimension::None => "unknown",
        Dimension::Texture1D => "texture1D",
        Dimension::Texture2D => "texture2D",
        Dimension::Texture3D => "texture3D",
        Dimension::TextureCube => "textureCube",
        Dimension::TextureBuffer => "textureBuffer",
        Dimension::StructuredBuffer => "structuredBuffer",
        Dimension::ByteAddressBuffer => "byteAddressBuffer",
        Dimension::AccelerationStructure => "accelerationStructure",
        Dimension::SubpassInput => "subpassInput",
    }
}

fn access_name(access: ResourceAccess) -> Option<&'static str> {
    Some(match access {
        ResourceAccess::Read => return None,
        ResourceAccess::Write => "write",
        ResourceAccess::ReadWrite => "readWrite",
        ResourceAccess::RasterOrdered => "rasterOrdered",
        ResourceAccess::Append => "append",
        ResourceAccess::Consume => "consume",
        ResourceAccess::Feedback => "feedback",
    })
}

fn scalar_name(scalar: Scalar) -> &'static str {
    match scalar {
        Scalar::Void => "void",
        Scalar::Bool => "bool",
        Scalar::Int8 => "int8",
        Scalar::Uint8 => "uint8",
        Scalar::Int16 | Scalar::Min16Int | Scalar::Min12Int => "int16",
        Scalar::Uint16 | Scalar::Min16Uint => "uint16",
        Scalar::Int32 => "int32",
        Scalar::Uint32 | Scalar::Int8x4Packed | Scalar::Uint8x4Packed => "uint32",
        Scalar::Int64 => "int64",
        Scalar::Uint64 => "uint64",
        Scalar::Float16 | Scalar::Min16Float | Scalar::Min10Float => "float16",
        Scalar::Float32 => "float32",
        Scalar::Float64 => "float64",
        Scalar::IntPtr => "intptr",
        Scalar::UintPtr => "uintptr",
        Scalar::BFloat16 => "bfloat16",
        Scalar::FloatE4M3 => "float_e4m3",
        Scalar::FloatE5M2 => "float_e5m2",
    }
}
