//! Built-in structs, and values of built-in interfaces.

use padstone_model::{
    Field, Interface, Packing, Pointee, ResourceAccess, ResourceKind, ResourceShape, ResourceType, Scalar, Struct, StructKind, Type, TypeId,
};
use padstone_source::{Span, Symbol};

use super::super::keywords::Builtin;
use super::Resolver;
use super::structs::{ANY_VALUE_SIZE, joined};

impl Resolver<'_> {
    pub(super) fn builtin_struct(&mut self, name: Symbol, members: &[(&str, Builtin)]) -> TypeId {
        if let Some(&known) = self.memo.builtin_structs.get(&name) {
            return known;
        }
        let mut fields = Vec::new();
        for &(member, builtin) in members {
            let symbol = self.names.intern(member);
            let ty = self.builtin(builtin, symbol, Span::default()).unwrap_or(self.unknown);
            fields.push(Field::member(symbol, Span::default(), ty, Vec::new()));
        }
        let declared = Struct { name, span: Span::default(), kind: StructKind::Declared, fields, ty: None, contiguous: false };
        let ty = self.add_struct(declared);
        self.memo.builtin_structs.insert(name, ty);
        ty
    }

    /// `ConstBufferPointer<T>`.
    pub(super) fn pointer_struct(&mut self, name: Symbol, to: Pointee) -> TypeId {
        let pointer = self.module.types.intern(Type::Pointer(to));
        let text = format!("{}<{}>", self.text(name), self.text(to.name));
        self.synthesized_struct(StructKind::Instance, &text, vec![("_ptr".to_owned(), pointer)])
    }

    /// `TextureFootprint<2>`: derived from a struct without members in reflection, whatever its argument.
    pub(super) fn footprint(&mut self) -> TypeId {
        let data = self.names.intern("__TextureFootprintData");
        let data = self.resource(ResourceKind::Other, ResourceShape::NONE, data, None, Packing::ByKind);
        let single = self.scalar(Scalar::Bool);
        let members = vec![("$base".to_owned(), data), ("_isSingleLevel".to_owned(), single)];
        self.synthesized_struct(StructKind::Declared, "TextureFootprint", members)
    }

    /// Whether a type has a footprint, `Texture2D.Footprint`: read-only textures without layers, samples, or a combined sampler (libslang
    /// 2026.12, measured).
    pub(super) fn has_footprint(&self, ty: TypeId) -> bool {
        match self.module.types[ty] {
            Type::Resource(ResourceType { kind: ResourceKind::Texture, shape, .. }) => {
                !shape.arrayed && !shape.multisampled && !shape.combined && shape.access == ResourceAccess::Read
            }
            _ => false,
        }
    }

    /// `DiffTensorView<T, A>`: values, and the accumulator of their derivatives.
    pub(super) fn tensor_pair(&mut self, name: Symbol, element: TypeId, adder: Option<TypeId>) -> TypeId {
        let adder = adder.unwrap_or_else(|| self.tensor_adder());
        let primal = self.tensor_view(element);
        let arguments = joined(&[self.type_text(element), self.type_text(adder)]);
        let text = format!("{}<{arguments}>", self.text(name));
        self.synthesized_struct(StructKind::Instance, &text, vec![("primal".to_owned(), primal), ("diff".to_owned(), adder)])
    }

    /// `AtomicAdd`.
    pub(super) fn tensor_adder(&mut self) -> TypeId {
        let float = self.scalar(Scalar::Float32);
        let view = self.tensor_view(float);
        self.synthesized_struct(StructKind::Declared, "AtomicAdd", vec![("diff".to_owned(), view)])
    }

    fn tensor_view(&mut self, element: TypeId) -> TypeId {
        let name = self.names.intern("TensorView");
        self.resource(ResourceKind::TensorView, ResourceShape::NONE, name, Some(element), Packing::ByKind)
    }

    /// A value of a built-in interface: like that of an interface without a stated size.
    pub(super) fn builtin_interface(&mut self, name: Symbol) -> TypeId {
        if let Some(&known) = self.memo.builtin_structs.get(&name) {
            return known;
        }
        let id = self.module.program.interfaces.push(Interface { name, span: Span::default(), any_value_size: ANY_VALUE_SIZE });
        let ty = self.module.types.intern(Type::Interface(id));
        self.memo.builtin_structs.insert(name, ty);
        ty
    }
}
