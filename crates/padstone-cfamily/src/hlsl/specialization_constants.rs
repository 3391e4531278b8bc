//! `[[vk::constant_id(3)]] const int count = 4;`: constants whose values the application gives when it creates a pipeline. They have no place in a
//! buffer for SPIR-V; for DXIL they are members of `$Globals`.

use padstone_diag::{Diagnostic, codes};
use padstone_model::{Scalar, SpecializationConstant, Type};

use super::Parser;
use super::entities::Entity;
use super::specifiers::{Declarator, Specifiers};
use crate::TokenKind;
use crate::reader::Reader;

impl Parser<'_> {
    pub(super) fn specialization_constant(&mut self, id: u32, declarator: &Declarator) {
        let (name, span, ty) = (self.qualified(declarator.name), declarator.span, declarator.ty);
        let has_value = declarator.initializer.is_some() || declarator.lacks_initializer;
        self.module.specialization_constants.push(SpecializationConstant { name, span, ty, id: Some(id), has_value });
    }

    /// Reports a specialization constant that the compiler rejects. DXC requires an `int`, `uint`, `float` or `bool` (DirectXShaderCompiler, pull
    /// request 1009 and issue 7886); clang 22 was measured.
    pub(super) fn check_specialization_constant(&mut self, specifiers: &Specifiers, declarator: &Declarator) {
        if specifiers.attributes.constant_id.is_none() {
            return;
        }
        let Some((reason, help)) = self.rejection(specifiers, declarator) else { return };
        let compiler = if self.options.clang { "clang 22" } else { "DXC" };
        let message = format!("{compiler} rejects the specialization constant `{}`: {reason}", self.text(declarator.name));
        self.report(Diagnostic::error(&codes::SPECIALIZATION_CONSTANT, message, declarator.span).help(help));
    }

    /// Why the compiler rejects a specialization constant, and what to do about it.
    fn rejection(&mut self, specifiers: &Specifiers, declarator: &Declarator) -> Option<(String, &'static str)> {
        let is_clang = self.options.clang;
        let is_supported = match self.module.types[declarator.ty] {
            Type::Scalar(Scalar::Int64 | Scalar::Uint64) => false,
            Type::Scalar(Scalar::Float64 | Scalar::Int16 | Scalar::Uint16) => is_clang,
            Type::Scalar(_) | Type::Enum(_) | Type::Unknown => true,
            _ => false,
        };
        if !is_supported {
            let reason = format!("its type is `{}`", self.type_text(declarator.ty));
            return Some((reason, "declare it as an `int`, `uint`, `float` or `bool`"));
        }
        // Clang ignores the attribute of static variables, with a warning.
        if specifiers.is_static {
            return (!is_clang).then(|| ("it is `static`".to_owned(), "remove `static`: the application gives its value"));
        }
        if is_clang && !specifiers.is_const {
            return Some(("it is not `const`".to_owned(), "add `const`"));
        }
        let Some(tokens) = &declarator.initializer else {
            let is_missing = !declarator.lacks_initializer;
            return is_missing.then(|| ("it has no default value".to_owned(), "add one, such as `= 1`"));
        };
        let is_variable = |name| matches!(self.scopes.lookup(name), Some(Entity::Variable));
        let variable = tokens.iter().find(|token| token.kind == TokenKind::Ident && is_variable(token.symbol))?;
        let reason = format!("its default value depends on `{}`, which is not known at compile time", self.text(variable.symbol));
        Some((reason, "write the default value as a literal"))
    }
}
