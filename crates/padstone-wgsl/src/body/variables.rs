//! `var`, `let` and `const` in functions (WGSL, sections 7.2 and 7.3).

use padstone_diag::codes;

use crate::constant::Value;
use crate::resolve::{LocalKind, Operand, Resolver};
use crate::tree::{ExprId, Variable, VariableKind};
use crate::types::{AccessMode, AddressSpace, Memory, Type, TypeId};

impl Resolver<'_> {
    /// The initializer is checked before the name is declared.
    pub(super) fn local_variable(&mut self, variable: &Variable) {
        let kind = match variable.kind {
            VariableKind::Var => self.local_var(variable).map(LocalKind::Variable),
            // `const` of 2020 is today's `let`.
            VariableKind::Const if !self.is_draft() => self.local_const(variable).map(LocalKind::Const),
            VariableKind::Const | VariableKind::Let => self.local_let(variable).map(LocalKind::Value),
            VariableKind::Override => {
                self.error(&codes::OVERRIDE_DECLARATION, "`override` is not allowed in a function", variable.name.span);
                None
            }
        };
        self.declare_local(variable.name, kind.unwrap_or(LocalKind::Failed));
    }

    fn local_const(&mut self, variable: &Variable) -> Option<Value> {
        let ty = self.written_type(variable)?;
        let value = self.initial_value(variable)?;
        let operand = Operand::constant(self.constant(value, "the value of a `const`")?);
        let operand = match ty {
            Some(ty) => self.convert_to_local(operand, ty, value, variable)?,
            None => operand,
        };
        self.check_nameable(operand.value.ty(), value)?;
        Some(operand.value)
    }

    fn local_let(&mut self, variable: &Variable) -> Option<TypeId> {
        let ty = self.written_type(variable)?;
        let value = self.initial_value(variable)?;
        let is_pointer = ty.is_some_and(|ty| matches!(self.types[ty], Type::Pointer(_)));
        let operand = self.value_or_pointer(value, is_pointer)?;
        let ty = self.type_of_local(ty, operand, value, variable)?;
        self.check_nameable(ty, value)?;
        Some(ty)
    }

    fn local_var(&mut self, variable: &Variable) -> Option<Memory> {
        let space = AddressSpace::Function;
        match self.nodes[variable.template] {
            [] => {}
            [id] => {
                let written = self.address_space(id)?;
                if written != space {
                    let message = format!("a variable in a function must be in `function`, found `{}`", written.name());
                    self.error_help(&codes::ADDRESS_SPACE, message, self.nodes[id].span, "write `var` without an address space");
                    return None;
                }
            }
            [_, access, ..] => {
                let message = "only variables in `storage` can have an access mode; this variable is in `function`";
                self.error(&codes::ACCESS_MODE, message, self.nodes[access].span);
                return None;
            }
        }
        let ty = self.written_type(variable)?;
        let position = variable.ty.or(variable.value).map_or(variable.name.span, |id| self.nodes[id].span);
        let store = match (ty, variable.value) {
            (ty, Some(value)) => {
                let operand = self.value(value);
                match (ty, operand) {
                    (Some(ty), None) => ty,
                    (ty, operand) => self.type_of_local(ty, operand?, value, variable)?,
                }
            }
            (Some(ty), None) => ty,
            (None, None) => {
                let message = format!("`{}` needs a type or an initializer", self.text(variable.name.symbol));
                self.error(&codes::INITIALIZER, message, variable.name.span);
                return None;
            }
        };
        if matches!(self.types[store], Type::Pointer(_)) || self.is_handle(store) {
            let message = format!("a variable cannot have type `{}`", self.type_name(store));
            self.error_help(&codes::STORE_TYPE, message, position, "declare it with `let`");
            return None;
        }
        self.check_store_type(space, store, AccessMode::ReadWrite, position, position)?;
        Some(Memory { space, store, access: AccessMode::ReadWrite })
    }

    /// `Some(None)` if no type is written; `None` if the written type has an error, which has been reported.
    #[expect(clippy::option_option, reason = "a type that is wrong is not a type that is missing")]
    fn written_type(&mut self, variable: &Variable) -> Option<Option<TypeId>> {
        match variable.ty {
            Some(ty) => self.type_expression(ty).map(Some),
            None => Some(None),
        }
    }

    fn initial_value(&mut self, variable: &Variable) -> Option<ExprId> {
        if variable.value.is_none() {
            let message = format!("`{}` needs an initializer", self.text(variable.name.symbol));
            self.error(&codes::INITIALIZER, message, variable.name.span);
        }
        variable.value
    }

    /// The written type, to which the initializer converts, or the type of the initializer.
    fn type_of_local(&mut self, ty: Option<TypeId>, operand: Operand, value: ExprId, variable: &Variable) -> Option<TypeId> {
        let operand = match ty {
            Some(ty) => self.convert_to_local(operand, ty, value, variable)?,
            None => self.concretize(operand, self.nodes[value].span)?,
        };
        Some(operand.value.ty())
    }

    fn convert_to_local(&mut self, operand: Operand, ty: TypeId, value: ExprId, variable: &Variable) -> Option<Operand> {
        let role = format!("value of `{}`", self.text(variable.name.symbol));
        self.convert(operand, ty, self.nodes[value].span, &role)
    }

    fn check_nameable(&mut self, ty: TypeId, value: ExprId) -> Option<()> {
        if self.can_be_named(ty) {
            return Some(());
        }
        let message = format!("a value cannot have type `{}`", self.type_name(ty));
        self.error(&codes::TYPE_MISMATCH, message, self.nodes[value].span);
        None
    }
}
