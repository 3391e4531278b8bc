//! `override` (WGSL, section 7.2.3): constants that can be specified at pipeline creation.

use padstone_diag::{Diagnostic, codes};

use super::attributes::AttributeUse;
use super::{EvaluationTime, ResolvedGlobal, Resolver};
use crate::attributes::AttributeTarget;
use crate::tree::{Declaration, Variable};
use crate::types::{Type, TypeId};

/// The largest `@id` (section 12.6).
const MAX_ID: u32 = 65535;

impl Resolver<'_> {
    pub(super) fn override_declaration(&mut self, declaration: &Declaration, variable: &Variable) -> Option<ResolvedGlobal> {
        let attributes = self.attributes(declaration.attributes, AttributeTarget::Override);
        self.override_of(&attributes, variable)
    }

    /// An `override`, or a constant of 2020 with the attribute of one.
    pub(super) fn override_of(&mut self, attributes: &[AttributeUse], variable: &Variable) -> Option<ResolvedGlobal> {
        let mut own_id = None;
        for &attribute in attributes.iter().filter(|attribute| !attribute.arguments.is_empty()) {
            let Some(id) = self.integer_argument(attribute, 0) else { continue };
            if id > MAX_ID {
                let message = format!("override id must be at most {MAX_ID}, found {id}");
                self.error(&codes::ATTRIBUTE_ARGUMENT, message, attribute.span);
            } else {
                own_id = Some(id);
                self.override_ids.push((id, attribute.span));
            }
        }
        let name = variable.name;
        let ty = self.override_type(variable)?;
        if !matches!(self.types[ty], Type::Scalar(_) | Type::Unknown) {
            let message = format!("an `override` must be a scalar, but `{}` is `{}`", self.text(name.symbol), self.type_name(ty));
            self.error(&codes::OVERRIDE_DECLARATION, message, name.span);
            return None;
        }
        self.lowering.override_declaration(&self.types, name, ty, own_id, variable.value.is_some());
        Some(ResolvedGlobal::Override(ty))
    }

    /// The written type, or that of the initializer.
    fn override_type(&mut self, variable: &Variable) -> Option<TypeId> {
        let name = variable.name;
        let ty = match variable.ty {
            Some(ty) => Some(self.type_expression(ty)?),
            None => None,
        };
        let Some(value) = variable.value else {
            if ty.is_none() {
                let message = format!("`{}` needs a type or an initializer", self.text(name.symbol));
                self.error(&codes::INITIALIZER, message, name.span);
            }
            return ty;
        };
        let span = self.nodes[value].span;
        let operand = self.expression(value)?;
        if operand.known == EvaluationTime::Runtime {
            self.error(&codes::NOT_CONSTANT, "the value of an `override` must be known at pipeline creation", span);
            return None;
        }
        match ty {
            Some(ty) => {
                let role = format!("value of `{}`", self.text(name.symbol));
                self.convert(operand, ty, span, &role)?;
                Some(ty)
            }
            None => Some(self.concretize(operand, span)?.value.ty()),
        }
    }

    /// Reports overrides with the same id.
    pub(super) fn check_override_ids(&mut self) {
        let mut ids = std::mem::take(&mut self.override_ids);
        ids.sort_unstable();
        for pair in ids.windows(2).filter(|pair| pair[0].0 == pair[1].0) {
            let (id, first, second) = (pair[0].0, pair[0].1, pair[1].1);
            let found = Diagnostic::error(&codes::OVERRIDE_DECLARATION, format!("duplicate override id {id}"), second);
            self.report(found.label(second, "duplicate").label(first, "first occurrence"));
        }
    }
}
