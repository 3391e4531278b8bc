//! The parameters of a module as the globals of a program.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::{
    Annotation, Buffer, BufferId, BufferKind, Field, Global, Module, Origin, Parameter, ParameterKind, ResourceKind, ResourceShape,
    ResourceType, Type, TypeId,
};

impl Module {
    /// Declares the parameters as globals of a program, each with its full type. Only Slang's front end declares
    /// programs itself. Declarations inside a buffer are part of its type, not separate globals.
    pub fn declare_globals(&mut self) {
        let inside: FxHashSet<_> = self
            .buffers
            .iter()
            .filter(|(_, buffer)| matches!(buffer.kind, BufferKind::CBuffer | BufferKind::TBuffer | BufferKind::Globals))
            .filter_map(|(_, buffer)| self.as_struct(buffer.content))
            .flat_map(|members| members.fields.iter().map(|field| field.span))
            .collect();
        let parameters: Vec<_> = self.parameters.iter().map(|(id, parameter)| (id, parameter.clone())).collect();
        let mut written = FxHashMap::default();
        for (id, ty) in self.types.iter() {
            if let Type::Resource(ResourceType { kind, element: Some(element), .. }) = *ty {
                written.entry((kind, element)).or_insert(id);
            }
        }
        for (id, parameter) in parameters {
            let is_buffer = matches!(parameter.kind, ParameterKind::Buffer(_));
            if inside.contains(&parameter.span) && !is_buffer {
                continue;
            }
            let variable = self.as_variable(&parameter, &written);
            let source_order = self.program.globals.len();
            self.program.globals.push(Global { variable, origin: Origin::Unit(0), source_order, parameter: id });
        }
    }

    fn as_variable(&mut self, parameter: &Parameter, written: &FxHashMap<(ResourceKind, TypeId), TypeId>) -> Field {
        let mut ty = match parameter.kind {
            ParameterKind::Buffer(buffer) => self.type_of_buffer(buffer, written),
            ParameterKind::Opaque(ty) | ParameterKind::Struct(ty) | ParameterKind::Uniform(ty) => ty,
        };
        for &count in parameter.dims.iter().rev() {
            ty = self.types.intern(Type::Array { element: ty, count });
        }
        let registers = parameter.registers.iter().copied().map(Annotation::Register);
        let annotations = registers.chain(parameter.binding.map(Annotation::Binding)).collect();
        Field::member(parameter.name, parameter.span, ty, annotations)
    }

    /// The type of a buffer: the type in the source if there is one, otherwise an equivalent type of a variable. `written` are the types in the source.
    fn type_of_buffer(&mut self, buffer: BufferId, written: &FxHashMap<(ResourceKind, TypeId), TypeId>) -> TypeId {
        let Buffer { kind, resource, content, .. } = self.buffers[buffer];
        let (word, resource) = match kind {
            BufferKind::CBuffer | BufferKind::Globals | BufferKind::EntryUniforms => ("cbuffer", ResourceKind::ConstantBuffer),
            BufferKind::TBuffer => ("tbuffer", ResourceKind::TextureBuffer),
            BufferKind::Uniform | BufferKind::PushConstant | BufferKind::ShaderRecord => ("uniform", ResourceKind::ConstantBuffer),
            BufferKind::Immediate => ("uniform", ResourceKind::ConstantBuffer),
            BufferKind::Storage if resource == ResourceKind::StructuredBuffer => ("buffer", resource),
            BufferKind::Storage => ("buffer", ResourceKind::StorageBlock),
            BufferKind::ConstantBuffer | BufferKind::TextureBuffer | BufferKind::ParameterBlock | BufferKind::Structured => {
                match written.get(&(resource, content)) {
                    Some(&written) => return written,
                    None => ("buffer", resource),
                }
            }
        };
        let name = self.names.intern(word);
        self.types.intern(Type::Resource(ResourceType::new(resource, ResourceShape::NONE, name, Some(content))))
    }
}
