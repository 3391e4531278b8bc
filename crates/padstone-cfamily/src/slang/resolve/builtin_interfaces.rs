//! Conformance of types to built-in interfaces.

use padstone_diag::{Diagnostic, codes};
use padstone_model::{ResourceAccess, ResourceKind, ResourceType, StructKind, Type, TypeId};
use padstone_source::{Span, Symbol};

use super::super::keywords::{Builtin, Cooperative, FRACTIONS, Implementers, Optionals, Sequences};
use super::conformance::RequestedInterface;
use super::{Entity, Resolved, Resolver};

impl Resolver<'_> {
    /// Whether a type conforms to a built-in interface.
    pub(super) fn implements_builtin(&mut self, ty: TypeId, requested: &'static Implementers) -> Resolved<bool> {
        Ok(match self.module.types[ty] {
            Type::Vector { .. } | Type::Matrix { .. } | Type::Array { .. } if requested.sequences != Sequences::None => true,
            Type::Scalar(scalar) => requested.has_scalar(scalar),
            Type::Vector { scalar, width } => requested.has_vector(scalar, width),
            Type::Matrix { scalar, .. } => requested.has_matrix(scalar),
            Type::Enum(_) => requested.enums,
            Type::Handle(_) => requested.handles,
            Type::Array { element, .. } => requested.arrays && self.implements_builtin(element, requested)?,
            Type::Resource(resource) => match resource.kind {
                ResourceKind::Other if requested.layouts => {
                    matches!(self.keywords.builtin(resource.spelling()), Some(Builtin::DataLayout(_)))
                }
                ResourceKind::Other => self.closed_implements(resource, requested)?,
                ResourceKind::FeedbackType => requested.tags,
                ResourceKind::ByteAddressBuffer => requested.objects || requested.bytes == Sequences::All,
                ResourceKind::RwByteAddressBuffer => {
                    let is_plain = resource.shape.access == ResourceAccess::ReadWrite;
                    requested.objects || requested.bytes != Sequences::None && is_plain
                }
                ResourceKind::ParameterBlock
                | ResourceKind::SubpassInput
                | ResourceKind::StorageBlock
                | ResourceKind::OutputStream
                | ResourceKind::Patch
                | ResourceKind::TensorView
                | ResourceKind::MeshOutput
                | ResourceKind::MeshIndices => false,
                ResourceKind::StructuredBuffer => requested.objects || requested.sequences == Sequences::All,
                ResourceKind::RwStructuredBuffer => requested.objects || requested.sequences != Sequences::None,
                _ => requested.objects,
            },
            Type::Struct(id) if self.module.structs[id].kind == StructKind::Tuple => {
                let parts: Vec<TypeId> = self.module.structs[id].fields.iter().map(|field| field.ty).collect();
                match (self.is_optional(ty), requested.optionals) {
                    (true, Optionals::All) => true,
                    (true, Optionals::OfThose) => self.implements_builtin(parts[0], requested)?,
                    (true, Optionals::None) => false,
                    (false, _) => requested.tuples && self.all_implement(&parts, requested)?,
                }
            }
            Type::Struct(_) | Type::Interface(_) => self.declares_conformance(ty, RequestedInterface::Builtin(requested))?,
            // Unspecialized types are checked at their declaration, or once they have an argument.
            Type::Unspecialized(_) | Type::Unknown => true,
            Type::Pointer(_) => self.declares_conformance(ty, RequestedInterface::Builtin(requested))?,
            Type::Atomic(_) => false,
        })
    }

    /// Whether a built-in type without members in reflection conforms to a built-in interface.
    fn closed_implements(&mut self, resource: ResourceType, requested: &Implementers) -> Resolved<bool> {
        Ok(match self.text(resource.spelling()) {
            "CoopVec" if requested.cooperative == Cooperative::Fractions => match resource.element {
                Some(element) if matches!(self.module.types[element], Type::Unspecialized(_)) => {
                    self.unspecialized_implements(element, RequestedInterface::Builtin(&FRACTIONS))?
                }
                element => element.is_some_and(|element| matches!(self.module.types[element], Type::Scalar(scalar) if scalar.is_float())),
            },
            "CoopVec" | "CoopMat" => requested.cooperative == Cooperative::All || requested.sequences == Sequences::All,
            "DifferentialPair" => requested.pairs,
            _ => false,
        })
    }

    /// Reports invalid element types of a built-in type (E38029 of slangc).
    pub(super) fn check_element_of(&mut self, name: Symbol, element: TypeId, requested: &'static Implementers, span: Span) -> Resolved<()> {
        if self.conforms(element, Entity::Builtin(Builtin::Interface(requested), name))? {
            return Ok(());
        }
        let element = self.type_text(element);
        let message = format!("`{}` is not available for `{element}`", self.text(name));
        let found = Diagnostic::error(&codes::CONSTRAINT_UNMET, message, span);
        Err(self.report(found.help(format!("use a type that conforms to `{}`", requested.name()))))
    }

    fn all_implement(&mut self, types: &[TypeId], requested: &'static Implementers) -> Resolved<bool> {
        for &ty in types {
            if !self.implements_builtin(ty, requested)? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
