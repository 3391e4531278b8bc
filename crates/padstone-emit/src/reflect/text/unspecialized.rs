//! Parameters without a location, because their type is unspecialized: a `type_param`, or a parameter of a generic without an argument.

use std::collections::BTreeSet;

use padstone_bind::{LayoutId, TypeStructure, Variable};
use padstone_model::{Type, TypeId, UnspecializedTypeId, UnspecializedTypeOwner};

use super::{ReflectionRow, Tables};

impl Tables<'_> {
    /// A row for each part of an unspecialized type in some parameters, and one for each unspecialized type that no part has.
    pub(super) fn add_unspecialized<'v>(&mut self, owner: UnspecializedTypeOwner, variables: impl Iterator<Item = &'v Variable>) {
        let mut seen = BTreeSet::new();
        for variable in variables {
            let name = self.layout.name(self.module, variable);
            let Some(ty) = self.layout.get(variable.layout).ty else { continue };
            self.unspecialized_parts(variable.layout, name, ty, &mut seen);
        }
        for (id, ty) in self.module.program.unspecialized_types.iter() {
            if ty.owner == owner && !seen.contains(&id) {
                self.unspecialized_row(id, "", String::new());
            }
        }
    }

    /// `declared`: the type at the path. The depth of types is limited by the layout.
    fn unspecialized_parts(&mut self, id: LayoutId, path: &str, declared: TypeId, seen: &mut BTreeSet<UnspecializedTypeId>) {
        let layout = self.layout;
        let ty = layout.get(id);
        let (mut inner, mut path) = (ty.ty, path.to_owned());
        // Arrays without usage are not visited.
        while let (TypeStructure::Leaf | TypeStructure::Array { .. }, Some(Type::Array { element, .. })) =
            (&ty.shape, inner.map(|ty| self.module.types[ty]))
        {
            inner = Some(element);
            path.push_str("[]");
        }
        if let Some(Type::Unspecialized(open)) = inner.map(|ty| self.module.types[ty]) {
            seen.insert(open);
            self.unspecialized_row(open, &path, self.module.type_name(declared).to_string());
            return;
        }
        match &ty.shape {
            TypeStructure::Struct(fields) => {
                for field in fields {
                    let path = format!("{path}.{}", layout.name(self.module, field));
                    let Some(ty) = layout.get(field.layout).ty else { continue };
                    self.unspecialized_parts(field.layout, &path, ty, seen);
                }
            }
            TypeStructure::Array { element, .. } | TypeStructure::Elements(element) => {
                self.unspecialized_parts(*element, &format!("{path}[]"), declared, seen)
            }
            TypeStructure::Group(group) => self.unspecialized_parts(group.element.layout, &path, declared, seen),
            TypeStructure::Leaf | TypeStructure::Vector { .. } | TypeStructure::Matrix { .. } => {}
        }
    }

    fn unspecialized_row(&mut self, id: UnspecializedTypeId, path: &str, description: String) {
        let open = &self.module.program.unspecialized_types[id];
        let constraints: Vec<String> = open.constraints.iter().map(|&constraint| self.module.type_name(constraint).to_string()).collect();
        let parameter_text = match constraints.is_empty() {
            true => self.module.name(open.name).to_owned(),
            false => format!("{} : {}", self.module.name(open.name), constraints.join(", ")),
        };
        let order = self.rows.len() as u64;
        self.rows.push(ReflectionRow {
            key: (4, 0, ' ', order),
            location: parameter_text,
            name: path.to_owned(),
            description,
            arrays: 0,
            members: Vec::new(),
        });
    }
}
