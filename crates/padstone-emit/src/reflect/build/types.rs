//! The types that the source declares, and their layouts in buffers.

use std::borrow::Cow;

use padstone_bind::{OrdinaryData, SlotRules};
use padstone_layout::{TypeLayouts, types_under};
use padstone_model::{Field, FieldRole, StructId, StructKind, Type, TypeId};

use super::Builder;
use crate::reflect::data::{DeclaredField, DeclaredType, TypeBytes};
use crate::reflect::names::alias_spelling;

impl Builder<'_> {
    /// All structs, enumerations and interfaces of the source.
    pub(super) fn declared_types(&self) -> Vec<DeclaredType> {
        let module = self.module;
        let mut used = vec![false; module.types.len()];
        self.layout.types.iter().filter_map(|layout| layout.ty).for_each(|ty| used[ty.index()] = true);
        let layouts = self.layouts_of_buffers();
        let mut found = Vec::new();
        for (ty, &definition) in module.types.iter() {
            let is_declared = |id: StructId| matches!(module.structs[id].kind, StructKind::Declared | StructKind::Instance);
            let (name, span, kind) = match definition {
                Type::Struct(id) if is_declared(id) && !module.program.incomplete.contains(&ty) => {
                    (module.structs[id].name, module.structs[id].span, "struct")
                }
                Type::Enum(id) => (module.enums[id].name, module.enums[id].span, "enum"),
                Type::Interface(id) => (module.program.interfaces[id].name, module.program.interfaces[id].span, "interface"),
                _ => continue,
            };
            // Built-in declarations have no file.
            let Some(source) = self.source(span) else { continue };
            let mut declared = DeclaredType {
                name: module.name(name).to_owned(),
                kind,
                ty: None,
                used: used[ty.index()],
                source,
                attributes: Vec::new(),
                fields: Vec::new(),
                layouts: Vec::new(),
            };
            match definition {
                Type::Struct(id) => {
                    let attributes = module.program.struct_attributes.iter().filter(|(owner, _)| *owner == id);
                    declared.attributes = self.uses(&attributes.map(|(_, attribute)| *attribute).collect::<Vec<_>>());
                    declared.fields = module.structs[id].fields.iter().map(|field| self.declared_field(field)).collect();
                    declared.layouts = layouts.iter().filter_map(|(buffer, types)| self.bytes_of(ty, buffer, types)).collect();
                }
                Type::Enum(id) => declared.ty = Some(module.enums[id].scalar.name()),
                _ => {}
            }
            found.push(declared);
        }
        found
    }

    fn declared_field(&self, field: &Field) -> DeclaredField {
        DeclaredField {
            name: self.module.name(field.name).to_owned(),
            ty: self.module.type_name(field.ty).to_string(),
            declared_type: alias_spelling(self.module, Some(field), field.ty),
            base: field.role == FieldRole::Base,
            source: self.source(field.span),
        }
    }

    /// The layouts of all types in the kinds of buffers of the target.
    fn layouts_of_buffers(&self) -> Vec<(&'static str, Cow<'_, TypeLayouts>)> {
        // Other policies use the layouts of a compiler, which `padstone layout` prints.
        if !matches!(self.layout.rules.slots, SlotRules::OfTypes(_)) {
            return Vec::new();
        }
        let family = self.layout.target.family;
        let sorts = [("constant_buffer", family.constants), ("structured_buffer", family.structured)];
        let rules = sorts.into_iter().filter_map(|(sort, rules)| match rules.ordinary {
            OrdinaryData::Bytes(rules) => {
                let known = self.layout.bytes.iter().find(|types| std::ptr::eq(types.rules, rules));
                // No buffer of the program uses these rules.
                let types = known.map_or_else(|| Cow::Owned(types_under(self.module, family.profile, rules)), Cow::Borrowed);
                Some((sort, types))
            }
            OrdinaryData::Slots { .. } => None,
        });
        rules.collect()
    }

    fn bytes_of(&self, ty: TypeId, buffer: &'static str, types: &TypeLayouts) -> Option<TypeBytes> {
        // Its size is unknown before linking, or always.
        let is_unknown = self.layout.unknowns.get(ty.index()).is_some_and(|unknown| unknown.bytes);
        if is_unknown || self.layout.link_time.get(ty.index()).is_some_and(|&link_time| link_time) {
            return None;
        }
        let layout = types.get(ty).ok()?;
        let offsets: Vec<u64> = types.fields(self.module, ty).map(|(_, place)| place.offset.bytes()).collect();
        Some(TypeBytes { buffer, rules: types.rules.name, size: layout.size.bytes(), align: layout.align.bytes(), offsets })
    }
}
