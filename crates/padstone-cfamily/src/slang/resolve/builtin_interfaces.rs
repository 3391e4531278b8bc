//! Which types implement the interfaces of the language.

use padstone_model::{ResourceKind, StructKind, Type, TypeId};

use super::super::words::{Builtin, Implementers, Optionals, Sequences};
use super::conformance::Wanted;
use super::{Found, Resolver};

impl Resolver<'_> {
    /// Whether a type implements an interface of the language.
    pub(super) fn implements_builtin(&mut self, ty: TypeId, wanted: &'static Implementers) -> Found<bool> {
        Ok(match self.module.types[ty] {
            Type::Vector { .. } | Type::Matrix { .. } | Type::Array { .. } if wanted.sequences != Sequences::None => true,
            Type::Scalar(scalar) => wanted.has_scalar(scalar),
            Type::Vector { scalar, width } => wanted.has_vector(scalar, width),
            Type::Matrix { scalar, .. } => wanted.has_matrix(scalar),
            Type::Enum(_) => wanted.enums,
            Type::Handle(_) => wanted.handles,
            Type::Array { element, .. } => wanted.arrays && self.implements_builtin(element, wanted)?,
            Type::Resource(resource) => match resource.kind {
                ResourceKind::Other if wanted.layouts => matches!(self.words.builtin(resource.name), Some(Builtin::DataLayout(_))),
                ResourceKind::Other => wanted.tags && self.text(resource.name).starts_with("SAMPLER_FEEDBACK"),
                ResourceKind::ParameterBlock
                | ResourceKind::SubpassInput
                | ResourceKind::StorageBlock
                | ResourceKind::OutputStream
                | ResourceKind::TensorView
                | ResourceKind::MeshOutput => false,
                ResourceKind::StructuredBuffer => wanted.objects || wanted.sequences == Sequences::All,
                ResourceKind::RwStructuredBuffer => wanted.objects || wanted.sequences != Sequences::None,
                _ => wanted.objects,
            },
            Type::Struct(id) if self.module.structs[id].kind == StructKind::Tuple => {
                let parts: Vec<TypeId> = self.module.structs[id].fields.iter().map(|field| field.ty).collect();
                match (self.is_optional(ty), wanted.optionals) {
                    (true, Optionals::All) => true,
                    (true, Optionals::OfThose) => self.implements_builtin(parts[0], wanted)?,
                    (true, Optionals::None) => false,
                    (false, _) => wanted.tuples && self.all_implement(&parts, wanted)?,
                }
            }
            Type::Struct(_) | Type::Interface(_) => self.says(ty, Wanted::Builtin(wanted))?,
            // What is open is judged where it is declared, or once something is put in.
            Type::Open(_) | Type::Unknown => true,
            Type::Pointer(_) | Type::Atomic(_) => false,
        })
    }

    fn all_implement(&mut self, types: &[TypeId], wanted: &'static Implementers) -> Found<bool> {
        for &ty in types {
            if !self.implements_builtin(ty, wanted)? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
