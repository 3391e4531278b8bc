//! Which types implement the interfaces of the language.

use padstone_model::{ResourceKind, StructKind, Type, TypeId};

use super::super::tree::{DeclKind, ExprId};
use super::super::words::{Builtin, Implementers, Optionals};
use super::{Entity, Found, Resolver, Scope};

impl Resolver<'_> {
    pub(super) fn implements_builtin(&mut self, ty: TypeId, wanted: &'static Implementers) -> Found<bool> {
        Ok(match self.module.types[ty] {
            Type::Scalar(scalar) => wanted.has_scalar(scalar),
            Type::Vector { scalar, width } => wanted.has_vector(scalar, width),
            Type::Matrix { scalar, .. } => wanted.has_matrix(scalar),
            Type::Enum(_) => wanted.enums,
            Type::Handle(_) => wanted.handles,
            Type::Array { element, .. } => wanted.arrays && self.implements_builtin(element, wanted)?,
            Type::Resource(resource) => match resource.kind {
                ResourceKind::Other => wanted.tags && self.text(resource.name).starts_with("SAMPLER_FEEDBACK"),
                ResourceKind::ParameterBlock
                | ResourceKind::SubpassInput
                | ResourceKind::StorageBlock
                | ResourceKind::OutputStream
                | ResourceKind::MeshOutput => false,
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
            Type::Struct(_) | Type::Interface(_) => self.says_builtin(ty, wanted)?,
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

    /// Whether a type of the program says that it implements an interface: where it is declared, or by an extension.
    fn says_builtin(&mut self, ty: TypeId, wanted: &'static Implementers) -> Found<bool> {
        if let Some(&origin) = self.origins.get(&ty)
            && self.derives_builtin(origin, wanted, &mut Vec::new())?
        {
            return Ok(true);
        }
        for extension in self.tree.extensions.clone() {
            let DeclKind::Extension { bases, .. } = &self.tree.decls[extension].kind else { continue };
            if bases.is_empty() {
                continue;
            }
            let bases = bases.clone();
            if let Some(env) = self.extends(extension, ty)
                && self.any_derives_builtin(&bases, Scope { decl: extension, env }, wanted, &mut Vec::new())?
            {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn derives_builtin(&mut self, from: Scope, wanted: &'static Implementers, seen: &mut Vec<Scope>) -> Found<bool> {
        if seen.contains(&from) {
            return Ok(false);
        }
        seen.push(from);
        match &self.tree.decls[from.decl].kind {
            DeclKind::Struct { bases, .. } | DeclKind::Interface { bases } => {
                let bases = bases.clone();
                self.any_derives_builtin(&bases, from, wanted, seen)
            }
            _ => Ok(false),
        }
    }

    fn any_derives_builtin(&mut self, bases: &[ExprId], scope: Scope, wanted: &'static Implementers, seen: &mut Vec<Scope>) -> Found<bool> {
        for &base in bases {
            let span = self.span(base);
            let outside = Scope { decl: self.outside(scope.decl), ..scope };
            let derives = match self.entity(base, outside)? {
                Entity::Builtin(Builtin::Interface(base), _) => base.is_or_extends(wanted),
                Entity::Declared(base) => self.deeper(span, |resolver| resolver.derives_builtin(base, wanted, seen))?,
                _ => false,
            };
            if derives {
                return Ok(true);
            }
        }
        Ok(false)
    }
}
