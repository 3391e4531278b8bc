//! Structs that contain resources: their contents, and lists of their resources.

use padstone_model::{Count, Module, ResourceKind, Type, TypeId};
use padstone_source::Span;

/// The maximum nesting depth of structs with resources.
const MAX_DEPTH: u16 = 256;
/// The maximum number of resources in the structs of a module.
const MAX_MEMBERS: u64 = 1 << 16;
/// The maximum size of their paths in bytes.
const MAX_PATH_BYTES: usize = 1 << 24;

/// The contents of a type.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct TypeResources {
    /// Ordinary data.
    pub(crate) bytes: bool,
    /// A part that the front end did not understand, and has reported.
    pub(crate) unknown: bool,
    /// A constant, texture, structured or byte address buffer.
    pub(crate) buffers: bool,
    /// Only a resource, or an array of one.
    is_resource: bool,
    /// An array of structs with resources whose length is unknown.
    unsized_structs: bool,
    /// The number of resources, where an array counts as one; saturating.
    pub(crate) resources: u64,
    /// The nesting depth of structs and arrays.
    depth: u16,
}

/// The contents of every type of a module, by [`TypeId`].
pub(crate) fn contents(module: &Module) -> Vec<TypeResources> {
    let mut all: Vec<TypeResources> = Vec::with_capacity(module.types.len());
    for (_, ty) in module.types.iter() {
        let found = match *ty {
            Type::Scalar(_) | Type::Vector { .. } | Type::Matrix { .. } | Type::Atomic(_) | Type::Pointer(_) | Type::Enum(_) => {
                TypeResources { bytes: true, ..TypeResources::default() }
            }
            Type::Resource(resource) => TypeResources {
                buffers: is_buffer(resource.kind),
                is_resource: true,
                resources: u64::from(resource.kind.class().is_some()),
                ..TypeResources::default()
            },
            Type::Array { element, count } => all[element.index()].array(count),
            Type::Struct(id) => {
                module.structs[id].fields.iter().fold(TypeResources::default(), |sum, field| sum.with(all[field.ty.index()]))
            }
            Type::Interface(_) | Type::Unspecialized(_) | Type::Handle(_) | Type::Unknown => {
                TypeResources { unknown: true, ..TypeResources::default() }
            }
        };
        all.push(found);
    }
    all
}

impl TypeResources {
    fn array(self, count: Count) -> TypeResources {
        let elements = if self.is_resource { 1 } else { count.known().unwrap_or(1) };
        TypeResources {
            resources: self.resources.saturating_mul(elements),
            unsized_structs: self.unsized_structs || (self.resources > 0 && !self.is_resource && count == Count::Runtime),
            depth: self.depth.saturating_add(1),
            ..self
        }
    }

    fn with(self, field: TypeResources) -> TypeResources {
        TypeResources {
            bytes: self.bytes || field.bytes,
            unknown: self.unknown || field.unknown,
            buffers: self.buffers || field.buffers,
            is_resource: false,
            unsized_structs: self.unsized_structs || field.unsized_structs,
            resources: self.resources.saturating_add(field.resources),
            depth: self.depth.max(field.depth.saturating_add(1)),
        }
    }
}

/// DXC's `isStructureContainingAnyKindOfBuffer`.
fn is_buffer(kind: ResourceKind) -> bool {
    !matches!(
        kind,
        ResourceKind::Texture
            | ResourceKind::RwTexture
            | ResourceKind::Sampler
            | ResourceKind::AccelerationStructure
            | ResourceKind::Patch
            | ResourceKind::FeedbackType
            | ResourceKind::Other
    )
}

/// The resource of a type that is one or an array of one, with all dimensions.
fn as_resource(module: &Module, mut ty: TypeId) -> Option<(ResourceKind, ResourceCount)> {
    let mut dims = ResourceCount::NONE;
    loop {
        match module.types[ty] {
            Type::Array { element, count } => {
                dims = dims.times(count);
                ty = element;
            }
            Type::Resource(resource) => return Some((resource.kind, dims)),
            _ => return None,
        }
    }
}

/// The number of resources of a declaration.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ResourceCount {
    /// Whether it is an array.
    pub(crate) array: bool,
    /// The product of its dimensions; saturating.
    pub(crate) count: Count,
}

impl ResourceCount {
    pub(crate) const NONE: ResourceCount = ResourceCount { array: false, count: Count::Known(1) };

    /// From the dimensions of a parameter.
    pub(crate) fn of(dims: &[Count]) -> ResourceCount {
        dims.iter().fold(ResourceCount::NONE, |dims, &count| dims.times(count))
    }

    fn times(self, count: Count) -> ResourceCount {
        let product = match (self.count, count) {
            (Count::Known(a), Count::Known(b)) => Count::Known(a.saturating_mul(b)),
            _ => Count::Runtime,
        };
        ResourceCount { array: true, count: product }
    }
}

/// A resource in a struct.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct StructResource {
    /// The path, starting with the name of the parameter: `r.maps[1].albedo`.
    pub(crate) path: String,
    /// The span of the field.
    pub(crate) span: Span,
    /// The type of the field.
    pub(crate) ty: TypeId,
    pub(crate) kind: ResourceKind,
    pub(crate) dims: ResourceCount,
}

/// The reason why the resources of a struct cannot be listed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Unlisted {
    /// The length of an array of structs is unknown.
    Unsized,
    /// The maximum number or depth is exceeded.
    TooMany,
}

/// Lists the resources in structs. One lister serves a whole module, to limit the total number.
pub(crate) struct Lister<'m> {
    module: &'m Module,
    contents: &'m [TypeResources],
    members_left: u64,
    bytes_left: usize,
}

impl<'m> Lister<'m> {
    pub(crate) fn new(module: &'m Module, contents: &'m [TypeResources]) -> Self {
        Lister { module, contents, members_left: MAX_MEMBERS, bytes_left: MAX_PATH_BYTES }
    }

    /// The resources in a struct, or in an array of structs, in declaration order; all of element 0 precede those of element 1.
    pub(crate) fn list(&mut self, name: &str, ty: TypeId, dims: &[Count]) -> Result<Vec<StructResource>, Unlisted> {
        let contents = self.contents[ty.index()];
        let Count::Known(objects) = ResourceCount::of(dims).count else { return Err(Unlisted::Unsized) };
        if contents.unsized_structs {
            return Err(Unlisted::Unsized);
        }
        let members = contents.resources.saturating_mul(objects);
        if members > self.members_left || contents.depth > MAX_DEPTH || dims.len() > usize::from(MAX_DEPTH) {
            return Err(Unlisted::TooMany);
        }
        self.members_left -= members;
        let mut found = Vec::new();
        if members > 0 {
            self.elements(&mut name.to_owned(), ty, dims, &mut found)?;
        }
        Ok(found)
    }

    fn elements(&mut self, path: &mut String, ty: TypeId, dims: &[Count], found: &mut Vec<StructResource>) -> Result<(), Unlisted> {
        match dims {
            [] => self.visit(path, ty, found),
            [count, inner @ ..] => {
                let length = path.len();
                for index in 0..count.known().unwrap_or(0) {
                    path.push_str(&format!("[{index}]"));
                    self.elements(path, ty, inner, found)?;
                    path.truncate(length);
                }
                Ok(())
            }
        }
    }

    fn visit(&mut self, path: &mut String, ty: TypeId, found: &mut Vec<StructResource>) -> Result<(), Unlisted> {
        match self.module.types[ty] {
            Type::Array { element, count } => self.elements(path, element, &[count], found),
            Type::Struct(id) => {
                let length = path.len();
                for field in &self.module.structs[id].fields {
                    if self.contents[field.ty.index()].resources == 0 {
                        continue;
                    }
                    path.push('.');
                    path.push_str(self.module.name(field.name));
                    match as_resource(self.module, field.ty) {
                        Some((kind, dims)) => {
                            self.bytes_left = self.bytes_left.checked_sub(path.len()).ok_or(Unlisted::TooMany)?;
                            found.push(StructResource { path: path.clone(), span: field.span, ty: field.ty, kind, dims });
                        }
                        None => self.visit(path, field.ty, found)?,
                    }
                    path.truncate(length);
                }
                Ok(())
            }
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use padstone_model::{Field, ResourceShape, ResourceType, Struct, StructKind};

    use super::*;

    /// Creates a struct with one field of a type, as front ends do.
    fn holder(module: &mut Module, ty: TypeId) -> TypeId {
        let (name, span) = (module.names.intern("x"), Span::default());
        let field = Field::member(name, span, ty, Vec::new());
        let id = module.structs.push(Struct { name, span, kind: StructKind::Declared, fields: vec![field], ty: None, contiguous: false });
        module.types.intern(Type::Struct(id))
    }

    #[test]
    fn too_many_or_unbounded_resources_cannot_be_listed() {
        let mut module = Module::default();
        let name = module.names.intern("Texture2D");
        let texture = module.types.intern(Type::Resource(ResourceType::new(ResourceKind::Texture, ResourceShape::D2, name, None)));
        let holder_of_one = holder(&mut module, texture);
        let open = module.types.intern(Type::Array { element: holder_of_one, count: Count::Runtime });
        let open = holder(&mut module, open);
        let mut twice = holder_of_one;
        let mut deep = holder_of_one;
        for _ in 0..60 {
            let pair = module.types.intern(Type::Array { element: twice, count: Count::Known(2) });
            twice = holder(&mut module, pair);
        }
        for _ in 0..300 {
            deep = holder(&mut module, deep);
        }
        let contents = contents(&module);
        let list = |ty, dims: &[Count]| Lister::new(&module, &contents).list("p", ty, dims);
        assert_eq!(list(holder_of_one, &[Count::Known(2)]).unwrap()[1].path, "p[1].x");
        assert_eq!(list(holder_of_one, &[Count::Runtime]), Err(Unlisted::Unsized));
        assert_eq!(list(open, &[]), Err(Unlisted::Unsized));
        assert_eq!(list(twice, &[]), Err(Unlisted::TooMany));
        assert_eq!(list(deep, &[]), Err(Unlisted::TooMany));
    }
}
