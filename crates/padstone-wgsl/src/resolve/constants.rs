//! `const`, `alias` and `const_assert` (WGSL, sections 7.2, 6.8 and 9.6).

use padstone_diag::{Diagnostic, codes};

use super::{Operand, ResolvedGlobal, Resolver};
use crate::attributes::AttributeTarget;
use crate::constant::Value;
use crate::scalar::Number;
use crate::tree::{Alias, Declaration, ExprId, Variable};
use crate::types::{AccessMode, AddressSpace, Traits, Type};

impl Resolver<'_> {
    /// `const name: ty = value;`, and `let` of 2020.
    pub(super) fn constant_declaration(&mut self, declaration: &Declaration, variable: &Variable) -> Option<ResolvedGlobal> {
        let attributes = self.attributes(declaration.attributes, AttributeTarget::Const);
        if !attributes.is_empty() {
            return self.override_of(&attributes, variable);
        }
        let ty = match variable.ty {
            Some(ty) => Some(self.type_expression(ty)?),
            None => None,
        };
        let Some(value) = variable.value else {
            let message = format!("`{}` needs an initializer", self.text(variable.name.symbol));
            self.error(&codes::INITIALIZER, message, variable.name.span);
            return None;
        };
        let span = self.nodes[value].span;
        let mut operand = Operand::constant(self.constant(value, "the value of a `const`")?);
        if let Some(ty) = ty {
            let role = format!("value of `{}`", self.text(variable.name.symbol));
            operand = self.convert(operand, ty, span, &role)?;
        } else if self.is_draft() {
            operand = self.concretize(operand, span)?;
        }
        let ty = operand.value.ty();
        if !self.types.has(ty, Traits::CONSTRUCTIBLE) && !matches!(self.types[ty], Type::Parts { .. }) {
            let message = format!("a `const` cannot have type `{}`", self.type_name(ty));
            self.error(&codes::TYPE_MISMATCH, message, span);
            return None;
        }
        self.check_store_type(AddressSpace::Function, ty, AccessMode::Read, span, span)?;
        Some(ResolvedGlobal::Constant(operand.value))
    }

    /// `alias name = ty;`
    pub(super) fn alias(&mut self, position: u32, declaration: &Declaration, alias: &Alias) -> Option<ResolvedGlobal> {
        let attributes = self.attributes(declaration.attributes, AttributeTarget::Alias);
        let annotations = self.annotate_type(position, &attributes, Some(alias.ty));
        let ty = self.annotated_type(alias.ty)?;
        self.claim(alias.name, ty, annotations);
        Some(ResolvedGlobal::Type(ty))
    }

    /// `const_assert condition;`
    pub(super) fn const_assert(&mut self, declaration: &Declaration, condition: ExprId) -> Option<ResolvedGlobal> {
        self.attributes(declaration.attributes, AttributeTarget::ConstAssert);
        self.assert_true(condition, declaration.span);
        None
    }

    /// Reports a false assertion at `assertion`.
    pub(crate) fn assert_true(&mut self, condition: ExprId, assertion: padstone_source::Span) -> Option<()> {
        let span = self.nodes[condition].span;
        match self.constant(condition, "the asserted condition")? {
            Value::Number(Number::Bool(true)) => {}
            Value::Number(Number::Bool(false)) => {
                self.report(
                    Diagnostic::error(&codes::CONST_ASSERT_FAILED, "the asserted condition is false", assertion).label(span, "false"),
                );
            }
            value => {
                let message = format!("expected a `bool` condition, found `{}`", self.type_name(value.ty()));
                self.error(&codes::TYPE_MISMATCH, message, span);
            }
        }
        None
    }
}
