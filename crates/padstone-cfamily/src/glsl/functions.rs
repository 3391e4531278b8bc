//! Functions: each has one definition, and declarations with the same parameter types agree (The OpenGL Shading Language 4.60, section 6.1;
//! glslang 12, measured). No layout depends on them.

use padstone_diag::{Diagnostic, codes};
use padstone_model::{Type, TypeId};
use padstone_source::{Span, Symbol};

use super::Parser;
use super::keywords::Keyword;
use super::parameters::Parameters;
use super::qualifiers::Storage;
use crate::reader::Reader;

/// The type and the qualifiers of a parameter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct ParameterType {
    pub(super) ty: TypeId,
    pub(super) storage: Storage,
    /// `mediump` or `lowp`.
    pub(super) precision: Option<Keyword>,
}

/// A function with certain parameter types.
pub(super) struct Overload {
    parameters: Vec<ParameterType>,
    /// `None` is `void`.
    result: Option<TypeId>,
    has_body: bool,
    span: Span,
}

impl Parser<'_> {
    /// Checks a function against the declarations before it. `result` is `None` for `void`.
    pub(super) fn check_function(&mut self, name: Symbol, span: Span, result: Option<TypeId>, parameters: &Parameters, has_body: bool) {
        if has_body && self.text(name) == "main" {
            self.check_main(span, result, parameters);
        }
        let Some(types) = &parameters.types else { return };
        let is_unknown = |parser: &Self, ty: TypeId| parser.module.types[parser.module.types.peel_arrays(ty)] == Type::Unknown;
        if result.into_iter().chain(types.iter().map(|parameter| parameter.ty)).any(|ty| is_unknown(self, ty)) {
            return;
        }
        let overloads = self.functions.entry(name).or_default();
        let is_same = |overload: &&mut Overload| overload.parameters.iter().map(|before| before.ty).eq(types.iter().map(|new| new.ty));
        let Some(before) = overloads.iter_mut().find(is_same) else {
            return overloads.push(Overload { parameters: types.clone(), result, has_body, span });
        };
        let first = before.span;
        let has_two_bodies = before.has_body && has_body;
        before.has_body |= has_body;
        let before = &*before;
        let differs = |of: fn(&ParameterType) -> (Storage, Option<Keyword>)| before.parameters.iter().map(of).ne(types.iter().map(of));
        let problem = if has_two_bodies {
            "is defined twice"
        } else if before.result != result {
            "is declared with two result types"
        } else if differs(|parameter| (parameter.storage, None)) {
            "is declared with different storage qualifiers of its parameters"
        } else if !self.version.is_es() && differs(|parameter| (parameter.storage, parameter.precision)) {
            "is declared with different precisions of its parameters"
        } else {
            return;
        };
        let message = format!("`{}` {problem}", self.text(name));
        let found = Diagnostic::error(&codes::NAME_CONFLICT, message, span).label(span, "").label(first, "first declared here");
        self.report(found.help("functions of one name differ in the types of their parameters"));
    }

    fn check_main(&mut self, span: Span, result: Option<TypeId>, parameters: &Parameters) {
        let has_parameters = !parameters.names.is_empty() || parameters.types.as_ref().is_some_and(|types| !types.is_empty());
        if result.is_some() || has_parameters {
            let problem = if result.is_some() { "returns a value" } else { "has parameters" };
            let found = Diagnostic::error(&codes::UNEXPECTED_TOKEN, format!("the entry point `main` {problem}"), span);
            self.report(found.help("write `void main()`: stages pass values by `in` and `out` variables"));
        }
    }
}
