//! Rows of buffers and structs that contain a member that the front end did not understand.

use std::ops::ControlFlow;

use padstone_model::{Annotation, Module, Type, TypeId};

use crate::result::{LayoutError, PartialLayout, TypeLayouts};
use crate::rows::{Row, Visit, member_rows};

/// An item passed to the visitor of a [`PartialLayout`].
#[derive(Clone, Copy, Debug)]
pub enum PartialVisit<'a> {
    /// A member, or a part of one, before the unresolved member.
    Known(Row<'a>),
    /// An unresolved member, a member that contains one, or a later member: its offset and size are unknown.
    Unknown {
        /// The path in the layout. The last step is `?` if the name is unknown.
        path: &'a str,
        /// The nesting depth; 0 for the members of the buffer.
        depth: usize,
        /// The last step of the path.
        name: &'a str,
        /// The type.
        ty: TypeId,
    },
}

/// Visits the members of a partially known layout, in source order, until the visitor breaks.
///
/// Of the members without a known size, only the first has parts with known offsets; the parts of the others are not visited.
pub fn partial_rows<B>(
    module: &Module,
    types: &TypeLayouts,
    partial: &PartialLayout,
    visitor: &mut impl FnMut(PartialVisit<'_>) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let mut walk = PartialWalk { module, types, path: String::new(), visitor };
    walk.visit_parts(partial.content, 0)
}

struct PartialWalk<'a, 'v, V> {
    module: &'a Module,
    types: &'a TypeLayouts,
    path: String,
    visitor: &'v mut V,
}

impl<B, V> PartialWalk<'_, '_, V>
where
    V: FnMut(PartialVisit<'_>) -> ControlFlow<B>,
{
    /// The parts of a type without a layout that starts at offset 0.
    fn visit_parts(&mut self, ty: TypeId, depth: usize) -> ControlFlow<B> {
        match self.module.types[ty] {
            Type::Array { element, .. } => {
                let before = self.path.len();
                self.path.push_str("[]");
                self.visit_unknown(element, before, depth)?;
                self.visit_parts(element, depth + 1)?;
                self.path.truncate(before);
                ControlFlow::Continue(())
            }
            Type::Struct(_) => self.members(ty, depth),
            _ => ControlFlow::Continue(()),
        }
    }

    fn members(&mut self, ty: TypeId, depth: usize) -> ControlFlow<B> {
        let PartialWalk { module, types, .. } = *self;
        for (index, (field, placed)) in types.known_fields(module, ty).enumerate() {
            if let Some(placed) = placed {
                let visitor = &mut *self.visitor;
                member_rows(module, types, ty, (field, placed), (&self.path, depth), &mut |visit| match visit {
                    Visit::Row(row) => visitor(PartialVisit::Known(row)),
                    Visit::Padding { .. } => ControlFlow::Continue(()),
                })?;
                continue;
            }
            let before = self.path.len();
            if before > 0 {
                self.path.push('.');
            }
            let start = self.path.len();
            self.path.push_str(if field.name.is_empty() { "?" } else { module.name(field.name) });
            self.visit_unknown(field.ty, start, depth)?;
            // The first member has the offset of its struct.
            let is_unplaced = |annotation: &Annotation| {
                annotation.is_of_stage_interface() || matches!(annotation, Annotation::GenericDependence(_) | Annotation::OfParameter)
            };
            let is_first =
                index == 0 && field.annotations.iter().all(is_unplaced) && types.get(field.ty).is_err_and(LayoutError::is_partial);
            if is_first {
                self.visit_parts(field.ty, depth + 1)?;
            }
            self.path.truncate(before);
        }
        ControlFlow::Continue(())
    }

    fn visit_unknown(&mut self, ty: TypeId, name: usize, depth: usize) -> ControlFlow<B> {
        (self.visitor)(PartialVisit::Unknown { path: &self.path, depth, name: &self.path[name..], ty })
    }
}
